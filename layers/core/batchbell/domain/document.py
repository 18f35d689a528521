"""What is a document, apart from what becomes of it?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Self

from batchbell.domain.identifiers import ItemKey, uploaded_file


class FileType(StrEnum):
    """What a document may be, told by its bytes (contract, "Rules")."""

    PDF = "application/pdf"
    PNG = "image/png"
    JPEG = "image/jpeg"
    TIFF = "image/tiff"
    WEBP = "image/webp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One document's record: what its caller said of it. Never changes but for its
    erasure, and for `bytes_until`.

    Times are epoch milliseconds; `metadata` is the caller's JSON text, `fingerprint` that of the
    upload, by which a retry is told from another upload.
    """

    tenant: str
    id: str
    item: ItemKey
    filename: str
    created_at: int
    fingerprint: str
    metadata: str | None = None
    bytes_until: int | None = None
    """Until when its bytes may come by a link; None: they were there before the record."""

    @property
    def erased(self) -> bool:
        """Whether what its caller said of it is forgotten: no document is without a name."""
        return not self.filename

    @property
    def file(self) -> str:
        """Under which name its bytes stand. By a link only who was told of it sends any."""
        if self.bytes_until is not None:
            return self.id
        return uploaded_file(self.id, self.fingerprint)


@dataclass(frozen=True, slots=True)
class Field:
    """A value that a caller asks of each row of a document."""

    name: str
    description: str = ""
    """What it is, in the caller's words."""


@dataclass(frozen=True, slots=True)
class DocumentFields:
    """What is asked of the documents of one hand-over. None: every column that is found."""

    fields: tuple[Field, ...] | None = None

    def as_body(self) -> dict[str, Any]:
        """As JSON has it."""
        if self.fields is None:
            return {"fields": None}
        return {"fields": [[one.name, one.description] for one in self.fields]}

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> Self:
        """Raises KeyError, TypeError or ValueError for what `as_body` did not make."""
        fields = body["fields"]
        if fields is None:
            return cls()
        return cls(tuple(Field(str(name), description or "") for name, description in fields))


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLimits:
    """What one document may cost; more is a failure with its reason, never a part of the answer."""

    bytes: int = 20_000_000
    pages: int = 50
    inflated_bytes: int = 200_000_000
    """What the compressed parts of a PDF may become."""
    pixels: int = 100_000_000
    """What an image may unpack to, by its header; what is read of it is scaled down."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a row was found. `box`: left, top, right, bottom as shares of the page, 0 to 1, from
    its upper left corner; `confidence` 0 to 1.
    """

    page: int
    box: tuple[float, float, float, float]
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRead:
    """What an engine made of a document: rows of values as printed, each with its evidence."""

    pages: int
    rows: tuple[Mapping[str, str | None], ...]
    evidence: tuple[Evidence, ...] = field(default=())
