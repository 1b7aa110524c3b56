"""Loot Island: what later events tell about cards that were not named (HS-1 to HS-3), and what seats may see."""

from typing import Any

from replay.action import UNKNOWN, body_of
from replay.audit import audit
from replay.playout import fold, play_out
from replay.step import Placed
from replay.view import mask
from tests.games.loot_island.helpers import clean, header, island, passes, play, position, state_of
from tests.helpers.tools import Body, audit_of, found, timeline

HEAD = header(3)


def told(head: Body, *bodies: Body, seq: int) -> Any:
    """The action at a place in the timeline, as hindsight sees it."""
    game, table, line, _ = timeline(head, list(bodies))
    completed = game.complete(table, line, False)
    return dict(completed.line)[seq]


def shows(what: str, *cards: str) -> Body:
    return {"do": "reveal", "what": what, "value": list(cards)}


def test_hs_1_a_revealed_field_closes_what_was_open() -> None:
    record = [position(N1=("red-5", "red")), play("blue", "N1", "?")]
    assert found(HEAD, record) == [[2, "LI-PLACE-4", "open"], [2, "LI-PLACE-5", "open"]]

    assert found(HEAD, [*record, shows("@2.cards", "red-9")]) == []


def test_hs_1_a_revealed_field_may_prove_a_fault_and_says_who_told() -> None:
    record = [position(N1=("red-5", "red")), play("blue", "N1", "?"), shows("@2.cards", "red-3")]

    audited = audit_of(HEAD, record)

    assert [(item.seq, item.rule, item.answer) for item in audited.findings] == [(2, "LI-PLACE-5", "broken")]
    assert audited.findings[0].closed_by == 3
    assert audited.answers.open == 0


def test_hs_1_a_card_in_a_list_and_a_draw_that_was_absent_are_filled_in() -> None:
    record = [
        position(),
        play("blue", "N1", "red-3 ?"),
        play("red", "E1", "blue-5-draw"),
        {"do": "reveal", "what": "@2.cards.1", "value": "red-9"},
        {"do": "reveal", "what": "@3.draw.red", "value": ["green-4"]},
    ]

    state = clean(HEAD, *record)

    assert state.columns["N1"] == ("red-3", "red-9")
    assert "green-4" in state.hands["red"]


def test_hs_2_a_hand_known_twice_tells_what_left_it() -> None:
    record = [
        position(hands={"blue": ["red-9", "red-wild", "red-3", "green-4"]}),
        play("blue", "N1", "? ? ?"),
        shows("hands.blue", "green-4"),
    ]

    assert found(HEAD, record[:2]) == [[2, "LI-PLACE-2", "open"], [2, "LI-PLACE-6", "open"]]
    assert found(HEAD, record) == []
    assert told(HEAD, *record, seq=2).cards == ("red-3", "red-9", "red-wild")


def test_hs_2_an_empty_hand_is_known_too() -> None:
    record = [position(hands={"blue": ["red-9", "red-3"]}), island("blue", "ship", "? ?", use=False)]

    assert told(HEAD, *record, seq=2).cards == ("red-3", "red-9")
    assert found(HEAD, record) == []


def test_hs_2_tells_nothing_if_unnamed_cards_came_in_or_left_twice() -> None:
    came_in = [
        position(hands={"blue": ["red-9", "red-3", "green-4"]}),
        play("blue", "N1", "?"),
        play("red", "E1", "blue-3"),
        passes("white"),
        island("blue", "draw", "? ?"),
        shows("hands.blue", "green-4", "red-3"),
    ]
    assert told(HEAD, *came_in, seq=2).cards == (UNKNOWN,)

    left_twice = [
        position(hands={"blue": ["red-9", "red-3", "green-4"]}),
        play("blue", "N1", "?"),
        passes("red"),
        passes("white"),
        play("blue", "E1", "?"),
        shows("hands.blue", "green-4"),
    ]
    assert told(HEAD, *left_twice, seq=2).cards == (UNKNOWN,)


def test_hs_2_discards_of_a_refill_are_told_by_the_next_hand_shown() -> None:
    record = [
        position(phase="preparation", round=2, event="B1", hands={"blue": ["red-9", "red-3", "green-4"]}),
        {
            "do": "refill",
            "discard": {"blue": ["?"]},
            "draw": {"blue": ["blue-1", "blue-2", "blue-3", "blue-4", "blue-5"]},
        },
        shows("hands.blue", "red-9", "green-4", "blue-1", "blue-2", "blue-3", "blue-4", "blue-5"),
    ]

    assert told(HEAD, *record, seq=2).discard == {"blue": ("red-3",)}


