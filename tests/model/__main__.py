"""The model at a terminal: `make model`, `make model ARGS="--only NAME"`, `--breakage NAME`."""

import argparse
import os
import sys
from time import monotonic

from tests.model.breakages import BREAKAGES
from tests.model.configurations import CONFIGURATIONS, QUICK
from tests.model.jobs import Done, Job, job_of, run_all


def main(arguments: list[str]) -> int:
    """-> the exit status: 1 when a configuration breaks or a breakage is missed."""
    given = _parser().parse_args(arguments)
    if given.list:
        _list()
        return 0
    began = monotonic()
    done = []
    for one in run_all(_jobs(given), given.processes):
        done.append(one)
        _tell(one, with_trace=bool(given.breakage) or not one.as_expected)
    _sum_up(done, monotonic() - began)
    return 0 if all(one.as_expected for one in done) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make model", description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=CONFIGURATIONS, metavar="NAME", help="a configuration"
    )
    parser.add_argument(
        "--breakage",
        action="append",
        choices=BREAKAGES,
        metavar="NAME",
        help="a breakage, with its trace; in the configuration of --only, or where it shows",
    )
    parser.add_argument("--quick", action="store_true", help="what CI explores")
    parser.add_argument("--list", action="store_true", help="name all and explore nothing")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    return parser


def _jobs(given: argparse.Namespace) -> list[Job]:
    if given.breakage and given.only:
        return [Job(name, broken) for broken in given.breakage for name in given.only]
    if given.breakage:
        return [job_of(name) for name in given.breakage]
    if given.only:
        return [Job(name) for name in given.only]
    names = QUICK if given.quick else tuple(CONFIGURATIONS)
    return [Job(name) for name in names] + [job_of(name) for name in BREAKAGES]


def _list() -> None:
    for name, configuration in CONFIGURATIONS.items():
        print(f"{name:28}{configuration.summary}")
    print()
    for name, breakage in BREAKAGES.items():
        print(f"{name:28}{breakage.shows_in:26}{breakage.meaning}")


def _tell(done: Done, *, with_trace: bool) -> None:
    print(done.line, flush=True)
    if with_trace:
        for number, line in enumerate(done.found.trace, 1):
            print(f"    {number:2} {line}", flush=True)


def _sum_up(done: list[Done], seconds: float) -> None:
    explored = [one for one in done if one.job.breakage is None]
    broken = [one for one in done if one.job.breakage is not None]
    states = sum(one.found.states for one in done)
    held = sum(one.as_expected for one in explored)
    print(
        f"{held} of {len(explored)} configurations hold,"
        f" {sum(one.as_expected for one in broken)} of {len(broken)} breakages found,"
        f" {states:,} states in {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
