"""How is a received message hidden a little longer?"""

from botocore.exceptions import ClientError

from batchbell.adapters.failures import code_of, translated
from batchbell.adapters.sessions import Sqs
from batchbell.domain.errors import Unavailable

_NOT_OURS_ANY_MORE = frozenset(
    {
        "AWS.SimpleQueueService.MessageNotInflight",
        "InvalidParameterValue",
        "MessageNotInflight",
        "ReceiptHandleIsInvalid",
    }
)
"""The message is visible again, or somebody else has received it: it comes again anyway."""


class SqsPostponer:
    """Changes the visibility of messages of one queue. May raise `Unavailable`."""

    def __init__(self, client: Sqs, url: str) -> None:
        self._client = client
        self._url = url

    def postpone(self, receipt_handle: str, seconds: int) -> None:
        """Hide a received message for `seconds`, 0 to 43,200 from now."""
        with translated():
            try:
                self._client.change_message_visibility(
                    QueueUrl=self._url, ReceiptHandle=receipt_handle, VisibilityTimeout=seconds
                )
            except ClientError as error:
                if code_of(error) not in _NOT_OURS_ANY_MORE:
                    raise
                raise Unavailable(code_of(error)) from error
