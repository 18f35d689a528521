"""Do batches of documents keep every promise, whatever happens in whatever order?

Hundreds of schedules by chance: callers who upload, process, delete, register and read, functions
that die, records and messages that come late, twice or never.
"""

import random
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from batchbell.domain.errors import CallerError, Unavailable
from tests.flow.documents_reader import DocumentsReader
from tests.flow.office import (
    DATES,
    EVERYTHING,
    HOOK,
    OTHER_HOOK,
    TOTALS,
    Office,
    office,
    second,
)
from tests.flow.scene import watch
from tests.flow.settled import settled
from tests.memory.hooks import Killed
from tests.memory.records import Change

SCHEDULES, STEPS = 300, 40


@dataclass
class Storm:
    """Now and then a port call is not taken, not heard of, or the last of whoever makes it."""

    rng: random.Random
    strength: float
    calm: bool = False
    faults: int = 0

    def before(self, call_name: str) -> None:
        """In place of a call."""
        self._strike(call_name)

    def after(self, call_name: str) -> None:
        """When it has happened."""
        self._strike(call_name)

    def loses(self, change: Change) -> bool:
        """Whether nobody is told of a change."""
        return not self.calm and self.rng.random() < self.strength

    def _strike(self, call_name: str) -> None:
        if not self.calm and self.rng.random() < self.strength / 2:
            self.faults += 1
            raise self.rng.choice([Killed(call_name), Unavailable(call_name)])


@dataclass
class Callers:
    """Two batches of one tenant, and all that is done with them."""

    storm: Storm
    desks: list[Office]
    readers: list[DocumentsReader]
    letters: list[list[str]] = field(default_factory=lambda: [[], []])

    def act(self) -> None:
        """One thing that a caller does, or time, or the system."""
        rng, number = self.storm.rng, self.storm.rng.randrange(2)
        desk, pump = self.desks[number], self.desks[number].pump
        choice = rng.choices(
            (
                lambda: self._upload(number),
                lambda: desk.process(rng.choice([EVERYTHING, TOTALS, DATES])),
                lambda: desk.delete(self._one_of(number)),
                lambda: desk.register(rng.choice([HOOK, OTHER_HOOK])),
                desk.unregister,
                desk.delete_all,
                lambda: desk.send(self._one_of(number)),
                lambda: [pump.step() for _ in range(rng.randrange(1, 12))],
                lambda: pump.world.clock.advance(rng.choice([1_000, 100_000, 2_000_000])),
                pump.sweep_due,
            ),
            (8, 6, 3, 2, 1, 0.3, 2, 14, 3, 3),
        )[0]
        with suppress(CallerError, Killed, Unavailable):
            choice()

    def _one_of(self, number: int) -> str:
        """A document; the first if there is none yet."""
        if not self.letters[number]:
            self._upload(number)
        return self.storm.rng.choice(self.letters[number])

    def _upload(self, number: int) -> None:
        """Something new, or something again."""
        rng, letters = self.storm.rng, self.letters[number]
        letter = rng.choice("abx") + str(len(letters))
        if letters and rng.random() < 0.2:
            letter = rng.choice(letters)
        else:
            letters.append(letter)
        self.desks[number].upload(letter, link=rng.random() < 0.3)

    def read(self) -> None:
        """Everybody looks; nothing strikes meanwhile."""
        was, self.storm.calm = self.storm.calm, True
        for desk, reader in zip(self.desks, self.readers, strict=True):
            if desk.key in desk.pump.world.records.batches:
                reader.read()
        self.storm.calm = was


def callers(seed: int) -> Callers:
    """Of a tenant with one slot or two, with a budget or without."""
    rng = random.Random(seed)
    storm = Storm(rng, strength=rng.choice([0, 0.01, 0.05]))
    first = office()
    first.pump.rng, first.pump.times = rng, rng.choice([1, 1, 2])
    first.pump.lost = storm.loses
    first.pump.world.door.allowances.change(first.tenant, {"slots": rng.choice([1, 2])})
    if rng.random() < 0.5:
        first.pump.world.money.budgets.grant(first.tenant, rng.choice([3, 500]), None)
    desks = [first, second(first)]
    watch(first.pump, storm)
    return Callers(storm, desks, [DocumentsReader(desk) for desk in desks])


def play(seed: int) -> int:
    """One schedule. -> how often something struck."""
    all_of_them = callers(seed)
    for _ in range(STEPS):
        all_of_them.act()
        if all_of_them.storm.rng.random() < 0.5:
            all_of_them.read()
    all_of_them.storm.calm = True
    desks = [d for d in all_of_them.desks if d.key in d.pump.world.records.batches]
    if desks:
        all_of_them.read()
        desks[0].pump.run_and_sweep()
        all_of_them.read()
        settled(*desks)
        for desk in desks:
            closed = desk.batch.generation - desk.batch.open
            assert [event.generation for event in desk.events] == list(range(1, closed + 1))
    return all_of_them.storm.faults


@pytest.mark.parametrize("part", range(4))
def test_every_schedule_comes_to_its_end(part: int) -> None:
    faults = sum(play(seed) for seed in range(part, SCHEDULES, 4))
    assert faults > SCHEDULES / 4
