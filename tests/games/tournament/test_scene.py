"""The tournament as a picture: everything in its place, on a wide screen and on a phone."""

import pytest

from replay.playout import OFFICIAL
from replay.scene import PHONE, WIDE
from tests.helpers.scenes import faults, named_deal, scene_of, shown, states_of
from tests.helpers.slow import many

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", range(many(2, 12)))
@pytest.mark.parametrize("width", [WIDE, PHONE])
def test_everything_lies_in_its_place(seed: int, width: int) -> None:
    dealt = named_deal("tournament", 9, seed)

    assert [fault for item in shown(dealt, OFFICIAL, width, every=4) for fault in faults(item)] == []


def test_the_ladder_and_the_tables_of_the_round_are_shown() -> None:
    dealt = named_deal("tournament", 9, 3)
    game, _, states = states_of(dealt.header, dealt.full, OFFICIAL)
    last = states[-1]
    drawn = scene_of(game, last, WIDE, OFFICIAL)

    assert {zone.id for zone in drawn.zones} == {*last.players, *(name for name, _ in last.tables_of(last.round))}
    assert drawn.turn == "over"
