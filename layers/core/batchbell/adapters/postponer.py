"""How is a received message hidden a little longer?"""

from batchbell.adapters.failures import translated
from batchbell.adapters.sessions import Sqs


class SqsPostponer:
    """Changes the visibility of messages of one queue. May raise `Unavailable`."""

    def __init__(self, client: Sqs, url: str) -> None:
        self._client = client
        self._url = url

    def postpone(self, receipt_handle: str, seconds: int) -> None:
        """Hide a received message for `seconds`, 0 to 43,200 from now."""
        with translated():
            self._client.change_message_visibility(
                QueueUrl=self._url, ReceiptHandle=receipt_handle, VisibilityTimeout=seconds
            )
