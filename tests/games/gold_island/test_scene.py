"""The table as a picture: everything in its place for everybody who looks, and nothing that they may not know."""

import tomllib
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from replay.deal import DealtGame
from replay.draw.picture import draw, picture
from replay.games.gold_island import GAME
from replay.games.gold_island.words import RELICS, read_card
from replay.playout import OFFICIAL, fold
from replay.scene import PHONE, WIDE, Box, Piece, Scene, changed_ids
from replay.table import Table
from replay.view import TABLE
from tests.games.gold_island.helpers import act, header, moved, position, reveal, settlement
from tests.helpers.scenes import (
    WIDTHS,
    Shown,
    Special,
    faults,
    ids_repeated,
    misplaced,
    named_deal,
    scene_of,
    shown,
    silent_steps,
    states_of,
    svg_faults,
    twin_faults,
    unsaid,
    viewers_of,
)
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import Body, cases, shaken, well_formed

GAME_ID = GAME.id
LONG = ("Bartholomew", "Maximiliane-Josepha", "Wilhelmina-Charlotte", "Dee")
BOX = tomllib.loads((Path(GAME.state.__module__.replace(".", "/")).parent / "box.toml").read_text("utf-8"))


def _is_own_card(piece: Piece) -> bool:
    """The cards in the viewer's own hand: their ids are their names. Others in sight are not theirs to play."""
    return piece.kind == "pirate-card" and read_card(piece.id) is not None


def _is_named(table: Table, name: str) -> bool:
    """Cards of the viewer's own hand, relics, ring fields and places at sea."""
    return name in (*RELICS, *table.kit.places, *table.kit.ring) or read_card(name) is not None


SPECIAL = Special(slack=4, may_tap=_is_own_card, is_named=_is_named)
"""A moored ship lies over the coast."""


def _wrong(dealt: DealtGame, viewer: str, every: int) -> list[str]:
    return [
        fault
        for width in WIDTHS
        for item in shown(dealt, viewer, width, every=every)
        for fault in faults(item, SPECIAL)
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_lies_in_its_place(players: int) -> None:
    dealt = named_deal(GAME_ID, players, players, LONG, kit="box")
    viewer = (TABLE, OFFICIAL, "blue")[players - 2]
    assert _wrong(dealt, viewer, 400)[:5] == []


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{"kit": "box"}, {"kit": "demo", "variants": ["notes"]}], ids=["basic", "notes"])
def test_everything_lies_in_its_place_for_everybody(players: int, options: dict[str, Any]) -> None:
    for seed in range(many(1, 40)):
        dealt = named_deal(GAME_ID, players, seed, () if seed % 2 else LONG, **options)
        for viewer in viewers_of(dealt):
            assert _wrong(dealt, viewer, many(90, 45))[:5] == []


def _begun(dealt: DealtGame, events: int) -> DealtGame:
    """A game that was only begun."""
    return msgspec.structs.replace(dealt, full=dealt.full[:events])


@pytest.mark.parametrize("players", first_ones([2, 3, 4]))
def test_twins_look_alike_to_those_who_may_not_know(players: int) -> None:
    rng = Random(players)
    dealt = _begun(named_deal(GAME_ID, players, players), 40)
    for viewer in (TABLE, "red"):
        assert not twin_faults(dealt, viewer, rng, tries=1, every=3)


@pytest.mark.slow
@pytest.mark.parametrize("variants", [[], ["notes"]], ids=["basic", "notes"])
def test_many_twins_look_alike(variants: list[str]) -> None:
    rng = Random(1)
    for seed in range(many(1, 60)):
        dealt = named_deal(GAME_ID, 2 + seed % 3, seed, variants=variants)
        for viewer in viewers_of(dealt)[:-1]:
            assert not twin_faults(dealt, viewer, rng, tries=1, every=9)


def test_what_changes_for_a_viewer_shows() -> None:
    assert not silent_steps(_begun(named_deal(GAME_ID, 2, 2), 30), "blue", PHONE)


@pytest.mark.parametrize("seed", first_ones(range(6)))
def test_senseless_games_have_pictures_too(seed: int) -> None:
    head, bodies = shaken(GAME_ID, seed, 40)
    game, table, line = well_formed(head, bodies)
    state = list(fold(game, table, line))[-1].after
    for width, viewer in ((WIDE, OFFICIAL), (PHONE, table.seats[0])):
        made = scene_of(game, state, width, viewer)
        assert not [*ids_repeated(made), *misplaced(made, SPECIAL.slack), *unsaid(made), *svg_faults(picture(made))]


