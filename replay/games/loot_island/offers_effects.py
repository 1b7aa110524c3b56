"""What follows from cards laid at a landing: what a 1 copies, who draws how many cards, who sheds cubes."""

from itertools import product
from typing import Any

from replay.games.loot_island.actions import AARON
from replay.games.loot_island.effects import cube_worth
from replay.games.loot_island.kit import Kit, card_of
from replay.games.loot_island.state import State, column_value, kit_of
from replay.offers import ToAsk, When, given, unseen
from replay.saying import person

MOST = 3
"""How many cards of one sort are followed: of 1s, or with the same icon."""


def effects_asked(state: State, actor: str, landing: str) -> list[ToAsk]:
    """What has to be asked, or follows, once the cards are named."""
    copied = _copies(state, landing)
    choice = any(ask.of is not None and len(ask.of) > 1 for ask in copied)
    return [*copied, *_draws(state, actor, landing, choice), *_sheds(state, actor, landing, choice)]


def _ones(kit: Kit) -> tuple[str, ...]:
    return tuple(name for name, card in kit.map.items() if card.value == 1)


def _with_draw(kit: Kit) -> tuple[str, ...]:
    return tuple(name for name, card in kit.map.items() if card.draw)


def _with_cube(kit: Kit) -> tuple[str, ...]:
    return tuple(name for name, card in kit.map.items() if card.cube)


def _copies(state: State, landing: str) -> list[ToAsk]:
    """What each 1 copies that is inserted in a column: a card with an icon, or nothing."""
    kit, column = kit_of(state), state.columns[landing]
    value = column_value(kit, column)
    if value is None or value < 2:
        return []
    useful = [name for name in column if (card := card_of(kit, name)) is not None and (card.cube or card.draw)]
    some: tuple[str | None, ...] = (None, *dict.fromkeys(useful))
    asks = []
    for number in range(1, MOST + 1):
        when = When(("cards",), among=_ones(kit), count=number)
        if not useful:
            asks.append(given("copy", [None] * number, when))
            continue
        of: list[Any] = [list(chosen) for chosen in product(some, repeat=number)]
        if number == 1:
            of = [chosen[0] if chosen[0] is not None else chosen for chosen in of]
        asks.append(ToAsk(("copy",), of=tuple(of), when=(when,), labels={"[null]": "nothing"}))
    return asks


def _draws(state: State, actor: str, landing: str, copies: bool) -> list[ToAsk]:
    """Everybody there draws for each icon, the actor also for icons that were copied. Some draw fewer."""
    kit, table = kit_of(state), state.table
    there = [seat for seat in table.seats if seat in state.stacks[landing] or seat == actor]
    icons = _with_draw(kit)
    asks = []
    for laid in range(MOST + 1):
        for copied in range(MOST) if copies else (0,):
            when = [When(("cards",), among=icons, count=laid)]
            when += [When(("copy",), among=icons, count=copied)] if copies else []
            for seat in there:
                number = laid + (copied if seat == actor else 0)
                if number:
                    asks.append(_drawn(table.seats, seat, number, tuple(when), f"{person(table, seat)} draws"))
    return asks


def _drawn(seats: tuple[str, ...], seat: str, number: int, when: tuple[When, ...], what: str) -> ToAsk:
    some = tuple(unseen(fewer) for fewer in range(number, -1, -1))
    return ToAsk(("draw", seat), of=some, extra=True, usual=some[0], when=when, question=what)


def _sheds(state: State, actor: str, landing: str, copies: bool) -> list[ToAsk]:
    """Everybody there may shed cubes for icons; told only of those who shed fewer."""
    kit, table = kit_of(state), state.table
    icons = _with_cube(kit)
    asks = []
    for seat in table.seats:
        if seat != actor and seat not in state.stacks[landing]:
            continue
        some = tuple(range(min(MOST * cube_worth(state), state.cubes[seat] + MOST) + 1))
        what = f"Cubes that {person(table, seat)} sheds"
        asks.append(ToAsk(("shed", seat), of=some, extra=True, when=(When(("cards",), among=icons),), question=what))
        if copies and seat == actor != AARON:
            copied = When(("copy",), among=icons)
            asks.append(ToAsk(("shed", seat), of=some, extra=True, when=(copied,), question=what))
    return asks
