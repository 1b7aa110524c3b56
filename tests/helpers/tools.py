"""What the tests of every game share: cases, audits of plain data, and damage to dealt games."""

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from records.event import event_of
from records.ids import id_of
from records.record import Record, of_bodies
from replay.audit import Audit, audit
from replay.deal import DealtGame, deal, header_for
from replay.game import Game
from replay.library import game_ids, game_of
from replay.outcome_making import outcomes_of
from replay.read import read_timeline
from replay.reel import played
from replay.step import Placed
from replay.table import Table

FIXTURES = Path(__file__).parents[2] / "fixtures"
"""The fixtures of the games that ship; for any game, use `fixtures_of`."""
Body = dict[str, Any]

UNLINKED = [game_id for game_id in game_ids() if not game_of(game_id).is_linked]
"""Games whose lines can be changed at will: those of a game that links records follow from the heads before them."""
SECRETIVE = [game_id for game_id in game_ids() if game_of(game_id).has_secrets]
"""Games in which something is hidden from somebody."""


class Case(NamedTuple):
    """A record in fixtures/<game>/rules.jsonl, and every finding its audit must have."""

    rule: str
    answer: str
    expect: list[list[Any]]
    record: list[Body]
    line: int
    why: str
    tables: list[list[Body]]
    """For a game that links records: those at hand, each with its header first."""


def fixtures_of(game_id: str) -> Path:
    """The folder of a game's fixtures: fixtures/<game>; for a game in its own package, `fixtures` beside that."""
    package = game_of(game_id).state.__module__.rpartition(".")[0]
    if package.startswith("replay.games."):
        return FIXTURES / game_id
    (folder,) = import_module(package).__path__
    return Path(folder).parent / "fixtures"


def stories_of(game_id: str) -> list[Path]:
    """The stories of a game: whole records, each with its golden text."""
    return sorted(path for path in fixtures_of(game_id).glob("*.jsonl") if path.stem != "rules")


def first_story(game_id: str) -> Path:
    """A story of a game, for tests that need any record of it."""
    stories = stories_of(game_id)
    assert stories, f"{game_id} has no story: put a whole record into {fixtures_of(game_id)}, as <story>.jsonl"
    return stories[0]


def cases(game_id: str) -> list[Case]:
    """The cases of a game."""
    path = fixtures_of(game_id) / "rules.jsonl"
    assert path.exists(), f"{game_id} has no cases: {path} is missing"
    lines = path.read_text("utf-8").splitlines()
    found = []
    for number, line in enumerate(lines, 1):
        case = json.loads(line)
        more = (case.get("why", ""), case.get("tables", []))
        found.append(Case(case["rule"], case["answer"], case["expect"], case["record"], number, *more))
    return found


def timeline(
    header: Body, bodies: list[Body], tables: Sequence[list[Body]] = ()
) -> tuple[Game, Table, list[Placed], Record]:
    """Game, table, effective timeline and record of plain data, read as if from a file; `tables` are at hand too."""
    record = of_bodies(header, bodies)
    _, game, table = played(record, outcomes_of(_records(tables), heads_in(bodies)) if tables else None)
    return game, table, read_timeline(game, table, record.events), record


def _records(tables: Sequence[list[Body]]) -> dict[str, Record | str]:
    made = [of_bodies(table[0], table[1:]) for table in tables]
    return {id_of(record): record for record in made}


def heads_in(value: Any) -> list[tuple[str, str]]:
    """Every head that goes with a record, wherever it stands in plain data."""
    if isinstance(value, dict):
        own = [(value["record"], value["head"])] if {"record", "head"} <= set(value) else []
        return [*own, *(found for item in value.values() for found in heads_in(item))]
    return [found for item in value for found in heads_in(item)] if isinstance(value, list) else []


def audit_of(header: Body, bodies: list[Body], tables: Sequence[list[Body]] = (), *, forward: bool = False) -> Audit:
    """The audit of plain data."""
    game, table, line, _ = timeline(header, bodies, tables)
    return audit(game, table, line, forward=forward)


def found(
    header: Body, bodies: list[Body], tables: Sequence[list[Body]] = (), *, forward: bool = False
) -> list[list[Any]]:
    """[seq, rule, answer] of every finding."""
    audited = audit_of(header, bodies, tables, forward=forward)
    return [[item.seq, item.rule, item.answer] for item in audited.findings]


def final_state(header: Body, bodies: list[Body]) -> tuple[Game, Any]:
    """The game, and the state after the last event."""
    audited = audit_of(header, bodies)
    return game_of(header["game"]), audited.final


def look(header: Body, bodies: list[Body], path: str) -> Any:
    """The value at an observable path after the last event."""
    game, state = final_state(header, bodies)
    seen = game.look(state, path)
    assert seen is not None, f"{path} is no observable path"
    return seen.value


def dealt(game_id: str, players: int, seed: int, **options: Any) -> DealtGame:
    """A simulated game with the kit `demo`."""
    game = game_of(game_id)
    return deal(game, header_for(game, players, options=options), seed)


def shaken(game_id: str, seed: int, length: int = 60) -> tuple[Body, list[Body]]:
    """A senseless sequence of well-formed actions: lines of dealt games in random order, with values swapped."""
    rng = Random(seed)
    game = game_of(game_id)
    players = rng.choice(game.player_counts)
    lines: list[Body] = []
    for number in range(2):
        lines += dealt(game_id, players, seed * 7 + number).full
    pool: dict[str, list[Any]] = {}
    for line in lines:
        _collect(line, "", pool)
    bodies = [_stirred(rng.choice(lines), "", pool, rng) for _ in range(length)]
    return header_for(game, players), [lines[0], *bodies]


def _collect(value: Any, key: str, pool: dict[str, list[Any]]) -> None:
    if isinstance(value, dict):
        for name, item in value.items():
            _collect(item, key or name, pool)
    elif isinstance(value, list):
        for item in value:
            _collect(item, key, pool)
    else:
        pool.setdefault(key, []).append(value)


def _stirred(value: Any, key: str, pool: dict[str, list[Any]], rng: Random) -> Any:
    if isinstance(value, dict):
        kept = {name: item for name, item in value.items() if name in ("do", "by") or rng.random() > 0.08}
        return {name: _stirred(item, key or name, pool, rng) for name, item in kept.items()}
    if isinstance(value, list):
        items = [_stirred(item, key, pool, rng) for item in value if rng.random() > 0.08]
        return items * 2 if rng.random() < 0.05 else items
    if key in ("do", "at"):
        return value
    chance = rng.random()
    if chance < 0.1:
        return "?"
    return rng.choice(pool[key]) if chance < 0.35 else value


def well_formed(header: Body, bodies: list[Body]) -> tuple[Game, Table, list[Placed]]:
    """The lines that the game can read, as a timeline."""
    from replay.action import Unreadable
    from replay.read import read_event

    game = game_of(header["game"])
    _, table, _, _ = timeline(header, [])
    line: list[Placed] = []
    for seq, body in enumerate(bodies, 1):
        action = read_event(game, table, event_of(body, seq))
        if not isinstance(action, Unreadable):
            line.append(Placed(len(line) + 1, action))
    return game, table, line
