"""What the rest of a round tells about a pass that was only partly seen."""

from typing import Any

import pytest

from replay.deal import deal, header_for
from replay.library import game_of
from tests.helpers.second_pass import audit_both_ways
from tests.helpers.slow import first_ones


def _named(body: dict[str, Any], seat: str, card: str) -> dict[str, Any]:
    return {**body, "cards": {seat: card}} if body["do"] == "pass" else body


@pytest.mark.parametrize("seed", first_ones([2, 5]))  # games without action 2, so every hand can be worked out
def test_one_card_of_a_pass_was_seen_and_the_rest_of_the_round_proves_it_wrong(seed: int) -> None:
    game = game_of("sea-or-shore")
    dealt = deal(game, header_for(game, 3), seed)
    hands = next(body["hands"] for body in dealt.full if body["do"] == "setup")
    changed: set[tuple[str, str, str]] = set()
    for card in hands["p3"]:  # p1 passes to p3, so it may have been one of these
        bodies = [_named(dict(body), "p1", card) for body in dealt.scribe]
        found = audit_both_ways(dealt.header, bodies)
        changed |= {(change.rule, change.was, change.now) for change in found.changes}
    assert {("SS-PASS-2", "open", "broken"), ("SS-PASS-3", "open", "broken")} <= changed
