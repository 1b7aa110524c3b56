"""Stratego Lost Island: lines that cannot be read, sealed values, and what is judged at once."""

import io
import json
from typing import Any

import pytest

from records.canonical import canonical
from records.record import from_bytes
from records.verify import verify
from replay.library import game_of
from replay.session import Session
from tests.games.lost_island.helpers import FLAGGED, SETUP, findings, header, observed, position, secret
from tests.helpers.tools import Body, audit_of, timeline

# events that cannot be carried out, and unknown names


def test_sl_turn_12_an_unknown_seat_does_not_get_the_turn() -> None:
    bodies: list[Body] = [SETUP, {"do": "move", "by": "green", "piece": "red.b", "to": "a3"}]

    assert findings(header(), bodies) == [(2, "TURN-1", "broken"), (2, "PIECE-1", "broken")]
    assert observed(header(), bodies, "turn.seat", "turn.used", "explorers.red.b") == ["red", 1, "a3"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"do": "swim", "piece": "red.a", "to": "h1"}, [(2, "SWIM-1", "broken")]),
        ({"do": "flip", "cell": "h1", "tile": "plain"}, [(2, "FLIP-1", "broken"), (2, "FLIP-2", "broken")]),
        ({"do": "reinforce", "to": "h1"}, [(2, "REIN-4", "broken")]),
        ({"do": "shrink", "cell": "h1", "tile": "plain"}, [(2, "SHRINK-7", "broken")]),
        ({"do": "ring", "piece": "green.a"}, [(2, "RING-1", "broken")]),
        ({"do": "spy", "target": "green.a"}, [(2, "SPY-1", "broken")]),
        ({"do": "battle", "piece": "red.a", "target": "green.a", "values": [5, 3]}, [(2, "BATTLE-1", "broken")]),
    ],
)
def test_a_place_off_the_grid_or_a_strange_explorer_is_judged_and_changes_nothing(
    body: Body, expected: list[Any]
) -> None:
    before = observed(header(), [SETUP], "explorers.red.a", "boats.red", "islandTiles", "values.red.a")

    assert findings(header(), [SETUP, body]) == expected
    assert observed(header(), [SETUP, body], "explorers.red.a", "boats.red", "islandTiles", "values.red.a") == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"do": "move", "piece": "red", "to": "a3"}, "piece"),
        ({"do": "move", "piece": "red.a", "to": "the beach"}, "to"),
        ({"do": "blast", "hits": {"red.a": "perhaps"}}, "hits.red.a"),
        ({"do": "reveal", "what": "weather", "value": 3}, "what"),
    ],
)
def test_a_name_that_is_neither_a_place_nor_an_explorer_cannot_be_read(body: Body, field: str) -> None:
    audited = audit_of(header(), [SETUP, body])

    assert [(item.rule, item.facts["field"]) for item in audited.findings] == [("QM-READ-2", field)]


def test_sl_ring_events_against_the_rules_are_paid_all_the_same() -> None:
    twice: list[Body] = [position(rings={"red": ["a"]}), {"do": "ring", "by": "red", "piece": "red.a"}]
    gift: list[Body] = [position(), {"do": "ring", "by": "red", "piece": "purple.a"}]

    assert observed(header(), twice, "coins.red", "rings.red", "lost.rings", "supply.rings") == [0, ["a"], 1, 22]
    assert observed(header(), gift, "coins.red", "rings.purple", "lost.rings") == [0, ["a"], 0]


def test_sl_end_11_the_first_winner_stays() -> None:
    fight = {**secret("red.a", "purple.a", "attacker"), "values": [5, 3]}
    bodies: list[Body] = [
        position(purple={"a": "c3"}, flag="red.a", **FLAGGED),
        fight,
        {"do": "reinforce", "by": "purple", "to": "d4"},
    ]

    assert observed(header(), bodies, "winner", "phase", "explorers.purple.b") == ["red", "over", "d4"]
    score = game_of("lost-island").score(audit_of(header(), bodies).final)
    assert score.winners == ("red",)
    assert score.over


# seals


def sealed_record(told: str) -> bytes:
    """Red seals six values at setup and opens them at the end with these."""
    from records.seal import seal

    record_id, salt, values = "01JCMQ5J8Z0000000000000000", "AAAAAAAAAAAAAAAAAAAAAA", "a=4,b=1,c=6,d=2,e=5,f=3"
    red = seal(record_id, "red", "values.red", salt, values)
    bodies: list[Body] = [
        {"do": "setup", "seals": {"red": red}},
        {"do": "flip", "by": "red", "cell": "a3", "tile": "bomb-line-3", "axis": "ns", "hits": {"red.b": "out"}},
        {"do": "reveal", "by": "red", "what": "values.red", "value": told, "seal": red, "salt": salt},
    ]
    lines = [{**header(), "id": record_id}, *bodies]
    return b"".join(canonical(line) + b"\n" for line in lines)


def test_sealed_values_that_are_opened_close_what_was_open() -> None:
    record = from_bytes(sealed_record("a=4,b=1,c=6,d=2,e=5,f=3"))
    head, *bodies = [json.loads(line) for line in record.lines]

    assert findings(head, bodies[:2]) == [(2, "BOMB-4", "open"), (2, "BOMB-5", "open")]
    assert findings(head, [*bodies[:2], {"do": "blast", "hits": {"red.a": 4}}, bodies[2]]) == []
    assert verify(io.BytesIO(sealed_record("a=4,b=1,c=6,d=2,e=5,f=3"))).ok


def test_a_value_that_contradicts_its_seal_is_named() -> None:
    report = verify(io.BytesIO(sealed_record("a=4,b=6,c=1,d=2,e=5,f=3")))

    assert [(problem.kind, problem.seq) for problem in report.problems] == [("seal", 3)]


def test_an_opening_told_to_one_seat_shows_the_others_that_it_was_told() -> None:
    from replay.playout import play_out

    reveal: Body = {"do": "reveal", "what": "values.red", "value": "a=4,b=1,c=6,d=2,e=5,f=3", "to": ["purple"]}
    game, table, _, record = timeline(header(3), [SETUP, reveal])

    purple, orange = (play_out(game, table, record.events, viewer=seat).state_at() for seat in ("purple", "orange"))

    assert purple.values["red.c"] == 6
    assert orange.values == {}
    assert purple.seen == orange.seen


# logging


def test_a_line_is_judged_at_once_by_what_was_shown_before_it() -> None:
    _, table, _, record = timeline(
        header(),
        [
            position(purple={"a": "c3", "b": "f5"}),
            {"do": "reveal", "what": "values.red.a", "value": 5},
            {"do": "battle", "by": "red", "piece": "red.a", "target": "purple.a", "values": [4, 3]},
        ],
    )
    session = Session.of(game_of("lost-island"), table, record.events[:2])

    judged = session.add(record.events[2])

    assert [finding.rule for finding in judged.findings] == ["SL-HID-2"]
