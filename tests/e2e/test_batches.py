"""Does a batch end as it should, on the real template and the real handlers?"""

import json
import time

import pytest

from local.client import Client
from local.keys import create_key
from local.receiver import Receiver
from local.site import Site
from local.stack import LocalStack
from tests.e2e.jobs import SECRET, assert_proved, ended, polled, submit, succeeded


def test_a_hundred_urls_complete_with_one_verified_webhook(
    stack: LocalStack, client: Client, site: Site, receiver: Receiver
) -> None:
    """R2, W2: every function is a process of its own, and some are several."""
    urls = [site.url(f"/article/{number}") for number in range(100)]
    job_id = submit(client, urls, receiver, metadata={"order": 7})
    job = ended(client, job_id)
    assert (job["status"], job["completed"], job["failed"]) == ("COMPLETED", 100, 0)
    assert [row["url"] for row in job["results"]] == urls
    assert all("mouth down" in row["markdown"] for row in job["results"])
    (received,) = receiver.wait()
    assert received.signed_with(SECRET)
    assert json.loads(received.body)["metadata"] == {"order": 7}
    time.sleep(2)
    assert len(receiver.received) == 1
    assert_proved(stack, job_id)


def test_thirty_failing_urls_fail_their_rows_and_not_the_job(
    stack: LocalStack, client: Client, site: Site, receiver: Receiver
) -> None:
    """C10, C26: a failed item counts as finished."""
    good = [site.url(f"/docs/{number}") for number in range(70)]
    bad = [site.url(f"/missing/{number}") for number in range(30)]
    job_id = submit(client, good + bad, receiver)
    job = ended(client, job_id)
    assert (job["status"], job["completed"], job["failed"]) == ("COMPLETED", 70, 30)
    assert job["creditsUsed"] == 70
    assert {row["error"]["code"] for row in job["results"][70:]} == {"SCRAPE_TARGET_NOT_FOUND"}
    assert json.loads(receiver.wait()[0].body)["failed"] == 30
    assert_proved(stack, job_id)


def test_slow_pages_give_rows_before_the_end(
    client: Client, site: Site, receiver: Receiver
) -> None:
    """R13: a client polls without a query, takes what has succeeded, and stops at the end."""
    site.seconds_to_answer = 1
    job_id = submit(client, [site.url(f"/product/{number}") for number in range(100)], receiver)
    partial = [succeeded(job) for job in polled(client, job_id)]
    assert partial == sorted(partial)
    assert any(0 < count < 100 for count in partial)
    assert partial[-1] == 100
    (received,) = receiver.wait()
    assert json.loads(received.body)["completed"] == 100


def test_every_kind_of_page_has_its_own_answer(client: Client, site: Site) -> None:
    """D10: a page in another charset among them."""
    job = ended(client, submit(client, site.demo_urls(), formats=["markdown", "metadata"]))
    came = {
        row["url"].rpartition("/")[2]: row.get("error", {}).get("code", row["status"])
        for row in job["results"]
    }
    assert came == {
        **dict.fromkeys(["article", "docs", "product", "forum", "charset"], "SUCCEEDED"),
        **dict.fromkeys(["moved", "slow", "busy"], "SUCCEEDED"),
        "missing": "SCRAPE_TARGET_NOT_FOUND",
        "gone": "SCRAPE_TARGET_NOT_FOUND",
        "huge": "SCRAPE_CONTENT_TOO_LARGE",
        "empty": "SCRAPE_EMPTY_CONTENT",
        "picture": "SCRAPE_UNSUPPORTED_FILE",
        "not a url": "INVALID_URL",
    }
    french = next(row for row in job["results"] if row["url"].endswith("/charset"))
    assert "Là-haut, quarante-sept cloches" in french["markdown"]
    assert french["metadata"]["title"] == "Le carillon du beffroi : un été à l'écoute"


def test_a_repeated_submission_finds_the_same_job(client: Client, site: Site) -> None:
    """Q17, Q18."""
    body = {"urls": [site.url("/article")], "timeout": 30_000}
    first = client.submit(body, "order-1")
    again = client.submit(dict(reversed(body.items())), "order-1")
    assert first.data["id"] == again.data["id"]
    assert again.headers["Idempotency-Replayed"] == "true"
    other = client.submit({"urls": [site.url("/docs")]}, "order-1")
    assert (other.status, other.body["error"]["code"]) == (409, "IDEMPOTENCY_CONFLICT")


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_another_tenant_meets_no_job(
    stack: LocalStack, client: Client, site: Site, method: str
) -> None:
    """S11."""
    job_id = submit(client, [site.url("/article")])
    stranger = Client(stack.base_url, create_key(stack, "stranger"))
    answer = stranger.call(method, f"/batch/distill/{job_id}")
    assert (answer.status, answer.body["error"]["code"]) == (404, "JOB_NOT_FOUND")


def test_an_erased_job_is_gone_at_once(client: Client, site: Site) -> None:
    job_id = submit(client, [site.url("/article")])
    ended(client, job_id)
    assert client.cancel(job_id, "?purge=true").status == 200
    answer = client.read(job_id)
    assert (answer.status, answer.body["error"]["code"]) == (410, "JOB_EXPIRED")
