"""The note beside a record that says where its first lines are. Every opened store imports this: it is small."""

import zlib

import msgspec

from records.record import Head

ARCHIVED = "archived"
"""The kind of the note."""
LEVEL = 9
"""How hard archives are compressed: they are written once."""
_encode = msgspec.msgpack.Encoder().encode


class ArchiveNote(msgspec.Struct, frozen=True, array_like=True):
    """Where the first lines of a record are, and what their rows held besides."""

    folder: str
    size: int
    root: bytes
    rows: bytes
    """Position and time of each event: differences, packed and compressed."""

    def stored(self) -> bytes:
        """As it is kept in a note."""
        return _encode(self)

    def places(self) -> list[tuple[int, int]]:
        """(position, at) of each event."""
        found: list[tuple[int, int]] = []
        position = at = 0
        for step, later in msgspec.msgpack.decode(zlib.decompress(self.rows)):
            position, at = position + step, at + later
            found.append((position, at))
        return found


def archive_note(folder: str, head: Head, places: list[tuple[int, int]]) -> ArchiveNote:
    """The note for a record that was written into a folder."""
    before = [(0, 0), *places]
    steps = [(one[0] - last[0], one[1] - last[1]) for last, one in zip(before, places, strict=False)]
    return ArchiveNote(folder, head.size, head.root, zlib.compress(_encode(steps), LEVEL))


def note_of(data: bytes) -> ArchiveNote:
    """The inverse of `stored`."""
    return msgspec.msgpack.decode(data, type=ArchiveNote)
