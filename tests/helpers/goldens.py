"""A record as text for people to review: every step in words, what changed, findings, and the table at the end."""

from functools import cache
from pathlib import Path

from records.ids import id_of
from records.record import from_bytes, read_record
from replay.audit import audit
from replay.diff import changes
from replay.disputes.judge import Procedure, judge_procedure
from replay.game import Frame
from replay.outcome import Outcomes
from replay.outcome_making import outcomes_of
from replay.playout import fold
from replay.read import read_timeline
from replay.reel import played
from replay.table import Table
from replay.tell import tell, tell_shared
from tests.helpers.tools import heads_in


@cache
def at_hand(path: Path) -> Outcomes | None:
    """For a story that links others: the outcomes of the records in the folder of its name."""
    found = [from_bytes(one.read_bytes(), one.name) for one in sorted(path.with_suffix("").glob("*.jsonl"))]
    if not found:
        return None
    events = from_bytes(path.read_bytes(), path.name).events
    return outcomes_of({id_of(one): one for one in found}, heads_in([event.body() for event in events]))


def replay_text(path: Path) -> str:
    """The golden text of a fixture."""
    with path.open("rb") as stream:
        record = read_record(stream, path.name)
    _, game, table = played(record, at_hand(path))
    line = read_timeline(game, table, record.events)
    procedure = judge_procedure(record.header, id_of(record), record.events, game=game, table=table)
    audited = audit(game, table, line)
    findings: dict[int, list[str]] = {}
    for item in audited.findings:
        when = f" (shown by #{item.closed_by})" if item.closed_by else ""
        findings.setdefault(item.seq, []).append(f"    !! {item.rule} {item.answer}{when}: {item.why}")
    seats = ", ".join(f"{player.seat} {player.name or ''}".strip() for player in record.header.players)
    lines = [f"{record.header.title or path.stem}: {game.title}, {seats}", f"code {record.head().code}", ""]
    completed = game.complete(table, line, False)
    document = game.document(game.start(table))
    for step in fold(game, table, completed.line, completed.facts):
        lines.append(f"#{step.seq}  {tell(game, step)}")
        after = document if step.after is step.before else game.document(step.after)
        lines += [f"    {change}" for change in changes(document, after)]
        lines += findings.get(step.seq, [])
        document = after
    lines += ["", *game.render(Frame(audited.final, None, 100)), ""]
    lines += _score(game.score(audited.final))
    lines += _procedure(table, procedure)
    answers = audited.answers
    return "\n".join([*lines, "", f"{answers.ok} ok, {answers.broken} broken, {answers.open} open", ""])


def _procedure(table: Table, judged: Procedure) -> list[str]:
    """Disputes, corrections, access, signatures, and what the rules of procedure say."""
    cases = judged.cases
    lines = []
    for case in cases.cases:
        late = ", late" if case.window.late else ""
        lines.append(f"{case.label} (#{case.seq}, {case.action.kind}): {case.state}{late}; {case.window.words}")
        entries = sorted((*case.evidence, *case.rulings, *case.appeals, *case.ended), key=lambda entry: entry.seq)
        for entry in entries:
            stands = "  (stands)" if entry == case.standing else ""
            lines.append(f"    #{entry.seq}  {tell_shared(table, entry.action)}{stands}")
    for change in cases.corrections if cases.cases else ():
        who = f"by ruling #{change.ruling}" if change.ruling else "by the scribe"
        lines.append(f"#{change.seq}  {change.do} of #{change.target}, {who}")
    lines += [f"#{look.seq}  {look.by} saw {look.what} of {look.seat}: {look.why}" for look in cases.looks]
    for sign in cases.signs:
        still = f", with {', '.join(sign.open_disputes)} open" if sign.open_disputes else ""
        lines.append(f"#{sign.seq}  {sign.seat} signs {sign.size} lines: {sign.statement}, grade {sign.grade}{still}")
    lines += [f"    !! #{item.seq} {item.rule} {item.answer}: {item.why}" for item in judged.findings]
    return ["", "Procedure", *lines] if lines else []


def _score(count: object) -> list[str]:
    from replay.score import Score

    assert isinstance(count, Score)
    lines = []
    for seat in count.seats:
        won = "winner" if seat.seat in count.winners else ""
        lines.append("  ".join(word for word in (f"{seat.seat}:", seat.words, won) if word))
        for line in seat.lines:
            points = "" if line.points is None else line.points
            lines.append(f"  {points:>5}  {line.what}" + (f": {line.why}" if line.why else ""))
    return [*lines, *count.notes]
