"""Does a batch of documents write what it may: three units a document, and what is fixed?

Counted by a hook on the SDK from the records as they stand before and after each write.
"""

import pytest

from tools.bench.document_targets import (
    UNITS_A_DOCUMENT,
    UPLOADING,
    fixed_at_most,
    fixed_units,
    upload_units,
    uploads_at_most,
)
from tools.bench.documents import measure_documents
from tools.bench.terms import ON_ITEM_PATH, Costs, Term

Measured = tuple[Costs, int]


@pytest.fixture(scope="module", params=[(1, 1), (20, 1), (20, 2)], ids=str)
def measured(request: pytest.FixtureRequest) -> Measured:
    """A batch of so many documents, in so many hand-overs, for several tests."""
    return measure_documents(*request.param), request.param[1]


def test_a_document_is_queued_claimed_and_ended_once(measured: Measured) -> None:
    costs, _ = measured
    assert {costs.units(term) for term in ON_ITEM_PATH} == {costs.total}
    assert costs.units(*ON_ITEM_PATH) == UNITS_A_DOCUMENT * costs.total


def test_a_small_result_is_one_unit(measured: Measured) -> None:
    costs, _ = measured
    assert costs.units(Term.RESULT) == costs.total


def test_an_upload_is_one_transaction_and_one_object(measured: Measured) -> None:
    costs, _ = measured
    assert 0 < upload_units(costs) <= uploads_at_most(costs)
    assert costs.calls[UPLOADING, "dynamodb:TransactWriteItems"] == costs.total
    assert costs.calls[UPLOADING, "s3:PutObject"] == costs.total


def test_the_fixed_part_is_small(measured: Measured) -> None:
    costs, hand_overs = measured
    assert 0 < fixed_units(costs) <= fixed_at_most(costs, hand_overs)


def test_a_fold_is_for_many_documents(measured: Measured) -> None:
    """The stream is read when all documents of a hand-over are done."""
    costs, hand_overs = measured
    assert 0 < costs.units(Term.FOLD) <= hand_overs


def test_documents_that_end_one_by_one_cost_a_fold_each_and_nothing_else_more() -> None:
    costs = measure_documents(5, at_once=1)
    assert costs.units(Term.FOLD) == 5
    assert fixed_units(costs) <= fixed_at_most(costs, 1)
