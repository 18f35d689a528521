"""What does an AWS client do when a test tells it beforehand?"""

from collections.abc import Callable
from typing import Any

from botocore.exceptions import ClientError


def fault(code: str, status: int = 400, **more: Any) -> ClientError:
    """An error as the SDK raises it. No decision may depend on its message."""
    response: Any = {
        "Error": {"Code": code, "Message": "ConditionalCheckFailed ThrottlingException"},
        "ResponseMetadata": {"HTTPStatusCode": status},
        **more,
    }
    return ClientError(response, "Operation")


def canceled(*reasons: str) -> ClientError:
    """A transaction that was not made, with a reason for each of its members."""
    return fault("TransactionCanceledException", CancellationReasons=[{"Code": r} for r in reasons])


class ScriptedClient:
    """Answers every call with the next of its answers, the last one for ever; raises errors."""

    def __init__(self, *answers: dict[str, Any] | Exception) -> None:
        self._answers = list(answers)
        self.calls: list[dict[str, Any]] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return self._answer

    def _answer(self, **parameters: Any) -> dict[str, Any]:
        self.calls.append(parameters)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


class Pauses:
    """A sleep that takes no time and remembers how long it should have been, in seconds."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
