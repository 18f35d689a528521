"""Which piece does a seed play?"""

import random
from dataclasses import replace

from batchbell.domain.identifiers import CHUNK_SIZE
from batchbell.domain.job_kind import JobKind
from tests.simulation.documents.scenario import about_documents
from tests.simulation.neighbours import Neighbour
from tests.simulation.outside import PageKind, Reply
from tests.simulation.scenario import FAULTS, Scenario, template_limits

REPLIES = (Reply.ERROR, Reply.LOST, Reply.UNREACHABLE, Reply.GONE)


def scenario_of(seed: int) -> Scenario:
    """The piece of a seed. Half are of any kind, of these every fourth about a job of one URL and
    every fourth about documents; a quarter each are made for races of workers, and of calls, which
    few of any kind come to.
    """
    rng = random.Random(f"scenario {seed}")
    anything = replace(_anything(seed, rng), neighbours=_neighbours(seed), budget=seed % 3 != 0)
    if seed % 8 == 0:
        return _alone(seed, anything)
    if seed % 8 == 4:
        return about_documents(anything, random.Random(f"documents {seed}"))
    if seed % 4 == 2:
        return _calls_race(anything, rng)
    return _workers_race(anything, rng) if seed % 4 == 3 else anything


def _alone(seed: int, anything: Scenario) -> Scenario:
    """A job of one URL, which nobody can cancel or erase."""
    return replace(
        anything,
        kind=(JobKind.ASYNC_DISTILL, JobKind.ASYNC_EXTRACT)[seed // 8 % 2],
        pages=anything.pages[:1],
        calls={name: anything.calls[name] for name in ("read", "submit")},
    )


def _workers_race(anything: Scenario, rng: random.Random) -> Scenario:
    """Workers that outlive their leases, on the same items."""
    return replace(
        anything,
        pages=anything.pages[:2],
        faults={"repeat": 3, "sweep": 3, "unheard": rng.randint(0, 1)},
        calls={"read": 2, "cancel": rng.randint(0, 1)},
        zombies=True,
        specials=0.15,
        begins=0.5,
        bursts=0.8,
        waits=0.15,
    )


def _calls_race(anything: Scenario, rng: random.Random) -> Scenario:
    """Cancels and readers, standing between any two of their calls while others go on for long."""
    return replace(
        anything,
        pages=anything.pages[:2],
        faults={"repeat": rng.randint(0, 2), "sweep": rng.randint(0, 2)},
        calls={"read": 4, "cancel": 2},
        specials=0.3,
        begins=0.4,
        bursts=rng.choice([0.7, 0.9]),
        waits=0.02,
    )


def _anything(seed: int, rng: random.Random) -> Scenario:
    """Most are small: what is small is played in more ways."""
    items = rng.choice([1, 1, 2, 2, 3, 3, 4, 4, 5, 7])
    limits = template_limits()
    retry = replace(limits.page_retry, max_attempts=rng.choice([1, 2, 3, 3]))
    return Scenario(
        seed=str(seed),
        pages=tuple(rng.choices(list(PageKind), [6, 2, 1, 1], k=items)),
        chunk_size=rng.choice([1, 2, 2, 3, CHUNK_SIZE]),
        limits=replace(limits, page_retry=retry, large_batch=rng.choice([1, 5_000, 5_000])),
        webhook=rng.random() < 0.9,
        faults=_faults(rng),
        calls=_calls(rng),
        replies=tuple(rng.choices(REPLIES, [6, 3, 3, 1], k=rng.choice([0, 0, 0, 1, 2, 7]))),
        skews=rng.choice([(0,), (-2_000, 0, 2_000)]),
        zombies=rng.random() < 0.35,
        max_receives=rng.choice([3, 100, 100]),
        most_actors=rng.choice([2, 3, 4, 6]),
        moves=rng.choice([60, 150, 300, 500]),
        specials=rng.choice([0.05, 0.12, 0.35]),
        begins=rng.choice([0.1, 0.25, 0.6]),
        bursts=rng.choice([0.0, 0.6, 0.9]),
        waits=rng.choice([0.02, 0.05, 0.15]),
    )


def _neighbours(seed: int) -> tuple[Neighbour, ...]:
    rng = random.Random(f"neighbours {seed}")
    return rng.choice([(), (), (Neighbour.GHOST,), (Neighbour.RIVAL,), tuple(Neighbour)])


def _faults(rng: random.Random) -> dict[str, int]:
    """A few kinds, several times each: together all of them would drown each other."""
    if rng.random() < 0.1:
        return {}
    kinds = rng.sample(FAULTS, rng.randint(1, 5))
    return {kind: rng.randint(1, 3) for kind in kinds}


def _calls(rng: random.Random) -> dict[str, int]:
    return {
        "read": rng.choice([2, 4, 8]),
        "read page": rng.choice([0, 2, 4]),
        "cancel": rng.choice([0, 0, 1, 1, 2]),
        "purge": rng.choice([0, 0, 0, 1]),
        "submit": rng.choice([0, 1]),
    }
