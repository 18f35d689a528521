"""As which files can the rows of a batch be had?"""

from dataclasses import dataclass
from enum import StrEnum


class ExportFormat(StrEnum):
    """The formats of a file (Documents API contract, `GET /batches/{batch_name}/results`)."""

    JSONL = "jsonl"
    CSV = "csv"
    XLSX = "xlsx"

    @property
    def is_text(self) -> bool:
        """Whether it is text in UTF-8."""
        return self is not ExportFormat.XLSX

    @property
    def content_type(self) -> str:
        """As it is answered."""
        return _CONTENT_TYPES[self]


@dataclass(frozen=True, slots=True)
class ExportFile:
    """A file of rows. `stem`: its name without the format."""

    stem: str
    format: ExportFormat

    @property
    def name(self) -> str:
        """Under which it is saved."""
        return f"{self.stem}.{self.format}"


_CONTENT_TYPES = {
    ExportFormat.JSONL: "application/x-ndjson",
    ExportFormat.CSV: "text/csv; charset=utf-8",
    ExportFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
