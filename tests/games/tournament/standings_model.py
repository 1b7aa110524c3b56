"""Standings once more, written from the page alone on plain data; it shares no code with the game."""

import hashlib
import json
from fractions import Fraction
from statistics import mean
from typing import Any

STRIKES = ["game-loss", "match-loss", "round-exclusion"]


def counted(name: str, table: Any, form: Any, penalties: list[Any]) -> tuple[Any, ...]:
    """Places, winners, points and shares of a table as penalties leave them, and for whom it does not count."""
    seats, places, winners, scores = table
    struck: dict[str, str] = {}
    for who, level, _, where, strikes in penalties:
        if where == name and level in STRIKES and (strikes or level == "round-exclusion"):
            struck[who] = max(struck.get(who, level), level, key=STRIKES.index)
    losers = {who for who in places if struck.get(who, "").endswith("loss")}
    if losers:
        order = {who: (who in losers, 0 if who in losers else place) for who, place in places.items()}
        places = {who: 1 + sum(other < own for other in order.values()) for who, own in order.items()}
        winners = winners and None
    winners = [who for who in places if places[who] == 1] if winners is None else winners
    own = {who: max(0, (scores or {}).get(who) or 0) for who in seats}
    total, row, points = sum(own.values()), form["points"][str(len(seats))], {}
    for who, place in places.items():
        level = list(places.values()).count(place)
        by_place = sum(row[place - 1 : place - 1 + level]) // level
        share = (20000 * own[who] + total) // (2 * total) if total and who not in losers else 0
        win = 60 // len(winners) if who in winners else 0
        points[who] = {"places": by_place, "wins": win, "share": share}[form["scoring"]]
    gone = {who for who in places if struck.get(who) == "round-exclusion"}
    known = scores is not None and all(who in scores for who in seats)
    shares = {who: Fraction(own[who], total or 1) for who in seats} if known else None
    return places, winners, {**points, **dict.fromkeys(gone, 0)}, shares, gone


def standings(players: list[str], form: Any, rounds: list[Any], tables: Any, penalties: list[Any]) -> list[Any]:
    """[(player, place, points)] in listing order."""
    done = [counted(name, table, form, penalties) for name, table in tables.items()]
    sat = {who: [one for one in done if who in one[0]] for who in players}
    totals = {who: sum(points[who] for _, _, points, _, _ in sat[who]) for who in players}
    for _, out, banned in rounds:
        totals |= {who: totals[who] + form["bye"] for who in out if who not in banned}
    for who, level, amount, _, _ in penalties:
        totals[who] -= amount if level == "points" else 0

    def worth(name: str, who: str, group: list[str]) -> Any:
        mine = [one for one in sat[who] if who not in one[-1]]
        rates = [[Fraction(totals[x], len(sat[x])) for x in places if x != who] for places, *_ in mine]
        lot = json.dumps(["quartermaster/lot/1", rounds[-1][0] if rounds else "", who], separators=(",", ":"))
        return {
            "total": totals[who],
            "wins": sum(60 // len(winners) for _, winners, *_ in mine if who in winners),
            "seconds": sum(places[who] == 2 for places, *_ in mine),
            "share": mean([shares[who] for _, _, _, shares, _ in mine if shares] or [Fraction(0)]),
            "opponents": mean([mean(others) for others in rates] or [Fraction(0)]),
            "meeting": sum(points[who] for places, _, points, *_ in mine if set(group) <= set(places)),
            "penalties": -sum(one == who and level != "note" for one, level, *_ in penalties),
            "lot": -int(hashlib.sha256(lot.encode()).hexdigest(), 16) if rounds else 0,
        }[name]

    gone = {who for who, level, *_ in penalties if level == "disqualification"}
    groups = [[who for who in players if who not in gone]]
    for name in ("total", *form["breaks"]):
        valued = [{who: worth(name, who, group) for who in group} for group in groups]
        groups = [[x for x in one if one[x] == v] for one in valued for v in sorted(set(one.values()), reverse=True)]
    found: list[Any] = []
    for group in (*groups, gone & set(players)):
        found += [(who, 1 + len(found), totals[who]) for who in sorted(group)]
    return found
