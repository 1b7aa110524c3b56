"""What later events show: revealed fields, and hands rebuilt backwards from the end of each round."""

from typing import Any

import msgspec
from msgspec.structs import replace

from replay.action import UNKNOWN, Action, Reveal
from replay.game import Completed
from replay.games.sea_or_shore.actions import Act, Lay, Pass, Round, Setup, Show, Turn
from replay.games.sea_or_shore.problem import problem
from replay.games.sea_or_shore.words import CARDS, cards_each
from replay.hindsight import ContradictedSoFar, Filling, fill_reveals
from replay.step import Placed
from replay.table import Table

Hand = tuple[str, ...]

_WITHOUT_ORDER = frozenset({"hands", "took", "gave"})
_TOUCHED = frozenset({"SS-PASS-2", "SS-PASS-3"})
"""The rules that ask for the hands after a pass: all that hindsight can change if it is written into no event."""


class Facts(msgspec.Struct, frozen=True):
    """What the rules need to know about the whole record."""

    after_pass: dict[int, dict[str, Hand]] = {}
    """For each pass by seq: the hands just after it, as far as the rest of the round shows them."""
    worked_out: dict[int, tuple[str, ...]] = {}
    """For each setup or round by seq: the seats whose hands were worked out, not logged."""
    contradictions: dict[int, tuple[Any, Any]] = {}
    """For each reveal by seq that contradicts its field: (value in the field, value revealed)."""


class _Played(msgspec.Struct):
    """A round that has ended: its first event, its passes, everything in it, and the event that ended it."""

    start: Placed
    passes: list[Placed]
    events: list[tuple[Placed, int]]
    """The events after the start, each with the number of its trick."""
    ended_by: int


def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
    """Write revealed values into their events, and work out the hands of finished rounds from the cards played."""
    if not any(type(action) in _TELLING and _may_tell(table, action) for _, action in line):
        return Completed(line, final=forward)
    if forward:
        known = known_so_far(table)
        known.hear(line)
        return Completed(line, known.facts)
    filled = fill_reveals(table, line, problem, without_order=_WITHOUT_ORDER)
    after_pass: dict[int, dict[str, Hand]] = {}
    worked_out: dict[int, tuple[str, ...]] = {}
    closers = dict(filled.closers)
    changed: dict[int, Setup | Round] = {}
    for played in _finished_rounds(table, filled.line):
        if len(played.passes) != 1:
            continue
        passed = played.passes[0]
        hands = _hands_after_pass(table, played, passed.seq)
        after_pass[passed.seq] = hands
        closers[passed.seq] = max(played.ended_by, closers.get(passed.seq, 0))
        dealt = _hands_dealt(table, played.start.action, passed.action, hands)
        if dealt:
            changed[played.start.seq] = _with_hands(played.start.action, dealt)
            worked_out[played.start.seq] = tuple(dealt)
            told = max(closers[passed.seq], filled.closers.get(passed.seq, 0))
            closers[played.start.seq] = max(told, closers.get(played.start.seq, 0))
    if not after_pass and not filled.closers and not filled.contradictions:
        return Completed(line)
    facts = Facts(after_pass, worked_out, filled.contradictions)
    if filled.line is line and not changed:
        return Completed(line, facts, closers, touches=_TOUCHED, places=frozenset(after_pass))
    rebuilt = [Placed(seq, changed.get(seq, action)) for seq, action in filled.line] if changed else filled.line
    return Completed(rebuilt, facts, closers)


def known_so_far(table: Table) -> ContradictedSoFar:
    """Without looking ahead, the facts are the reveals that contradict their fields."""
    filling = Filling(table, problem, without_order=_WITHOUT_ORDER)
    return ContradictedSoFar(filling, lambda found: Facts(contradictions=found))


_TELLING = frozenset({Setup, Round, Pass, Reveal})


def _may_tell(table: Table, action: Action) -> bool:
    """Whether an event reveals something, or does not name all hands or passed cards, which may be worked out."""
    if isinstance(action, Pass):
        return any((action.cards or {}).get(seat, UNKNOWN) == UNKNOWN for seat in table.seats)
    if isinstance(action, Setup | Round):
        if isinstance(action, Setup) and action.position is not None:
            return True
        return any(UNKNOWN in (action.hands or {}).get(seat, (UNKNOWN,)) for seat in table.seats)
    return isinstance(action, Reveal)


