"""The short way of a watch: one more event as a step behind the others, wherever that is exactly what it is."""

from collections.abc import Sequence
from typing import Any

import msgspec

from records.event import Event
from records.salt import is_salt
from records.timeline import CORRECTIONS, PROCEDURE
from replay.action import Action, Reveal
from replay.audit import Audit
from replay.closing import may_close
from replay.disputes.line import is_contested
from replay.disputes.readings import sets_reading
from replay.game import Game, State
from replay.playout import OFFICIAL, LoggedLine
from replay.read import read_event, read_timeline
from replay.salting import HASHES, may_see_head, unsalted
from replay.session import Judged
from replay.step import Placed, Step
from replay.table import Table
from replay.view import is_salt_due, mask_action, without_head

_CHANGES_MORE = CORRECTIONS | PROCEDURE | {"close", "observe"}
"""What may change how earlier events count or are seen, or is judged in the light of them."""


class NextStep(msgspec.Struct, frozen=True):
    """What one more event says, its step as the rules judge it and as it is seen, and what it leaves."""

    logged: Action
    judged: Step[Any, Any]
    seen: Step[Any, Any]
    whole: State
    """For a seat that may not look up all it saw: the state of the line that is not masked."""


class ShortWay:
    """What is known of a record before its next event, through one pair of eyes."""

    def __init__(
        self, game: Game, table: Table, eyes: str, events: Sequence[Event], logged: LoggedLine, audited: Audit
    ) -> None:
        """`logged` is the effective timeline of the events; `audited` is what these eyes see of it."""
        self._game, self._table, self._eyes = game, table, eyes
        self._judged: State = audited.final
        self._seen: State = None
        self._whole: State = None
        self._at_hand: Any = None
        self._steady = not (is_contested(events) or any(sets_reading(event) or may_close(event) for event in events))
        self._see_facts(audited.facts)
        self._remember(logged)
        line = logged.line
        self._logged = list(line) if game.looks_back is not None else None
        """The line as it was logged, for a game that often looks back."""
        self._shown = all(self._masked(action) is action for _, action in line)
        """Whether nothing in the line is hidden from these eyes."""
        self._apart = False
        """Whether these eyes see another state than those who see everything."""
        self._hashes = eyes != OFFICIAL and any(event.do in HASHES for event in events)
        self._heads = self._hashes and may_see_head(game, table, events, eyes)
        self._salted = self._hashes and not unsalted(game, table, events)

    def begin(self, seen: State) -> "ShortWay":
        """Begin with the state as it is seen."""
        self._seen = seen
        return self

    def _see_facts(self, facts: Any) -> None:
        """What a game found out about the whole line counts for any event, unless the game says for which."""
        self._steady = self._steady and (facts is None or self._game.looks_back is not None)

    def _remember(self, logged: LoggedLine) -> None:
        """What lies before a seat that may not look up all it saw; once something was revealed it takes more to say."""
        memory = self._game.memory
        if memory is None or self._eyes not in self._table.seats:
            return
        self._whole = logged.final
        self._at_hand = memory.at_hand(self._whole, self._eyes)
        if self._at_hand is not None and any(type(action) is Reveal for _, action in logged.line):
            self._steady = False

    def step(self, events: Sequence[Event], judged: Judged | None = None) -> NextStep | None:
        """The step of the last of these events; None if it may be more than a step behind the others.

        `judged` is that step as it was made when the event was logged, if it is known. It is taken as it is where
        these eyes see exactly what was judged then: the same state before it, and the same action.
        """
        event = events[-1]
        if not self._steady or event.do in _CHANGES_MORE:
            return None
        known = judged if judged is not None and self._begins_with(judged, event) else None
        action = known.logged if known is not None and known.logged is not None else None
        action = action if action is not None else read_event(self._game, self._table, event)
        masked = self._masked(action)
        self._shown = self._shown and masked is action
        if self._hashes and not self._keeps_heads(events, action, masked):
            return None
        looks_back = self._game.looks_back
        if type(action) is Reveal or (looks_back is not None and looks_back(self._judged, action)):
            return None if self._at_hand is not None else self._look_back(events, action, known)
        return self._follow(event.seq, action, masked, known)

    def _begins_with(self, judged: Judged, event: Event) -> bool:
        """Whether a step begins with the very state that these eyes see. Once it did not, it never will again.

        A salt is put into an event after it was judged, and the logged action has none.
        """
        if self._apart or judged.logged is None or event.salt is not None:
            return False
        before = judged.step.before
        self._apart = before is not self._judged and before != self._judged
        return not self._apart

    def take(self, coming: NextStep) -> None:
        """The step was taken in: what comes next comes after it."""
        self._judged, self._seen, self._whole = coming.judged.after, coming.seen.after, coming.whole
        self._see_facts(coming.judged.facts)
        if self._logged is not None:
            self._logged.append(Placed(coming.judged.seq, coming.logged))

    def _masked(self, action: Action) -> Action:
        return action if self._eyes == OFFICIAL else mask_action(self._game, self._table, action, self._eyes)

    def _keeps_heads(self, events: Sequence[Event], action: Action, masked: Action) -> bool:
        """Whether these eyes see heads and what is made from them after this event if they did before it."""
        if not self._heads:
            return True  # a salt that is missing stays so
        salt = events[-1].salt
        own = is_salt(salt) and all(other.salt != salt for other in events[:-1])
        safe = own or (salt is None and not is_salt_due(self._game, self._table, action))
        return safe and (self._salted or masked is action)

    def _follow(self, seq: int, action: Action, masked: Action, known: Judged | None) -> NextStep | None:
        game, whole = self._game, self._whole
        memory, now = self._game.memory, self._at_hand
        if memory is None or now is None:
            if known is not None and known.step.action is masked:
                return NextStep(action, known.step, known.step, whole)
            step = Step(seq, self._judged, masked, game.after(self._judged, seq, masked))
            return NextStep(action, step, step, whole)
        whole = game.after(whole, seq, action)
        if memory.at_hand(whole, self._eyes) != now:
            return None  # then other things of the past can be looked at
        masked = memory.forget(now, masked)
        after = game.after(self._judged, seq, masked)
        seen = self._seen if after is self._judged else memory.in_view(now, after, whole)
        return NextStep(action, Step(seq, self._judged, masked, after), Step(seq, self._seen, masked, seen), whole)

    def _look_back(self, events: Sequence[Event], logged: Action, known: Judged | None) -> NextStep | None:
        """The last step in the light of the events before it."""
        before = self._logged if self._logged is not None else read_timeline(self._game, self._table, events[:-1])
        whole = [*before, Placed(events[-1].seq, logged)]
        if known is not None and self._sees_all(whole):
            return NextStep(logged, known.step, known.step, self._whole)
        return self._look_back_over(self._as_seen(whole), logged)

    def _sees_all(self, line: list[Placed]) -> bool:
        """Whether a whole line is seen as it was logged."""
        if self._eyes == OFFICIAL:
            return True
        spell_out = self._game.spell_out
        return self._shown and not self._hashes and (spell_out is None or spell_out(self._table, line) is line)

    def _look_back_over(self, line: list[Placed], logged: Action) -> NextStep | None:
        """The last step of a line as these eyes see it."""
        completed = self._game.complete(self._table, line, True)
        seq, action = completed.line[-1]
        before = self._judged
        if completed.states is None:
            after = self._game.after(before, seq, action)
        else:
            after = completed.states[-1]
            if len(completed.states) > 1 and completed.states[-2] != before:
                return None
        step = Step(seq, before, action, after, completed.facts)
        return NextStep(logged, step, step, self._whole)

    def _as_seen(self, line: list[Placed]) -> list[Placed]:
        """A whole line as it is seen, while nothing of it has to be forgotten."""
        if self._eyes == OFFICIAL:
            return line
        if self._game.spell_out is not None:
            line = self._game.spell_out(self._table, line)
        masked = [Placed(seq, self._masked(action)) for seq, action in line]
        if self._hashes and not self._heads:
            return [Placed(seq, without_head(action)) for seq, action in masked]
        return masked
