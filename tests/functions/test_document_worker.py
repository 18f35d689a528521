"""What does the document worker tell its queue?"""

import json
from typing import Any

import pytest

from batchbell.domain.document import DocumentFields, DocumentRead
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import documents_key, item_key
from batchbell.domain.item import ItemState
from batchbell.runtime import wiring_documents, wiring_queues
from batchbell.runtime.counted import counting
from batchbell.runtime.observability import metrics
from batchbell.usecases.add_document import Upload, add_document
from batchbell.usecases.hand_over import hand_over
from batchbell.usecases.work_documents import LOOK_FOR_BYTES_MS, DocumentWork
from functions.document_worker import app
from functions.document_worker.app import handle
from tests.functions.event_files import load
from tests.functions.lambda_context import LambdaContext
from tests.functions.sent import MemoryPostponer, ids, kept, receipts
from tests.memory.documents import ScriptedEngine
from tests.memory.world import World, memory_world

BATCH = documents_key("acme", "march")
KEY = item_key(BATCH, 0)
LINK_MS = 900_000


@pytest.fixture
def event() -> dict[str, Any]:
    """The message of the first document."""
    return load("document_worker/document")


@pytest.fixture
def postponer() -> MemoryPostponer:
    """Who hides messages."""
    return MemoryPostponer()


def handed_over(content: bytes | None = b"a receipt") -> World:
    """A world with one document that waits for a worker. None: its bytes come by a link."""
    world = memory_world()
    until = None if content is not None else world.clock() + LINK_MS
    upload = Upload(
        batch=BATCH,
        document_id="doc_1",
        filename="a.pdf",
        fingerprint="f",
        retention_ms=1_000_000_000,
        most_documents=10,
        api="https://api.example.org",
        content=content,
        bytes_until=until,
    )
    add_document(world.store, world.desk, upload)
    hand_over(world.store, world.desk, BATCH, DocumentFields())
    return world


def work(world: World, engine: Any = None, remaining_ms: int = 800_000) -> DocumentWork:
    """A worker with an engine from a script."""
    return DocumentWork(
        desk=world.desk,
        engine=engine or ScriptedEngine(),
        jitter=lambda: 0.0,
        remaining_ms=lambda: remaining_ms,
    )


class Timed:
    """An engine that notes how long it may take, or is away."""

    def __init__(self, *, away: bool = False) -> None:
        self.timeouts: list[int] = []
        self._away = away

    def read(self, content: bytes, fields: DocumentFields, *, timeout_ms: int) -> DocumentRead:
        self.timeouts.append(timeout_ms)
        if self._away:
            raise Unavailable("ThrottlingException")
        return DocumentRead(pages=1, rows=({"text": content.decode()},))


def state(world: World) -> ItemState:
    item = world.items.read(KEY)
    assert item is not None
    return item.state


def test_a_document_that_was_read_is_done_with(
    event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    world = handed_over()
    assert kept(handle(event, world.store, work(world), postponer)) == []
    assert postponer.hidden == {}
    assert state(world) is ItemState.SUCCEEDED


def test_a_document_whose_bytes_are_awaited_is_looked_at_again(
    event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    world = handed_over(None)
    assert kept(handle(event, world.store, work(world), postponer)) == ids(event)
    assert postponer.hidden == {receipts(event)[0]: LOOK_FOR_BYTES_MS // 1000}
    assert state(world) is ItemState.QUEUED


def test_a_document_that_is_tried_again_is_hidden_until_then(
    event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    world = handed_over()
    answer = handle(event, world.store, work(world, Timed(away=True)), postponer)
    assert kept(answer) == ids(event)
    assert state(world) is ItemState.PROCESSING
    (seconds,) = postponer.hidden.values()
    assert seconds > 0


@pytest.mark.parametrize("batch", ["pages:batch_1", "march", "docs"])
def test_a_message_about_something_else_is_refused(
    event: dict[str, Any], postponer: MemoryPostponer, batch: str
) -> None:
    """And leaves no record: another queue's worker, or none, is meant."""
    world = handed_over()
    body = {**json.loads(event["Records"][0]["body"]), "batch": batch}
    event["Records"][0]["body"] = json.dumps(body)
    assert kept(handle(event, world.store, work(world), postponer)) == ids(event)
    assert postponer.hidden == {receipts(event)[0]: 60}
    assert state(world) is ItemState.QUEUED


def test_a_message_about_a_document_that_is_not_there_makes_none(
    event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    world = memory_world()
    assert kept(handle(event, world.store, work(world), postponer)) == []
    assert world.records.items == {}


@pytest.mark.parametrize(("remaining_ms", "timeout_ms"), [(800_000, 600_000), (300_000, 290_000)])
def test_an_engine_gets_no_more_time_than_the_function_has(
    event: dict[str, Any], postponer: MemoryPostponer, remaining_ms: int, timeout_ms: int
) -> None:
    """Q2, X10."""
    world, engine = handed_over(), Timed()
    handle(event, world.store, work(world, engine, remaining_ms), postponer)
    assert engine.timeouts == [timeout_ms]


def test_documents_are_counted(event: dict[str, Any], postponer: MemoryPostponer) -> None:
    """Apart from pages; one whose bytes never came has failed as well."""
    metrics().clear_metrics()
    world = handed_over()
    store = counting(world.store)
    for _ in range(2):
        handle(event, store, work(world), postponer)
    late = handed_over(None)
    late.clock.advance(LINK_MS + 1)
    handle(event, counting(late.store), work(late), postponer)
    counted = {name: sum(metric["Value"]) for name, metric in metrics().metric_set.items()}
    metrics().clear_metrics()
    assert counted == {"DocumentsSucceeded": 1, "DocumentsFailed": 1}


def test_the_worker_knows_how_long_it_may_run(
    event: dict[str, Any], postponer: MemoryPostponer, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, asked = handed_over(), []

    def made(remaining_ms: Any) -> DocumentWork:
        asked.append(remaining_ms())
        return work(world)

    monkeypatch.setattr(wiring_documents, "document_work", made)
    monkeypatch.setattr(app, "_store", lambda: world.store)
    monkeypatch.setattr(wiring_queues, "document_postponer", lambda: postponer)
    answer = app.lambda_handler(event, LambdaContext(remaining_ms=12_345))
    assert (kept(answer), asked) == ([], [12_345])
