"""A long run in a folder: one file for each share of the records, put in place when it is whole, so that it can go on.

`run.json` says what was asked for and `shares.txt` which records are in which share; a share is done when its ledger is
there, and its ledger is written after its part. The last line of a ledger tells what both are, so that one that was cut
or changed is found, and done again.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from cli.machine.files import Out, write_files, writer_of
from cli.machine.os_errors import from_os
from records.errors import Refused

_RUN, _SHARES = "run.json", "shares.txt"


class RunPart(NamedTuple):
    """What a share came to: the rows for people and programs, and a line for each record."""

    rows: bytes
    ledger: bytes


class _Seal(msgspec.Struct, frozen=True, tag_field="seal", tag="part"):
    """The last line of a ledger: what a whole part and the lines before this one are."""

    length: int
    rows: str
    lines: str


_read_seal = msgspec.json.Decoder(_Seal, strict=True).decode


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

    def shares(self) -> Iterator[list[str]]:
        """The records of each share, as far as they were laid down."""
        path = self.folder / _SHARES
        if path.exists():
            with path.open("r", encoding="utf-8") as file:
                yield from (line.split() for line in file)

    def lay_down(self, shares: Iterable[Iterable[str]]) -> None:
        """Write which records are in more shares, behind those that are there."""

        def write(stream: BinaryIO) -> None:
            for share in chain(self.shares(), shares):
                stream.write(f"{' '.join(share)}\n".encode())

        write_files([Out(self.folder / _SHARES, write, 0o600)], force=True)

    def ledger(self, number: int) -> bytes | None:
        """The ledger of a share that is done, numbered from 0; None if it is not, or one of its files was changed."""
        try:
            rows = self._path(number, self._ending).read_bytes()
            lines, _, seal = self._path(number, "ledger").read_bytes().rstrip(b"\n").rpartition(b"\n")
            told = _read_seal(seal)
        except (FileNotFoundError, msgspec.MsgspecError, UnicodeDecodeError):
            return None
        return lines if told == _seal(RunPart(rows, lines)) else None

    def put(self, number: int, part: RunPart) -> None:
        """A share is done."""
        lines = part.ledger.rstrip(b"\n")
        seal = msgspec.json.encode(_seal(RunPart(part.rows, lines)))
        self._write(self._path(number, self._ending).name, part.rows)
        self._write(self._path(number, "ledger").name, lines + b"\n" + seal + b"\n")

    def _path(self, number: int, ending: str) -> Path:
        return self.folder / f"part-{number + 1:06}.{ending}"

    def _write(self, name: str, content: bytes) -> None:
        write_files([Out(self.folder / name, writer_of(content), 0o600)], force=True)


def _seal(part: RunPart) -> _Seal:
    return _Seal(len(part.rows), sha256(part.rows).hexdigest(), sha256(part.ledger).hexdigest())
