"""Is a receiver told of each finish of a batch of documents, once?"""

import time

from local.documents import Documents
from local.papers import FIELDS, invoice
from local.receiver import Receiver
from local.stack import LocalStack
from tests.e2e.document_batches import assert_proved, new_name, said

REOPENED = 3


def test_every_reopening_gives_one_event_more(
    stack: LocalStack, documents: Documents, receiver: Receiver
) -> None:
    """W17."""
    name = new_name()
    documents.upload(invoice("0"), "0.pdf", name)
    secret = documents.register(name, receiver.url())
    for number in range(1, REOPENED + 2):
        documents.process(name, *FIELDS)
        batch = documents.all_done(name)
        assert (batch["generation"], batch["total"]) == (number, number)
        if number <= REOPENED:
            documents.upload(invoice(str(number)), f"{number}.pdf", name)
            again = documents.batch(name).data
            assert (again["all_done"], again["completed_at"]) == (False, None)
    events = [said(one, secret) for one in receiver.wait(count=REOPENED + 1)]
    told = [(event["data"]["generation"], event["data"]["succeeded"]) for event in events]
    assert sorted(told) == [(n, n) for n in range(1, REOPENED + 2)]
    assert {event["type"] for event in events} == {"batch.completed"}
    assert len({one.headers["webhook-id"] for one in receiver.received}) == REOPENED + 1
    assert_proved(stack, name)


def test_whoever_registers_late_is_told_at_once_and_only_once(
    documents: Documents, receiver: Receiver
) -> None:
    name = new_name()
    documents.upload(invoice("early"), "early.pdf", name)
    documents.process(name)
    done = documents.all_done(name)
    secret = documents.register(name, receiver.url())
    (received,) = receiver.wait()
    assert said(received, secret)["data"]["completed_at"] == done["completed_at"]
    again = {"url": receiver.url(), "secret": secret}
    assert documents.call("PUT", f"/batches/{name}/webhook", again).status == 200
    time.sleep(2)
    assert len(receiver.received) == 1
    told = documents.call("GET", f"/batches/{name}/webhook").data
    assert told["last_event"]["state"] == "delivered"
    assert "secret" not in told


def test_a_receiver_can_be_tried_out(documents: Documents, receiver: Receiver) -> None:
    name = new_name()
    documents.upload(invoice("trial"), "trial.pdf", name)
    path = f"/batches/{name}/webhook"
    assert documents.call("POST", f"{path}/test").status == 409
    secret = documents.register(name, receiver.url())
    tried = documents.call("POST", f"{path}/test").data
    assert (tried["delivered"], tried["response_status"]) == (True, 204)
    (received,) = receiver.wait()
    assert said(received, secret)["type"] == "webhook.test"
    assert documents.call("DELETE", path).status == 200
    assert documents.call("POST", f"{path}/test").status == 409


def test_a_canceled_batch_says_so(documents: Documents, receiver: Receiver) -> None:
    name = new_name()
    documents.upload(invoice("never"), "never.pdf", name)
    secret = documents.register(name, receiver.url())
    documents.call("DELETE", f"/batches/{name}")
    (received,) = receiver.wait()
    told = said(received, secret)
    assert (told["type"], told["data"]["status"]) == ("batch.canceled", "canceled")
