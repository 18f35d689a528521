"""Which pictures are sent to Textract for the pages of a document?

A page is a picture: Textract takes one page at a time without a store, as PNG or JPEG, of at most
10 MB and 10,000 pixels on a side (Amazon Textract, "Set Quotas"). An image within that is sent as
it is.
"""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from io import BytesIO

import pypdfium2 as pdfium
from PIL import Image

from batchbell.contracts.textract_pipe import Picture
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits, FileType
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document.images import pictures_of, plain_size
from batchbell.engines.document.pdf import opened, picture_of
from batchbell.engines.document.sniff import type_within

MOST_BYTES = 10_000_000
MOST_SIDE = 10_000
_AS_THEY_ARE = (FileType.PNG, FileType.JPEG)
_QUALITIES = (90, 60)


@dataclass(frozen=True, slots=True)
class Opened:
    """A document's pages. `show`: the picture of a page, from 1; raises DocumentFailed."""

    pages: int
    show: Callable[[int], Picture]


def open_document(data: bytes, limits: DocumentLimits, until: ExitStack) -> Opened:
    """Open it until the stack is closed. Raises DocumentFailed."""
    kind = type_within(data, limits)
    if kind is FileType.PDF:
        document = until.enter_context(opened(data, limits))
        return Opened(len(document), partial(_of_pdf, document))
    pictures = _pictures(data, kind, limits)
    return Opened(len(pictures), lambda page: pictures[page - 1])


def _of_pdf(document: pdfium.PdfDocument, page: int) -> Picture:
    try:
        loaded = document[page - 1]
        picture = picture_of(loaded)
    except pdfium.PdfiumError as error:
        raise DocumentFailed(
            DocumentReason.CORRUPT_FILE,
            "The page is damaged. Export the PDF again and send the new file.",
        ) from error
    loaded.close()
    return _fitting(picture)


def _pictures(data: bytes, kind: FileType, limits: DocumentLimits) -> list[Picture]:
    if kind in _AS_THEY_ARE and len(data) <= MOST_BYTES:
        size = plain_size(data, kind, limits)
        if size and max(size) <= MOST_SIDE:
            return [Picture(data, *size)]
    return [_fitting(picture) for picture in pictures_of(data, kind, limits)]


def _fitting(picture: Image.Image) -> Picture:
    """Without loss where it can be."""
    picture.thumbnail((MOST_SIDE, MOST_SIDE))
    content = _saved(picture, "PNG")
    for quality in _QUALITIES:
        if len(content) <= MOST_BYTES:
            break
        content = _saved(picture, "JPEG", quality=quality)
    return Picture(content, picture.width, picture.height)


def _saved(picture: Image.Image, kind: str, **how: int) -> bytes:
    file = BytesIO()
    picture.save(file, kind, **how)
    return file.getvalue()
