"""Does an item cost two write units, and a fold one?"""

from dataclasses import replace
from typing import Any

import pytest

from batchbell.adapters.row_keys import item_row_key, tally_row_key
from batchbell.adapters.writes import RowKey
from batchbell.domain.codes import ErrorCode
from batchbell.domain.identifiers import CHUNK_SIZE, BatchKey, ItemKey
from batchbell.domain.item import Ending, ItemError, ItemState, ResultRef
from batchbell.domain.tally import Counts, Dispatch, Phase, Summary, Tally
from tests.contract.clouds import AwsHouse, Cloud
from tests.contract.samples import LEASE, NOW
from tests.contract.sizes import record_bytes

WRITE_UNIT = 1_024
LONG_KEY = BatchKey("t" * 64, "pages:batch_" + "f" * 32)
LAST_ITEM = ItemKey(LONG_KEY, 999_999, CHUNK_SIZE - 1)
LONGEST_CODE = max(ErrorCode, key=len)


class Calls:
    """The operations that a client was asked for."""

    def __init__(self, client: Any) -> None:
        self.names: list[str] = []
        self._client = client

    def __enter__(self) -> "Calls":
        self._client.meta.events.register("provide-client-params.dynamodb", self._take)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.meta.events.unregister("provide-client-params.dynamodb", self._take)

    def _take(self, model: Any, **_: Any) -> None:
        if model.name != "CreateTable":
            self.names.append(model.name)


def size(on: Cloud, key: RowKey) -> int:
    """Bytes of a record of the batch table."""
    return record_bytes(on.row(key.pk, key.sk))


ENDINGS = [
    Ending(
        state=ItemState.FAILED,
        at=NOW,
        credits=99_999,
        error=ItemError(LONGEST_CODE, message),
        result=ResultRef(999_999, 999, 999_999_999),
    )
    for message in ("x" * 2_000, "ü" * 2_000, "🙂" * 2_000)
]


@pytest.mark.parametrize("ending", ENDINGS, ids=["ascii", "two bytes", "four bytes"])
def test_an_item_costs_a_claim_and_a_finish(
    on_aws: Cloud, aws_house: AwsHouse, ending: Ending
) -> None:
    with Calls(on_aws.dynamodb) as calls:
        claim = aws_house.items.claim(LAST_ITEM, NOW, NOW + LEASE, 3)
        claimed = size(on_aws, item_row_key(LAST_ITEM))
        assert claim.item is not None
        assert aws_house.items.finish(claim.item, ending)
        finished = size(on_aws, item_row_key(LAST_ITEM))
    assert [name for name in calls.names if name != "GetItem"] == ["UpdateItem", "UpdateItem"]
    assert claimed < WRITE_UNIT / 2
    assert finished < WRITE_UNIT


def test_a_refused_claim_is_one_call(on_aws: Cloud, aws_house: AwsHouse) -> None:
    first = aws_house.items.claim(LAST_ITEM, NOW, NOW + LEASE, 3)
    with Calls(on_aws.dynamodb) as calls:
        refused = aws_house.items.claim(LAST_ITEM, NOW, NOW + LEASE, 3)
    assert calls.names == ["UpdateItem"]
    assert refused.item == first.item


def test_a_fold_is_one_call(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.tallies.put(
        LONG_KEY, Tally(chunk=0, expected=3, dispatch=Dispatch(Phase.SENT, 1, NOW))
    )
    with Calls(on_aws.dynamodb) as calls:
        aws_house.tallies.fold(LONG_KEY, 0, {0: ItemState.FAILED, 1: ItemState.SUCCEEDED}, 1)
    assert calls.names == ["UpdateItem"]


@pytest.mark.parametrize("doubled", [frozenset(), frozenset(range(64))], ids=["exact", "doubled"])
def test_a_full_tally_costs_one_write_unit(
    on_aws: Cloud, aws_house: AwsHouse, doubled: frozenset[int]
) -> None:
    """`doubled`: positions that two generations reported differently."""
    every = frozenset(range(CHUNK_SIZE))
    full = Tally(
        chunk=999_999,
        expected=CHUNK_SIZE,
        generation=999_999,
        dispatch=Dispatch(Phase.WANTED, 999_999, NOW),
        succeeded=every - frozenset({1, 2}),
        failed=frozenset({1}) | doubled,
        canceled=frozenset({2}),
        summary=Summary(
            Counts(succeeded=126, failed=1, canceled=1, credits=9_999_999), NOW + 1, NOW + 2
        ),
    )
    aws_house.tallies.put(LONG_KEY, replace(full, summary=None))
    aws_house.rewrite_tally(LONG_KEY, full)
    assert size(on_aws, tally_row_key(LONG_KEY, 999_999)) < WRITE_UNIT


def test_a_healthy_address_costs_reads_only(on_aws: Cloud, aws_house: AwsHouse) -> None:
    with Calls(on_aws.dynamodb) as calls:
        assert aws_house.deliveries.may_dial("acme", "example.org:443", NOW, 60_000) is None
        aws_house.deliveries.report_dial("acme", "example.org:443", NOW, 60_000, timed_out=False)
    assert calls.names == ["GetItem", "GetItem"]
