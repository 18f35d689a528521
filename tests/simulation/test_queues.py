"""Do the simulated queues keep the promises of their ports, and the rules of SQS?"""

import pytest

from batchbell.contracts.messages import ItemMessageBody, WebhookMessageBody
from batchbell.domain.identifiers import BatchKey, ItemKey, pages_key
from batchbell.ports import ItemMessage, WebhookMessage
from tests.memory.clock import VirtualClock
from tests.memory.hooks import Hook, Unwatched
from tests.simulation.queues import Serves, SimulatedItemQueue, SimulatedWebhookQueue

KEY = pages_key("acme", "batch_1")
ODD = BatchKey("other", "pages:a#b/c \x00 \x7f ü🙂 \ufffe")
VISIBILITY_MS = 60_000


def unwatched() -> Hook:
    return Unwatched()


def page_queue(clock: VirtualClock | None = None, max_receives: int = 3) -> SimulatedItemQueue:
    return SimulatedItemQueue(unwatched, clock or VirtualClock(), VISIBILITY_MS, max_receives)


def message(position: int = 0, key: BatchKey = KEY) -> ItemMessage:
    return ItemMessage(ItemKey(key, 0, position))


@pytest.mark.parametrize("number", [0, 1, 10, 21])
def test_every_page_message_is_sent(number: int) -> None:
    queue, sent = page_queue(), [message(position) for position in range(number)]
    queue.send(sent)
    bodies = [record["body"] for record in queue.receive(100)]
    assert [ItemMessageBody.parse(body).message() for body in bodies] == sent


@pytest.mark.parametrize("alone", [False, True])
def test_nobody_comes_to_what_is_in_the_other_queue(alone: bool) -> None:
    queue = SimulatedItemQueue(
        unwatched, VirtualClock(), VISIBILITY_MS, 3, Serves.ALONE if alone else Serves.BATCHES
    )
    queue.send([ItemMessage(ItemKey(KEY, 0, place), alone=bool(place)) for place in (0, 1)])
    (record,) = queue.receive(10)
    assert ItemMessageBody.parse(record["body"]).message().item.position == int(alone)


def test_every_webhook_message_is_sent_and_the_same_twice() -> None:
    queue = SimulatedWebhookQueue(unwatched, VirtualClock(), VISIBILITY_MS, 3)
    queue.send([WebhookMessage(ODD, 1), WebhookMessage(ODD, 1)])
    bodies = [record["body"] for record in queue.receive(10)]
    assert [WebhookMessageBody.parse(body).message() for body in bodies] == [
        WebhookMessage(ODD, 1)
    ] * 2


def test_what_was_received_comes_again_after_its_time() -> None:
    clock = VirtualClock()
    queue = page_queue(clock)
    queue.send([message()])
    queue.receive(10)
    clock.advance(VISIBILITY_MS - 1)
    assert queue.receive(10) == []
    clock.advance(1)
    assert len(queue.receive(10)) == 1


def test_what_was_done_is_deleted_and_what_failed_is_kept() -> None:
    clock = VirtualClock()
    queue = page_queue(clock)
    queue.send([message(0), message(1)])
    first, second = queue.receive(10)
    queue.settle([first, second], {"batchItemFailures": [{"itemIdentifier": second["messageId"]}]})
    clock.advance(VISIBILITY_MS)
    assert [record["messageId"] for record in queue.receive(10)] == [second["messageId"]]


def test_an_old_receipt_handle_deletes_and_hides_nothing() -> None:
    clock = VirtualClock()
    queue = page_queue(clock)
    queue.send([message()])
    old = queue.receive(10)
    clock.advance(VISIBILITY_MS)
    queue.receive(10)
    queue.postpone(old[0]["receiptHandle"], 3_600)
    queue.settle(old, {"batchItemFailures": []})
    clock.advance(VISIBILITY_MS)
    assert len(queue.receive(10)) == 1


def test_a_message_is_hidden_for_as_long_as_it_is_told() -> None:
    clock = VirtualClock()
    queue = page_queue(clock)
    queue.send([message()])
    queue.postpone(queue.receive(10)[0]["receiptHandle"], 7)
    clock.advance(6_999)
    assert queue.receive(10) == []
    clock.advance(1)
    assert len(queue.receive(10)) == 1


def test_what_is_received_too_often_is_a_dead_letter() -> None:
    clock = VirtualClock()
    queue = page_queue(clock, max_receives=2)
    queue.send([message()])
    for _ in range(2):
        assert len(queue.receive(10)) == 1
        clock.advance(VISIBILITY_MS)
    assert queue.receive(10) == []
    assert len(queue.dead) == 1
    assert not queue.letters
