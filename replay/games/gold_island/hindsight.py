"""Hindsight: what later events tell about earlier ones."""

from typing import Any

import msgspec
from msgspec.structs import replace

from replay.action import NEVER_REDUCED, UNKNOWN, Action, Reveal, body_of
from replay.game import Completed
from replay.games.gold_island.actions import Gamble, Setup, Take, Use, number_of, stolen, text_of, texts_of
from replay.games.gold_island.placings import nothing_to_tell
from replay.games.gold_island.reducer import reduce
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.state import TURNED_UP, Permit, State, start
from replay.hindsight import fill_reveals, reference
from replay.step import Placed
from replay.table import Table


class Facts(msgspec.Struct, frozen=True):
    """What the rules need to know of the rest of the record."""

    contradictions: dict[int, tuple[Any, Any]] = {}
    """Reveals of a field that was named otherwise: (named, told)."""
    chests: dict[str, int] = {}
    """Chests that are turned up after a seer noted something about them."""
    colours: dict[str, str] = {}
    """Island colours as the log names them last."""
    noted: dict[int, Any] = {}
    """Placings whose permit was turned up as something else than was noted: what was noted."""
    filled: frozenset[int] = frozenset()
    """Permits of a position (by landing) whose values stand there only because they were turned up later."""
    gained_later: frozenset[int] = frozenset()
    """Placings of a value that the player is known to have received only afterwards."""
    named: frozenset[str] = frozenset()
    """Islands whose card was seen at some time, though the log names one of them as the gold island."""


def complete(table: Table, line: list[Placed], forward: bool) -> Completed:
    """Write into each event what later ones revealed about it. With `forward`, nothing that is told later counts."""
    filled = fill_reveals(_listed_robberies(line))
    if forward:
        return Completed(line, Facts(filled.contradictions) if filled.contradictions else None)
    quick = nothing_to_tell(table, filled.line)
    permits = _Permits(filled.line) if quick else _with_permits(table, filled.line)
    told = permits.line
    facts = Facts(
        filled.contradictions,
        _chests(told),
        {} if quick else _colours(table, told),
        permits.noted,
        permits.filled,
        _gained_later(told),
        _named_though_gold(told),
    )
    closers = {**filled.closers, **permits.closers, **_closers(told, facts)}
    same = all(old.action is new.action for old, new in zip(line, told, strict=True))
    return Completed(line if same else told, None if facts == _NOTHING else facts, closers)


_NOTHING = Facts()


def _listed_robberies(line: list[Placed]) -> list[Placed]:
    """Robberies logged as a number of cards are lists of unseen ones where a reveal will name them."""
    targets = {found[0] for _, action in line if type(action) is Reveal and (found := reference(action.what))}
    if not targets:
        return line
    return [
        Placed(seq, _with_listed_robbery(action)) if seq in targets and type(action) is Use else Placed(seq, action)
        for seq, action in line
    ]


def _with_listed_robbery(action: Use) -> Use:
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
    closers: dict[int, int] = {}


def _with_permits(table: Table, line: list[Placed]) -> _Permits:
    """Permits count as what they were turned up as: in the event that placed them, or in the position."""
    if not any(type(action) is Reveal and action.what.startswith("permit") for _, action in line):
        return _Permits(line)
    state, placed_at, told_by = _follow(table, line)
    changed: dict[int, Action] = {}
    found = _Permits(line)
    filled = set()
    by_seq = {placed.seq: placed.action for placed in line}
    for island, isle in state.islands.items():
        for place, permit in enumerate(isle.stack):
            seq = placed_at.get(max(0, permit.landing))
            if permit.told != TURNED_UP or seq is None:
                continue
            action = changed.get(seq, by_seq[seq])
            after = _told(action, island, place, permit)
            if after is action:
                continue
            if isinstance(action, Use):
                found.noted[seq] = action.permit
            else:
                filled.add(permit.landing)
            changed[seq] = after
            found.closers[seq] = told_by[island, place]
    found.filled = frozenset(filled)
    found.line = [Placed(seq, changed.get(seq, action)) for seq, action in line]
    return found


def _follow(table: Table, line: list[Placed]) -> tuple[State, dict[int, int], dict[tuple[str, int], int]]:
    """The end of the record, which event made which landing, and which reveal turned up which permit."""
    state = start(table)
    placed_at: dict[int, int] = {}
    told_by: dict[tuple[str, int], int] = {}
    for seq, action in line:
        if type(action) in NEVER_REDUCED:
            continue
        after = reduce(state, action)  # type: ignore[arg-type]  # all others are Gold Island's own
        if type(action) is Setup:
            placed_at = {0: seq}
        elif after.landings != state.landings:
            placed_at[after.landings] = seq
        elif type(action) is Reveal:
            kind, island, _ = named_by(action.what)
            if kind in ("permit", "permits") and island in after.islands:
                for place in range(len(after.islands[island].stack)):
                    told_by[island, place] = seq
        state = after
    return state, placed_at, told_by


