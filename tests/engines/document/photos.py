"""Which pictures of documents do tests read? All are drawn here."""

from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw, ImageFont

RECEIPT = (
    ("Corner Bakery Ltd.", "", "", ""),
    ("12 Mill Road, Oban", "", "", ""),
    ("Date: 14/03/2025", "", "", ""),
    ("Item", "Qty", "Price", "Amount"),
    ("Rye bread", "2", "3.40", "6.80"),
    ("Butter croissant", "4", "1.95", "7.80"),
    ("Apple juice", "1", "2.60", "2.60"),
    ("TOTAL", "", "", "17.20"),
)
_PLACES = (0.08, 0.55, 0.68, 0.82)


def receipt(width: int = 800, height: int = 1000) -> Image.Image:
    """Black on white."""
    picture = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(width / 28)
    for number, texts in enumerate(RECEIPT):
        for place, text in zip(_PLACES, texts, strict=True):
            draw.text((place * width, height * (0.08 + 0.09 * number)), text, "black", font)
    return picture


def encoded(picture: Image.Image, kind: str, **options: Any) -> bytes:
    out = BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def with_orientation(picture: Image.Image, orientation: int) -> bytes:
    """A JPEG that says how a camera was held."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    return encoded(picture, "JPEG", exif=exif)


def frames(count: int) -> bytes:
    """A TIFF of small pages; the nth is n + 1 pixels wide."""
    pages = [Image.new("L", (n + 1, 10), 255) for n in range(count)]
    return encoded(pages[0], "TIFF", save_all=True, append_images=pages[1:])


def ruled(width: int = 900, height: int = 500) -> Image.Image:
    """A table with a line around every cell; one text goes on below itself."""
    picture = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(24)
    xs, ys = (40, 400, 560, 860), (40, 100, 200, 260)
    for y in ys:
        draw.line((xs[0], y, xs[-1], y), "black", 2)
    for x in xs:
        draw.line((x, ys[0], x, ys[-1]), "black", 2)
    for x, y, text in (
        (50, 55, "Article"), (410, 55, "Pieces"), (570, 55, "Value"),
        (50, 110, "Oak shelf,"), (50, 150, "oiled"), (410, 110, "2"), (570, 110, "69.00"),
        (50, 215, "Hinge"), (410, 215, "12"), (570, 215, "15.00"),
    ):  # fmt: skip
        draw.text((x, y), text, "black", font)
    return picture
