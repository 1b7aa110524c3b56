"""The form of a tap: what it holds, in whose words, and that every event of a dealt game can be tapped."""

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from records.event import read_header
from replay.deal import header_for
from replay.form import form
from replay.form_alphabet import alphabet
from replay.game import Game
from replay.library import game_ids, game_of, table_of
from replay.table import Table
from tests.helpers.slow import first_ones
from tests.helpers.tapped import facts_in, moments, offers_at

GOLDENS = Path(__file__).parent / "taps"
NAMES = ("Ann", "Bob", "Cleo", "Dee", "Eve")
AT = 12
"""The event of a dealt game before which the golden form is taken."""
SHIPPED = ("sea-or-shore", "loot-island", "lost-island", "gold-island")


def named_table(game: Game, players: int) -> Table:
    header = header_for(game, players)
    for player, name in zip(header["players"], NAMES, strict=False):
        player["name"] = name
    return table_of(game, read_header(header))


def golden(name: str, value: Any) -> None:
    """Run with QM_UPDATE=1 to rewrite them after an intended change; say why in the commit."""
    path = GOLDENS / f"{name}.json"
    plain = json.loads(msgspec.json.encode(value))
    if os.environ.get("QM_UPDATE"):
        lines = ",\n".join(f'"{key}": {_folded(inner)}' for key, inner in plain.items())
        path.write_text(f"{{\n{lines}\n}}\n", "utf-8")
    assert plain == json.loads(path.read_text("utf-8"))


def _folded(value: Any) -> str:
    """JSON with one line for each entry, so that a change can be read."""
    if isinstance(value, dict) and value:
        return "{\n" + ",\n".join(f"  {_text(key)}: {_text(inner)}" for key, inner in value.items()) + "\n}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"  {_text(inner)}" for inner in value) + "\n]"
    return _text(value)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_alphabet_of_a_table_keeps_its_form(game_id: str) -> None:
    game = game_of(game_id)

    golden(f"{game_id}.alphabet", alphabet(game, named_table(game, 3)))


@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_form_of_the_next_event_keeps_its_form(game_id: str) -> None:
    game = game_of(game_id)
    table = named_table(game, 3)
    moment = list(moments(game, 3, 1, players_named=NAMES))[AT]

    golden(f"{game_id}.form", form(game, table, moment.state))
    golden(f"{game_id}.setup", form(game, table, game.start(table), begun=False))


@pytest.mark.parametrize("players", first_ones((3, 2, 4, 5)))
@pytest.mark.parametrize("game_id", game_ids())
def test_every_event_of_a_dealt_game_can_be_tapped(game_id: str, players: int) -> None:
    game = game_of(game_id)
    fewest, most = game.players
    if game.openings is None or not fewest <= players <= most:
        return
    for seed in range(2):
        for moment in moments(game, players, seed):
            found = [facts_in(game, moment, offer) for offer in offers_at(game, moment)]
            assert any(facts is not None for facts in found), moment.body
