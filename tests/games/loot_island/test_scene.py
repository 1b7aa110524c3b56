"""The table as a picture: what lies where, for every number of players, variant and pair of eyes."""

import re
from random import Random
from typing import Any

import msgspec
import pytest

from replay.deal import DealtGame
from replay.draw.picture import draw, picture
from replay.games.loot_island.geometry import CORNERS
from replay.games.loot_island.kit import Kit, healer_of, tile_of
from replay.games.loot_island.state import State
from replay.playout import OFFICIAL
from replay.scene import PHONE, WIDE, Piece, Scene, changed_ids
from replay.table import Table
from replay.view import TABLE
from tests.helpers.scenes import (
    WIDTHS,
    Shown,
    Special,
    faults,
    is_word,
    named_deal,
    scene_of,
    shown,
    silent_steps,
    states_of,
    twin_faults,
    viewers_of,
)
from tests.helpers.slow import first_ones, many, some
from tests.helpers.tools import cases

pytestmark = pytest.mark.slow

PLAYERS = (2, 3, 4, 5)
VARIANTS = ((), ("healers-open", "events-known"), ("healers-dealt",), ("opening-hand", "events-known"))
SHELVES = ("found", "offer", "healers")


def may_tap(piece: Piece) -> bool:
    """Cards in the viewer's hand, and what is face up to be taken. A second copy has its word before the `#`."""
    named = piece.kind != "back" and piece.face != "?"
    return named and piece.at in ("hand", *SHELVES) and "#" not in piece.id


def is_named(table: Table, name: str) -> bool:
    """Cards, treasures, healers, small islands and corners."""
    kit: Kit = table.kit
    things = (*kit.map, *kit.treasure, *CORNERS)
    return name in things or healer_of(kit, name) is not None or tile_of(kit, name).kind != "none"


SPECIAL = Special(may_tap=may_tap, is_named=is_named)


def dealt(players: int, seed: int, variants: tuple[str, ...] = (), **options: Any) -> DealtGame:
    return named_deal("loot-island", players, seed, **{"kit": "box", "variants": list(variants), **options})


def seats_of(game: DealtGame) -> list[str]:
    return [player["seat"] for player in game.header["players"]]


def found_in(game: DealtGame, viewers: tuple[str, ...], every: int) -> list[str]:
    return [
        fault
        for viewer in viewers
        for width in WIDTHS
        for item in shown(game, viewer, width, every=every)
        for fault in faults(item, SPECIAL)
    ]


@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_wrong_with_the_pictures_of_a_game(players: int) -> None:
    game = dealt(players, players, VARIANTS[players - 2])
    assert found_in(game, (seats_of(game)[-1], OFFICIAL), 67) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", some(PLAYERS, 2))
def test_nothing_is_wrong_with_the_pictures_of_more_games(players: int) -> None:
    for seed in range(many(1, 12)):
        for variants in VARIANTS:
            game = dealt(players, seed, variants)
            assert found_in(game, viewers_of(game), many(61, 1)) == []


def test_nothing_is_wrong_without_names_and_with_another_kit() -> None:
    game = named_deal("loot-island", 3, 2, names=(), kit="demo")
    assert found_in(game, (seats_of(game)[0],), 67) == []


def test_twins_look_alike() -> None:
    game = dealt(2, 5, ("healers-dealt",))
    assert twin_faults(game, seats_of(game)[1], Random(2), tries=1) == []


@pytest.mark.slow
@pytest.mark.parametrize("players", some(PLAYERS, 2))
def test_more_twins_look_alike(players: int) -> None:
    for seed in range(many(1, 20)):
        for variants in VARIANTS[:: many(2, 1)]:
            game = dealt(players, seed, variants)
            for viewer in (*seats_of(game)[:2], TABLE):
                assert twin_faults(game, viewer, Random(seed), tries=many(1, 6)) == []


# --- what changed


def pictures_around(game: DealtGame, event: int, viewer: str, width: int) -> tuple[Scene, Scene]:
    loot, _, states = states_of(game.header, game.full, viewer)
    one, other = (scene_of(loot, states[at], width, viewer) for at in (event - 1, event))
    return one, other


@pytest.mark.parametrize("width", WIDTHS)
def test_a_play_marks_its_landing_where_the_disc_came_from_and_the_hand(width: int) -> None:
    before, after = pictures_around(dealt(4, 7), 53, "red", width)
    assert changed_ids(after, before) == {"W1", "E2", "yellow-hand"}


