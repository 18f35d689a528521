"""Was every promise kept, now that everything has come to rest?"""

import contextlib
import io
import json
from collections.abc import Mapping, Sequence

from batchbell.commands.main import main as batchbell
from batchbell.domain.event import BATCH_COMPLETED, Verdict
from batchbell.domain.identifiers import event_id_for, item_key, pages_key
from batchbell.ports import Store
from local.crash.answers import Job
from local.crash.callers import SECRET
from local.crash.case import Canceled, Case
from local.crash.plan import may_succeed
from local.receiver import Received

_IN_BODY = ("id", "status", "total", "completed", "failed", "creditsUsed", "metadata")
_GENERATION = 1
"""Of a batch that was never opened again."""


def check(
    case: Case,
    tenant: str,
    store: Store,
    received: Sequence[Received],
    seen: Mapping[str, int],
) -> None:
    """Add to the case's problems what is not as it should be. Reads the environment's stack."""
    if case.job_id is None or case.latest is None or case.closed_at is None:
        case.problems.append(
            "did not close in time" if case.job_id else "was not submitted in time"
        )
    if case.job_id is not None:
        case.problems += differences(["--tenant", tenant, case.job_id])
    if case.closed_at is not None and case.latest is not None:
        case.problems += _of_event(case, tenant, store, received)
        case.problems += _of_webhooks(case.latest, received)
        case.problems += _of_rows(case, case.latest)
    if case.canceled is not None:
        case.problems += _of_starts(case, case.canceled, tenant, store, seen)


def differences(words: Sequence[str]) -> list[str]:
    """What `batchbell verify` with these words says is not true."""
    told, complaints = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(complaints):
        code = batchbell(["verify", *words])
    if code == 0:
        return []
    lines = [line.strip() for line in told.getvalue().splitlines() if "DIFFERS" in line]
    return [f"verify: {line}" for line in lines or [complaints.getvalue().strip()]]


def _of_event(case: Case, tenant: str, store: Store, received: Sequence[Received]) -> list[str]:
    """Delivered at least once, always under the one id and with the body frozen at the close."""
    key = pages_key(tenant, str(case.job_id))
    event = store.events.read(key, _GENERATION)
    if event is None:
        return ["there is no event"]
    problems = []
    if event.verdict is not Verdict.DELIVERED:
        problems.append(f"its event is {event.verdict}")
    ids = sorted({str(one.headers["webhook-id"]) for one in received})
    if ids != [event_id_for(key, _GENERATION, BATCH_COMPLETED)]:
        problems.append(f"webhooks came under these ids: {ids}")
    if any(one.body != event.body.encode() for one in received):
        problems.append("a webhook's body is not the one that was frozen")
    return problems


def _of_webhooks(job: Job, received: Sequence[Received]) -> list[str]:
    """Each is signed, and says what the job says."""
    problems = []
    if not all(one.signed_with(SECRET) for one in received):
        problems.append("a webhook's signature is wrong")
    bodies = [json.loads(body) for body in {one.body for one in received}]
    wrong = {name for body in bodies for name in _IN_BODY if body.get(name) != job.get(name)}
    return problems + [f"a webhook and the job differ in {name}" for name in sorted(wrong)]


def _of_rows(case: Case, job: Job) -> list[str]:
    """Nothing was made out of a page that is none."""
    return [
        f"row {row['index']} succeeded, although the page is {page!r}"
        for row, page in zip(job["results"], case.planned.pages, strict=True)
        if row["status"] == "SUCCEEDED" and not may_succeed(page)
    ]


def _of_starts(
    case: Case, canceled: Canceled, tenant: str, store: Store, seen: Mapping[str, int]
) -> list[str]:
    """What the site was first asked for after the answer had been claimed before it; and once the
    workers of then had run out of time, it was asked for nothing.
    """
    asked = case.asked(seen)
    key = pages_key(tenant, str(case.job_id))
    problems = []
    for path in sorted(asked.keys() - canceled.asked):
        item = store.items.read(item_key(key, int(path.rpartition("/")[2])))
        if item is None or item.started_at is None or item.started_at > canceled.at:
            problems.append(f"{path} was started after the cancel was answered")
    late = asked - case.settled if case.settled is not None else {}
    return problems + [f"{path} was asked for long after the cancel" for path in sorted(late)]
