"""Gold Island: two models of one game. A second ledger agrees with the reducer, and one wrong fact is never silent."""

import copy
from collections import Counter
from random import Random
from typing import Any

import pytest

from replay.games.gold_island import GAME
from replay.kit import shipped
from replay.playout import fold
from replay.read import put
from tests.games.gold_island.facts import Fact, facts_of
from tests.games.gold_island.ledger import Body, Ledger
from tests.games.gold_island.ledger_books import books_of, result_of
from tests.helpers.slow import first_ones
from tests.helpers.tools import audit_of, dealt, timeline

KIT = shipped("replay.games.gold_island", "demo")


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


@pytest.mark.parametrize("games", first_ones([4, 240]))
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


def with_other_value(lines: list[Body], fact: Fact, value: Any) -> list[Body]:
    changed = copy.deepcopy(lines)
    assert put(changed[fact.seq - 1], fact.path.split("."), value)
    return changed


def is_legal(lines: list[Body], players: int) -> bool:
    """Whether the books of the second ledger allow every event.

    One thing they would not allow stays silent by the page, and counts as legal here: when a draw pile runs out in the
    middle of drawing, its last cards must all be among those drawn. GI-CARD-2 and 3 find a card that is shown too
    often; they do not miss one that is not shown.
    """
    ledger = ledger_for(players)
    for line in lines:
        ledger.follow(line)
    return ledger.faults == []


def silent_ones(players: int, seed: int, changes: int) -> tuple[Counter[str], list[str]]:
    """How many facts of each kind were changed, and those that were neither legal nor found."""
    header, lines = in_full(players, seed)
    facts = list(facts_of(lines, [isle["id"] for isle in KIT["sea"]["islands"]], cards_of_the_kit()))
    rng = Random(seed)
    tried: Counter[str] = Counter()
    missed = []
    by_kind: dict[str, list[Fact]] = {}
    for fact in facts:
        by_kind.setdefault(fact.kind, []).append(fact)
    for _ in range(changes):
        fact = rng.choice(by_kind[rng.choice(list(by_kind))])
        value = rng.choice(fact.others)
        changed = with_other_value(lines, fact, value)
        tried[fact.kind] += 1
        if audit_of(header, changed).findings == () and not is_legal(changed, players):
            missed.append(f"{players} players, seed {seed}: {fact.path} of {lines[fact.seq - 1]} as {value}")
    return tried, missed


def cards_of_the_kit() -> list[str]:
    found = []
    for line in KIT["pirate_cards"]["cards"]:
        name = f"{line['property']}-{line['move'] or 'light'}"
        found.append(f"{name}-poker" if line.get("poker") else name)
    return found


@pytest.mark.parametrize("games", first_ones([2, 40]))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_wrong_fact_is_found_unless_the_game_is_legal_with_it(players: int, games: int) -> None:
    tried: Counter[str] = Counter()
    for seed in range(games):
        counted, missed = silent_ones(players, 7000 + seed, 25 if games == 2 else 85)
        tried += counted
        assert missed == []
    assert len(tried) >= 15
