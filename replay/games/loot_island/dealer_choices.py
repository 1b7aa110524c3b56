"""How the dealer chooses: a legal play or a legal use of a small island, at random."""

from random import Random

from replay.dealer import Body
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.geometry import RING, coast_ahead, landings_of
from replay.games.loot_island.kit import WILD, card_of
from replay.games.loot_island.state import State, column_value, kit_of, reading
from replay.games.loot_island.suggest import discs_from, island_uses, payments, playable


def choose_play(state: State, rng: Random, seat: str, actor: str) -> Body | None:
    """A legal play, preferably on the exploration coast and where cards already lie; None if there is none."""
    options = [(place, names) for place in RING for names in playable(state, actor, place).values()]
    options = [option for option in options if discs_from(state, actor, option[0])]
    if not options:
        return None
    ahead = landings_of(coast_ahead(state.corner, state.facing))
    weights = [1 + 6 * (place in ahead) + 2 * bool(state.columns[place]) + len(names) for place, names in options]
    place, names = rng.choices(options, weights)[0]
    cards = _some(state, rng, names)
    body: Body = {"do": "play", "by": seat, "landing": place, "cards": cards}
    source = rng.choice(discs_from(state, actor, place))
    if source is not None:
        body["from"] = source
    copies = _copies(state, rng, place, cards)
    if copies:
        body["copy"] = copies[0] if len(copies) == 1 and copies[0] is not None else copies
    if actor == AARON:
        body["for"] = "aaron"
    return body


def _some(state: State, rng: Random, names: list[str]) -> list[str]:
    """Some of the cards, numbers rising and wilds anywhere between."""
    chosen = [name for name in names if rng.random() < 0.65] or [rng.choice(names)]
    kit = kit_of(state)
    wilds = [name for name in chosen if (card := card_of(kit, name)) is not None and card.value == WILD]
    cards = [name for name in chosen if name not in wilds]
    for name in wilds:
        cards.insert(rng.randint(0, len(cards)), name)
    return cards


def _copies(state: State, rng: Random, place: str, cards: list[str]) -> list[str | None]:
    """What each inserted 1 copies, or None."""
    kit, column = kit_of(state), state.columns[place]
    value = column_value(kit, column)
    if value is None or value < 2:
        return []
    ones = sum((card := card_of(kit, name)) is not None and card.value == 1 for name in cards)
    useful = [name for name in column if (card := card_of(kit, name)) is not None and (card.cube or card.draw)]
    return [rng.choice([*useful, None]) if useful else None for _ in range(ones)]


def choose_island(state: State, rng: Random, seat: str, actor: str) -> Body | None:
    """A legal use of a small island; None if there is none."""
    up = [name for name, side in state.islands.items() if side == "up"]
    paid = payments(state, actor)
    if not up or not paid:
        return None
    move = rng.choice(island_uses(state, seat, actor, rng.choice(up))[rng.random() < 0.8 :] or [None])
    if move is None:
        return None
    body: Body = {"do": "island", "by": seat, "island": move.island, "cards": list(rng.choice(paid))}
    if not move.use:
        body["use"] = False
    if move.landing is not None:
        body["landing"] = move.landing
    if move.from_ is not None:
        body["from"] = move.from_
    if actor == AARON:
        body["for"] = "aaron"
    elif move.use:
        tile = kit_of(state).islands[move.island]
        if tile.kind == "cubes":
            toll = state.event == "A3" and reading(state, 12) == "before"
            fewer(rng, body, tile.n, state.cubes[seat] + toll)
    return body


def fewer(rng: Random, body: Body, allowed: int, cubes: int) -> None:
    """Sometimes less is shed than allowed."""
    if allowed and rng.random() < 0.2:
        body["shed"] = rng.randint(0, min(allowed, cubes))
