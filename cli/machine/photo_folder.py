"""The photos of evidence: files beside the store, in a folder for each record, for their owner only.

A record holds the digest of a photo and never its bytes, so a photo can be taken away without breaking the record.
"""

from collections.abc import Container
from contextlib import suppress
from pathlib import Path

from cli.machine.files import PRIVATE, Out, write_files, writer_of
from cli.machine.folders_and_clock import data_folder, is_file_store
from cli.machine.os_errors import from_os

_FOLDER = 0o700
_ENDING = ".photos"


def photos_of(store: str) -> Path:
    """Beside a store in a file, else in the user's data folder."""
    return Path(store).with_suffix(_ENDING) if is_file_store(store) else data_folder() / f"postgres{_ENDING}"


def photos_beside(register: str) -> Path:
    """The same folder, found from the register of the service, which lies beside the store too."""
    path = Path(register)
    return path.with_name(path.name.removesuffix(".db").removesuffix(".service") + _ENDING)


class PhotoFolder:
    """The photos of one store. A file's name is its digest with the ending of its kind."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, record_id: str, sha256: str, ending: str) -> Path:
        """Where a photo lies, or would lie."""
        return self.root / record_id / f"{sha256}.{ending}"

    def put(self, record_id: str, sha256: str, ending: str, data: bytes) -> bool:
        """Keep a photo, whole and durable; whether it was not there yet."""
        path = self.path(record_id, sha256, ending)
        if path.is_file():
            return False
        try:
            for folder in (self.root, path.parent):
                folder.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
        except OSError as error:
            raise from_os(error, str(path.parent)) from None
        write_files([Out(path, writer_of(data), PRIVATE)], force=True)
        return True

    def get(self, record_id: str, sha256: str, ending: str) -> bytes | None:
        """A photo, if it is kept here."""
        path = self.path(record_id, sha256, ending)
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise from_os(error, str(path)) from None

    def remove(self, record_id: str, sha256: str, ending: str) -> None:
        """Let go of a photo that nothing names."""
        with suppress(OSError):  # one that stays is seen by nobody, and `sweep` comes by again
            self.path(record_id, sha256, ending).unlink(missing_ok=True)

    def sweep(self, record_id: str, named: Container[str], before: float) -> int:
        """Remove what no evidence names and nobody touched since a time: a service was killed between photo and line.

        Returns how many files went.
        """
        gone = 0
        folder = self.root / record_id
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            with suppress(OSError):
                if path.stem not in named and path.stat().st_mtime < before:
                    path.unlink()
                    gone += 1
        return gone

    def names(self, record_id: str) -> set[str]:
        """The names of the photos of a record that lie here."""
        folder = self.root / record_id
        return {path.name for path in folder.iterdir()} if folder.is_dir() else set()

    def amount(self) -> int:
        """How many photos lie here."""
        return sum(path.suffix != ".part" for path in self.root.glob("*/*")) if self.root.is_dir() else 0
