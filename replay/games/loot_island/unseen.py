"""The count when a treasure or healer was never seen: what holds whatever the unseen cards are."""

from itertools import product
from typing import Any

import msgspec

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.kit import same_healer
from replay.games.loot_island.points import bonus_of_places, crosses, parts_of, tie_distance
from replay.games.loot_island.state import State, has_aaron, kit_of
from replay.games.loot_island.words import whose

MOST_CROSSES = 4
"""No crown shows more crosses."""


class Span(msgspec.Struct, frozen=True):
    """The least and the most that a number can be; None where no end is known."""

    low: int | None
    high: int | None

    def told(self) -> Any:
        """As the result writes it: a number if it is certain."""
        return self.low if self.low == self.high else {"min": self.low, "max": self.high}


def unseen_of(state: State, actor: str) -> int:
    """How many treasures that an actor keeps, or for Aaron may keep, were never named."""
    return state.kept.get(actor, ()).count(UNKNOWN) + (state.memory.unseen if actor == AARON else 0)


def has_unseen(state: State) -> bool:
    """Whether the count rests on a card that was never named."""
    return UNKNOWN in state.taken.values() or any(unseen_of(state, actor) for actor in state.kept)


def unseen_things(state: State) -> list[str]:
    """What was never named, in words."""
    table = state.table
    kept = [f"one of {whose(table, actor)} treasures" for actor in state.kept if unseen_of(state, actor)]
    return [*kept, *(f"{whose(table, seat)} healer" for seat, name in state.taken.items() if name == UNKNOWN)]


def healer_span(state: State, seat: str) -> Span:
    """What an unseen healer may cost a player whose cubes are known."""
    kit, cubes = kit_of(state), state.cubes[seat]
    if kit.healers_assumed:
        return Span(1 if cubes else 0, None)
    seen = {same_healer(kit, name) for name in (*state.healers, *state.taken.values()) if name != UNKNOWN}
    possible = [healer for name, healer in kit.healers.items() if name not in seen] or list(kit.healers.values())
    costs = [healer.per * cubes + healer.fixed for healer in possible]
    return Span(min(costs), max(costs))


def crown_span(state: State, seat: str, ranked: list[str], may_leave: frozenset[str]) -> tuple[int, int]:
    """The least and the most that a player's crosses can bring, whatever the others turn out to have.

    `may_leave` are those who may be out for want of money, so that crowns are ranked again without them (LI-Q27).
    """
    own = crosses(state, seat)
    if not own:
        return 0, 0
    others = [other for other in ranked if other != seat]
    choices = [_relations(state, other, own, leaves=other in may_leave) for other in others]
    if has_aaron(state.table):
        choices.append(_relations(state, AARON, own, leaves=False))
        others.append(AARON)
    shares = state.table.readings["LI-Q26"] == "shares"
    found = set()
    for relations in product(*choices):
        above = relations.count("above")
        level = [who for who, how in zip(others, relations, strict=True) if how == "level"]
        found.add(bonus_of_places(state, above, 1 + len(level) - (AARON in level and not shares)))
    return min(found), max(found)


def _relations(state: State, other: str, own: int, *, leaves: bool) -> list[str]:
    """How another may stand to somebody with `own` crosses: above, level, or below (which is the same as out)."""
    least, unseen = crosses(state, other), unseen_of(state, other)
    most = least + MOST_CROSSES * unseen
    return [
        *(["above"] if most > own else []),
        *(["level"] if least <= own <= most else []),
        *(["below"] if least < own or leaves or (unseen and other != AARON) else []),
    ]


