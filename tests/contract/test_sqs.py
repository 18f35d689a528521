"""Is a message that SQS did not take sent again, and no other?"""

import json
from typing import Any

import pytest

from batchbell.adapters.queues import Letter, Queue, SqsItemQueue
from batchbell.adapters.waits import TRIES
from batchbell.contracts.messages import DocumentMessageBody
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import ItemKey, documents_key
from batchbell.ports import ItemMessage
from tests.contract.clouds import Cloud
from tests.contract.samples import KEY
from tests.contract.scripted import Pauses, ScriptedClient, fault

LETTERS = [Letter("acme", str(number)) for number in range(12)]


def failed(*ids: str) -> dict[str, Any]:
    """An answer that did not take these."""
    return {"Failed": [{"Id": i, "Code": "ServiceUnavailable", "SenderFault": False} for i in ids]}


def bodies(call: dict[str, Any]) -> list[str]:
    """What a call sent."""
    return [entry["MessageBody"] for entry in call["Entries"]]


def test_what_was_not_taken_is_sent_again() -> None:
    client, pauses = ScriptedClient(failed("3", "7"), failed("7"), {}), Pauses()
    Queue(client, "q", pauses).send(LETTERS[:10])
    assert [bodies(call) for call in client.calls] == [
        [letter.body for letter in LETTERS[:10]],
        ["3", "7"],
        ["7"],
    ]
    assert pauses.taken[0] == 0 < pauses.taken[1]


def test_a_call_takes_ten() -> None:
    client = ScriptedClient({})
    Queue(client, "q", Pauses()).send(LETTERS)
    assert [len(call["Entries"]) for call in client.calls] == [10, 2]


def test_what_is_never_taken_is_unavailable() -> None:
    client = ScriptedClient(failed("0"))
    with pytest.raises(Unavailable):
        Queue(client, "q", Pauses()).send(LETTERS[:1])
    assert len(client.calls) == TRIES


def test_a_queue_that_does_not_answer_is_unavailable() -> None:
    client = ScriptedClient(fault("RequestThrottled", 403))
    with pytest.raises(Unavailable):
        Queue(client, "q", Pauses()).send(LETTERS)
    assert len(client.calls) == 1


def test_what_is_to_be_done_with_an_item_says_in_which_queue_it_waits(on_aws: Cloud) -> None:
    """Fairly there too: each message names its tenant as its group."""
    pages, documents = ScriptedClient({}), ScriptedClient({})
    alone = ScriptedClient({})
    queues = [Queue(client, "q", Pauses()) for client in (pages, alone, documents)]
    item = ItemKey(documents_key("acme", "march"), 0, 1)
    SqsItemQueue(*queues).send(
        [
            ItemMessage(ItemKey(KEY, 3, 4)),
            ItemMessage(ItemKey(KEY, 0, 0), alone=True),
            ItemMessage(item),
        ]
    )
    assert [len(client.calls) for client in (pages, alone, documents)] == [1, 1, 1]
    (entry,) = documents.calls[0]["Entries"]
    assert entry["MessageGroupId"] == "acme"
    assert DocumentMessageBody.parse(entry["MessageBody"]).message().item == item


def test_a_message_names_its_tenant_as_its_group(on_aws: Cloud) -> None:
    pages = Queue(on_aws.sqs, on_aws.page_queue)
    queue = SqsItemQueue(pages, pages, pages)
    queue.send([ItemMessage(ItemKey(KEY, 3, 4))])
    (message,) = on_aws.sqs.receive_message(
        QueueUrl=on_aws.page_queue, MessageSystemAttributeNames=["MessageGroupId"]
    )["Messages"]
    assert message["Attributes"]["MessageGroupId"] == "acme"
    assert json.loads(message["Body"]) == {
        "v": 1,
        "tenant": "acme",
        "batch": KEY.batch,
        "chunk": 3,
        "position": 4,
    }
