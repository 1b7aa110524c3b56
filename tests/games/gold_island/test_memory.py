"""Gold Island: while the game is on, a player is shown what lies before them now, and no notebook."""

from typing import Any

import pytest

from records.record import of_bodies
from replay.game import Frame
from replay.games.gold_island import GAME
from replay.reel import Eyes, Reel, findings_of, played
from replay.whole_record import audit_of as audit_record
from tests.games.gold_island.helpers import SETTLED, act, header, position, reveal
from tests.helpers.tools import Body

RING = ["island-card-1", "pirate-black", "permit-1"]

PLAYED: list[Body] = [
    {"do": "setup", "permits": {"red": 2, "blue": 6}, "islandCards": {"red": "isle-3", "blue": "isle-4"}},
    act("move", card="ashore-3", path=RING),
    act("take", permit=5),
    act("use", card="seer-2", island="isle-8", value=6),
    act("draw"),
    act("move", "blue", card="ashore-3", path=RING),
    act("draw", "blue"),
    act("move", card="pirate-5", path=["pirate-black", "island-card-1", "lighthouse", "isle-1", "isle-2"]),
    act("draw"),
    act("move", "blue", card="robbery-light"),
    act("use", "blue", card="double-robbery-1", rob={"red": ["isle-3"]}),
    act("draw", "blue"),
]
LANDED: list[Body] = [
    position(
        turn={"seat": "red", "moved": True},
        ships={"red": "isle-1"},
        crew={"red": {"black": 1}},
        permits={"red": {"held": 2, "gained": [2, 5]}},
        islandCards={"held": {"red": ["isle-3", "isle-5"], "blue": ["isle-4"]}},
    ),
    act("use", card="ashore-4", pirates=["black"], permit=5),
    act("draw"),
    act("move", "blue", card="robbery-light"),
    act("use", "blue", card="robbery-3", rob={"red": ["isle-3"]}),
    act("draw", "blue"),
]
ENDED: list[Body] = [
    position(
        **SETTLED,
        islandCards={"held": {"red": ["isle-3"], "blue": ["isle-4"]}},
        islands={"isle-8": {"peeked": {"red": 6}, "stack": [["red", 2]]}},
        permits={"red": {"held": 1, "gained": [2, 5]}},
    ),
    reveal("chest.isle-8", 6),
    reveal("gold", "isle-12"),
]


def seen(viewer: str, lines: list[Body], *, notes: bool = False, place: int = -1) -> Body:
    """The state document of a step, as the viewer sees it."""
    record = of_bodies(header(variants=["notes"] if notes else []), lines)
    reel = Reel(played(record), Eyes(viewer))
    return dict(GAME.document(reel.steps[place].after))


def events(viewer: str, lines: list[Body], *, notes: bool = False) -> list[Body]:
    record = of_bodies(header(variants=["notes"] if notes else []), lines)
    reel = Reel(played(record), Eyes(viewer))
    return [reel.event(place) for place in range(len(reel))]


@pytest.mark.parametrize(("notes", "value"), [(False, "?"), (True, 6)])
def test_what_a_seer_saw_is_kept_only_in_notes(notes: bool, value: Any) -> None:
    assert events("red", PLAYED, notes=notes)[3]["value"] == value
    assert seen("red", PLAYED, notes=notes)["islands"]["isle-8"]["peeked"] == ({"red": 6} if notes else {})
    assert seen("blue", PLAYED, notes=notes)["islands"]["isle-8"]["peeked"] == ({"red": "?"} if notes else {})


@pytest.mark.parametrize(("notes", "card"), [(False, "?"), (True, "isle-3")])
def test_a_stolen_card_is_kept_only_in_notes_of_the_victim(notes: bool, card: str) -> None:
    told = events("red", PLAYED, notes=notes)
    assert told[0]["islandCards"]["red"] == card
    assert told[10]["rob"] == {"red": [card]}
    assert seen("red", PLAYED, notes=notes, place=0)["islandCards"]["held"]["red"] == [card]
    assert seen("red", PLAYED, notes=notes)["islandCards"]["held"] == {"red": [], "blue": ["?", card]}
    assert seen("red", PLAYED, notes=notes)["islandCards"]["named"] == (["isle-3"] if notes else [])


