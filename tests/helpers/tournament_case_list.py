"""What breaks each rule of a tournament, what keeps it, and what leaves it open."""

from collections.abc import Iterator
from typing import Any

from replay.games.tournament.seating import seed_of
from tests.helpers.tools import Body
from tests.helpers.tournament_cases import (
    NAMES,
    CaseOf,
    Writer,
    head_of,
    penalised,
    seated,
    three_tables,
)
from tests.helpers.tournament_result_cases import result_cases


def cases() -> Iterator[CaseOf]:
    """All of them, in the order of the rules page."""
    yield from _formats()
    yield from _entries()
    yield from _rounds()
    yield from _seats()
    yield from result_cases()
    yield from _derived()


def _formats() -> Iterator[CaseOf]:
    rule = "TO-SETUP-1"
    wrong: dict[str, dict[str, Any]] = {
        "no round at all": {"rounds": 0},
        "an unknown game": {"games": ["chess"]},
        "an unknown system": {"system": "knockout"},
        "an unknown scoring": {"scoring": "goals"},
        "an unknown break": {"breaks": ["weight"]},
        "an unknown level": {"ladder": {"*": {"times": 3, "then": "exile"}}},
        "want beyond max": {"size": {"want": 6, "min": 3, "max": 5}},
        "no game for such tables": {"size": {"want": 7, "min": 6, "max": 8}},
        "no points for tables of five": {"points": {"3": [300, 180, 60], "4": [300, 180, 120, 60]}},
        "three points for four players": {
            "points": {"3": [300, 180, 60], "4": [300, 180, 60], "5": [300, 180, 120, 60, 0]}
        },
        "points that rise": {"points": {"3": [60, 180, 300], "4": [300, 180, 120, 60], "5": [300, 180, 120, 60, 0]}},
        "a tie that does not divide": {
            "points": {"3": [301, 180, 60], "4": [300, 180, 120, 60], "5": [300, 180, 120, 60, 0]}
        },
        "shares of a game without points": {"games": ["lost-island"], "scoring": "share"},
    }
    for why, fields in wrong.items():
        yield rule, "broken", Writer().setup(**fields), why
    yield rule, "ok", Writer().setup(), "all as usual"
    games = [["loot-island", "sea-or-shore"], ["gold-island"]]
    own = {"2": [120, 0], "3": [120, 60, 0], "4": [180, 120, 60, 0]}
    full = Writer().setup(games=games, size={"want": 4, "min": 2, "max": 4}, points=own, breaks=["lot"], bye=60)
    yield rule, "ok", full, "another list of games for the second round, points of one's own"
    yield "TO-SETUP-2", "broken", Writer().setup().setup(rounds=3), "a second set-up"
    yield "TO-SETUP-2", "ok", Writer().setup(), "one set-up"


def _entries() -> Iterator[CaseOf]:
    rule = "TO-ENTER-1"
    yield rule, "broken", Writer().setup().add({"do": "enter", "player": "ann", "name": "Ann"}), "she is in already"
    twin = {"do": "enter", "player": "ann-2", "name": " ANN "}
    yield rule, "open", Writer().setup().add(twin), "the same name"
    numbered = [
        {"do": "enter", "player": "eve", "name": "Eve", "number": "77"},
        {"do": "enter", "player": "fay", "name": "Fay", "number": "77"},
    ]
    yield rule, "open", Writer().setup().add(*numbered), "the same number"
    back = [{"do": "drop", "player": "ann"}, {"do": "enter", "player": "ann"}]
    yield rule, "ok", Writer().setup().add(*back), "back after a drop"
    yield rule, "ok", Writer().setup().add({"do": "enter", "player": "eve", "name": "Eve"}), "somebody new"
    empty = Writer(players=[]).setup().add({"do": "enter", "player": "eve", "name": "Eve", "club": "Quay"})
    yield rule, "ok", empty, "a header without players"
    rule = "TO-DROP-1"
    yield rule, "broken", Writer().setup().add({"do": "drop", "player": "zoe"}), "nobody entered as zoe"
    twice = [{"do": "drop", "player": "ann"}, {"do": "drop", "player": "ann"}]
    yield rule, "broken", Writer().setup().add(*twice), "out already"
    yield rule, "ok", Writer().setup().add({"do": "drop", "player": "ann", "why": "ill"}), "she was in"


def _rounds() -> Iterator[CaseOf]:
    rule = "TO-ROUND-1"
    yield rule, "broken", Writer().setup().round(2), "round 2 first"
    yield rule, "broken", seated().round(2), "round 1 has no result yet"
    beyond = Writer().setup(rounds=1).round().slip().round(2)
    yield rule, "broken", beyond, "there is one round"
    yield rule, "ok", seated().slip().round(2), "round 2 after the results of round 1"
    rule = "TO-SEAT-1"
    for why, change in _misplaced().items():
        writer = Writer(*NAMES).setup()
        body = writer.seating(1)
        change(body["tables"], body)
        yield rule, "broken", writer.add({**body, "hand": "late"}), why
    gone = Writer(*NAMES).setup()
    body = gone.seating(1)
    gone = (
        Writer(*NAMES).setup().add({"do": "drop", "player": body["tables"][0]["players"][0]}, {**body, "hand": "late"})
    )
    yield rule, "broken", gone, "somebody who dropped out sits"
    outside = Writer(*NAMES).setup().round(out=["hal"])
    yield rule, "ok", outside, "Hal is out by name"
    again = Writer().setup().round().slip()
    second = again.seating(2)
    second["tables"][0]["record"] = body["tables"][0]["record"]
    yield rule, "broken", again.add(second), "the record of another table"


