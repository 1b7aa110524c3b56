"""What `qm verify` does: check a record or a proof with all that is known of it, and show the outcome."""

import io
from typing import TYPE_CHECKING, Any, NamedTuple

from records.errors import Damaged, QuartermasterError, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.machine.target import Found
    from cli.terminal.screen import Screen
    from records.proof import Proven
    from records.record import Record
    from records.verify import Known, Problem, Report


class Outcome(NamedTuple):
    """What came of a check: one line that says it all, further lines with a word before each, and fields for JSON."""

    ok: bool
    summary: str
    lines: list[tuple[str, str]]
    fields: dict[str, Any]


def check(target: str, db: str | None, known: "Known") -> Outcome:
    """Check whatever the target is: a record in the store, a record file, or a proof."""
    from cli.machine.target import find
    from records.proof import looks_like_proof
    from records.record import from_bytes
    from records.verify import verify

    found = find(target, db)
    try:
        if found.store is not None:
            report = _check_stored(found, known)
            return _with_procedure(_of_record(found.name, report), report, found.load)
        content = found.content()
        if looks_like_proof(content):
            return _check_proof(found.name, content, known)
        report = verify(io.BytesIO(content), found.name, known)
        return _with_procedure(_of_record(found.name, report), report, lambda: from_bytes(content, found.name))
    finally:
        found.close()


def _with_procedure(outcome: Outcome, report: "Report", load: "Callable[[], Record]") -> Outcome:
    """Disputes and signatures are looked at where there are any, in a record that is whole."""
    from replay.disputes.log import PROCEDURE

    if not report.ok or not report.names & PROCEDURE:
        return outcome
    from cli.desk.signoffs import with_procedure

    return with_procedure(outcome, load())


def tell(outcome: Outcome, screen: "Screen") -> None:
    """Show the outcome."""
    from records.text import printable

    if screen.as_json:
        screen.value({"ok": outcome.ok, **outcome.fields})
        return
    if screen.plain:
        screen.cells("ok" if outcome.ok else "damaged", outcome.summary)
        for word, line in outcome.lines:
            screen.cells(word, line)
        return
    screen.line(screen.bold(printable(outcome.summary)))
    for word, line in outcome.lines:
        screen.line(f"  {word:<14} {printable(line)}")


def _check_stored(found: "Found", known: "Known") -> "Report":
    import msgspec

    from cli.desk.checkpoints import KIND
    from records.sign import read_checkpoint, read_note
    from records.verify import verify_stored

    store, record_id = found.store, found.record_id
    assert store is not None and record_id is not None
    for _, note in store.notes(record_id, KIND, newest=True):
        try:
            kept = read_checkpoint(read_note(note).text).head
            known = msgspec.structs.replace(known, heads=(*known.heads, kept))
        except Damaged:
            known = msgspec.structs.replace(known, checkpoints=(*known.checkpoints, note))
    return verify_stored(record_id, store.leaves(record_id), store.head(record_id), known)


def _of_record(name: str, report: "Report") -> Outcome:
    from cli.desk.summaries import head_fields
    from records.text import counted

    size = f"{counted(report.head.size - 1, 'event')}, code {report.code}" if report.head else "size unknown"
    if not report.ok:
        summary = f"{name}: DAMAGED" + (f", first wrong event {report.first}" if report.first is not None else "")
    elif report.compared:
        summary = f"{name}: whole, {size}"
    else:
        summary = f"{name}: readable, {size}; compared with nothing that was kept elsewhere"
    lines = [(problem.kind, _words(problem)) for problem in report.problems]
    lines += [("warning", _words(problem)) for problem in report.warnings]
    lines += [("and", f"{report.more} more")] if report.more else []
    if any(problem.kind == "not-canonical" for problem in report.problems):
        lines.append(
            ("to mend", f"`qm export {name} -o NEW.jsonl` writes it in canonical form; --loose accepts it as it is")
        )
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
    }
    return Outcome(report.ok, summary, lines, fields)


def _words(problem: "Problem") -> str:
    return f"{problem.where}: {problem.words}" if problem.where else problem.words


def _problem(problem: "Problem") -> dict[str, Any]:
    return {"kind": problem.kind, "seq": problem.seq, "where": problem.where, "words": problem.words}


def _check_proof(name: str, content: bytes, known: "Known") -> Outcome:
    from cli.desk.summaries import head_fields
    from records.canonical import canonical

    if known.copy is not None:
        raise Refused("a proof is checked alone", where=name, mend="leave --against out")
    try:
        proven = _proven(content, known, name)
        _compare_head(proven.head.size, proven.head.root, known, name)
    except Damaged as error:
        problem = {"kind": error.kind, "seq": error.seq, "where": error.where, "words": error.what}
        fields = {"target": name, "proof": True, "first": error.seq, "problems": [problem]}
        return Outcome(False, f"{name}: DAMAGED proof", [(error.kind or "damaged", error.what)], fields)
    signed = ", ".join(proven.signed_by)
    lines = [("event", canonical(proven.event).decode()), ("head", proven.head.text()), ("code", proven.code)]
    lines += [("record", proven.origin)] if proven.origin else []
    lines += [("signed by", signed)] if signed else []
    lines += [("cannot find", text) for text in proven.cannot]
    fields = {"target": name, "proof": True, "problems": [], "seq": proven.seq, "event": proven.event}
    fields |= head_fields(proven.head)
    fields |= {"origin": proven.origin, "signed_by": list(proven.signed_by), "cannot": list(proven.cannot)}
    return Outcome(True, f"{name}: event {proven.seq} stands in the record with this head", lines, fields)


def _proven(content: bytes, known: "Known", name: str) -> "Proven":
    """What the proof shows. If no key is named, those that were made here are tried."""
    from cli.machine.key_files import public_keys
    from records.proof import check_proof

    try:
        return check_proof(content, known.keys or public_keys([]), name)
    except Damaged as error:
        if known.keys or error.kind not in ("unknown-key", "unsigned"):
            raise
    return check_proof(content, (), name)


def _compare_head(size: int, root: bytes, known: "Known", name: str) -> None:
    """A head or a code from elsewhere must be that of the proof; one of another size cannot be compared with it."""
    from records.record import short_code
    from records.sign import read_checkpoint, read_note

    heads = [*known.heads, *(read_checkpoint(read_note(note, name).text, name).head for note in known.checkpoints)]
    for head in heads:
        if head.size != size:
            raise Refused(
                f"the proof leads to a head of {size} lines, the known one has {head.size}",
                where=name,
                mend="ask for a proof that leads to the head you know",
            )
        if head.root != root:
            raise Damaged("the proof leads to another head than the known one", where=name, kind="fork")
    if known.code is not None and known.code != short_code(root):
        raise Damaged(f"the proof leads to the code {short_code(root)}, not {known.code}", where=name, kind="code")


def unreadable(target: str, error: QuartermasterError) -> Outcome:
    """The outcome for something so damaged that it cannot even be opened."""
    problem = {"kind": "unreadable", "seq": error.seq, "where": error.where, "words": error.what}
    fields = {"target": target, "first": error.seq, "problems": [problem]}
    return Outcome(False, f"{target}: DAMAGED", [("unreadable", str(error))], fields)
