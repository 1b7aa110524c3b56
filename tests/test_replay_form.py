"""The form of a tap: what it holds, in whose words, and that every event of a dealt game can be tapped."""

import json
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from records.event import read_header
from replay.action import Unreadable
from replay.deal import header_for
from replay.form import form
from replay.form_alphabet import alphabet
from replay.game import Game
from replay.library import game_of, table_of
from replay.read import read_body
from replay.table import Table
from tests.helpers.readable import unreadable
from tests.helpers.slow import first_ones, many, some
from tests.helpers.tapped import Moment, facts_in, moments, offers_at, whole_body

GOLDENS = Path(__file__).parent / "taps"
NAMES = ("Ann", "Bob", "Cleo", "Dee", "Eve")
AT = 12
"""The event of a dealt game before which the golden form is taken."""
SHIPPED = ("sea-or-shore", "loot-island", "lost-island", "gold-island")


def _counts(game_id: str) -> tuple[int, ...]:
    return game_of(game_id).player_counts


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


def test_two_values_are_said_in_one_way() -> None:
    """A button for each of the attacker's values opens those of the defender: all begin with the same words."""
    game = game_of("lost-island")
    table = named_table(game, 2)
    asked = [
        form(game, table, moment.state)
        for moment in moments(game, 2, 1, players_named=NAMES)
        if moment.body["do"] == "battle"
    ]
    told = [label for one in asked for ask in one.asks if ask.at == ("values",) for _, label in ask.of or ()]
    told += [choice[1] for choice in alphabet(game, table).kinds["two-values"].choices or ()]

    says = [offer.says for one in asked for offer in one.offers if offer.body["do"] == "battle"]
    assert says
    assert [words for words in says if "ended" in words] == []  # it is not over before it is logged
    assert len(told) > 50
    assert [words for words in told if not re.fullmatch(r"(\d|not seen) against (\d|not seen)", words)] == []


TABLES = [(game_id, players) for game_id in SHIPPED for players in range(2, 6) if players in _counts(game_id)]


def can_be_tapped(game: Game, moment: Moment) -> bool:
    return any(facts_in(game, moment, offer) is not None for offer in offers_at(game, moment))


@pytest.mark.parametrize("game_id", SHIPPED)
def test_events_of_a_dealt_game_can_be_tapped(game_id: str) -> None:
    game = game_of(game_id)

    assert [moment.body for moment in list(moments(game, 3, 0))[::5] if not can_be_tapped(game, moment)] == []


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "players"), some(TABLES))
def test_every_event_of_every_dealt_game_can_be_tapped(game_id: str, players: int) -> None:
    game = game_of(game_id)
    for seed in range(many(1, 100)):
        assert [moment.body for moment in moments(game, players, seed) if not can_be_tapped(game, moment)] == []


VARIANTS = (
    ("loot-island", ("healers-open",)),
    ("loot-island", ("healers-dealt", "events-known", "opening-hand")),
    ("lost-island", ("landscape", "shrink-storms", "bonus-loot")),
    ("lost-island", ("free-landing", "secret-battles", "storm-sinks")),
    ("lost-island", ("face-down-discards", "anytime-power-ups")),
    ("gold-island", ("notes",)),
)


@pytest.mark.parametrize("table", first_ones(VARIANTS[: many(3, len(VARIANTS))], 1))
def test_every_event_can_be_tapped_in_every_variant(table: tuple[str, tuple[str, ...]]) -> None:
    game_id, variants = table
    game = game_of(game_id)
    played = list(moments(game, 3, 5, {"variants": list(variants)}))

    assert [moment.body for moment in played if not can_be_tapped(game, moment)] == []


def test_all_variants_are_tried() -> None:
    tried = {(game_id, variant) for game_id, variants in VARIANTS for variant in variants}

    assert tried == {(game_id, variant.id) for game_id in SHIPPED for variant in game_of(game_id).variants}


def _words_of(game: Game) -> list[str]:
    """Everything that somebody who taps is shown at a table, in a few moments of a game."""
    words: list[str] = []
    table = named_table(game, 3)
    told = alphabet(game, table)
    words += [choice[1] for kind in told.kinds.values() for choice in kind.choices]
    words += [verb.label for verb in told.verbs]
    for moment in list(moments(game, 3, 4, players_named=NAMES))[1::9]:
        shown = form(game, table, moment.state)
        words += [offer.says for offer in shown.offers]
        words += [ask.question for ask in shown.asks]
        words += [label for ask in shown.asks for _, label in ask.of or ()]
    return list(dict.fromkeys(words))


@pytest.mark.parametrize("game_id", SHIPPED)
def test_whoever_taps_reads_words_of_the_table(game_id: str) -> None:
    words = _words_of(game_of(game_id))

    assert "" not in words
    assert [word for word in words if unreadable(word)] == []


@pytest.mark.parametrize("game_id", SHIPPED)
def test_the_values_that_can_be_tapped_are_read_by_the_record(game_id: str) -> None:
    """Whatever is chosen from a list can be stored: no sheet offers what the game would not read."""
    game = game_of(game_id)
    for moment in list(moments(game, 3, 2))[1::11]:
        for offer in offers_at(game, moment):
            body = whole_body(offer)
            assert not isinstance(read_body(game, moment.table, body), Unreadable), body
