"""How does the bucket answer: with bytes, with nothing, or not at all?

To be told that an object is not there takes the right to list the bucket; without it S3 answers
"forbidden".
"""

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from botocore.exceptions import ClientError

from batchbell.adapters.failures import code_of, translated
from batchbell.adapters.sessions import S3
from batchbell.domain.errors import Unavailable

KEYS_A_DELETE = 1_000
"""The most that DeleteObjects takes, and that ListObjectsV2 gives."""


_NOT_FOUND = "404"
"""What the SDK makes of an answer to HEAD, which has no body to tell more."""


def object_key(*parts: str) -> str:
    """The key of an object. No part holds a `/` in it, so that no batch's prefix is another's."""
    return "/".join(quote(part, safe=":") for part in parts)


class Bucket:
    """One bucket. Every method may raise `Unavailable`."""

    def __init__(self, client: S3, name: str) -> None:
        self._client = client
        self._name = name

    def put(self, key: str, content: bytes) -> None:
        """Store an object."""
        with translated():
            self._client.put_object(Bucket=self._name, Key=key, Body=content)

    def get(self, key: str) -> bytes | None:
        """An object's bytes, or None."""
        try:
            with translated():
                answer = self._client.get_object(Bucket=self._name, Key=key)
                content: bytes = answer["Body"].read()
        except ClientError as error:
            if code_of(error) != "NoSuchKey":
                raise
            return None
        return content

    def holds(self, key: str) -> bool:
        """Whether there is such an object."""
        try:
            with translated():
                self._client.head_object(Bucket=self._name, Key=key)
        except ClientError as error:
            if code_of(error) != _NOT_FOUND:
                raise
            return False
        return True

    def form(self, key: str, sizes: range, seconds: int) -> tuple[str, dict[str, str]]:
        """Where an object of such a size (bytes) can be posted, for so long, and the fields of that
        form: signed by the credentials of this process, which must last as long.
        """
        made = self._client.generate_presigned_post(
            self._name,
            key,
            Conditions=[["content-length-range", sizes.start, sizes.stop - 1]],
            ExpiresIn=seconds,
        )
        return made["url"], made["fields"]

    def delete(self, key: str) -> None:
        """Take an object away, if it is there."""
        with translated():
            self._client.delete_object(Bucket=self._name, Key=key)

    def delete_all(self, prefix: str) -> None:
        """Take all objects away whose key begins so."""
        for keys in self._keys(prefix):
            self._delete_together(keys)

    def delete_many(self, keys: Sequence[str]) -> None:
        """Take objects away, those that are there."""
        for start in range(0, len(keys), KEYS_A_DELETE):
            self._delete_together(keys[start : start + KEYS_A_DELETE])

    def _delete_together(self, keys: Sequence[str]) -> None:
        with translated():
            answer = self._client.delete_objects(
                Bucket=self._name,
                Delete={"Objects": [{"Key": key} for key in keys], "Quiet": True},
            )
        if answer.get("Errors"):
            raise Unavailable("DeleteObjects")

    def _keys(self, prefix: str) -> Iterator[Sequence[str]]:
        """The keys that begin so, at most `KEYS_A_DELETE` at a time."""
        start: dict[str, str] = {}
        while True:
            with translated():
                answer = self._client.list_objects_v2(
                    Bucket=self._name, Prefix=prefix, MaxKeys=KEYS_A_DELETE, **start
                )
            if answer.get("Contents"):
                yield [content["Key"] for content in answer["Contents"]]
            if not answer.get("IsTruncated"):
                return
            start = {"ContinuationToken": answer["NextContinuationToken"]}
