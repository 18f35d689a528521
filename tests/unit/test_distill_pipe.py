"""Does what travels to the process that distills, and back, arrive as it was sent?"""

import io

import pytest

from batchbell.contracts.distill_pipe import (
    answer_frame,
    read_answer,
    read_frame,
    read_request,
    request_frames,
    write_frames,
)
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted, Provenance, Suggestion
from batchbell.domain.page import DistilledPage, FetchedPage, PageImage, PageLink, PageMetadata
from batchbell.domain.page_options import FORMATS, DistillOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.domain.schema import Field, Schema

PAGE = FetchedPage("https://a.example/ü", 203, "text/html", b"\x00<p>")
BARE = DistilledPage("text")
FULL = DistilledPage(
    "# T\ud800",
    PageMetadata(title="T"),
    "<p>",
    (PageLink("a", "b"),),
    (PageImage("s", "a", 1, None),),
)
ROWS = Extracted(({"price": 1},), ("sku",), ({"price": Provenance("JSON-LD", 0.9)},))


@pytest.mark.parametrize(
    "order",
    [
        PageOrder(distill=DistillOptions()),
        PageOrder(
            distill=DistillOptions(formats=FORMATS, include_tags=("a",), exclude_tags=("b",))
        ),
        PageOrder(extract=Schema((Field("price"),))),
        PageOrder(suggest=True),
    ],
)
def test_an_order_arrives(order: PageOrder) -> None:
    assert read_request(*request_frames(PAGE, order, 7)) == (PAGE, order, 7)


@pytest.mark.parametrize(
    "answer",
    [
        PageAnswer(distilled=BARE),
        PageAnswer(distilled=FULL),
        PageAnswer(extracted=ROWS, suggested=Suggestion("T", (Field("price"),), {}, None)),
        PageAnswer(distilled=BARE, extracted=Extracted(())),
    ],
)
def test_an_answer_comes_back(answer: PageAnswer) -> None:
    assert read_answer(answer_frame(answer)) == answer


def test_a_failure_comes_back_as_one() -> None:
    frame = answer_frame(PageFailed(ErrorCode.SCRAPE_EMPTY_CONTENT, "Empty."))
    with pytest.raises(PageFailed) as failed:
        read_answer(frame)
    assert (failed.value.code, failed.value.message) == (ErrorCode.SCRAPE_EMPTY_CONTENT, "Empty.")


def test_what_was_cut_off_is_no_frame() -> None:
    pipe = io.BytesIO()
    write_frames(pipe, b"whole", b"")
    half = io.BytesIO(pipe.getvalue()[:-1])
    assert read_frame(half) == b"whole"
    with pytest.raises(EOFError):
        read_frame(half)
