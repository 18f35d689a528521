"""Does every queue port keep its promises?"""

import pytest

from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.ports import ItemMessage, WebhookMessage
from tests.contract.houses import House
from tests.contract.samples import KEY

OTHER = BatchKey("other", "pages:a#b/c \x00 \x7f ü🙂 \ufffe")


@pytest.mark.parametrize("number", [0, 1, 10, 11, 21])
def test_every_page_message_is_sent(house: House, number: int) -> None:
    messages = [ItemMessage(ItemKey(KEY, 77, position)) for position in range(number)]
    house.pages.send(messages)
    assert sorted(house.sent_pages(), key=lambda message: message.item) == messages


@pytest.mark.parametrize("number", [0, 1, 10, 11])
def test_every_webhook_message_is_sent(house: House, number: int) -> None:
    messages = [WebhookMessage(KEY, generation) for generation in range(1, number + 1)]
    house.webhooks.send(messages)
    assert sorted(house.sent_webhooks(), key=lambda message: message.generation) == messages


def test_messages_of_several_tenants_are_sent_together(house: House) -> None:
    """D11, S11: also of one whose name holds what SQS would refuse."""
    messages = [ItemMessage(ItemKey(key, 0, 1)) for key in (KEY, OTHER)]
    house.pages.send(messages)
    assert sorted(house.sent_pages(), key=lambda message: message.item) == messages


def test_the_same_message_may_be_sent_twice(house: House) -> None:
    message = WebhookMessage(KEY, 1)
    house.webhooks.send([message, message])
    assert house.sent_webhooks() == [message, message]
