"""What breaks each rule of a tournament, what keeps it, and what leaves it open."""

from collections.abc import Iterator
from typing import Any

from replay.games.tournament.seating import seed_of
from tests.helpers.tools import Body
from tests.helpers.tournament_cases import (
    NAMES,
    CaseOf,
    Writer,
    disputed,
    head_of,
    penalised,
    seated,
    signed,
    three_tables,
)


def cases() -> Iterator[CaseOf]:
    """All of them, in the order of the rules page."""
    yield from _formats()
    yield from _entries()
    yield from _rounds()
    yield from _seats()
    yield from _results()
    yield from _records()
    yield from _later()
    yield from _penalties()
    yield from _readings_and_time()
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


def _results() -> Iterator[CaseOf]:
    rule = "TO-RESULT-1"
    yield (
        rule,
        "broken",
        seated().add({"do": "result", "round": 1, "table": 4, "how": "slip", "places": {}}),
        "no table 4",
    )
    players = seated().order()
    three = {player: place for place, player in enumerate(players[:3], 1)}
    yield rule, "broken", seated().slip(places=three), "somebody has no place"
    yield rule, "broken", seated().slip(places={**three, players[3]: 4, "zoe": 5}), "somebody did not sit there"
    yield rule, "broken", seated().slip(places={**three, players[3]: 5}), "there is no place 4"
    yield rule, "broken", seated().slip(winners=[players[1]]), "the winner is second"
    yield rule, "broken", seated().slip(how="ruling"), "no ruling gave it"
    yield rule, "ok", seated().slip(places={**three, players[3]: 3}), "two level on the third place"
    every_first = dict.fromkeys(players, 1)
    yield rule, "ok", seated().slip(places=every_first, winners=[]), "nobody won"
    ruled = seated().slip().add(*disputed(3), _amending(4, 3))
    given = {**ruled.lines[2], "how": "ruling", "ruling": 5}
    ruled.add({"do": "amend", "by": "Mo", "target": 3, "ruling": 5, "action": given})
    yield rule, "ok", ruled, "a ruling gave it, logged after the place where it counts"
    yield "TO-RESULT-5", "ok", Writer().setup().round().slip(), "a slip is signed on paper"


def _amending(dispute: int, target: int, **more: Any) -> Body:
    facts = {"standard": "agreed", "text": "counted again"}
    body = {"do": "ruling", "by": "Mo", "level": "head", "dispute": dispute, "verdict": "upheld", "remedy": "amend"}
    return {**body, "targets": [target], "facts": facts, **more}


def _records() -> Iterator[CaseOf]:
    writer = seated()
    lines = writer.record()
    for rule in ("TO-RESULT-2", "TO-RESULT-3", "TO-RESULT-4", "TO-RESULT-5", "TO-RESULT-6", "TO-RESULT-7", "TO-TIME-1"):
        yield rule, "ok", seated().collected(lines), "all is as the record says"
    for rule in ("TO-RESULT-2", "TO-RESULT-3", "TO-TIME-1"):
        yield rule, "open", seated().collected(lines, at_hand=False), "the record is not at hand"
    players = writer.order()
    other = {player: 5 - place for place, player in enumerate(players, 1)}
    yield "TO-RESULT-2", "broken", seated().collected(lines, places=other), "the other way round"
    yield "TO-RESULT-2", "broken", seated().collected(lines, winners=[]), "the record has a winner"
    begun = signed(lines[:2], [f"p{number}" for number in range(1, 5)])
    yield "TO-RESULT-2", "open", seated().collected(begun), "the game is not over there"
    wrong: dict[str, dict[str, Any]] = {
        "another event": {"event": "Quay Open"},
        "another round": {"round": 2},
        "another table": {"table": 7},
        "another kit": {"options": {"kit": "demo"}},
        "another reading": {"options": {"readings": {"SS-Q8": "once"}}},
    }
    for why, header in wrong.items():
        yield "TO-RESULT-3", "broken", seated().collected(writer.record(**header)), why
    strangers = [{"seat": f"p{number}", "name": name} for number, name in enumerate(("Uma", "Val", "Wes", "Xan"), 1)]
    yield "TO-RESULT-3", "broken", seated().collected(writer.record(players=strangers)), "other people"
    torn = seated().collected(lines, head=f"{len(lines)}:{head_of(lines, 3).partition(':')[2]}")
    yield "TO-RESULT-3", "broken", torn, "the record has another root"
    unpinned = seated().collected(lines, head=f"{len(lines)}:?")
    yield "TO-RESULT-3", "open", unpinned, "a head that does not pin it"
    longer = [*lines, {"do": "note", "text": "packed up"}]
    both = seated().collected(lines).collected(longer)
    yield "TO-RESULT-4", "ok", both, "the newer head goes on from the older"
    yield "TO-RESULT-4", "broken", seated().collected(longer).collected(lines), "the newer head is shorter"
    elsewhere = [*lines[:-1], {"do": "note", "text": "packed up"}]
    forked = seated().collected(lines, at_hand=False, how="slip").collected(longer)
    forked.lines[2] |= {"head": head_of(elsewhere)}
    yield "TO-RESULT-4", "broken", forked, "the older head is that of other lines"
    unknown = seated().collected(lines, at_hand=False).collected(longer, at_hand=False)
    yield "TO-RESULT-4", "open", unknown, "the record is not at hand"


