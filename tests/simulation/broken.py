"""Are breakages caught? `python -m tests.simulation.broken NAME...`: exit status 0 when all are.

Each in a process of its own: the changed lines are compiled before anybody imports their module.
"""

import argparse
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from multiprocessing import get_context
from types import CodeType

from tests.simulation.breakages import Breakage, Edit, breakages

_LIBRARIES = ("aws_lambda_powertools.event_handler.api_gateway", "jsonschema", "pydantic")
"""They take long to load, and nobody breaks them: once is enough."""


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
    parser.add_argument("names", nargs="+", choices=sorted(breakages()))
    parser.add_argument("--seeds", type=int, default=3_000)
    parser.add_argument("--trace", action="store_true", help="print a minimal trace")
    given = parser.parse_args(arguments)
    for library in _LIBRARIES:
        import_module(library)
    caught = [_is_caught(breakages()[name], given) for name in given.names]
    return 0 if all(caught) else 1


def _is_caught(breakage: Breakage, given: argparse.Namespace) -> bool:
    child = get_context("fork").Process(target=_hunt, args=(breakage, given))
    child.start()
    child.join()
    return child.exitcode == 0


def _hunt(breakage: Breakage, given: argparse.Namespace) -> None:
    """Ends the process."""
    sys.meta_path.insert(0, _Finder(breakage))
    from tests.simulation.hunt import hunt  # loads what is changed: only now

    sys.exit(hunt(breakage, given.seeds, with_trace=given.trace))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