@pytest.mark.parametrize("few", [pytest.param(80, id="few"), pytest.param(4, id="more", marks=pytest.mark.slow)])
def test_positions_of_the_rule_cases_have_pictures(few: int) -> None:
    for case in cases(GAME_ID)[::few]:
        game, table, states = states_of(case.record[0], case.record[1:], OFFICIAL)
        for width, viewer in ((WIDE, table.seats[0]), (PHONE, OFFICIAL)):
            item = Shown(case.rule, game, table, states[-1], scene_of(game, states[-1], width, viewer), None, {})
            assert faults(item, SPECIAL) == []


def _seen(lines: list[Body], viewer: str = "red", width: int = PHONE, head: Body | None = None) -> Scene:
    game, _, states = states_of(head or header(), lines, viewer)
    return scene_of(game, states[-1], width, viewer)


def _piece(scene: Scene, id: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == id)


def _box(scene: Scene, id: str) -> Box:
    zone = scene.zone(id)
    assert zone is not None
    return zone.box


def test_the_map_of_the_box() -> None:
    """Port above, three columns, the upper volcano below; a wide picture has the same map."""
    rows = ["port", "1 2 3", "4 5 6", "7 volcano-lower 9", "10 8 12", "11", "volcano-upper"]
    for width in WIDTHS:
        scene = _seen([{"do": "setup"}], width=width)
        high = 0.0
        for row in rows:
            places = [f"isle-{name}" if name.isdigit() else name for name in row.split()]
            middles = [_box(scene, place).middle for place in places]
            assert [x for x, _ in middles] == sorted(x for x, _ in middles)
            assert {round(y) for _, y in middles} == {round(middles[0][1])}
            assert middles[0][1] > high
            high = middles[0][1]
        assert len(scene.links) == 22


@pytest.mark.parametrize("size", [12, 13])
def test_the_ring_is_a_rim_and_a_spare_cell_goes_to_the_lighthouse(size: int) -> None:
    ring = BOX["nest"]["ring"][:size]
    scene = _seen([{"do": "setup"}], head=header(4, {**BOX, "id": "club", "nest": {"ring": ring}}))
    boxes = [_box(scene, field) for field in ring]
    assert (boxes[0].w > 2 * boxes[1].w) == (size == 13)
    inside = _box(scene, "nest")
    assert not any(
        box.x < inside.x + inside.w
        and inside.x < box.x + box.w
        and box.y < inside.y + inside.h
        and inside.y < box.y + box.h
        for box in boxes
    )
    captains = [_piece(scene, f"{seat}.captain").box for seat in ("red", "blue", "green", "yellow")]
    assert len({(box.x, box.y) for box in captains}) == 4


def _line_of_islands() -> Body:
    names = ["port", *(f"isle-{number}" for number in range(1, 13)), "volcano-lower", "volcano-upper"]
    lines = [list(pair) for pair in pairwise(names)]
    return {**BOX, "id": "club", "sea": {**BOX["sea"], "lines": lines}}


@pytest.mark.parametrize("kit", [{"id": "club"}, _line_of_islands()], ids=["bare", "line"])
def test_other_boards_are_drawn_in_rows_that_fit(kit: Body) -> None:
    for width in WIDTHS:
        game, table, states = states_of(header(3, kit), [{"do": "setup"}], OFFICIAL)
        scene = scene_of(game, states[-1], width, OFFICIAL)
        assert faults(Shown("club", game, table, states[-1], scene, None, {}), SPECIAL) == []
        assert _box(scene, "isle-7").w == pytest.approx(_box(_seen([{"do": "setup"}], width=width), "isle-7").w)


def test_islands_that_the_table_named_carry_their_names_and_cannot_be_tapped() -> None:
    names = [f"skull-rock-{number}" for number in range(1, 13)]
    scene = _seen([{"do": "setup", "islands": names}])
    zone = scene.zone(names[0])
    assert zone is not None
    assert zone.texts[0].words.startswith("skull")
    assert not zone.tap
    assert scene.links == ()


