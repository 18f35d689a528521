"""What do clients ask, and what are they told?"""

from typing import Any

from batchbell.domain.codes import ErrorCode
from tests.functions.callers import Answer, Caller
from tests.memory.submissions import RECEIVER, urls_of
from tests.simulation.actors import Actor
from tests.simulation.answers import Answers
from tests.simulation.async_answers import AsyncAnswers
from tests.simulation.numbers import timeout_ms
from tests.simulation.outside import FIELD
from tests.simulation.scenario import Scenario
from tests.simulation.system import IDEMPOTENCY_KEY, System
from tests.simulation.violations import demand

_FUNCTIONS = {"submit": "SubmitFunction", "cancel": "CancelFunction", "purge": "CancelFunction"}
_BROKE = "Something went wrong here. Send the request again."


class Clients:
    """Callers of the API. Each call is an invocation; nobody repeats it when it gets no answer."""

    def __init__(self, system: System) -> None:
        self._system = system
        kind = system.scenario.kind
        self._caller = Caller(system.world).of(kind)
        told = Answers if kind.takes_slot else AsyncAnswers
        self.answers = told(system.world, system.key, len(system.scenario.pages))
        self.cancels: list[Answer] = []
        """What cancels were answered."""
        self.fetched_before = 0
        """How many pages had been asked for when the first cancel was answered."""
        self.claimed_before: frozenset[str] = frozenset()
        """The URLs that somebody had claimed by then."""

    def begin(self, call: str, number: int) -> None:
        """A call. `number` names a page of rows."""
        timeout = timeout_ms(_FUNCTIONS.get(call, "StatusFunction"))
        if call == "submit":
            self._enter(call, timeout, self._submit)
        elif call == "cancel":
            self._enter(call, timeout, self._cancel)
        elif call == "purge":
            self.answers.purging = True
            self._enter(call, timeout, self._purge)
        else:
            query = {"page": str(number), "pageSize": "1"} if call == "read page" else {}
            self._enter(call.replace(" ", "_"), timeout, lambda: self._read(query))

    def _enter(self, call: str, timeout: int, action: object) -> None:
        assert callable(action)
        self._system.enter(call, action, timeout, _ended)

    def _submit(self) -> None:
        answer = self._caller.post(_body_of(self._system.scenario), IDEMPOTENCY_KEY)
        if self._heard(answer):
            self.answers.take_submission(answer)

    def _read(self, query: dict[str, str]) -> None:
        answers = self.answers
        told = list(answers.jobs)
        submitted, purged = answers.submitted, answers.purged
        answer = self._caller.read(self._system.key.job_id, **query)
        if self._heard(answer):
            answers.take_job(answer, told, submitted=submitted, purged=purged)

    def _cancel(self) -> None:
        answer = self._caller.delete(self._system.key.job_id)
        if not self._heard(answer):
            return
        if answer.status == 409:
            batch = self._system.batch
            demand(batch and batch.outcome and batch.outcome != "canceled", "409, and not finished")
        elif answer.status == 200:
            demand(answer.data["status"] == "CANCELLED", "a cancel that is none")
            self._take_cancel(answer)
        else:
            unsubmitted = answer.status == 404 and not self.answers.submitted
            demand(
                unsubmitted or (answer.status == 410 and self.answers.purging),
                f"a cancel was answered {answer.status}",
            )

    def _take_cancel(self, answer: Answer) -> None:
        """From now on nothing may start."""
        if not self.cancels:
            urls = urls_of(len(self._system.scenario.pages))
            items = [i for rows in self._system.world.records.items.values() for i in rows.values()]
            claimed = [i.key.index for i in items if i.attempt > 0]
            self.claimed_before = frozenset(urls[i] for i in claimed if i < len(urls))
            self.fetched_before = len(self._system.site.fetched)
        self.cancels.append(answer)

    def _purge(self) -> None:
        answer = self._caller.delete(self._system.key.job_id, purge="true")
        if self._heard(answer) and answer.status in (200, 410):
            self.answers.purged = True

    def _heard(self, answer: Answer) -> bool:
        """Whether there is an answer; none without a fault."""
        if answer.status != ErrorCode.INTERNAL_ERROR.status:
            return True
        actor = self._system.stage.current()
        demand(answer.error["message"] != _BROKE, "a request broke")
        demand(actor is not None and actor.harmed, "a request failed by itself")
        return False


def _body_of(scenario: Scenario) -> dict[str, Any]:
    """Of the submission."""
    urls = list(urls_of(len(scenario.pages)))
    body: dict[str, Any] = {"urls": urls} if scenario.kind.takes_slot else {"url": urls[0]}
    if scenario.webhook:
        body["webhook"] = {"url": RECEIVER.url, "secret": RECEIVER.secret}
    if scenario.kind.extracts:
        body["schema"] = {FIELD: "its address"}
    return body


def _ended(actor: Actor) -> None:
    """Whoever called has gone."""
