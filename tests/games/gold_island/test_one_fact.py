"""Gold Island: two models of one game. A second ledger agrees with the reducer, and one wrong fact is never silent."""

from collections import Counter
from random import Random

import pytest

from replay.games.gold_island import GAME
from replay.playout import fold
from tests.games.gold_island.facts import KIT, facts_of
from tests.games.gold_island.ledger import Body, Ledger
from tests.games.gold_island.ledger_books import books_of, result_of
from tests.helpers.one_fact import Change, judged, some_changes
from tests.helpers.slow import first_ones, many
from tests.helpers.tools import dealt, timeline


def ledger_for(players: int) -> Ledger:
    return Ledger(list(GAME.seats[:players]), KIT)


def in_full(players: int, seed: int) -> tuple[Body, list[Body]]:
    """A dealt game in full; after its end everybody shows hand, permits and island cards."""
    simulated = dealt("gold-island", players, seed)
    ledger = ledger_for(players)
    for line in simulated.full:
        ledger.follow(line)
    shown: list[Body] = []
    for what, each in (("hand", ledger.hand), ("held", ledger.front), ("islandCards", ledger.cards)):
        shown += [{"do": "reveal", "what": f"{what}.{seat}", "value": list(mine)} for seat, mine in each.items()]
    return simulated.header, [*simulated.full, *shown]


# --- the ledger and the reducer --------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", first_ones([2, many(8, 240)]))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_second_ledger_of_the_page_agrees_with_the_reducer(players: int, games: int) -> None:
    for seed in range(games):
        header, lines = in_full(players, 5000 + seed)
        game, table, line, _ = timeline(header, lines)
        ledger = ledger_for(players)
        for body, step in zip(lines, fold(game, table, line), strict=True):
            ledger.follow(body)
            document = game.document(step.after)
            seat = document["turn"]["seat"] if document["turn"] is not None else None
            assert {**books_of(ledger)} == {name: document[name] for name in books_of(ledger)} | {"turn": seat}, body
        assert ledger.faults == []
        assert result_of(ledger).items() <= document["result"].items()


# --- one wrong fact --------------------------------------------------------------------------------------------------


def books_after(header: Body, lines: list[Body]) -> Ledger:
    ledger = ledger_for(len(header["players"]))
    for line in lines:
        ledger.follow(line)
    return ledger


def is_legal(header: Body, lines: list[Body]) -> bool:
    """Whether the books of the second ledger allow every event."""
    ledger = books_after(header, lines)
    return not ledger.faults and not ledger.missing


def only_a_card_not_shown(change: Change) -> bool:
    ledger = books_after(change.header, change.lines)
    return bool(ledger.missing) and not ledger.faults


EXPLAINED = {
    "when a draw pile runs out in the middle of drawing, its last cards must all be among those drawn; GI-CARD-2 and 3 "
    "find a card that is shown too often, not one that is not shown": only_a_card_not_shown,
}


@pytest.mark.slow
@pytest.mark.parametrize("games", [many(2, 40)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_wrong_fact_is_found_unless_the_game_is_legal_with_it(players: int, games: int) -> None:
    tried: Counter[str] = Counter()
    for seed in range(7000, 7000 + games):
        header, lines = in_full(players, seed)
        changes = some_changes(header, lines, facts_of, Random(seed), many(30, 85))
        report = judged(changes, is_legal, EXPLAINED)
        assert report.silent == []
        assert report.accused == []
        tried += report.tried
    assert len(tried) >= 15
