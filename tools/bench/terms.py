"""Which part of a batch's cost does a call belong to?"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tools.bench.meter import Call, Write


class Term(StrEnum):
    """The parts of what a batch writes."""

    UPLOAD = "upload"
    QUEUE = "queue"
    CLAIM = "claim"
    FINISH = "finish"
    RESULT = "result"
    FOLD = "fold"
    CHUNK = "chunk"
    BATCH = "batch"
    INPUT = "input list"


ON_ITEM_PATH = (Term.QUEUE, Term.CLAIM, Term.FINISH)
"""Documents alone are queued by a write of their own; an upload is a cost apart."""
FIXED = (Term.CHUNK, Term.BATCH)
PROTOCOL = (*ON_ITEM_PATH, *FIXED, Term.FOLD)
"""What the close is paid with. Results and input lists are what it is paid for."""


OBJECT_UNITS = 8
OBJECT_READ_UNITS = 0.64
READ_UNITS = 0.2
"""What storing an object, reading one and a read unit are worth in write units.

$5, $0.40 and $0.125 a million, against $0.625: prices of us-east-1.
"""


@dataclass(frozen=True)
class Costs:
    """What a batch of `total` items has cost. `calls` and `reads` by function and operation."""

    total: int
    chunks: int
    writes: Counter[Term]
    calls: Counter[tuple[str, str]]
    reads: dict[str, float]
    parts: Counter[tuple[Term, str, str]]
    """Write units by term, function and what was written."""

    @property
    def input_units(self) -> int:
        """Write units of the input list; storing an object costs as much as eight."""
        return self.units(Term.INPUT) + OBJECT_UNITS * self.calls["submit", "s3:PutObject"]

    @property
    def reading_units(self) -> float:
        """What all that was read is worth, in write units."""
        objects = sum(n for (_, operation), n in self.calls.items() if operation == "s3:GetObject")
        return READ_UNITS * sum(self.reads.values()) + OBJECT_READ_UNITS * objects

    def units(self, *terms: Term) -> int:
        """Write units of some terms."""
        return sum(self.writes[term] for term in terms)

    def units_by(self, function: str, *but: Term) -> int:
        """Write units of a function, without those of some terms."""
        return sum(
            n for (term, by, _), n in self.parts.items() if by == function and term not in but
        )


def costs_of(calls: Iterable[Call], total: int, chunks: int) -> Costs:
    """The sums of many calls."""
    costs = Costs(total, chunks, Counter(), Counter(), defaultdict(float), Counter())
    for call in calls:
        costs.calls[call.function, call.operation] += 1
        costs.reads[call.function] += call.reads
        if call.writes:
            term, units = term_of(call), sum(write.units for write in call.writes)
            costs.writes[term] += units
            costs.parts[term, call.function, _written(call)] += units
    return costs


def term_of(call: Call) -> Term:
    """The part of the cost that a call with writes is."""
    kinds = {_kind(write) for write in call.writes}
    if "RESULT" in kinds:
        return Term.RESULT
    if "ITEM" in kinds:
        return _of_item(call.writes[0])
    if "TALLY" in kinds:
        return Term.FOLD if _folds(call) else Term.CHUNK
    return Term.INPUT if "SPEC" in kinds else Term.BATCH


def _of_item(write: Write) -> Term:
    after = write.after or {}
    return _BY_STATE.get(after["state"]["S"], Term.FINISH)


_BY_STATE = {"uploaded": Term.UPLOAD, "queued": Term.QUEUE, "processing": Term.CLAIM}


def _folds(call: Call) -> bool:
    return len(call.writes) == 1 and call.writes[0].target.change.startswith("ADD ")


def _kind(write: Write) -> str:
    """The record's kind: the beginning of its sort key, but for tables of one kind only."""
    if write.target.table == "ResultTable":
        return "RESULT"
    return str(write.target.key["sk"]["S"]).partition("#")[0]


def _written(call: Call) -> str:
    operation = call.operation.partition(":")[2]
    return f"{operation} {'+'.join(sorted(_kind(write) for write in call.writes))}"
