"""Is a breakage caught? `python -m tests.simulation.broken NAME`: exit status 0 when it is.

In a process of its own: the changed lines are compiled before anybody imports their module.
"""

import argparse
import sys
from collections.abc import Iterable
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType
from typing import Any

from tests.simulation.breakages import Breakage, Edit, breakages

_FEW = 400
"""Seeds: most of what is wrong shows by then."""


class _Changed(SourceFileLoader):
    """Loads a module with some of its lines changed."""

    def __init__(self, name: str, path: str, edits: list[Edit]) -> None:
        super().__init__(name, path)
        self._edits = edits

    def get_code(self, fullname: str) -> CodeType:
        """The changed code, never what was compiled before."""
        source = self.get_data(self.path).decode()
        for edit in self._edits:
            if source.count(edit.old) != 1:
                raise LookupError(f"not once in {fullname}: {edit.old!r}")
            source = source.replace(edit.old, edit.new)
        return compile(source, self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the modules that are changed."""

    def __init__(self, breakage: Breakage) -> None:
        self._edits = breakage.edits

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        """None: somebody else finds it."""
        edits = [edit for edit in self._edits if edit.module == fullname]
        spec = PathFinder.find_spec(fullname, path) if edits else None  # type: ignore[arg-type]
        if spec is not None and spec.origin is not None:
            spec.loader = _Changed(fullname, spec.origin, edits)
        return spec


def main(arguments: list[str]) -> int:
    """-> the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(breakages()))
    parser.add_argument("--seeds", type=int, default=3_000)
    parser.add_argument("--trace", action="store_true", help="print a minimal trace")
    given = parser.parse_args(arguments)
    breakage = breakages()[given.name]
    sys.meta_path.insert(0, _Finder(breakage))
    return _hunt(breakage, given.seeds, with_trace=given.trace)


def _hunt(breakage: Breakage, seeds: int, *, with_trace: bool) -> int:
    """First its hint and what is quick, then some seeds, then every race, then the other seeds."""
    from tests.simulation.exhaustive import broken, canceled_pieces, races_of  # the finder is there
    from tests.simulation.scenario import scenario_of
    from tests.simulation.seeds import quiet, told, try_seed

    def caught_regularly(cases: Iterable[tuple[Any, Any]]) -> bool:
        what = next((what for what in map(broken, cases) if what is not None), None)
        if what is not None:
            print(f"{breakage.name}: caught by a regular piece: {what}")
        return what is not None

    def caught_by_seed(some: Iterable[int]) -> bool:
        found = next((one for one in map(try_seed, some) if one.guarantee is not None), None)
        if found is not None:
            print(f"{breakage.name}: caught by seed {found.seed}: {found.guarantee}")
            if with_trace:
                told(found, scenario_of(found.seed), print)
        return found is not None

    with quiet():
        hint = () if breakage.seed is None else (breakage.seed,)
        caught = (
            caught_by_seed(hint)
            or caught_regularly(canceled_pieces((1, 2)))
            or caught_by_seed(range(min(seeds, _FEW)))
            or caught_regularly(races_of(1, every=12))
            or caught_by_seed(range(_FEW, seeds))
        )
    if not caught:
        print(f"{breakage.name}: NOT CAUGHT by {seeds} seeds: {breakage.meaning}")
    return 0 if caught else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
