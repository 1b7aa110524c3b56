"""Closed records kept outside the database: one compressed `.qm` file each, by id.

The database keeps the header, the head and the last event. Every read recomputes the root from the file and compares it
with that head, so that the archive need not be trusted. A file counts only after it was synced and read back.
"""

import gzip
import io
import os
import tempfile
import zlib
from pathlib import Path

from records.bounded import read_whole
from records.codec import lines_of, write_packed
from records.errors import Damaged, NotFound, QuartermasterError, Unavailable
from records.record import Head, Record
from records.store.archive_note import LEVEL
from records.tree import Hash, leaf_hash, root_of

_MEND = "bring the file back from a copy; `qm verify` says which records are whole"


def archive_file(folder: str, record_id: str) -> Path:
    """The file of a record: `DIR/7V/01JCQ….qm.gz`, by the end of the id, so that no folder gets too large."""
    return Path(folder) / record_id[-2:] / f"{record_id}.qm.gz"


def write_archive(folder: str, record_id: str, record: Record) -> int:
    """Write the file of a record, durably, and read it back; its bytes. One that is there and whole stays."""
    path = archive_file(folder, record_id)
    head = record.head()
    try:
        if path.exists() and _is_whole(path, head):
            return path.stat().st_size
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_durably(path, _compressed(record))
    except OSError as error:
        raise Unavailable(f"the archive cannot be written: {error.strerror}", where=str(path)) from None
    if not _is_whole(path, head):
        raise Unavailable("what was written cannot be read back; nothing was removed", where=str(path))
    return path.stat().st_size


def archived_lines(folder: str, record_id: str, head: Head) -> tuple[list[bytes], list[Hash]]:
    """The canonical lines of an archived record and their leaves, after their root was compared."""
    path = archive_file(folder, record_id)
    lines = _read_lines(path)
    leaves = [leaf_hash(line) for line in lines]
    if len(leaves) != head.size or root_of(leaves) != head.root:
        raise Damaged("the archive does not give the stored root", where=str(path), mend=_MEND)
    return lines, leaves


def _is_whole(path: Path, head: Head) -> bool:
    try:
        leaves = [leaf_hash(line) for line in _read_lines(path)]
    except QuartermasterError:
        return False
    return len(leaves) == head.size and root_of(leaves) == head.root


def _read_lines(path: Path) -> list[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            content = read_whole(io.BufferedReader(file), str(path))
    except FileNotFoundError:
        raise NotFound(
            "the events of this record are in an archive that is not there",
            where=str(path),
            mend="bring the folder back, or name its new place: qm archive DIR",
        ) from None
    except (OSError, EOFError, zlib.error) as error:
        if isinstance(error, gzip.BadGzipFile | EOFError | zlib.error):
            raise Damaged(f"the archive is damaged: {error}", where=str(path), mend=_MEND) from None
        raise Unavailable(f"the archive cannot be read: {error.strerror}", where=str(path)) from None
    try:
        return [line.data for line in lines_of(content, str(path))]
    except QuartermasterError as error:
        raise Damaged(f"the archive is damaged: {error.what}", where=str(path), mend=_MEND) from None


def _compressed(record: Record) -> bytes:
    packed = io.BytesIO()
    write_packed(record.lines, packed)
    return gzip.compress(packed.getvalue(), LEVEL, mtime=0)


def _write_durably(path: Path, content: bytes) -> None:
    handle, draft = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)
    for folder in (path.parent, path.parent.parent):
        if os.name == "posix":
            opened = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)
