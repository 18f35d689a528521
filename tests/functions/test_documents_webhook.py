"""How is a batch of documents given a receiver?"""

import base64
import json
from typing import Any

import pytest

from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from tests.functions.document_callers import Answer, DocumentCaller
from tests.functions.documented import assert_webhook_documented
from tests.functions.event_files import load

HOOK = "https://hooks.example.com/documents"
INVALID = (400, "invalid_request")


def secret_of(size: int) -> str:
    return "whsec_" + base64.b64encode(b"\xfb" * size).decode()


def registered(caller: DocumentCaller, name: str = "a", **body: Any) -> Answer:
    return caller.call("PUT", f"/batches/{name}/webhook", {"url": HOOK, **body})


def hook(caller: DocumentCaller, name: str = "a") -> Any:
    return caller.call("GET", f"/batches/{name}/webhook").body


@pytest.fixture
def caller() -> DocumentCaller:
    """Somebody with a document in the batch `a`."""
    made = DocumentCaller()
    made.upload(batch_name="a")
    return made


def test_a_made_secret_is_shown_once(caller: DocumentCaller) -> None:
    answer = registered(caller)
    assert (answer.status, answer.body["url"], answer.body["batch_name"]) == (200, HOOK, "a")
    prefix, _, secret = answer.body["secret"].partition("_")
    assert prefix == "whsec"
    assert len(base64.b64decode(secret, validate=True)) == 32
    assert hook(caller) == {"batch_name": "a", "url": HOOK}


def test_made_secrets_differ(caller: DocumentCaller) -> None:
    assert registered(caller).body["secret"] != registered(caller).body["secret"]


@pytest.mark.parametrize("size", [24, 25, 32, 64])
def test_a_given_secret_is_kept(caller: DocumentCaller, size: int) -> None:
    given = secret_of(size)
    assert registered(caller, secret=given).body["secret"] == given
    assert registered(caller, secret=given).body["secret"] == given


@pytest.mark.parametrize(
    "secret",
    [
        "",
        "hush",
        secret_of(23),
        secret_of(65),
        secret_of(32).removeprefix("whsec_"),
        secret_of(32).replace("whsec_", "WHSEC_"),
        secret_of(32) + "\n",
        secret_of(33).replace("+", "-").replace("/", "_"),
        secret_of(32).rstrip("="),
        "whsec_" + "é" * 44,
        "whsec_" + "a" * 100,
        7,
        ["whsec_"],
    ],
)
def test_a_wrong_secret_is_refused(caller: DocumentCaller, secret: Any) -> None:
    answer = registered(caller, secret=secret)
    assert (answer.code, set(answer.details)) == (INVALID, {"secret"})
    assert hook(caller)["url"] is None


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hooks.example.com",
        "ftp://hooks.example.com/",
        "https://",
        "https://hooks.example.com/a b",
        "https://hooks.example.com:0/",
        "https://hooks.example.com/" + "a" * 2_048,
        "https://\ud800.example/",
        None,
        7,
    ],
)
def test_a_wrong_url_is_refused(caller: DocumentCaller, url: Any) -> None:
    answer = registered(caller, url=url)
    assert (answer.code, set(answer.details)) == (INVALID, {"url"})


@pytest.mark.parametrize("body", [None, "", "[]", "{"])
def test_a_registration_without_a_body_is_refused(caller: DocumentCaller, body: Any) -> None:
    assert caller.call("PUT", "/batches/a/webhook", body).code == INVALID


def test_the_event_in_the_file_is_a_registration() -> None:
    caller = DocumentCaller()
    caller.send(load("submit/document"))
    assert caller.send(load("submit/document_webhook")).body["url"] == HOOK


def test_the_receiver_is_told_and_that_is_answered(caller: DocumentCaller) -> None:
    registered(caller)
    caller.process("a")
    caller.pump.run()
    event = hook(caller)["last_event"]
    assert (event["type"], event["generation"], event["state"]) == (
        "batch.completed",
        1,
        "delivered",
    )


def test_a_late_registration_is_told_at_once(caller: DocumentCaller) -> None:
    caller.process("a")
    caller.pump.run()
    assert hook(caller)["last_event"]["state"] == "no_receiver"
    registered(caller)
    assert hook(caller)["last_event"]["state"] == "owed"


def test_unregistered_once_and_again(caller: DocumentCaller) -> None:
    registered(caller)
    first, again = (caller.call("DELETE", "/batches/a/webhook") for _ in range(2))
    assert first.status == again.status == 200
    assert first.body == again.body == hook(caller) == {"batch_name": "a", "url": None}


def tried(caller: DocumentCaller) -> Answer:
    return caller.call("POST", "/batches/a/webhook/test")


def test_a_receiver_is_tried_out(caller: DocumentCaller) -> None:
    registered(caller)
    caller.pump.poster.script.set(HOOK, WebhookAnswer(204))
    answer = tried(caller)
    assert answer.status == 200
    assert answer.body.pop("webhook_id").startswith("evt_")
    assert answer.body == {"delivered": True, "response_status": 204}


def test_a_receiver_that_refuses_is_a_good_answer(caller: DocumentCaller) -> None:
    registered(caller)
    caller.pump.poster.script.set(HOOK, WebhookAnswer(500))
    assert tried(caller).body["delivered"] is False
    caller.pump.poster.script.set(HOOK, WebhookUnanswered(Unanswered.TLS))
    answer = tried(caller).body
    assert (answer["delivered"], answer["reason"]) == (False, "tls")
    assert "response_status" not in answer


def test_without_a_receiver_there_is_nothing_to_try(caller: DocumentCaller) -> None:
    assert tried(caller).code == (409, "conflict")


def test_the_event_in_the_file_tries_a_receiver() -> None:
    caller = DocumentCaller()
    caller.send(load("submit/document"))
    caller.send(load("submit/document_webhook"))
    assert caller.send(load("convert/webhook_test")).body["delivered"] is True


def test_what_is_sent_is_as_documented(caller: DocumentCaller) -> None:
    registered(caller)
    tried(caller)
    caller.process("a")
    caller.pump.run()
    caller.upload(batch_name="b")
    registered(caller, "b")
    caller.call("DELETE", "/batches/b")
    caller.pump.run()
    sent = [json.loads(post.body) for post in caller.pump.poster.posted]
    assert [one["type"] for one in sent] == ["webhook.test", "batch.completed", "batch.canceled"]
    for one in sent:
        assert_webhook_documented(one, f"documents/{one['type']}")
