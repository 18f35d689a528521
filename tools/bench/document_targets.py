"""What may a batch of documents cost at most, and does it?

Derived from the protocol (docs/adr/0015-documents-are-handed-over-by-number.md) by the rules of
`units`, not from what was measured.
"""

from collections.abc import Iterable

from tools.bench.targets import Target
from tools.bench.terms import FIXED, ON_ITEM_PATH, Costs, Term

UNITS_A_DOCUMENT = 3
"""Its row is queued, claimed and ended."""
UNITS_AN_UPLOAD = 11
"""A transaction of item, look-up record, tally and batch: 8; the batch moves in the index: 2; the
call is counted: 1.
"""
UNITS_A_FIRST_UPLOAD = 1
"""More: the listing's record in the transaction, 2; the batch enters the index and leaves none, 1
less.
"""
UNITS_A_HAND_OVER = 13
"""The call is counted, its fields are put, it begins (and moves in the index, 2) and ends; batch
sent, slot taken, slot freed in a transaction with a check of the batch (4), ledger.
"""
UNITS_A_HAND_OVER_OF_A_CHUNK = 2
"""A tally is wanted, and sent."""
UNITS_A_CLOSE = 16
"""Started; close and event in a transaction, and a new place in the index (6); with the event's own
record the slot is freed once more (4); the delivery's claim and end, its verdict, and leaving the
index (2).
"""
UNITS_A_CLOSE_OF_A_HAND_OVER = 1
"""Its ledger entry is put once more, and refused."""
UNITS_A_LATE_LOOK = 5
"""Slot and ledger as at the end, each time that the stream is read again after the last document of
a hand-over has ended.
"""
UNITS_A_CLOSE_OF_A_CHUNK = 4
"""In a transaction with the batch."""
UNITS_A_RECEIVER = 3
"""The call is counted, the receiver registered in a transaction."""

UPLOADING = "submit: documents"


def document_targets(costs: Iterable[tuple[Costs, int]]) -> list[Target]:
    """What was aimed at for each batch and its number of hand-overs."""
    return [target for one, hand_overs in costs for target in _of_batch(one, hand_overs)]


def upload_units(costs: Costs) -> int:
    """Write units of all uploads; objects are apart."""
    return costs.units_by(UPLOADING)


def fixed_units(costs: Costs) -> int:
    """Write units besides uploads, items and folds: of batch, chunks and hand-overs."""
    in_all = costs.units(*FIXED, Term.INPUT, Term.UPLOAD)
    return in_all - upload_units(costs)


def uploads_at_most(costs: Costs) -> int:
    """Of a batch that is new."""
    return UNITS_AN_UPLOAD * costs.total + UNITS_A_FIRST_UPLOAD


def fixed_at_most(costs: Costs, hand_overs: int, late_looks: int = 0) -> int:
    """Of a batch with a receiver that closes once; each hand-over reaches every chunk."""
    a_chunk = UNITS_A_HAND_OVER_OF_A_CHUNK * hand_overs + UNITS_A_CLOSE_OF_A_CHUNK
    a_hand_over = UNITS_A_HAND_OVER + UNITS_A_CLOSE_OF_A_HAND_OVER
    once = UNITS_A_CLOSE + UNITS_A_RECEIVER + UNITS_A_LATE_LOOK * late_looks
    return once + a_hand_over * hand_overs + a_chunk * costs.chunks


def _of_batch(costs: Costs, hand_overs: int) -> list[Target]:
    path = costs.units(*ON_ITEM_PATH) / costs.total
    late_looks = costs.units(Term.FOLD) - hand_overs  # all had ended before the stream was read
    fixed = fixed_at_most(costs, hand_overs, late_looks)
    name = f"{costs.total} documents in {hand_overs}"
    return [
        Target(f"{name}: item path, a document", path, UNITS_A_DOCUMENT),
        Target(f"{name}: uploads", upload_units(costs), uploads_at_most(costs)),
        Target(f"{name}: batch and chunks", fixed_units(costs), fixed),
    ]
