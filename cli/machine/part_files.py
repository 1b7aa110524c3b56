"""A long run in a folder: one file for each share of the records, put in place when it is whole, so that it can go on.

`run.json` says what was asked for and `shares.txt` which records are in which share; a share is done when its ledger is
there, and its ledger is written after its part.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from cli.machine.files import Out, write_files, writer_of
from cli.machine.os_errors import from_os
from records.errors import Refused

_RUN, _SHARES = "run.json", "shares.txt"


class RunPart(NamedTuple):
    """What a share came to: the rows for people and programs, and a line for each record."""

    rows: bytes
    ledger: bytes


class PartsFolder:
    """The folder of one run."""

    def __init__(self, folder: Path, asked: dict[str, object], ending: str) -> None:
        """`asked` is what the run is about. A folder in which another run began is refused."""
        self.folder = folder
        self._ending = ending
        try:
            folder.mkdir(parents=True, exist_ok=True)
            known = (folder / _RUN).read_bytes() if (folder / _RUN).exists() else None
        except OSError as error:
            raise from_os(error, str(folder)) from None
        told = msgspec.json.encode(asked, order="deterministic") + b"\n"
        if known is None:
            if any(folder.iterdir()):
                raise Refused("there is something else in this folder", where=str(folder), mend="name a new folder")
            self._write(_RUN, told)
        elif known != told:
            raise Refused(
                "another run began in this folder",
                where=str(folder),
                mend=f"name a new folder; {_RUN} says what it was",
            )

    def shares(self) -> list[list[str]]:
        """The records of each share, as far as they were laid down."""
        path = self.folder / _SHARES
        return [line.split() for line in path.read_text("utf-8").splitlines()] if path.exists() else []

    def lay_down(self, shares: Sequence[Sequence[str]]) -> None:
        """Write which records are in which share."""
        self._write(_SHARES, "".join(f"{' '.join(share)}\n" for share in shares).encode())

    def ledger(self, number: int) -> bytes | None:
        """The ledger of a share that is done, numbered from 0; None if it is not."""
        path = self._path(number, "ledger")
        return path.read_bytes() if path.exists() and self._path(number, self._ending).exists() else None

    def put(self, number: int, part: RunPart) -> None:
        """A share is done."""
        self._write(self._path(number, self._ending).name, part.rows)
        self._write(self._path(number, "ledger").name, part.ledger)

    def _path(self, number: int, ending: str) -> Path:
        return self.folder / f"part-{number + 1:06}.{ending}"

    def _write(self, name: str, content: bytes) -> None:
        write_files([Out(self.folder / name, writer_of(content), 0o600)], force=True)