def spans_of(state: State, counting: list[str]) -> dict[str, tuple[Span, dict[str, Any]]]:
    """For each player without an unseen treasure: the score as a span, and the parts of it."""
    recount = state.table.readings["LI-Q27"] == "recount"
    certain = [seat for seat in counting if not unseen_of(state, seat)]
    first = {seat: _span(state, seat, counting, frozenset()) for seat in certain}
    if not recount:
        return first
    # Nobody's bonus is lower than with everybody ranked, so whoever can pay even then stays in.
    shaky = frozenset(seat for seat, (span, _) in first.items() if span.low is None or span.low < 0)
    again = {seat: _span(state, seat, counting, shaky) for seat in certain}
    lost = [seat for seat, (span, _) in again.items() if span.high is not None and span.high < 0]
    left = [seat for seat in counting if seat not in lost]
    found = {}
    for seat in certain:
        span, parts = again[seat] if seat in lost else _span(state, seat, left, shaky)
        found[seat] = (Span(None, span.high) if seat in shaky and seat not in lost else span, parts)
    return found


def _span(state: State, seat: str, ranked: list[str], may_leave: frozenset[str]) -> tuple[Span, dict[str, Any]]:
    low, high = crown_span(state, seat, ranked, may_leave)
    parts: dict[str, Any] = dict(parts_of(state, seat, low))
    lowest = highest = sum(parts.values())
    highest += high - low
    parts["crown"] = Span(parts["crown"], parts["crown"] + high - low).told()
    if state.taken.get(seat) != UNKNOWN:
        return Span(lowest, highest), parts
    cost = healer_span(state, seat)
    assert cost.low is not None, "what a healer costs at least is always known"
    dearest = -cost.high if cost.high is not None else None
    parts["healer"] = Span(dearest, -cost.low).told()
    return Span(lowest + dearest if dearest is not None else None, highest - cost.low), parts


def open_result(state: State) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The result as far as it is certain, and the players who certainly cannot pay."""
    seats = state.table.seats
    counting = [seat for seat in seats if seat not in state.out or unseen_of(state, seat)]
    spans = spans_of(state, counting)
    broke = tuple(seat for seat, (span, _) in spans.items() if span.high is not None and span.high < 0)
    scores: dict[str, Any] = {}
    for seat in seats:
        if unseen_of(state, seat):
            scores[seat] = UNKNOWN
        elif seat in spans and seat not in broke:
            span, _ = spans[seat]
            low = span.low if span.low is not None and span.low >= 0 else None
            scores[seat] = Span(low, span.high).told()
        else:
            scores[seat] = None
    parts = {seat: spans[seat][1] if seat in spans else UNKNOWN for seat in counting}
    ranking = _ranking(state, scores)
    return {"scores": scores, "parts": parts, "ranking": ranking, "winner": _winner(state, scores)}, broke


def ends_of(points: Any) -> tuple[int | None, int | None]:
    """The least and the most of a score as the result writes it; None where it may be out, or is not known."""
    if isinstance(points, dict):
        return points["min"], points["max"]
    return (points, points) if isinstance(points, int) else (None, None)


def _beats(state: State, scores: dict[str, Any], seat: str, other: str) -> bool:
    """Whether a player certainly comes before another."""
    low, high = ends_of(scores[seat])[0], ends_of(scores[other])[1]
    if scores[other] is None:
        return True
    if low is None or high is None:
        return False
    return low > high or (low == high and tie_distance(state, seat) < tie_distance(state, other))


def _winner(state: State, scores: dict[str, Any]) -> str | None:
    if all(points is None for points in scores.values()):
        return None
    for seat in scores:
        if ends_of(scores[seat])[0] is not None and all(
            _beats(state, scores, seat, other) for other in scores if other != seat
        ):
            return seat
    return UNKNOWN


def _ranking(state: State, scores: dict[str, Any]) -> Any:
    left = [seat for seat, points in scores.items() if points is not None]
    if any(ends_of(scores[seat])[0] is None for seat in left):
        return UNKNOWN
    for seat in left:
        for other in left:
            if seat != other and not (_beats(state, scores, seat, other) or _beats(state, scores, other, seat)):
                return UNKNOWN
    return sorted(left, key=lambda seat: sum(_beats(state, scores, other, seat) for other in left if other != seat))
