"""What do the calls of a batch of documents come to, from its first upload to its webhook?

As for pages (see `batches`): real handlers and adapters, and an engine that answers at once. Writes
that are refused are counted: a close charges each hand-over again, and finds that it was.
"""

import base64
from collections.abc import Mapping
from typing import Any

from batchbell.domain.identifiers import chunk_count
from batchbell.runtime import wiring
from batchbell.usecases.manage_keys import create_key
from local.documents import multipart
from tests.process.process import Process
from tests.process.requests import Answer, answer_of, request_event
from tools.bench.batches import NotFinished, metered
from tools.bench.meter import Meter
from tools.bench.terms import Costs, costs_of

NAME = "receipts-2026-09"
ROOT = "/api/v1"
FIELDS = {"fields": [{"name": "merchant"}, {"name": "date"}, {"name": "total_amount"}]}
RECEIVER = {"url": "https://receiver.example.org/hook"}
STATUS = f"/batches/{NAME}"
RESULTS = f"{STATUS}/results"


def measure_documents(total: int, hand_overs: int = 1, at_once: int | None = None) -> Costs:
    """The cost of a batch of `total` documents, in so many hand-overs of the same size.

    `at_once`: the stream is read each time so many documents are done; None: once all are.
    """
    with metered() as (process, meter):
        run_documents(process, total, hand_overs, at_once)
    theirs = [call for call in meter.calls if call.function]  # making a key is no part of a batch
    return costs_of(theirs, total, chunk_count(total))


def measure_document_reads(total: int) -> Mapping[str, Costs]:
    """The cost of one GET, by what it is of."""
    with metered() as (process, meter):
        caller = Caller(process)
        caller.upload(range(total))
        caller.call("submit", "POST", f"{STATUS}/process", FIELDS)
        waiting = _measured(meter, caller, STATUS, total)
        process.run()
        return {
            "the status, while all wait,": waiting,
            "the status, once all are done,": _measured(meter, caller, STATUS, total),
            "all results": _measured(meter, caller, RESULTS, total),
        }


def _measured(meter: Meter, caller: "Caller", path: str, total: int) -> Costs:
    meter.calls.clear()
    caller.call("status", "GET", path)
    return costs_of(meter.calls, total, chunk_count(total))


def run_documents(
    process: Process, total: int, hand_overs: int = 1, at_once: int | None = None
) -> "Caller":
    """Upload, hand over and have read, all but the last while others wait to be handed over, so
    that the batch closes once. Raises `NotFinished`.
    """
    caller = Caller(process)
    size = total // hand_overs
    caller.upload(range(size))
    caller.call("submit", "PUT", f"{STATUS}/webhook", RECEIVER)
    for number in range(1, hand_overs + 1):
        caller.call("submit", "POST", f"{STATUS}/process", FIELDS)
        caller.upload(range(number * size, total if number == hand_overs else (number + 1) * size))
        _carry(process, at_once)
    if len(process.outside.poster.posted) != 1:
        raise NotFinished(caller.call("status", "GET", STATUS).body)
    return caller


def _carry(process: Process, at_once: int | None) -> None:
    triggers = process.triggers
    while at_once and triggers.carry_changes() + triggers.carry_documents(at_once):
        pass
    process.run()


class Caller:
    """A caller of the Documents API with a key of its own."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._key = create_key(wiring.keys(), "acme", wiring.now(), wiring.random_hex)

    def upload(self, numbers: range) -> None:
        """A document for each number."""
        for number in numbers:
            content = f"%PDF-1.7 {number}".encode()
            body, media = multipart({"batch_name": NAME}, content, f"scan-{number:04}.pdf")
            event = request_event("POST", f"{ROOT}/documents", self._key)
            event |= {"body": base64.b64encode(body).decode(), "isBase64Encoded": True}
            event["headers"]["Content-Type"] = media
            event["multiValueHeaders"]["Content-Type"] = [media]
            self._answered("submit", event)

    def call(
        self, function: str, method: str, path: str, body: Mapping[str, Any] | None = None
    ) -> Answer:
        """Raises `NotFinished` unless it is a success."""
        event = request_event(method, ROOT + path, self._key, body)
        return self._answered(function, event)

    def _answered(self, function: str, event: dict[str, Any]) -> Answer:
        answer = answer_of(self._process.lambdas.invoke(function, event))
        if not 200 <= answer.status < 300:
            raise NotFinished(answer.body)
        return answer
