"""The count, in lines that a table can check by hand."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.kit import Treasure, healer_of
from replay.games.loot_island.points import (
    SET_OF_SKULLS,
    base_of,
    book_pairs,
    crosses,
    crown_bonuses,
    jewel_bonus,
    parts_of,
    skull_sets,
    treasures_of,
)
from replay.games.loot_island.state import CURSED, State, has_aaron, kit_of
from replay.games.loot_island.unseen import Span, has_unseen, spans_of, unseen_of, unseen_things
from replay.games.loot_island.words import everybody, say, who, whose
from replay.saying import counted, listed, number
from replay.score import Score, ScoreLine, SeatScore
from replay.table import Table

Spans = dict[str, tuple[Span, dict[str, Any]]]
_WORDS = {
    "amulet": "amulets",
    "coins": "coin bags",
    "book": "books",
    "jewel": "jewels",
    "crown": "crowns",
    "skull": "skulls",
    "first": "first-player tile",
    "healer": "healer",
}


def score(state: State) -> Score:
    """The count at the end, or what it would be now."""
    over = state.result is not None
    if state.result is not None:
        counting = list(state.result["parts"])
    else:
        counting = [seat for seat in state.table.seats if state.cubes[seat] < CURSED and seat not in state.out]
    if has_unseen(state):
        spans = spans_of(state, counting)
        seats = tuple(_open_seat(state, seat, counting, spans) for seat in state.table.seats)
    else:
        bonuses = crown_bonuses(state, counting)
        seats = tuple(_seat(state, seat, bonuses) for seat in state.table.seats)
    winner = state.result["winner"] if state.result is not None else None
    return Score(seats, (winner,) if winner not in (None, UNKNOWN) else (), over, tuple(_notes(state)))


def _out(state: State, seat: str) -> SeatScore:
    cubes = state.cubes[seat]
    why = f"{cubes} cubes: {CURSED} or more is too many" if cubes >= CURSED else "out of the game"
    return SeatScore(seat, None, (ScoreLine("out", None, why),), out=True)


def _open_seat(state: State, seat: str, counting: list[str], spans: Spans) -> SeatScore:
    """The score of a player while some treasure or healer is not known: as far as it is certain."""
    unseen = unseen_of(state, seat)
    if not unseen and seat not in counting:
        return _out(state, seat)
    span, parts = spans.get(seat, (Span(None, None), parts_of(state, seat, 0)))
    lines = [_part_line(state, seat, part, points) for part, points in parts.items()]
    told = [line for line in lines if line.points or line.why]
    if unseen:
        told.append(
            ScoreLine("unseen", UNKNOWN, f"{counted(unseen, 'treasure')} never named: value and curse are not known")
        )
    elif span.low == span.high:
        return _closed(state, seat, span.low or 0, told)
    may_be_out = span.low is None or span.low < 0
    if not unseen and may_be_out:
        told.append(
            ScoreLine(
                "out", None, f"{who(state.table, seat)} may be out: it is not certain that the healer can be paid"
            )
        )
    between = (span.low, span.high) if span.low is not None and span.high is not None and span.low >= 0 else None
    return SeatScore(seat, UNKNOWN, tuple(told), between=between, tie=_tie(state, seat))


def _part_line(state: State, seat: str, part: str, points: Any) -> ScoreLine:
    """One part; one that is not certain says between which ends it lies."""
    if not isinstance(points, dict):
        bonus = points - base_of(treasures_of(state, seat), "crown") if part == "crown" else 0
        return ScoreLine(_WORDS[part], points, _why(state, seat, part, bonus))
    low, high = points["min"], points["max"]
    why = f"between {low} and {high}" if low is not None else f"{high} at most"
    return ScoreLine(_WORDS[part], UNKNOWN, f"{why}: a card was never named")


def _closed(state: State, seat: str, total: int, lines: list[ScoreLine]) -> SeatScore:
    """The total of a player for whom every line is certain."""
    if state.result is None and state.cubes[seat] > 0 and seat not in state.taken:
        lines.append(ScoreLine("healer", UNKNOWN, f"{counted(state.cubes[seat], 'cube')}, not chosen yet"))
    if state.result is not None and (seat in state.out or total < 0):
        lines.append(ScoreLine("out", None, f"{total} is below 0: the healer cannot be paid"))
        return SeatScore(seat, None, tuple(lines), out=True)
    return SeatScore(seat, total, tuple(lines), tie=_tie(state, seat))


def _tie(state: State, seat: str) -> tuple[int]:
    """Between equal scores, whoever sits nearest to the first-player tile clockwise comes first."""
    return (-state.table.clockwise(state.first).index(seat),)


def _seat(state: State, seat: str, bonuses: dict[str, int]) -> SeatScore:
    if seat not in bonuses:
        return _out(state, seat)
    parts = parts_of(state, seat, bonuses[seat])
    if state.result is not None:
        parts = state.result["parts"][seat]
    lines = [_part_line(state, seat, part, points) for part, points in parts.items()]
    return _closed(state, seat, sum(parts.values()), [line for line in lines if line.points or line.why])


def _why(state: State, seat: str, part: str, bonus: int) -> str:
    owned = treasures_of(state, seat)
    mine = [treasure for treasure in owned if treasure.type == part]
    printed = " + ".join(str(treasure.base) for treasure in mine)
    match part:
        case "amulet" | "coins":
            return printed
        case "book":
            return "; ".join(_pair(state.table, book, partner) for book, partner in book_pairs(owned))
        case "jewel":
            extra = jewel_bonus(len(mine))
            return f"{printed}, and {extra} for {number(len(mine))} jewels" if extra else printed
        case "crown":
            crossed = counted(crosses(state, seat), "cross")
            return f"{printed}, and {bonus} for {crossed}" if mine else ""
        case "skull":
            return _skulls(owned, printed) if mine else ""
        case "healer":
            return _healer(state, seat)
        case _:
            return ""


def _pair(table: Table, book: Treasure, partner: Treasure | None) -> str:
    if partner is None:
        return f"{say(table, book.name)} has no partner"
    points = book.times * partner.curse
    return f"{say(table, book.name)} with {say(table, partner.name)}: {book.times} × {partner.curse} = {points}"


def _skulls(owned: list[Treasure], printed: str) -> str:
    types = len({treasure.type for treasure in owned} - {"skull"})
    sizes = skull_sets([treasure.skull for treasure in owned if treasure.type == "skull"])
    sets = " + ".join(str(SET_OF_SKULLS[min(size, 3)]) for size in sizes)
    return f"{printed}, and {counted(types, 'other type')} × ({sets})"


def _healer(state: State, seat: str) -> str:
    name = state.taken.get(seat)
    if name is None:
        return ""
    healer = healer_of(kit_of(state), name)
    if healer is None:
        return "a healer that was never named"
    fixed = f" + {healer.fixed}" if healer.fixed else ""
    paid = f": {healer.per} × {state.cubes[seat]}{fixed}" if healer.per else ""
    return f"{say(state.table, name)}{paid}"


def _nearest(state: State, seat: str) -> str:
    """Why this one of several equal players wins."""
    if seat == state.first:
        return f"{who(state.table, seat)} has the first-player tile"
    return f"{who(state.table, seat)} sits nearest to {whose(state.table, state.first)} first-player tile"


def _notes(state: State) -> list[str]:
    notes = []
    if has_aaron(state.table) and crosses(state, AARON):
        notes.append(f"Aaron has {counted(crosses(state, AARON), 'cross')} in the ranking of crowns")
    if state.result is None:
        return [*notes, "the game is not over: this is the count so far"]
    ranking, scores = state.result["ranking"], state.result["scores"]
    if not ranking:
        notes.append("everybody is out: nobody wins")
    elif ranking == UNKNOWN or UNKNOWN in scores.values():
        notes.append(f"never named: {listed(unseen_things(state))}")
        if state.result["winner"] == UNKNOWN:
            notes.append("so it is not certain who wins")
    elif len(ranking) > 1 and scores[ranking[0]] == scores[ranking[1]]:
        level = [seat for seat in ranking if scores[seat] == scores[ranking[0]]]
        tied = f"{everybody(state.table, level)} have {scores[ranking[0]]} each"
        notes.append(f"{tied}: {_nearest(state, ranking[0])}")
    return notes
