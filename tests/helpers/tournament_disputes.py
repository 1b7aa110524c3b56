"""The eight disputes of an organiser's day, A to H, each at a table of its game."""

import hashlib
from typing import Any

from records.limits import SALT_BYTES
from records.record import of_bodies
from records.salt import salt_of
from replay.library import game_of
from replay.outcome_making import outcome_at
from replay.read import read_body
from replay.reel import played
from replay.view import is_salt_due
from tests.helpers.tools import Body

FACTS = {"standard": "agreed", "text": "all at the table say so"}


def add(lines: list[Body], body: Body) -> int:
    """One more line of a table's record, a salt with it where one is due; its number."""
    last = next((line["at"] for line in reversed(lines) if "at" in line), None)
    timed = {"at": last, **body} if last is not None else body
    _, game, table = played(of_bodies(lines[0], []))
    if is_salt_due(game, table, read_body(game, table, timed)):
        digest = hashlib.sha256(f"{lines[0]['id']} {len(lines)}".encode()).digest()
        timed = {**timed, "salt": salt_of(digest[:SALT_BYTES])}
    lines.append(timed)
    return len(lines) - 1


def disputes_of(round: int, lines: list[Body], warned: str) -> None:
    """What is argued about at a table of a round; `warned` is who has two warnings before the last one."""
    game = lines[0]["game"]
    found = {
        (1, "loot-island"): _illegal_move_that_stood,
        (1, "lost-island"): _forgotten_event,
        (1, "sea-or-shore"): _unclear_rule,
        (1, "gold-island"): _two_scribes,
        (2, "sea-or-shore"): _hidden_card,
        (2, "gold-island"): _ruling_to_be_appealed,
        (2, "loot-island"): _two_warnings,
        (3, "lost-island"): _cheating,
    }.get((round, game))
    if found is not None:
        found(lines)
    if round == 3 and any(player["name"] == warned for player in lines[0]["players"]):
        _third_warning(lines, warned)


def _seat(lines: list[Body], place: int) -> str:
    return str(lines[0]["players"][place]["seat"])


def _claim(lines: list[Body], about: Any, kind: str, claim: str, place: int = 0) -> int:
    body = {"do": "dispute", "by": _seat(lines, place), "about": about, "kind": kind, "claim": claim}
    return add(lines, body)


def _rule(lines: list[Body], dispute: int, remedy: str, verdict: str = "upheld", **more: Any) -> int:
    body = {"do": "ruling", "by": "Kim", "dispute": dispute, "verdict": verdict, "remedy": remedy, "facts": FACTS}
    return add(lines, {**body, **more})


def _final(lines: list[Body], dispute: int) -> None:
    add(lines, {"do": "final", "by": "Mo", "dispute": dispute})


def _illegal_move_that_stood(lines: list[Body]) -> None:
    """A: noticed a turn later; it stands."""
    dispute = _claim(lines, 8, "illegal", "that was red on blue")
    _rule(lines, dispute, "stand", "dismissed", text="it was blue; play goes on")
    _final(lines, dispute)


def _forgotten_event(lines: list[Body]) -> None:
    """B: a move that nobody wrote down is put in."""
    place = next(number for number, line in enumerate(lines[20:], 20) if line.get("do") == "move")
    forgotten = {name: value for name, value in lines[place].items() if name not in ("salt", "at")}
    kept = [dict(line) for line in lines[1:place]] + [dict(line) for line in lines[place + 1 :]]
    del lines[1:]
    for line in kept:
        line.pop("salt", None)
        add(lines, line)
    dispute = _claim(lines, "missing", "omitted", "a move is missing here")
    ruling = _rule(lines, dispute, "insert", targets=[place - 1])
    correction = {"do": "insert", "by": "Kim", "after": place - 1, "action": forgotten, "ruling": ruling}
    add(lines, correction)
    _final(lines, dispute)


def _unclear_rule(lines: list[Body]) -> None:
    """C: a ruling answers a question of the rulebook."""
    question = game_of("sea-or-shore").question("SS-Q2")
    assert question is not None
    dispute = _claim(lines, 2, "rules-question", "do additions count beyond 12?")
    reading = {"question": question.id, "answer": question.default, "from": 1}
    _rule(lines, dispute, "stand", "none", reading=reading, time=150)
    _final(lines, dispute)


