"""What a watch must know at every event: the same as a whole replay and audit of the events so far."""

from collections.abc import Iterable, Sequence
from typing import Any

from records.record import Record
from replay.playout import OFFICIAL
from replay.reel import Eyes, Findings, Reel, judged, played
from replay.session import Session
from replay.step import Step
from replay.view import TABLE
from replay.watch import KEPT, SeenStep, Watch


def prefix(record: Record, events: int) -> Record:
    """The record when it had this many events."""
    return Record(record.header, record.events[:events], record.lines[: events + 1])


def viewers_of(record: Record) -> tuple[str, ...]:
    """Everybody who can look at a record."""
    return (*record.header.seats, TABLE, OFFICIAL)


def bare(steps: Iterable[Step[Any, Any]]) -> list[tuple[Any, ...]]:
    """Steps without what only the rules need."""
    return [(step.seq, step.before, step.action, step.after) for step in steps]


class Whole:
    """The record so far, played out and judged anew."""

    def __init__(self, record: Record, viewer: str, events: int) -> None:
        self.reel, self.findings = judged(played(prefix(record, events)), Eyes(viewer, hindsight=False))

    def only_adds_to(self, before: "Whole", seq: int) -> bool:
        """Whether one step of this event came behind those of before, and nothing else changed."""
        if bare(self.reel.steps[:-1]) != bare(before.reel.steps) or self.reel.seq(-1) != seq:
            return False
        return _without(self.findings, seq) == _without(before.findings, seq)


def _without(findings: Findings, seq: int) -> Findings:
    return {at: told for at, told in findings.items() if at != seq}


def check(watch: Watch, whole: Whole) -> None:
    """The watch knows what the whole replay says."""
    reel, findings = whole.reel, whole.findings
    assert watch.state == reel.final
    assert bare(seen.step for seen in watch.recent) == bare(reel.steps[-KEPT:])
    assert [seen.findings for seen in watch.recent] == [findings.get(step.seq, []) for step in reel.steps[-KEPT:]]
    assert [seen.text for seen in watch.recent] == _texts(reel)
    assert watch.findings == findings
    told = [finding for each in findings.values() for finding in each if "settled" not in finding]
    assert watch.broken == sum(finding["answer"] == "broken" for finding in told)
    assert watch.open == sum(finding["answer"] == "open" for finding in told)


def _texts(reel: Reel) -> list[str]:
    return [reel.text(place) for place in range(max(0, len(reel) - KEPT), len(reel))]


def follow(record: Record, viewer: str, first: int = 0, last: int | None = None) -> list[SeenStep | None]:
    """Watch some events of a record, and hold what is seen against a whole replay after each of them."""
    events = record.events[:last]
    found = played(record)
    watch = Watch(found.game, found.table, viewer, events[:first])
    beside = Watch(found.game, found.table, viewer, events[:first])
    session = Session.of(found.game, found.table, events[:first])
    before = Whole(record, viewer, first)
    check(watch, before)
    answers: list[SeenStep | None] = []
    for event in events[first:]:
        seen = watch.add(event)
        assert beside.add(event, session.add(event)) == seen, "as it was judged when it was logged"
        now = Whole(record, viewer, event.seq)
        assert watch.size == event.seq + 1
        check(watch, now)
        assert (beside.state, beside.recent, beside.findings) == (watch.state, watch.recent, watch.findings)
        assert (seen is not None) == now.only_adds_to(before, event.seq), event
        assert seen is None or seen is watch.last
        answers.append(seen)
        before = now
    return answers


def stretches(record: Record, length: int, number: int) -> Sequence[tuple[int, int]]:
    """Parts of a record, spread over it, the last at its end."""
    size = len(record.events)
    last = max(0, size - length)
    return [(last * part // max(1, number - 1), last * part // max(1, number - 1) + length) for part in range(number)]
