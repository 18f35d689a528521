"""Does every `Budgets` port neither lose nor make a credit?"""

from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from batchbell.domain.batch import Batch
from batchbell.domain.budget import (
    Budget,
    batch_reservation,
)
from batchbell.domain.identifiers import BatchKey, call_name
from tests.contract.houses import House
from tests.contract.samples import NOW, batch

_tenants = count(1)
_STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("create"), st.integers(0, 3), st.integers(0, 40)),
        st.tuples(st.just("reserve"), st.integers(0, 3), st.integers(0, 40)),
        st.tuples(st.just("end_batch"), st.integers(0, 3), st.integers(0, 50)),
        st.tuples(st.just("end_call"), st.integers(0, 3), st.integers(0, 50)),
        st.tuples(st.just("grant"), st.just(0), st.integers(-20, 60)),
    ),
    max_size=25,
)


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(_STEPS)
def test_no_credit_is_lost_or_made(house: House, steps: list[tuple[str, int, int]]) -> None:
    """Any order of reserving and giving back, each also repeated."""
    play = _Play(house, f"t{next(_tenants)}")
    for step, number, amount in steps:
        getattr(play, step)(number, amount)
        play.holds()


class _Play:
    """A tenant of its own, and what must have been charged so far."""

    def __init__(self, house: House, tenant: str) -> None:
        self._house, self._tenant = house, tenant
        self._granted, self._charged = 50, 0
        assert house.budgets.grant(tenant, 50, None)

    def grant(self, _: int, credits: int) -> None:
        assert self._house.budgets.grant(self._tenant, credits, self._read())
        self._granted += credits

    def create(self, number: int, credits: int) -> None:
        self._house.budgets.create_reserved(self._batch(number).evolve(reserved=credits))

    def reserve(self, number: int, credits: int) -> None:
        self._house.budgets.reserve(self._tenant, self._call(number), credits)

    def end_batch(self, number: int, used: int) -> None:
        self._end(batch_reservation(self._batch(number).key, 1), used)

    def end_call(self, number: int, used: int) -> None:
        self._end(self._call(number), used)

    def holds(self) -> None:
        found = self._read()
        assert found.granted == self._granted
        assert found.available + found.reserved + self._charged == self._granted

    def _end(self, name: str, used: int) -> None:
        reserved = self._read().reservations.get(name)
        for _ in range(2):
            if self._house.budgets.give_back(self._tenant, name, reserved or 0, used):
                self._charged += used

    def _batch(self, number: int) -> Batch:
        return batch(key=BatchKey(self._tenant, f"pages:batch_{number}"))

    def _call(self, number: int) -> str:
        return call_name(str(number), NOW)

    def _read(self) -> Budget:
        found = self._house.budgets.read(self._tenant)
        assert found is not None
        return found