def test_hs_3_unnamed_cards_that_leave_make_all_slots_young() -> None:
    begin = position(map={"deck": 0, "discard": ["green-10"]})
    shuffled = island("blue", "draw", "red-3 red-5")
    fault = [begin, shuffled, play("red", "N1", "green-10")]
    assert found(HEAD, fault) == [[3, "LI-CARD-2", "broken"]]

    # red pays two unnamed cards for a tile after the shuffle: from then on the age of red's other cards is unknown
    younger = [begin, shuffled, island("red", "ship", "? ?", use=False), passes("white"), passes("blue")]
    assert found(HEAD, [*younger, play("red", "N1", "green-10")]) == [[3, "LI-ISL-3", "open"]]


def test_hs_3_the_oldest_slot_that_fits_is_used_up() -> None:
    begin = position(map={"deck": 0, "discard": ["green-10", "green-9"]}, hands={"blue": ["red-3", "red-5", "?"]})
    drawn = island("blue", "draw", "red-3 red-5")
    record = [begin, drawn, passes("red"), passes("white"), play("blue", "N1", "green-9 green-10")]
    assert found(HEAD, record) == []

    state = state_of(HEAD, *record)
    assert state.slots["blue"] == (1,), "the slot from before the shuffle is left"
    assert found(HEAD, [*record, play("blue", "E1", "green-8")]) == []


def test_what_was_paid_for_a_tile_and_never_named_stays_open() -> None:
    record = [position(), island("blue", "ship", "red-3 ?", use=False)]

    assert found(HEAD, record) == [[2, "LI-ISL-3", "open"]]


def test_a_hand_shown_becomes_known_in_the_state() -> None:
    state = clean(HEAD, position(hands={"blue": ["red-3", "?"]}), shows("hands.blue", "red-4", "red-3"))

    assert sorted(state.hands["blue"]) == ["red-3", "red-4"]
    assert state.slots["blue"] == ()


def test_a_sealed_hand_is_opened_at_the_end() -> None:
    head = header(3)
    sealed: Body = {
        "do": "setup",
        "first": "blue",
        "ship": {"corner": "NW", "facing": "cw"},
        "hands": {"blue": {"seal": "00"}},
    }
    cards = ["red-3", "red-4", "red-5", "red-6", "red-7", "red-8", "red-9"]
    record = [sealed, {"do": "event", "card": "A3"}, play("blue", "N1", "red-10"), shows("@1.hands.blue", *cards)]

    assert found(head, record[:3]) == []
    assert found(head, record) == [[3, "LI-HAND-1", "broken"]]


def test_forward_looks_at_nothing_that_comes_later() -> None:
    record = [position(N1=("red-5", "red")), play("blue", "N1", "?"), shows("@2.cards", "red-9")]

    assert [rule for _, rule, _ in found(HEAD, record, forward=True)] == ["LI-PLACE-4", "LI-PLACE-5"]


def test_a_timeline_without_hidden_cards_is_folded_once() -> None:
    game, table, line, _ = timeline(HEAD, [position(hands={"blue": ["red-3"]}), play("blue", "N1", "red-3")])

    assert game.complete(table, line, False).line is line
    assert audit(game, table, line).changes == ()


def test_li_obs_1_a_seat_sees_its_own_cards_only() -> None:
    setup = {
        "do": "setup",
        "first": "blue",
        "ship": {"corner": "NW", "facing": "cw"},
        "hands": {"blue": ["red-3", "red-4", *["red-1"] * 3, "red-5", "red-6"], "red": ["blue-3", *["?"] * 6]},
        "events": ["B1", "B2", "B3", "B4"],
        "healers": ["healer-1", "healer-2", "healer-3"],
    }
    _, _, _, record = timeline(HEAD, [setup])
    game, table, line, _ = timeline(HEAD, [setup])
    seen = play_out(game, table, record.events, viewer="red").state_at()

    assert seen.hands["blue"] == (UNKNOWN,) * 7
    assert seen.hands["red"][0] == "blue-3"
    assert seen.events == (UNKNOWN,) * 4
    assert seen.pile == (UNKNOWN,) * 3
    assert [step.seq for step in fold(game, table, [Placed(1, line[0].action)])] == [1]


def test_of_a_position_a_seat_sees_its_own_cards_and_what_lies_open() -> None:
    begin = position(
        hands={"blue": ["red-3", "red-4"], "red": ["blue-3"]},
        events=["B1", "B2"],
        renewed={"map": ["red-9"], "treasure": ["coins-11"]},
        healers={"pile": ["healer-1"], "dealt": {"blue": ["healer-2"], "red": ["healer-3"]}},
    )
    head = header(3, variants=("healers-dealt",))
    game, table, line, record = timeline(head, [begin])
    (masked,) = mask(game, table, line, "red")
    shown = body_of(masked.action)["position"]

    assert shown["hands"] == {"blue": ["?", "?"], "red": ["blue-3"]}
    assert shown["events"] == ["?", "?"]
    assert shown["renewed"] == {"treasure": ["coins-11"]}, "what is left in the map deck tells what others drew"
    assert shown["healers"] == {"pile": ["?"], "dealt": {"blue": ["?"], "red": ["healer-3"]}}
    assert play_out(game, table, record.events, viewer="red").state_at().hands["blue"] == (UNKNOWN,) * 2
