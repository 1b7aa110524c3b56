"""The pictures of Stratego Lost Island: everything in its place, and nothing that a viewer may not know."""

import copy
from random import Random
from typing import Any

import pytest

from replay.draw.picture import draw, picture
from replay.lettering import width_of
from replay.playout import OFFICIAL
from replay.scene import PHONE, WIDE, Piece, Scene, changed_ids
from replay.view import TABLE
from tests.games.lost_island.helpers import header
from tests.helpers.scenes import (
    NAMES,
    WIDTHS,
    Special,
    faults,
    is_word,
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
from tests.helpers.tools import Body

LOST = "lost-island"
SPECIAL = Special(slack=0.5, may_cover=frozenset({frozenset(("explorer", "hull"))}))
VARIANTS = (
    (),
    ("landscape", "shrink-storms", "bonus-loot"),
    ("free-landing", "secret-battles"),
    ("face-down-discards", "storm-sinks", "anytime-power-ups"),
)


def _games(count: int) -> list[Any]:
    """Dealt games of every number of players, and between them every variant."""
    return [
        (players, VARIANTS[(players + seed) % len(VARIANTS)], seed) for players in (2, 3, 4) for seed in range(count)
    ]


@pytest.mark.parametrize(("players", "variants", "seed"), _games(1))
def test_every_viewer_has_a_picture_without_faults(players: int, variants: tuple[str, ...], seed: int) -> None:
    dealt = named_deal(LOST, players, seed, variants=list(variants))
    found = [
        fault
        for viewer in viewers_of(dealt)
        for width in WIDTHS
        for item in shown(dealt, viewer, width, every=29)
        for fault in faults(item, SPECIAL)
    ]
    assert not found, found[:10]
