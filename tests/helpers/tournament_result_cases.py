"""The same for results, penalties, readings and time: what breaks a rule, keeps it, or leaves it open."""

from collections.abc import Iterator
from typing import Any

from tests.helpers.tools import Body
from tests.helpers.tournament_cases import (
    CaseOf,
    Writer,
    disputed,
    head_of,
    penalised,
    seated,
    signed,
)


def result_cases() -> Iterator[CaseOf]:
    """All of them, in the order of the rules page."""
    yield from _results()
    yield from _records()
    yield from _later()
    yield from _penalties()
    yield from _readings_and_time()


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
