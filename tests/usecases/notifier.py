"""How do the tests of `notify` have an event delivered?"""

from dataclasses import dataclass, field

from batchbell.domain.event import Attempt
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.ports import WebhookMessage
from batchbell.usecases.notify import Notifying, notify
from tests.memory.submissions import RECEIVER
from tests.memory.web import ScriptedPoster
from tests.usecases.desk import KEY, Desk, closed_desk

TIMEOUT = WebhookUnanswered(Unanswered.TIMEOUT)
LIMIT_MS = 20_000
"""An attempt's 15 s and a margin."""


@dataclass
class Notifier:
    """The notifier at a desk whose batch has closed."""

    desk: Desk = field(default_factory=closed_desk)
    poster: ScriptedPoster = field(default_factory=lambda: ScriptedPoster(WebhookAnswer(200)))
    jitter: float = 0.0
    pauses: dict[tuple[str, str], int] = field(default_factory=dict)

    def notify(self, generation: int = 1) -> int | None:
        """Handed the message of an event."""
        delivery = Notifying(
            deliveries=self.desk.world.deliveries,
            poster=self.poster,
            jitter=lambda: self.jitter,
            pauses=self.pauses,
        )
        return notify(self.desk.world.store, delivery, WebhookMessage(KEY, generation))

    def answers(self, *answers: WebhookAnswer | BaseException) -> None:
        """What the receiver answers."""
        self.poster.script.set(RECEIVER.url, *answers)

    @property
    def attempts(self) -> list[Attempt]:
        """What is on record."""
        return self.desk.world.deliveries.attempts(self.desk.event)

    @property
    def now(self) -> int:
        """The time."""
        return self.desk.world.clock()
