"""How are the figures shown?"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from tools.bench.processor import Work
from tools.bench.starts import FUNCTIONS, LIBRARIES, NO_PROGRAM, OF_DOCUMENTS, Start
from tools.bench.targets import Target
from tools.bench.terms import FIXED, PROTOCOL, Costs, Term

Lines = list[str]
Figure = Callable[[Costs], str]


def write_lines(measured: Mapping[str, Costs]) -> Lines:
    """Write units by term, a column for each batch."""
    rows: dict[str, Figure] = {
        "claims": lambda c: f"{c.units(Term.CLAIM)}",
        "finishes": lambda c: f"{c.units(Term.FINISH)}",
        "fixed: batch": lambda c: f"{c.units(Term.BATCH)}",
        "fixed: chunks": lambda c: f"{c.units(Term.CHUNK)}",
        "folds": lambda c: f"{c.units(Term.FOLD)}",
        "an item: item path": lambda c: f"{c.units(Term.CLAIM, Term.FINISH) / c.total:.3f}",
        "an item: fixed": lambda c: f"{c.units(*FIXED) / c.total:.3f}",
        "an item: folds": lambda c: f"{c.units(Term.FOLD) / c.total:.3f}",
        "an item: in all": lambda c: f"{c.units(*PROTOCOL) / c.total:.3f}",
        "an item: with the input list": lambda c: (
            f"{(c.units(*PROTOCOL) + c.input_units) / c.total:.3f}"
        ),
        "apart: results": lambda c: f"{c.units(Term.RESULT)}",
        "apart: input list": lambda c: f"{c.input_units}",
        "apart: reads, their worth": lambda c: f"{c.reading_units:.0f}",
    }
    return ["Write units", *columns(measured, rows)]


def call_lines(title: str, measured: Mapping[str, Costs]) -> Lines:
    """AWS calls and read units by function, a column for each batch."""
    functions = sorted({function for c in measured.values() for function, _ in c.calls})
    rows: dict[str, Figure] = {
        "calls an item": lambda c: f"{c.calls.total() / c.total:.2f}",
        "read units an item": lambda c: f"{sum(c.reads.values()) / c.total:.2f}",
    }
    for function in functions:
        rows[f"calls, {function}"] = _calls_of(function)
        rows[f"read units, {function}"] = _reads_of(function)
    return [f"AWS calls and read units, {title}", *columns(measured, rows)]


def reading_lines(title: str, costs: Costs) -> Lines:
    """What one GET of a finished batch costs."""
    units = sum(costs.reads.values())
    return [
        f"One GET of {title} of a batch of {costs.total}",
        f"  {'calls':32}{costs.calls.total():14}",
        f"  {'read units':32}{units:14g}",
        f"  {'read units a row':32}{units / costs.total:14.2f}",
    ]


def work_lines(title: str, works: Iterable[Work]) -> Lines:
    """Processor time for each item."""
    heading = f"  {'':32}{'ms an item':>14}{'invocations':>14}{'items':>14}"
    return [
        f"Processor time, {title}",
        heading,
        *(
            f"  {work.function:32}{work.ms_an_item:14.2f}{work.invocations:14}{work.total:14}"
            for work in works
        ),
    ]


def start_lines(starts: Mapping[str, Start]) -> Lines:
    """Imports and first invocations."""
    heading = f"  {'':40}{'ms':>8}{'interpreters':>14}"
    libraries = [_start_line(starts[name]) for name in (NO_PROGRAM, *LIBRARIES)]
    functions = [
        f"  {name:24}{starts[f'import {name}'].ms:8.0f}{starts[f'import {name}'].ratio:8.1f}"
        f"{_first_figures(starts[f'first {name}'])}"
        for name in FUNCTIONS
    ]
    documents = [
        f"  {name:40}{_first_figures(starts[f'first {name}'])}"
        for name in (f"{function}, documents" for function in OF_DOCUMENTS)
    ]
    columns = f"  {'':24}{'import':>8}{'':8}{'and first invocation':>20}"
    return ["Starts, processor time", heading, *libraries, "", columns, *functions, *documents]


def target_lines(targets: Sequence[Target]) -> Lines:
    """Figures beside what was aimed at."""
    heading = f"  {'':40}{'found':>9}{'at most':>9}{'ratio':>7}"
    return ["Targets", heading, *map(_target_line, targets)]


def _target_line(target: Target) -> str:
    verdict = "ok" if target.reached else "MISSED"
    ratio = target.found / target.most
    return f"  {target.name:40}{target.found:9.3f}{target.most:9g}{ratio:7.2f}  {verdict}"


def _start_line(start: Start) -> str:
    return f"  {start.name:40}{start.ms:8.0f}{start.ratio:14.1f}"


def _first_figures(start: Start) -> str:
    return f"{start.ms:20.0f}{start.ratio:8.1f}"


def columns(measured: Mapping[str, Costs], rows: Mapping[str, Figure]) -> Lines:
    """A line for each figure, a column for each batch."""
    heading = f"  {'':32}" + "".join(f"{name:>18}" for name in measured)
    return [
        heading,
        *(
            f"  {name:32}" + "".join(f"{figure(costs):>18}" for costs in measured.values())
            for name, figure in rows.items()
        ),
    ]


def _calls_of(function: str) -> Figure:
    return lambda c: f"{sum(n for (name, _), n in c.calls.items() if name == function)}"


def _reads_of(function: str) -> Figure:
    return lambda c: f"{c.reads[function]:g}"
