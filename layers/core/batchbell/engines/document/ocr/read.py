"""Which words does a picture show, and where?"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PIL import Image

from batchbell.engines.document.boxes import Box
from batchbell.engines.document.ocr.crops import cut_out, runs_down
from batchbell.engines.document.ocr.detect import text_areas
from batchbell.engines.document.ocr.level import levelled, straightened
from batchbell.engines.document.ocr.models import Models
from batchbell.engines.document.ocr.orient import lies, stands_on_its_head
from batchbell.engines.document.ocr.recognise import HEIGHT, Letter, lines_written
from batchbell.engines.document.ocr.rectangles import Rectangle
from batchbell.engines.document.ocr.strokes import strokes_of
from batchbell.engines.document.rules import rules_of
from batchbell.engines.document.words import PageWords, Word

_SURE = 0.5
_USUAL = 10.0
# Of a line's height: letters further apart are two words, space or none between them.
_GAP = 1.2


def read_picture(picture: Image.Image, number: int, models: Models) -> PageWords:
    """The words of page `number`, turned as it is read. The picture is RGB."""
    areas = text_areas(picture, models.detector)
    if lies(areas):
        picture = picture.transpose(Image.Transpose.ROTATE_90)
        areas = text_areas(picture, models.detector)
    level = [area for area in areas if not runs_down(area)]
    if stands_on_its_head(picture, level, models.direction):
        picture = picture.transpose(Image.Transpose.ROTATE_180)
        level = [_on_its_head(area, picture) for area in level]
    written = lines_written([cut_out(picture, area, HEIGHT) for area in level], models)
    picture, level = levelled(picture, level)
    level = straightened(level, picture.width)
    words = [
        word
        for area, line in zip(level, written, strict=True)
        for word in words_of_line(area, line)
    ]
    return _page(picture, number, words)


def _page(picture: Image.Image, number: int, words: Sequence[Word]) -> PageWords:
    """In the units of printed pages, where a usual word is 10 high."""
    heights = sorted(word.box.height for word in words)
    height = heights[len(heights) // 2] if heights else _USUAL
    factor = _USUAL / height
    return PageWords(
        number,
        picture.width * factor,
        picture.height * factor,
        tuple(replace(word, box=_scaled(word.box, factor)) for word in words),
        rules_of(_scaled(stroke, factor) for stroke in strokes_of(picture, height)),
    )


def _scaled(box: Box, factor: float) -> Box:
    return Box(*(side * factor for side in box))


def _on_its_head(area: Rectangle, picture: Image.Image) -> Rectangle:
    return Rectangle(
        picture.width - area.x, picture.height - area.y, area.width, area.height, area.angle
    )


def words_of_line(area: Rectangle, line: Sequence[Letter]) -> Iterator[Word]:
    """The words of a line, unless nobody is sure of it."""
    if not line or sum(letter.sure for letter in line) / len(line) < _SURE:
        return
    word: list[Letter] = []
    for letter in line:
        far = bool(word) and (letter.place - word[-1].place) * area.width > _GAP * area.height
        if word and (far or not letter.text.strip()):
            yield _word(area, word)
            word = []
        if letter.text.strip():
            word.append(letter)
    if word:
        yield _word(area, word)


def _word(area: Rectangle, letters: Sequence[Letter]) -> Word:
    """Half a letter's width belongs to it on either side."""
    half = 0.25 * area.height / area.width
    start = max(0.0, letters[0].place - half)
    end = min(1.0, letters[-1].place + half)
    top_left, top_right, bottom_right, bottom_left = area.corners()
    ends = [
        corner + (other - corner) * share
        for corner, other in ((top_left, top_right), (bottom_left, bottom_right))
        for share in (start, end)
    ]
    xs, ys = [float(x) for x, _ in ends], [float(y) for _, y in ends]
    sure = sum(letter.sure for letter in letters) / len(letters)
    text = "".join(letter.text for letter in letters)
    return Word(text, Box(min(xs), min(ys), max(xs), max(ys)), round(sure, 3))
