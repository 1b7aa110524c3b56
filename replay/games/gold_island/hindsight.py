"""Hindsight: what later events show about earlier ones."""

from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from replay.action import Action, Reveal, body_of
from replay.game import Completed
from replay.games.gold_island.actions import Setup, Use, number_of, stolen
from replay.games.gold_island.placings import nothing_to_tell
from replay.games.gold_island.problem import problem
from replay.games.gold_island.reducer import reduce
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.setup import start
from replay.games.gold_island.state import TURNED_UP, Permit, State, Value
from replay.games.gold_island.tellings import chest_closers, chests, gained_later, named_though_gold, parts_of
from replay.games.gold_island.told_states import values_decide_nothing, with_values
from replay.hindsight import ContradictedSoFar, Filled, Filling, fill_reveals, reference
from replay.step import Placed, follow
from replay.table import Table


class Facts(msgspec.Struct, frozen=True):
    """What the rules need to know about the rest of the record."""

    contradictions: dict[int, tuple[Any, Any]] = {}
    """Reveals that contradict a field: (value in the field, value revealed)."""
    chests: dict[str, int] = {}
    """Chests turned up after a seer noted something about them."""
    colours: dict[str, str] = {}
    """Island colours as the log names them last."""
    noted: dict[int, Any] = {}
    """For each placed permit that turned out to differ from its note: what was noted."""
    filled: frozenset[int] = frozenset()
    """Permits of a position (by landing) whose values are there only because they were turned up later."""
    stood: dict[int, int] = {}
    """For each permit of a position (by landing) that turned out to differ: what the position says."""
    gained_later: frozenset[int] = frozenset()
    """Permits placed with a value that the player is known to have received only later."""
    named: frozenset[str] = frozenset()
    """Islands whose card was seen at some point, if the log names one of them as the gold island."""
    games: dict[int, "Facts"] = {}
    """If the table was set up more than once: what each event needs to know about its own game."""


def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
    """Write into each event what later ones revealed about it. With `forward`, nothing revealed later counts.

    What stands before a second setup is another game, and nothing looks across it.
    """
    if forward:
        known = known_so_far(table)
        known.hear(line if _refers(line) else ())
        return Completed(line, known.facts)
    kinds = list(map(type, map(itemgetter(1), line)))
    if kinds.count(Setup) < 2:
        return _completed(table, line)
    setups = [place for place, kind in enumerate(kinds) if kind is Setup][1:]
    bounds = [0, *setups, len(line)]
    parts = [_completed(table, line[start:end]) for start, end in pairwise(bounds)]
    games = {seq: part.facts for part in parts if part.facts is not None for seq, _ in part.line}
    closers = {seq: by for part in parts for seq, by in part.closers.items()}
    return Completed([placed for part in parts for placed in part.line], Facts(games=games) if games else None, closers)


class _GamesSoFar:
    """Which reveals contradict what was named in the same game, in a line that goes on."""

    is_plain = True

    def __init__(self, table: Table) -> None:
        self._table = table
        self._game = _one_game(table)
        self._seqs: list[int] = []
        self._is_set_up = False
        self._before: dict[int, Facts] | None = None
        """What each event needs to know about its own game, for those before this one; None if this is the first."""

    def hear(self, line: Sequence[Placed]) -> None:
        """Take in the next part of the line."""
        bounds = [place for place, (_, action) in enumerate(line) if type(action) is Setup]
        if not self._is_set_up and bounds:
            self._is_set_up = True
            del bounds[0]
        self._hear_game(line[: bounds[0]] if bounds else line)
        for first, end in pairwise([*bounds, len(line)]):
            self._before = self._games()
            self._game, self._seqs = _one_game(self._table), []
            self._hear_game(line[first:end])

    def _hear_game(self, line: Sequence[Placed]) -> None:
        self._game.hear(line)
        self._seqs += map(itemgetter(0), line)

    def _games(self) -> dict[int, Facts]:
        own = self._game.facts
        return {**(self._before or {}), **(dict.fromkeys(self._seqs, own) if own is not None else {})}

    @property
    def facts(self) -> Facts | None:
        """What the line tells so far; None if that is nothing."""
        if self._before is None:
            found: Facts | None = self._game.facts
            return found
        games = self._games()
        return Facts(games=games) if games else None


