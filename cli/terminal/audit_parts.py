"""An audit of a whole store into a folder: part by part as it comes, and on from there after an interruption."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from cli import __version__
from cli.desk.audit_ledger import LedgerLine, RunDigest
from cli.desk.audits import Wanted
from cli.desk.games_known import version_of
from cli.desk.index.linked_heads import head_at_hand
from cli.export.csv_tables import audits_csv
from cli.machine.part_files import PartsFolder, RunPart
from cli.machine.run_records import RunRecords, run_records, those_named, those_that_pass
from cli.machine.several import Item, store_of, stores_closed
from cli.terminal.audit_batch import Crew, share_answers
from cli.terminal.audit_shares import Answered
from cli.terminal.progress import Progress
from records.b64 import to_base64
from records.errors import NotFound
from records.store import Filter, Store

SHARE = 50
"""Records in one part."""

_encode = msgspec.json.Encoder().encode
_read_line = msgspec.json.Decoder(LedgerLine).decode


class PartsRun(NamedTuple):
    """What a run is about, and where it is written."""

    folder: Path
    url: str
    filter: Filter
    wanted: Wanted
    crew: Crew
    csv: bool

    def asked(self) -> dict[str, object]:
        """What makes two runs the same. The URL may hold a password, and is left out."""
        return {
            "program": __version__,
            "filter": msgspec.to_builtins(self.filter),
            "wanted": list(self.wanted),
            "form": "csv" if self.csv else "jsonl",
        }


class PartsDone(NamedTuple):
    """A finished run: how many of its records were there before, and the digest of all."""

    before: int
    digest: str


def audit_into(run: PartsRun, ids: Sequence[str] | None, count: Callable[[LedgerLine], None]) -> PartsDone:
    """Audit records into the folder: these, or all that pass the filter. What is there already, and holds, stays.

    `count` is given the line of every record, in their order. Nothing is kept in memory but a bit for each share.
    """
    with run_records() as records:
        with stores_closed():
            store = store_of(run.url)
            records.want(those_that_pass(store, run.filter) if ids is None else those_named(store, ids))
            if not run.folder.exists() and next(records.new(), None) is None:
                raise _nothing()  # before a folder is made
            parts = PartsFolder(run.folder, run.asked(), "csv" if run.csv else "jsonl")
            _lay_down(parts, records)
            done = bytearray(_holds(parts, *share, store, records) for share in enumerate(parts.shares()))
        total, before = 0, 0
        for number, share in enumerate(parts.shares()):
            total, before = total + len(share), before + done[number] * len(share)
    if not total:
        raise _nothing()
    _run(run, parts, done, Progress(total, before), total - before)
    digest = RunDigest()
    for number in range(len(done)):
        for line in _lines(parts, number):
            digest.add([line])
            count(line)
    return PartsDone(before, digest.text())


def _nothing() -> NotFound:
    return NotFound("no record in the store is like that", mend="`qm list` shows the records")


def _run(run: PartsRun, parts: PartsFolder, done: bytearray, progress: Progress, left: int) -> None:
    """Do the shares that are not done."""
    todo = [number for number, is_done in enumerate(done) if not is_done]
    wanted = (
        [Item(record_id, url=run.url) for record_id in share]
        for number, share in enumerate(parts.shares())
        if not done[number]
    )
    for number, answers in zip(todo, share_answers(wanted, left, run.wanted, run.crew), strict=True):
        parts.put(number, _part(answers, run.csv))
        progress.add(len(answers))


def _lay_down(parts: PartsFolder, records: RunRecords) -> None:
    """Records that have come since are in new shares behind the others."""
    for share in parts.shares():
        records.laid_down(share)
    new = records.new()
    first = list(islice(new, SHARE))
    if first:
        parts.lay_down(chain([first], iter(lambda: list(islice(new, SHARE)), [])))


def _holds(parts: PartsFolder, number: int, share: Sequence[str], store: Store, records: RunRecords) -> bool:
    """Whether a share is done, and none of its records has changed since, nor the rules of its game.

    One that failed is tried again.
    """
    known = {line.target: line for line in _lines(parts, number)}
    if known.keys() != set(share) or any(line.error for line in known.values()):
        return False
    standing = records.standing(share)
    for record_id, line in known.items():
        head, game = standing.get(record_id) or (head_at_hand(store, record_id), line.game)
        if (line.size, line.root, line.rules) != (head.size, to_base64(head.root), _rules_of(game)):
            return False
    return True


@cache
def _rules_of(game: str) -> str:
    return f"{__version__}/{version_of(game)}"


def _lines(parts: PartsFolder, number: int) -> Iterator[LedgerLine]:
    """The lines of a share that is done; none if it is not."""
    ledger = parts.ledger(number)
    return iter(()) if ledger is None else map(_read_line, ledger.splitlines())


def _part(answers: Sequence[Answered], csv: bool) -> RunPart:
    audited = [answer for answer, _ in answers]
    rows = (
        audits_csv([answer for answer in audited if "error" not in answer])
        if csv
        else b"".join(_encode(answer) + b"\n" for answer in audited)
    )
    return RunPart(rows, b"".join(_encode(line) + b"\n" for _, line in answers))