def test_equal_cards_in_hand_are_one_thing_to_tap() -> None:
    scene = _seen([{"do": "setup", "hands": {"red": ["ashore-4", "ashore-4", "seer-4-poker", "?"]}}])
    assert _piece(scene, "ashore-4").amount == 2
    assert "×2" in picture(scene)
    seer = _piece(scene, "seer-4-poker")
    assert (seer.face, seer.small, seer.symbol, seer.look) == ("4", "seer", "seer", "red poker")
    assert _piece(scene, "red.unseen.1").kind == "back"
    assert _piece(scene, "blue.hand").amount == 4


@pytest.mark.parametrize("width", WIDTHS)
def test_a_hand_that_is_too_large_lies_in_two_rows(width: int) -> None:
    """Somebody drew too many: the cards can still be tapped, and the mats below move down."""
    hand = ["ashore-2-poker", "ashore-3", "robbery-3-poker", "seer-2", "pirate-5", "pirate-3-poker", "monument-light"]
    lines = [{"do": "setup", "hands": {"red": [*hand, "?"]}}]
    game, table, states = states_of(header(4), lines, "red")
    scene = scene_of(game, states[-1], width, "red")
    assert faults(Shown("large", game, table, states[-1], scene, None, {}), SPECIAL) == []
    assert len({_piece(scene, card).box.y for card in hand}) == 2


def test_a_card_known_in_anothers_hand_lies_face_up_beside_the_backs() -> None:
    hand = ["ashore-4", "ashore-4", "?", "?"]
    scene = _seen([{"do": "setup"}, reveal("hand.blue", hand)])
    assert _piece(scene, "blue.hand").amount == 2
    first, second = _piece(scene, "blue.hand.ashore-4"), _piece(scene, "blue.hand.ashore-4.2")
    assert second.box.x > first.box.x > _piece(scene, "blue.hand").box.x


PEEKED = [moved("red", hands={"red": ["seer-2", "?", "?", "?"]}), act("use", card="seer-2", island="isle-8", value=5)]


def _chest(scene: Scene, island: str = "isle-8") -> str:
    return _piece(scene, f"{island}.chest").face


def test_a_chest_that_was_only_looked_at_stands_in_brackets_for_those_who_may_look_it_up() -> None:
    notes = header(variants=["notes"])
    assert _chest(_seen(PEEKED, "red", head=notes)) == "(5)"
    assert _chest(_seen(PEEKED, "blue", head=notes)) == "?"
    assert _chest(_seen(PEEKED, TABLE, head=notes)) == "?"
    assert _chest(_seen(PEEKED, "red")) == "?"
    assert _chest(_seen(PEEKED, OFFICIAL)) == "(5)"
    assert _chest(_seen([*PEEKED, reveal("chest.isle-8", 5)], "blue")) == "5"


def test_permits_of_others_are_never_inferred() -> None:
    """Blue fetched the seven and placed nothing: everybody knows where it lies, but the picture does not say so."""
    lines = [position(permits={"blue": {"gained": [3, 7], "held": 2, "volcano": 0}})]
    for viewer, expected in (("red", ["B?", "B?"]), ("blue", ["B3", "B7"]), (OFFICIAL, ["B3", "B7"])):
        scene = _seen(lines, viewer)
        assert [piece.face for piece in scene.pieces if piece.id.startswith("blue.permit.")] == expected
    shown_ones = _seen([*lines, reveal("held.blue", [3, "?"])])
    assert [piece.face for piece in shown_ones.pieces if piece.id.startswith("blue.permit.")] == ["B3", "B?"]


def test_many_unseen_permits_lie_on_each_other_with_their_number() -> None:
    scene = _seen([position(permits={"blue": {"held": 6, "nest": 0}})])
    boxes = [piece.box for piece in scene.pieces if piece.id.startswith("blue.permit.unseen")]
    assert len(boxes) == 6
    assert boxes[1].x - boxes[0].x < 10
    assert "6" in [text.words for text in scene.texts if text.y > _box(scene, "blue").y]


@pytest.mark.parametrize("viewer", ["red", "blue", OFFICIAL])
def test_a_rich_mat_still_fits(viewer: str) -> None:
    crew = {"black": 1, "white": 1, "violet": 1}
    cards = [f"isle-{number}" for number in range(1, 11)]
    permits = {"gained": [1, 2, 3, 4, 5, 6], "held": 6, "nest": 0}
    relics = {"any-colour": {"at": "red"}}
    rich = position(crew={"red": crew}, islandCards={"held": {"red": cards}}, permits={"red": permits}, relics=relics)
    for width in WIDTHS:
        scene = _seen([rich], viewer, width)
        mat = _box(scene, "red")
        assert all(mat.holds(piece.box, 1) for piece in scene.pieces if piece.at.startswith("red"))


