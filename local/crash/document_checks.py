"""Was every promise about documents kept, now that everything has come to rest?"""

import json
from collections.abc import Iterator, Sequence

from batchbell.domain.event import Verdict
from batchbell.domain.identifiers import documents_key, event_id_for
from batchbell.ports import Store
from local.crash.checks import differences
from local.crash.document_case import Batch, DocumentCase
from local.crash.document_plan import BROKEN
from local.receiver import Received

_IN_BODY = ("batch_name", "status", "generation", "total", "succeeded", "failed", "canceled")


def check_documents(
    case: DocumentCase, tenant: str, store: Store, received: Sequence[Received]
) -> None:
    """Add to the case's problems what is not as it should be. Reads the environment's stack."""
    if case.latest is not None:
        case.problems += differences(["--documents", "--tenant", tenant, case.name])
    if case.closed_at is None or case.results is None:
        case.problems.append("was not done in time")
        return
    case.problems += _of_events(case, tenant, store, received)
    case.problems += _of_webhooks(case, case.results, received)
    case.problems += _of_rows(case, case.results)


def _of_events(
    case: DocumentCase, tenant: str, store: Store, received: Sequence[Received]
) -> Iterator[str]:
    """One for each generation, delivered under its one id, with the body frozen at its close."""
    key = documents_key(tenant, case.name)
    events = store.events.read_all(key)
    told = [event.generation for event in events]
    if not told == list(range(1, len(case.planned.rounds) + 1)) == list(range(1, len(told) + 1)):
        yield f"{len(case.planned.rounds)} rounds, events of {told}, generation {case.generation}"
    open_still = [event.id for event in events if event.verdict is not Verdict.DELIVERED]
    if open_still:
        yield f"these events were not delivered: {open_still}"
    ids = {event_id_for(key, event.generation, event.type): event.body for event in events}
    came = {(str(one.headers["webhook-id"]), one.body.decode()) for one in received}
    if came != set(ids.items()):
        yield f"webhooks came as {sorted(came)}, the events are {ids}"


def _of_webhooks(case: DocumentCase, results: Batch, received: Sequence[Received]) -> Iterator[str]:
    """Each is signed, and the last says what the batch says."""
    if not all(one.signed_by_standard(case.secret) for one in received):
        yield "a webhook's signature is wrong"
    bodies = [json.loads(one.body)["data"] for one in received]
    last = [body for body in bodies if body["generation"] == results["generation"]]
    for name in _IN_BODY:
        if any(body[name] != results[name] for body in last):
            yield f"a webhook and the batch differ in {name}"


def _of_rows(case: DocumentCase, results: Batch) -> Iterator[str]:
    """Nothing was made of what is broken, and a deletion that was answered is a fact."""
    documents = results["documents"]
    if len(documents) != case.planned.files:
        yield f"{len(documents)} documents of {case.planned.files}"
    for one in documents:
        if one["status"] == "succeeded" and one["filename"] == f"{BROKEN}.pdf":
            yield f"{one['id']} succeeded, although it is broken"
        if one["id"] in case.canceled and one["status"] != "canceled":
            yield f"{one['id']} is {one['status']}, although its deletion was answered"