def test_the_thief_looks_at_the_card_while_holding_it() -> None:
    told = events("blue", PLAYED)

    assert told[10]["rob"] == {"red": ["isle-3"]}
    assert seen("blue", PLAYED)["islandCards"]["held"] == {"red": [], "blue": ["isle-4", "isle-3"]}


def test_a_masked_theft_does_not_hide_the_cards_that_are_still_there() -> None:
    assert seen("red", LANDED, place=0)["islandCards"]["held"]["red"] == ["?", "isle-5"]
    assert seen("red", LANDED)["islandCards"]["held"] == {"red": ["isle-5"], "blue": ["?", "?"]}
    assert seen("red", LANDED, notes=True)["islandCards"]["held"]["red"] == ["isle-5"]


@pytest.mark.parametrize("notes", [False, True])
def test_a_permit_that_was_placed_lies_face_down_for_its_owner_too(notes: bool) -> None:
    state = seen("red", LANDED, notes=notes)

    assert events("red", LANDED, notes=notes)[1]["permit"] == "?"
    assert state["islands"]["isle-1"]["stack"] == [["red", "?"]]
    assert state["permits"]["red"]["gained"] == [2, "?"]
    assert seen("red", LANDED, notes=notes, place=0)["permits"]["red"]["gained"] == [2, "?"]


def test_the_board_shows_the_permits_still_in_front_of_the_player() -> None:
    reel = Reel(played(of_bodies(header(), LANDED)), Eyes("red"))
    board = "\n".join(GAME.render(Frame(reel.final, None, 120, "red")))

    assert "permits 1: 2" in board
    assert "island cards isle-5" in board


def test_once_the_game_is_over_or_closed_a_player_sees_what_they_had_seen() -> None:
    closed: list[Body] = [*PLAYED, {"do": "close", "result": "abandoned"}]

    assert events("red", closed)[3]["value"] == 6
    assert events("red", closed)[10]["rob"] == {"red": ["isle-3"]}
    assert seen("red", ENDED)["islands"]["isle-8"]["peeked"] == {"red": 6}
    assert seen("red", ENDED[:2])["islands"]["isle-8"]["peeked"] == {}


def test_what_a_reveal_told_stays_as_it_was_told() -> None:
    told = [*PLAYED, reveal("islandCards.blue", ["isle-4", "isle-3"]), {**reveal("gold", "isle-9"), "to": ["red"]}]

    assert seen("red", told)["islandCards"]["held"]["blue"] == ["isle-4", "isle-3"]
    assert seen("red", told)["islandCards"]["gold"] == "isle-9"
    assert seen("blue", told)["islandCards"]["gold"] == "?"


def test_a_step_before_the_end_is_seen_with_the_eyes_of_now() -> None:
    from replay.playout import play_out

    found = played(of_bodies(header(), PLAYED))
    state = play_out(GAME, found.table, found.record.events, viewer="red", until=5).state_at()

    assert GAME.document(state)["islandCards"]["held"]["red"] == ["?"]


def test_a_correction_is_no_notebook_either() -> None:
    lines = [*PLAYED, {"do": "amend", "target": 4, "action": {**PLAYED[3], "value": 5}}]
    record = of_bodies(header(), lines)
    reel = Reel(played(record), Eyes("red", "recorded"))

    assert reel.event(12)["action"]["value"] == "?"


def test_officials_see_everything_and_findings_do_not_depend_on_what_is_in_view() -> None:
    record = of_bodies(header(), LANDED)
    found = played(record)

    assert seen("official", LANDED)["islands"]["isle-1"]["stack"] == [["red", 5]]
    assert findings_of(Reel(found, Eyes("red"))) == {}
    assert audit_record(record).answers.broken == 0
