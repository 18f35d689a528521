"""What if somebody else changes a breaker between our read and our write?"""

from collections.abc import Callable

import pytest

from batchbell.adapters.deliveries import DeliveryRecords
from batchbell.adapters.table import Table, Updated
from batchbell.adapters.writes import Update
from tests.contract.clouds import AwsHouse, Cloud
from tests.contract.samples import NOW

PAUSE = 60_000
OVER = NOW + PAUSE
ADDRESS = ("acme", "example.org:443")


class Meddled(Table):
    """A table where somebody acts right before each of our updates."""

    def meddle(self, acts: list[Callable[[], object]]) -> None:
        """Who acts, one before each update."""
        self._acts = acts

    def update(self, update: Update) -> Updated:
        """Lets somebody act, then updates."""
        if self._acts:
            self._acts.pop(0)()
        return super().update(update)


@pytest.fixture
def ours(on_aws: Cloud) -> Meddled:
    """Our table; `aws_house` is somebody else on the same."""
    return Meddled(on_aws.dynamodb, on_aws.table_name("DeliveryTable"))


def report(house: AwsHouse, now: int, *outcomes: bool) -> None:
    """How somebody else's calls ended: True is a timeout."""
    for timed_out in outcomes:
        house.deliveries.report_dial(*ADDRESS, now, PAUSE, timed_out=timed_out)


def test_of_two_callers_after_a_pause_one_is_let_through(
    ours: Meddled, aws_house: AwsHouse
) -> None:
    report(aws_house, NOW, True, True, True)
    through: list[int | None] = []
    ours.meddle([lambda: through.append(aws_house.deliveries.may_dial(*ADDRESS, OVER, PAUSE))])
    assert DeliveryRecords(ours).may_dial(*ADDRESS, OVER, PAUSE) == OVER + PAUSE
    assert through == [None]


def test_an_answer_after_a_pause_lets_all_through(ours: Meddled, aws_house: AwsHouse) -> None:
    report(aws_house, NOW, True, True, True)
    ours.meddle([lambda: report(aws_house, OVER, False)])
    assert DeliveryRecords(ours).may_dial(*ADDRESS, OVER, PAUSE) is None
    assert aws_house.deliveries.may_dial(*ADDRESS, OVER, PAUSE) is None


def test_two_timeouts_at_once_are_two(ours: Meddled, aws_house: AwsHouse) -> None:
    report(aws_house, NOW, True)
    ours.meddle([lambda: report(aws_house, NOW, True)])
    DeliveryRecords(ours).report_dial(*ADDRESS, NOW, PAUSE, timed_out=True)
    assert aws_house.deliveries.may_dial(*ADDRESS, NOW, PAUSE) == NOW + PAUSE


def test_an_answer_ends_the_timeout_that_met_it(ours: Meddled, aws_house: AwsHouse) -> None:
    report(aws_house, NOW, True, True)
    ours.meddle([lambda: None, lambda: report(aws_house, NOW, False)])
    DeliveryRecords(ours).report_dial(*ADDRESS, NOW, PAUSE, timed_out=True)
    assert aws_house.deliveries.may_dial(*ADDRESS, NOW, PAUSE) is None
    report(aws_house, NOW, True, True)
    assert aws_house.deliveries.may_dial(*ADDRESS, NOW, PAUSE) is None
