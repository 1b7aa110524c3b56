"""The actions of all games as schemas, with the fields as `replay` reads them: what may stand in `events`.

A game is found through the library and never named here, so that of a third-party package is described too. Its
schemas are called after it: `<game>` is any of its actions, `<game>.<do>` one of them, `<game>.<Part>` what they hold.
Ids of games are in small letters, so they never meet the forms of requests and answers.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from cli.serve.tables.write_path import SERVER_SETS
from records.errors import QuartermasterError
from replay.action import SHARED, Action, Reveal, name_of
from replay.game import Game
from replay.library import game_ids, game_of

Schema = dict[str, Any]
ACTION = "Action"
SHARED_ACTIONS = "Shared"
ROOM = "#/components/schemas/"


def installed_games() -> Iterator[Game]:
    """Every game that can be loaded. One that cannot is no reason to describe nothing."""
    for game_id in game_ids():
        try:
            yield game_of(game_id)
        except QuartermasterError:
            continue


def reference(name: str) -> Schema:
    """A schema that stands elsewhere."""
    return {"$ref": ROOM + name}


def action_schemas(games: Sequence[Game]) -> dict[str, Schema]:
    """The actions that every game has, those of each game, and the choice between all of them."""
    found = _schemas_of(SHARED_ACTIONS, "An action that every game has.", SHARED)
    for game in games:
        found |= _schemas_of(game.id, f"An action of {game.title}.", game.actions)
    owners = [SHARED_ACTIONS, *(game.id for game in games)]
    says = "An event to log: an action of the record's game, or one that every game has. Another one is refused with"
    says += " the reason; a line that nobody can make out is logged as `unread`. The server sets `at` and `salt`, and"
    says += " `by` of whoever writes for a seat or as an official."
    found[ACTION] = {"description": says, "anyOf": [reference(owner) for owner in owners]}
    return found


def _schemas_of(owner: str, says: str, kinds: Sequence[type[Action]]) -> dict[str, Schema]:
    told, parts = msgspec.json.schema_components(kinds, ref_template=f"{ROOM}{owner}.{{name}}")
    by_do = {name_of(kind): place["$ref"] for kind, place in zip(kinds, told, strict=True)}
    names = {old: f"{ROOM}{owner}.{do}" for do, old in by_do.items()}
    found: dict[str, Schema] = {}
    for name, schema in parts.items():
        place = f"{ROOM}{owner}.{name}"
        found[names.get(place, place).removeprefix(ROOM)] = _renamed(schema, names)
    for kind in kinds:
        name = f"{owner}.{name_of(kind)}"
        found[name] = _as_sent(found[name], kind)
    places = {do: names[old] for do, old in by_do.items()}
    choice = {"propertyName": "do", "mapping": places}
    found[owner] = {
        "description": says,
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": choice,
    }
    return found


def _as_sent(schema: Schema, kind: type[Action]) -> Schema:
    """What somebody may send of an action. Only a reveal names a salt: that of its seal."""
    kept = {name: told for name, told in schema["properties"].items() if name not in SERVER_SETS}
    if kind is Reveal:
        kept["salt"] = schema["properties"]["salt"]
    if "by" not in schema["required"]:
        kept["by"] = {"type": "string"}  # it may be left out, but an event never says that nobody did it
    return {**schema, "title": name_of(kind), "properties": {**kept, "do": {"const": name_of(kind)}}}


def _renamed(schema: Any, names: dict[str, str]) -> Any:
    """The same schema with other names for some of those that it refers to."""
    if isinstance(schema, list):
        return [_renamed(one, names) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: names.get(value, value) if key == "$ref" else _renamed(value, names) for key, value in schema.items()}
