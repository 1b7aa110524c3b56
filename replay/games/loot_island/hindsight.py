"""Hindsight: what later events tell about cards that were not named at the time.

HS-1: `@` reveals are written into their events. HS-2: a hand known at two moments tells which unnamed cards left it in
between. HS-3, which unknown slot a card may have come from, only looks back and is part of the state (`hands.py`).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from replay.action import NEVER_REDUCED, UNKNOWN, Action, Reveal, body_of
from replay.game import Completed
from replay.games.loot_island.actions import AARON, Event, Healers, Island, Play, Refill, Setup
from replay.games.loot_island.kit import WILD, Kit, card_of, readable
from replay.games.loot_island.problem import problem
from replay.games.loot_island.reducer import reduce, shown_seat
from replay.games.loot_island.setup import start
from replay.games.loot_island.state import State, actor_of, kit_of
from replay.games.loot_island.turns import discarded
from replay.hindsight import Filled, as_named, fill_reveals, reference
from replay.step import Placed, unreduced
from replay.table import Table

_WITHOUT_ORDER = frozenset({"hands", "hand", "draw", "discard", "discards", "aaron", "reveal", "events", "healers"})
Contradictions = dict[int, tuple[Any, Any]]
"""By the seq of a reveal: (what was named, what is revealed)."""


def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
    """The timeline, filled in with what later events told."""
    if forward:
        return Completed(line)
    told = Reveal in {type(action) for _, action in line}
    filled = _with_reveals(table, line) if told else None
    current = filled.line if filled is not None else line
    closers = dict(filled.closers) if filled is not None else {}
    if _leaves_unnamed(current):
        written = _Ledger(table, current).written
        current = [Placed(seq, written[place][0] if place in written else a) for place, (seq, a) in enumerate(current)]
        closers |= {current[place].seq: by for place, (_, by) in written.items()}
    facts: Contradictions | None = filled.contradictions if filled is not None and filled.contradictions else None
    if facts is None and (current is line or not closers):
        return Completed(line)
    return Completed(current, facts, closers)


class NothingSoFar:
    """Without looking ahead, a line tells nothing that is not in the state."""

    is_plain = True
    facts = None

    def __init__(self, table: Table) -> None:
        pass

    def hear(self, line: Sequence[Placed]) -> None:
        """Take in the next part of the line."""


def _with_reveals(table: Table, line: list[Placed]) -> Filled:
    """The timeline with every `@` reveal written into its event; what was named stays."""
    actions = dict(line)
    ordered = []
    for seq, action in line:
        target = reference(action.what) if type(action) is Reveal else None
        paid = actions.get(target[0]) if target is not None and target[1] == ["cards"] else None
        if isinstance(action, Reveal) and isinstance(paid, Island | Healers):
            # Of cards paid or turned up the order says nothing; of those played it does.
            action = msgspec.structs.replace(action, value=as_named(body_of(paid).get("cards"), action.value))
        ordered.append(Placed(seq, action))
    filled = fill_reveals(table, ordered, problem, keep_named_parts=True, without_order=_WITHOUT_ORDER)
    return _as_logged(line, filled)


def _as_logged(line: list[Placed], filled: Filled) -> Filled:
    """The same with the reveals as they were logged, and the same line if nothing was filled in."""
    if not filled.closers:
        return Filled(line, {}, filled.contradictions)
    logged = {seq: action for seq, action in line if type(action) is Reveal}
    kept = [Placed(seq, logged.get(seq, action)) for seq, action in filled.line]
    return Filled(kept, filled.closers, filled.contradictions)


def _leaves_unnamed(line: list[Placed]) -> bool:
    """Whether a card left a hand without being named."""
    for action in [action for _, action in line if type(action) in _FROM_HANDS]:
        if type(action) is not Refill:
            if UNKNOWN in action.cards:  # type: ignore[attr-defined]  # a Play or an Island
                return True
        elif any(UNKNOWN in cards for cards in (action.discard or {}).values()):
            return True
    return False


_FROM_HANDS = frozenset[type[Action]]((Play, Island, Refill))
"""What takes cards out of hands."""


class _Account(msgspec.Struct):
    """What is known about one hand since it was last fully known."""

    hand: Counter[str] | None = None
    """That hand, plus all cards that came in, minus the named cards that left; None if not known."""
    unnamed: list[tuple[int, int]] = []
    """(place in the timeline, number) of the unnamed cards that left."""


class _Ledger:
    """Keeps account of every hand along a timeline, and notes what two known moments tell."""

    def __init__(self, table: Table, line: list[Placed]) -> None:
        self.line = line
        self.kit: Kit = table.kit
        self.accounts: dict[str, _Account] = {}
        self.written: dict[int, tuple[Action, int]] = {}
        state = start(table)
        for place, (_, action) in enumerate(line):
            if type(action) not in NEVER_REDUCED:
                after = reduce(state, action)  # type: ignore[arg-type]  # the reader lets only this game's actions through
                self._enter(place, state, action, after)
                state = after
            else:
                state = unreduced(state, action)

    def _enter(self, place: int, before: State, action: Action, after: State) -> None:
        if isinstance(action, Setup):
            self.accounts = {seat: _Account() for seat in after.hands}
            for seat, cards in after.hands.items():
                if UNKNOWN not in cards:
                    self._known(seat, place, cards)
            return
        if isinstance(action, Reveal):
            shown = shown_seat(before, action)
            if shown is not None:
                self._known(shown, place, after.hands[shown])
            return
        for seat in after.hands:
            if seat not in self.accounts:
                self.accounts[seat] = _Account()
            self._out_and_in(place, seat, before, action, after)

    def _out_and_in(self, place: int, seat: str, before: State, action: Action, after: State) -> None:
        out, came = _gone_out(before, action, seat), _came_in(action, seat, before)
        size = max(0, len(before.hands[seat]) - len(out))
        if out:
            self._out(place, seat, out)
            if size == 0:
                self._known(seat, place, ())
        number = len(after.hands[seat]) - size
        if number > 0:
            self._in(seat, came if came is not None and len(came) == number else (UNKNOWN,) * number)

    def _out(self, place: int, seat: str, cards: Sequence[str]) -> None:
        account = self.accounts[seat]
        if account.hand is None:
            return
        account.hand.subtract(name for name in cards if name != UNKNOWN)
        unnamed = sum(name == UNKNOWN for name in cards)
        if unnamed:
            account.unnamed.append((place, unnamed))

    def _in(self, seat: str, cards: Sequence[str]) -> None:
        account = self.accounts[seat]
        if UNKNOWN in cards:
            account.hand = None
        elif account.hand is not None:
            account.hand.update(cards)

    def _known(self, seat: str, place: int, cards: Sequence[str]) -> None:
        """The hand is known now: settle the account, and open a new one."""
        if UNKNOWN in cards:
            self.accounts[seat] = _Account()
            return
        account = self.accounts[seat]
        if account.hand is not None and len(account.unnamed) == 1:
            target, number = account.unnamed[0]
            account.hand.subtract(cards)
            names = sorted(account.hand.elements(), key=lambda name: _by_number(self.kit, name))
            if len(names) == number and min(account.hand.values(), default=0) >= 0:
                self._write(target, seat, names, self.line[place].seq)
        self.accounts[seat] = _Account(Counter(cards), [])

    def _write(self, place: int, seat: str, names: list[str], by: int) -> None:
        action = self.written[place][0] if place in self.written else self.line[place].action
        if isinstance(action, Play | Island):
            changed: Action = msgspec.structs.replace(action, cards=_filled(readable(self.kit, action.cards), names))
        elif isinstance(action, Refill) and action.discard is not None and seat in action.discard:
            cards = _filled(readable(self.kit, action.discard[seat]), names)
            changed = msgspec.structs.replace(action, discard={**action.discard, seat: cards})
        else:
            return
        self.written[place] = (changed, by)


def _gone_out(before: State, action: Action, seat: str) -> tuple[str, ...]:
    if isinstance(action, Play | Island):
        return readable(kit_of(before), action.cards) if actor_of(before, action) == seat else ()
    return discarded(before, action, seat) if isinstance(action, Refill) else ()


def _came_in(action: Action, seat: str, before: State) -> tuple[str, ...] | None:
    """The cards that came into a hand according to the log; None if it does not say."""
    kit = kit_of(before)
    cards: tuple[str, ...] | None = None
    if isinstance(action, Island):
        cards = action.draw if actor_of(before, action) == seat else None
    elif isinstance(action, Refill) and seat == AARON:
        cards = action.aaron
    elif isinstance(action, Play | Event | Refill):
        cards = (action.draw or {}).get(seat)
    return readable(kit, cards) if cards is not None else None


def _filled(cards: tuple[str, ...], names: list[str]) -> tuple[str, ...]:
    """The cards with the unnamed ones filled in, in the order given."""
    rest = iter(names)
    return tuple(next(rest, UNKNOWN) if name == UNKNOWN else name for name in cards)


def _by_number(kit: Kit, name: str) -> tuple[int, str]:
    """Cards by rising number, wilds last."""
    card = card_of(kit, name)
    value = 0 if card is None else card.value
    return (value if value != WILD else 1_000, name)
