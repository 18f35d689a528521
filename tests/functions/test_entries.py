"""Does each function run as Lambda runs it, and what does it tell about itself?"""

import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed, SettingsInvalid
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.runtime import observability, wiring, wiring_queues, wiring_sweep, wiring_work
from batchbell.runtime.observability import MetricName, count, logger
from batchbell.runtime.settings import Settings
from batchbell.usecases.notify import Notifying
from batchbell.usecases.sweep import Sweeping
from functions.aggregator import app as aggregator
from functions.cancel import app as cancel
from functions.dispatcher import app as dispatcher
from functions.notifier import app as notifier
from functions.page_worker import app as page_worker
from functions.status import app as status
from functions.submit import app as submit
from functions.sweeper import app as sweeper
from tests.functions.callers import SETTINGS, Caller
from tests.functions.event_files import load
from tests.functions.lambda_context import LambdaContext
from tests.functions.running import finish, job_key, messages_of, page_work, work_on
from tests.functions.sent import MemoryPostponer
from tests.memory.web import ScriptedPoster

JOB = "batch_11f74a28e58697e64e3b6dbd774a07f1"
ONE, TWO = "https://example.com/one", "https://example.com/two"
HOOK = "https://hooks.example.com/batchbell"
BUILT = [
    *(function._routes for function in (submit, status, cancel)),
    *(function._store for function in (page_worker, notifier)),
    wiring_work.page_store,
]
"""What functions keep from one invocation to the next."""

