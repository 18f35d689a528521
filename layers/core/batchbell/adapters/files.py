"""The `Files` port on S3: where are the bytes of documents, and how do callers send them there?"""

from collections.abc import Callable, Iterable

from batchbell.adapters.objects import Bucket, object_key
from batchbell.ports import Each
from batchbell.ports.documents import UploadLink

_LEAST_BYTES = 1
"""S3 itself refuses a file that is empty."""


class FileStore:
    """See `batchbell.ports.documents.Files`. `each`: how objects are looked for."""

    def __init__(self, bucket: Bucket, now: Callable[[], int], each: Each) -> None:
        self._bucket = bucket
        self._now = now
        self._each = each

    def put(self, tenant: str, file: str, content: bytes) -> None:
        """Store them."""
        self._bucket.put(_object_key(tenant, file), content)

    def get(self, tenant: str, file: str) -> bytes | None:
        """The bytes, or None."""
        return self._bucket.get(_object_key(tenant, file))

    def link(self, tenant: str, file: str, most_bytes: int, expires_at: int) -> UploadLink:
        """A link to send them by. Nothing is asked of S3: it is a signature, of whole seconds."""
        now = self._now()
        seconds = (expires_at - now) // 1_000
        key = _object_key(tenant, file)
        url, fields = self._bucket.form(key, range(_LEAST_BYTES, most_bytes + 1), seconds)
        return UploadLink(url, fields, expires_at=(now // 1_000 + seconds) * 1_000)

    def erase(self, tenant: str, files: Iterable[str]) -> int:
        """Forget them. S3 does not tell which of the objects to delete were there."""
        keys = [_object_key(tenant, file) for file in files]
        found = self._each(self._bucket.holds, keys)
        there = [key for key, holds in zip(keys, found, strict=True) if holds]
        self._bucket.delete_many(there)
        return len(there)


def _object_key(tenant: str, file: str) -> str:
    return object_key("docs", tenant, file)