def _finished_rounds(table: Table, line: list[Placed]) -> list[_Played]:
    """The rounds played to their end, found by counting tricks."""
    due = cards_each(len(table.players))
    finished: list[_Played] = []
    current: _Played | None = None
    trick = 1
    laid_open: dict[str, str] = {}
    for placed in line:
        action = placed.action
        if isinstance(action, Setup | Round):
            position = action.position if isinstance(action, Setup) else None
            trick = position.trick if position is not None else 1
            laid_open = {}
            for lay in (position.lays or ()) if position is not None else ():
                _note_lay(laid_open, lay.seat, lay.shows)
            current = _Played(placed, [], [], 0)
        elif current is not None:
            if type(action) is Lay:
                _note_lay(laid_open, action.by, action.shows)
            elif type(action) is Pass:
                current.passes.append(placed)
            elif type(action) is Show and laid_open:
                placed = Placed(placed.seq, _with_cards_laid_open(action, laid_open))
            current.events.append((placed, trick))
            if type(action) is Turn:
                if trick >= due:
                    current.ended_by = placed.seq
                    finished.append(current)
                    current = None
                trick, laid_open = trick + 1, {}
    return finished


def _note_lay(laid_open: dict[str, str], seat: str, shows: str | int) -> None:
    """Remember a card that was laid open; the last lay of a seat counts."""
    laid_open.pop(seat, None)
    if isinstance(shows, str) and shows in CARDS:
        laid_open[seat] = shows


def _with_cards_laid_open(show: Show, laid_open: dict[str, str]) -> Show:
    """The unveiling, with cards that everybody had seen when they were laid."""
    named = {seat: card for seat, card in show.cards.items() if card != UNKNOWN}
    return replace(show, cards={**show.cards, **laid_open, **named})


def _hands_after_pass(table: Table, played: _Played, pass_seq: int) -> dict[str, Hand]:
    """Walk back from empty hands at the end of the round, leaving out seats about which too little is known."""
    due = cards_each(len(table.players))
    hands: dict[str, list[str] | None] = {seat: [] for seat in table.seats}
    for (seq, action), trick in reversed(played.events):
        if seq == pass_seq:
            break
        if type(action) is Show:
            for seat in table.seats:
                _put_back(hands, seat, action.cards.get(seat, UNKNOWN))
        elif type(action) is Act and action.action == 4:
            _put_back(hands, action.by, action.discard or UNKNOWN)
            _take_away(hands, action.by, action.take or UNKNOWN)
        elif type(action) is Act and action.action == 2:
            _swap_back(hands, action, due - trick)
    return {
        seat: tuple(hand) for seat, hand in hands.items() if hand is not None and len(hand) == due == len(set(hand))
    }


def _put_back(hands: dict[str, list[str] | None], seat: str, card: str) -> None:
    hand = hands[seat]
    if hand is not None:
        if card == UNKNOWN:
            hands[seat] = None
        else:
            hand.append(card)


def _take_away(hands: dict[str, list[str] | None], seat: str, card: str) -> None:
    hand = hands[seat]
    if hand is not None:
        if card in hand:
            hand.remove(card)
        else:
            hands[seat] = None


def _swap_back(hands: dict[str, list[str] | None], action: Act, victim_cards: int) -> None:
    """Undo action 2: the cards given go back first, then those taken."""
    taker, victim = action.by, action.from_
    if victim is None:
        return
    named = [
        cards if isinstance(cards, list) else [UNKNOWN] * min(2, victim_cards) for cards in (action.took, action.gave)
    ]
    took, gave = named
    if UNKNOWN in took or UNKNOWN in gave:
        hands[taker] = hands[victim] = None
        return
    for card in gave:
        _take_away(hands, victim, card)
        _put_back(hands, taker, card)
    for card in took:
        _take_away(hands, taker, card)
        _put_back(hands, victim, card)


def _hands_dealt(table: Table, start: Any, passed: Any, after: dict[str, Hand]) -> dict[str, list[str]]:
    """Hidden hands before the pass, for the seats about which everything is known."""
    given, cards = start.hands or {}, passed.cards or {}
    seats = table.seats
    dealt = {}
    for index, seat in enumerate(seats):
        if UNKNOWN not in given.get(seat, (UNKNOWN,)) or seat not in after:
            continue
        right, left = seats[index - 1], seats[(index + 1) % len(seats)]
        away, back = cards.get(seat, UNKNOWN), cards.get(left, UNKNOWN)
        held = after[seat]
        if UNKNOWN in (away, back) or back not in held or away in held:
            continue
        if right in after and away not in after[right]:
            continue
        dealt[seat] = [*(card for card in held if card != back), away]
    return dealt


def _with_hands(start: Any, dealt: dict[str, list[str]]) -> Setup | Round:
    hands = {**(start.hands or {}), **dealt}
    filled: Setup | Round = replace(start, hands=hands)
    return filled
