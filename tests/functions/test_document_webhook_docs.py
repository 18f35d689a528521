"""Does what the documents show of webhooks about documents work?"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from batchbell.contracts.document_events import signed_headers
from batchbell.contracts.webhook_events import closing_event
from batchbell.domain.batch import Webhook
from batchbell.domain.standard_webhooks import secret_of
from batchbell.domain.webhook_answer import Unanswered
from batchbell.usecases.register_webhook import ROTATION_MS
from tests.unit.test_document_events import closed

DOCS = Path(__file__).parents[2] / "docs"
SAMPLE = (DOCS / "samples" / "verify_document_webhook.py").read_text(encoding="utf-8")
SECTION = (DOCS / "webhooks.md").read_text(encoding="utf-8").partition("\n## Documents\n")[2]
NOW_MS = 1_790_000_000_000
BODY = '{"name": "größe"}'.encode()
SECRET, OTHER = secret_of(b"s" * 24), secret_of(b"o" * 64)

IsGenuine = Callable[[str, dict[str, str], bytes], bool]


def blocks(language: str) -> list[str]:
    """The examples of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", SECTION, re.MULTILINE | re.DOTALL)


def test_the_webhook_that_is_shown_is_one() -> None:
    """W13."""
    (shown,) = map(json.loads, blocks("json"))
    sent = json.loads(closing_event(closed()).body)
    assert list(shown) == list(sent)
    assert list(shown["data"]) == list(sent["data"])


def test_the_headers_that_are_listed_are_those_of_the_webhook() -> None:
    listed = set(re.findall(r"^\| `([\w-]+)` \| ", SECTION, re.MULTILINE))
    sent = signed_headers("evt_1", Webhook("https://receiver.example/", SECRET), NOW_MS, BODY)
    assert listed == sent.keys() | {"User-Agent"}


def test_every_reason_of_a_test_is_listed() -> None:
    assert [reason for reason in Unanswered if f"`{reason}`" not in SECTION] == []


def test_how_long_a_replaced_secret_signs_along_is_told() -> None:
    assert f"for {ROTATION_MS // 3_600_000} hours the one before" in SECTION


def test_the_sample_that_is_shown_is_the_file() -> None:
    assert blocks("python") == [SAMPLE]


@pytest.fixture
def is_genuine(monkeypatch: pytest.MonkeyPatch) -> IsGenuine:
    """The sample's, at the time of the event."""
    names: dict[str, Any] = {}
    exec(compile(SAMPLE, "verify_document_webhook.py", "exec"), names)  # it is our own file
    monkeypatch.setattr("time.time", lambda: NOW_MS / 1000)
    told: IsGenuine = names["is_genuine"]
    return told


def headers(secret: str = SECRET, **changes: str) -> dict[str, str]:
    """Those of an attempt."""
    webhook = Webhook("https://receiver.example/", secret, OTHER, NOW_MS + 1)
    return signed_headers("evt_1", webhook, NOW_MS, BODY) | {
        name.replace("_", "-"): value for name, value in changes.items()
    }


@pytest.mark.parametrize("secret", [SECRET, OTHER], ids=["new", "replaced"])
def test_the_sample_tells_a_webhook(is_genuine: IsGenuine, secret: str) -> None:
    assert is_genuine(secret, headers(), BODY)


@pytest.mark.parametrize(
    ("secret", "sent", "body"),
    [
        (secret_of(b"x" * 24), headers(), BODY),
        (SECRET, headers(), BODY + b" "),
        (SECRET, headers(webhook_id="evt_2"), BODY),
        (SECRET, headers(webhook_timestamp=str(NOW_MS // 1000 + 1)), BODY),
        (SECRET, headers(webhook_timestamp=str(NOW_MS // 1000 - 301)), BODY),
        (SECRET, headers(webhook_timestamp="now"), BODY),
        (SECRET, headers(webhook_signature=""), BODY),
        (SECRET, headers(webhook_signature="v1,"), BODY),
        (SECRET, {}, BODY),
    ],
)
def test_the_sample_refuses_all_else(
    is_genuine: IsGenuine, secret: str, sent: dict[str, str], body: bytes
) -> None:
    assert not is_genuine(secret, sent, body)


@pytest.mark.parametrize(("seconds", "genuine"), [(300, True), (301, False), (-301, False)])
def test_the_sample_refuses_what_is_old(
    is_genuine: IsGenuine, monkeypatch: pytest.MonkeyPatch, seconds: int, genuine: bool
) -> None:
    monkeypatch.setattr("time.time", lambda: NOW_MS / 1000 + seconds)
    assert is_genuine(SECRET, headers(), BODY) is genuine
