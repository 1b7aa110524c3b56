"""A record as somebody sees it, step by step: what `qm steps`, the viewer, the page and the audit all show."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from records.ids import id_of
from records.record import Record
from records.text import printable
from records.timeline import CORRECTIONS
from replay.action import body_of
from replay.audit import Audit, Finding, audit, audit_then_too, known_of
from replay.closing import ClosedLog, Closing, judge_closing
from replay.diff import Changed, changes
from replay.disputes.judge import judge_procedure, rulings_of
from replay.disputes.settled import with_rulings
from replay.entering import with_entrants
from replay.game import Frame, Game, State, Steps
from replay.library import game_of, table_of
from replay.outcome import Outcomes
from replay.playout import OFFICIAL, LoggedLine, digest, steps_of
from replay.read import TimelineName
from replay.record_links import linked
from replay.scene import Scene
from replay.step import Placed, Step
from replay.step_rules import STEP_RULES
from replay.table import Table
from replay.tell import tell

Findings = dict[int, list[dict[str, Any]]]
"""The findings of each event, by its seq."""

ToldChanges = dict[int, list[tuple[list[Changed], list[str]]]]
"""What changed at each event, by its seq, and in words."""

_STEP_RULE_IDS = frozenset(rule.id for rule in STEP_RULES)
TURN_PATHS = ("turn", "turn.seat", "turn.n")
"""Where a game says whose turn it is."""
ROUND_PATH = "round"
"""Where a game says which round it is."""


class Played(NamedTuple):
    """A record, its game, and its table."""

    record: Record
    game: Game
    table: Table


def played(record: Record, outcomes: Outcomes | None = None) -> Played:
    """The record with the game that its header names, and the table with whoever came later.

    `outcomes` are those of other records at hand, for a game whose rules look at them.
    """
    game = game_of(record.header.game)
    table = table_of(game, record.header)
    if game.seated is not None:
        table = with_entrants(table, record.events)
    return Played(record, game, linked(game, table, lambda: record.events, outcomes))


class Eyes(NamedTuple):
    """Who looks (a seat, `table` or `official`), at which timeline, and whether with hindsight."""

    viewer: str = OFFICIAL
    timeline: TimelineName = "effective"
    hindsight: bool = True

    def words(self) -> str:
        """`as p1 · effective · hindsight`"""
        known = "hindsight" if self.hindsight else "as known then"
        return f"as {self.viewer} · {self.timeline} · {known}"


class Reel:
    """The steps of a record through one pair of eyes. Steps are numbered by place, from 0."""

    def __init__(
        self,
        found: Played,
        eyes: Eyes,
        steps: tuple[Step[Any, Any], ...] | None = None,
        logged: LoggedLine | None = None,
    ) -> None:
        """`steps` are those for these eyes, if they were folded already, and `logged` the timeline, if it was read."""
        self.found = found
        self.eyes = eyes
        self.start = found.game.start(found.table)
        logged = logged or logged_line(found, eyes.timeline)
        if steps is None:
            self.line = logged.seen_by(eyes.viewer)
            self.known = known_of(found.game, found.table, self.line, forward=not eyes.hindsight)
            steps = tuple(steps_of(found.game, found.table, self.known.last))
        self.judged = steps
        """The steps as the rules judge them, without what only a player can look at."""
        self.steps = logged.in_view(steps, eyes.viewer)
        self._texts: dict[int, str] = {}
        self._documents: dict[int, dict[str, Any]] = {}
        """Of the step that was looked at last, and of the one before it: they are large."""

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def final(self) -> State:
        """The state after the last step."""
        return self.steps[-1].after if self.steps else self.start

    def seq(self, place: int) -> int:
        """The seq of the step at a place; 0 in a record without events."""
        return self.steps[place].seq if self.steps else 0

    def place(self, seq: int) -> int:
        """The place of an event, or of the last one logged before it."""
        place = self._places.get(seq)
        return place if place is not None else max(0, bisect_right(self._seqs, seq) - 1)

    @cached_property
    def _places(self) -> dict[int, int]:
        return {step.seq: place for place, step in enumerate(self.steps)}

    @cached_property
    def _seqs(self) -> list[int]:
        return sorted(self._places)

    def text(self, place: int) -> str:
        """The step in one sentence."""
        if place not in self._texts:
            self._texts[place] = sentence_of(self.found.game, self.steps[place])
        return self._texts[place]

    def event(self, place: int) -> dict[str, Any]:
        """The event as these eyes see it, as plain data."""
        return body_of(self.steps[place].action)

    def board(self, place: int, width: int, *, marked: bool = True, kept: dict[Any, Any] | None = None) -> list[str]:
        """The table after a step, with changes marked by `*`. `kept` is room for what is drawn again."""
        before = self.steps[place].before if self.steps and marked else None
        state = self.steps[place].after if self.steps else self.start
        viewer = None if self.eyes.viewer == OFFICIAL else self.eyes.viewer
        return [printable(line) for line in self.found.game.render(Frame(state, before, width, viewer, kept))]

    def board_before(self, place: int, width: int) -> list[str]:
        """The table before a step."""
        viewer = None if self.eyes.viewer == OFFICIAL else self.eyes.viewer
        return [
            printable(line) for line in self.found.game.render(Frame(self.steps[place].before, None, width, viewer))
        ]

    def scene(self, place: int, width: int, kept: dict[Any, Any] | None = None) -> Scene | None:
        """The table after a step as a picture, if the game has pictures. `kept` is room for what it draws again."""
        return self._scene(self.steps[place].after if self.steps else self.start, width, kept)

    def scene_before(self, place: int, width: int, kept: dict[Any, Any] | None = None) -> Scene | None:
        """The table before a step as a picture."""
        return self._scene(self.steps[place].before if self.steps else self.start, width, kept)

    def _scene(self, state: State, width: int, kept: dict[Any, Any] | None) -> Scene | None:
        viewer = None if self.eyes.viewer == OFFICIAL else self.eyes.viewer
        draw = self.found.game.scene
        return None if draw is None else draw(Frame(state, None, width, viewer, kept))

    def changes(self, place: int) -> list[Changed]:
        """What the step changed on the table, path by path."""
        step = self.steps[place]
        if step.after is step.before:
            return []
        return changes(self._document(place - 1), self._document(place))

    def changes_told(self, place: int, kept: ToldChanges | None = None) -> list[str]:
        """What the step changed on the table, in words. `kept` is room for what others saw changing alike."""
        changed = self.changes(place)
        if not changed or kept is None:
            return self.found.game.speech.changes(self.found.table, changed)
        here = kept.setdefault(self.steps[place].seq, [])
        for alike, told in here:
            if alike == changed:
                return told
        here.append((changed, self.found.game.speech.changes(self.found.table, changed)))
        return here[-1][1]

    def _document(self, place: int) -> dict[str, Any]:
        if place not in self._documents:
            state = self.steps[place].after if place >= 0 else self.start
            last = self._documents.get(place - 1)
            self._documents = {} if last is None else {place - 1: last}
            self._documents[place] = self.found.game.document(state)
        return self._documents[place]

    def entries(self, findings: Findings) -> Iterator[dict[str, Any]]:
        """Every step as one object: seq, event, text, changes, findings, and a digest of the state after it."""

        for place, step in enumerate(self.steps):
            yield {
                "seq": step.seq,
                "event": self.event(place),
                "text": tell(self.found.game, step),
                "changes": [msgspec.to_builtins(change) for change in self.changes(place)],
                "findings": findings.get(step.seq, []),
                "digest": digest(self.found.game, step.after),
            }

    @cached_property
    def turns(self) -> list[int]:
        """The places after which it is somebody else's turn."""
        paths = [path for path in TURN_PATHS if self._has(path)]
        if paths:
            return self._stops(lambda step: self._all_of(step.after, paths))
        return self._stops(lambda step: step.action.by)

    @cached_property
    def groups(self) -> dict[int, str]:
        """Where a list of all steps begins a new part, with its heading: a turn or, if turns are short, a round."""
        turns = self._beginnings(self.turns, any(self._has(path) for path in TURN_PATHS))
        if 2 * len(turns) <= len(self.steps):
            return {place: f"Turn {number}" for number, place in enumerate(turns, 1)}
        found = {}
        for number, place in enumerate(self._beginnings(self.rounds, self._has(ROUND_PATH)), 1):
            told = self._look(self.steps[place].after, ROUND_PATH)
            found[place] = f"Round {number if told is None else told}"
        return found

    def _beginnings(self, stops: list[int], after: bool) -> list[int]:
        """Where the parts begin: at the stops or, if they are the last of a part, `after` them."""
        found = [place + 1 if after and place else place for place in stops]
        return [place for place in found if place < len(self.steps)]

    @cached_property
    def rounds(self) -> list[int]:
        """The places where a round begins; in a game without rounds, where the turn has gone round the table."""
        if self._has(ROUND_PATH):
            return self._stops(lambda step: self._look(step.after, ROUND_PATH))
        seats = len(self.found.table.seats)
        return self.turns[::seats]

    def _has(self, path: str) -> bool:
        return self.found.game.look(self.start, path) is not None

    def _look(self, state: Any, path: str) -> Any:
        seen = self.found.game.look(state, path)
        return None if seen is None else seen.value

    def _all_of(self, state: Any, paths: list[str]) -> list[Any]:
        look = self.found.game.look.on(state)
        return [None if (seen := look(path)) is None else seen.value for path in paths]

    def _stops(self, key: Any) -> list[int]:
        """The first place, and every place where the key differs from the place before."""
        stops: list[int] = []
        last: Any = self
        for place, step in enumerate(self.steps):
            now = key(step)
            if now != last:
                stops.append(place)
            last = now
        return stops


