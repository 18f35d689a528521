"""The `Exports` port in memory."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO

from batchbell.domain.export import ExportFile
from batchbell.domain.identifiers import BatchKey
from batchbell.ports.exports import ExportLink

LINK_MS = 600_000


@dataclass
class MemoryExports:
    """See `batchbell.ports.exports.Exports`. `during`: what happens while a file is stored."""

    now: Callable[[], int]
    stored: dict[tuple[BatchKey, ExportFile], bytes] = field(default_factory=dict)
    during: Callable[[], object] = lambda: None

    def put(self, key: BatchKey, file: ExportFile, content: BinaryIO) -> ExportLink:
        """Store the content. -> a link that names the file."""
        self.during()
        self.stored[key, file] = content.read()
        return ExportLink(f"https://files.example/{file.name}", self.now() + LINK_MS)

    def erase(self, key: BatchKey, file: ExportFile) -> None:
        """Forget it."""
        self.stored.pop((key, file), None)
