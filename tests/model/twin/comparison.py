"""Do the code's records, and how its functions end, agree with the model?

Not compared: times other than the order of starts, credits, messages and the contents of pages.
"""

from typing import Any

from batchbell.domain.batch import Batch, Webhook
from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.usecases.add_document import Added
from batchbell.usecases.read_document import DocumentView
from batchbell.usecases.read_job import JobView
from tests.model.endings import AGAIN, Answer, Ending
from tests.model.records import CANCEL, CANCELED, LIVE, POSTPONED
from tests.model.spent import is_spent
from tests.model.twin.code import Code
from tests.model.twin.documents import Office
from tests.model.twin.likeness import Likeness
from tests.model.twin.settlement import of_code, of_model
from tests.model.usecases.read_job import View
from tests.model.world import Trigger, World


class Different(AssertionError):
    """Model and code do not do the same."""


def check_records(w: World, code: Code, pending: set[Trigger]) -> None:
    """Raises `Different`."""
    seen = Likeness(code)
    _same("the batch", w.record, seen.batch())
    _same("tallies", {c: tally for c, tally in enumerate(w.tallies) if tally}, seen.tallies())
    _same("items", _items(w), seen.items())
    _same("events", _events(w), seen.events())
    spec, results = seen.contents()
    _same("the input list", w.spec, spec)
    if w.setting.purges:
        _same("results", w.results, results)
    if code.office:
        _check_office(w, code.office)
    dropped = {trigger for trigger in pending - w.pending if w.record and is_spent(w, trigger)}
    _same("what is under way", w.pending, frozenset(pending - dropped))


def _check_office(w: World, office: Office) -> None:
    model, product = of_model(w), of_code(office, w)
    for what in model:
        _same(what, model[what], product[what])


def check_ending(code: Code, trigger: Trigger, ending: Ending, result: object) -> bool:
    """-> whether the trigger's message comes again. Raises `Different`."""
    if isinstance(ending, Answer):
        _check_answer(code, ending, result)
        return False
    verdict = result[0] if isinstance(result, list) and trigger.kind == "message" else result
    if trigger.kind in ("message", "webhook"):
        _same(f"whether the {trigger.kind} comes again", ending is AGAIN, verdict is not None)
    return ending is AGAIN


def _check_answer(code: Code, answer: Answer, result: object) -> None:
    match answer:
        case Answer("read", (_, view)) | Answer("deleted", (view,)):
            seen = Likeness(code).view(result) if isinstance(result, JobView) else result
            _same("an answer", _view(code, view), seen)
        case Answer("canceled", (outcome,)) if outcome not in (CANCEL, CANCELED):
            _refused(ErrorCode.JOB_ALREADY_FINISHED, result)
        case Answer(name) if name in _REFUSALS:
            _refused(_REFUSALS[name], result)
        case Answer(name) if name != "submitted":
            kinds = (Batch, Added, DocumentView, Webhook)
            _same("whether a call is answered", True, isinstance(result, kinds))


_REFUSALS: dict[str, ErrorCode | DocumentsCode] = {
    "gone": ErrorCode.JOB_EXPIRED,
    "not finished": ErrorCode.JOB_NOT_FINISHED,
    "refused": DocumentsCode.CONFLICT,
    "conflict": DocumentsCode.CONFLICT,
}


def _refused(code: ErrorCode | DocumentsCode, result: object) -> None:
    _same("a refusal", code, result.code if isinstance(result, CallerError) else result)


def _items(w: World) -> dict[tuple[int, int], Any]:
    """A lease that runs and a wait are one to the code: both are a time to come."""
    return {
        (chunk, position): row._replace(lease=LIVE) if row.lease == POSTPONED else row
        for chunk, rows in enumerate(w.rows)
        for position, row in enumerate(rows)
        if row
    }


def _events(w: World) -> dict[int, tuple[Any, ...]]:
    return {
        number + 1: (
            (event.body.outcome, event.body.total, *event.body.counts[:2]),
            event.verdict,
            event.deliveries,
            event.attempts_before,
            event.taken_by,
        )
        for number, event in enumerate(w.events)
    }


def _view(code: Code, view: View) -> tuple[Any, ...]:
    told = (view.generation, view.total, view.outcome, view.fence, view.started_at)
    rows = {
        chunk * code.setting.chunk + position: row.state
        for chunk, rows in view.rows
        for position, row in enumerate(rows)
    }
    return (*told, view.counts, rows)


def _same(what: str, model: object, code: object) -> None:
    if model != code:
        raise Different(f"{what}: {model} in the model, {code} in the code")