def known_so_far(table: Table) -> _GamesSoFar:
    """Without looking ahead, the facts are the reveals that contradict their fields."""
    return _GamesSoFar(table)


def _refers(line: list[Placed]) -> bool:
    """Whether a reveal names a field of an event."""
    return any(action.what.startswith("@") for _, action in line if type(action) is Reveal)


def _one_game(table: Table) -> ContradictedSoFar:
    return ContradictedSoFar(Filling(table, problem, keep_named_parts=True, as_target=_with_listed_robbery), Facts)


def _completed(table: Table, line: list[Placed]) -> Completed:
    """The same for the events of one game."""
    filled = Filled(line, {}, {})
    if _refers(line):
        filled = fill_reveals(table, _listed_robberies(line), problem, keep_named_parts=True)
    permits, colours, colour_closers = _Permits(filled.line), {}, {}
    followed: _Followed | None = None
    if not nothing_to_tell(table, filled.line):
        followed = _follow(table, filled.line)
        permits, colours = _with_permits(filled.line, followed), followed.colours
        colour_closers = _colour_closers(followed)
    told = permits.line
    parts = parts_of(told)
    facts = Facts(
        contradictions=filled.contradictions,
        chests=chests(parts),
        colours=colours,
        noted=permits.noted,
        filled=permits.filled,
        stood=permits.stood,
        gained_later=gained_later(parts),
        named=named_though_gold(parts),
    )
    closers = {**colour_closers, **filled.closers, **permits.closers, **chest_closers(parts, facts.chests)}
    same = told is line or all(old.action is new.action for old, new in zip(line, told, strict=True))
    states = followed.states if followed is not None else None
    return Completed(
        line if same else told,
        None if facts == _NOTHING else facts,
        closers,
        _states_of(permits, followed) if followed is not None else None,
        followed.start if followed is not None else None,
        touches=_TOUCHED if filled.line is line and not permits.more_than_values else None,
        logged=states if filled.line is line else None,
    )


def _states_of(permits: "_Permits", followed: "_Followed") -> list[State] | None:
    """The states of the told line, without playing it out too; None if they may differ in more than values."""
    if not permits.values:
        return followed.states
    if permits.more_than_values or not values_decide_nothing(permits.line, followed.state):
        return None
    places = {seq: place for place, (seq, _) in enumerate(permits.line)}
    first = min(places[followed.placed_at[landing]] for landing in permits.values)
    return with_values(followed.states, permits.values, first)


_NOTHING = Facts()
_TOUCHED = frozenset(
    {"GI-ASH-2", "GI-ISLE-3", "GI-KIT-2", "GI-OBS-1", "GI-REV-1", "GI-SEER-2"}
    | {f"GI-PERMIT-{number}" for number in range(1, 6)}
)
"""The rules that ask for hindsight's facts, or for the values of permits on islands: all that it can change if it
writes nothing but such values into events."""


def _listed_robberies(line: list[Placed]) -> list[Placed]:
    """Turn robberies logged as a number into lists of unseen cards, if a reveal will name them."""
    targets = {found[0] for _, action in line if type(action) is Reveal and (found := reference(action.what))}
    if not targets:
        return line
    return [Placed(seq, _with_listed_robbery(action) if seq in targets else action) for seq, action in line]


def _with_listed_robbery(action: Action) -> Action:
    if type(action) is not Use:
        return action
    told = action.rob or {}
    if not any(isinstance(cards, int) for cards in told.values()):
        return action
    rob = {victim: list(stolen(cards)) if isinstance(cards, int) else cards for victim, cards in told.items()}
    return replace(action, rob=rob)


class _Permits(msgspec.Struct):
    """The line with the values of permits as they were turned up."""

    line: list[Placed]
    noted: dict[int, Any] = {}
    filled: frozenset[int] = frozenset()
    stood: dict[int, int] = {}
    closers: dict[int, int] = {}
    values: dict[int, Value] = {}
    """The values that were written into events, by landing."""
    more_than_values: bool = False
    """Whether a landing without a permit got one, or a position another one."""


