"""What is played with documents? Drawn from a seed, as the pieces about pages are."""

import random
from dataclasses import replace

from batchbell.domain.job_kind import JobKind
from tests.simulation.documents.outside import BESIDE, DocumentKind
from tests.simulation.scenario import Scenario

_WEIGHTS = (12, 2, 1, 1, 2, 1)
"""Of the kinds of documents, in their order."""


def about_documents(anything: Scenario, rng: random.Random) -> Scenario:
    """The same, about a batch of documents."""
    number = rng.choice([1, 1, 2, 2, 3, 4])
    documents = tuple(rng.choices(list(DocumentKind), _WEIGHTS, k=number))
    granted = rng.choice([0, 1, 2]) if anything.budget and rng.random() < 0.25 else 1_000
    piece = replace(
        anything,
        kind=JobKind.DOCUMENTS,
        pages=(),
        documents=documents,
        granted=granted,
        calls=_calls(rng, number),
        specials=max(anything.specials, 0.12),
    )
    piece = _lives(piece, rng) if rng.random() < 0.65 else piece
    return _beside(piece, random.Random(f"beside {piece.seed}"))


def _beside(piece: Scenario, rng: random.Random) -> Scenario:
    """One of three has a second batch, which needs the slot that the first holds."""
    if rng.random() < 2 / 3:
        return piece
    number = rng.choice([1, 1, 2])
    story = list(piece.story)
    for call in _stage_beside(rng, number) if story else ():
        story.insert(rng.randint(0, len(story)), call)
    calls = {"upload": number, "upload anew": rng.randint(0, 1), "process": rng.randint(1, 2)}
    calls |= {"read": 1, "register": 1, rng.choice(["delete", "delete document"]): 1}
    return replace(
        piece,
        story=tuple(story),
        beside=tuple(rng.choices(list(DocumentKind), _WEIGHTS, k=number)),
        calls={**piece.calls, **{BESIDE + name: times for name, times in calls.items() if times}},
        neighbours=piece.neighbours if rng.random() < 0.3 else (),
    )


def _stage_beside(rng: random.Random, number: int) -> list[tuple[str, int]]:
    calls = ["upload", "process", *["upload"] * (number - 1), *["process"] * rng.randint(0, 1)]
    return [(BESIDE + call, rng.randrange(3)) for call in [*calls, *["send"] * number]]


def _lives(piece: Scenario, rng: random.Random) -> Scenario:
    """The same, whose batch is opened again and again, and whose clients take their time."""
    number = piece.items
    story = [call for stage in range(rng.randint(1, 3)) for call in _stage(rng, number, stage)]
    if rng.random() < 0.25:
        story.append((rng.choice(["delete", "delete", "purge"]), 0))
    reads = {"read": rng.choice([1, 3]), "read results": rng.choice([1, 3])}
    any_time = rng.choice(["register", "delete document", "process", "upload", "delete"])
    return replace(
        piece,
        story=tuple(story),
        hurry=rng.choice([0.0, 0.02, 0.1]),
        patience=rng.choice([0.1, 0.5, 0.9]),
        neighbours=piece.neighbours if rng.random() < 0.3 else (),
        calls={**reads, any_time: rng.randint(0, 1)},
        specials=rng.choice([0.05, 0.12]),
        moves=500,
    )


def _stage(rng: random.Random, number: int, stage: int) -> list[tuple[str, int]]:
    """Some uploads, and what is done with them."""
    calls = [("upload" if stage == 0 else "upload anew", stage)]
    calls += [("upload", rng.randrange(number))] * rng.randint(0, 1)
    calls += [("register", rng.randrange(12))] * rng.randint(0, 1)
    calls += [("process", rng.randrange(3))] * rng.choice([0, 1, 1, 1, 1, 1, 1, 2])
    calls += [("send", one) for one in range(number)]
    calls += [("delete document", rng.randrange(number))] * rng.choice([0, 0, 0, 1])
    again = rng.randrange(12)
    return calls + [("register", again)] * rng.choice([0, 1, 2])


def _calls(rng: random.Random, number: int) -> dict[str, int]:
    calls = {
        "upload": number + rng.choice([0, 1, 3]),
        "upload anew": rng.choice([0, 0, 1, 2]),
        "send": rng.choice([0, 2]),
        "process": rng.choice([1, 2, 3, 5]),
        "delete document": rng.choice([0, 0, 1, 2]),
        "delete": rng.choice([0, 0, 0, 1, 2]),
        "purge": rng.choice([0, 0, 0, 0, 1]),
        "register": rng.choice([0, 1, 2, 4, 6]),
        "unregister": rng.choice([0, 0, 1]),
        "read": rng.choice([1, 2, 4]),
        "read results": rng.choice([1, 2, 4]),
        "read document": rng.choice([0, 1, 2]),
    }
    return {name: times for name, times in calls.items() if times}