def _misplaced() -> dict[str, Any]:
    def missing(tables: list[Body], body: Body) -> None:
        del tables[0]["players"][-1]

    def twice(tables: list[Body], body: Body) -> None:
        tables[0]["players"].append(tables[1]["players"][0])

    def unknown(tables: list[Body], body: Body) -> None:
        tables[0]["players"].append("zoe")

    def out_and_in(tables: list[Body], body: Body) -> None:
        body["out"] = [tables[0]["players"][0]]

    def same_number(tables: list[Body], body: Body) -> None:
        tables[1] |= {"table": 1}

    return {
        "somebody sits nowhere": missing,
        "somebody sits twice": twice,
        "somebody unknown sits": unknown,
        "somebody is out by name and sits": out_and_in,
        "two tables have one number": same_number,
    }


def _by_hand(writer: Writer, round: int, rows: list[list[str]], hand: str | None = "late", **more: Any) -> Writer:
    """A round with these tables."""
    body = writer.seating(round)
    tables = [
        {
            **body["tables"][0],
            "table": number,
            "players": players,
            "record": f"{body['tables'][0]['record'][:-1]}{number}",
        }
        for number, players in enumerate(rows, 1)
    ]
    return writer.add({**body, "tables": tables, **({"hand": hand} if hand else {}), **more})


def _seats() -> Iterator[CaseOf]:
    rule = "TO-SEAT-2"
    six = Writer("ann", "bob", "cleo", "dee", "eve", "fay").setup()
    yield rule, "broken", _by_hand(six, 1, [["ann", "bob", "cleo", "dee", "eve", "fay"]]), "six at a table for five"
    pair = Writer("ann", "bob", "cleo", "dee").setup(games=["loot-island"], system="fixed")
    yield rule, "broken", _fixed(pair, [["ann", "bob"], ["cleo", "dee"]]), "tables of two in a format of three to five"
    pair = Writer("ann", "bob", "cleo", "dee").setup(games=["loot-island"])
    yield rule, "open", _by_hand(pair, 1, [["ann", "bob"], ["cleo", "dee"]]), "the same by hand"
    yield rule, "ok", seated(), "a table of four"
    rule = "TO-SEAT-3"
    again = three_tables()
    first = [again.order("r1t1"), again.order("r1t2")]
    yield rule, "open", _by_hand(again, 2, [_turned(one) for one in first]), "all meet again, by hand"
    yield rule, "ok", three_tables().round(2), "as few as can be meet again"
    rule = "TO-SEAT-4"
    again = Writer().setup(system="fixed").round().slip()
    row = again.order()
    yield rule, "broken", _fixed(again, [row], 2), "the same player starts again"
    again = Writer().setup().round().slip()
    yield rule, "open", _by_hand(again, 2, [again.order()]), "the same by hand"
    yield rule, "ok", seated().slip().round(2), "another starts"
    rule = "TO-SEAT-5"
    chosen = Writer(*NAMES).setup()
    body = chosen.seating(1)
    yield rule, "broken", chosen.add({**body, "seed": seed_of("1:other", 1)}), "a seed that nobody threw"
    moved = Writer(*NAMES).setup()
    body = moved.seating(1)
    one, other = body["tables"][0]["players"], body["tables"][1]["players"]
    one[0], other[0] = other[0], one[0]
    yield rule, "broken", moved.add(body), "two players have changed places"
    hand = Writer(*NAMES).setup()
    yield rule, "open", hand.add({**hand.seating(1), "hand": "two came late"}), "seated by hand"
    yield rule, "ok", Writer(*NAMES).setup().round(nonce="6 2 5"), "with dice"
    corrected = three_tables().round(2)
    amended = {
        **corrected.lines[2],
        "places": {player: 5 - place for player, place in corrected.lines[2]["places"].items()},
    }
    corrected.add({"do": "amend", "by": "scribe", "target": 3, "action": amended, "why": "the wrong way round"})
    yield rule, "ok", corrected, "a result of round 1 was corrected after round 2 was seated"


def _turned(row: list[str]) -> list[str]:
    """The same players, another first."""
    return [*row[1:], row[0]]


def _fixed(writer: Writer, rows: list[list[str]], round: int = 1) -> Writer:
    tables = [
        {"table": number, "game": writer.lines[0]["games"][0], "players": players, "record": f"01FIXED{round}{number}"}
        for number, players in enumerate(rows, 1)
    ]
    return writer.add({"do": "round", "round": round, "seed": "0" * 64, "tables": tables})


def _derived() -> Iterator[CaseOf]:
    first = seated().order()[0]
    counted = seated().slip().add({"do": "observe", "facts": {f"points.{first}": 300, f"place.{first}": 1}})
    yield "TO-OBS-1", "ok", counted, "the wall says what the log gives"
    wrong = seated().slip().add({"do": "observe", "facts": {f"points.{first}": 240}})
    yield "TO-OBS-1", "broken", wrong, "other points on the wall"
    yield "TO-SCORE-11", "broken", wrong, "other points on the wall"
    yield "TO-OBS-1", "open", seated().add({"do": "observe", "facts": {"points.zoe": 240}}), "nobody entered as zoe"
    lines = seated().record(*penalised(5, "p1", "points", "slow play"))
    source = {"record": lines[0]["id"], "head": head_of(lines), "seq": 6}
    taken = {"do": "penalty", "player": first, "level": "points", "infraction": "slow play", "from": source}
    fined = seated().slip().add(taken, {"do": "observe", "facts": {f"points.{first}": 300}})
    fined.tables = [lines]
    yield "TO-SCORE-12", "broken", fined, "the wall has forgotten a penalty"
    place = seated().slip().add({"do": "observe", "facts": {f"place.{first}": 2}})
    yield "TO-STAND-11", "broken", place, "another order on the wall"