def _told(action: Action, island: str, place: int, permit: Permit) -> Action:
    """The event that placed a permit, with the value that was turned up."""
    if isinstance(action, Use):
        return action if number_of(action.permit) == permit.value else replace(action, permit=permit.value)
    body = body_of(action)
    stack = body.get("position", {}).get("islands", {}).get(island, {}).get("stack", [])
    if place >= len(stack) or type(stack[place][1]) is int:
        return action
    stack[place] = [permit.seat, permit.value]
    return msgspec.convert(body, Setup)


def _chests(line: list[Placed]) -> dict[str, int]:
    """Chests turned up, where a seer had noted something and setup does not say the same."""
    noted = {action.island for _, action in line if type(action) is Use and type(action.value) is int}
    setup = next((action for _, action in line if type(action) is Setup), Setup())
    if setup.position is not None:
        noted |= {island for island, part in (setup.position.islands or {}).items() if part.peeked}
    if not noted:
        return {}
    told = {
        named_by(action.what).of: action.value
        for _, action in line
        if type(action) is Reveal and action.what.startswith("chest.") and type(action.value) is int
    }
    known = setup.chests or {}
    return {island: value for island, value in told.items() if island in noted and known.get(island) != value}


def _colours(table: Table, line: list[Placed]) -> dict[str, str]:
    """Island colours named somewhere in the log, the last naming of each, where setup and kit do not say the same."""
    if not any(_names_colour(action) for _, action in line):
        return {}
    told: dict[str, str] = {}
    state = start(table)
    for _, action in line:
        if type(action) in NEVER_REDUCED:
            continue
        state = reduce(state, action)  # type: ignore[arg-type]  # all others are Gold Island's own
        if type(action) is not Setup and _names_colour(action):
            told |= state.colours
    kit = table.kit.firm_colours
    return {island: colour for island, colour in told.items() if kit.get(island) != colour}


def _names_colour(action: Action) -> bool:
    if type(action) is Use:
        return action.shown is not None
    return type(action) is Reveal and action.what.startswith("colour.")


def _gained_later(line: list[Placed]) -> frozenset[int]:
    later: set[tuple[str | None, int]] = set()
    found = set()
    for seq, action in reversed(line):
        kind = type(action)
        if kind is Take or kind is Gamble:
            value = number_of(action.permit)  # type: ignore[attr-defined]  # both have it
            if type(value) is int:
                later.add((action.by, value))
        elif kind is Use and (action.by, action.permit) in later:  # type: ignore[attr-defined]  # it is a Use
            found.add(seq)
    return frozenset(found)


def _named_though_gold(line: list[Placed]) -> frozenset[str]:
    """All islands whose cards were named, if the gold island is among them."""
    gold: set[str] = set()
    named: set[str] = set()
    for _, action in line:
        kind = type(action)
        if kind is Take:
            named.add(text_of(action.card))  # type: ignore[attr-defined]  # it is a Take
        elif kind is Use:
            for cards in (action.rob or {}).values():  # type: ignore[attr-defined]  # it is a Use
                named.update(stolen(cards))
        elif kind is Setup:
            _names_of_setup(action, gold, named)  # type: ignore[arg-type]  # it is a Setup
        elif kind is Reveal:
            what = named_by(action.what).kind  # type: ignore[attr-defined]  # it is a Reveal
            if what == "gold":
                gold.add(text_of(action.value))  # type: ignore[attr-defined]  # it is a Reveal
            elif what == "islandCards":
                named.update(texts_of(action.value))  # type: ignore[attr-defined]  # it is a Reveal
    return frozenset((gold & named) - {UNKNOWN})


def _names_of_setup(setup: Setup, gold: set[str], named: set[str]) -> None:
    gold.add(text_of(setup.gold))
    part = setup.position.islandCards if setup.position is not None else None
    if setup.position is None:
        named.update(text_of(card) for card in (setup.islandCards or {}).values())
    elif part:
        gold.add(text_of(part.gold))
        named.update(part.named or ())
        named.update(card for cards in (part.held or {}).values() for card in texts_of(cards))


def _closers(line: list[Placed], facts: Facts) -> dict[int, int]:
    """Which reveal told a chest or a colour, for the events that leaned on it."""
    found: dict[int, int] = {}
    told = {
        named_by(action.what).of: seq
        for seq, action in line
        if type(action) is Reveal and action.what.startswith("chest.")
    }
    if facts.chests:
        for seq, action in line:
            if type(action) is Use and action.island in facts.chests:
                found[seq] = told[action.island]
    return found
