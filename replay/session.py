"""A record being logged: each new event is folded and judged at once, without going through the whole log again."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from records.event import Event, event_of
from records.timeline import CORRECTIONS, PROCEDURE
from replay.action import NEVER_REDUCED, Action, Reveal
from replay.audit import Finding, judge_step
from replay.disputes.readings import sets_reading
from replay.followed_log import FollowedLog
from replay.game import Game, KnownSoFar, State
from replay.read import read_event
from replay.record_links import linked
from replay.refolding import same
from replay.step import Placed, Step
from replay.table import Table

LoadEvents = Callable[[], Sequence[Event]]


class Judged(msgspec.Struct, frozen=True):
    """A new event: its step, and what the rules say about it at once."""

    step: Step[Any, Any]
    findings: list[Finding]
    logged: Action | None = None
    """What the event says, where its step stands behind the others; None where the whole log was followed anew."""


class Mark(msgspec.Struct, frozen=True):
    """How far a session had got, so that it can go back there."""

    state: State
    added: int
    contested: bool
    log: FollowedLog | None


class Session:
    """The state after the events so far. `load` fetches them all, for the few events that need the whole log."""

    def __init__(self, game: Game, table: Table, state: State, load: LoadEvents) -> None:
        self.game = game
        self.table = linked(game, table, self.events)
        self.state = state
        if state is not None and game.is_linked:
            self.state = replace(state, table=replace(state.table, links=self.table.links))
        self._load = load
        self._loaded: Sequence[Event] | None = None
        self._log: FollowedLog | None = None
        """A log of the first events, or of all of them, with what was worked out for it."""
        self._tried: tuple[FollowedLog, FollowedLog] | None = None
        """A log, and the last one that was tried behind it."""
        self._known: KnownSoFar | None = None
        """What the line tells, without what is `_unheard` of it; nobody asks before something is revealed."""
        self._unheard: list[Placed] = []
        self._added: list[Event] = []
        self._begun = False
        self.contested = False
        """Whether any event may change what counts or how it is read: something was corrected after a signature or a
        close, or a ruling sets a reading."""
        self._documents: list[tuple[State, dict[str, Any]]] = []

    @classmethod
    def of(cls, game: Game, table: Table, events: Sequence[Event]) -> "Session":
        """A session on events already loaded."""
        kept = list(events)
        session = cls(game, table, None, lambda: kept)
        session._log = log = FollowedLog(game, session.table, list(kept))
        session.state = log.state
        session.contested = log.kinds.contested or log.kinds.reread
        return session

    def mark(self) -> Mark:
        """Where the session is now."""
        return Mark(self.state, len(self._added), self.contested, self._log)

    def back_to(self, mark: Mark) -> None:
        """Forget what was added since then, because it was not written after all."""
        self.state, self.contested, self._log = mark.state, mark.contested, mark.log
        del self._added[mark.added :]
        self._begun, self._known = False, None

    def add(self, event: Event, action: Action | None = None) -> Judged:
        """Fold one more event and judge it; `action` is what it says, if that was read already.

        A correction is judged by what it does to the timeline.
        """
        if event.do in CORRECTIONS:
            return self._correct(event)
        if action is None:
            action = read_event(self.game, self.table, event)
        if event.do == "ruling" and sets_reading(event):
            self.contested = True
        if self.contested:
            return self._follow_all(event)
        placed = Placed(event.seq, action)
        if self._known is not None:
            self._unheard.append(placed)
        step, logged = self._step(placed)
        self.state = step.after
        self._added.append(event)
        return Judged(step, judge_step(self.game, step), logged)

    def _step(self, placed: Placed) -> tuple[Step[Any, Any], Action | None]:
        """The step of an event behind the others, and what it says; None if it tells something about earlier ones."""
        game, before, (seq, action) = self.game, self.state, placed
        if not self._looks_back(before, action):
            return Step(seq, before, action, game.after(before, seq, action)), action
        known = self._known_with(placed)
        if known is not None and known.is_plain:
            return Step(seq, before, action, game.after(before, seq, action), known.facts), action
        completed = game.complete(self.table, [*self.log.line, placed], True)
        told = completed.line[-1].action
        if completed.states is None:
            return Step(seq, before, told, game.after(before, seq, told), completed.facts), action
        stays = before == (completed.states[-2:-1] or (before,))[0]
        return Step(seq, before, told, completed.states[-1], completed.facts), action if stays else None

    def _known_with(self, placed: Placed) -> KnownSoFar | None:
        """What the line with this event tells; each event of it is heard once, until something is corrected."""
        if self._known is None:
            if self.game.known_so_far is None:
                return None
            self._known, self._unheard = self.game.known_so_far(self.table), [placed]
            self._known.hear(self.log.line)
        self._known.hear(self._unheard)
        self._unheard = []
        return self._known

    def _correct(self, event: Event) -> Judged:
        before = self.state
        self._begun, self._known = False, None  # the setup itself may have been taken back
        log = self.log  # of the lines before it: what this one changes is all that is left to follow
        self._log = log = self._followed_on(log, [event])
        self._added.append(event)
        self.contested = self.contested or log.kinds.contested
        self.state = log.state
        action = read_event(self.game, self.table, event)
        step = Step(event.seq, before, action, self.state, None)
        here = log.action_at(event.seq)  # what changes nothing, or an event that is put in
        judges = type(here) in NEVER_REDUCED
        findings = judge_step(self.game, Step(event.seq, before, here, self.state)) if judges else []
        return Judged(step, findings)

    def _follow_all(self, event: Event) -> Judged:
        """Follow an event by the whole log: a ruling, a signature, or the time of any event may change what counts."""
        before = self.state
        log = self.log
        self._log = log = self._followed_on(log, [event])
        self._added.append(event)
        own, self.state = log.known_step(event.seq), log.state
        if self._looks_back(own.before, own.action):
            own = replace(own, facts=log.known_then.facts)
        step = own if event.do not in PROCEDURE else Step(event.seq, before, own.action, self.state, own.facts)
        return Judged(step, judge_step(self.game, own))

    def _looks_back(self, before: State, action: Action) -> bool:
        """Whether an action is judged in the light of the whole log."""
        return type(action) is Reveal or (self.game.looks_back is not None and self.game.looks_back(before, action))

    @property
    def begun(self) -> bool:
        """Whether the game was set up, so that play may follow."""
        self._begun = self._begun or self._is_set_up()
        return self._begun

    def _is_set_up(self) -> bool:
        return any(event.do == "setup" for event in self.log.places.events_that_count())

    def document(self, state: State) -> dict[str, Any]:
        """A state as plain data. The last two are cached: the state one event leaves is where the next one starts."""
        for known, document in self._documents:
            if known is state:
                return document
        made = self.game.document(state)
        self._documents = [(state, made), *self._documents[:1]]
        return made

    def events(self) -> list[Event]:
        """All events so far."""
        return [*self._load_all(), *self._added]

    def _load_all(self) -> Sequence[Event]:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    @property
    def log(self) -> FollowedLog:
        """The log so far, with what follows from it. What is asked of it is worked out once, until an event comes."""
        log = self._log
        if log is None:
            log = FollowedLog(self.game, self.table, self.events())
        elif missing := self._size - len(log.events):
            log = self._followed_on(log, self._added[-missing:])
        self._log = log
        return log

    @property
    def _size(self) -> int:
        return len(self._load_all()) + len(self._added)

    def _followed_on(self, log: FollowedLog, new: Sequence[Event]) -> FollowedLog:
        """The log with these events, which may have been tried before."""
        tried = self._tried[1] if self._tried is not None and self._tried[0] is log else None
        if tried is not None:
            others = tried.events[len(log.events) :]
            if len(others) == len(new) and all(map(same, others, new)):
                tried.events[len(log.events) :] = new
                return tried
        return log.with_events(new, self.table, tried)

    def tried(self, bodies: Sequence[dict[str, Any]]) -> FollowedLog:
        """The log as it would be with these events too. The last one tried is kept: often it is logged next."""
        log = self.log
        first = log.events[-1].seq + 1 if log.events else 1
        new = [event_of(body, seq) for seq, body in enumerate(bodies, first)]
        found = self._followed_on(log, new)
        if self._tried is None or found is not self._tried[1]:
            # rules that look at the log see these events too
            found.table = linked(self.game, self.table, lambda: found.events)
            self._tried = log, found
        return found
