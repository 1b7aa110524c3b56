"""Words into the fields of a verb: by their sign, by the word that announces them, or by their shape."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from records.errors import Refused
from records.strict import read_json
from replay.notation.alphabet import Meaning, Scope, Slot, Verb
from replay.notation.kinds import NOTHING, begins

FILLERS = frozenset({"at", "to", "the", "a", "an", "and", "with", "from"})
"""Words that only make a line read better."""
SHORT_LIST = 40
"""What a verb takes is recited in a refusal only if that is no longer than this; `?` lists it all."""
MOST_READINGS = 6
"""A line with more meanings than this is not read any further."""


class Failure(NamedTuple):
    """Why the words do not fit; `at` is how many of them did."""

    at: int
    why: str


class Refusal(NamedTuple):
    """Why a word that looks like one of a kind is not. It counts as understood further than a strange word."""

    why: str


class FilledFields(NamedTuple):
    """The fields so far, and the slot that was announced last."""

    fields: dict[str, Any]
    announced: Slot | None


def fill(
    scope: Scope, verb: Verb, words: Sequence[str], letters: Collection[str] = ()
) -> list[dict[str, Any]] | Failure:
    """Every way the words can fill the verb's fields, or why they cannot.

    `letters` are pieces with which the line may begin: `a` at its beginning is then no filler.
    """
    ways: list[FilledFields] = [FilledFields({}, None)]
    for index, word in enumerate(words):
        after: list[FilledFields] = []
        failure = Failure(index, "")
        fillers = FILLERS.difference(letters) if index == 0 else FILLERS
        for way in ways:
            outcome = _one_word(scope, verb, way, word, fillers)
            if isinstance(outcome, str):
                failure = Failure(index, outcome)
            elif isinstance(outcome, Refusal):
                failure = Failure(index + 1, outcome.why)
            else:
                after += outcome
        if not after:
            return failure
        ways = after[:MOST_READINGS]
    return [verb.fill(scope, way.fields) if verb.fill else way.fields for way in ways]


def _one_word(
    scope: Scope, verb: Verb, way: FilledFields, word: str, fillers: frozenset[str]
) -> list[FilledFields] | str | Refusal:
    """The fields after one more word; a text or a refusal says why it fits nowhere."""
    for flag in verb.flags:
        if word.lower() == flag.word:
            return [FilledFields({**way.fields, flag.field: flag.value}, None)]
    for slot in verb.slots:
        if word.lower() == announces(slot) and not (slot.loose and slot.kind.read(scope, word)):
            return [FilledFields(way.fields, slot)]
    key, equals, value = word.partition("=")
    if equals and _facts(verb) is None:
        return _keyed(scope, verb, way, key, value)
    for slot in verb.slots:
        if slot.mark and word.startswith(slot.mark) and len(word) > len(slot.mark):
            return _into(scope, way, slot, word[len(slot.mark) :]) or f"{word!r}: {slot.kind.what} is missing"
    if way.announced is not None and (found := _into(scope, way, way.announced, word)):
        return found
    for slot in verb.slots:
        if slot.loose and not slot.mark and (found := _into(scope, way, slot, word)):
            return found
    if word.lower() in fillers:
        return [way]
    if refused := _refused(scope, verb, way, word):
        return Refusal(refused)
    known = takes(verb)
    return f"{verb.do} does not take {word!r}" + (f"; it takes {known}" if 0 < len(known) <= SHORT_LIST else "")


def _refused(scope: Scope, verb: Verb, way: FilledFields, word: str) -> str:
    """What a kind says of a word that looks like it but is none, among the slots that could take it."""
    loose = [slot for slot in verb.slots if slot.loose and not slot.mark]
    slots = loose if way.announced is None else [way.announced]
    refusals = (slot.kind.refuse(scope, word) for slot in slots if slot.kind.refuse is not None)
    return next((why for why in refusals if why), "")


def takes(verb: Verb) -> str:
    """What may follow a verb, in words."""
    parts = [f"{slot.mark or (announces(slot) + ' ' if not slot.loose else '')}{slot.kind.what}" for slot in verb.slots]
    return ", ".join([*parts, *(flag.word for flag in verb.flags)])


def announces(slot: Slot) -> str:
    """The word that announces a slot."""
    return slot.word or slot.field.lower()


def _facts(verb: Verb) -> Slot | None:
    return next((slot for slot in verb.slots if slot.shape == "facts"), None)


def _keyed(scope: Scope, verb: Verb, way: FilledFields, key: str, value: str) -> list[FilledFields] | str:
    """`took=r7,b3`, or any field as JSON: `position={…}`."""
    by_name = {name: slot for slot in verb.slots for name in (announces(slot), slot.field)}
    fields = {**dict.fromkeys(("by", "at")), **by_name}
    names = begins(key, fields) if key else []
    if len({id(fields[name]) if fields[name] else name for name in names}) != 1:
        return f"{key!r} is not a field of {verb.do}; its fields are {', '.join(by_name)}"
    slot = fields[names[0]]
    field = slot.field if slot else names[0]
    if value[:1] in ("{", "[", '"'):
        try:
            return [FilledFields({**way.fields, field: read_json(value.encode())[0]}, None)]
        except Refused as error:
            return error.what
    if slot is None:
        return [FilledFields({**way.fields, field: value}, None)]
    emptied = {name: held for name, held in way.fields.items() if name != field}
    found = _into(scope, FilledFields(emptied, slot), slot, value)
    return found or f"{value!r} is not {slot.kind.what}"


def _into(scope: Scope, way: FilledFields, slot: Slot, word: str) -> list[FilledFields]:
    """The word as (further) values of the slot; nothing if it does not fit."""
    announced = way.announced if way.announced is slot else None
    held = way.fields.get(slot.field)
    return [FilledFields({**way.fields, slot.field: value}, announced) for value in _values(scope, slot, held, word)]


def _values(scope: Scope, slot: Slot, held: Any, word: str) -> list[Any]:
    match slot.shape:
        case "one":
            return [] if held is not None else [item[0] for item in _read(scope, slot, word) if len(item) == 1]
        case "many":
            return [[*(held or ()), *item] for item in _list(scope, slot, word)]
        case "few":
            before = [] if held is None else held if isinstance(held, list) else [held]
            return [_few([*before, *item]) for item in _list(scope, slot, word)]
        case "facts":
            return _fact(scope, slot, held or {}, word)
        case "map" | "lists":
            return _entries(scope, slot, held or {}, word)


def _few(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 and values[0] is not None else values


def _read(scope: Scope, slot: Slot, word: str) -> Sequence[Meaning]:
    return slot.kind.read(scope, word)


def _list(scope: Scope, slot: Slot, text: str) -> list[Meaning]:
    """`r7,b3` as a list; `-` is an empty one."""
    if text == NOTHING and slot.shape != "few":
        return [()]
    lists: list[Meaning] = [()]
    for part in text.split(","):
        meanings = _read(scope, slot, part)
        lists = [(*one, *meaning) for one in lists for meaning in meanings][:MOST_READINGS]
    return lists


def _entries(scope: Scope, slot: Slot, held: dict[str, Any], text: str) -> list[dict[str, Any]]:
    """`p1:r7` as an entry, several separated by commas; a value without a key takes the next key in order."""
    maps = [held]
    for key_word, value_word in _pairs(text):
        after = []
        for one in maps:
            for key in _keys(scope, slot, one, key_word):
                if key in one:
                    continue
                if slot.shape == "lists":
                    after += [{**one, key: list(meaning)} for meaning in _list(scope, slot, value_word)]
                else:
                    after += [{**one, key: item[0]} for item in _read(scope, slot, value_word) if len(item) == 1]
        maps = after[:MOST_READINGS]
    return maps


def _pairs(text: str) -> list[tuple[str | None, str]]:
    """`p1:r7,b3,p2:g4` as (p1, `r7,b3`) and (p2, `g4`)."""
    pairs: list[tuple[str | None, str]] = []
    for part in text.split(","):
        key, colon, value = part.partition(":")
        if colon:
            pairs.append((key, value))
        elif pairs and pairs[-1][0] is not None:
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]},{part}")
        else:
            pairs.append((None, part))
    return pairs


def _keys(scope: Scope, slot: Slot, held: dict[str, Any], word: str | None) -> list[str]:
    if word is None:
        free = [key for key in slot.order(scope) if key not in held] if slot.order else []
        return free[:1]
    assert slot.key is not None, f"{slot.field} is a map"
    return [meaning[0] for meaning in slot.key.read(scope, word)]


def _fact(scope: Scope, slot: Slot, held: dict[str, Any], word: str) -> list[dict[str, Any]]:
    """`cubes.blue=4`"""
    path, equals, value = word.partition("=")
    if not equals or not path or path in held:
        return []
    if value[:1] in ("{", "[", '"'):
        try:
            return [{**held, path: read_json(value.encode())[0]}]
        except Refused:
            return []
    values = _list(scope, slot, value) if "," in value else _read(scope, slot, value)
    return [{**held, path: list(item) if "," in value else item[0]} for item in values]
