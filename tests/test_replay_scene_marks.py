"""What a step changed is marked in the picture, and nothing else is: every game, player count and viewer."""

import pytest

from replay.library import game_ids, game_of
from replay.playout import OFFICIAL
from replay.scene import WIDE, Box, Piece, Scene, ScenePart, Zone, changed_ids
from replay.view import TABLE
from tests.helpers.scenes import named_deal, scene_of, states_of, viewers_of, wrong_marks
from tests.helpers.slow import some

TABLES = [(id, players) for id in game_ids() if game_of(id).scene for players in game_of(id).player_counts]
MAT, DISCS = Box(0, 0, 100, 50), Box(10, 10, 20, 20)


def _faults(game_id: str, players: int, seed: int, viewers: tuple[str, ...]) -> list[str]:
    dealt = named_deal(game_id, players, seed)
    found: list[str] = []
    for viewer in viewers:
        game, _, states = states_of(dealt.header, dealt.full, viewer)
        before = None
        for event, state in enumerate(states):
            scene = scene_of(game, state, WIDE, viewer)
            where = f"{game_id}, {players} players, seed {seed}, event {event}, as {viewer}"
            found += [f"{fault} ({where})" for fault in wrong_marks(scene, before)]
            before = scene
    return found


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_exactly_what_differs_is_marked(game: str, players: int) -> None:
    viewers = viewers_of(named_deal(game, players, 1))
    assert not _faults(game, players, 1, (viewers[players % len(viewers)], TABLE, OFFICIAL))


@pytest.mark.slow
@pytest.mark.parametrize("seed", some((2, 3)))
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_exactly_what_differs_is_marked_for_everybody(game: str, players: int, seed: int) -> None:
    assert not _faults(game, players, seed, viewers_of(named_deal(game, players, seed)))


def _table(words: str, discs: str, look: str = "mat") -> Scene:
    zone, piece = Zone("red", MAT, look, words), Piece("red-discs", "red", "disc", DISCS, discs)
    return Scene(100, 50, "", groups=((ScenePart([zone], [piece]),),))


def test_words_alone_are_a_change() -> None:
    before = _table("Ann's mat: two discs", "two discs")
    assert changed_ids(_table("Ann's mat: a disc", "a disc"), before) == {"red-discs"}
    assert changed_ids(_table("Ann's mat: two discs, three cards", "two discs"), before) == {"red"}
    assert not changed_ids(_table("Ann's mat: two discs", "two discs", "mat turn"), before)


def test_a_new_place_with_a_ground_is_a_change() -> None:
    points = Zone("points", MAT, "well", "the points"), Zone("key", MAT, "", "what the symbols mean")
    assert changed_ids(Scene(100, 50, "", groups=((ScenePart(points),),)), Scene(100, 50, "")) == {"points"}
