"""Does a batch write what it may: two units an item, and little besides?

Counted by a hook on the SDK from the records as they stand before and after each write.
"""

import pytest

from tools.bench.batches import measure
from tools.bench.targets import UNITS_AN_ITEM_IN_ALL, fixed_at_most
from tools.bench.terms import FIXED, PROTOCOL, Costs, Term


@pytest.fixture(scope="module", params=[1, 100], ids=str)
def costs(request: pytest.FixtureRequest) -> Costs:
    """One batch's, for several tests."""
    return measure(request.param)


def test_an_item_is_one_claim_and_one_finish(costs: Costs) -> None:
    assert costs.units(Term.CLAIM) == costs.units(Term.FINISH) == costs.total


def test_a_small_result_is_one_unit(costs: Costs) -> None:
    assert costs.units(Term.RESULT) == costs.total


def test_the_fixed_part_is_small(costs: Costs) -> None:
    assert 0 < costs.units(*FIXED) <= fixed_at_most(costs)


def test_a_fold_is_for_many_items(costs: Costs) -> None:
    """The stream is handed over 100 records at a time, half of them claims."""
    assert costs.units(Term.FOLD) <= costs.total / 50 + 1 + costs.chunks


@pytest.mark.slow
def test_a_thousand_items_cost_little_more_than_two_units_each() -> None:
    """One test: it takes its time."""
    costs = measure(1_000)
    assert costs.units(Term.CLAIM) == costs.units(Term.FINISH) == 1_000
    assert costs.units(*FIXED) <= fixed_at_most(costs)
    assert costs.units(*PROTOCOL) / costs.total <= UNITS_AN_ITEM_IN_ALL
