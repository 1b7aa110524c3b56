"""Small photos with everything beside the picture that cameras and programs write there."""

import base64
import struct
import zlib

PLAIN = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8"
    "ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wgAR"
    "CAAIABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAEE/8QAFAEBAAAAAAAAAAAAAAAAAAAAA//aAAwDAQACEAMQAAABuYQv/8QA"
    "FRABAQAAAAAAAAAAAAAAAAAAEBP/2gAIAQEAAQUCqf/EABcRAQADAAAAAAAAAAAAAAAAAAEAAjH/2gAIAQMBAT8BbLs//8QAFhEBAQEAAAAA"
    "AAAAAAAAAAAAAgAx/9oACAECAQE/ASCcv//EABUQAQEAAAAAAAAAAAAAAAAAABAx/9oACAEBAAY/Aof/xAAWEAADAAAAAAAAAAAAAAAAAAAQ"
    "EfD/2gAIAQEAAT8hlj//2gAMAwEAAgADAAAAEHf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/EAv/xAAVEQEBAAAAAAAAAAAAAAAA"
    "AAARAP/aAAgBAgEBPxB0jf/EABYQAAMAAAAAAAAAAAAAAAAAABDw8f/aAAgBAQABPxBoH//Z"
)
"""16 × 8 dots, blue with a yellow corner at the top left, progressive, without anything beside the picture."""
WORD = b"HARBOUR STREET 7"
"""What nobody is to find in a photo that is kept."""
PNG_MAGIC = b"\x89PNG\r\n\x1a\n"


def segment(mark: int, body: bytes) -> bytes:
    """A segment of a JPEG."""
    return struct.pack(">BBH", 0xFF, mark, len(body) + 2) + body


def exif(held: int = 1, order: str = ">") -> bytes:
    """What a camera writes: how it was held, who made it, and where."""
    tags = [(0x010F, 2, len(WORD) + 1, 0), (0x0112, 3, 1, held), (0x8825, 4, 1, 0)]
    rows = b"".join(_tag(order, *tag) for tag in tags)
    tiff = (b"MM" if order == ">" else b"II") + struct.pack(order + "HIH", 42, 8, len(tags)) + rows + b"\0\0\0\0"
    return segment(0xE1, b"Exif\0\0" + tiff + WORD)


def _tag(order: str, tag: int, kind: int, count: int, value: int) -> bytes:
    short = kind == 3
    return struct.pack(order + ("HHIHH" if short else "HHII"), tag, kind, count, *([value, 0] if short else [value]))


def told_jpeg(held: int = 1, order: str = ">") -> bytes:
    """The photo with metadata in every place that a JPEG has for it."""
    beside = exif(held, order) + segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + WORD)
    beside += segment(0xE2, b"ICC_PROFILE\0" + WORD) + segment(0xED, b"Photoshop 3.0\0" + WORD) + segment(0xFE, WORD)
    beside += segment(0xE0, b"JFXX\0" + WORD) + b"\xff\xff" + segment(0xEE, WORD)
    return PLAIN[:20] + beside + PLAIN[20:] + told_behind()


def told_behind() -> bytes:
    """A second picture behind the first, as some phones write it."""
    return PLAIN[:20] + exif() + PLAIN[20:]


def chunk(name: bytes, body: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def header(width: int = 3, height: int = 2, depth: int = 8, colour: int = 2) -> bytes:
    """The first chunk of a PNG."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))


DOTS = chunk(b"IDAT", zlib.compress(b"\0" + b"\x10\x20\x30" * 3 + b"\0" + b"\xf0\xe0\x10" * 3))
END = chunk(b"IEND", b"")
PLAIN_PNG = PNG_MAGIC + header() + DOTS + END


def told_png() -> bytes:
    """The PNG with metadata in every place that it has for it."""
    names = (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"iCCP", b"tIME", b"pHYs", b"prVt")
    beside = b"".join(chunk(name, b"Where\0" + WORD) for name in names)
    return PNG_MAGIC + header() + beside + DOTS + beside + END + WORD
