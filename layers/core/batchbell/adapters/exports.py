"""The `Exports` port on S3: where are files of rows, and for how long does a link to one work?"""

from collections.abc import Callable
from typing import BinaryIO

from batchbell.adapters.failures import translated
from batchbell.adapters.objects import object_key
from batchbell.adapters.sessions import S3
from batchbell.contracts.exports.answers import file_headers
from batchbell.domain.export import ExportFile
from batchbell.domain.identifiers import BatchKey
from batchbell.ports.exports import ExportLink

LINK_SECONDS = 600
"""A link ends with the credentials that signed it. The SDK renews those that it knows the end of
while they still have ten minutes; those of a function last for hours.
"""


class ExportStore:
    """See `batchbell.ports.exports.Exports`. `now`: epoch ms."""

    def __init__(self, client: S3, bucket: str, now: Callable[[], int]) -> None:
        self._client = client
        self._bucket = bucket
        self._now = now

    def put(self, key: BatchKey, file: ExportFile, content: BinaryIO) -> ExportLink:
        """Store the content, and sign a link to it."""
        where = {"Bucket": self._bucket, "Key": _object_key(key, file)}
        headers = file_headers(file)
        with translated():
            self._client.put_object(
                **where,
                Body=content,
                ContentType=headers["Content-Type"],
                ContentDisposition=headers["Content-Disposition"],
            )
        expires_at = self._now() + LINK_SECONDS * 1000
        url = self._client.generate_presigned_url(
            "get_object", Params=where, ExpiresIn=LINK_SECONDS
        )
        return ExportLink(url, expires_at)

    def erase(self, key: BatchKey, file: ExportFile) -> None:
        """Forget it."""
        with translated():
            self._client.delete_object(Bucket=self._bucket, Key=_object_key(key, file))


def _object_key(key: BatchKey, file: ExportFile) -> str:
    """Among the batch's results, so that what erases them erases it too."""
    return object_key("results", key.tenant, key.batch, "export", file.format)
