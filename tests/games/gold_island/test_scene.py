"""The table as a picture: everything in its place for everybody who looks, and nothing that they may not know."""

from random import Random

import pytest

from replay.games.gold_island.words import read_card
from replay.scene import Piece
from tests.helpers.scenes import WIDTHS, Special, faults, named_deal, shown, twin_faults, viewers_of

GAME = "gold-island"


def _is_card_to_tap(piece: Piece) -> bool:
    """The cards in the viewer's own hand; others in sight are not theirs to play."""
    return piece.kind == "pirate-card" and read_card(piece.id) is not None


SPECIAL = Special(slack=4, may_tap=_is_card_to_tap)
"""A ship lies over the coast by 4."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pictures_of_dealt_games_have_no_faults(players: int) -> None:
    dealt = named_deal(GAME, players, 7, kit="box")
    for viewer in viewers_of(dealt):
        for width in WIDTHS:
            for item in shown(dealt, viewer, width, every=17):
                assert not faults(item, SPECIAL)


def test_twins_look_alike() -> None:
    rng = Random(5)
    dealt = named_deal(GAME, 3, 5, kit="box")
    for viewer in viewers_of(dealt):
        assert not twin_faults(dealt, viewer, rng)
