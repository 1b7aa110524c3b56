"""Input files, read whole up to a limit; what the operating system refuses is an error in words."""

import hashlib
import mimetypes
from pathlib import Path
from typing import Any

from cli.machine.os_errors import from_os
from records.bounded import read_whole
from records.errors import QuartermasterError, Refused
from records.limits import RECORD_BYTES_MAX, SMALL_FILE_BYTES_MAX


def file_bytes(path: Path, most: int = RECORD_BYTES_MAX) -> bytes:
    """What is in a file; `Refused` if it is longer than `most`."""
    try:
        with path.open("rb") as file:
            return read_whole(file, str(path), most)
    except OSError as error:
        raise from_os(error, str(path)) from None


def file_text(path: Path, not_text: QuartermasterError | None = None, most: int = SMALL_FILE_BYTES_MAX) -> str:
    """The text in a file. `not_text` is the error to raise where the file is not UTF-8."""
    try:
        return file_bytes(path, most).decode("utf-8")
    except UnicodeDecodeError:
        raise not_text or Refused("this is not UTF-8", where=str(path), mend="give a text file") from None


def attachment_of(file: Path) -> dict[str, Any]:
    """A file as evidence names it: digest, size, type and name. It is never held whole: films are large."""
    try:
        if file.exists() and not file.is_file():
            raise Refused("this is not a file", where=str(file), mend="give a photograph or another file")
        with file.open("rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
            size = stream.tell()
    except OSError as error:
        raise from_os(error, str(file)) from None
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return {"sha256": sha256, "bytes": size, "type": kind, "name": file.name}
