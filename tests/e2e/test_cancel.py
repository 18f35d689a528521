"""Is a cancel's answer a fact?"""

import json
import time

from local.client import Client
from local.receiver import Receiver
from local.site import Site
from local.stack import LocalStack
from tests.e2e.jobs import assert_proved, ended, polled, submit, succeeded


def test_after_the_answer_no_url_is_requested_that_was_not_before(
    stack: LocalStack, client: Client, site: Site, receiver: Receiver
) -> None:
    """X1, X2, X3, X6, X11."""
    site.seconds_to_answer = 0.5
    job_id = submit(client, [site.url(f"/article/{n}") for n in range(100)], receiver)
    next(job for job in polled(client, job_id) if job["completed"] >= 5)
    answer = client.cancel(job_id)
    before = set(site.seen)
    assert answer.data == {"id": job_id, "status": "CANCELLED"}
    job = client.read(job_id).data
    rows = [row["status"] for row in job["results"]]
    assert job["status"] == "CANCELLED"
    assert job["creditsUsed"] == job["completed"] == rows.count("SUCCEEDED")
    assert sum(row.get("canceled", False) for row in job["results"]) == rows.count("PENDING") > 0
    time.sleep(5)
    assert set(site.seen) == before
    assert client.read(job_id).data == job
    (received,) = receiver.wait()
    assert json.loads(received.body)["status"] == "CANCELLED"
    assert client.cancel(job_id).status == 200
    assert_proved(stack, job_id)


def test_a_finished_job_cannot_be_canceled(client: Client, site: Site) -> None:
    job_id = submit(client, [site.url("/article")])
    ended(client, job_id)
    answer = client.cancel(job_id)
    assert (answer.status, answer.body["error"]["code"]) == (409, "JOB_ALREADY_FINISHED")
    assert client.read(job_id).data["status"] == "COMPLETED"


def test_polling_stops_at_a_canceled_job(client: Client, site: Site) -> None:
    """C34: the loop of a client ends at each final word; the others are in other files."""
    site.seconds_to_answer = 1
    job_id = submit(client, [site.url(f"/docs/{number}") for number in range(100)])
    seen = []
    for job in polled(client, job_id):
        seen.append((job["status"], succeeded(job)))
        if seen[-1][0] == "PROCESSING" and seen[-1][1]:
            client.cancel(job_id)
    assert any(word == "PROCESSING" and 0 < rows < 100 for word, rows in seen)
    assert seen[-1][0] == "CANCELLED"
