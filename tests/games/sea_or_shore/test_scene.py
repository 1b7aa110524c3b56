"""The table as a picture: everything in its place, for everybody who looks, at every size."""

from random import Random

import pytest

from replay.draw.picture import picture
from replay.game import Frame
from replay.games.sea_or_shore import GAME
from replay.games.sea_or_shore.scene import scene
from replay.playout import OFFICIAL, fold
from replay.scene import PHONE, WIDE, Piece, Scene, changed_ids
from replay.view import TABLE
from tests.helpers.scenes import (
    WIDTHS,
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
    viewers_of,
)
from tests.helpers.slow import many
from tests.helpers.tools import shaken, well_formed
from tests.helpers.typed import Pad

pytestmark = pytest.mark.slow

PLAYERS = (3, 4, 5)


def _own_card(piece: Piece) -> bool:
    return piece.at == "hand" and piece.kind == "island-card"


SPECIAL = Special(may_tap=_own_card)


@pytest.mark.parametrize("players", PLAYERS)
def test_everything_lies_in_its_place_for_everybody(players: int) -> None:
    dealt = named_deal("sea-or-shore", players, players)
    for viewer in viewers_of(dealt)[-3:]:
        for width in WIDTHS:
            wrong = [fault for item in shown(dealt, viewer, width, every=37) for fault in faults(item, SPECIAL)]
            assert not wrong, "\n".join(wrong[:5])


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_everything_lies_in_its_place_in_many_games(players: int) -> None:
    for seed in range(many(2, 100)):
        dealt = named_deal("sea-or-shore", players, seed, () if seed % 2 else ("Wilhelmina-Charlotte",) * 5)
        for viewer in viewers_of(dealt):
            for width in WIDTHS:
                pictures = shown(dealt, viewer, width, every=many(23, 9))
                wrong = [fault for item in pictures for fault in faults(item, SPECIAL)]
                assert not wrong, "\n".join(wrong[:5])


@pytest.mark.parametrize("players", PLAYERS)
def test_twins_look_alike_to_those_who_may_not_know(players: int) -> None:
    rng = Random(players)
    dealt = named_deal("sea-or-shore", players, players)
    assert not twin_faults(dealt, rng.choice(viewers_of(dealt)[:-1]), rng, tries=1, every=7)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_many_twins_look_alike(players: int) -> None:
    rng = Random(players)
    for seed in range(many(2, 60)):
        dealt = named_deal("sea-or-shore", players, seed)
        for viewer in viewers_of(dealt)[:-1]:
            assert not twin_faults(dealt, viewer, rng, tries=1, every=5)


def test_what_changes_for_a_viewer_shows() -> None:
    dealt = named_deal("sea-or-shore", 4, 2)
    for viewer in ("p2", TABLE):
        assert not silent_steps(dealt, viewer, PHONE)


@pytest.mark.parametrize("seed", range(2))
def test_senseless_games_have_pictures_too(seed: int) -> None:
    header, bodies = shaken("sea-or-shore", seed, 25)
    game, table, line = well_formed(header, bodies)
    for step in fold(game, table, line):
        for width, viewer in ((WIDE, OFFICIAL), (PHONE, table.seats[0])):
            made = scene_of(game, step.after, width, viewer)
            assert not [*ids_repeated(made), *misplaced(made), *svg_faults(picture(made))]


def _piece(made: Scene, id: str) -> Piece:
    return next(piece for piece in made.pieces if piece.id == id)


def _pictured(pad: Pad, viewer: str | None = "p1") -> Scene:
    return scene(Frame(pad.state, None, PHONE, viewer))


BEGUN = ("setup p1 r4 g3 rb:1 gp:4", "pass * * * *")


def test_a_laid_card_shows_one_half_and_its_additions_and_leaves_the_hand() -> None:
    pad = Pad("sea-or-shore", 4, *BEGUN, "7+2", "g")
    made = _pictured(pad)
    shore, sea = _piece(made, "p1-card"), _piece(made, "p2-card")
    assert (shore.kind, shore.face, shore.look, shore.small) == ("half-card", "7", "", "+2")
    assert (sea.kind, sea.face, sea.look, sea.small) == ("half-card", "", "green", "")
    assert _piece(made, "p2-hand").amount == 11
    assert _piece(made, "p3-hand").amount == 12
    assert sea.says == "p2 laid a card showing green"
    assert made.turn == "p3 lays"


