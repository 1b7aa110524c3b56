"""What is known about values without hindsight, and what a later event proves (SL-HID)."""

import json
from random import Random

import pytest

from records.record import read_record
from replay.games.lost_island.state import Shown
from replay.games.lost_island.walk import Walk
from tests.games.lost_island.helpers import SEATS, header, position
from tests.helpers.tools import FIXTURES, Body, audit_of, dealt, found, timeline


def test_sl_hid_4_without_hindsight_each_event_is_judged_by_those_before_it() -> None:
    """No value both survives a bomb of 4 and beats a 6; once red.a is said to be 1, the bomb was misjudged."""
    bodies: list[Body] = [
        position(red={"a": "b3", "b": "d3"}, purple={"a": "c3", "b": "f5"}),
        {"do": "flip", "by": "red", "cell": "b4", "tile": "bomb-line-4", "axis": "ns", "hits": {"red.a": "stay"}},
        {"do": "shrink", "by": "red", "cell": "f1", "tile": "plain"},
        {"do": "battle", "by": "purple", "piece": "purple.a", "target": "red.a", "result": "defender"},
        {"do": "reveal", "what": "values.purple.a", "value": 6},
        {"do": "reveal", "what": "values.red.a", "value": 1},
    ]

    assert found(header(), bodies[:4]) == [[2, "SL-BOMB-5", "open"], [4, "SL-BATTLE-3", "open"]]
    assert found(header(), bodies[:5], forward=True) == [
        [2, "SL-BOMB-5", "open"],
        [4, "SL-BATTLE-3", "open"],
        [5, "SL-HID-4", "broken"],
    ]
    assert found(header(), bodies, forward=True) == [
        [2, "SL-BOMB-5", "open"],
        [4, "SL-BATTLE-3", "open"],
        [5, "SL-HID-4", "broken"],
    ]
    assert found(header(), bodies) == [[2, "SL-BOMB-5", "broken"]]


@pytest.mark.slow
def test_without_hindsight_every_event_is_judged_as_the_audit_up_to_it_judges_it() -> None:
    """The forward audit of a record equals, event by event, the audit of its first n events."""
    for seed in range(4):
        game = dealt("lost-island", 3, seed, variants=["secret-battles"], readings={"SL-Q16": "hidden"})
        bodies = [dict(body) for body in game.scribe]
        rng = Random(seed)
        fights = [body for body in bodies if body["do"] == "battle"]
        for body in rng.sample(fights, min(3, len(fights))):
            body["result"] = rng.choice(("attacker", "defender", "draw"))
        told = [{"do": "reveal", "what": f"values.{seat}", "value": game.full[0]["values"][seat]} for seat in SEATS[:3]]
        bodies = [*bodies[:-4], *told, *bodies[-4:]]
        forward = found(game.header, bodies, forward=True)

        for count in range(1, len(bodies) + 1):
            so_far = [item for item in found(game.header, bodies[:count]) if item[0] == count]
            assert [item for item in forward if item[0] == count] == so_far, count


def test_what_the_events_showed_is_kept_with_who_saw_it() -> None:
    bodies: list[Body] = [
        position(red={"a": "b3"}, purple={"a": "f3"}),
        {"do": "spy", "by": "red", "target": "purple.a", "value": 4},
        {"do": "reveal", "what": "@2.value", "value": 4, "to": []},
    ]
    _, table, line, _ = timeline(header(), bodies)

    entries = Walk(table, line).entries

    assert [entry.accepted for entry in entries] == [
        (Shown("purple.a", 4, ("red",)),),
        (Shown("purple.a", 4, ()),),
    ]


def test_story_only_the_fifth_battle_proves_that_a_value_was_misstated() -> None:
    """Bob once read out a number that purple.a does not have. Nothing shows it until the fifth battle."""
    with (FIXTURES / "lost-island" / "fifth-battle.jsonl").open("rb") as stream:
        record = read_record(stream)
    head, *bodies = [json.loads(line) for line in record.lines]
    battles = [seq for seq, body in enumerate(bodies, 1) if body["do"] == "battle"]
    fifth = battles[4]

    assert [item for item in found(head, bodies[: fifth - 1]) if item[2] == "broken"] == []
    audited = audit_of(head, bodies[:fifth])
    proof = next(item for item in audited.findings if item.answer == "broken")
    assert (proof.seq, proof.rule) == (fifth, "SL-HID-4")
    assert set(battles[:5]) <= set(proof.facts["events"])

    truth: list[Body] = [
        {"do": "reveal", "what": "values.red", "value": {"a": 5, "b": 4, "c": 6, "d": 3, "e": 2, "f": 1}},
        {"do": "reveal", "what": "values.purple", "value": {"a": 5, "b": 4, "c": 2, "d": 6, "e": 1, "f": 3}},
    ]
    assert found(head, [*bodies, *truth]) == [[battles[3], "SL-BATTLE-3", "broken"]]
