"""Which few moves of a long piece are enough to break a guarantee?"""

from collections.abc import Sequence
from time import monotonic

from tests.simulation.moves import Move
from tests.simulation.piece import Piece
from tests.simulation.scenario import Scenario
from tests.simulation.violations import said_by


def shortest(
    scenario: Scenario, moves: Sequence[Move], guarantee: str, seconds: float = 20.0
) -> list[Move]:
    """A piece from which no move can be left out (or time was up) and that breaks the same.

    Leaves out ever smaller parts, as long as that helps (delta debugging).
    """
    until = monotonic() + seconds
    kept, part = list(moves), max(len(moves) // 2, 1)
    while part:
        shorter = _without_some(scenario, kept, part, guarantee, until)
        if shorter is None:
            part = 0 if part == 1 or monotonic() > until else part // 2
        else:
            kept = shorter
    return kept


def _without_some(
    scenario: Scenario, moves: list[Move], part: int, guarantee: str, until: float
) -> list[Move] | None:
    """The moves without as many parts of this size as can be left out; None: without none."""
    kept, start = moves, 0
    while start < len(kept) and monotonic() < until:
        tried = kept[:start] + kept[start + part :]
        if broken_by(scenario, tried) == guarantee:
            kept = tried
        else:
            start += part
    return kept if len(kept) < len(moves) else None


def broken_by(scenario: Scenario, moves: Sequence[Move]) -> str | None:
    """The guarantee that these moves break, or None."""
    try:
        Piece(scenario).play(moves)
    except Exception as broken:  # noqa: BLE001  # whatever it is, a shorter piece may show it too
        return kind_of(broken)
    return None


def kind_of(broken: Exception) -> str:
    """What is broken, without the numbers and names of this piece."""
    return "".join(letter for letter in said_by(broken).partition(":")[0] if not letter.isdigit())
