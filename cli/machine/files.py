"""Output files: written whole or not at all, and never over another file unless asked."""

import io
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from cli.machine.os_errors import from_os
from records.errors import Refused
from records.text import printable

STDOUT = Path("-")
PRIVATE = 0o600
SHARED = 0o644

ContentWriter = Callable[[BinaryIO], None]


class Out(NamedTuple):
    """A file to write: where, what, and who may read it."""

    path: Path
    write: ContentWriter
    mode: int = SHARED


def write_output(path: Path | None, content: ContentWriter | bytes, *, force: bool = False) -> None:
    """Write to a file, or to stdout if the path is `-` or none."""
    write = writer_of(content) if isinstance(content, bytes) else content
    if path is None or path == STDOUT:
        sys.stdout.flush()
        _write_to_stdout(write)
    else:
        write_files([Out(path, write)], force=force)


def _write_to_stdout(write: ContentWriter) -> None:
    """A file or a pipe gets the very bytes; a terminal the text, without anything that could steer it."""
    if not sys.stdout.isatty():
        write(sys.stdout.buffer)
        return
    content = io.BytesIO()
    write(content)
    lines = content.getvalue().decode("utf-8", "backslashreplace").split("\n")
    sys.stdout.write("\n".join(printable(line) for line in lines))


def writer_of(content: bytes) -> ContentWriter:
    """Writes these bytes."""

    def write(stream: BinaryIO) -> None:
        stream.write(content)

    return write


def write_files(outputs: Sequence[Out], *, force: bool = False) -> None:
    """Write several files; each appears under its name only when all are on the disk."""
    if not force:
        for out in outputs:
            refuse_existing(out.path)
    drafts: list[tuple[Path, Path]] = []
    try:
        for out in outputs:
            if _is_device(out.path):
                _write_through(out)
            else:
                drafts.append((_draft(out), out.path))
        for draft, path in drafts:
            _put_in_place(draft, path, force)
    finally:
        for draft, _ in drafts:
            draft.unlink(missing_ok=True)


def refuse_existing(path: Path, how: str = "give another name, or --force to overwrite it") -> None:
    """Refuse a path where something exists already."""
    if os.path.lexists(path) and not _is_device(path):
        raise Refused("there is already something at this path", where=str(path), mend=how)


def draft_path(path: Path) -> Path:
    """A fresh name beside the path, for a file that is not finished yet."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise from_os(error, str(path)) from None
    os.close(handle)
    return Path(name)


def put_in_place(draft: Path, path: Path, *, force: bool = False) -> None:
    """Give a finished draft its name, once its bytes are on the disk."""
    try:
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        _put_in_place(draft, path, force)
    finally:
        draft.unlink(missing_ok=True)


def make_private(path: Path) -> None:
    """A file, in a folder, that only their owner can read; also where they are there already."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.parent.chmod(0o700)
    path.touch(mode=PRIVATE)
    path.chmod(PRIVATE)


def _draft(out: Out) -> Path:
    draft = draft_path(out.path)
    try:
        with draft.open("wb") as file:
            out.write(file)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(out.mode & ~_umask())
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise from_os(error, str(out.path)) from None
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return draft


def _put_in_place(draft: Path, path: Path, force: bool) -> None:
    try:
        if force:
            draft.replace(path)
        else:
            _link(draft, path)
        _sync_folder(path.parent)
    except FileExistsError:
        refuse_existing(path)
    except OSError as error:
        raise from_os(error, str(path)) from None


def _link(draft: Path, path: Path) -> None:
    """Take the name only if nobody else took it meanwhile."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:
        # a file system without hard links: the small gap between looking and renaming remains
        refuse_existing(path)
        draft.rename(path)


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        with suppress(OSError):
            os.fsync(handle)
        os.close(handle)


def _is_device(path: Path) -> bool:
    """A terminal, a pipe or /dev/null: nothing that could be half-written or lost."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _write_through(out: Out) -> None:
    try:
        with out.path.open("wb") as file:
            out.write(file)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise from_os(error, str(out.path)) from None


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
