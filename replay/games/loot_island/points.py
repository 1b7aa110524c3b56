"""The count: what treasures, the tile and the healer are worth to each player, and who wins."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.kit import TYPES, Treasure, healer_of
from replay.games.loot_island.state import State, has_aaron, kit_of

SET_OF_SKULLS = (0, 1, 3, 6)
FIRST_PLAYER_TILE = 5


def treasures_of(state: State, actor: str) -> list[Treasure]:
    """The known treasures that an actor keeps."""
    listed = kit_of(state).treasure
    return [listed[name] for name in state.kept.get(actor, ()) if name in listed]


def base_of(owned: list[Treasure], kind: str) -> int:
    """The printed values of one type, added up."""
    return sum(treasure.base for treasure in owned if treasure.type == kind)


def book_pairs(owned: list[Treasure]) -> list[tuple[Treasure, Treasure | None]]:
    """Each book with its best partner: the highest factor with the highest curse, and so on."""
    books = [t for t in owned if t.type == "book"]
    if not books:
        return []
    books.sort(key=lambda t: (-t.times, t.ref))
    others = sorted((t for t in owned if t.type != "book"), key=lambda t: (-t.curse, t.ref))
    return [(book, others[place] if place < len(others) else None) for place, book in enumerate(books)]


def book_value(owned: list[Treasure]) -> int:
    """What the books are worth."""
    return sum([book.times * partner.curse for book, partner in book_pairs(owned) if partner is not None])


def jewel_bonus(number: int) -> int:
    """20 for every three jewels, 8 for two left over."""
    return 20 * (number // 3) + (8 if number % 3 == 2 else 0)


def skull_sets(kinds: list[str]) -> list[int]:
    """The best division into sets of different skulls: the size of each set."""
    counts = [kinds.count(kind) for kind in dict.fromkeys(kinds)]
    return [len([count for count in counts if count >= layer]) for layer in range(1, max(counts, default=0) + 1)]


def skull_bonus(owned: list[Treasure]) -> int:
    """1, 3 or 6 for each set of different skulls, for each other type owned."""
    skulls = [treasure.skull for treasure in owned if treasure.type == "skull"]
    if not skulls:
        return 0
    types = {treasure.type for treasure in owned} - {"skull"}
    sets = skull_sets(skulls)
    return len(types) * sum(SET_OF_SKULLS[min(size, 3)] for size in sets)


def crosses(state: State, actor: str) -> int:
    """The crosses on an actor's crowns."""
    return sum([treasure.crosses for treasure in treasures_of(state, actor)])


def crown_places(state: State) -> tuple[int, ...]:
    """The bonus of each place (LI-Q2)."""
    bonus = kit_of(state).crowns
    return bonus[:3] if state.table.readings["LI-Q2"] == "three" else bonus


def bonus_of_places(state: State, above: int, level: int) -> int:
    """What each of some players gets who are level with each other, with this many above them."""
    return sum(crown_places(state)[above : above + level]) // level


def crown_bonuses(state: State, taking_part: list[str]) -> dict[str, int]:
    """The bonus of each player who takes part in the ranking; Aaron's crosses count (LI-Q26)."""
    ranked = {seat: crosses(state, seat) for seat in taking_part}
    aaron = crosses(state, AARON) if has_aaron(state.table) else 0
    found = dict.fromkeys(ranked, 0)
    for seat, own in ranked.items():
        if own:
            above = sum([other > own for other in ranked.values()]) + (aaron > own)
            level = list(ranked.values()).count(own)
            if aaron == own and state.table.readings["LI-Q26"] == "shares":
                level += 1
            found[seat] = bonus_of_places(state, above, level)
    return found


def healer_cost(state: State, seat: str) -> int:
    """What a player pays their healer; an unknown one costs nothing yet."""
    name = state.taken.get(seat)
    healer = healer_of(kit_of(state), name) if name is not None and name != UNKNOWN else None
    return healer.per * state.cubes[seat] + healer.fixed if healer is not None else 0


def parts_of(state: State, seat: str, crown_bonus: int) -> dict[str, int]:
    """The parts of a player's count."""
    owned = treasures_of(state, seat)
    parts = dict.fromkeys(TYPES, 0)
    for treasure in owned:
        parts[treasure.type] += treasure.base
    parts["book"] += book_value(owned)
    parts["jewel"] += jewel_bonus([treasure.type for treasure in owned].count("jewel"))
    parts["crown"] += crown_bonus
    parts["skull"] += skull_bonus(owned)
    parts["first"] = FIRST_PLAYER_TILE if state.first == seat else 0
    parts["healer"] = -healer_cost(state, seat)
    return parts


def result_of(state: State) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The result as the document shows it, and the players who cannot pay."""
    counting = [seat for seat in state.table.seats if seat not in state.out]
    parts, broke = _count(state, counting)
    totals = {seat: sum(parts[seat].values()) for seat in counting}
    scores = {seat: totals[seat] if seat in totals and seat not in broke else None for seat in state.table.seats}
    ranking = sorted(
        (seat for seat in counting if seat not in broke), key=lambda seat: (-totals[seat], tie_distance(state, seat))
    )
    result = {"scores": scores, "parts": parts, "ranking": ranking, "winner": ranking[0] if ranking else None}
    return result, tuple(broke)


def tie_distance(state: State, seat: str) -> int:
    """How far clockwise a seat is from the holder of the tile, for ties (LI-Q1)."""
    distance = state.table.distance(state.first, seat)
    if distance == 0 and state.table.readings["LI-Q1"] == "holder-last":
        return len(state.table.seats)
    return distance


def _count(state: State, counting: list[str]) -> tuple[dict[str, dict[str, int]], list[str]]:
    """The parts of everybody's count and who falls below 0; crowns are ranked again if LI-Q27 says so."""
    parts: dict[str, dict[str, int]] = {}
    broke: list[str] = []
    while True:
        left = [seat for seat in counting if seat not in broke]
        bonuses = crown_bonuses(state, left)
        parts.update({seat: parts_of(state, seat, bonuses[seat]) for seat in left})
        fallen = [seat for seat in left if sum(parts[seat].values()) < 0]
        broke += fallen
        if not fallen or state.table.readings["LI-Q27"] == "once":
            return {seat: parts[seat] for seat in counting}, broke