def test_a_star_covers_no_words_of_a_landing() -> None:
    before, after = pictures_around(dealt(4, 7), 53, "red", WIDE)
    stars = [element for element in draw(after, before) if "changed-dot" in element]
    west, east = after.zone("W1"), after.zone("E2")
    assert west is not None and east is not None
    assert f'cx="{west.box.x + 2:g}" cy="{west.box.y + west.box.h - 2:g}"' in stars[0] + stars[1]
    assert f'cx="{east.box.x + east.box.w - 2:g}" cy="{east.box.y + east.box.h - 2:g}"' in stars[0] + stars[1]


@pytest.mark.parametrize("players", first_ones(PLAYERS))
def test_every_step_shows(players: int) -> None:
    assert silent_steps(dealt(players, 3), OFFICIAL, WIDE) == []


def test_treasures_glide_from_the_shelf_to_a_mat() -> None:
    game = dealt(4, 7)
    loot, _, states = states_of(game.header, game.full, OFFICIAL)
    taken = next(seq for seq, body in enumerate(game.full, 1) if body["do"] == "take" and body.get("keep", True))
    before, after = (scene_of(loot, states[at], WIDE, TABLE) for at in (taken - 1, taken))
    name, by = game.full[taken - 1]["treasure"], game.full[taken - 1]["by"]
    assert {piece.id: piece.at for piece in before.pieces}[name] == "found"
    assert {piece.id: piece.at for piece in after.pieces}[name] == by
    assert name in changed_ids(after, before)
    assert "found" not in changed_ids(after, before)


# --- words


def test_the_top_line_says_who_is_to_do_what() -> None:
    game = named_deal("loot-island", 3, 2, names=("Ann", "Bob", "Cleo"), kit="box")
    loot, _, states = states_of(game.header, game.full, TABLE)
    told: dict[str, set[str]] = {}
    for state in states:
        words = re.sub(r"Ann|Bob|Cleo", "somebody", scene_of(loot, state, WIDE, TABLE).turn)
        told.setdefault(state.phase, set()).add(re.sub(r"[NESW][12]", "a landing", words))
    assert told == {
        "ready": {"the next event"},
        "preparation": {"hands are refilled"},
        "actions": {"somebody to act"},
        "loot": {"loot at a landing", "somebody takes a treasure", "the coast is cleaned up"},
        "final": {"loot at a landing", "somebody takes a treasure", "the healers come next"},
        "healer": {"somebody picks a healer"},
        "over": {"somebody wins"},
    }


def test_a_long_name_is_cut_in_the_top_line_of_a_phone() -> None:
    loot, _, states = states_of(*_lines(dealt(3, 2)), TABLE)
    taking = next(state for state in states if state.loot is not None and state.loot.takers[:1] == ("white",))
    assert re.fullmatch(r"Maximil\w*… takes a treasure", scene_of(loot, taking, PHONE, TABLE).turn)
    assert scene_of(loot, taking, WIDE, TABLE).turn == "Maximiliane-Josepha takes a treasure"


def test_the_count_stands_on_the_mats() -> None:
    game = dealt(4, 0)
    loot, _, states = states_of(game.header, game.full, TABLE)
    over = states[-1]
    assert over.result is not None
    told = {piece.at: piece.face for piece in scene_of(loot, over, PHONE, TABLE).pieces if piece.kind == "pill"}
    scores = over.result["scores"]
    assert told == {seat: "out" if points is None else _points(points) for seat, points in scores.items()}


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


# --- ids, hands, hidden things


def test_the_second_copy_of_a_card_has_its_word_before_the_sign() -> None:
    game = dealt(4, 7)
    loot, table, states = states_of(game.header, game.full, "red")
    state = msgspec.structs.replace(states[1], hands={**states[1].hands, "red": ("red-1", "red-1", "blue-wild")})
    scene = scene_of(loot, state, PHONE, "red")
    ids = [piece.id for piece in scene.pieces if piece.at == "hand"]
    assert sorted(ids) == ["blue-wild", "red-1", "red-1#2"]
    assert all(is_word(loot, table, state, id.partition("#")[0]) for id in ids)


def test_another_seats_hand_lies_face_down_and_the_officials_sees_it() -> None:
    game = dealt(3, 4)
    loot, _, states = states_of(game.header, game.full, "red")
    scene = scene_of(loot, states[2], WIDE, "red")
    backs = {piece.id: piece.amount for piece in scene.pieces if piece.kind == "fan"}
    assert backs == {f"{seat}-hand": len(states[2].hands[seat]) for seat in ("blue", "white")}
    _, _, whole = states_of(game.header, game.full, OFFICIAL)
    every = scene_of(loot, whole[2], WIDE, OFFICIAL)
    shown_cards = [piece.id.partition("#")[0] for piece in every.pieces if piece.at.endswith("-open")]
    assert sorted(shown_cards) == sorted(name for hand in whole[2].hands.values() for name in hand)


