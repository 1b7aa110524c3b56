"""What was counted or written down as a position tells a seat no more than the table shows it."""

import json
from typing import Any

import pytest

from records.record import of_bodies
from replay.action import UNKNOWN, Observe, Unreadable
from replay.covering import cover_facts, cover_freeze
from replay.library import game_of
from replay.playout import play_out
from replay.read import read_body
from replay.reel import Played, played
from replay.simulation import simulate
from replay.view import TABLE, mask_action
from tests.helpers.tools import SECRETIVE

GAMES = SECRETIVE


def told(document: Any, path: str = "") -> dict[str, Any]:
    """Every value of a document by its path; the items of a list are at one path, sorted as text."""
    if isinstance(document, dict):
        return {name: value for key, item in document.items() for name, value in told(item, f"{path}.{key}").items()}
    if isinstance(document, list):
        return {path: sorted(str(item) for item in document if item != UNKNOWN)}
    return {} if document == UNKNOWN else {path: document}


def more_than(said: dict[str, Any], known: dict[str, Any]) -> list[str]:
    """The paths at which something is said that is not known."""
    found = []
    for path, value in said.items():
        if value in (None, False, 0, "", []):
            continue
        seen = known.get(path)
        within = (
            isinstance(value, list) and isinstance(seen, list) and all(value.count(i) <= seen.count(i) for i in value)
        )
        if value != seen and not within:
            found.append(path)
    return found


def halfway(game_id: str, players: int, seed: int) -> Played:
    """A dealt game that stopped in the middle, every hidden fact named."""
    record = simulate(game_id, players=players, seed=seed)
    events = [event.body() for event in record.events]
    header = {"quartermaster": 1, "game": game_id, "players": [{"seat": seat} for seat in record.header.seats]}
    options: dict[str, Any] = {"kit": record.header.options.kit, "variants": [], "readings": {}}
    return played(of_bodies({**header, "options": options}, events[: len(events) // 2]))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_position_tells_a_seat_what_it_sees_and_no_more(game_id: str) -> None:
    game = game_of(game_id)
    for seed in range(2):
        found = halfway(game_id, game.players[seed % 2], seed)
        document = game.document(play_out(game, found.table, found.record.events).state_at())
        setup = read_body(game, found.table, {"do": "setup", "position": document})
        assert not isinstance(setup, Unreadable), setup.why
        assert mask_action(game, found.table, setup, TABLE) is not setup
        began = of_bodies(_header(found), [{"do": "setup", "position": document}]).events
        for viewer in (*found.table.seats, TABLE):
            seen, shown = (
                game.document(play_out(game, found.table, events, viewer=viewer).state_at())
                for events in (found.record.events, began)
            )
            assert more_than(told(shown), told(seen)) == [], viewer


def _header(found: Played) -> dict[str, Any]:
    header: dict[str, Any] = json.loads(found.record.lines[0])
    return header


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_counted_at_any_path_tells_a_seat_what_it_sees_and_no_more(game_id: str) -> None:
    game = game_of(game_id)
    for seed in range(2):
        found = halfway(game_id, game.players[seed % 2], seed)
        table = found.table
        document = game.document(play_out(game, table, found.record.events).state_at())
        facts = {**document, **_leaves(document)}
        for viewer in (*table.seats, TABLE):
            seen = told(game.document(play_out(game, table, found.record.events, viewer=viewer).state_at()))
            for shown in (
                cover_facts(game, table, facts, viewer),
                cover_freeze(game, table, facts, viewer),
                cover_freeze(game, table, {"recount": facts}, viewer)["recount"],
            ):
                said = {f".{path}": value for path, value in shown.items()}
                flat = {name: item for path, value in said.items() for name, item in told(value, path).items()}
                assert more_than(flat, seen) == [], viewer


def _leaves(document: Any, path: str = "") -> dict[str, Any]:
    if not isinstance(document, dict):
        return {path: document}
    below = (_leaves(item, f"{path}.{key}" if path else key) for key, item in document.items())
    return {name: value for each in below for name, value in each.items()}


@pytest.mark.parametrize(
    ("game_id", "facts", "owner"),
    [
        ("sea-or-shore", {"hands.p1": ["red-1", "red-2"]}, "p1"),
        ("sea-or-shore", {"hands": {"p1": ["red-1"], "p2": ["?"]}}, "p1"),
        ("loot-island", {"hands.blue": ["red-3"]}, "blue"),
        ("loot-island", {"events": ["B1", "B2", "B3", "B4"]}, None),
        ("loot-island", {"healers.pile": ["x"]}, None),
        ("lost-island", {"values.red.a": 4}, "red"),
        ("lost-island", {"values": {"red": {"a": 4}}}, "red"),
        ("gold-island", {"hand.red": ["x"]}, "red"),
        ("gold-island", {"islandCards.red": ["isle-3"]}, "red"),
    ],
)
def test_hidden_counts_are_for_their_owner(game_id: str, facts: dict[str, Any], owner: str | None) -> None:
    game = game_of(game_id)
    found = halfway(game_id, game.player_counts[-1], 1)
    assert owner is None or owner in found.table.seats
    action = Observe(facts=facts)
    for viewer in (*found.table.seats, TABLE):
        seen = mask_action(game, found.table, action, viewer)
        assert isinstance(seen, Observe)
        assert (seen.facts == facts) == (viewer == owner), viewer
        assert list(seen.facts) == list(facts), "that something was counted there is for everybody"


@pytest.mark.parametrize("game_id", GAMES)
def test_numbers_of_cards_are_public(game_id: str) -> None:
    game = game_of(game_id)
    found = halfway(game_id, game.player_counts[0], 2)
    counted = [doc.path for doc in game.paths if doc.path.endswith(".count") or doc.path.startswith(("hand.", "held."))]
    seat = found.table.seats[0]
    facts = {path.replace("<seat>", seat).replace("<deck>", "rb"): 3 for path in counted}
    assert cover_facts(game, found.table, facts, TABLE) == facts
