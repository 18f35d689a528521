"""How are many seeds played on all processors, and how is one that fails told?"""

import logging
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.pool import Pool

from batchbell.runtime.observability import logger
from tests.simulation.moves import Move
from tests.simulation.piece import Piece, perform
from tests.simulation.scenario import Scenario
from tests.simulation.scenarios import scenario_of
from tests.simulation.shrink import kind_of, shortest
from tests.simulation.trace import Trace
from tests.simulation.violations import Violation, said_by


@dataclass(frozen=True, slots=True)
class Found:
    """What one seed came to. `guarantee`: the one that it breaks; None: none."""

    seed: int
    guarantee: str | None
    moves: tuple[Move, ...]
    closed_after: int | None


@contextmanager
def quiet() -> Iterator[None]:
    """The functions log nothing: a simulation makes thousands of invocations."""
    level = logger().log_level
    logger().setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger().setLevel(level)


def try_seed(seed: int) -> Found:
    """Play a seed's piece."""
    piece = Piece(scenario_of(seed))
    try:
        perform(piece)
    except Exception as broken:  # noqa: BLE001  # whatever it is: it is told with its seed
        return Found(seed, said_by(broken), tuple(piece.played), None)
    return Found(seed, None, (), piece.closed_after)


def try_seeds(seeds: Iterable[int], processes: int) -> Iterator[Found]:
    """Play many, side by side, in order."""
    with side_by_side(processes) as pool:
        yield from pool.imap(_quietly, seeds, chunksize=4)


def side_by_side(processes: int) -> Pool:
    """Processes that know all that this one has loaded."""
    return multiprocessing.get_context("fork").Pool(processes)


def _quietly(seed: int) -> Found:
    with quiet():
        return try_seed(seed)


def told(found: Found, scenario: Scenario, tell: Callable[[str], None]) -> None:
    """A minimal trace of what breaks, line by line."""
    guarantee = kind_of(Violation(found.guarantee or ""))
    moves = shortest(scenario, found.moves, guarantee)
    trace = Trace()
    tell(f"seed {found.seed}: {found.guarantee}")
    tell(f"{scenario}")
    tell(f"the shortest of its pieces that breaks the same has {len(moves)} moves:")
    try:
        Piece(scenario, trace).play(moves)
    except Exception as broken:  # noqa: BLE001  # it is told, whatever it is
        trace.lines.append(f"BROKEN: {broken!r}")
    for line in trace.lines:
        tell("  " + line)
