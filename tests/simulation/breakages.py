"""What must be caught? Reads breakages.toml."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Edit:
    """`old`, which stands in the module once, becomes `new`."""

    module: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Breakage:
    """One thing that is wrong. `meaning` says what; `seed`, `race`: where it was caught last, if
    that is known. A race's fields are those of `races.Race`.
    """

    name: str
    meaning: str
    edits: tuple[Edit, ...]
    seed: int | None = None
    race: Mapping[str, Any] | None = None
    documents: Mapping[str, Any] | None = None
    """The same of a regular piece about documents: see `exhaustive.document_case`."""


@cache
def breakages() -> dict[str, Breakage]:
    """All, by name."""
    listed = tomllib.loads(_FILE.read_text(encoding="utf-8"))["breakage"]
    found = [_breakage(one) for one in listed]
    return {breakage.name: breakage for breakage in found}


def _breakage(one: dict[str, Any]) -> Breakage:
    edits = tuple(Edit(**edit) for edit in one["edits"])
    hints = one.get("seed"), one.get("race"), one.get("documents")
    return Breakage(one["name"], one["meaning"], edits, *hints)
