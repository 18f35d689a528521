"""Does what was erased stay erased, though somebody stores something late?"""

import pytest

from batchbell.domain.event import Verdict
from batchbell.usecases.cancel import cancel
from batchbell.usecases.purge import purge
from batchbell.usecases.sweep import Repair
from tests.memory.submissions import KIND, submission
from tests.usecases.desk import KEY, Before, Desk, closed_desk
from tests.usecases.notifier import Notifier
from tests.usecases.sweeper import Sweeper
from tests.usecases.worker import new_worker


def delivered(desk: Desk) -> Desk:
    """The same desk, nothing owed."""
    desk.world.events.record_verdict(desk.event, Verdict.DELIVERED)
    return desk


def a_lease_later(desk: Desk) -> Sweeper:
    """The sweeper, that has been there at once and after a lease."""
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert desk.batch.next_look is not None, "nobody looks again"
    desk.world.clock.advance(desk.batch.next_look - desk.world.clock())
    sweeper.sweep()
    return sweeper


def test_an_interrupted_erasure_is_finished_at_the_next_sweep() -> None:
    desk = delivered(closed_desk())
    item = desk.item()
    assert item
    desk.world.results.put(item, {"markdown": "text"}, 0)
    desk.world.batches.mark_purged(KEY, desk.world.clock())
    sweeper = Sweeper(desk)
    sweeper.sweep()
    assert sweeper.repairs == [(Repair.ERASED, 1)]
    assert not desk.world.results.stored


def test_a_result_stored_late_is_erased_too() -> None:
    """Canceled and erased while the page was being fetched."""
    worker = new_worker()
    desk = worker.desk

    def erase_all() -> None:
        cancel(desk.world.store, KEY, KIND)
        purge(desk.world.store, KEY, KIND)

    desk.world.watch(Before("results.put", erase_all))
    worker.work(0)
    assert desk.world.results.stored
    sweeper = a_lease_later(delivered(desk))
    assert sweeper.repairs == [(Repair.ERASED, 1)]
    assert not desk.world.results.stored


def test_a_notifier_that_comes_after_the_lease_leaves_the_last_erasure_to_the_sweeper() -> None:
    worker = new_worker()
    desk = worker.desk
    sweeper = Sweeper(desk)

    def erase_all() -> None:
        cancel(desk.world.store, KEY, KIND)
        purge(desk.world.store, KEY, KIND)
        sweeper.sweep()

    desk.world.watch(Before("results.put", erase_all))
    worker.work(0)
    desk.world.clock.advance(desk.world.store.limits.lease_ms)
    Notifier(desk).notify()
    sweeper.sweep()
    assert not desk.world.results.stored
    assert desk.batch.next_look is None


def test_a_lease_that_ends_while_the_sweeper_erases_counts_at_its_next_look() -> None:
    desk = delivered(closed_desk())
    purge(desk.world.store, KEY, KIND)
    lease_ms = desk.world.store.limits.lease_ms
    desk.world.watch(Before("specs.erase", lambda: desk.world.clock.advance(lease_ms)))
    Sweeper(desk).sweep()
    assert desk.batch.next_look is not None


def test_an_input_list_stored_late_is_erased_too() -> None:
    """A submission that came twice stores its list when its twin's job is gone already."""
    desk = delivered(closed_desk())
    purge(desk.world.store, KEY, KIND)
    late = submission()
    desk.world.specs.put(KEY, late.fingerprint, late.spec.as_body(), 0)
    a_lease_later(desk)
    assert not desk.world.specs.stored


@pytest.mark.parametrize("verdict", [Verdict.OWED, Verdict.DELIVERED])
def test_then_nobody_needs_to_look_any_more(verdict: Verdict) -> None:
    """Unless its event is owed."""
    desk = closed_desk()
    if verdict is not Verdict.OWED:
        delivered(desk)
    purge(desk.world.store, KEY, KIND)
    a_lease_later(desk)
    assert (desk.batch.next_look is None) == (verdict is not Verdict.OWED)


def test_a_late_result_erases_nothing_that_is_kept() -> None:
    worker = new_worker()
    store = worker.desk.world.store
    worker.desk.world.watch(Before("results.put", lambda: cancel(store, KEY, KIND)))
    worker.work(0)
    assert worker.desk.world.specs.stored
