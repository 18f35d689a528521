"""Is a file parsed once, however many pages it has?"""

from contextlib import ExitStack
from typing import Any

import pypdfium2 as pdfium
import pytest

from batchbell.domain.document import DocumentLimits
from batchbell.engines.document.inflated import inflates_beyond
from batchbell.engines.document.textract_pictures import open_document
from tests.engines.document.papers import statement
from tests.engines.document.reading import read

PAGES = 20


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each time that a whole file is parsed, or its compressed parts are looked through."""
    noted: list[str] = []
    parse = pdfium.PdfDocument.__init__

    def parsed(document: Any, *given: Any, **more: Any) -> None:
        noted.append("parsed")
        parse(document, *given, **more)

    def looked_through(data: bytes, limit: int) -> bool:
        noted.append("looked through")
        return inflates_beyond(data, limit)

    monkeypatch.setattr(pdfium.PdfDocument, "__init__", parsed)
    monkeypatch.setattr("batchbell.engines.document.pdf.inflates_beyond", looked_through)
    return noted


def test_a_file_is_parsed_once_for_all_its_pages(looks: list[str]) -> None:
    """D14."""
    assert read(statement(PAGES)).pages == PAGES
    assert looks == ["looked through", "parsed"]


def test_a_file_is_parsed_once_for_all_the_pictures_that_are_sent(looks: list[str]) -> None:
    """D14: Textract is asked page by page."""
    with ExitStack() as until:
        opened = open_document(statement(PAGES), DocumentLimits(), until)
        shown = [opened.show(page) for page in range(1, PAGES + 1)]
    assert len(shown) == PAGES
    assert looks == ["looked through", "parsed"]
