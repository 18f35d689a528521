"""What is printed on the pages of a document, whatever its type?"""

import pypdfium2 as pdfium

from batchbell.domain.document import DocumentLimits, FileType
from batchbell.engines.document.eyes import Eyes
from batchbell.engines.document.images import pictures_of
from batchbell.engines.document.pdf import opened, page_words, picture_of, shows_anything
from batchbell.engines.document.sniff import type_within
from batchbell.engines.document.words import PageWords

# Fewer letters and digits are no text layer: a stamp or a page number on a scan.
_LEAST_LETTERS = 10


def pages_of(data: bytes, limits: DocumentLimits, eyes: Eyes) -> list[PageWords]:
    """In their order. Raises DocumentFailed."""
    kind = type_within(data, limits)
    if kind is FileType.PDF:
        return _of_pdf(data, limits, eyes)
    pictures = pictures_of(data, kind, limits)
    return [eyes.read(picture, number) for number, picture in enumerate(pictures, start=1)]


def _of_pdf(data: bytes, limits: DocumentLimits, eyes: Eyes) -> list[PageWords]:
    with opened(data, limits) as document:
        return [_of_page(document[n], n + 1, eyes) for n in range(len(document))]


def _of_page(page: pdfium.PdfPage, number: int, eyes: Eyes) -> PageWords:
    """By its text layer; else by what it looks like."""
    read = page_words(page, number)
    letters = sum(letter.isalnum() for word in read.words for letter in word.text)
    if letters < _LEAST_LETTERS and shows_anything(page):
        read = eyes.read(picture_of(page), number)
    page.close()
    return read
