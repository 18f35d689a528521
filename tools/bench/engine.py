"""What does it take to read a document, in processor time and memory?

In the process that reads untrusted documents, as the document worker starts it: a new one for each
kind. Its first document is not counted: it loads what later ones find loaded.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from batchbell.adapters.document_reader import ChildDocumentReader
from batchbell.domain.document import DocumentFields
from local.papers import invoice, photo, scan
from tests.adapters.distilling import children
from tests.engines.document.models import MODELS
from tests.engines.document.papers import statement
from tools.bench.processor import Progress

_TIMEOUT_MS = 600_000
_TICKS = os.sysconf("SC_CLK_TCK")
_TEXT = "text"
"""How the kinds end that need no models."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One document of a kind. `seconds`: processor time, the best of several; `first_seconds`: of
    the start and the first document. `peak_mb`: of the process, in its whole life.
    """

    kind: str
    pages: int
    seconds: float
    first_seconds: float
    peak_mb: int


def measure_engine(rounds: int, progress: Progress) -> list[Reading]:
    """Every kind; without models those alone that need none."""
    kinds = {kind: content for kind, content in _kinds().items() if _readable(kind)}
    if len(kinds) < len(_kinds()):
        progress("no pictures are read: there are no models (make models)")
    return [_measured(kind, content, rounds, progress) for kind, content in kinds.items()]


def _kinds() -> Mapping[str, bytes]:
    """Our own samples; all but the second are the demo's, with the same invoice on them."""
    return {
        "PDF, 1 page of text": invoice("NJ-2041"),
        "PDF, 50 pages of text": statement(50, rows=40),
        "PDF, a scan": scan("NJ-2042"),
        "JPEG, a photo on its side": photo("NJ-2043"),
    }


def _readable(kind: str) -> bool:
    return kind.endswith(_TEXT) or MODELS.exists()


def _measured(kind: str, content: bytes, rounds: int, progress: Progress) -> Reading:
    reader = ChildDocumentReader(MODELS if MODELS.exists() else None)
    try:
        used = [0.0]
        for number in range(rounds + 1):
            progress(f"{kind}: round {number} of {rounds}")
            pages = reader.read(content, DocumentFields(), timeout_ms=_TIMEOUT_MS).pages
            used.append(_processor_seconds())
        took = [after - before for before, after in pairwise(used)]
        return Reading(kind, pages, min(took[1:]), took[0], _peak_mb())
    finally:
        reader.close()


def _processor_seconds() -> float:
    """User and system time of the child so far."""
    fields = _told("stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _peak_mb() -> int:
    (found,) = re.findall(r"^VmHWM:\s+(\d+) kB$", _told("status"), re.MULTILINE)
    return int(found) // 1024


def _told(file: str) -> str:
    (child,) = children()
    return Path(f"/proc/{child}/{file}").read_text()
