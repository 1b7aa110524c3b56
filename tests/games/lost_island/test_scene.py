"""The pictures of Stratego Lost Island: everything in its place, and nothing that a viewer may not know."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from replay.deal import DealtGame
from replay.draw.picture import draw
from replay.game import Frame
from replay.games.lost_island.words import looks_like_cell, looks_like_piece
from replay.playout import OFFICIAL
from replay.scene import PHONE, WIDE, Piece, Scene, changed_ids
from replay.view import TABLE
from tests.games.lost_island.helpers import header, position
from tests.helpers.scenes import (
    FINGER,
    WIDTHS,
    Shown,
    Special,
    faults,
    named_deal,
    scene_of,
    shown,
    silent_steps,
    states_of,
    twin_faults,
    viewers_of,
)
from tests.helpers.slow import many, some
from tests.helpers.tools import Body

pytestmark = pytest.mark.slow

LOST = "lost-island"
SPECIAL = Special(
    slack=0.5,
    may_cover=frozenset({frozenset(("explorer", "hull"))}),
    is_named=lambda table, name: looks_like_piece(name) or looks_like_cell(name),
)
VARIANTS = (
    (),
    ("landscape", "shrink-storms", "bonus-loot"),
    ("free-landing", "secret-battles"),
    ("face-down-discards", "storm-sinks", "anytime-power-ups"),
)
NAMES = ("Wolfgang-Amadeus-Moz", "Bartholomew", "Cleo", "Cleo")

STRANGE: Body = {
    "explorers": {
        "red": {"a": "b3", "b": "b3"},
        "purple": {"a": "f5", "b": "c4", "c": "z9"},
        "orange": {"a": "d4", "b": "d2", "c": "a1", "d": "e5"},
        "turquoise": {"a": "e1", "b": "e1", "c": "e1"},
    },
    "boats": {"red": ["c", "d", "c", "e", "f", "d", "c", "e"]},
    "tiles": {
        "a1": "water",
        "a2": "water",
        "a3": "deep",
        "b2": "stone-loot-2",
        "b5": "stone-flag",
        "c2": "up-?",
        "c4": "bomb-cross-3",
        "c6": "plain",
        "d2": "up-?",
        "d3": "bomb-line-12",
        "d4": "bomb-line-4",
        "d6": "loot-1",
        "e2": "stone-flag",
        "e4": "bomb-diagonal-6",
        "e5": "stone-?",
        "e6": "plain",
        "f3": "storm",
        "f5": "loot-3",
        "f6": "a word for something else",
    },
    "loot": {"b2": 2, "c6": 2, "d2": 3, "d4": 2, "d6": 12, "f5": 3},
    "flag": "e6",
    "rings": {"orange": ["a", "b"], "purple": ["b"]},
    "coins": {"red": 12, "purple": 120},
    "supply": {"coins": 12},
    "lost": {"coins": 12, "rings": 12, "tiles": ["plain", "bomb-diagonal-4"]},
    "blast": {"cell": "d4", "value": 4, "queue": ["purple.b", "orange.b", "orange.a"]},
    "turn": {"n": 123, "seat": "red"},
}
"""What no game comes to, but a record may say: several explorers on a tile, one off the board, coins anywhere."""


def _of(
    setup: Body, viewer: str, width: int, *, players: int = 2, names: tuple[str, ...] = (), **options: Any
) -> Shown:
    """The picture of a setup."""
    head = header(players, **options)
    for player, name in zip(head["players"], names, strict=False):
        player["name"] = name
    game, table, states = states_of(head, [setup], viewer)
    before, after = (scene_of(game, state, width, viewer) for state in states)
    return Shown(f"as {viewer}, {width} wide", game, table, states[1], after, before, {})


def _piece(picture_of: Scene, id: str) -> Piece:
    return next(piece for piece in picture_of.pieces if piece.id == id)


def _faults_of(dealt: DealtGame, viewers: Iterable[str], every: int) -> list[str]:
    return [
        fault
        for viewer in viewers
        for width in WIDTHS
        for item in shown(dealt, viewer, width, every=every)
        for fault in faults(item, SPECIAL)
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pictures_of_dealt_games_have_no_faults(players: int) -> None:
    dealt = named_deal(LOST, players, players, variants=list(VARIANTS[players - 1]))
    found = _faults_of(dealt, ("red", OFFICIAL), 60)
    assert not found, found[:10]


@pytest.mark.slow
@pytest.mark.parametrize("variants", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_picture_of_any_variant_has_faults(players: int, variants: tuple[str, ...]) -> None:
    for seed in range(many(1, 20)):
        dealt = named_deal(LOST, players, seed, variants=list(variants))
        found = _faults_of(dealt, viewers_of(dealt), many(31, 1))
        assert not found, found[:10]


@pytest.mark.parametrize("viewer", ["red", TABLE])
def test_positions_that_no_game_comes_to_are_drawn_too(viewer: str) -> None:
    ends = {"flag": "purple.b", "phase": "over", "winner": "purple"}
    for change, names in (({}, NAMES), (ends, NAMES), ({"flag": "d4"}, ())):
        for width in WIDTHS:
            item = _of({"do": "setup", "position": {**STRANGE, **change}}, viewer, width, players=4, names=names)
            found = faults(item, SPECIAL)
            assert not found, found[:10]


@pytest.mark.parametrize(("columns", "rows"), [("abcdefghijkl", 9), ("abc", 2), ("abcdefgh", 20)])
def test_boards_of_other_sizes_fit(columns: str, rows: int) -> None:
    kit = {"id": "other", "columns": columns, "rows": rows, "stones": ["b2"], "starts": {}, "seating": {}}
    for width in WIDTHS:
        item = _of(position(red={"a": "a1"}, purple={"a": "c2"}), "red", width, players=3, kit=kit)
        found = faults(item, SPECIAL)
        assert not found, found[:10]
        assert min(zone.box.w for zone in item.scene.zones) >= FINGER


def test_twins_look_alike() -> None:
    rng = Random(7)
    for players, variants in ((2, ()), (4, ("secret-battles",))):
        dealt = named_deal(LOST, players, 5, variants=list(variants))
        opening = replace(dealt, full=dealt.full[:12])
        found = [fault for viewer in ("red", TABLE) for fault in twin_faults(opening, viewer, rng, tries=1)]
        assert not found, found[:5]


@pytest.mark.slow
@pytest.mark.parametrize("players", some([2, 3, 4], 2))
def test_no_viewer_can_tell_twins_apart(players: int) -> None:
    rng = Random(players)
    for seed in range(many(1, 20)):
        for variants in ((), ("secret-battles", "face-down-discards")):
            dealt = named_deal(LOST, players, seed, variants=list(variants))
            viewers = [viewer for viewer in viewers_of(dealt) if viewer != OFFICIAL]
            found = [fault for viewer in viewers for fault in twin_faults(dealt, viewer, rng, tries=many(1, 5))]
            assert not found, found[:5]


def test_whatever_changes_shows() -> None:
    dealt = named_deal(LOST, 3, 4)
    assert silent_steps(dealt, "red", PHONE) == silent_steps(dealt, OFFICIAL, WIDE) == []


KNOWN: Body = {
    "values": {"red": {"a": 4}, "purple": {"a": 3, "b": 6, "c": 5}},
    "seen": {"purple": {"b": ["red"], "c": ["red", "orange"]}},
}


@pytest.mark.parametrize(
    ("viewer", "faces"),
    [
        ("red", {"red.a": "4", "purple.a": "?", "purple.b": "(6)", "purple.c": "5"}),
        ("orange", {"red.a": "?", "purple.a": "?", "purple.b": "?", "purple.c": "5"}),
        ("purple", {"red.a": "?", "purple.a": "3", "purple.b": "6", "purple.c": "5"}),
        (OFFICIAL, {"red.a": "4", "purple.a": "3", "purple.b": "6", "purple.c": "5"}),
    ],
)
def test_a_value_is_shown_to_those_who_have_seen_it(viewer: str, faces: dict[str, str]) -> None:
    item = _of({"do": "setup", "position": KNOWN}, viewer, PHONE, players=3)
    assert {id: _piece(item.scene, id).face for id in faces} == faces


def test_the_eyes_of_the_table_see_only_what_is_public_even_in_a_state_that_knows_more() -> None:
    item = _of({"do": "setup", "position": KNOWN}, OFFICIAL, PHONE, players=3)
    assert item.game.scene is not None
    public = item.game.scene(Frame(item.state, None, PHONE, TABLE))
    assert [_piece(public, f"purple.{letter}").face for letter in "abc"] == ["?", "?", "5"]


def test_what_is_hidden_takes_as_much_room_as_what_is_known() -> None:
    seen, unseen = (
        _of({"do": "setup", "position": KNOWN}, viewer, WIDE, players=3).scene for viewer in (OFFICIAL, TABLE)
    )
    assert [piece.box for piece in seen.pieces] == [piece.box for piece in unseen.pieces]


@pytest.mark.parametrize("width", WIDTHS)
def test_ones_own_mat_comes_first_then_those_from_ones_left_on(width: int) -> None:
    setup = {"do": "setup"}
    for viewer, order in (("orange", "orange turquoise red purple"), (TABLE, "red purple orange turquoise")):
        zones = _of(setup, viewer, width, players=4).scene.zones
        mats = [zone for zone in zones if zone.look.startswith("mat")]
        assert " ".join(zone.id for zone in mats) == order
        assert [zone.box.y for zone in mats] == sorted(zone.box.y for zone in mats)


def _marked(*bodies: Body, viewer: str = "red", **options: Any) -> tuple[Scene, set[str]]:
    game, _, states = states_of(header(**options), list(bodies), viewer)
    before, after = (scene_of(game, state, PHONE, viewer) for state in states[-2:])
    return after, set(changed_ids(after, before))


def test_a_step_marks_the_smallest_things_that_changed() -> None:
    begin = position(red={"a": "a4"})
    assert _marked(begin, {"do": "move", "piece": "red.a", "to": "a3"})[1] == {"red.a"}
    assert _marked(begin, {"do": "shrink", "cell": "a6", "tile": "storm"})[1] == {"a6", "gone"}
    assert _marked(begin, {"do": "ring", "piece": "red.a"})[1] == {"red.a", "red-coins", "bank-coins", "bank-rings"}
    assert _marked(begin, {"do": "reinforce", "to": "b6"})[1] == {"red.b"}


def test_a_tile_and_who_enters_it_are_marked_once() -> None:
    loot = position(red={"a": "a4"}, tiles={"a3": "loot-2"}, loot={"a3": 2})
    after, marked = _marked(loot, {"do": "move", "piece": "red.a", "to": "a3"})
    assert {"red.a", "a3-coins"} <= marked
    explorer, tile = _piece(after, "red.a"), after.zone("a3")
    assert tile is not None and explorer.rim == tile.box
    rims = [element for element in draw(after, chosen=("red.a", "a3")) if "chosen-rim" in element]
    assert len(rims) == 1


def test_an_empty_tile_that_may_be_tapped_has_its_dot_in_the_middle() -> None:
    item = _of(position(red={"a": "a4"}), "red", WIDE)
    dots = [
        element.partition("<circle")[2] for element in draw(item.scene, touch=("a4", "a3")) if "target-dot" in element
    ]
    places = {cell: zone.box for cell in ("a3", "a4") if (zone := item.scene.zone(cell)) is not None}
    x, y = places["a3"].middle
    assert any(f'cx="{x:g}" cy="{y:g}"' in dot for dot in dots)
    assert any(f'cx="{places["a4"].x + 10:.1f}"' in dot for dot in dots)


def test_an_explorer_may_be_tapped_anywhere_on_its_tile_unless_the_tile_may_be_tapped_itself() -> None:
    item = _of(position(red={"a": "a4"}), "red", PHONE)
    rim = _piece(item.scene, "red.a").rim
    assert rim is not None and rim.w >= FINGER
    for touch, size in ((("red.a",), f'width="{rim.w:g}"'), (("red.a", "a4"), "")):
        (drawn,) = [element for element in draw(item.scene, touch=touch) if 'data-id="red.a"' in element]
        assert ('class="hit"' in drawn) is bool(size)
        assert size in drawn


@pytest.mark.parametrize(("viewer", "sign"), [("red", "compass"), (OFFICIAL, "bomb")])
def test_tiles_that_are_face_down_beside_the_board_are_shown_to_no_seat(viewer: str, sign: str) -> None:
    item = _of(position(lost={"tiles": ["?", "bomb-cross-3"]}), viewer, WIDE, variants=["face-down-discards"])
    assert _piece(item.scene, "taken-2").symbol == sign
    assert ("last: bomb 3" in _piece(item.scene, "gone").small) is (sign == "bomb")
    assert item.game.hide is not None
    closed = scene_of(item.game, item.game.hide(item.state), WIDE, viewer)
    assert _piece(closed, "taken-2").symbol == "compass"
    assert (closed == item.scene) is (viewer == "red")


def test_of_tiles_that_are_face_up_the_one_that_nobody_noted_is_a_question() -> None:
    picture_of = _of(position(lost={"tiles": ["storm", "?"]}), "red", WIDE).scene
    assert [_piece(picture_of, f"taken-{number}").symbol for number in (1, 2)] == ["storm", "unknown"]
    assert _piece(picture_of, "gone").small == "tiles gone, last: ?"


@pytest.mark.parametrize(
    ("cell", "tile", "loot", "flag", "words"),
    [
        ("b4", "?", 0, "hidden", "a face-down tile"),
        ("b4", "bomb-line-4", 0, "hidden", "a two-sided bomb of 4"),
        ("b4", "bomb-line-4", 2, "b4", "a two-sided bomb of 4, with two coins, with the flag"),
        ("b4", "loot-2", 2, "hidden", "loot of two coins"),
        ("b4", "loot-2", 0, "hidden", "loot of two coins, taken"),
        ("b2", "stone-loot-1", 0, "hidden", "a stone with loot of one coin, taken"),
        ("b2", "stone-flag", 0, "red.a", "a stone with the flag, taken"),
        ("b2", "stone-flag", 0, "b2", "a stone with the flag"),
        ("b4", "up-?", 0, "hidden", "a tile that nobody noted"),
    ],
)
def test_a_tile_is_said_as_in_sentences_with_what_became_of_it(
    cell: str, tile: str, loot: int, flag: str, words: str
) -> None:
    setup = position(red={"a": "a4"}, tiles={cell: tile}, loot={cell: loot} if loot else {}, flag=flag)
    zone = _of(setup, "red", PHONE).scene.zone(cell)
    assert zone is not None and zone.says == f"{cell}, {words}"


def test_the_bank_is_said_in_full() -> None:
    tiles = ["bomb-cross-3", "storm", "bomb-cross-3", "?"]
    picture_of = _of(position(flag="red.a", lost={"tiles": tiles}), "red", PHONE, names=("Ann",)).scene
    assert _piece(picture_of, "flag-place").says == "the flag is with Ann's explorer a"
    assert _piece(picture_of, "gone").says == "four tiles gone, last: a tile that nobody noted"
    zone = picture_of.zone("bank")
    assert zone is not None and "a cross bomb of 3 (twice), a storm" in zone.says


def test_what_is_in_the_bank_fits_into_it() -> None:
    bank: Body = {
        "supply": {"coins": 24, "rings": 12},
        "lost": {"coins": 12, "rings": 12, "tiles": ["bomb-line-6"] * 32},
    }
    for width in WIDTHS:
        picture_of = _of(position(**bank), "red", width, readings={"SL-Q26": "out"}).scene
        zone = picture_of.zone("bank")
        assert zone is not None
        rims = [piece.rim for piece in picture_of.pieces if piece.at == "bank"]
        assert len(rims) == 4
        assert all(rim is not None and zone.box.holds(rim, 1) for rim in rims)


def test_a_bomb_in_progress_is_told_and_marked_on_those_it_has_yet_to_meet() -> None:
    blast = {"cell": "b4", "value": 4, "queue": ["purple.a"]}
    item = _of(position(tiles={"b4": "bomb-cross-4"}, blast=blast), "red", PHONE)
    assert item.scene.status == "turn 1 · bomb of 4 at b4, 1 to meet"
    assert item.scene.turn == "Red: the bomb goes on"
    assert "bomb" in _piece(item.scene, "purple.a").look.split()
    assert "bomb" not in _piece(item.scene, "red.a").look.split()


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ({"used": 0}, "Cleo (red): 2 actions left"),
        ({"used": 1}, "Cleo (red): 1 action left"),
        ({"used": 2}, "Cleo (red): buy or shrink"),
        ({"used": 1, "step": "power-ups"}, "Cleo (red): buy or shrink"),
    ],
)
def test_the_pill_says_who_is_to_do_what(turn: Body, words: str) -> None:
    assert _of(position(turn=turn), "red", WIDE, names=("Cleo",)).scene.turn == words


def test_at_the_end_the_pill_and_a_crown_say_who_has_won() -> None:
    over = _of(position(phase="over", winner="purple"), "red", WIDE, names=("Ann", "Bob")).scene
    assert over.turn == "Bob (purple) has won"
    assert _piece(over, "purple-won").symbol == "crown"
    assert _of(position(phase="over"), "red", WIDE).scene.turn == "the game is over"
