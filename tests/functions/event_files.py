"""Which events do the functions get? One file a case, under events/<function>/."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "events"


def load(name: str) -> dict[str, Any]:
    """The event `<function>/<case>`, fresh: a test may change it."""
    event: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return event


def names() -> list[str]:
    """Every event there is."""
    return sorted(str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.rglob("*.json"))
