"""The file of openings beside a record file: one opening per line. It holds secrets, the record does not."""

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import msgspec

from cli.machine.input_files import file_bytes
from records.canonical import canonical
from records.errors import Damaged, NotFound, QuartermasterError
from records.seal import check
from records.store import Opening
from records.strict import read_json


def openings_path(path: Path) -> Path:
    """Where the openings of a record file are."""
    return path.with_name(path.name + ".openings.jsonl")


def write_openings(openings: Iterable[Opening], out: BinaryIO) -> None:
    """Write openings, one per line."""
    for opening in openings:
        out.write(canonical(msgspec.to_builtins(opening)) + b"\n")


def read_openings(path: Path, record_id: str) -> list[Opening]:
    """The openings in a file, each checked against its seal and against the record it belongs to."""
    try:
        lines = file_bytes(path).splitlines()
    except NotFound:
        raise NotFound(
            "there are no openings beside the record", where=str(path), mend="import it without them"
        ) from None
    return [_opening(line, record_id, f"{path} line {number}") for number, line in enumerate(lines, start=1)]


def _opening(line: bytes, record_id: str, where: str) -> Opening:
    try:
        opening = msgspec.convert(read_json(line)[0], Opening)
        check(opening)
    except msgspec.ValidationError as error:
        raise Damaged(
            f"this is not an opening: {error}", where=where, mend="export it again with --with-openings"
        ) from None
    except QuartermasterError as error:
        raise Damaged(error.what, where=where, mend=error.mend) from None
    if opening.record != record_id:
        raise Damaged(
            f"this opening belongs to the record {opening.record}", where=where, mend="import it with that record"
        )
    return opening
