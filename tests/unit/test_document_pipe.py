"""Does what travels to the process that reads documents, and back, arrive as it was sent?"""

import pytest

from batchbell.contracts.document_pipe import (
    answer_frame,
    read_answer,
    read_request,
    request_frames,
)
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits, DocumentRead, Evidence, Field
from batchbell.domain.errors import DocumentFailed


def test_a_request_arrives_as_it_was_sent() -> None:
    fields = (Field("total", "what is to be paid, in €"), Field("\ud800"))
    limits = DocumentLimits(bytes=1, pages=2, inflated_bytes=3, pixels=4)
    head, data = request_frames(b"%PDF", fields, limits, 7)
    assert read_request(head) == (fields, limits, 7)
    assert data == b"%PDF"


def test_what_was_read_comes_back() -> None:
    read = DocumentRead(
        rows=({"a": "é", "b": None},),
        pages=2,
        evidence=(Evidence(2, (0.1, 0.2, 0.3, 0.4), 0.9),),
    )
    assert read_answer(answer_frame(read)) == read


@pytest.mark.parametrize("reason", DocumentReason)
def test_a_failure_comes_back(reason: DocumentReason) -> None:
    with pytest.raises(DocumentFailed) as failed:
        read_answer(answer_frame(DocumentFailed(reason, "Why.")))
    assert (failed.value.reason, failed.value.message) == (reason, "Why.")
