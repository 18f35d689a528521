"""Which ruled lines and filled areas does a PDF page draw?"""

from collections.abc import Iterator
from ctypes import byref, c_float, c_int
from itertools import islice, pairwise
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from batchbell.engines.document.boxes import Box
from batchbell.engines.document.rules import rules_of
from batchbell.engines.document.upright import Turn
from batchbell.engines.document.words import Rules

# Beyond these a drawing is no table: maps, plans, patterns.
_MAX_OBJECTS = 20_000
_MAX_SEGMENTS = 60_000
_MAX_DEPTH = 6
# In points.
_SLANT = 1.0
_THIN = 3.5

Matrix = tuple[float, float, float, float, float, float]


class Drawn(NamedTuple):
    """A line, or the extent of a filled area: left, bottom, right, top in user space."""

    place: tuple[float, float, float, float]
    filled: bool = False


_STRAIGHT: Matrix = (1, 0, 0, 1, 0, 0)


def drawn_on(page: pdfium.PdfPage, turn: Turn) -> tuple[Rules, tuple[Box, ...]]:
    """The ruled lines, and the areas that are filled without an outline; on the upright page."""
    pieces = list(islice(_pieces(page.raw, _STRAIGHT, 0), _MAX_SEGMENTS))
    lines = [turn.place(*piece.place) for piece in pieces if not piece.filled]
    return rules_of(lines), tuple(turn.place(*piece.place) for piece in pieces if piece.filled)


def _pieces(page: object, matrix: Matrix, depth: int, form: object = None) -> Iterator[Drawn]:
    """Level and upright pieces (left, bottom, right, top) in user space, form XObjects included."""
    holder = form or page
    count = pdfium_c.FPDFFormObj_CountObjects if form else pdfium_c.FPDFPage_CountObjects
    get = pdfium_c.FPDFFormObj_GetObject if form else pdfium_c.FPDFPage_GetObject
    for index in range(min(count(holder), _MAX_OBJECTS)):
        thing = get(holder, index)
        kind = pdfium_c.FPDFPageObj_GetType(thing)
        if kind == pdfium_c.FPDF_PAGEOBJ_PATH:
            yield from _of_path(thing, _times(_matrix(thing), matrix))
        elif kind == pdfium_c.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
            yield from _pieces(page, _times(_matrix(thing), matrix), depth + 1, thing)


def _of_path(path: object, matrix: Matrix) -> Iterator[Drawn]:
    fill, stroke = c_int(), c_int()
    pdfium_c.FPDFPath_GetDrawMode(path, byref(fill), byref(stroke))
    if not (fill.value or stroke.value):
        return
    for outline in _outlines(path, matrix):
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        box = (min(xs), min(ys), max(xs), max(ys))
        if stroke.value:
            yield from _edges(outline)
        else:  # a filled sliver is a line
            yield Drawn(box, min(box[2] - box[0], box[3] - box[1]) > _THIN)


def _edges(outline: list[tuple[float, float]]) -> Iterator[Drawn]:
    for (x0, y0), (x1, y1) in pairwise(outline):
        if abs(x1 - x0) <= _SLANT or abs(y1 - y0) <= _SLANT:
            yield Drawn((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))


def _outlines(path: object, matrix: Matrix) -> Iterator[list[tuple[float, float]]]:
    """Straight outlines: one with a curve in it ends there."""
    points: list[tuple[float, float]] = []
    x, y = c_float(), c_float()
    for index in range(min(pdfium_c.FPDFPath_CountSegments(path), _MAX_SEGMENTS)):
        segment = pdfium_c.FPDFPath_GetPathSegment(path, index)
        kind = pdfium_c.FPDFPathSegment_GetType(segment)
        pdfium_c.FPDFPathSegment_GetPoint(segment, byref(x), byref(y))
        if kind != pdfium_c.FPDF_SEGMENT_LINETO and points:
            yield points
            points = []
        points.append(_moved(x.value, y.value, matrix))
        if pdfium_c.FPDFPathSegment_GetClose(segment):
            points.append(points[0])
    if points:
        yield points


def _matrix(thing: object) -> Matrix:
    found = pdfium_c.FS_MATRIX()
    if not pdfium_c.FPDFPageObj_GetMatrix(thing, byref(found)):
        return _STRAIGHT
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def _moved(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
