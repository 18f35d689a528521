"""Does it matter that every invocation may meet another process, which remembers nothing?"""

import json

import boto3

from tests.process.cloud import cloud, forget_what_was_built
from tests.process.lambdas import Event
from tests.process.looks import differences
from tests.process.process import Process

URLS = [f"https://example.org/{number}" for number in range(2)]
HOOK = {"url": "https://receiver.example.org/hook"}


def forget(function: str, event: Event) -> None:
    """The next invocation is its process's first; only what the SDK knows of AWS is kept."""
    session = boto3.DEFAULT_SESSION
    forget_what_was_built()
    boto3.DEFAULT_SESSION = session


def test_a_job_needs_nothing_that_a_process_remembers() -> None:
    """R2: whoever is asked answers alike, and a job goes on in whatever process there is."""
    with cloud() as made:
        process = Process(made, forget)
        job_id = str(process.submit(URLS, webhook=HOOK).data["id"])
        seen = [process.read(job_id).data["status"]]
        process.run()
        answers = [process.read(job_id) for _ in range(2)]
        seen += [answer.data["status"] for answer in answers]
        assert seen == ["PENDING", "COMPLETED", "COMPLETED"]
        assert answers[0].data == answers[1].data
        assert [row["markdown"] for row in answers[0].data["results"]] == URLS
        assert [json.loads(p.body)["id"] for p in process.outside.poster.posted] == [job_id]
        assert differences(job_id) == []
