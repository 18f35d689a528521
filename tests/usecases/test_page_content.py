"""What of a distilled page is kept, and how heavy is it?"""

import json
from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import DistilledPage, FetchedPage, PageImage, PageLink, PageMetadata
from batchbell.usecases.answer_size import HEAVIEST
from batchbell.usecases.page_content import page_content, weigh

FETCHED = FetchedPage("https://a.example/end", 203, "text/html", b"")
DISTILLED = DistilledPage("# Ünïted", PageMetadata(title="T", published_date="2026-11-29"))


def content_with(*formats: str) -> dict[str, Any]:
    """The content when these formats were asked for."""
    return page_content(frozenset(formats), FETCHED, DISTILLED)


def test_only_what_was_asked_for_is_kept() -> None:
    assert content_with("markdown") == {"markdown": "# Ünïted"}
    assert set(content_with("metadata")) == {"metadata"}


def test_pieces_are_as_the_contract_has_them() -> None:
    distilled = DistilledPage(
        "# Ünïted",
        html="<p>ü</p>",
        links=(PageLink("Words", "https://a.example/x"),),
        images=(PageImage("https://a.example/i", "A fox", 640, None),),
    )
    formats = frozenset(("html", "links", "images"))
    assert page_content(formats, FETCHED, distilled) == {
        "html": "<p>ü</p>",
        "links": [{"text": "Words", "href": "https://a.example/x"}],
        "images": [{"src": "https://a.example/i", "alt": "A fox", "width": 640, "height": None}],
    }


def test_a_piece_that_a_page_does_not_have_is_empty_and_not_left_out() -> None:
    assert content_with("html", "links", "images") == {"html": "", "links": [], "images": []}


def test_metadata_say_what_the_contract_lists() -> None:
    assert content_with("metadata")["metadata"] == {
        "title": "T",
        "description": None,
        "language": None,
        "author": None,
        "publishedDate": "2026-11-29",
        "image": None,
        "sourceURL": "https://a.example/end",
        "sourceUrl": "https://a.example/end",
        "statusCode": 203,
        "contentLength": 8,
    }


@pytest.mark.parametrize(
    "text", ["plain", 'with "quotes" and \\', "Ünïted", "漢字", "\U0001f642", "\ud800", "a\nb\x00"]
)
def test_a_weight_is_what_the_content_adds_to_an_answer(text: str) -> None:
    """Bytes of JSON in a JSON string, which is how an answer leaves a function."""
    content = {"markdown": text}
    answer = json.dumps({"body": json.dumps(content)})
    assert weigh(content) == len(answer) - len('{"body": }')


def test_the_heaviest_is_kept() -> None:
    frame = weigh({"markdown": ""})
    assert weigh({"markdown": "x" * (HEAVIEST - frame)}) == HEAVIEST


def test_what_no_answer_could_hold_is_refused() -> None:
    frame = weigh({"markdown": ""})
    with pytest.raises(PageFailed) as refused:
        weigh({"markdown": "x" * (HEAVIEST - frame + 1)})
    assert refused.value.code is ErrorCode.SCRAPE_CONTENT_TOO_LARGE
    assert not refused.value.retryable
