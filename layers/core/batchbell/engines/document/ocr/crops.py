"""How is one line of text cut out of a picture?"""

import math

from PIL import Image

from batchbell.engines.document.ocr.rectangles import Rectangle

# So much higher than wide is a text that runs downwards.
_UPRIGHT = 1.5


def runs_down(area: Rectangle) -> bool:
    """Whether its text runs downwards or upwards."""
    return area.height >= _UPRIGHT * area.width


def cut_out(picture: Image.Image, area: Rectangle, height: int) -> Image.Image:
    """Its text, level, as high as asked."""
    cos, sin = math.cos(area.angle), math.sin(area.angle)
    factor = area.height / height
    width = max(1, math.ceil(area.width / factor))
    left, top = area.corners()[0]
    matrix = (cos * factor, -sin * factor, left, sin * factor, cos * factor, top)
    return picture.transform(
        (width, height), Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC
    )
