"""A photo becomes a picture and nothing else: what is cut away, what stays to the byte, and what is refused."""

import struct
from random import Random

import pytest

from cli.desk.photos.photo_cleaning import BYTES_MAX, cleaned, fits
from cli.desk.photos.photo_jpeg import SCANS_MAX
from records.errors import Refused
from tests.helpers.photos import (
    DOTS,
    END,
    PLAIN,
    PLAIN_PNG,
    PNG_MAGIC,
    WORD,
    chunk,
    exif,
    header,
    segment,
    told_jpeg,
    told_png,
)

FRAME = PLAIN.index(b"\xff\xc2")
SCAN = PLAIN.index(b"\xff\xda")


def test_a_jpeg_keeps_its_picture_and_nothing_else() -> None:
    photo = cleaned(told_jpeg())
    assert photo.data == PLAIN and (photo.type, photo.width, photo.height) == ("image/jpeg", 16, 8)
    assert WORD not in photo.data


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("held", range(1, 9))
def test_which_way_up_it_is_held_stays(held: int, order: str) -> None:
    """As the only fact in a segment of our own; it is read again, and written the same."""
    photo = cleaned(told_jpeg(held, order))
    assert WORD not in photo.data
    assert len(photo.data) == len(PLAIN) + (36 if held > 1 else 0)
    assert (b"\x01\x12\x00\x03\x00\x00\x00\x01" + bytes([0, held]) in photo.data) == (held > 1)
    assert cleaned(photo.data) == photo


def test_a_png_keeps_its_picture_and_nothing_else() -> None:
    photo = cleaned(told_png())
    assert photo.data == PLAIN_PNG and (photo.type, photo.width, photo.height) == ("image/png", 3, 2)


@pytest.mark.parametrize("data", [PLAIN, PLAIN_PNG])
def test_a_clean_photo_stays_as_it_is(data: bytes) -> None:
    photo = cleaned(data)
    assert photo.data == data
    assert fits(data, photo.attachment) and not fits(data + b"x", photo.attachment)


@pytest.mark.parametrize("data", [told_jpeg(6), told_png()])
def test_a_photo_that_is_cut_off_is_refused_wherever_it_is(data: bytes) -> None:
    """Or, cut behind the picture, it is the same photo."""
    whole = cleaned(data)
    for length in range(len(data)):
        try:
            assert cleaned(data[:length]) == whole
        except Refused as refused:
            assert refused.mend


@pytest.mark.parametrize("data", [told_jpeg(6), told_png()])
def test_no_bytes_are_too_strange(data: bytes) -> None:
    """Whatever came over the line, the answer is a photo or a refusal in words."""
    chance = Random(1)
    for _ in range(2000):
        broken = bytearray(data)
        for _ in range(chance.randint(1, 4)):
            broken[chance.randrange(len(broken))] = chance.choice((0, 255, chance.randrange(256)))
        try:
            again = cleaned(bytes(broken))
        except Refused:
            continue
        assert cleaned(again.data) == again


def sized(width: int, height: int) -> bytes:
    return PLAIN[: FRAME + 5] + struct.pack(">HH", height, width) + PLAIN[FRAME + 9 :]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "neither a JPEG nor a PNG"),
        (b"GIF89a" + bytes(50), "neither a JPEG nor a PNG"),
        (b"RIFF\0\0\0\0WEBPVP8 " + bytes(50), "neither a JPEG nor a PNG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "neither a JPEG nor a PNG"),
        (PLAIN + bytes(BYTES_MAX), "4 are the most"),
        (sized(60_000, 60_000), "60000 × 60000"),
        (sized(10_000, 9_000), "50 million dots"),
        (sized(16, 0), "16 × 0"),
        (PNG_MAGIC + header(2**31 - 1, 1) + DOTS + END, "2147483647 × 1"),
        (PNG_MAGIC + header(0, 1) + DOTS + END, "0 × 1"),
        (PLAIN[:SCAN] + b"\xff\xd9", "no picture"),
        (PLAIN[:FRAME] + PLAIN[FRAME : FRAME + 19] + PLAIN[FRAME:], "more than one picture"),
        (PLAIN[:FRAME] + b"\xff\xc9" + PLAIN[FRAME + 2 :], "do not draw"),
        (PLAIN[:SCAN] + PLAIN[SCAN:-2] * (SCANS_MAX + 1) + b"\xff\xd9", "passes"),
        (PNG_MAGIC + header() + END, "no picture"),
        (PNG_MAGIC + DOTS + header() + END, "no picture"),
        (PNG_MAGIC + header() + header() + DOTS + END, "no picture"),
        (PNG_MAGIC + END, "no picture"),
        (PNG_MAGIC + header(depth=3) + DOTS + END, "do not draw"),
        (PNG_MAGIC + header() + chunk(b"XxXx", b"") + DOTS + END, "do not draw"),
        (PNG_MAGIC + header() + DOTS[:-1] + b"\0" + END, "damaged"),
    ],
)
def test_what_is_no_photo_is_refused_in_words(data: bytes, words: str) -> None:
    with pytest.raises(Refused) as refused:
        cleaned(data)
    assert words in refused.value.what and refused.value.mend


def test_only_the_first_word_of_a_camera_counts() -> None:
    twice = PLAIN[:20] + exif(6) + exif(3) + segment(0xE1, b"Exif\0\0") + segment(0xE1, b"") + PLAIN[20:]
    assert cleaned(twice) == cleaned(told_jpeg(6))