def _later() -> Iterator[CaseOf]:
    writer = seated()
    players, lines = writer.order(), writer.record()
    unsigned = lines[:-1]
    grades = {**dict.fromkeys(players, "C"), players[3]: "none"}
    yield "TO-RESULT-5", "open", seated().collected(unsigned, signed=grades), "somebody has not signed"
    refused = {**grades, players[3]: "refuse"}
    yield "TO-RESULT-5", "open", seated().collected(unsigned, signed=refused), "somebody refuses"
    reason = seated().collected(unsigned, signed=grades, why="had to leave", by="Kim")
    yield "TO-RESULT-5", "ok", reason, "an official says why"
    claim = {"do": "dispute", "by": "p2", "about": "result", "kind": "score", "claim": "one more for me"}
    yield "TO-RESULT-6", "open", seated().collected([*lines, claim]), "a claim is open there"
    changed = {f"p{number}": 5 - number for number in range(1, 5)}
    claimed = [*lines, {**claim, "by": "p1"}, *_again(len(lines), changed)]
    late = seated().collected(claimed, size=len(lines))
    yield "TO-RESULT-7", "open", late, "the table has gone on"
    yield (
        "TO-RESULT-7",
        "ok",
        seated().collected(lines).collected(claimed, places=_turned_round(players)),
        "collected again",
    )


def _turned_round(players: list[str]) -> dict[str, int]:
    return {player: len(players) - place for place, player in enumerate(players)}


def _again(dispute: int, places: dict[str, int]) -> list[Body]:
    adjust = {"kind": "assigned", "outcomes": [{"result": {"places": places}}]}
    facts = {"standard": "agreed", "text": "counted again"}
    ruling = {"do": "ruling", "by": "Mo", "dispute": dispute, "verdict": "upheld", "remedy": "adjust"}
    return [{**ruling, "facts": facts, "adjust": adjust}, {"do": "final", "by": "Mo", "dispute": dispute}]


def _penalty(writer: Writer, lines: list[Body], seq: int, level: str, size: int | None = None, **more: Any) -> Body:
    source = {"record": lines[0]["id"], "head": head_of(lines, size), "seq": seq}
    player = writer.order()[1]
    return {"do": "penalty", "player": player, "level": level, "infraction": "slow play", "from": source, **more}


