"""Is what the model forgets really nothing?

States that differ only in what was forgotten are explored once: a mistake here would hide others.
"""

from collections.abc import Iterator

import pytest

from tests.model import actions
from tests.model.actions import Rules
from tests.model.configuration import Configuration
from tests.model.configurations import CANCEL, PURGE
from tests.model.machine import Ended, Machine, Place
from tests.model.setting import Budget, Setting
from tests.model.spent import is_spent
from tests.model.world import Trigger, World

SIDE_BY_SIDE = Configuration(
    setting=Setting(), calls=frozenset({CANCEL}), whole=frozenset({"webhook", "tally", "batch"})
)
ONE_AT_A_TIME = Configuration(
    setting=Setting(purges=True),
    calls=frozenset({CANCEL, PURGE}),
    budget=Budget(crashes=1),
    parallel=1,
)


class Unforgetting(Machine):
    """Every history is a place of its own."""

    def _play(self, *arguments: object) -> Place | Ended:
        self._places.clear()
        return super()._play(*arguments)  # type: ignore[arg-type]  # as they came


def test_two_histories_that_are_one_place_lead_to_the_same_records() -> None:
    forgetting, remembering = Rules(SIDE_BY_SIDE), Rules(SIDE_BY_SIDE)
    remembering.machine = Unforgetting(SIDE_BY_SIDE.setting)
    few, many = list(reached(forgetting)), list(reached(remembering))
    assert len(few) < len(many)
    assert {records(w) for w in few} == {records(w) for w in many}


def test_a_spent_trigger_changes_nothing_and_stays_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "forget", lambda w: None)
    rules, dropped = Rules(ONE_AT_A_TIME), 0
    for w in reached(rules):
        spent = [trigger for trigger in w.pending if is_spent(w, trigger)]
        dropped += len(spent)
        for trigger in spent:
            assert records(ran(rules, w, trigger)) == records(w)
        for action in rules.possible(w):
            after, _ = rules.apply(w, action)
            assert all(is_spent(after, trigger) for trigger in spent)
    assert dropped


def reached(rules: Rules) -> Iterator[World]:
    """Every state, once."""
    start = rules.configuration.start()
    seen, frontier = {start.key()}, [start]
    while frontier:
        w = frontier.pop()
        yield w
        for action in rules.possible(w):
            new, _ = rules.apply(w, action)
            if new.key() not in seen:
                seen.add(new.key())
                frontier.append(new)


def ran(rules: Rules, w: World, trigger: Trigger) -> World:
    """After the trigger's function has run alone."""
    new = w.copy()
    new.pending, new.processes = w.pending - {trigger}, w.processes[:0]
    rules.begin(new, trigger)
    while new.processes:
        rules.step(new, 0)
    return new


def records(w: World) -> tuple[object, ...]:
    """All that lasts."""
    return (w.record, w.tallies, w.rows, w.events, w.spec, w.results)
