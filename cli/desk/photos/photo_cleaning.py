"""A photo as evidence keeps it: a picture and nothing else, known by its digest.

Only the containers are rewritten, so no library that decodes pictures is needed, and no picture is ever unpacked here.
"""

import hashlib
from typing import Any

import msgspec

from cli.desk.photos.photo_jpeg import MAGIC as JPEG
from cli.desk.photos.photo_jpeg import read_jpeg
from cli.desk.photos.photo_png import MAGIC as PNG
from cli.desk.photos.photo_png import read_png
from records.errors import Refused

BYTES_MAX = 4 * 1024 * 1024
SIDE_MAX = 12_000
PIXELS_MAX = 50_000_000
"""What a browser has to unpack: a few bytes can stand for a picture that fills its memory."""
ENDINGS = {"image/jpeg": "jpg", "image/png": "png"}
"""The kinds that are taken, each with the end of its file's name."""


class CleanPhoto(msgspec.Struct, frozen=True):
    """A picture without anything beside it."""

    data: bytes
    type: str
    width: int
    height: int

    @property
    def sha256(self) -> str:
        """What the record knows it by."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def attachment(self) -> dict[str, Any]:
        """How evidence names it."""
        return {"sha256": self.sha256, "bytes": len(self.data), "type": self.type}


def cleaned(data: bytes) -> CleanPhoto:
    """A photo without place, time, device, comments and previews; `Refused` if it is no picture that we take."""
    if len(data) > BYTES_MAX:
        raise Refused(
            f"this photo has {len(data) / 1048576:.1f} MiB; {BYTES_MAX // 1048576} are the most",
            mend="make it smaller, then send it again",
        )
    if data.startswith(JPEG):
        picture, width, height = read_jpeg(data)
        kind = "image/jpeg"
    elif data.startswith(PNG):
        picture, width, height = read_png(data)
        kind = "image/png"
    else:
        raise Refused("this is neither a JPEG nor a PNG", mend="send a photo as JPEG")
    if not (1 <= width <= SIDE_MAX and 1 <= height <= SIDE_MAX and width * height <= PIXELS_MAX):
        raise Refused(
            f"this picture is {width} × {height}; {PIXELS_MAX // 1_000_000} million dots are the most",
            mend="make it smaller, then send it again",
        )
    return CleanPhoto(picture, kind, width, height)


def fits(data: bytes, attachment: dict[str, Any]) -> bool:
    """Whether bytes are those that evidence names."""
    return hashlib.sha256(data).hexdigest() == attachment.get("sha256") and len(data) == attachment.get("bytes")
