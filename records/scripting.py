"""What a script does with a record in a file or a store, in one call each."""

import io
from os import PathLike
from pathlib import Path

from records.bounded import read_whole
from records.errors import NotFound, Refused, Unavailable
from records.record import Head, Record, from_bytes, read_code
from records.store.interface import Store
from records.verify import Known, Report, verify, verify_stored

FilePath = str | PathLike[str]


def read(path: FilePath) -> Record:
    """The record in a file, as JSON Lines (`.jsonl`) or packed (`.qm`); the content tells which.

    A file that is not there is `NotFound`, one that does not hold together is `Damaged`, with the line in `where`.

    >>> import records
    >>> record = records.read("fixtures/sea-or-shore/clean-evening.jsonl")
    >>> [player.name for player in record.header.players]
    ['Ann', 'Bob', 'Cleo', 'Dirk']
    >>> records.read("fixtures/no-such-file.jsonl")
    Traceback (most recent call last):
    records.errors.NotFound: fixtures/no-such-file.jsonl: there is no such file
    """
    return from_bytes(_content(path), str(path))


def verify_file(
    path: FilePath, *, head: Head | str | None = None, code: str | None = None, copy: Record | None = None
) -> Report:
    """Check that a record file is whole and, as far as something is known of it from elsewhere, unchanged.

    What may be known: a `head` that was noted earlier (a `Head`, or text as in `41:…`), the short `code` from a slip of
    paper, or a `copy` that is right. A damaged file is never an exception here: the report lists what is wrong.

    >>> import records
    >>> report = records.verify_file("fixtures/sea-or-shore/clean-evening.jsonl", code="AAAA-2222")
    >>> report.ok
    False
    >>> [problem.kind for problem in report.problems]
    ['code']
    """
    return verify(io.BytesIO(_content(path)), str(path), _known(head, code, copy))


def verify_in_store(
    store: Store, record_id: str, *, head: Head | str | None = None, code: str | None = None, copy: Record | None = None
) -> Report:
    """Check a record in a store, like `verify_file`: also against the hash stored beside every event.

    >>> import records
    >>> record = records.read("fixtures/sea-or-shore/clean-evening.jsonl")
    >>> with records.open_store("verified.db") as store:
    ...     info, is_new = store.import_record(record, record_id=records.id_of(record), at=0)
    ...     report = records.verify_in_store(store, info.id, head=record.head())
    >>> report.ok
    True
    >>> report.compared[-1]
    "the hash stored beside every event, and the store's head"
    """
    return verify_stored(record_id, store.leaves(record_id), store.head(record_id), _known(head, code, copy))


def _known(head: Head | str | None, code: str | None, copy: Record | None) -> Known:
    noted = Head.from_text(head) if isinstance(head, str) else head
    return Known(
        heads=() if noted is None else (noted,),
        code=None if code is None else read_code(code),
        copy=copy,
    )


def _content(path: FilePath) -> bytes:
    where = str(path)
    try:
        with Path(path).open("rb") as file:
            return read_whole(file, where)
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound("there is no such file", where=where, mend="check the path") from None
    except IsADirectoryError:
        raise Refused("this is a folder", where=where, mend="name a record file in it") from None
    except OSError as error:
        raise Unavailable(
            f"the file cannot be read: {error.strerror}", where=where, mend="check who may read it"
        ) from None
