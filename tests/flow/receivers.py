"""Which receivers do the tests of deliveries meet, and how is a batch made that reports to one?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from batchbell.domain.batch import Webhook
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.usecases.submit_pages import submit_pages
from tests.flow.pump import Pump
from tests.memory.clock import VirtualClock
from tests.memory.submissions import RECEIVER, submission
from tests.memory.web import ScriptedPoster

MINUTE_MS = 60_000
OK, BROKEN = WebhookAnswer(200), WebhookAnswer(500)
HANGING = "https://hanging.example/hook"


@dataclass
class TimedPoster(ScriptedPoster):
    """Remembers when it was called; a call to `HANGING` takes its whole time and ends without
    an answer.
    """

    clock: VirtualClock = field(default_factory=VirtualClock)
    times: list[int] = field(default_factory=list)

    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """The script's answer."""
        self.times.append(self.clock())
        answer = super().post(url, headers=headers, body=body, timeout_ms=timeout_ms)
        if url == HANGING:
            self.clock.advance(timeout_ms)
            raise WebhookUnanswered(Unanswered.TIMEOUT)
        return answer


def timed(pump: Pump, *answers: WebhookAnswer | BaseException) -> TimedPoster:
    """The pump's poster from now on, with these answers of `RECEIVER`."""
    poster = TimedPoster(OK, clock=pump.world.clock)
    if answers:
        poster.script.set(RECEIVER.url, *answers)
    pump.poster = poster
    return poster


def submit_to(pump: Pump, url: str, key: str) -> BatchKey:
    """A batch of one item whose receiver is there."""
    webhook = Webhook(url, RECEIVER.secret)
    return submit_pages(pump.world.store, submission(key=key, webhook=webhook)).batch.key
