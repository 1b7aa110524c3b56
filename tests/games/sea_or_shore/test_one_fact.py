"""Sea or Shore: a legal game in which one fact is another than it was is found out, unless it is legal too."""

import copy
from collections.abc import Iterator
from random import Random

import pytest

from replay.games.sea_or_shore.words import CARDS, COLOURS
from replay.read import put
from tests.games.sea_or_shore.model import is_legal
from tests.helpers.one_fact import Change, Explanations, Fact, changed, judged, some_changes
from tests.helpers.slow import many, shares
from tests.helpers.tools import Body, dealt

pytestmark = pytest.mark.slow

TREASURES = tuple(f"{colour}-{points}" for colour in COLOURS for points in range(1, 7))
HALVES = (*COLOURS, *range(1, 13), *CARDS)
KINDS = {
    *(f"{do}.{field}" for do in ("setup", "round") for field in ("starter", "treasures", "hands")),
    *("setup.actions", "pass.cards", "lay.by", "lay.shows", "lay.add"),
    *("show.cards", "show.add", "show.steals", "turn.treasures"),
    *("act.by", "act.action", "act.from", "act.n", "act.took", "act.gave", "act.deck"),
    *("act.saw", "act.order", "act.take", "act.discard"),
}
"""Every kind of fact in a dealt game."""

NOBODY_CAN_TELL: Explanations = {}
"""Changes that stay silent although the game is not legal any more: none."""


def facts_of(header: Body, lines: list[Body]) -> Iterator[Fact]:
    """All facts of a game in full, each with the other values that it could have been given."""
    seats = tuple(player["seat"] for player in header["players"])
    decks = ("all", "rb", "gp")
    single = {"starter": seats, "by": seats, "from": (*seats, "pile"), "shows": HALVES, "add": tuple(range(6))}
    single |= {"action": (1, 2, 3, 4), "n": (0, 1, 2, 3), "deck": decks, "take": CARDS, "discard": CARDS}
    lists = {"treasures": TREASURES, "saw": TREASURES, "order": TREASURES, "took": CARDS, "gave": CARDS}
    maps = {"hands": CARDS, "cards": CARDS, "add": tuple(range(6)), "steals": seats, "actions": (1, 2, 3, 4)}
    for seq, line in enumerate(lines, 1):
        if line["do"] == "act" and line["action"] == 1:
            line = {"n": None, **line}
        if line["do"] == "show":
            line = {**line, "steals": {**dict.fromkeys(seats), **line.get("steals", {})}}
            line = {**line, "add": {**dict.fromkeys(seats, 0), **line.get("add", {})}}
        for field, value in line.items():
            if isinstance(value, dict):
                for key, item in value.items():
                    places = enumerate(item) if isinstance(item, list) else [("", item)]
                    for place, one in places:
                        yield _fact(seq, f"{field}.{key}{'.' if place != '' else ''}{place}", one, maps[field])
            elif isinstance(value, list):
                for place, one in enumerate(value):
                    yield _fact(seq, f"{field}.{place}", one, lists[field])
            elif field in single:
                yield _fact(seq, field, value, single[field])


def _fact(seq: int, path: str, value: object, choices: tuple[object, ...]) -> Fact:
    return Fact(seq, path, tuple(other for other in choices if other != value))


def changes(seeds: range, players: int, each: int) -> Iterator[Change]:
    """Random changes of dealt games."""
    for seed in seeds:
        simulated = dealt("sea-or-shore", players, seed)
        yield from some_changes(simulated.header, simulated.full, facts_of, Random(seed), each)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seeds", shares(1, many(5, 85)))
def test_one_changed_fact_is_found_out_or_makes_another_legal_game(players: int, seeds: range) -> None:
    report = judged(changes(seeds, players, 40), is_legal, NOBODY_CAN_TELL)

    assert report.silent == [], "\n".join(map(str, report.silent[:5]))
    assert report.accused == [], "\n".join(f"{rule}: {change}" for change, rule in report.accused[:5])
    if len(seeds) > 10:
        assert set(report.tried) == KINDS


# --- what was hidden during the game and revealed afterwards


def facts_revealed(header: Body, lines: list[Body]) -> Iterator[Fact]:
    """The facts that the reveals of a scribe's record tell."""
    for seq, line in enumerate(lines, 1):
        if line["do"] == "reveal":
            choices = TREASURES if line["what"].split(".")[1] in ("saw", "order") else CARDS
            if isinstance(line["value"], list):
                for place, one in enumerate(line["value"]):
                    yield _fact(seq, f"value.{place}", one, choices)
            else:
                yield _fact(seq, "value", line["value"], choices)


def is_legal_in_full(header: Body, lines: list[Body]) -> bool:
    """Whether the game is legal once every reveal is written into the event it names."""
    full = copy.deepcopy([line for line in lines if line["do"] != "reveal"])
    for line in lines:
        if line["do"] == "reveal":
            seq, _, path = line["what"].removeprefix("@").partition(".")
            assert put(full[int(seq) - 1], path.split("."), line["value"])
    return is_legal(header, full)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seeds", shares(1, many(3, 12)))
def test_one_fact_revealed_falsely_is_found_out_or_makes_another_legal_game(players: int, seeds: range) -> None:
    for seed in seeds:
        simulated = dealt("sea-or-shore", players, seed)
        assert is_legal_in_full(simulated.header, simulated.revealed)
        told = some_changes(simulated.header, simulated.revealed, facts_revealed, Random(seed), 25)
        report = judged(told, is_legal_in_full)

        assert report.silent == [], "\n".join(map(str, report.silent[:5]))
        assert report.accused == [], "\n".join(f"{rule}: {change}" for change, rule in report.accused[:5])


def test_the_harness_tells_silent_accused_and_explained_changes_apart() -> None:
    simulated = dealt("sea-or-shore", 3, 1)
    places = [seq for seq, line in enumerate(simulated.full, 1) if line["do"] == "turn" and line.get("treasures")]
    seq, was = places[0], simulated.full[places[0] - 1]["treasures"][0]
    same = changed(simulated.header, simulated.full, seq, "treasures.0", was)
    wrong = changed(simulated.header, simulated.full, seq, "treasures.0", "red-6")

    assert judged([same], lambda header, lines: False).silent == [same]
    assert judged([same], lambda header, lines: False, {"why": lambda change: True}).explained == {"why": 1}
    assert judged([wrong], lambda header, lines: False).silent == []
    assert {rule for _, rule in judged([wrong], lambda header, lines: True).accused} >= {"SS-TURN-3"}
    assert judged([same], is_legal).legal == {"turn.treasures": 1}
