"""Resolvers with answers from a script, which count how often they were asked."""

from collections.abc import Sequence

from batchbell.adapters.outbound.failures import CallFailed
from batchbell.domain.webhook_answer import Unanswered


class Names:
    """Every name has these answers, one after another; the last one stays."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, host: str, port: int, *, seconds: float) -> Sequence[str]:
        self.asked.append(host)
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]


def unknown_names(host: str, port: int, *, seconds: float) -> Sequence[str]:
    """No name is known."""
    raise CallFailed(Unanswered.DNS)


def slow_names(host: str, port: int, *, seconds: float) -> Sequence[str]:
    """No name is found in time."""
    raise TimeoutError


def no_names(host: str, port: int, *, seconds: float) -> Sequence[str]:
    """Fails the test when it is asked."""
    raise AssertionError(f"{host} was looked up")
