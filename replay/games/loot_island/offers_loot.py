"""The search for loot for somebody who taps: what is turned up, who takes what, and the end of the round."""

from collections.abc import Iterator
from typing import Any

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Cleanup, Healers, Loot, Take
from replay.games.loot_island.kit import readable
from replay.games.loot_island.plan import bare_loots, due, small_loot_seats
from replay.games.loot_island.state import State, kit_of, reading, treasures_left
from replay.games.loot_island.suggest import suggest
from replay.games.loot_island.treasure_words import may_come_up
from replay.notation.alphabet import Scope
from replay.offers import Offer, ToAsk, offered
from replay.saying import person

BURIED = 2
"""Cubes that burying a treasure sheds, before amulets."""


def exploring(state: State) -> list[Offer]:
    """What may come next: treasures turned up, taken or buried; the coast cleared; the healers."""
    found: list[Offer] = []
    for action in suggest(state):
        match action:
            case Loot():
                found.append(_loot(state, len(action.reveal)))
            case Take() if action.keep:
                found.append(_take(state, action))
            case Cleanup():
                found.append(_cleanup(state))
            case Healers():
                found.append(_healers(state))
            case _:
                pass
    return [*found, *_bare(state), *_by_aaron(state)]


def _turned(state: State, number: int) -> ToAsk:
    there = tuple(may_come_up(Scope(state.table, state)))
    return ToAsk(("reveal",), of=there, n=(number, number), unseen="?")


def _loot(state: State, number: int) -> Offer:
    assert state.loot is not None
    landing, size = state.loot.queue[0]
    named = ToAsk(("landing",), of=(landing,), extra=True, question="The landing is named")
    return Offer({"do": "loot"}, (named, _turned(state, number)), f"the {size} loot at {landing} is turned up")


def _bare(state: State) -> Iterator[Offer]:
    """Loots that nobody gets, but that may be turned up as well."""
    if state.loot is None or state.open or state.cutoff or reading(state, 18) != "either":
        return
    for landing, size in bare_loots(state):
        number = due(state, landing, size)
        if number <= treasures_left(state):
            says = f"the loot at {landing}, which nobody gets, is turned up"
            yield Offer({"do": "loot", "landing": landing}, (_turned(state, number),), says)


def _take(state: State, action: Take) -> Offer:
    """A treasure that is kept or buried; more rarely, with fewer cubes shed than allowed."""
    kit = kit_of(state)
    treasure = kit.treasure.get(action.treasure or "")
    owned = [kit.treasure[name].type for name in state.kept[action.by] if name in kit.treasure]
    most = max(BURIED + owned.count("amulet"), treasure.relief if treasure is not None else 0)
    curse = treasure.curse if treasure is not None else 0
    sheds = tuple(range(min(most, state.cubes[action.by] + curse) + 1))
    words = {"true": "keeps it", "false": "buries it"}
    who = person(state.table, action.by)
    asks = (
        ToAsk(("shed",), of=sheds, extra=True, question="Cubes shed"),
        ToAsk(("keep",), of=(True, False), unseen="none", labels=words, question=f"What does {who} do with it?"),
    )
    return Offer({"do": "take", "by": action.by, "treasure": action.treasure}, asks)


def _by_aaron(state: State) -> Iterator[Offer]:
    """What Aaron took goes without saying, but may be said."""
    for name in readable(kit_of(state), state.memory.given):
        yield Offer({"do": "take", "by": AARON, "treasure": name}, (), f"Aaron takes {name.replace('-', ' ')}")


def _cleanup(state: State) -> Offer:
    asks = []
    if state.event == "B10":
        for seat in dict.fromkeys(small_loot_seats(state)):
            if seat != AARON:
                some = tuple(range(min(2, state.cubes[seat]) + 1))
                what = f"Cubes that {person(state.table, seat)} sheds"
                asks.append(ToAsk(("shed", seat), of=some, extra=True, question=what))
    return offered(Cleanup(), *asks)


def _healers(state: State) -> Offer:
    table = state.table
    names = tuple(table.kit.healers)
    asks: list[ToAsk] = []
    if state.dealt is not None:
        for seat, cards in state.dealt.items():
            of: tuple[Any, ...] = names if UNKNOWN in cards else tuple(cards)
            what = f"Which healer does {person(table, seat)} keep?"
            asks.append(ToAsk(("cards", seat), of=of, unseen="?", question=what))
    elif "healers-open" not in table.variants:
        number = len(state.pile)
        asks.append(ToAsk(("cards",), of=names, n=(number, number), unseen="?"))
    return Offer({"do": "healers"}, tuple(asks), "the healers are turned up")