def _two_scribes(lines: list[Body]) -> None:
    """D: the other scribe does not have the last line; it is struck out."""
    names = {kind.__struct_config__.tag for kind in game_of(lines[0]["game"]).actions}
    last = next(line for line in reversed(lines) if line.get("do") in names)
    twice = add(lines, {name: value for name, value in last.items() if name != "salt"})
    dispute = _claim(lines, twice, "misrecorded", "that was written twice")
    text = "the second scribe's record ends a line earlier"
    add(lines, {"do": "evidence", "by": "Lee", "dispute": dispute, "kind": "other-record", "text": text})
    ruling = _rule(lines, dispute, "void", targets=[twice])
    add(lines, {"do": "amend", "by": "Kim", "target": twice, "action": None, "ruling": ruling})
    _final(lines, dispute)


def _hidden_card(lines: list[Body]) -> None:
    """E: a card shown later was another; the head official assigns the result."""
    dispute = _claim(lines, 3, "hidden", "that was not the card they had", 1)
    ruled = {"level": "head", "by": "Mo"}
    _rule(lines, dispute, "adjust", **ruled, adjust=_swapped(lines, "the first two change places"))
    _final(lines, dispute)


def _swapped(lines: list[Body], why: str) -> Body:
    """A result with the first two the other way round."""
    places = dict(outcome_at(of_bodies(lines[0], lines[1:])).result.places)
    order = sorted(places, key=lambda seat: places[seat])
    order[0], order[1] = order[1], order[0]
    swapped = {seat: place for place, seat in enumerate(order, 1)}
    return {"kind": "assigned", "outcomes": [{"result": {"places": swapped}}], "why": why}


def _ruling_to_be_appealed(lines: list[Body]) -> None:
    """F: a floor official gives a loss of the game."""
    dispute = _claim(lines, "conduct", "conduct", "they looked into the bag", 1)
    penalty = {"person": _seat(lines, 0), "level": "game-loss", "infraction": "looking into the bag"}
    _rule(lines, dispute, "stand", penalties=[penalty])


def after_the_appeal(tables: dict[str, list[Body]]) -> None:
    """F, later: the head official hears the appeal, and takes it back."""
    seconds = (lines for name, lines in tables.items() if name.startswith("r2"))
    lines = next(lines for lines in seconds if lines[0]["game"] == "gold-island")
    ruling = next(number for number, line in enumerate(lines) if line.get("do") == "ruling")
    body = {"do": "appeal", "by": _seat(lines, 0), "ruling": ruling, "grounds": "fact", "text": "the bag was closed"}
    add(lines, body)
    dispute = lines[ruling]["dispute"]
    _rule(lines, dispute, "stand", "dismissed", by="Mo", level="head")
    _final(lines, dispute)


def _warned(lines: list[Body], person: str, **more: Any) -> None:
    """A warning for slow play."""
    dispute = _claim(lines, "conduct", "conduct", "they take too long", 1)
    penalty = {"person": person, "level": "warning", "infraction": "slow play", **more}
    _rule(lines, dispute, "stand", penalties=[penalty], time=90)
    _final(lines, dispute)


def _two_warnings(lines: list[Body]) -> None:
    """G: two warnings for one person."""
    person = lines[0]["players"][0]["name"]
    _warned(lines, person)
    _warned(lines, person)


def _third_warning(lines: list[Body], person: str) -> None:
    """G, later: the third one, at another table; the ruling says why it stays at that."""
    _warned(lines, person, why="the table waited for an official, not for them")


def _cheating(lines: list[Body]) -> None:
    """H: cheating; a witness speaks to officials alone; the result is assigned, and the cheater is thrown out."""
    dispute = _claim(lines, "conduct", "hidden", "the value was another", 1)
    witness = {"do": "evidence", "by": "Lee", "dispute": dispute, "kind": "witness", "see": "officials"}
    add(lines, {**witness, "text": "they looked under the stone"})
    penalty = {"person": _seat(lines, 0), "level": "disqualification", "infraction": "cheating"}
    adjust = _last(lines, _seat(lines, 0))
    _rule(lines, dispute, "adjust", by="Mo", level="head", adjust=adjust, penalties=[penalty])
    _final(lines, dispute)


def _last(lines: list[Body], seat: str) -> Body:
    places = dict(outcome_at(of_bodies(lines[0], lines[1:])).result.places)
    order = sorted((one for one in places if one != seat), key=lambda one: places[one])
    given = {one: place for place, one in enumerate([*order, seat], 1)}
    return {"kind": "artificial", "outcomes": [{"result": {"places": given}}], "why": "nobody gains by cheating"}