def _penalties() -> Iterator[CaseOf]:
    rule = "TO-PEN-1"
    writer = seated()
    lines = writer.record(*penalised(5, "p2", "warning", "slow play"))
    good = seated().add(_penalty(writer, lines, 6, "warning"))
    good.tables = [lines]
    yield rule, "ok", good, "the ruling there gives it"
    for why, body in {
        "another level": _penalty(writer, lines, 6, "caution"),
        "another event": _penalty(writer, lines, 5, "warning"),
        "another infraction": _penalty(writer, lines, 6, "warning", infraction="rudeness"),
        "another person": _penalty(writer, lines, 6, "warning", player=writer.order()[2]),
    }.items():
        wrong = seated().add(body)
        wrong.tables = [lines]
        yield rule, "broken", wrong, why
    yield rule, "open", seated().add(_penalty(writer, lines, 6, "warning")), "the record is not at hand"
    taken = [
        *lines,
        {"do": "reopen", "by": "Mo", "dispute": 5, "why": "a mistake"},
        {"do": "withdraw", "by": "p1", "dispute": 5},
    ]
    overturned = seated().add(_penalty(writer, taken, 6, "warning", size=len(lines)))
    overturned.tables = [taken]
    yield rule, "open", overturned, "overturned, and not lifted"
    lifted = seated().add(_penalty(writer, taken, 6, "warning", size=len(lines)), _penalty(writer, taken, 6, "lifted"))
    lifted.tables = [taken]
    yield rule, "ok", lifted, "overturned, and lifted"
    yield from _ladder()


def _ladder() -> Iterator[CaseOf]:
    rule = "TO-PEN-2"
    ladder = {"*": {"times": 2, "then": "points"}}

    def begun() -> Writer:
        return Writer().setup(ladder=ladder).round()

    writer = begun()
    mild = writer.record(*penalised(5, "p2", "warning", "slow play"), *penalised(8, "p2", "warning", "slow play"))
    both = [_penalty(writer, mild, 6, "warning"), _penalty(writer, mild, 9, "warning")]
    wrong = begun().add(*both)
    wrong.tables = [mild]
    yield rule, "broken", wrong, "a second warning"
    yield rule, "open", begun().add(*both), "the same, and the record is not at hand"
    why = {"why": "the first was half an hour ago"}
    said = writer.record(
        *penalised(5, "p2", "warning", "slow play"), *penalised(8, "p2", "warning", "slow play", penalty=why)
    )
    explained = begun().add(_penalty(writer, said, 6, "warning"), _penalty(writer, said, 9, "warning"))
    explained.tables = [said]
    yield rule, "ok", explained, "the ruling says why"
    hard = writer.record(*penalised(5, "p2", "warning", "slow play"), *penalised(8, "p2", "points", "slow play"))
    taken = begun().add(_penalty(writer, hard, 6, "warning"), _penalty(writer, hard, 9, "points"))
    taken.tables = [hard]
    yield rule, "ok", taken, "the step was taken"


def _readings_and_time() -> Iterator[CaseOf]:
    rule = "TO-READ-1"
    ruled = [*disputed("missing", kind="conduct"), {**_amending(2, 1), "remedy": "stand", "targets": []}]
    good = {"do": "reading", "game": "sea-or-shore", "question": "SS-Q8", "answer": "once", "ruling": 3}
    yield rule, "ok", Writer().setup().add(*ruled, good), "by a ruling"
    wrong: dict[str, Body] = {
        "an unknown game": {"game": "chess"},
        "an unknown question": {"question": "SS-Q99"},
        "an unknown answer": {"answer": "thrice"},
        "no ruling": {"ruling": 2},
    }
    for why, change in wrong.items():
        yield rule, "broken", Writer().setup().add(*ruled, {**good, **change}), why
    rule = "TO-TIME-1"
    writer = seated()
    slow = writer.record(*penalised(5, "p2", "warning", "slow play", time=300))
    yield rule, "broken", seated().collected(slow), "five minutes were not given back"
    given = {"do": "extend", "round": 1, "table": 1, "seconds": 300, "from": {"record": slow[0]["id"], "seq": 6}}
    yield rule, "ok", seated().add(given).collected(slow), "they were"
    short = writer.record(*penalised(5, "p2", "warning", "slow play", time=45))
    yield rule, "ok", seated().collected(short), "less than a minute"


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
