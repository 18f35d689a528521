"""How do a PDF page's own coordinates become those of the page as it is read?"""

from dataclasses import dataclass

from batchbell.engines.document.boxes import Box

QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Turn:
    """From user space (y upwards, before /Rotate) to the upright page, in points.

    `box`: the visible part in user space. `quarters`: how often the page is turned clockwise.
    """

    box: Box
    quarters: int

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the upright page."""
        width, height = self.box.width, self.box.height
        return (height, width) if self.quarters % 2 else (width, height)

    def place(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Where a box of user space is on the upright page."""
        x0, x1 = left - self.box.left, right - self.box.left
        y0, y1 = bottom - self.box.top, top - self.box.top
        width, height = self.box.width, self.box.height
        match self.quarters % QUARTERS:
            case 0:
                return Box(x0, height - y1, x1, height - y0)
            case 1:
                return Box(y0, x0, y1, x1)
            case 2:
                return Box(width - x1, y0, width - x0, y1)
            case _:
                return Box(height - y1, width - x1, height - y0, width - x0)
