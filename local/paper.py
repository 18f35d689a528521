"""How are PDFs printed: texts at places, ruled lines, pages, and what is wrong with them?"""

import zlib
from dataclasses import dataclass, field

A4 = (595, 842)


@dataclass
class Sheet:
    """One page. Places are in points from the top left corner."""

    width: float = A4[0]
    height: float = A4[1]
    rotate: int = 0
    drawn: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, text: str, size: float = 10) -> "Sheet":
        """Its baseline at y. Latin letters alone."""
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        place = f"{x:.2f} {self.height - y:.2f}"
        self.drawn.append(f"BT /F1 {size} Tf 1 0 0 1 {place} Tm ({escaped}) Tj ET")
        return self

    def right(self, x: float, y: float, text: str, size: float = 10) -> "Sheet":
        """Ends at x: figures are half as wide as high, points and commas a quarter."""
        width = sum(0.278 if letter in ".,: " else 0.556 for letter in text) * size
        return self.text(x - width, y, text, size)

    def line(self, x0: float, y0: float, x1: float, y1: float) -> "Sheet":
        """Half a point wide."""
        ends = f"{x0} {self.height - y0} m {x1} {self.height - y1} l"
        self.drawn.append(f"0.5 w {ends} S")
        return self

    def row(self, y: float, places: list[float], texts: list[str]) -> "Sheet":
        """Texts side by side, empty ones left out."""
        for x, text in zip(places, texts, strict=True):
            if text:
                self.text(x, y, text)
        return self

    def lying(self, rotate: int) -> "Sheet":
        """The same, turned to the left: `rotate` 90 says so to who shows it."""
        turned = f"0 1 -1 0 {self.height} 0 cm"
        return Sheet(self.height, self.width, rotate, [turned, *self.drawn])

    def grid(self, xs: list[float], ys: list[float]) -> "Sheet":
        """Ruled lines across and down."""
        for y in ys:
            self.line(xs[0], y, xs[-1], y)
        for x in xs:
            self.line(x, ys[0], x, ys[-1])
        return self


def pdf(*sheets: Sheet, trailer: str = "") -> bytes:
    """A file of these pages, uncompressed."""
    return of_contents(
        [("\n".join(sheet.drawn)).encode("cp1252") for sheet in sheets], sheets, trailer=trailer
    )


def of_contents(
    contents: list[bytes], sheets: tuple[Sheet, ...], filters: str = "", trailer: str = ""
) -> bytes:
    """A file whose pages have these contents as they are."""
    count = len(contents)
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, (content, sheet) in enumerate(zip(contents, sheets, strict=True)):
        box = f"[0 0 {sheet.width} {sheet.height}] /Rotate {sheet.rotate}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {5 + 2 * number} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        head = f"<< /Length {len(content)} {filters} >>\nstream\n".encode()
        objects.append(head + content + b"\nendstream")
    return of_objects(objects, trailer)


def of_objects(objects: list[bytes], trailer: str = "") -> bytes:
    """A file of these objects, numbered from 1, the first the catalog."""
    made = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(made))
        made += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(made)
    end = f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {len(places) + 1} /Root 1 0 R {trailer} >>\n"
    return made + end.encode() + f"startxref\n{start}\n%%EOF\n".encode()


def bomb(megabytes: int, layers: int = 1) -> bytes:
    """A small file whose only page unpacks to so much white space."""
    engine = zlib.compressobj(9)
    packed = b"".join(engine.compress(b" " * 1_048_576) for _ in range(megabytes)) + engine.flush()
    for _ in range(layers - 1):
        packed = zlib.compress(packed, 9)
    filters = " ".join(["/FlateDecode"] * layers)
    return of_contents([packed], (Sheet(),), f"/Filter [{filters}]")
