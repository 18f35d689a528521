"""What are the documents of a piece, and what does the engine make of them?"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentFields, DocumentRead
from batchbell.domain.errors import DocumentFailed, Unavailable
from tests.memory.hooks import Hook, atomic

BESIDE = "beside "
"""How the calls begin that are about the second batch of documents."""
_COLUMN = "text"
_HEAD = "%PDF-1.7 "


class DocumentKind(StrEnum):
    """How a document comes, and how it is read."""

    FINE = "fine"
    BROKEN = "broken"
    FLAKY = "flaky"
    """The engine cannot be reached at first."""
    DEAD = "dead"
    """The engine can never be reached."""
    LINKED = "linked"
    """Its bytes come by a link, when its caller sends them."""
    MISSING = "missing"
    """Its bytes were to come by a link, and never do."""

    @property
    def by_link(self) -> bool:
        """Whether its upload brings no bytes."""
        return self in (DocumentKind.LINKED, DocumentKind.MISSING)


def content_of(number: int) -> bytes:
    """The bytes of a document: they say which it is."""
    return f"{_HEAD}{number}".encode()


def rows_of(number: int, names: Sequence[str]) -> list[dict[str, str]]:
    """What is found in it. `names`: of the fields that are asked for; none: the one column."""
    return [dict.fromkeys(names or [_COLUMN], content_of(number).decode())]


class SimulatedEngine:
    """See `batchbell.ports.documents.DocumentEngine`. A document is one row that says its bytes.

    `kinds`: by the number that its bytes say; others are fine.
    """

    def __init__(self, hook: Callable[[], Hook], kinds: Mapping[int, DocumentKind]) -> None:
        self._hook = hook
        self._kinds = kinds
        self.read_so_far: list[int] = []
        """Which documents it was asked for, in order."""

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._hook()

    @atomic("engine.read")
    def read(self, content: bytes, fields: DocumentFields, *, timeout_ms: int) -> DocumentRead:
        """By the document's kind."""
        text = content.decode()
        number = int(text.removeprefix(_HEAD) or -1)
        kind = self._kinds.get(number, DocumentKind.FINE)
        first = number not in self.read_so_far
        self.read_so_far.append(number)
        if kind is DocumentKind.BROKEN:
            raise DocumentFailed(DocumentReason.CORRUPT_FILE, "The file is damaged.")
        if kind is DocumentKind.DEAD or (kind is DocumentKind.FLAKY and first):
            raise Unavailable("no engine")
        names = [field.name for field in fields.fields or ()]
        return DocumentRead(pages=1, rows=tuple(rows_of(number, names)))
