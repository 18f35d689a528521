"""Which pictures does an image file hold, as they are looked at?"""

import math
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import numpy as np
from PIL import Image, ImageSequence, UnidentifiedImageError

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits, FileType
from batchbell.domain.errors import DocumentFailed

# More pixels show no more text: about two pages of A4 at 200 dots an inch.
MOST_PIXELS = 8_000_000
_REDUCED = 1
_SUBFILE_TYPE = 254
_ORIENTATION, _AS_IT_LIES = 274, 1
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_PLAIN = ("1", "L", "RGB")
_DEEP = ("I;16", "I;16B", "I;16L", "I;16N", "I", "F")
# Pillow trusts headers: what it raises at wrong ones is whatever it trips over.
_DAMAGED = (
    UnidentifiedImageError,
    ArithmeticError,
    EOFError,
    LookupError,
    OSError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
_CORRUPT = "The image is damaged or cut short. Send the original file."


def pictures_of(data: bytes, kind: FileType, limits: DocumentLimits) -> Iterator[Image.Image]:
    """Every page of a TIFF, the first frame of others: RGB, upright by EXIF, scaled down."""
    with _as_failures(), Image.open(BytesIO(data), formats=[kind.name]) as image:
        frames = image.n_frames if kind is FileType.TIFF else 1  # type: ignore[attr-defined]
        _check(image, frames, limits)
        for number, frame in enumerate(ImageSequence.Iterator(image)):
            if number >= frames:
                break
            if not _is_preview(frame):
                _check(frame, 1, limits)
                yield _shown(frame)


def plain_size(data: bytes, kind: FileType, limits: DocumentLimits) -> tuple[int, int] | None:
    """Width and height of an image that any reader sees as `pictures_of` does; None of others.

    By its header: what comes behind may be damaged.
    """
    with _as_failures(), Image.open(BytesIO(data), formats=[kind.name]) as image:
        _check(image, 1, limits)
        as_it_lies = image.getexif().get(_ORIENTATION, _AS_IT_LIES) == _AS_IT_LIES
        opaque = image.mode in _PLAIN and "transparency" not in image.info
        return image.size if as_it_lies and opaque else None


def fitted(width: float, height: float) -> float:
    """By which factor a picture is scaled to have no more pixels than are of use; at most 1."""
    return min(1.0, math.sqrt(MOST_PIXELS / (width * height)))


@contextmanager
def _as_failures() -> Iterator[None]:
    """The ways in which Pillow refuses a file, as a document's failures."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except Image.DecompressionBombError as error:
        raise DocumentFailed(DocumentReason.TOO_LARGE, _too_large()) from error
    except _DAMAGED as error:
        raise DocumentFailed(DocumentReason.CORRUPT_FILE, _CORRUPT) from error


def _check(image: Image.Image, frames: int, limits: DocumentLimits) -> None:
    """By its header: nothing has been unpacked yet."""
    if frames > limits.pages:
        raise DocumentFailed(
            DocumentReason.TOO_MANY_PAGES,
            f"The image has {frames} pages; {limits.pages} are allowed. Send it in parts.",
        )
    if image.width * image.height > limits.pixels:
        raise DocumentFailed(DocumentReason.TOO_LARGE, _too_large())


def _too_large() -> str:
    return "The image has more pixels than are allowed. Send a smaller one."


def _is_preview(frame: Image.Image) -> bool:
    tags = getattr(frame, "tag_v2", {})
    return bool(tags.get(_SUBFILE_TYPE, 0) & _REDUCED)


def _shown(frame: Image.Image) -> Image.Image:
    """Of what its camera noted (EXIF) only how it lies is looked at: the rest may be odd."""
    factor = fitted(frame.width, frame.height)
    size = (max(1, round(frame.width * factor)), max(1, round(frame.height * factor)))
    frame.draft("RGB", size)
    coloured = _coloured(frame)
    if coloured.width > size[0]:
        coloured = coloured.resize(size, Image.Resampling.BOX)
    turn = _TURNS.get(frame.getexif().get(_ORIENTATION, _AS_IT_LIES))
    return coloured if turn is None else coloured.transpose(turn)


def _coloured(frame: Image.Image) -> Image.Image:
    """Red, green and blue; what is transparent is white."""
    if frame.mode in _DEEP:
        return _from_deep(frame)
    if frame.mode in ("RGBA", "LA", "PA") or "transparency" in frame.info:
        layer = frame.convert("RGBA")
        paper = Image.new("RGBA", layer.size, "white")
        paper.alpha_composite(layer)
        return paper.convert("RGB")
    return frame.convert("RGB")


def _from_deep(frame: Image.Image) -> Image.Image:
    """16 and 32 bits a pixel, from the darkest to the lightest that occurs."""
    values = np.asarray(frame).astype(np.float32)
    low, high = float(values.min()), float(values.max())
    grey = (values - low) * (255.0 / max(high - low, 1.0))
    return Image.fromarray(grey.astype(np.uint8)).convert("RGB")
