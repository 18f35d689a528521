"""What code is the emulator given?

Functions and the layer `core` as they are. A layer of libraries is given as an empty one: the
emulator runs functions on its own interpreter, where requirements/local.txt has installed the very
versions that the layers pin, so no worker has to unpack them; the models are where `make models`
put them. That the real layers hold what the
functions need is for tests/built to say.
"""

import hashlib
import io
import zipfile
from pathlib import Path

from local.template import ROOT, Template, resources


def packages(template: Template) -> dict[str, bytes]:
    """An archive for every folder of code that the template names."""
    functions = [p["CodeUri"] for _, p in resources(template, "AWS::Serverless::Function")]
    layers = [p["ContentUri"] for _, p in resources(template, "AWS::Serverless::LayerVersion")]
    return {
        **{folder: _archive(ROOT / folder) for folder in functions},
        **{folder: _layer(ROOT / folder) for folder in layers},
    }


def key_of(archive: bytes) -> str:
    """A name for an archive that changes with its content."""
    return f"{hashlib.sha256(archive).hexdigest()}.zip"


def _layer(folder: Path) -> bytes:
    if folder.name != "core":
        return _zip({"python/libraries-are-installed": b""})
    return _archive(folder, prefix="python/")


def _archive(folder: Path, prefix: str = "") -> bytes:
    sources = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    return _zip(
        {f"{prefix}{path}": (folder / path).read_bytes() for path in sources if _belongs(path)}
    )


def _belongs(path: Path) -> bool:
    return not any(part == "__pycache__" or part.startswith(".") for part in path.parts)


def _zip(content: dict[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as target:
        for name, data in content.items():
            target.writestr(zipfile.ZipInfo(name), data)
    return archive.getvalue()
