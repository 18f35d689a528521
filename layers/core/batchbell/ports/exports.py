"""Where are files of rows kept that no answer can hold?"""

from dataclasses import dataclass, field
from typing import BinaryIO, Protocol

from batchbell.domain.export import ExportFile
from batchbell.domain.identifiers import BatchKey


@dataclass(frozen=True, slots=True)
class ExportLink:
    """Where a file can be fetched by whoever has the link. `expires_at`: epoch ms."""

    url: str = field(repr=False)
    expires_at: int


class Exports(Protocol):
    """Files of rows, one for each batch and format. What erases a batch's results erases them."""

    def put(self, key: BatchKey, file: ExportFile, content: BinaryIO) -> ExportLink:
        """Store the content from its beginning, instead of an earlier one. -> a link to it."""

    def erase(self, key: BatchKey, file: ExportFile) -> None:
        """Forget it."""
