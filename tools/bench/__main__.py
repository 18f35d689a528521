"""How does Batchbell measure? `python -m tools.bench`; see docs/performance.md."""

import io
import os
import platform
import sys
import time
from contextlib import redirect_stdout

from tools.bench.batches import measure, measure_reading
from tools.bench.processor import Progress, measure_work
from tools.bench.report import (
    call_lines,
    reading_lines,
    start_lines,
    target_lines,
    work_lines,
    write_lines,
)
from tools.bench.starts import measure_starts
from tools.bench.targets import start_targets, write_targets

START_ROUNDS = 4
WORK_ITEMS = 128
WORK_ROUNDS = 3
READ_ITEMS = 100
TRICKLING_PAGES = 10


def main() -> None:
    """Measure everything and print it."""
    began = time.monotonic()

    def progress(doing: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {doing}", file=sys.stderr, flush=True)

    with redirect_stdout(io.StringIO()):  # the functions' log lines
        lines = [*_start_report(progress), *_work_report(progress)]
    progress("done")
    print("\n".join(lines))


def _start_report(progress: Progress) -> list[str]:
    starts = measure_starts(START_ROUNDS, progress)
    return [*_machine_lines(), *start_lines(starts), "", *target_lines(start_targets(starts)), ""]


def _work_report(progress: Progress) -> list[str]:
    works = measure_work(WORK_ITEMS, WORK_ROUNDS, progress)
    measured = {}
    for total in (1, 100, 1_000):
        progress(f"counting a batch of {total}")
        measured[f"{total:,}"] = measure(total)
    progress("counting a batch of 100 whose changes trickle")
    trickling = {f"100, {TRICKLING_PAGES} at once": measure(100, TRICKLING_PAGES)}
    progress("counting a GET")
    reading = measure_reading(READ_ITEMS)
    columns = {**measured, **trickling}
    reports = (
        work_lines(works),
        write_lines(columns),
        target_lines(write_targets(measured.values())),
        call_lines(columns),
        reading_lines(reading),
    )
    return [line for report in reports for line in [*report, ""]]


def _machine_lines() -> list[str]:
    return [
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors",
        "",
    ]


if __name__ == "__main__":
    main()
