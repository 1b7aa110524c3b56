"""The settlement: who wins which chest, who gets how many coins, who is out, and who has won."""

from typing import Any

import msgspec

from replay.action import UNKNOWN
from replay.games.gold_island.phrases import a_value, the_place
from replay.games.gold_island.possible import points_between
from replay.games.gold_island.state import Permit, State, Value
from replay.games.gold_island.words import COIN_STOCK, GOLD_COIN, is_treasure_island, said
from replay.saying import counted, number, people
from replay.score import Score, ScoreLine, SeatScore

Unknown = str
"""Only ever `"?"`."""


class Settled(msgspec.Struct, frozen=True):
    """An island with permits: its permits by rank (or unknown), the chest, and what each rank is paid."""

    island: str
    seats: tuple[str, ...]
    """Who has a permit here, from bottom to top."""
    chest: Value
    ranks: tuple[Permit, ...] | Unknown
    paid: tuple[Value, ...]
    """By rank: the chest for the first, coins for the others; empty if the order is unknown."""

    def document(self) -> dict[str, Any]:
        """The island as the result shows it."""
        if isinstance(self.ranks, str):
            return {"chest": self.chest, "order": UNKNOWN, "pay": UNKNOWN}
        pay: dict[str, Value] = {}
        for permit, amount in zip(self.ranks, self.paid, strict=True):
            pay[permit.seat] = total((pay.get(permit.seat, 0), amount))
        return {"chest": self.chest, "order": [permit.seat for permit in self.ranks], "pay": pay}


def total(parts: Any) -> Value:
    """A sum; unknown if any part is."""
    found = 0
    for part in parts:
        if type(part) is not int:
            return UNKNOWN
        found += part
    return found


def settle(state: State) -> list[Settled]:
    """Every treasure island with permits, settled."""
    readings = state.table.readings
    settled = [
        _settled(island, isle.stack, isle.chest, readings)
        for island, isle in state.islands.items()
        if isle.stack and is_treasure_island(island)
    ]
    return _from_stock(state, settled) if readings["GI-Q19"] == "stock" else settled


def _settled(island: str, stack: tuple[Permit, ...], chest: Value, readings: dict[str, str]) -> Settled:
    seats = tuple(permit.seat for permit in stack)
    if len(stack) > 1 and any(type(permit.value) is not int for permit in stack):
        return Settled(island, seats, chest, UNKNOWN, ())
    ranks = stack if len(stack) == 1 else tuple(sorted(stack, key=lambda permit: -int(permit.value)))
    if type(chest) is not int:
        return Settled(island, seats, UNKNOWN, ranks, (UNKNOWN,) * len(ranks))
    least = 1 if readings["GI-Q20"] == "one" else 0
    paid = [chest, *(max(least, chest - place) for place in _places(ranks, readings["GI-Q21"]))]
    return Settled(island, seats, chest, ranks, tuple(paid))


def _places(ranks: tuple[Permit, ...], reading: str) -> list[int]:
    """The rank by which each player behind the winner is paid."""
    places = list(range(1, len(ranks)))
    if reading == "both-lower":
        return [max(other for other in places if ranks[other].value == ranks[place].value) for place in places]
    return places


def _from_stock(state: State, settled: list[Settled]) -> list[Settled]:
    """Pay coins from a stock that can run out: island by island as turned up, by rank."""
    turn_order = {island: place for place, island in enumerate(state.turned)}
    stock: Value = COIN_STOCK
    paid: dict[str, tuple[Value, ...]] = {}
    for each in sorted(settled, key=lambda each: turn_order.get(each.island, len(turn_order))):
        amounts: list[Value] = list(each.paid[:1])
        for owed in each.paid[1:]:
            amount = min(owed, stock) if type(owed) is int and type(stock) is int else UNKNOWN
            amounts.append(amount)
            stock = stock - amount if type(stock) is int and type(amount) is int else UNKNOWN
        if isinstance(each.ranks, str):
            stock = UNKNOWN
        paid[each.island] = tuple(amounts)
    return [msgspec.structs.replace(each, paid=paid[each.island]) for each in settled]


class Count(msgspec.Struct):
    """What each seat got, as far as known."""

    chests: dict[str, Value]
    coins: dict[str, Value]
    relic: dict[str, Value]


def count(state: State, settled: list[Settled]) -> Count:
    """Chests, coins and relic gold of every seat."""
    chests: dict[str, list[Value]] = {seat: [] for seat in state.owned}
    coins: dict[str, list[Value]] = {seat: [] for seat in state.owned}
    for each in settled:
        if isinstance(each.ranks, str):
            for seat in each.seats:
                chests.setdefault(seat, []).append(UNKNOWN)
                coins.setdefault(seat, []).append(UNKNOWN)
            continue
        for rank, (permit, amount) in enumerate(zip(each.ranks, each.paid, strict=True)):
            (coins if rank else chests).setdefault(permit.seat, []).append(amount)
        if each.island == state.gold:
            coins[each.ranks[0].seat].append(GOLD_COIN)
    relic = {seat: total(relic.gold for relic in state.relics.values() if relic.at == seat) for seat in state.owned}
    return Count(
        {seat: total(chests[seat]) for seat in state.owned}, {seat: total(coins[seat]) for seat in state.owned}, relic
    )


