"""What `qm verify` does: check a record with all that is known of it, and its disputes with it."""

import io
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from cli.desk.checkpoints import KIND
from cli.desk.sharing import unsalted_in, unsalted_words
from cli.desk.summaries import head_fields
from records.errors import Damaged, QuartermasterError
from records.record import Record, from_bytes
from records.sign import read_checkpoint, read_note
from records.store import Store
from records.text import counted
from records.verify import Defect, Known, Report, verify, verify_stored
from replay.disputes.log import PROCEDURE

GIVE_KEY = "give the signer's public key with --key; they get it from `qm key show`"


class Verification(NamedTuple):
    """What came of a check: one line that says it all, further lines with a word before each, and fields for JSON."""

    ok: bool
    summary: str
    lines: list[tuple[str, str]]
    fields: dict[str, Any]
    unchecked: bool = False
    """Whether it depends on a signature that nobody could check, so that anybody could have made it."""

    def with_more(self, lines: list[tuple[str, str]], fields: dict[str, Any]) -> "Verification":
        """The same with further lines and fields."""
        return self._replace(lines=[*self.lines, *lines], fields={**self.fields, **fields})


def check_stored(store: Store, record_id: str, known: Known) -> Verification:
    """Check a record in the store, also against the checkpoints that are kept beside it."""
    for _, note in store.notes(record_id, KIND, newest=True):
        try:
            kept = read_checkpoint(read_note(note).text).head
            known = msgspec.structs.replace(known, heads=(*known.heads, kept))
        except Damaged:
            known = msgspec.structs.replace(known, checkpoints=(*known.checkpoints, note))
    report = verify_stored(record_id, store.leaves(record_id), store.head(record_id), known)
    return _with_meaning(_of_record(record_id, report), report, lambda: store.load(record_id))


def check_content(content: bytes, name: str, known: Known) -> Verification:
    """Check a record in a file, in either form."""
    report = verify(io.BytesIO(content), name, known)
    return _with_meaning(_of_record(name, report), report, lambda: from_bytes(content, name))


def unreadable(name: str, error: QuartermasterError) -> Verification:
    """The answer for something so damaged that it cannot even be opened."""
    problem = {"kind": "unreadable", "seq": error.seq, "where": error.where, "words": error.what}
    fields = {"target": name, "first": error.seq, "problems": [problem]}
    return Verification(False, f"{name}: DAMAGED", [("unreadable", str(error))], fields)


def _with_meaning(checked: Verification, report: Report, load: Callable[[], Record]) -> Verification:
    """In a record that is whole, missing salts are named, and disputes and signatures where there are any."""
    if not report.ok:
        return checked
    record = load()
    checked = checked.with_more(*_salts(record))
    if not report.names & PROCEDURE:
        return checked
    from cli.desk.signoffs import procedure_of  # brings the rules of disputes with it, which few records need

    return checked.with_more(*procedure_of(record))


def _salts(record: Record) -> tuple[list[tuple[str, str]], dict[str, Any]]:
    """Which events have no salt of their own although something in them is hidden (QM-SALT-1). It is not damage."""
    bare = unsalted_in(record)
    return [("unsalted", unsalted_words(bare))] if bare else [], {"unsalted": bare}


def _of_record(name: str, report: Report) -> Verification:
    size = f"{counted(report.head.size - 1, 'event')}, code {report.code}" if report.head else "size unknown"
    if not report.ok:
        summary = f"{name}: DAMAGED" + (f", first wrong event {report.first}" if report.first is not None else "")
    elif report.compared:
        summary = f"{name}: whole, {size}"
    else:
        summary = f"{name}: readable, {size}; compared with nothing that was kept elsewhere"
    if report.ok and report.unchecked:
        summary += "; the checkpoint's signature was not checked"
    lines = [(problem.kind, _words(problem)) for problem in report.problems]
    lines += [("warning", _words(problem)) for problem in report.warnings]
    lines += [("and", f"{report.more} more")] if report.more else []
    if any(problem.kind == "not-canonical" for problem in report.problems):
        lines.append(
            ("to mend", f"`qm export {name} -o NEW.jsonl` writes it in canonical form; --loose accepts it as it is")
        )
    lines += [("to check it", GIVE_KEY)] if report.unchecked else []
    lines += [("compared with", text) for text in report.compared]
    lines += [("cannot find", text) for text in report.cannot]
    fields: dict[str, Any] = {
        "target": name,
        "first": report.first,
        "problems": [_problem(problem) for problem in report.problems],
        "warnings": [_problem(problem) for problem in report.warnings],
        "more": report.more,
        **(head_fields(report.head) if report.head else {}),
        "compared": report.compared,
        "cannot": report.cannot,
        "unchecked": report.unchecked,
    }
    return Verification(report.ok, summary, lines, fields, report.unchecked)


def _words(problem: Defect) -> str:
    return f"{problem.where}: {problem.words}" if problem.where else problem.words


def _problem(problem: Defect) -> dict[str, Any]:
    return {"kind": problem.kind, "seq": problem.seq, "where": problem.where, "words": problem.words}