Told = Callable[[], list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def deployed(monkeypatch: pytest.MonkeyPatch, caller: Caller) -> Iterator[None]:
    """The functions find ports in memory where AWS would be, as at a first invocation."""
    monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", "batchbell")
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Batchbell")
    world = caller.world
    sweeping = Sweeping(
        pages=world.pages,
        webhooks=world.webhooks,
        deliveries=world.deliveries,
        desk=world.desk,
        repaired=wiring_sweep._repaired,
    )
    ports: dict[tuple[ModuleType, str], object] = {
        (wiring, "settings"): Settings(SETTINGS),
        (wiring, "store"): world.store,
        (wiring, "door"): world.door,
        (wiring_queues, "item_queue"): world.pages,
        (wiring_queues, "webhook_queue"): world.webhooks,
        (wiring_queues, "webhook_postponer"): MemoryPostponer(),
        (wiring_sweep, "sweeping"): sweeping,
    }
    for (module, name), port in ports.items():
        monkeypatch.setattr(module, name, cache(lambda port=port: port))
    postponer = MemoryPostponer()
    monkeypatch.setattr(wiring_queues, "page_postponer", lambda _arn: postponer)
    _forget()
    yield
    _forget()


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """The metrics that were written since the last look, each an object of CloudWatch's format."""
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def submitted(caller: Caller) -> Caller:
    """The job in the event files, and the messages of its pages sent."""
    caller.send(load("submit/batch"))
    messages_of(caller.world, JOB)
    return caller


def _forget() -> None:
    for builder in (*BUILT, observability.metrics):
        builder.cache_clear()


def _run(function: Any, event: str) -> Any:
    return function.lambda_handler(load(event), LambdaContext())


def _counted(emitted: list[dict[str, Any]]) -> dict[str, float]:
    """The sum of each metric, once it has turned out to be where the alarms look for it."""
    (blob,) = emitted
    (directive,) = blob["_aws"]["CloudWatchMetrics"]
    assert directive["Namespace"] == "Batchbell"
    assert directive["Dimensions"] == [["service"]]
    assert blob["service"] == "batchbell"
    names = [metric["Name"] for metric in directive["Metrics"]]
    assert set(names) <= {name.value for name in MetricName}
    return {name: sum(blob[name]) for name in names}


def test_the_api_from_the_first_request_to_the_last(caller: Caller, told: Told) -> None:
    answers = [_run(submit, "submit/batch"), _run(status, "status/batch")]
    finish(caller.world, JOB)
    answers += [
        _run(status, "status/row"),
        _run(cancel, "cancel/batch"),
        _run(cancel, "cancel/purge"),
        _run(status, "status/batch_page"),
    ]
    assert [answer["statusCode"] for answer in answers] == [200, 200, 200, 409, 200, 410]
    assert told() == [], "an API function has no metrics, and says nothing of that"


def test_pages_are_counted(submitted: Caller, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """Q1: and copies of a message that did no harm."""
    gone = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")
    monkeypatch.setattr(wiring_work, "page_work", lambda _: page_work({TWO: gone}))
    assert _run(page_worker, "page_worker/pages") == {"batchItemFailures": []}
    assert _counted(told()) == {"PagesSucceeded": 1, "PagesFailed": 1}
    _run(page_worker, "page_worker/pages")
    assert _counted(told()) == {"DuplicatesAbsorbed": 2}


def test_a_canceled_page_is_neither_a_success_nor_a_duplicate(
    submitted: Caller, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring_work, "page_work", lambda _: page_work())
    submitted.delete(JOB)
    assert _run(page_worker, "page_worker/pages") == {"batchItemFailures": []}
    assert told() == []


def test_a_page_that_is_tried_again_is_not_counted_yet(
    submitted: Caller, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = PageFailed(ErrorCode.SCRAPE_SITE_ERROR, "The site is down.", retryable=True)
    monkeypatch.setattr(wiring_work, "page_work", lambda _: page_work({ONE: down, TWO: down}))
    assert len(_run(page_worker, "page_worker/pages")["batchItemFailures"]) == 2
    assert told() == []


def test_pages_of_a_job_that_failed_as_a_whole_are_counted(
    submitted: Caller, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring_work, "page_work", lambda _: page_work())
    submitted.world.specs.stored.clear()
    _run(page_worker, "page_worker/pages")
    assert _counted(told()) == {"PagesFailed": 2}


def test_a_page_whose_last_attempt_died_is_counted(
    submitted: Caller, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring_work, "page_work", lambda _: page_work())
    world, limits = submitted.world, submitted.world.store.limits
    for _ in range(limits.page_retry.max_attempts):
        for message in messages_of(world, JOB):
            now = world.clock()
            assert world.items.claim(message.item, now, now + limits.lease_ms, 3).mine
        world.clock.advance(limits.lease_ms + 1)
    _run(page_worker, "page_worker/pages")
    assert _counted(told()) == {"PagesFailed": 2}


def test_the_worker_knows_how_long_it_may_run(
    submitted: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Q9."""
    asked: list[Callable[[], int]] = []

    def work(remaining_ms: Callable[[], int]) -> Any:
        asked.append(remaining_ms)
        return page_work()

    monkeypatch.setattr(wiring_work, "page_work", work)
    page_worker.lambda_handler(load("page_worker/pages"), LambdaContext(remaining_ms=12_345))
    assert [remaining_ms() for remaining_ms in asked] == [12_345]


@pytest.mark.parametrize(
    ("answer", "attempts", "counted"),
    [
        (WebhookAnswer(204), 1, {"WebhooksDelivered": 1}),
        (WebhookUnanswered(Unanswered.REFUSED), 6, {"WebhooksExhausted": 1}),
    ],
)
def test_webhooks_are_counted(
    submitted: Caller,
    told: Told,
    monkeypatch: pytest.MonkeyPatch,
    answer: WebhookAnswer | WebhookUnanswered,
    attempts: int,
    counted: dict[str, float],
) -> None:
    poster = ScriptedPoster(WebhookAnswer(200))
    poster.script.set(HOOK, answer)
    delivery = Notifying(deliveries=submitted.world.deliveries, poster=poster, jitter=lambda: 0.0)
    monkeypatch.setattr(wiring_work, "delivery", lambda: delivery)
    finish(submitted.world, JOB)
    for _ in range(attempts):
        assert told() == []
        _run(notifier, "notifier/webhook")
        submitted.world.clock.advance(3_600_000)
    assert _counted(told()) == counted


def test_the_stream_is_followed_to_the_close(submitted: Caller, told: Told) -> None:
    _run(dispatcher, "dispatcher/batch_wanted")
    _run(dispatcher, "dispatcher/tally_wanted")
    _run(dispatcher, "dispatcher/fence_raised")
    work_on(submitted.world, messages_of(submitted.world, JOB))
    _run(aggregator, "aggregator/items_ended")
    _run(aggregator, "aggregator/event_owed")
    assert not submitted.world.records.batches[job_key(JOB)].open
    assert len(submitted.world.webhooks.take()) == 1
    assert told() == []


def test_repairs_are_counted(caller: Caller, told: Told) -> None:
    caller.send(load("submit/batch"))
    caller.world.clock.advance(caller.world.store.limits.lease_ms)
    _run(sweeper, "sweeper/every_minute")
    assert _counted(told()) == {"SweeperRepairs": 3, "OldestOpenBatchSeconds": 180}


def test_metrics_are_written_even_when_the_function_fails(
    caller: Caller, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        count(MetricName.SWEEPER_REPAIRS)
        raise ZeroDivisionError

    monkeypatch.setattr(sweeper, "handle", fail)
    with pytest.raises(ZeroDivisionError):
        _run(sweeper, "sweeper/every_minute")
    assert _counted(told()) == {"SweeperRepairs": 1}


def test_a_line_names_its_invocation_and_nothing_of_the_last(
    caller: Caller, log: io.StringIO
) -> None:
    _run(submit, "submit/batch")
    finish(caller.world, JOB)
    _run(aggregator, "aggregator/event_owed")
    first, *_, last = [json.loads(line) for line in log.getvalue().splitlines()]
    assert (first["message"], first["tenant"], first["status"]) == ("request answered", "acme", 200)
    assert first["request"] == load("submit/batch")["requestContext"]["requestId"]
    assert first["function_request_id"] == LambdaContext().aws_request_id
    assert last["message"] == "changes reported"
    assert "tenant" not in last


def test_every_invocation_writes_a_line(submitted: Caller, log: io.StringIO) -> None:
    for function, event in (
        (dispatcher, "dispatcher/batch_wanted"),
        (aggregator, "aggregator/items_ended"),
        (sweeper, "sweeper/every_minute"),
        (status, "status/batch"),
    ):
        log.seek(0)
        log.truncate()
        _run(function, event)
        assert log.getvalue().count("\n") == 1


def test_a_deployment_without_its_settings_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    def unset() -> Settings:
        raise SettingsInvalid("the environment variable BATCH_TABLE is not set")

    monkeypatch.setattr(wiring, "settings", unset)
    with pytest.raises(SettingsInvalid, match="BATCH_TABLE"):
        _run(submit, "submit/batch")


def test_importing_a_function_does_nothing() -> None:
    """Each was imported above, without an environment: nothing is built before it is asked for."""
    assert [builder.cache_info().currsize for builder in BUILT] == [0] * len(BUILT)
    assert logger() is logger()