def test_pirates_are_counted_by_colour_and_unseen_ones_have_a_place() -> None:
    pirates = {"black": 3, "white": 1, "?": 2}
    houses = {"black": -1, "?": 1}
    scene = _seen([position(islands={"isle-3": {"pirates": pirates}}, houses=houses)])
    told = {piece.id: (piece.look, piece.face) for piece in scene.pieces if piece.at == "isle-3"}
    assert told["isle-3.black"] == ("black", "3")
    assert told["isle-3.white"] == ("white", "")
    assert told["isle-3.?"] == ("none", "2")
    isle = scene.zone("isle-3")
    assert isle is not None and isle.says.startswith(
        "isle 3: three black pirates, a white pirate and two unseen pirates"
    )
    assert _piece(scene, "black.house").says == "in the houses: -1 black pirates"
    assert _piece(scene, "black.house").face == "-1"
    assert _piece(scene, "?.house").at == "unseen-pirates"


def test_ships_and_captains_nobody_knows_where_are_shown_beside() -> None:
    scene = _seen([position(ships={"red": "tortuga"}, captains={"blue": "permit-9"})])
    assert _piece(scene, "red.ship").at == "elsewhere"
    assert _piece(scene, "blue.captain").at == "nest"
    assert any("permit field 9" in text.words or text.words.endswith("…") for text in scene.texts)


def test_the_smallest_thing_is_marked() -> None:
    """A robbery marks the cards of both, the used card and the hand; not the mats."""
    lines = [moved("red", hands={"red": ["robbery-light", "?", "?", "?"]}, islandCards={"held": {"blue": ["isle-2"]}})]
    before = _seen(lines, OFFICIAL)
    after = _seen([*lines, act("use", card="robbery-light", rob={"blue": ["isle-2"]})], OFFICIAL)
    marked = changed_ids(after, before)
    assert {"blue.cards", "red.cards.isle-2", "red.used"} <= marked
    assert not marked & {"red", "blue"}


def test_the_turn_says_who_is_to_do_what_and_leaves_room_for_the_title() -> None:
    head = header()
    head["players"][0]["name"] = "Wilhelmina-Charlotte"
    wide = _seen([moved("red", "permit-1")], width=WIDE, head=head)
    assert wide.turn == "Wilhelmina-Charlotte: permit field 1, card or draw"
    assert _seen([moved("red", "permit-1")], head=head).turn.endswith("…: field or card")
    assert _seen([{"do": "setup"}], head=head).turn.endswith(" to move")


def test_the_mat_of_who_is_on_turn_has_a_rim_and_a_bar() -> None:
    scene = _seen([{"do": "setup", "first": "blue"}])
    looks = {zone.id: zone.look for zone in scene.zones}
    assert (looks["red"], looks["blue"]) == ("mat", "mat turn")
    assert picture(scene).count('class="turn-bar"') == 1


def test_the_end_shows_the_gold_and_who_won() -> None:
    lines = [*settlement("isle-1")]
    scene = _seen(lines, OFFICIAL)
    state = states_of(header(), lines, OFFICIAL)[2][-1]
    result = GAME.document(state)["result"]
    assert [piece.at for piece in scene.pieces if piece.symbol == "crown"] == result["winners"]
    assert _piece(scene, "isle-1.gold").kind == "coin"
    assert _piece(scene, "gold-card").face == "1"
    told = [text.words for text in scene.texts]
    assert any(words.endswith(f"= {result['score'][result['winners'][0]]} gold") for words in told)


def test_what_may_be_tapped_is_marked_under_the_things_that_lie_there() -> None:
    scene = _seen([{"do": "setup", "hands": {"red": ["ashore-4", "?", "?", "?"]}}])
    drawn = draw(scene, touch={"port", "ashore-4"})
    rims = [place for place, element in enumerate(drawn) if "target-rim" in element]
    ship = next(place for place, element in enumerate(drawn) if 'data-id="red.ship"' in element)
    assert len(rims) == 2
    assert rims[0] < ship < rims[1]
