"""A turn for somebody who taps: cards laid at a landing, a small island, or a pass."""

from collections.abc import Iterator
from typing import Any

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Island, Pass
from replay.games.loot_island.geometry import RING, other_landing
from replay.games.loot_island.kit import WILD, card_of, tile_of
from replay.games.loot_island.offers_effects import effects_asked
from replay.games.loot_island.state import (
    State,
    column_color,
    column_value,
    kit_of,
    price_of,
    reading,
    treasures_left,
)
from replay.games.loot_island.suggest import (
    actors_for,
    discs_from,
    island_uses,
    playable,
    recalls_due,
    suggest,
)
from replay.games.loot_island.treasure_words import may_come_up
from replay.notation.alphabet import Scope
from replay.offers import Offer, ToAsk, When, given, offered, unseen


def turns_of(state: State) -> list[Offer]:
    """What the player whose turn it is may do; under B4, first the discs that are taken back."""
    recalls = recalls_due(state)
    if recalls or state.turn is None:
        return [offered(action) for action in recalls]
    passes = [action for action in suggest(state) if isinstance(action, Pass)]
    found = [offer for action in passes for offer in _passes(state, action)]
    for actor in actors_for(state, state.turn):
        found += [*_plays(state, state.turn, actor), *_islands(state, state.turn, actor)]
    return found


def _passes(state: State, action: Pass) -> Iterator[Offer]:
    """A pass; where the treasure that is taken relieves of cubes, also with fewer of them."""
    yield offered(action)
    treasure = kit_of(state).treasure.get(action.take or "")
    if treasure is not None and treasure.relief and reading(state, 36) == "yes":
        for shed in range(min(treasure.relief, state.cubes[action.by] + treasure.curse) + 1):
            yield offered(action, shed=shed)


def _for(actor: str) -> dict[str, Any]:
    return {"for": AARON} if actor == AARON else {}


def _plays(state: State, seat: str, actor: str) -> Iterator[Offer]:
    for landing in RING:
        sources, cards = discs_from(state, actor, landing), cards_for(state, actor, landing)
        if not sources or not cards:
            continue
        asks = [ToAsk(("cards",), of=cards, n=(1, None), unseen="?")]
        asks += [ToAsk(("from",), of=tuple(sources))] if sources != [None] else []
        body = {"do": "play", "by": seat, "landing": landing, **_for(actor)}
        whose = "Aaron's cards" if actor == AARON else "cards"
        yield Offer(body, (*asks, *effects_asked(state, actor, landing)), f"lays {whose} at {landing}")


def cards_for(state: State, actor: str, landing: str) -> tuple[str, ...]:
    """The cards that may be laid at a landing: of the hand, or all that fit there, while the hand is not known."""
    if UNKNOWN not in state.hands.get(actor, ()):
        return tuple(dict.fromkeys(name for names in playable(state, actor, landing).values() for name in names))
    kit = kit_of(state)
    column, beside = state.columns[landing], state.columns[other_landing(landing)]
    value, only = column_value(kit, column) or 0, column_color(kit, column)
    never = column_color(kit, beside) if not column else None
    found = [
        name
        for name, card in kit.map.items()
        if card.color != never and only in (None, card.color) and (card.value in (WILD, 1) or card.value >= value)
    ]
    return tuple(sorted(found, key=lambda name: _rank(state, name)))


def _rank(state: State, name: str) -> tuple[str, int]:
    card = card_of(kit_of(state), name)
    assert card is not None
    return card.color, card.value if card.value != WILD else 1_000


def _islands(state: State, seat: str, actor: str) -> Iterator[Offer]:
    hand = state.hands.get(actor, ())
    price = price_of(state)
    if len(hand) < price:
        return
    known = tuple(sorted(kit_of(state).map, key=lambda name: _rank(state, name)))
    cards = known if UNKNOWN in hand else tuple(dict.fromkeys(hand))
    paid = ToAsk(("cards",), of=cards, n=(price, price), unseen="?")
    for name, side in state.islands.items():
        if side == "up":
            for use in _ways(state, seat, actor, name):
                yield offered(use, *_before_paying(state, use, actor), paid, *_after_paying(state, use, actor))


def _ways(state: State, seat: str, actor: str, name: str) -> list[Island]:
    """The ways of using a tile. Where it needs no place on the island, not using it is said besides."""
    idle, *uses = island_uses(state, seat, actor, name)
    return [idle, *uses] if tile_of(kit_of(state), name).kind in ("bottom", "place") else uses


def _before_paying(state: State, use: Island, actor: str) -> list[ToAsk]:
    """What may be said besides: that the tile was not used, or that fewer cubes were shed."""
    tile = tile_of(kit_of(state), use.island)
    if tile.kind in ("bottom", "place"):
        return []
    unused = ToAsk(("use",), of=(False,), extra=True, labels={"false": "not used"}, question="It is")
    if tile.kind == "cubes" and actor != AARON:
        most = min(tile.n, state.cubes[use.by] + 1)
        return [unused, ToAsk(("shed",), of=tuple(range(most + 1)), extra=True, question="Cubes shed")]
    if tile.kind == "treasure" and actor != AARON:
        return [unused, ToAsk(("keep",), of=(False,), extra=True, labels={"false": "buried"}, question="It is")]
    return [unused]


def _after_paying(state: State, use: Island, actor: str) -> list[ToAsk]:
    """What the tile brings, if it was used."""
    used = When(("use",), count=0)
    kind = tile_of(kit_of(state), use.island).kind
    if kind == "draw" and actor != AARON:
        some = (unseen(2), unseen(1), unseen(0))
        return [ToAsk(("draw",), of=some, extra=True, usual=some[0], when=(used,), question="Cards drawn")]
    if kind == "treasure":
        if not treasures_left(state):
            return [given("reveal", None, used)]
        there = tuple(may_come_up(Scope(state.table, state)))
        return [ToAsk(("reveal",), of=there, when=(used,), unseen="?")]
    return []
