"""What is kept of a document that was read?"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentRead
from batchbell.domain.errors import DocumentFailed
from batchbell.usecases.answer_size import HEAVIEST, quoted_bytes


def document_content(read: DocumentRead) -> dict[str, Any]:
    """Pages, rows and where each was found."""
    return {
        "pages": read.pages,
        "line_items": [dict(row) for row in read.rows],
        "evidence": [asdict(found) for found in read.evidence],
    }


def weigh_document(content: Mapping[str, Any]) -> int:
    """Bytes of a content as it stands in an answer.

    Raises `DocumentFailed` when no answer could hold it.
    """
    weight = quoted_bytes(content)
    if weight > HEAVIEST:
        raise DocumentFailed(
            DocumentReason.TOO_LARGE,
            "The document holds more rows than an answer can carry. Split it.",
        )
    return weight
