"""Is a received message hidden, and what if it is nobody's any more?"""

from typing import Any

import pytest
from botocore.exceptions import ClientError

from batchbell.adapters.postponer import SqsPostponer
from batchbell.domain.errors import Unavailable


class OneCall:
    """A client that remembers its call, and answers it with an error when it has one."""

    def __init__(self, code: str | None = None) -> None:
        self.code = code
        self.parameters: dict[str, Any] = {}

    def send_message_batch(self, **parameters: Any) -> dict[str, Any]:
        """Not called here."""
        raise NotImplementedError

    def change_message_visibility(self, **parameters: Any) -> dict[str, Any]:
        """The call."""
        self.parameters = parameters
        if self.code is not None:
            raise ClientError({"Error": {"Code": self.code}}, "ChangeMessageVisibility")
        return {}


def test_a_message_is_hidden() -> None:
    client = OneCall()
    SqsPostponer(client, "https://queue").postpone("handle", 30)
    assert client.parameters == {
        "QueueUrl": "https://queue",
        "ReceiptHandle": "handle",
        "VisibilityTimeout": 30,
    }


@pytest.mark.parametrize("code", ["ReceiptHandleIsInvalid", "MessageNotInflight"])
def test_one_that_is_somebody_elses_by_now_comes_again_anyway(code: str) -> None:
    with pytest.raises(Unavailable, match=code):
        SqsPostponer(OneCall(code), "https://queue").postpone("handle", 30)


def test_a_right_that_is_missing_is_a_fault() -> None:
    with pytest.raises(ClientError, match="AccessDenied"):
        SqsPostponer(OneCall("AccessDenied"), "https://queue").postpone("handle", 30)
