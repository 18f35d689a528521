"""Is a message read as it was written, and told from what is none?"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.adapters.row_keys import chunk_partition, result_partition
from batchbell.contracts.messages import (
    DocumentMessageBody,
    ItemMessageBody,
    MessageUnreadable,
    WebhookMessageBody,
)
from batchbell.domain.identifiers import CHUNK_SIZE, BatchKey, ItemKey, documents_key, pages_key
from batchbell.ports import ItemMessage, WebhookMessage

Name = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=240)
Key = st.builds(BatchKey, Name, Name)
PagesKey = st.builds(pages_key, Name, Name)
PAGE = {"v": 1, "tenant": "acme", "batch": "pages:x", "chunk": 0, "position": 127}
WEBHOOK = {"v": 1, "tenant": "acme", "batch": "pages:x", "generation": 1}


@given(st.builds(ItemKey, PagesKey, st.integers(0, 10**6), st.integers(0, CHUNK_SIZE - 1)))
def test_a_page_message_comes_back(item: ItemKey) -> None:
    """D11: in ASCII, whatever the names hold."""
    text = ItemMessageBody.of(ItemMessage(item)).text()
    assert text.isascii()
    assert ItemMessageBody.parse(text).message() == ItemMessage(item)


@given(
    st.builds(
        ItemKey,
        st.builds(documents_key, Name, Name),
        st.integers(0, 10**6),
        st.integers(0, CHUNK_SIZE - 1),
    )
)
def test_a_message_of_a_document_comes_back_where_documents_are_worked_on(item: ItemKey) -> None:
    """Whoever sends it does not mind which kind it is."""
    text = ItemMessageBody.of(ItemMessage(item)).text()
    assert DocumentMessageBody.parse(text).message() == ItemMessage(item)


@pytest.mark.parametrize("batch", ["pages:x", "x", "doc:x", ""])
def test_what_is_about_no_document_is_unreadable_there(batch: str) -> None:
    with pytest.raises(MessageUnreadable):
        DocumentMessageBody.parse(json.dumps({**PAGE, "batch": batch}))


@given(Key, st.integers(1, 10**6))
def test_a_webhook_message_comes_back(key: BatchKey, generation: int) -> None:
    message = WebhookMessage(key, generation)
    assert WebhookMessageBody.parse(WebhookMessageBody.of(message).text()).message() == message


def test_their_texts_stay_the_same_from_release_to_release() -> None:
    """W7: what is sent is a name, never a payload that would fill a queue."""
    key = BatchKey("acme", "pages:x\u6f22")
    page, webhook = ItemMessage(ItemKey(key, 0, 127)), WebhookMessage(key, 1)
    start = r'{"v": 1, "tenant": "acme", "batch": "pages:x\u6f22", '
    assert ItemMessageBody.of(page).text() == start + '"chunk": 0, "position": 127}'
    assert WebhookMessageBody.of(webhook).text() == start + '"generation": 1}'


def test_the_version_may_be_left_out() -> None:
    body = json.dumps({name: value for name, value in WEBHOOK.items() if name != "v"})
    assert WebhookMessageBody.parse(body).message().generation == 1


def test_a_field_of_a_later_release_is_passed_over() -> None:
    assert ItemMessageBody.parse(json.dumps({**PAGE, "hint": 1})).message().item.position == 127


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "null",
        "{}",
        *(json.dumps({k: v for k, v in PAGE.items() if k != gone}) for gone in PAGE if gone != "v"),
        json.dumps({**PAGE, "v": 2}),
        json.dumps({**PAGE, "v": True}),
        json.dumps({**PAGE, "v": 1.0}),
        json.dumps({**PAGE, "v": None}),
        json.dumps({**PAGE, "position": CHUNK_SIZE}),
        json.dumps({**PAGE, "position": -1}),
        json.dumps({**PAGE, "position": 10**30}),
        json.dumps({**PAGE, "position": "1"}),
        json.dumps({**PAGE, "position": True}),
        json.dumps({**PAGE, "position": 1.0}),
        json.dumps({**PAGE, "chunk": -1}),
        json.dumps({**PAGE, "chunk": 2**63}),
        json.dumps({**PAGE, "tenant": 1}),
        json.dumps(PAGE) + "}",
        "[" * 100_000,
        "1" * 10_000,
        json.dumps({**PAGE, "tenant": ""}),
        json.dumps({**PAGE, "tenant": "t" * 1_001}),
        json.dumps({**PAGE, "batch": "pages:\ud800"}),
        json.dumps({**PAGE, "batch": "pages:" + "漢" * 332}),
        json.dumps({**PAGE, "batch": "docs:x"}),
        json.dumps({**PAGE, "batch": "x"}),
    ],
    ids=lambda text: text[:100],
)
def test_what_is_no_page_message_is_unreadable(text: str) -> None:
    with pytest.raises(MessageUnreadable):
        ItemMessageBody.parse(text)


def test_what_a_key_can_hold_is_no_stranger() -> None:
    """One message too long for the table would otherwise end the work on all beside it."""
    longest = {**PAGE, "tenant": "t" * 1_000, "batch": "pages:" + "漢" * 331, "chunk": 2**63 - 2}
    item = ItemMessageBody.parse(json.dumps(longest)).message().item
    assert len(chunk_partition(item.batch, item.chunk).encode()) <= 2_048
    assert len(result_partition(item.batch, item.chunk).encode()) <= 2_048


@pytest.mark.parametrize("generation", [0, "1", None, 1.5, 1.0, True])
def test_what_is_no_webhook_message_is_unreadable(generation: object) -> None:
    with pytest.raises(MessageUnreadable):
        WebhookMessageBody.parse(json.dumps({**WEBHOOK, "generation": generation}))


def test_the_error_says_which_field_and_not_what_it_held() -> None:
    with pytest.raises(MessageUnreadable) as caught:
        ItemMessageBody.parse(json.dumps({**PAGE, "position": "secret"}))
    assert "position" in str(caught.value)
    assert "secret" not in str(caught.value)
