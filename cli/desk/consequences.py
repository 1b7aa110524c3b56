"""What a correction does to the findings of a record: which it makes, heals or moves, before it is written."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from records.event import Event
from records.text import counted
from records.timeline import CORRECTIONS
from replay.audit import Finding
from replay.game import Game
from replay.session import Session
from replay.table import Table

Body = dict[str, Any]
Place = tuple[int, str]


class Moved(NamedTuple):
    """A finding that is at another event now."""

    rule: str
    before: int
    after: int


class Consequences(NamedTuple):
    """How the findings of the play change. A finding that goes with its own event is not counted as healed."""

    made: tuple[Finding, ...] = ()
    healed: tuple[Finding, ...] = ()
    moved: tuple[Moved, ...] = ()
    opened: int = 0
    """How many answers become open."""
    closed: int = 0
    """How many answers are open no longer."""

    @property
    def is_worse(self) -> bool:
        """Whether a rule is broken that was not."""
        return bool(self.made)

    @property
    def matter(self) -> bool:
        """Whether broken rules come, go or move, so that the scribe is asked."""
        return bool(self.made or self.healed or self.moved)


def consequences(game: Game, table: Table, events: Sequence[Event], bodies: Sequence[Body]) -> Consequences:
    """What these events would do to the findings of a record that is open nowhere; a logbook knows it faster."""
    return consequences_in(Session.of(game, table, events), bodies)


def consequences_in(session: Session, bodies: Sequence[Body]) -> Consequences:
    """What these events would do to the findings. Procedure is left out: it judges who corrects, not the play.

    Each log is followed once: the session keeps what it found out, for the next question and for when it is logged.
    """
    if not any(body["do"] in CORRECTIONS for body in bodies):
        return Consequences()
    after = session.tried(bodies)
    return compared(session.log.findings, after.findings, after.places.stands)


def compared(before: Iterable[Finding], after: Iterable[Finding], counts: Callable[[int], bool]) -> Consequences:
    """How findings changed. `counts` says of a number whether its event counts afterwards."""
    old, new = _by_place(before), _by_place(after)
    made = [one for place, one in new.items() if _is_broken(one) and not _is_broken(old.get(place))]
    gone = [one for place, one in old.items() if _is_broken(one) and not _is_broken(new.get(place))]
    healed = [one for one in gone if counts(one.seq)]
    moved = _pairs(healed, made)
    return Consequences(
        tuple(one for one in made if all((one.rule, one.seq) != (move.rule, move.after) for move in moved)),
        tuple(one for one in healed if all((one.rule, one.seq) != (move.rule, move.before) for move in moved)),
        tuple(moved),
        opened=sum(one.answer == "open" and place not in old for place, one in new.items()),
        closed=sum(one.answer == "open" and place not in new and counts(one.seq) for place, one in old.items()),
    )


def consequence_lines(found: Consequences) -> list[str]:
    """`makes  ✗ event 6  SS-SHOW-2: …`, line by line; nothing if no finding changes."""
    lines = [f"makes  ✗ event {one.seq}  {one.rule}: {one.why}" for one in found.made]
    lines += [f"heals  ✓ event {one.seq}  {one.rule}: {one.why}" for one in found.healed]
    lines += [f"moves  ✗ {one.rule} from event {one.before} to event {one.after}" for one in found.moved]
    if found.opened:
        lines.append(f"opens  {counted(found.opened, 'answer')}")
    if found.closed:
        lines.append(f"closes {counted(found.closed, 'open answer')}")
    return lines


def consequence_sentences(found: Consequences) -> list[str]:
    """The same for people at a table, without the names of rules: `Line 6 is then against a rule: …`."""
    lines = [f"Line {one.seq} is then against a rule: {one.why}." for one in found.made]
    lines += [f"Line {one.seq} is then no longer against a rule: {one.why}." for one in found.healed]
    lines += [f"What is against a rule at line {one.before} is then so at line {one.after}." for one in found.moved]
    if found.opened:
        lines.append(f"Nobody can know yet: {counted(found.opened, 'more answer')}.")
    if found.closed:
        lines.append(
            f"Known by then: {counted(found.closed, 'answer')} that {'is' if found.closed == 1 else 'are'} open now."
        )
    return lines


def consequence_words(found: Consequences) -> str:
    """What was done, in one line: `made SS-SHOW-2 at event 6 · healed SS-LAY-1 at event 4`."""
    words = [f"made {one.rule} at event {one.seq}" for one in found.made]
    words += [f"healed {one.rule} at event {one.seq}" for one in found.healed]
    words += [f"moved {one.rule} to event {one.after}" for one in found.moved]
    return " · ".join(words)


def _by_place(findings: Iterable[Finding]) -> dict[Place, Finding]:
    return {(one.seq, one.rule): one for one in findings}


def _is_broken(finding: Finding | None) -> bool:
    return finding is not None and finding.answer == "broken"


def _pairs(healed: Sequence[Finding], made: Sequence[Finding]) -> list[Moved]:
    """The same reason of the same rule, gone at one event and new at another."""
    moved: list[Moved] = []
    left = list(made)
    for one in healed:
        other = next((new for new in left if (new.rule, new.why) == (one.rule, one.why)), None)
        if other is not None:
            left.remove(other)
            moved.append(Moved(one.rule, one.seq, other.seq))
    return moved
