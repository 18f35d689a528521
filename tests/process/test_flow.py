"""Do the functions hand a small batch on as they should, whatever comes again or is refused?"""

import json
from dataclasses import replace

from batchbell.contracts.messages import ItemMessageBody
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.identifiers import ItemKey, pages_key
from batchbell.domain.item import Ending, ItemState
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.webhook_answer import WebhookAnswer
from batchbell.ports import ItemMessage
from batchbell.runtime import wiring
from tests.process.cloud import cloud
from tests.process.lambdas import Event
from tests.process.looks import differences, due_batches, messages, objects, result_rows
from tests.process.process import Process

WEBHOOK = {"url": "https://receiver.example.org/hook", "secret": "s3cret"}


def urls(count: int) -> list[str]:
    """Different addresses."""
    return [f"https://example.org/{number}" for number in range(count)]


def submitted(process: Process, count: int) -> str:
    """A batch whose messages wait in the queue. -> its id."""
    answer = process.submit(urls(count), webhook=WEBHOOK)
    while process.triggers.carry_changes():
        pass
    return str(answer.data["id"])


def test_nothing_starts_after_a_cancel(process: Process) -> None:
    job_id = submitted(process, 12)
    process.triggers.carry_pages(most=5)
    assert process.cancel(job_id).data == {"id": job_id, "status": "CANCELLED"}
    process.run()
    job = process.read(job_id).data
    assert len(process.outside.fetcher.fetched) == 5
    assert (job["status"], job["completed"], job["failed"]) == ("CANCELLED", 5, 0)
    assert [row.get("canceled", False) for row in job["results"]].count(True) == 7
    assert [json.loads(p.body)["status"] for p in process.outside.poster.posted] == ["CANCELLED"]
    assert differences(job_id) == []


def test_a_purge_erases_what_was_asked_and_what_came_of_it(process: Process) -> None:
    process.outside.distiller.script.set(urls(1)[0], DistilledPage("\ud7ff" * 9 + str(range(9))))
    job_id = submitted(process, 3)
    process.run()
    assert process.cancel(job_id, purge="true").status == 200
    assert (process.read(job_id).status, process.read(job_id).code) == (410, "JOB_EXPIRED")
    assert (objects(process.cloud), result_rows(process.cloud)) == ([], 0)
    assert due_batches() == 1, "until nobody can store anything late any more"


def test_a_page_that_is_tried_again_keeps_its_message(process: Process) -> None:
    busy, page = urls(2)[1], FetchedPage(urls(2)[1], 200, "text/html", b"now")
    process.outside.fetcher.script.set(
        busy, PageFailed(ErrorCode.SCRAPE_SITE_ERROR, "Busy.", retryable=True), page
    )
    job_id = submitted(process, 2)
    process.triggers.carry_pages(most=2)
    assert messages(process.cloud.page_queue) == 1
    process.run()
    job = process.read(job_id).data
    assert process.outside.fetcher.fetched.count(busy) == 2
    assert (job["status"], job["completed"]) == ("COMPLETED", 2)
    assert messages(process.cloud.page_queue) == 0


def test_a_webhook_that_fails_waits_in_its_queue(process: Process) -> None:
    process.outside.poster.script.set(WEBHOOK["url"], WebhookAnswer(500))
    job_id = submitted(process, 1)
    process.run()
    assert process.read(job_id).data["status"] == "COMPLETED"
    assert len(process.outside.poster.posted) == 1
    assert messages(process.cloud.webhook_queue) == 1
    assert due_batches() == 1


def test_everything_may_come_twice() -> None:
    events: list[tuple[str, Event]] = []
    with cloud() as made:
        process = Process(made, lambda name, event: events.append((name, event)))
        job_id = submitted(process, 7)
        process.run()
        job = process.read(job_id).data
        for name, event in [(n, e) for n, e in events if n not in ("submit", "status")]:
            process.lambdas.invoke(name, event)
        process.run()
        assert process.read(job_id).data == job
        assert len(process.outside.fetcher.fetched) == 7
        assert len(process.outside.poster.posted) == 1
        assert differences(job_id) == []


def test_messages_of_what_is_no_page_of_the_job_change_nothing(process: Process) -> None:
    """C7: of an item that there is not, of another kind, and longer than a table's key."""
    job_id = submitted(process, 3)
    key = pages_key("acme", job_id)
    stray = ItemMessageBody.of(ItemMessage(ItemKey(key, 0, 3)))
    unreadable = [replace(stray, batch=batch) for batch in ("docs:x", "pages:" + "x" * 2_000)]
    for body in [stray, replace(stray, chunk=1, position=0), *unreadable]:
        process.cloud.sqs.send_message(QueueUrl=process.cloud.page_queue, MessageBody=body.text())
    canceled = Ending(state=ItemState.CANCELED, at=wiring.now())
    assert wiring.store().items.settle(ItemKey(key, 0, 127), canceled)
    process.run()
    job = process.read(job_id).data
    assert (job["status"], job["completed"], job["total"]) == ("COMPLETED", 3, 3)
    assert [row["index"] for row in job["results"]] == [0, 1, 2]
    assert messages(process.cloud.page_queue) == len(unreadable)
    assert differences(job_id) == []


def test_a_sweep_of_a_healthy_deployment_repairs_nothing(process: Process) -> None:
    job_id = submitted(process, 2)
    process.sweep()
    process.run()
    process.sweep()
    assert process.read(job_id).data["completed"] == 2
    assert len(process.outside.fetcher.fetched) == 2
