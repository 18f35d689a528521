"""What does a PDF hold: how many pages, which words and rules on each?"""

from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from PIL import Image

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document.boxes import Box
from batchbell.engines.document.drawn import drawn_on
from batchbell.engines.document.glyphs import words_of_page
from batchbell.engines.document.images import fitted
from batchbell.engines.document.inflated import inflates_beyond
from batchbell.engines.document.words import PageWords

_LOCKED = (pdfium_c.FPDF_ERR_PASSWORD, pdfium_c.FPDF_ERR_SECURITY)
_DOTS, _POINTS = 200, 72
_CORRUPT = "The PDF is damaged or cut short. Export it again and send the new file."


@contextmanager
def opened(data: bytes, limits: DocumentLimits) -> Iterator[pdfium.PdfDocument]:
    """A PDF within its limits, which are looked at before any page is. Raises DocumentFailed."""
    if inflates_beyond(data, limits.inflated_bytes):
        raise DocumentFailed(
            DocumentReason.TOO_LARGE,
            "The PDF unpacks to more than is allowed. Export it again, with smaller images.",
        )
    document = _open(data)
    try:
        count = len(document)
        if not count:
            raise DocumentFailed(DocumentReason.CORRUPT_FILE, _CORRUPT)
        if count > limits.pages:
            raise DocumentFailed(
                DocumentReason.TOO_MANY_PAGES,
                f"The PDF has {count} pages; {limits.pages} are allowed. Send it in parts.",
            )
        yield document
    except pdfium.PdfiumError as error:  # of a page: there is none, or none of its parts
        raise DocumentFailed(DocumentReason.CORRUPT_FILE, _CORRUPT) from error
    finally:
        document.close()


def page_words(page: pdfium.PdfPage, number: int) -> PageWords:
    """The text layer and the ruled lines of a page."""
    left, bottom, right, top = page.get_bbox()
    turn, words = words_of_page(page, Box(left, bottom, right, top))
    rules, fills = drawn_on(page, turn)
    width, height = turn.size
    return PageWords(number, width, height, words, rules, fills)


def shows_anything(page: pdfium.PdfPage) -> bool:
    """Whether anything at all is drawn on it that is not cropped away."""
    width, height = page.get_size()
    return width * height > 0 and next(iter(page.get_objects(max_depth=1)), None) is not None


def picture_of(page: pdfium.PdfPage) -> Image.Image:
    """The page as it looks, at 200 dots an inch or, when it is huge, at fewer.

    Raises DocumentFailed for one that is cropped to nothing.
    """
    width, height = page.get_size()
    if not width * height:
        raise DocumentFailed(DocumentReason.CORRUPT_FILE, _CORRUPT)
    scale = _DOTS / _POINTS
    scale *= fitted(width * scale, height * scale)
    picture: Image.Image = page.render(scale=scale).to_pil()
    return picture.convert("RGB")


def _open(data: bytes) -> pdfium.PdfDocument:
    """One that opens without a password is read, whatever its owner's password forbids."""
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if error.err_code in _LOCKED:
            raise DocumentFailed(
                DocumentReason.ENCRYPTED_PDF,
                "The PDF opens only with a password. Remove the password and send it again.",
            ) from error
        raise DocumentFailed(DocumentReason.CORRUPT_FILE, _CORRUPT) from error