def test_known_events_are_not_told_in_their_order() -> None:
    game = dealt(3, 1, ("events-known",))
    loot, _, states = states_of(game.header, game.full, OFFICIAL)
    turned = msgspec.structs.replace(states[1], events=tuple(reversed(states[1].events)))
    assert scene_of(loot, states[1], WIDE, TABLE) == scene_of(loot, turned, WIDE, TABLE)


# --- tables that no rule allows


def crowded(state: State) -> State:
    """More of everything than any legal game has, and much that nobody named."""
    names = list(state.table.kit.treasure)
    cards = list(state.table.kit.map)
    seats = state.table.seats
    return msgspec.structs.replace(
        state,
        phase="loot",
        hands={actor: tuple(cards[place : place + 17]) for place, actor in enumerate(state.hands)},
        kept={actor: (*names[13 * place : 13 * place + 12], "?") for place, actor in enumerate(state.kept)},
        columns=dict.fromkeys(state.columns, (*cards[:30], "?")),
        stacks=dict.fromkeys(state.stacks, (*seats, *seats)),
        compasses=dict.fromkeys(state.compasses, -2),
        cubes=dict.fromkeys(state.cubes, 27),
        open=(*names[60:74], "?"),
        discard=("?",),
        healers=("healer-1", "healer-2", "?"),
        treasure_deck=(("mix", 12),),
        treasure_discard=tuple(names[70:]),
        first=seats[0],
    )


def empty(state: State) -> State:
    """A table on which nothing is left."""
    bare: dict[str, tuple[str, ...]] = dict.fromkeys(state.hands, ())
    return msgspec.structs.replace(
        state, hands=bare, kept=bare, deck=0, discard=(), treasure_deck=(), events=(), pile=(), event="B99", color=None
    )


@pytest.mark.parametrize("change", (crowded, empty))
@pytest.mark.parametrize("players", first_ones(PLAYERS))
def test_tables_that_no_rule_allows_are_drawn_too(players: int, change: Any) -> None:
    game = dealt(players, 6)
    loot, table, states = states_of(game.header, game.full, OFFICIAL)
    state = change(states[30])
    for viewer in (table.seats[0], TABLE):
        for width in WIDTHS:
            scene = scene_of(loot, state, width, viewer)
            where = f"{change.__name__}, {players} players, {width} wide"
            crowd = Special(may_tap=lambda piece: False)
            assert faults(Shown(where, loot, table, state, scene, None, {}), crowd) == []


@pytest.mark.parametrize("every", (120, pytest.param(many(3, 1), marks=pytest.mark.slow)))
def test_what_breaks_a_rule_is_drawn_too(every: int) -> None:
    """Too few and too many players, seats without a colour, cards that nobody named."""
    for case in cases("loot-island")[::every]:
        header, *bodies = case.record
        loot, table, states = states_of(header, bodies, OFFICIAL)
        for width, viewer in zip(WIDTHS, (table.seats[0], TABLE), strict=True):
            scene = scene_of(loot, states[-1], width, viewer)
            crowd = Special(may_tap=lambda piece: False)
            assert faults(Shown(case.why, loot, table, states[-1], scene, None, {}), crowd) == []


def test_the_dot_on_a_treasure_leaves_its_number_free() -> None:
    loot, _, states = states_of(*_lines(dealt(3, 2)), TABLE)
    scene = scene_of(loot, next(state for state in states if state.open), PHONE, TABLE)
    treasure = next(piece for piece in scene.pieces if piece.at == "found")
    assert f'cx="{treasure.box.x + 9:g}" cy="{treasure.box.y + 9:g}" r="7"' in draw(scene, touch=(treasure.id,))[-1]


def test_states_are_drawn_on_top_of_everything() -> None:
    loot, _, states = states_of(*_lines(dealt(4, 7)), "red")
    scene = scene_of(loot, states[53], WIDE, "red")
    drawn = draw(scene, touch=("N2", "place"), chosen=("red-9-cube",))
    assert ["target-dot" in element for element in drawn[-3:]] == [True, True, False]
    assert sum("target-rim" in element for element in drawn) == 2
    assert "chosen-rim" in drawn[-1]
    landing = scene.zone("N2")
    assert landing is not None and landing.dot is not None
    assert f'cx="{landing.dot[0]:g}" cy="{landing.dot[1]:g}" r="7"' in "".join(drawn[-3:])
    assert picture(scene).count('class="turn-bar"') == 1


def _lines(game: DealtGame) -> tuple[Any, Any]:
    return game.header, game.full
