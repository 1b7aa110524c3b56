"""Input files, read whole; what the operating system refuses is an error in words."""

import hashlib
import mimetypes
from pathlib import Path
from typing import Any

from cli.machine.os_errors import from_os
from records.errors import QuartermasterError, Refused


def file_bytes(path: Path) -> bytes:
    """What is in a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise from_os(error, str(path)) from None


def file_text(path: Path, not_text: QuartermasterError | None = None) -> str:
    """The text in a file. `not_text` is the error to raise where the file is not UTF-8."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise from_os(error, str(path)) from None
    except UnicodeDecodeError:
        raise not_text or Refused("this is not UTF-8", where=str(path), mend="give a text file") from None


def attachment_of(file: Path) -> dict[str, Any]:
    """A file as evidence names it: digest, size, type and name."""
    content = file_bytes(file)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content), "type": kind, "name": file.name}