def result_of(state: State) -> dict[str, Any]:
    """The result document: islands, sums, who is out, and who won; `"?"` for what is not known yet."""
    settled = settle(state)
    counted = count(state, settled)
    result: dict[str, Any] = {
        "islands": {each.island: each.document() for each in settled},
        "chests": counted.chests,
        "coins": counted.coins,
        "relic": counted.relic,
        "eliminated": UNKNOWN,
        "score": UNKNOWN,
        "winners": UNKNOWN,
    }
    if state.gold == UNKNOWN:
        return result
    there = next((each for each in settled if each.island == state.gold), None)
    present = set(there.seats) if there is not None else set()
    spared = not present & set(state.owned) and state.table.readings["GI-Q22"] == "highest-sum"
    out = [] if spared else [seat for seat in state.owned if seat not in present]
    score = {
        seat: total((counted.chests[seat], counted.coins[seat], counted.relic[seat]))
        for seat in state.owned
        if seat not in out
    }
    return {**result, "eliminated": out, "score": score, "winners": _winners(state, score, there)}


def _winners(state: State, score: dict[str, Value], there: Settled | None) -> list[str] | Unknown:
    known = {seat: points for seat, points in score.items() if type(points) is int}
    if len(known) < len(score):
        return UNKNOWN
    best = [seat for seat, points in known.items() if points == max(known.values())]
    if len(best) < 2 or there is None or isinstance(there.ranks, str):
        return best
    first = next(permit for permit in there.ranks if permit.seat in best)
    level = {permit.seat for permit in there.ranks if permit.value == first.value}
    if state.table.readings["GI-Q23"] == "lowest-placed":
        return [first.seat]
    return [seat for seat in best if seat in level]


def score(state: State) -> Score:
    """The score, island by island, with lines that players can check by hand."""
    settled = settle(state)
    counted = count(state, settled)
    result = result_of(state)
    seats = tuple(_seat_score(state, settled, counted, result, seat) for seat in state.owned)
    winners = tuple(result["winners"]) if isinstance(result["winners"], list) else ()
    return Score(seats, winners, state.phase == "over", tuple(_notes(state, settled, result)))


def _seat_score(state: State, settled: list[Settled], counted: Count, result: dict[str, Any], seat: str) -> SeatScore:
    lines = [line for each in settled for line in _island_lines(state, each, seat)]
    for id, relic in state.relics.items():
        if relic.at == seat:
            lines.append(ScoreLine(said(id), relic.gold, "the gold printed on it"))
    if result["score"] == UNKNOWN:
        return SeatScore(seat, UNKNOWN, tuple(lines))
    if seat in result["eliminated"]:
        lines.append(ScoreLine("out", None, f"has nothing on {the_place(state.gold)}, the gold island"))
        return SeatScore(seat, None, tuple(lines), out=True)
    total = result["score"][seat]
    between = points_between(state, seat) if total == UNKNOWN else None
    return SeatScore(seat, total, tuple(lines), between=between, tie=_tie(state, settled, seat))


def _tie(state: State, settled: list[Settled], seat: str) -> tuple[int, ...]:
    """What decides between equals: their own permit on the gold island, and with GI-Q23 its place in the stack."""
    there = next((each.ranks for each in settled if each.island == state.gold), UNKNOWN)
    if isinstance(there, str) or len(there) < 2:
        return ()
    own = [(int(permit.value), -rank) for rank, permit in enumerate(there) if permit.seat == seat]
    best = max(own, default=())
    return best if state.table.readings["GI-Q23"] == "lowest-placed" else best[:1]


def _island_lines(state: State, each: Settled, seat: str) -> list[ScoreLine]:
    if seat not in each.seats:
        return []
    if isinstance(each.ranks, str):
        return [ScoreLine(the_place(each.island), UNKNOWN, f"{counted(len(each.seats), 'permit')}, not all turned up")]
    lines = []
    for rank, (permit, amount) in enumerate(zip(each.ranks, each.paid, strict=True)):
        if permit.seat != seat:
            continue
        if len(each.ranks) == 1:
            lines.append(ScoreLine(f"chest on {the_place(each.island)}", amount, "the only permit there"))
        elif rank == 0:
            why = f"highest of {number(len(each.ranks))} with {a_value(permit.value)}"
            lines.append(ScoreLine(f"chest on {the_place(each.island)}", amount, why))
        else:
            less = f"{each.chest} less {int(each.chest) - amount}" if type(amount) is int else "not turned up"
            why = f"{_ordinal(rank)} with {a_value(permit.value)}, chest {less}"
            lines.append(ScoreLine(f"coins on {the_place(each.island)}", amount, why))
    if each.island == state.gold and each.ranks[0].seat == seat:
        lines.append(ScoreLine("gold island", GOLD_COIN, f"the coin on the card of {the_place(each.island)}"))
    return lines


def _ordinal(rank: int) -> str:
    return ("first", "second", "third", "fourth")[rank] if rank < 4 else f"{rank + 1}th"


def _notes(state: State, settled: list[Settled], result: dict[str, Any]) -> list[str]:
    notes = []
    if state.phase == "play":
        notes.append("the game is not over: the islands are settled after the last turn")
    for each in settled:
        if each.chest == UNKNOWN:
            notes.append(f"the chest on {the_place(each.island)} has not been turned up")
        if isinstance(each.ranks, str):
            notes.append(f"the permits on {the_place(each.island)} have not all been turned up")
    if state.gold == UNKNOWN:
        notes.append("the gold island is not known yet")
    else:
        notes.append(f"the gold island is {the_place(state.gold)}")
        notes += [_tie_note(state, result)] if isinstance(result["winners"], list) else []
    return [note for note in notes if note]


def _tie_note(state: State, result: dict[str, Any]) -> str:
    points = result["score"]
    if not points:
        return "nobody has a permit there, so nobody wins"
    best = [seat for seat in points if points[seat] == max(points.values())]
    if len(best) < 2:
        return ""
    if result["winners"] == best:
        return f"{people(state.table, best)} are tied and share the win"
    return f"{people(state.table, best)} are tied; the higher permit on {the_place(state.gold)} decides"
