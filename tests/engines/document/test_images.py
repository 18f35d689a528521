"""Does an image file give pictures as they are looked at, and refuse what is too much?"""

import random
import struct
import zlib
from contextlib import suppress
from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageOps

from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import DocumentLimits
from batchbell.domain.errors import DocumentFailed
from batchbell.engines.document.images import MOST_PIXELS, pictures_of
from batchbell.engines.document.sniff import type_of
from tests.engines.document.photos import encoded, frames, receipt, with_orientation

LIMITS = DocumentLimits()
HALF_BLACK = Image.fromarray(
    np.concatenate((np.zeros((20, 30), np.uint8), np.full((20, 30), 255, np.uint8)))
)


def pictures(data: bytes, limits: DocumentLimits = LIMITS) -> list[Image.Image]:
    return list(pictures_of(data, type_of(data), limits))


def reason(data: bytes, limits: DocumentLimits = LIMITS) -> DocumentReason:
    with pytest.raises(DocumentFailed) as failed:
        pictures(data, limits)
    return failed.value.reason


def shades(picture: Image.Image) -> tuple[int, int]:
    """How light the middle of the upper and of the lower half are."""
    grey = np.asarray(picture.convert("L"))
    height, width = grey.shape
    return int(grey[height // 4, width // 2]), int(grey[3 * height // 4, width // 2])


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP"])
@pytest.mark.parametrize("mode", ["L", "RGB"])
def test_every_type_is_shown(kind: str, mode: str) -> None:
    [picture] = pictures(encoded(HALF_BLACK.convert(mode), kind))
    assert (picture.mode, picture.size) == ("RGB", (30, 40))
    upper, lower = shades(picture)
    assert upper < 20 < 235 < lower


@pytest.mark.parametrize("kind", ["JPEG", "TIFF"])
def test_printers_colours_are_shown(kind: str) -> None:
    [picture] = pictures(encoded(HALF_BLACK.convert("RGB").convert("CMYK"), kind))
    upper, lower = shades(picture)
    assert upper < 20 < 235 < lower


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_deep_greys_are_shown(kind: str) -> None:
    """16 bits a pixel, of which a scanner used few."""
    deep = np.asarray(HALF_BLACK).astype(np.uint16) * 16 + 100
    [picture] = pictures(encoded(Image.fromarray(deep), kind))
    assert shades(picture) == (0, 255)


@pytest.mark.parametrize("mode", ["1", "P"])
def test_few_colours_are_shown(mode: str) -> None:
    [picture] = pictures(encoded(HALF_BLACK.convert(mode), "PNG"))
    assert shades(picture) == (0, 255)


def test_what_is_transparent_is_white() -> None:
    [picture] = pictures(encoded(Image.new("RGBA", (20, 20), (0, 0, 0, 0)), "PNG"))
    assert shades(picture) == (255, 255)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_way_to_hold_a_camera_is_known(kind: str, orientation: int) -> None:
    """As the library shows it."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    corner = HALF_BLACK.convert("RGB")
    corner.paste("red", (0, 0, 15, 20))
    data = encoded(corner, kind, exif=exif)
    [picture] = pictures(data)
    shown = ImageOps.exif_transpose(Image.open(BytesIO(data)))
    assert picture.size == shown.size
    assert np.abs(np.asarray(picture, int) - np.asarray(shown.convert("RGB"), int)).max() < 3


ODD_NOTES = {
    "text for a number": struct.pack("<HHI4s", 296, 2, 3, b"ab"),
    "a fraction for a number": struct.pack("<HHIf", 296, 11, 1, 1.5),
    "less than nothing": struct.pack("<HHIi", 274, 9, 1, -5),
    "text for the orientation": struct.pack("<HHI4s", 274, 2, 2, b"6"),
    "a signed fraction of nothing": struct.pack("<HHII", 282, 10, 1, 26),
}


@pytest.mark.parametrize("note", ODD_NOTES.values(), ids=ODD_NOTES)
def test_what_a_camera_notes_oddly_spoils_no_picture(note: bytes) -> None:
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0" + note + bytes(4) + b"\xff\xff\xff\xff" + bytes(4)
    [picture] = pictures(encoded(HALF_BLACK, "JPEG", exif=exif))
    assert picture.size == HALF_BLACK.size


@pytest.mark.parametrize("orientation", [3, 6, 8])
def test_a_picture_is_turned_as_the_camera_was_held(orientation: int) -> None:
    turned = {3: 180, 6: 90, 8: -90}[orientation]
    held = HALF_BLACK.rotate(turned, expand=True)
    [picture] = pictures(with_orientation(held, orientation))
    upper, lower = shades(picture)
    assert picture.size == (30, 40)
    assert upper < 20 < 235 < lower


def test_every_page_of_a_tiff_is_shown() -> None:
    assert [picture.width for picture in pictures(frames(3))] == [1, 2, 3]


def test_fifty_pages_are_shown_and_one_more_is_too_many() -> None:
    assert len(pictures(frames(50))) == 50
    assert reason(frames(51)) is DocumentReason.TOO_MANY_PAGES


def test_only_the_first_frame_of_a_moving_picture_is_shown() -> None:
    still = encoded(HALF_BLACK, "WEBP", save_all=True, append_images=[HALF_BLACK.rotate(180)])
    assert len(pictures(still)) == 1


def test_forty_megapixels_are_scaled_down() -> None:
    [picture] = pictures(encoded(Image.new("L", (8_000, 5_000), 255), "JPEG"))
    assert MOST_PIXELS * 0.9 < picture.width * picture.height <= MOST_PIXELS * 1.01
    assert picture.width / picture.height == pytest.approx(1.6, rel=0.01)


def test_more_pixels_than_allowed_are_too_large() -> None:
    data = encoded(receipt(), "PNG")
    assert reason(data, DocumentLimits(pixels=1_000)) is DocumentReason.TOO_LARGE


@pytest.mark.parametrize("side", [12_000, 60_000])
def test_a_bomb_is_too_large_before_it_is_unpacked(side: int) -> None:
    """D9: a PNG of less than a kilobyte that claims so many pixels each way."""
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(1_000))), (b"IEND", b"")]
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
    assert reason(data) is DocumentReason.TOO_LARGE


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP"])
def test_a_picture_that_is_cut_short_is_corrupt(kind: str) -> None:
    data = encoded(receipt(), kind)
    assert reason(data[: len(data) // 2]) is DocumentReason.CORRUPT_FILE


@pytest.mark.parametrize("start", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"II*\0"])
def test_noise_behind_a_good_start_is_corrupt(start: bytes) -> None:
    assert reason(start + bytes(range(256)) * 20) is DocumentReason.CORRUPT_FILE


@pytest.mark.parametrize("seed", range(40))
def test_a_picture_with_wrong_bytes_is_shown_or_fails_with_a_reason(seed: int) -> None:
    chance = random.Random(seed)
    kind, options = chance.choice(
        [("PNG", {}), ("JPEG", {}), ("WEBP", {}), ("TIFF", {"compression": "tiff_lzw"})]
    )
    data = bytearray(encoded(receipt(120, 150), kind, **options))
    for _ in range(chance.choice([1, 5, 20])):
        data[chance.randrange(4, min(len(data), 400))] = chance.randrange(256)
    with suppress(DocumentFailed):
        assert all(picture.mode == "RGB" for picture in pictures(bytes(data)))
