"""Which documents does the demo upload? Such as people have, all made up, and a broken one."""

from collections.abc import Mapping
from io import BytesIO

import pypdfium2
from PIL import Image

from local.paper import Sheet, pdf

FIELDS = ("Item no.", "Description", "Qty", "Amount")
"""What is asked of each row."""
ITEMS = (
    ("A-100", "Brass hinge, 40 mm", "12", "15.00"),
    ("A-205", "Oak shelf", "2", "69.00"),
    ("C-7", "Screws, box of 200", "3", "18.30"),
)
_PLACES = [40.0, 130.0, 380.0, 480.0]
_ORIENTATION = 0x0112
_HELD_LEFT = 8
"""In Exif: to be turned a quarter to the left, to be upright."""


def demo_files() -> Mapping[str, bytes]:
    """One document of each kind, by its file name."""
    return {
        "invoice.pdf": invoice("NJ-2041"),
        "scan.pdf": scan("NJ-2042"),
        "photo.jpg": photo("NJ-2043"),
        "broken.pdf": broken(),
    }


def invoice(number: str) -> bytes:
    """A PDF with text."""
    sheet = Sheet(height=420).text(40, 60, "Nordlicht Joinery Ltd.", 16)
    sheet.text(380, 60, f"Invoice no.: {number}").text(380, 76, "Date: 14 March 2025")
    for line, texts in enumerate([FIELDS, *ITEMS]):
        sheet.row(140 + 22 * line, _PLACES, list(texts))
    sheet.text(380, 260, "Total due").text(480, 260, "102.30")
    return pdf(sheet)


def scan(number: str) -> bytes:
    """A PDF with a picture alone, in grey, a little askew."""
    picture = _printed(number).convert("L")
    return _encoded(picture.rotate(0.7, Image.Resampling.BICUBIC, fillcolor=255), "PDF")


def photo(number: str) -> bytes:
    """A JPEG that lies on its side, and says so."""
    exif = Image.Exif()
    exif[_ORIENTATION] = _HELD_LEFT
    return _encoded(_printed(number).transpose(Image.Transpose.ROTATE_270), "JPEG", exif)


def broken() -> bytes:
    """A PDF that was cut off."""
    return invoice("NJ-2044")[:300]


def _printed(number: str) -> Image.Image:
    with pypdfium2.PdfDocument(invoice(number)) as document:
        picture: Image.Image = document[0].render(scale=2.5).to_pil().convert("RGB")
    return picture


def _encoded(picture: Image.Image, kind: str, exif: Image.Exif | None = None) -> bytes:
    out = BytesIO()
    picture.save(out, kind, **({} if exif is None else {"exif": exif}))
    return out.getvalue()