def sentence_of(game: Game, step: Step[Any, Any]) -> str:
    """A step in one sentence, on one line."""
    return printable(" ".join(tell(game, step).split()))


def logged_line(found: Played, timeline: TimelineName) -> LoggedLine:
    """A timeline of a record, to be read and folded once for all who look at it."""
    return LoggedLine(found.game, found.table, found.record.events, timeline)


def judged(found: Played, eyes: Eyes) -> tuple[Reel, Findings]:
    """The steps through a pair of eyes, and what the rules say about them: read, completed and folded once."""
    logged = logged_line(found, eyes.timeline)
    line = logged.seen_by(eyes.viewer)
    audited = audit(found.game, found.table, line, forward=not eyes.hindsight)
    return _shown(found, eyes, logged, line, audited)


def judged_then_too(found: Played, viewer: str, logged: LoggedLine) -> list[tuple[Reel, Findings]]:
    """The same with hindsight and, unless that adds nothing, as it was known then."""
    line = logged.seen_by(viewer)
    now, then = audit_then_too(found.game, found.table, line)
    if viewer == OFFICIAL:
        logged.was_folded(now.steps)
    eyes = Eyes(viewer, logged.timeline, True)
    shown = [_shown(found, eyes, logged, line, now)]
    # A close is judged by the line without later corrections, in which hindsight may add something.
    if now.hindsight or any(event.do in CORRECTIONS for event in found.record.events):
        shown.append(_shown(found, eyes._replace(hindsight=False), logged, line, then))
    return shown


