"""How are the figures of documents shown?"""

from collections.abc import Iterable, Mapping

from tools.bench.document_targets import UPLOADING, fixed_units, upload_units
from tools.bench.engine import Reading
from tools.bench.report import Figure, Lines, columns
from tools.bench.terms import OBJECT_UNITS, Costs, Term


def document_lines(measured: Mapping[str, Costs]) -> Lines:
    """Write units by term, a column for each batch."""
    rows: dict[str, Figure] = {
        "uploads": lambda c: f"{upload_units(c)}",
        "rows queued": lambda c: f"{c.units(Term.QUEUE)}",
        "claims": lambda c: f"{c.units(Term.CLAIM)}",
        "finishes": lambda c: f"{c.units(Term.FINISH)}",
        "fixed": lambda c: f"{fixed_units(c)}",
        "folds": lambda c: f"{c.units(Term.FOLD)}",
        "a document: in all": lambda c: f"{_in_all(c) / c.total:.3f}",
        "a document: without its upload": lambda c: (
            f"{(_in_all(c) - upload_units(c)) / c.total:.3f}"
        ),
        "apart: results": lambda c: f"{c.units(Term.RESULT)}",
        "apart: files, their worth": lambda c: (
            f"{OBJECT_UNITS * c.calls[UPLOADING, 's3:PutObject']}"
        ),
        "apart: reads, their worth": lambda c: f"{c.reading_units:.0f}",
    }
    return ["Write units of documents", *columns(measured, rows)]


def engine_lines(readings: Iterable[Reading]) -> Lines:
    """Processor time and memory of what reads documents."""
    names = ("seconds", "a page", "the first", "peak MB")
    heading = f"  {'':32}" + "".join(f"{name:>12}" for name in names)
    return ["Reading a document, processor time", heading, *map(_reading_line, readings)]


def _reading_line(one: Reading) -> str:
    seconds = f"{one.seconds:12.2f}{one.seconds / one.pages:12.3f}{one.first_seconds:12.2f}"
    return f"  {one.kind:32}{seconds}{one.peak_mb:12}"


def _in_all(costs: Costs) -> int:
    terms = (Term.QUEUE, Term.CLAIM, Term.FINISH, Term.FOLD)
    return upload_units(costs) + fixed_units(costs) + costs.units(*terms)
