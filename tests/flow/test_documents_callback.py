"""Is a batch told of once for each finish, when it is its own callback that adds to it?"""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from batchbell.domain.webhook_answer import WebhookAnswer
from tests.flow.office import Office, office
from tests.flow.settled import settled
from tests.memory.web import ScriptedPoster

OK = WebhookAnswer(200)


@dataclass
class Demanding(ScriptedPoster):
    """A receiver that uploads another document and hands it over before it answers, so often.

    The upload is named after the event, so that an event that comes again adds nothing.
    """

    desk: Office | None = None
    wishes: int = 0

    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """The script's answer, after the wish."""
        answer = super().post(url, headers=headers, body=body, timeout_ms=timeout_ms)
        assert self.desk is not None
        if len({post.headers["webhook-id"] for post in self.posted}) <= self.wishes:
            self.desk.upload(headers["webhook-id"])
            self.desk.process()
        return answer


def demanded(wishes: int, *answers: WebhookAnswer) -> Office:
    """A batch whose receiver has had its wishes, and all has come to rest."""
    desk = office()
    desk.pump.poster = Demanding(OK, desk=desk, wishes=wishes)
    desk.pump.poster.script.set("https://receiver.example/docs", *answers)
    desk.upload("a")
    desk.register()
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    return desk


@pytest.mark.parametrize("wishes", [1, 5])
def test_a_callback_that_adds_documents_is_called_once_for_each_finish(wishes: int) -> None:
    """W17: N + 1 events, the last of which tells of all documents."""
    desk = demanded(wishes)
    assert desk.posts() == [event.id for event in desk.events]
    assert [event.generation for event in desk.events] == list(range(1, wishes + 2))
    assert len(desk.items) == wishes + 1


def test_a_callback_that_adds_and_then_fails_begins_one_generation() -> None:
    """W17: its event comes again, late, and the next one is told of beside it."""
    desk = demanded(1, WebhookAnswer(500), OK)
    first, second = (event.id for event in desk.events)
    assert sorted(desk.posts()) == sorted([first, first, second])
    assert len(desk.items) == 2
