"""Are the steps between a picture and its words right, each by itself?"""

import math

import numpy as np
import pytest
from PIL import Image, ImageDraw

from batchbell.engines.document.ocr.components import blobs_of
from batchbell.engines.document.ocr.crops import cut_out, runs_down
from batchbell.engines.document.ocr.level import levelled, straightened
from batchbell.engines.document.ocr.read import words_of_line
from batchbell.engines.document.ocr.recognise import Letter, letters_of
from batchbell.engines.document.ocr.rectangles import Rectangle, smallest_around
from batchbell.engines.document.ocr.strokes import strokes_of
from batchbell.engines.document.rules import rules_of

DRAWN = """
##...#
##..##
.....#
..#...
.#..##
"""


def marked(drawing: str) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return np.array([[mark == "#" for mark in line] for line in drawing.split()])


def test_pixels_that_touch_are_one_blob() -> None:
    sizes = [int((blob.ends - blob.starts).sum()) for blob in blobs_of(marked(DRAWN))]
    assert sorted(sizes) == [2, 2, 4, 4]


def test_a_blob_that_closes_below_is_one() -> None:
    assert len(blobs_of(marked("#.#\n#.#\n###"))) == 1


def test_nothing_marked_is_no_blob() -> None:
    assert blobs_of(np.zeros((4, 4), np.bool_)) == []


def test_the_mean_of_a_blob_counts_its_pixels_alone() -> None:
    [blob] = blobs_of(marked("##\n#."))
    assert blob.mean(np.array([[1, 2], [3, 100]], np.float32)) == 2.0


@pytest.mark.parametrize("degrees", [0, 10, -30, 44])
def test_a_rectangle_is_found_at_any_angle(degrees: float) -> None:
    given = Rectangle(50, 40, 60, 20, math.radians(degrees))
    found = smallest_around(given.corners())
    assert (found.x, found.y, found.width, found.height) == pytest.approx(
        (50, 40, 60, 20), abs=0.01
    )
    assert found.angle == pytest.approx(given.angle, abs=1e-3)


def test_what_is_turned_by_a_quarter_is_higher_than_wide() -> None:
    found = smallest_around(Rectangle(50, 40, 60, 20, math.radians(80)).corners())
    assert runs_down(found)


def test_a_line_is_cut_out_level() -> None:
    area = Rectangle(100, 100, 120, 20, math.radians(30))
    picture = Image.new("RGB", (200, 200), "white")
    corners = [(float(x), float(y)) for x, y in area.corners()]
    ImageDraw.Draw(picture).polygon(corners, "black")
    line = cut_out(picture, area.grown(-1), 10)
    assert line.size == (66, 10)
    assert np.asarray(line).max() < 60


def scores(*classes: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    made = np.full((len(classes), 4), 0.01, np.float32)
    made[range(len(classes)), classes] = 0.9
    return made


def test_a_letter_that_lasts_is_one_and_a_pause_parts_two() -> None:
    found = letters_of(scores(1, 1, 0, 1, 2, 2, 0, 3), 8, ("", "a", "b", " "))
    assert [letter.text for letter in found] == ["a", "a", "b", " "]
    assert [letter.place for letter in found] == [1 / 16, 7 / 16, 9 / 16, 15 / 16]
    assert found[0].sure == pytest.approx(0.9)


def line(text: str, sure: float = 0.9) -> list[Letter]:
    return [Letter(letter, (n + 0.5) / len(text), sure) for n, letter in enumerate(text)]


AREA = Rectangle(100, 50, 100, 20, 0.0)


def test_spaces_part_words_and_each_has_its_place() -> None:
    one, two = words_of_line(AREA, line("ab cd"))
    assert (one.text, two.text) == ("ab", "cd")
    assert 50 <= one.box.left < one.box.right < two.box.left < two.box.right <= 150
    assert (one.box.top, one.box.bottom) == (40, 60)


def test_a_wide_gap_parts_words_without_a_space() -> None:
    letters = [Letter("a", 0.1, 1.0), Letter("b", 0.5, 1.0)]
    assert [word.text for word in words_of_line(AREA, letters)] == ["a", "b"]


def test_what_nobody_is_sure_of_is_no_word() -> None:
    assert list(words_of_line(AREA, line("ab", sure=0.3))) == []


def test_ruled_lines_are_told_from_letters_and_from_areas() -> None:
    picture = Image.new("RGB", (200, 100), "white")
    draw = ImageDraw.Draw(picture)
    draw.line((10, 20, 150, 20), "black", 2)
    draw.line((30, 5, 30, 90), "black", 2)
    draw.line((60, 60, 75, 60), "black", 2)
    draw.rectangle((100, 40, 190, 90), "black")
    rules = rules_of(strokes_of(picture, 10))
    assert [rule.at for rule in rules.across] == [pytest.approx(20, abs=1)]
    assert [rule.at for rule in rules.down] == [pytest.approx(30, abs=1)]


def test_what_is_askew_is_made_level() -> None:
    slope = math.radians(5)
    picture = Image.new("RGB", (400, 300), "white")
    areas = [Rectangle(200, y, 100, 12, slope) for y in (50, 150, 250)]
    turned, found = levelled(picture, areas)
    assert turned.width > picture.width
    assert [area.angle for area in found] == [0.0, 0.0, 0.0]
    assert (found[1].x, found[1].y) == (turned.width / 2, turned.height / 2)
    assert found[0].x - found[1].x == pytest.approx(-100 * math.sin(slope))


def test_what_is_level_stays() -> None:
    picture = Image.new("RGB", (400, 300), "white")
    assert levelled(picture, [AREA]) == (picture, [AREA])
    assert levelled(picture, []) == (picture, [])


def test_lines_on_bent_paper_are_made_level_each_for_itself() -> None:
    """The upper half slopes down to the right, the lower one up."""
    bent = []
    for number, degrees in enumerate((4, 4, 4, 4, -4, -4, -4, -4)):
        slope = math.radians(degrees)
        y = 100 + 40 * number + 200 * (number > 3)
        for x in (100, 300):
            down = (x - 200) * math.tan(slope)
            bent.append(Rectangle(x, y + down, 100, 12, slope))
    found = straightened(bent, 400)
    assert [round(area.y, 6) for area in found[::2]] == [round(area.y, 6) for area in found[1::2]]
    assert {area.angle for area in found} == {0.0}


def test_few_lines_tell_no_bend() -> None:
    few = [Rectangle(100, 50, 100, 12, 0.05), Rectangle(300, 60, 100, 12, 0.05)]
    assert straightened(few, 400) == few