def _with_permits(line: list[Placed], followed: "_Followed") -> _Permits:
    """Give permits the values they turned out to have, in the event that placed them or in the position."""
    changed: dict[int, Action] = {}
    found = _Permits(line)
    filled = set()
    by_seq = {placed.seq: placed.action for placed in line}
    for island, isle in followed.state.islands.items():
        for place, permit in enumerate(isle.stack):
            seq = followed.placed_at.get(max(0, permit.landing))
            if permit.told != TURNED_UP or seq is None:
                continue
            action = changed.get(seq, by_seq[seq])
            after = _told(action, island, place, permit)
            if after is action:
                continue
            was = _in_position(action, island, place)
            found.more_than_values |= not isinstance(action, Use) or action.permit is None
            if isinstance(action, Use):
                found.noted[seq] = action.permit
            elif type(was) is int:
                found.stood[permit.landing] = was
            else:
                filled.add(permit.landing)
            changed[seq] = after
            found.values[permit.landing] = permit.value
            found.closers[seq] = followed.told_by[island]
    found.filled = frozenset(filled)
    if changed:
        found.line = [Placed(seq, changed.get(seq, action)) for seq, action in line]
    return found


class _Followed(msgspec.Struct):
    """A record played out: its states, the last of them, and which events led to it."""

    start: State
    state: State
    states: list[State] = []
    placed_at: dict[int, int] = {}
    """Which event made which landing; 0 is the setup, for the permits of a position."""
    told_by: dict[str, int] = {}
    """The last event that turned up permits of an island."""
    colours: dict[str, str] = {}
    """Island colours as named last, if they were ever named differently from the kit."""
    coloured_by: dict[str, tuple[int, int]] = {}
    """The reveal that named an island's colour last: its seq, and how many landings came before it."""
    landed_on: dict[int, str] = {}
    """The island of each landing."""


def _follow(table: Table, line: list[Placed]) -> _Followed:
    begin = start(table)
    found = _Followed(begin, begin)
    state = found.state
    named: dict[str, str] = {}
    firm = table.kit.firm_colours
    otherwise: set[str] = set()
    for seq, action in line:
        after = follow(reduce, state, action)
        if type(action) is Setup:
            found.placed_at = {0: seq}
        elif after.landings != state.landings:
            found.placed_at[after.landings] = seq
            found.landed_on[after.landings] = after.owned[action.by or ""].ship
        elif type(action) is Reveal and action.what.startswith("permit"):
            found.told_by[named_by(action.what).of] = seq
        if after.colours is not state.colours and type(action) is not Setup:
            named |= after.colours
            otherwise |= {island for island, colour in named.items() if firm.get(island) != colour}
            if type(action) is Reveal:
                found.coloured_by[named_by(action.what).of] = (seq, after.landings)
        state = after
        found.states.append(after)
    found.state = state
    found.colours = {island: colour for island, colour in named.items() if island in otherwise}
    return found


def _colour_closers(followed: _Followed) -> dict[int, int]:
    """Which reveal named the colour of the island where a player had gone ashore before."""
    found = {}
    for landing, island in followed.landed_on.items():
        seq, landings = followed.coloured_by.get(island, (0, 0))
        if landing <= landings:
            found[followed.placed_at[landing]] = seq
    return found


def _told(action: Action, island: str, place: int, permit: Permit) -> Action:
    """The event that placed a permit, with the value turned up later."""
    if isinstance(action, Use):
        return action if number_of(action.permit) == permit.value else replace(action, permit=permit.value)
    body = body_of(action)
    stack = body.get("position", {}).get("islands", {}).get(island, {}).get("stack", [])
    if place >= len(stack) or stack[place][1] == permit.value:
        return action
    stack[place] = [permit.seat, permit.value]
    return msgspec.convert(body, Setup)


def _in_position(action: Action, island: str, place: int) -> Any:
    """The value that a position gives a permit."""
    position = action.position if isinstance(action, Setup) else None
    isle = (position.islands or {}).get(island) if position is not None else None
    stack = (isle.stack or ()) if isle is not None else ()
    return stack[place][1] if place < len(stack) else None