def _shown(found: Played, eyes: Eyes, logged: LoggedLine, line: list[Placed], audited: Audit) -> tuple[Reel, Findings]:
    findings = _findings(found, eyes, line, audited)
    return Reel(found, eyes, audited.steps, logged), findings


def findings_of(reel: Reel) -> Findings:
    """What the rules say about steps that are already shown."""
    found, eyes = reel.found, reel.eyes
    steps, known = reel.judged, reel.known
    audited = audit(found.game, found.table, reel.line, forward=not eyes.hindsight, steps=steps, known=known)
    return _findings(found, eyes, reel.line, audited)


def _findings(found: Played, eyes: Eyes, line: list[Placed], audited: Audit) -> Findings:
    told = (*audited.findings, *closing_of(found, eyes, audited.steps).findings)
    return told_to(eyes, ruled_on(*_log_of(found), eyes.timeline, line, told))


def closing_of(found: Played, eyes: Eyes, steps: Steps) -> Closing:
    """What the rules about the end say, by what these eyes may know. `steps` are those that they see."""
    folded = steps if eyes.timeline == "effective" else None
    return judge_closing(*_log_of(found), viewer=eyes.viewer, hindsight=eyes.hindsight, steps=folded)


def _log_of(found: Played) -> tuple[Game, Table, ClosedLog]:
    record = found.record
    return found.game, found.table, ClosedLog(record.header, id_of(record), record.events)


def ruled_on(
    game: Game,
    table: Table,
    log: ClosedLog,
    timeline: TimelineName,
    line: Sequence[Placed],
    findings: Sequence[Finding],
) -> Sequence[Finding]:
    """The findings with the disputes about them and the rulings that settled them, which everybody may know."""
    if not findings or not any(event.do == "dispute" for event in log.events):
        return findings
    procedure = judge_procedure(*log, game=game, table=table)
    rulings = rulings_of(procedure, line, timeline, game)
    return findings if rulings is None else with_rulings(findings, rulings)


def told_to(eyes: Eyes, findings: Iterable[Finding]) -> Findings:
    """What these eyes are told, by event."""
    return by_event([as_data(finding) for finding in those_told(eyes.viewer, findings)])


def those_told(viewer: str, findings: Iterable[Finding]) -> list[Finding]:
    """The findings that a viewer is told.

    Viewers who do not see everything are not told what stays open only because of that: they are told what is
    broken, and which lines could not be read.
    """
    if viewer == OFFICIAL:
        return list(findings)
    return [finding for finding in findings if finding.answer == "broken" or finding.rule in _STEP_RULE_IDS]


def by_event(findings: list[dict[str, Any]]) -> Findings:
    """Findings grouped by event."""
    sorted_: Findings = {}
    for finding in findings:
        sorted_.setdefault(finding["seq"], []).append(finding)
    return sorted_


def as_data(finding: Finding) -> dict[str, Any]:
    """A finding as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(finding)
    return data
