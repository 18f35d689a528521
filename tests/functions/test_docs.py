"""Does what the documents show work?

Examples are sent, and answers are held against docs/openapi.json.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from batchbell.contracts.extract_schema import schema_of_request
from batchbell.contracts.webhook_events import headers_for
from batchbell.domain import event as event_module
from batchbell.domain.batch import Webhook
from batchbell.domain.codes import ErrorCode
from batchbell.domain.event import BATCH_COMPLETED, Event
from batchbell.domain.job_kind import PAGE_JOBS
from batchbell.domain.signature import sign
from tests.functions.callers import Caller
from tests.functions.converting import Converter
from tests.functions.documented import (
    assert_documented,
    assert_webhook_documented,
    document,
)
from tests.functions.running import job_key
from tests.template.facts import default

DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "pages-api.md").read_text(encoding="utf-8")
WEBHOOKS = (DOCS / "webhooks.md").read_text(encoding="utf-8").partition("\n## Documents\n")[0]
"""Of pages; those of documents are in test_document_webhook_docs."""
ROOT = "/openapi/v1"
JOB = f"{ROOT}/batch/distill/{{id}}"
SHOWN = [
    (JOB, "get", 400),
    (f"{ROOT}/distill", "post", 200),
    (f"{ROOT}/extract", "post", 200),
    (f"{ROOT}/suggest_fields", "post", 200),
    (f"{ROOT}/async/extract", "post", 200),
    (f"{ROOT}/async/extract/{{id}}", "get", 200),
    (f"{ROOT}/batch/distill", "post", 200),
    (JOB, "get", 200),
    (JOB, "delete", 200),
]
"""Which answers docs/pages-api.md shows, in its order."""
NOW_MS = 1_790_000_000_000
BODY = '{"id": "batch_1", "metadata": {"name": "é"}}'.encode()


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _answers() -> list[dict[str, Any]]:
    blocks = [json.loads(block) for block in _blocks(PAGES, "json")]
    return [block for block in blocks if "success" in block]


def _schemas() -> list[dict[str, Any]]:
    blocks = [json.loads(block) for block in _blocks(PAGES, "json")]
    return [block for block in blocks if "success" not in block]


def _requests() -> list[tuple[str, str]]:
    """Route and body of every POST that is shown."""
    return re.findall(
        r'POST "\$BASE_URL/openapi/v1/(\S+)"(?:[^\']*?)-d \'(.*?)\'', PAGES, re.DOTALL
    )


def test_the_requests_that_are_shown_are_of_all_kinds() -> None:
    routes = ["distill", "extract", "suggest_fields", "async/extract", "batch/distill"]
    assert [route for route, _ in _requests()] == routes


@pytest.mark.parametrize(("route", "body"), _requests())
def test_a_request_that_is_shown_is_accepted(caller: Caller, route: str, body: str) -> None:
    """W13."""
    kinds = {kind.route: kind for kind in PAGE_JOBS}
    kind = kinds.get(route)
    answer = caller.of(kind).post(body, "order-17") if kind else Converter().call(route, body)
    assert answer.status == 200


@pytest.mark.parametrize(("place", "shown"), list(enumerate(SHOWN)))
def test_an_answer_that_is_shown_is_one(place: int, shown: tuple[str, str, int]) -> None:
    assert len(_answers()) == len(SHOWN)
    resource, method, status = shown
    assert_documented(resource, method, status, _answers()[place])


def test_the_schemas_that_are_shown_are_of_all_shapes() -> None:
    read = [
        (schema_of_request(schema).names, schema_of_request(schema).rows) for schema in _schemas()
    ]
    assert read == [(("price",), False), (("title", "link"), True), (("price", "seller"), False)]


def test_the_refusal_that_is_shown_is_given(caller: Caller) -> None:
    shown = _answers()[0]
    assert caller.submit("https://example.com/", timeout=1).body == shown


def test_the_webhook_that_is_shown_is_one(caller: Caller) -> None:
    """W13."""
    request, sent = (json.loads(block) for block in _blocks(WEBHOOKS, "json"))
    assert caller.submit("https://example.com/", webhook=request).status == 200
    assert_webhook_documented(sent)


def test_the_headers_that_are_listed_are_those_of_the_webhook() -> None:
    """W13: with those that the way out adds."""
    listed = set(re.findall(r"^\| `([\w-]+)` \| ", WEBHOOKS, re.MULTILINE))
    event = Event(job_key("batch_1"), 1, "evt_1", BATCH_COMPLETED, "{}")
    sent = headers_for(event, Webhook("https://receiver.example/", "s3cret"), NOW_MS, b"{}")
    assert listed == sent.keys() | {"User-Agent"}


def test_the_times_that_are_told_are_those_of_a_deployment() -> None:
    """W13: in words, so that a number that is changed in one place only is noticed."""
    text, waits = " ".join(WEBHOOKS.split()), default("WebhookRetrySeconds").split(",")
    spelt = [_spelt(int(wait)) for wait in waits]
    then = f"comes after {spelt[0]}, then {', '.join(spelt[1:-1])} and {spelt[-1]}"
    assert then in text
    assert f"2xx within {_spelt(default('WebhookTimeoutSeconds'))}" in text
    assert default("WebhookRetryAfterSeconds") == 3_600
    assert "honoured, up to an hour" in text
    assert default("BreakerSeconds") == 60
    assert "wait for a minute" in text
    assert len(waits) + 1 == 6
    assert "six attempts in 43 to 49 minutes" in text


def _spelt(seconds: int) -> str:
    return f"{seconds // 60} minutes" if seconds % 60 == 0 else f"{seconds} seconds"


def test_every_event_that_there_is_is_documented_and_no_other() -> None:
    """W3, W13: an event that is lost on the way through a rewrite is missed here."""
    names = ("BATCH_", "WEBHOOK_")
    types = {value for name, value in vars(event_module).items() if name.startswith(names)}
    of_documents = {f"documents/{event_type}" for event_type in types}
    assert document()["webhooks"].keys() == {BATCH_COMPLETED} | of_documents
    assert re.findall(r"`(\w+\.\w+)`, for every outcome", WEBHOOKS) == [BATCH_COMPLETED]


def test_every_code_is_explained() -> None:
    table = re.findall(r"^\| (\d+) \| (.*?) \|", PAGES.partition("## Error codes")[2], re.MULTILINE)
    explained = {code: int(status) for status, codes in table for code in re.findall(r"\w+", codes)}
    assert explained == {code.value: code.status for code in ErrorCode}


def test_every_field_of_a_request_is_explained_and_no_other() -> None:
    tables = PAGES.partition("## What is wanted of a page")[2].partition("| format |")[0]
    names = re.findall(r"^\| (`.*?`) \| ", tables, re.MULTILINE)
    explained = {name for cell in names for name in re.findall(r"`(\w+)`", cell)}
    schemas = document()["components"]["schemas"]
    verbs = ("Distill", "DistillBatch", "Extract", "ExtractBatch", "Suggest")
    requests = [schemas[f"{verb}Request"] for verb in verbs]
    assert explained == {name for schema in requests for name in schema["properties"]}


def test_every_operation_is_listed_and_no_other() -> None:
    table = PAGES.partition("| method, path |")[2].partition("\n\n")[0]
    listed = set(re.findall(r"`([A-Z]+) (/[^`]*)`", table))
    known = {
        (method.upper(), path.removeprefix(ROOT))
        for path, methods in document()["paths"].items()
        if path.startswith(f"{ROOT}/")
        for method in methods
    }
    assert listed == known


def test_the_times_and_numbers_that_are_told_are_those_of_the_deployment() -> None:
    text = " ".join(PAGES.split())
    assert f"answered within {default('ConvertSeconds')} (the" in text
    assert f"1 to {default('MaxBatchUrls')} URLs" in text
    assert f"A tenant has {default('TenantSlots')} slots" in text
    assert f"({default('RetentionDays')} days, the deployment's" in text


@pytest.mark.parametrize("text", [PAGES, WEBHOOKS], ids=["pages-api", "webhooks"])
def test_every_link_leads_somewhere(text: str) -> None:
    targets = [target for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in target]
    assert targets
    assert [target for target in targets if not (DOCS / target).exists()] == []


def test_every_link_within_the_document_leads_somewhere() -> None:
    headings = {
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", PAGES, re.MULTILINE)
    }
    anchors = set(re.findall(r"\]\(#([^)]+)\)", PAGES))
    assert anchors
    assert anchors <= headings


@pytest.mark.parametrize(
    ("language", "file"), [("python", "verify_webhook.py"), ("js", "verify_webhook.mjs")]
)
def test_a_sample_that_is_shown_is_the_file(language: str, file: str) -> None:
    assert _blocks(WEBHOOKS, language) == [(DOCS / "samples" / file).read_text(encoding="utf-8")]


def _signed(**changes: str) -> dict[str, str]:
    return {
        "x-webhook-timestamp": str(NOW_MS),
        "x-webhook-signature": sign("hüsh", NOW_MS, BODY),
        **changes,
    }


CASES: list[tuple[str, dict[str, str], bytes, bool]] = [
    ("hüsh", _signed(), BODY, True),
    ("other", _signed(), BODY, False),
    ("hüsh", _signed(), BODY + b" ", False),
    ("hüsh", _signed(**{"x-webhook-timestamp": str(NOW_MS + 1)}), BODY, False),
    ("hüsh", _signed(**{"x-webhook-timestamp": "now"}), BODY, False),
    ("hüsh", _signed(**{"x-webhook-signature": "sha256="}), BODY, False),
    ("hüsh", _signed(**{"x-webhook-signature": ""}), BODY, False),
    ("hüsh", {}, BODY, False),
]


@pytest.fixture
def python_sample(monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """`is_genuine`, at the time of the event."""
    names: dict[str, Any] = {}
    source = (DOCS / "samples" / "verify_webhook.py").read_text(encoding="utf-8")
    exec(compile(source, "verify_webhook.py", "exec"), names)  # it is our own file
    monkeypatch.setattr(names["time"], "time", lambda: NOW_MS / 1000)
    is_genuine: Callable[..., bool] = names["is_genuine"]
    return is_genuine


@pytest.mark.parametrize(("secret", "headers", "body", "genuine"), CASES, ids=count())
def test_the_python_sample_tells_a_webhook(
    python_sample: Callable[..., bool],
    secret: str,
    headers: dict[str, str],
    body: bytes,
    genuine: bool,
) -> None:
    assert python_sample(secret, headers, body) is genuine


@pytest.mark.parametrize(("seconds", "genuine"), [(300, True), (301, False), (-301, False)])
def test_the_python_sample_refuses_what_is_old(
    python_sample: Callable[..., bool],
    monkeypatch: pytest.MonkeyPatch,
    seconds: int,
    genuine: bool,
) -> None:
    monkeypatch.setattr("time.time", lambda: NOW_MS / 1000 + seconds)
    assert python_sample("hüsh", _signed(), BODY) is genuine


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js here")
def test_the_javascript_sample_tells_a_webhook() -> None:
    cases = [[secret, headers, body.decode(), genuine] for secret, headers, body, genuine in CASES]
    script = f"""
        import {{ isGenuine }} from {json.dumps((DOCS / "samples/verify_webhook.mjs").as_uri())};
        Date.now = () => {NOW_MS};
        const told = {json.dumps(cases)}.map(([s, h, b]) => isGenuine(s, h, Buffer.from(b)));
        console.log(JSON.stringify(told));
    """
    run = subprocess.run(
        ["node", "--input-type=module", "--eval", script],
        capture_output=True,
        check=True,
        text=True,
        timeout=20,
    )
    assert json.loads(run.stdout) == [genuine for *_, genuine in CASES]
