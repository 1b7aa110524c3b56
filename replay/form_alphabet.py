"""What stays the same at a table for somebody who taps: seats, verbs, what they take, every value with its words."""

from functools import cache
from typing import Any

import msgspec

from replay.action import SHARED, UNKNOWN, name_of
from replay.game import Game
from replay.notation.alphabet import Choice, Kind, Scope, Slot, Verb
from replay.notation.kinds import choices_of, short_name
from replay.notation.reading import verbs_of
from replay.saying import listed, person
from replay.table import Table


class KindOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of value: a list to choose from, or numbers from one to another."""

    what: str
    on: str = ""
    """`scene` if its values are things in the picture, by their ids."""
    choices: list[list[Any]] = []
    """Each value, its words, and the group it stands in, if any."""
    low: int | None = msgspec.field(default=None, name="from")
    high: int | None = msgspec.field(default=None, name="to")


class SlotOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of a verb."""

    field: str
    kind: str
    shape: str
    must: bool
    asked: bool
    ask: str
    """The question for it."""
    instead: str = ""
    """The field that is asked for in its place."""
    key: str = ""
    """The kind of the keys, for a map."""
    secret: bool = False
    """Whether not everybody sees it, so that it may be sealed instead."""


class VerbOut(msgspec.Struct, frozen=True):
    """Something that may happen."""

    do: str
    label: str
    by: bool
    slots: list[SlotOut]
    flags: list[tuple[str, str, Any, str]]
    """The word, the field it sets, the value it sets it to, and what is said of it."""
    usual: dict[str, Any]
    """What fields are that the record leaves out."""
    text: str = ""
    """The field that takes words as they are typed."""


class Alphabet(msgspec.Struct, frozen=True):
    """Everything that can be logged at a table, allowed or not."""

    seats: list[tuple[str, str]]
    kinds: dict[str, KindOut]
    verbs: list[VerbOut]
    hidden: list[str]
    """What not everybody sees, as the game names it: `hands.<seat>`."""


def alphabet(game: Game, table: Table) -> Alphabet:
    """Everything that can be logged at a table, in its own words."""
    ids = kind_ids(game)
    scope = Scope(table, game.start(table))
    return Alphabet(
        seats=[(seat, person(table, seat)) for seat in table.seats],
        kinds={name: _kind_out(game, scope, kind) for kind, name in reversed(ids.items())},
        verbs=[_verb_out(game, verb) for verb in verbs_of(game)],
        hidden=[one.path for one in game.hidden_paths],
    )


@cache
def kind_ids(game: Game) -> dict[Kind, str]:
    """A short name for each kind of value that the verbs of a game take: `cell` for `a cell (b3)`."""
    found: dict[Kind, str] = {}
    for verb in verbs_of(game):
        for slot in verb.slots:
            for kind in (slot.kind, slot.key):
                if kind is not None and kind not in found:
                    found[kind] = short_name(kind)
    return found


def _kind_out(game: Game, scope: Scope, kind: Kind) -> KindOut:
    what = kind.what.partition("(")[0].strip()
    on = "scene" if kind.on_scene else ""
    if kind.choices is None:
        low, high = kind.span or (None, None)
        return KindOut(what=what, on=on, low=low, high=high)
    return KindOut(what=what, on=on, choices=[_choice(game, scope.table, one) for one in choices_of(kind, scope)])


def _choice(game: Game, table: Table, choice: Choice) -> list[Any]:
    label = choice.label or label_of(game, table, choice.value)
    return [choice.value, label, *([choice.group] if choice.group else [])]


def label_of(game: Game, table: Table, value: Any) -> str:
    """A value as people say it at the table."""
    match value:
        case bool():
            return "yes" if value else "no"
        case None:
            return "nothing"
        case str() if value == UNKNOWN:
            return "not seen"
        case str():
            return person(table, value) if value in table.seats else game.say(table, value)
        case list() | tuple() if value and all(item == UNKNOWN for item in value):
            return str(len(value))
        case list() | tuple():
            return listed([label_of(game, table, item) for item in value])
        case dict():
            parts = [f"{label_of(game, table, key)}: {label_of(game, table, item)}" for key, item in value.items()]
            return listed(parts)
        case _:
            return str(value)


def _verb_out(game: Game, verb: Verb) -> VerbOut:
    fields = _fields(game)[verb.do]
    return VerbOut(
        do=verb.do,
        label=verb.label or verb.do,
        by=verb.by,
        slots=[_slot_out(game, verb.do, slot, fields) for slot in verb.slots],
        flags=[(flag.word, flag.field, flag.value, flag.label or flag.word) for flag in verb.flags],
        usual=usual_values(game)[verb.do],
        text=verb.text,
    )


def _slot_out(game: Game, do: str, slot: Slot, fields: dict[str, msgspec.structs.FieldInfo]) -> SlotOut:
    ids, field = kind_ids(game), fields.get(slot.field)
    return SlotOut(
        field=slot.field,
        kind=ids[slot.kind],
        shape=slot.shape,
        must=field is not None and field.required,
        asked=slot.asked,
        instead=slot.instead,
        key=ids[slot.key] if slot.key is not None else "",
        secret=any(one.field == slot.field for one in game.secrets.get(do, ())),
        ask=slot.question or f"{slot.kind.what.partition('(')[0].strip()}?",
    )


@cache
def usual_values(game: Game) -> dict[str, dict[str, Any]]:
    """What the fields of each action are if they are left out, where that is a value and not nothing."""
    return {
        do: {name: field.default for name, field in fields.items() if isinstance(field.default, bool | int | str)}
        for do, fields in _fields(game).items()
    }


@cache
def _fields(game: Game) -> dict[str, dict[str, msgspec.structs.FieldInfo]]:
    """The fields of each action, by the names that the record uses."""
    return {
        name_of(kind): {field.encode_name: field for field in msgspec.structs.fields(kind)}
        for kind in (*SHARED, *game.actions)
    }
