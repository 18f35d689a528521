"""The simulation at a terminal: `make simulate` with SEEDS=, REGULAR= or BREAKAGES=1."""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from tests.simulation.breakages import breakages
from tests.simulation.exhaustive import try_all
from tests.simulation.scenarios import scenario_of
from tests.simulation.seeds import Found, quiet, told, try_seeds

_SAID_EVERY_S = 5.0
_MOST_TOLD = 3
_AT_ONCE = 8


def main(arguments: list[str]) -> int:
    """-> the exit status: 1 when a guarantee was broken, or a breakage was not caught."""
    parser = argparse.ArgumentParser(prog="make simulate", description=__doc__)
    parser.add_argument("--seeds", help="how many, or the first..the last (default: 2000)")
    parser.add_argument("--regular", help="numbers of items, such as 1,2: every fault everywhere")
    parser.add_argument("--every", type=int, default=1, help="a cancel at every so manieth step")
    parser.add_argument("--breakages", action="store_true", help="break the code on purpose")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    if given.breakages:
        return _break_all(given.processes)
    if given.regular:
        sizes = [int(size) for size in given.regular.split(",")]
        bad = [try_all(size, given.every, given.processes, _say) for size in sizes]
        return 1 if any(bad) else 0
    return _play_seeds(seeds_of(given.seeds or "2000"), given.processes)


def seeds_of(text: str) -> range:
    """`n`: the first n seeds; `a..b`: these, both included."""
    first, dots, last = text.partition("..")
    return range(int(first), int(last) + 1) if dots else range(int(first))


def _play_seeds(seeds: range, processes: int) -> int:
    began, broken, slowest = monotonic(), [], 0
    for found in _progress(seeds, processes):
        slowest = max(slowest, found.closed_after or 0)
        if found.guarantee is not None:
            broken.append(found)
            _say(f"seed {found.seed}: {found.guarantee}")
    _say(
        f"{len(seeds)} pieces in {monotonic() - began:.1f} s: {len(broken)} break a guarantee; "
        f"the latest close came {slowest / 1000:.0f} s (of the virtual clock) after the last fault"
    )
    for found in broken[:_MOST_TOLD]:
        with quiet():
            told(found, scenario_of(found.seed), _say)
        _say(f"play it again: make simulate SEEDS={found.seed}..{found.seed}")
    return 1 if broken else 0


def _progress(seeds: range, processes: int) -> Iterable[Found]:
    said = monotonic()
    for found in try_seeds(seeds, processes):
        yield found
        if monotonic() - said > _SAID_EVERY_S:
            said = monotonic()
            done = found.seed - seeds.start + 1
            _say(f"{done} of {len(seeds)}; from here: SEEDS={found.seed + 1}..{seeds[-1]}")


def _break_all(processes: int) -> int:
    """Each in a process of its own, for its lines are compiled anew."""
    with ThreadPoolExecutor(processes) as pool:
        names = list(breakages())
        some = [names[first : first + _AT_ONCE] for first in range(0, len(names), _AT_ONCE)]
        caught = list(pool.map(_are_caught, some))
    return 0 if all(caught) else 1


def _are_caught(names: list[str]) -> bool:
    command = [sys.executable, "-m", "tests.simulation.broken", *names]
    return subprocess.run(command, check=False).returncode == 0


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
