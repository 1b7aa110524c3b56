"""An audit of a whole store into a folder: part by part as it comes, and on from there after an interruption."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from cli import __version__
from cli.desk.audit_ledger import LedgerLine, RunDigest
from cli.desk.audits import Wanted
from cli.export.csv_tables import audits_csv
from cli.machine.part_files import PartsFolder, RunPart
from cli.machine.several import Item, store_of, stores_closed
from cli.terminal.audit_batch import Crew, share_answers
from cli.terminal.audit_shares import Answered
from cli.terminal.progress import Progress
from records.b64 import to_base64
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
    """A finished run: every line of its ledgers, how many were there before, and the digest of all."""

    lines: list[LedgerLine]
    before: int
    digest: str


def audit_into(run: PartsRun, ids: Sequence[str]) -> PartsDone:
    """Audit records into the folder. What is there already, and still holds, is not done again."""
    parts = PartsFolder(run.folder, run.asked(), "csv" if run.csv else "jsonl")
    shares = _laid_down(parts, ids)
    with stores_closed():
        heads = _heads(store_of(run.url))
    todo = [number for number, share in enumerate(shares) if not _holds(parts, number, share, heads)]
    left = sum(len(shares[number]) for number in todo)
    total = sum(map(len, shares))
    progress = Progress(total, total - left)
    wanted = [[Item(record_id, url=run.url) for record_id in shares[number]] for number in todo]
    for number, answers in zip(todo, share_answers(wanted, run.wanted, run.crew), strict=True):
        parts.put(number, _part(answers, run.csv))
        progress.add(len(answers))
    digest, lines = RunDigest(), []
    for number in range(len(shares)):
        more = _lines(parts, number)
        digest.add(more)
        lines += more
    return PartsDone(lines, total - left, digest.text())


def _laid_down(parts: PartsFolder, ids: Sequence[str]) -> list[list[str]]:
    """The shares of the run; records that have come since are in new shares behind the others."""
    shares = parts.shares()
    known = {record_id for share in shares for record_id in share}
    new = [record_id for record_id in ids if record_id not in known]
    if new or not shares:
        shares += [new[start : start + SHARE] for start in range(0, len(new), SHARE)]
        parts.lay_down(shares)
    return shares


def _heads(store: Store) -> dict[str, tuple[int, str]]:
    heads: dict[str, tuple[int, str]] = {}
    number = 0
    while some := store.made(number):
        heads |= {one.id: (one.head.size, to_base64(one.head.root)) for one in some}
        number = some[-1].number
    return heads


def _holds(parts: PartsFolder, number: int, share: Iterable[str], heads: dict[str, tuple[int, str]]) -> bool:
    """Whether a share is done, and none of its records has changed since. One that failed is tried again."""
    known = {line.target: line for line in _lines(parts, number)}
    return all(
        record_id in known
        and not known[record_id].error
        and (known[record_id].size, known[record_id].root) == heads.get(record_id)
        for record_id in share
    )


def _lines(parts: PartsFolder, number: int) -> list[LedgerLine]:
    ledger = parts.ledger(number)
    return [] if ledger is None else [_read_line(line) for line in ledger.splitlines()]


def _part(answers: Sequence[Answered], csv: bool) -> RunPart:
    audited = [answer for answer, _ in answers]
    rows = (
        audits_csv([answer for answer in audited if "error" not in answer])
        if csv
        else b"".join(_encode(answer) + b"\n" for answer in audited)
    )
    return RunPart(rows, b"".join(_encode(line) + b"\n" for _, line in answers))