def test_a_card_that_was_played_and_one_that_was_taken_back() -> None:
    pad = Pad("sea-or-shore", 4, *BEGUN, "7", "g", "r9", "*", "show r7 g2 r9 *")
    made = _pictured(pad)
    assert _piece(made, "red-7").at == "p1"
    assert _piece(made, "p4-card").face == "?"
    pad("p2 act 4 take=r7 discard=g3")
    made = _pictured(pad, "p2")
    assert _piece(made, "p1-card").face == "taken"
    assert _piece(made, "red-7").at == "hand"
    assert _piece(_pictured(pad), "red-7").at == "p2"


def test_treasures_that_somebody_looked_at_stand_in_brackets_for_them_alone() -> None:
    dealt = named_deal("sea-or-shore", 4, 7)
    at = next(seq for seq, body in enumerate(dealt.full, 1) if body.get("action") == 3 and body["do"] == "act")
    act = dealt.full[at - 1]
    other = next(seat for seat in ("p1", "p2", "p3", "p4") if seat != act["by"])
    told = []
    for viewer in (act["by"], other):
        made = scene_of(GAME, states_of(dealt.header, dealt.full, viewer)[2][at], WIDE, viewer)
        told.append([text.words for text in made.texts if text.words.startswith("treasure")])
    assert any(words.startswith("treasure, next (") for words in told[0])
    assert told[1] == ["treasure", "treasure"]


def test_marks_are_on_things_and_never_on_a_whole_mat_or_deck() -> None:
    dealt = named_deal("sea-or-shore", 4, 2)
    for item in shown(dealt, "p2", PHONE):
        marked = changed_ids(item.scene, item.before)
        assert not marked & {"p1", "p2", "p3", "p4", "rb", "gp", "pile"}, item.where


def test_a_card_named_twice_is_two_things() -> None:
    pad = Pad("sea-or-shore", 3, "setup p1 r4 rb:1 gp:4", "pass * * *", "7", "7", "7", "show r7 r7 r7")
    assert not ids_repeated(_pictured(pad))


def test_the_end_shows_the_points_of_both_rounds_and_who_won() -> None:
    dealt = named_deal("sea-or-shore", 3, 4)
    state = states_of(dealt.header, dealt.full, OFFICIAL)[2][-1]
    made = scene_of(GAME, state, WIDE, "p1")
    winners = [piece.at for piece in made.pieces if piece.symbol == "crown"]
    assert winners == list(state.result.winner)
    for seat in state.table.seats:
        assert _piece(made, f"{seat}-card").face == str(sum(state.points[seat]))
    assert made.turn.endswith((" wins", " win"))


@pytest.mark.parametrize("width", WIDTHS)
def test_cards_that_were_passed_on_are_marked_in_all_hands(width: int) -> None:
    """They lie in another hand then: whoever sees all hands once saw nothing change."""
    dealt = named_deal("sea-or-shore", 4, 7)
    game, _, states = states_of(dealt.header, dealt.full, OFFICIAL)
    place = next(place for place, body in enumerate(dealt.full) if body["do"] == "pass")
    before, after = (scene_of(game, states[place + later], width, OFFICIAL) for later in (0, 1))
    assert changed_ids(after, before) == set(dealt.full[place]["cards"].values())


def test_long_names_have_room_beside_a_hand_as_far_as_the_cards_leave_it() -> None:
    """A row of a phone has room for more than "Wilhelm…", and names of everyday length leave the cards as they lie."""
    told, begins = [], []
    long = ("Wilhelmina", "Friederike", "Josephine", "Annemarie", "Theodora")
    for names in (long, ("Ann", "Bob", "Cleo", "Dee", "Eve")):
        dealt = named_deal("sea-or-shore", 5, 7, names)
        game, _, states = states_of(dealt.header, dealt.full, OFFICIAL)
        parts = [part for group in scene_of(game, states[2], PHONE, OFFICIAL).groups for part in group]
        told.append([text.words for part in parts for text in part.texts])
        begins.append(min(piece.box.x for part in parts for piece in part.pieces if piece.at == "p1-hands"))

    assert set(long) <= set(told[0])
    assert begins[1] == 86 < begins[0]


def test_the_points_keep_clear_of_the_rim_that_marks_them() -> None:
    dealt = named_deal("sea-or-shore", 3, 7)
    game, _, states = states_of(dealt.header, dealt.full, OFFICIAL)
    parts = [part for group in scene_of(game, states[-1], PHONE, OFFICIAL).groups for part in group]
    (box,) = (zone.box for part in parts for zone in part.zones if zone.id == "points")
    (ann,) = (text for part in parts for text in part.texts if text.words == "Ann" and text.y > box.y)

    assert ann.x >= box.x + 8
