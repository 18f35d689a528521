"""What comes again although it came already?

The queues' own messages, in the very words of the functions, shuffled; and the sweeper's turn.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from threading import Event

from batchbell.adapters.failures import translated
from batchbell.adapters.queues import Queue, SqsItemQueue, SqsWebhookQueue
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import BatchKey, documents_key, item_key, pages_key
from batchbell.ports import ItemMessage, WebhookMessage
from local.crash.case import Case
from local.crash.document_case import DocumentCase
from local.crash.plan import Plan
from local.stack import LocalStack

_MOST_ITEMS = 14
_LATELY = 20
_SWEEP_ONE_IN = 6
_ENOUGH = 30
"""Messages in the queues beyond one for each open row: a slow machine would never be done."""
_WEBHOOKS = "WebhookQueue"
_GENERATION = 1
"""Of a batch that was never opened again."""


class Repeater:
    """Sends again what was sent for the batches of the run. `sent` counts messages by queue."""

    def __init__(
        self,
        stack: LocalStack,
        tenant: str,
        cases: Sequence[Case],
        documents: Sequence[DocumentCase],
    ) -> None:
        self._sqs = stack.client("sqs")
        self._functions = stack.client("lambda")
        self._urls = [stack.resource(name) for name in ("PageQueue", "DocumentQueue", _WEBHOOKS)]
        pages, files, webhooks = [Queue(self._sqs, url) for url in self._urls]
        self._pages = SqsItemQueue(pages, pages, files)
        self._webhooks = SqsWebhookQueue(webhooks)
        self._sweeper = stack.resource("SweeperFunction")
        self._tenant = tenant
        self._cases = cases
        self._documents = documents
        self.sent: Counter[str] = Counter()

    def run(self, plan: Plan, stopping: Event) -> None:
        """Send again until the run stops."""
        for planned in plan.rounds():
            if stopping.wait(planned.pause):
                return
            with suppress(Unavailable):  # nothing more for a machine that is busy enough
                if self.waiting() < _ENOUGH + sum(case.left for case in self._cases):
                    self._round(planned.random)

    def repeat_all(self, random: Random) -> None:
        """Once everything has closed: every event's message, and some of every batch's items."""
        for case in self._cases:
            if case.job_id is not None:
                self._items(random, case)
                self._event(case)
        for one in self._documents:
            self._all_of(one)

    def waiting(self) -> int:
        """Messages in the queues, those in hand or hidden included. May raise `Unavailable`."""
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        with translated():
            answers = [
                self._sqs.get_queue_attributes(QueueUrl=url, AttributeNames=names)["Attributes"]
                for url in self._urls
            ]
        return sum(int(answer[name]) for answer in answers for name in names)

    def _round(self, random: Random) -> None:
        """Of a batch that is open, one that was canceled just now, and one that may have closed."""
        submitted = [case for case in self._cases if case.job_id is not None and _sent(case)]
        open_now = [case for case in submitted if case.open]
        canceled = [case for case in submitted if case.canceled and case.settled is None]
        for among in (open_now, canceled, submitted[-_LATELY:]):
            if among:
                case = random.choice(among)
                self._items(random, case)
                self._event(case)
        begun = [one for one in self._documents if one.latest is not None]
        if begun:
            self._all_of(random.choice(begun))
        if random.randrange(_SWEEP_ONE_IN) == 0:
            self._sweep()

    def _sweep(self) -> None:
        with translated():
            self._functions.invoke(FunctionName=self._sweeper, InvocationType="Event")

    def _items(self, random: Random, case: Case) -> None:
        size = len(case.planned.pages)
        chosen = random.sample(range(size), min(size, random.randint(1, _MOST_ITEMS)))
        self._pages.send([ItemMessage(item_key(self._key(case), index)) for index in chosen])
        self.sent["pages"] += len(chosen)

    def _all_of(self, case: DocumentCase) -> None:
        """Each document that is known of, and the event of each generation that was seen done."""
        if case.latest is None:
            return
        key = documents_key(self._tenant, case.name)
        total, events = case.latest["total"], range(1, case.generation + 1)
        self._pages.send([ItemMessage(item_key(key, index)) for index in range(total)])
        self._webhooks.send([WebhookMessage(key, generation) for generation in events])
        self.sent["documents"] += total
        self.sent["webhooks"] += len(events)

    def _event(self, case: Case) -> None:
        self._webhooks.send([WebhookMessage(self._key(case), _GENERATION)])
        self.sent["webhooks"] += 1

    def _key(self, case: Case) -> BatchKey:
        return pages_key(self._tenant, str(case.job_id))


def _sent(case: Case) -> bool:
    """Whether there have been messages: before, none comes again. (A batch may wait for a slot.)"""
    return case.latest is not None and case.latest["status"] != "PENDING"
