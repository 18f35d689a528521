"""What must be caught? Reads breakages.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Edit:
    """`old`, which stands in the module once, becomes `new`."""

    module: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Breakage:
    """One thing that is wrong. `meaning` says what."""

    name: str
    meaning: str
    edits: tuple[Edit, ...]


def breakages() -> dict[str, Breakage]:
    """All, by name."""
    listed = tomllib.loads(_FILE.read_text(encoding="utf-8"))["breakage"]
    found = [
        Breakage(b["name"], b["meaning"], tuple(Edit(**e) for e in b["edits"])) for b in listed
    ]
    return {breakage.name: breakage for breakage in found}
