"""How do tests have documents read?"""

import pytest

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits, DocumentRead, Field
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document.eyes import Eyes
from batchbell.engines.document.read import read_document

BLIND = Eyes(None)


def read(data: bytes, *names: str, limits: DocumentLimits | None = None) -> DocumentRead:
    """`name=description` says what a field is."""
    fields = [Field(*name.split("=", 1)) for name in names]
    return read_document(data, fields, limits or DocumentLimits(), BLIND)


def rows(data: bytes, *names: str) -> list[dict[str, str | None]]:
    return [dict(row) for row in read(data, *names).rows]


def reason(data: bytes, *names: str, limits: DocumentLimits | None = None) -> DocumentReason:
    with pytest.raises(DocumentFailed) as failed:
        read(data, *names, limits=limits)
    assert failed.value.message.endswith(".")
    return failed.value.reason
