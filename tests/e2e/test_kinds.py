"""Do rows and jobs of one URL come, on the real template and the real handlers?"""

import json
import subprocess
import sys
import time
import urllib.request
from typing import Any

from local.client import Client
from local.keys import create_key
from local.receiver import Receiver
from local.site import Site
from local.stack import LocalStack
from tests.e2e.jobs import FINAL, ended, submit

SCHEMA = {"name": "name of the product", "price": "current price"}
FLOOD = 50


def job_of_one(client: Client, kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """As a client polls it, at its end."""
    job: dict[str, Any] = client.call("POST", f"/async/{kind}", body).data
    deadline = time.monotonic() + 60
    while job["status"] not in ("completed", "failed") and time.monotonic() < deadline:
        time.sleep(0.2)
        job = client.call("GET", f"/async/{kind}/{job['id']}").data
    return job


def test_a_job_of_one_url_is_distilled(client: Client, site: Site) -> None:
    url = site.url("/article")
    body = {"url": url, "renderMode": "none", "timeout": 30_000, "country_code": "US"}
    job = job_of_one(client, "distill", body)
    assert (job["status"], job["url"], job["creditsUsed"]) == ("completed", url, 1)
    assert "mouth down" in job["markdown"]
    assert job["metadata"]["sourceUrl"] == url


def test_a_job_of_one_url_that_is_not_there_has_failed(client: Client, site: Site) -> None:
    job = job_of_one(client, "distill", {"url": site.url("/missing")})
    assert (job["status"], job["creditsUsed"]) == ("failed", 0)
    assert job["error"]["code"] == "SCRAPE_TARGET_NOT_FOUND"


def test_rows_of_one_url(client: Client, site: Site) -> None:
    fields = {name: {"type": "TEXT", "instruction": text} for name, text in SCHEMA.items()}
    schema = {"type": "array", "items": {"type": "object", "properties": fields}}
    body = {"url": site.url("/product"), "schema": schema, "renderMode": "none", "timeout": 60_000}
    job = job_of_one(client, "extract", body)
    assert (job["status"], job["creditsUsed"]) == ("completed", 20), job
    assert job["data"][0]["price"]


def test_a_hundred_extracts_with_mixed_outcomes(
    client: Client, site: Site, receiver: Receiver
) -> None:
    """Exact credits: 20 for each that succeeded, nothing for the others."""
    good = [site.url(f"/product/{number}") for number in range(70)]
    bad = [site.url(f"/missing/{number}") for number in range(30)]
    hook = {"webhook": {"url": receiver.url()}}
    body = {"urls": good + bad, "schema": SCHEMA, **hook}
    job: dict[str, Any] = client.call("POST", "/batch/extract", body).data
    while job["status"] not in FINAL:
        time.sleep(0.3)
        job = client.call("GET", f"/batch/extract/{job['id']}").data
    assert (job["completed"], job["failed"], job["creditsUsed"]) == (70, 30, 1_400)
    assert all(row["data"][0]["price"] for row in job["results"][:70])
    assert b'"batch_extract"' in receiver.wait()[0].body


def test_pages_that_are_waited_for(client: Client, site: Site) -> None:
    url = site.url("/product")
    page = client.call(
        "POST", "/distill", {"url": url, "includeTags": ["main"], "countryCode": "DE"}
    )
    assert page.data["metadata"]["sourceUrl"] == url
    rows = client.call("POST", "/extract", {"url": url, "schema": SCHEMA})
    assert rows.data["data"][0]["price"]
    assert rows.body["metadata"]["statusCode"] == 200
    offered = client.call("POST", "/suggest_fields", {"url": url, "country_code": "US"})
    assert offered.data["fields"]
    missing = client.call("POST", "/distill", {"url": site.url("/missing")})
    assert (missing.status, missing.body["error"]["code"]) == (422, "SCRAPE_TARGET_NOT_FOUND")


def test_a_page_that_takes_too_long_to_be_waited_for(client: Client, site: Site) -> None:
    site.seconds_to_answer = 20
    answer = client.call("POST", "/distill", {"url": site.url("/article")})
    site.seconds_to_answer = 0
    assert (answer.status, answer.body["error"]["code"]) == (408, "REQUEST_TIMEOUT")
    assert "/async/distill" in answer.body["error"]["message"]


def test_what_cannot_be_paid_is_refused(stack: LocalStack, site: Site) -> None:
    poor = Client(stack.base_url, create_key(stack, "poor"))
    command = [sys.executable, "-m", "batchbell.commands", "budgets", "grant", "poor", "2"]
    subprocess.run(command, env=stack.environment(), check=True, capture_output=True)
    urls = [site.url(f"/docs/{number}") for number in range(3)]
    refused = poor.submit({"urls": urls})
    assert (refused.status, refused.body["error"]["code"]) == (402, "INSUFFICIENT_CREDITS")
    ended(poor, submit(poor, urls[:2]))
    assert poor.call("POST", "/distill", {"url": urls[0]}).status == 402


def test_the_api_says_what_it_is(stack: LocalStack) -> None:
    with urllib.request.urlopen(f"{stack.base_url}/openapi.json") as answer:
        assert json.load(answer)["openapi"].startswith("3.1")


def test_a_flood_of_batches_does_not_delay_a_job_of_one_url(
    stack: LocalStack, client: Client, site: Site
) -> None:
    """It starts within 5 s while another tenant has 50 batches under way."""
    flooding = Client(stack.base_url, create_key(stack, "flood"))
    jobs = [submit(flooding, [site.url(f"/article/{n}") for n in range(5)]) for _ in range(FLOOD)]
    began = time.monotonic()
    job: dict[str, Any] = client.call("POST", "/async/distill", {"url": site.url("/docs")}).data
    while job["startedAt"] is None:
        assert time.monotonic() < began + 5, "it has not started"
        time.sleep(0.1)
        job = client.call("GET", f"/async/distill/{job['id']}").data
    for job_id in jobs:
        flooding.cancel(job_id)
