"""How does Batchbell measure? `python -m tools.bench`; see docs/performance.md."""

import io
import os
import platform
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stdout

from tools.bench.batches import measure, measure_reading, run_batch
from tools.bench.document_report import document_lines, engine_lines
from tools.bench.document_targets import document_targets
from tools.bench.documents import measure_document_reads, measure_documents, run_documents
from tools.bench.engine import measure_engine
from tools.bench.processor import Progress, measure_work
from tools.bench.report import (
    Lines,
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
DOCUMENTS = 30
DOCUMENT_ROUNDS = 2
HAND_OVERS = 5
FEW_DOCUMENTS = 20
PAGE_FUNCTIONS = ("page_worker", "aggregator", "dispatcher")
DOCUMENT_FUNCTIONS = ("document_worker", "aggregator", "dispatcher")


def main() -> None:
    """Measure everything, or the parts that are named, and print it."""
    began = time.monotonic()
    parts = {"starts": _starts, "pages": _pages, "documents": _documents, "engine": _engine}

    def progress(doing: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {doing}", file=sys.stderr, flush=True)

    reports = [_machine()]
    with redirect_stdout(io.StringIO()):  # the functions' log lines
        for name in sys.argv[1:] or parts:
            reports += parts[name](progress)
    progress("done")
    for report in reports:
        print(*report, "", sep="\n")


def _starts(progress: Progress) -> Sequence[Lines]:
    starts = measure_starts(START_ROUNDS, progress)
    return start_lines(starts), target_lines(start_targets(starts))


def _pages(progress: Progress) -> Sequence[Lines]:
    works = measure_work(run_batch, PAGE_FUNCTIONS, WORK_ITEMS, WORK_ROUNDS, progress)
    measured = {}
    for total in (1, 100, 1_000):
        progress(f"counting a batch of {total}")
        measured[f"{total:,}"] = measure(total)
    progress("counting a batch of 100 whose changes trickle")
    trickling = {f"100, {TRICKLING_PAGES} at once": measure(100, TRICKLING_PAGES)}
    progress("counting a GET")
    columns = {**measured, **trickling}
    return (
        work_lines("the page aside", works),
        write_lines(columns),
        target_lines(write_targets(measured.values())),
        call_lines("pages", columns),
        reading_lines("all rows, once it has finished,", measure_reading(READ_ITEMS)),
    )


def _documents(progress: Progress) -> Sequence[Lines]:
    functions, rounds = DOCUMENT_FUNCTIONS, WORK_ROUNDS
    works = measure_work(run_documents, functions, DOCUMENTS, rounds, progress)
    measured = {}
    for total, hand_overs in ((1, 1), (100, 1), (FEW_DOCUMENTS, HAND_OVERS)):
        progress(f"counting a batch of {total} documents in {hand_overs} hand-overs")
        measured[f"{total} in {hand_overs}"] = measure_documents(total, hand_overs), hand_overs
    progress("counting a batch of documents that end one by one")
    columns = {name: costs for name, (costs, _) in measured.items()}
    columns[f"{FEW_DOCUMENTS}, one by one"] = measure_documents(FEW_DOCUMENTS, at_once=1)
    progress("counting three GETs")
    reads = measure_document_reads(FEW_DOCUMENTS)
    return (
        work_lines("what reads a document aside", works),
        document_lines(columns),
        target_lines(document_targets(measured.values())),
        call_lines("documents", columns),
        *(reading_lines(path, costs) for path, costs in reads.items()),
    )


def _engine(progress: Progress) -> Sequence[Lines]:
    return [engine_lines(measure_engine(DOCUMENT_ROUNDS, progress))]


def _machine() -> Lines:
    return [
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors"
    ]


if __name__ == "__main__":
    main()
