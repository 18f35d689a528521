"""What do use cases need of documents: who they are, their bytes, and what reads them?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from batchbell.domain.document import Document, DocumentFields, DocumentRead


class Documents(Protocol):
    """Records of documents. They are made by `Batches.add`."""

    def read(self, tenant: str, document_id: str) -> Document | None:
        """One record, or None."""

    def read_many(self, tenant: str, document_ids: Iterable[str]) -> dict[str, Document]:
        """The records that are there, by id."""

    def prolong(self, document: Document, until: int) -> None:
        """Its bytes may come by a link until then (epoch ms), if that is later than before."""

    def erase(self, documents: Iterable[Document]) -> None:
        """Forget what their callers said of them; that they were is still known."""


@dataclass(frozen=True, slots=True)
class UploadLink:
    """Where a caller sends a document's bytes: a POST of these form fields, then the file.

    `expires_at`: epoch ms. The fields are a signature: they are told to their caller only.
    """

    url: str
    fields: Mapping[str, str] = field(repr=False)
    expires_at: int


class Files(Protocol):
    """Bytes of documents, by tenant and `Document.file`."""

    def put(self, tenant: str, file: str, content: bytes) -> None:
        """Store them; a repeat stores the same."""

    def get(self, tenant: str, file: str) -> bytes | None:
        """The bytes, or None: they have not come yet, or are erased."""

    def link(self, tenant: str, file: str, most_bytes: int, expires_at: int) -> UploadLink:
        """A link to send them by, once or again, until `expires_at` (epoch ms)."""

    def erase(self, tenant: str, files: Iterable[str]) -> int:
        """Forget them. -> of how many there were any."""


class DocumentEngine(Protocol):
    """Reads documents."""

    def read(self, content: bytes, fields: DocumentFields, *, timeout_ms: int) -> DocumentRead:
        """What the document holds. Raises `DocumentFailed`; `Unavailable`: for now."""
