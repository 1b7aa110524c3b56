"""What a correction does to the findings of a record: which it makes, heals or moves, before it is written."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from records.event import Event, event_of
from records.text import counted
from records.timeline import CORRECTIONS
from replay.audit import Finding, audit
from replay.game import Game
from replay.mending import counting
from replay.read import read_timeline
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
    """What these events would do to the findings. Procedure is left out: it judges who corrects, not the play."""
    if not any(body["do"] in CORRECTIONS for body in bodies):
        return Consequences()
    first = events[-1].seq + 1 if events else 1
    after = [*events, *(event_of(body, seq) for seq, body in enumerate(bodies, first))]
    counts = {event.seq for event in counting(table, after)}
    old, new = _findings(game, table, events), _findings(game, table, after)
    made = [one for place, one in new.items() if _is_broken(one) and not _is_broken(old.get(place))]
    gone = [one for place, one in old.items() if _is_broken(one) and not _is_broken(new.get(place))]
    healed = [one for one in gone if one.seq in counts]
    moved = _pairs(healed, made)
    return Consequences(
        tuple(one for one in made if all((one.rule, one.seq) != (move.rule, move.after) for move in moved)),
        tuple(one for one in healed if all((one.rule, one.seq) != (move.rule, move.before) for move in moved)),
        tuple(moved),
        opened=sum(one.answer == "open" and place not in old for place, one in new.items()),
        closed=sum(one.answer == "open" and place not in new and one.seq in counts for place, one in old.items()),
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


def consequence_words(found: Consequences) -> str:
    """What was done, in one line: `made SS-SHOW-2 at event 6 · healed SS-LAY-1 at event 4`."""
    words = [f"made {one.rule} at event {one.seq}" for one in found.made]
    words += [f"healed {one.rule} at event {one.seq}" for one in found.healed]
    words += [f"moved {one.rule} to event {one.after}" for one in found.moved]
    return " · ".join(words)


def _findings(game: Game, table: Table, events: Sequence[Event]) -> dict[Place, Finding]:
    audited = audit(game, table, read_timeline(game, table, events))
    return {(one.seq, one.rule): one for one in audited.findings}


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
