"""From an event to the shortest line that says the same. What has no words is written as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from records.canonical import canonical
from replay.action import Action, body_of
from replay.game import Game
from replay.notation.alphabet import Scope, Slot, Verb
from replay.notation.filling import announces
from replay.notation.kinds import NOTHING
from replay.notation.reading import Line, read_line, verbs_of
from replay.table import Table

Body = dict[str, Any]


def write_line(game: Game, table: Table, state: Any, action: Action | Body) -> str:
    """The shortest line that is read as this action here.

    `said` is left out, because it is what was typed, and so is a salt, unless it opens a seal.
    """
    body = body_of(action) if isinstance(action, Action) else dict(action)
    body.pop("said", None)
    if body["do"] != "reveal" or "seal" not in body:
        body.pop("salt", None)
    texts = [*_texts(game, table, state, body), *_texts(game, table, state, body, as_json=True)]
    return next((text for text in texts if _says(game, table, state, text, body)), canonical(body).decode())


def line_from(game: Game, table: Table, state: Any, action: Action, typed: str) -> str | None:
    """The shortest line that begins as typed and is read as this action: bare, with its seat, its verb, or both."""
    body = body_of(action)
    fitting = (text for text in _texts(game, table, state, body) if text.lower().startswith(typed))
    return next((text for text in fitting if _says(game, table, state, text, body)), None)


def in_full(game: Game, table: Table, state: Any, body: Body) -> str:
    """The line with its verb and its seat, so that two readings of the same words can be told apart."""
    texts = [text for text in _texts(game, table, state, body) if _says(game, table, state, text, body)]
    return texts[-1] if texts else write_line(game, table, state, body)


def _says(game: Game, table: Table, state: Any, text: str, body: Body) -> bool:
    read = read_line(game, table, state, text)
    return isinstance(read, Line) and read.body == body and not read.mark and read.note is None


def _texts(game: Game, table: Table, state: Any, body: Body, *, as_json: bool = False) -> Iterator[str]:
    """Longer and longer ways to say it, its fields in words or each as JSON."""
    verb = next((verb for verb in verbs_of(game) if verb.do == body["do"]), None)
    if verb is None:
        return
    by = body.get("by")
    name = verb.words[0] if verb.text and verb.words else verb.do
    if verb.text:
        yield " ".join(part for part in (by, name, body.get(verb.text)) if part)
        return
    words = _json_words(body) if as_json else _words(Scope(table, state, by), verb, body)
    rest = " ".join([*words, *([f"at={body['at']}"] if "at" in body else [])])
    starts = ["", by, name, f"{by} {name}"] if by is not None else ["", name]
    for start in starts if verb.implied and rest else [start for start in starts if start and name in start]:
        yield f"{start} {rest}".strip()


def _words(scope: Scope, verb: Verb, body: Body) -> list[str]:
    """First what needs no announcing, then what is announced, so that an announcement never takes what follows."""
    left = {field: value for field, value in body.items() if field not in ("do", "by", "at")}
    bare: list[str] = []
    signed: list[str] = []
    announced: list[str] = []
    for flag in verb.flags:
        if left.get(flag.field) == flag.value and type(left.get(flag.field)) is type(flag.value):
            signed.append(flag.word)
            del left[flag.field]
    for slot in verb.slots:
        if slot.field not in left:
            continue
        words = _slot_words(scope, slot, left[slot.field])
        if words is None:
            continue
        del left[slot.field]
        if slot.mark and bare:
            bare[-1] += "".join(f"{slot.mark}{word}" for word in words)
        elif slot.mark:
            signed += [f"{slot.mark}{word}" for word in words]
        elif slot.loose:
            bare += words
        elif slot.shape in ("one", "few"):
            announced.append(f"{announces(slot)}={','.join(words)}")
        else:
            announced += [announces(slot), *words]
    return [*bare, *signed, *_json_words(left), *announced]


def _json_words(fields: Body) -> list[str]:
    return [f"{field}={_json(value)}" for field, value in fields.items() if field not in ("do", "by", "at")]


def _json(value: Any) -> str:
    return canonical(value).decode()


def _slot_words(scope: Scope, slot: Slot, value: Any) -> list[str] | None:
    match slot.shape:
        case "one":
            return slot.kind.write(scope, [value])
        case "many":
            return _list_words(scope, slot, value)
        case "few":
            return _few_words(scope, slot, value)
        case "facts":
            return _fact_words(scope, slot, value)
        case "map" | "lists":
            return _map_words(scope, slot, value)


def _list_words(scope: Scope, slot: Slot, value: Any) -> list[str] | None:
    if not isinstance(value, list):
        return None
    return slot.kind.write(scope, value) if value else [NOTHING]


def _few_words(scope: Scope, slot: Slot, value: Any) -> list[str] | None:
    if not isinstance(value, list):
        return slot.kind.write(scope, [value])
    # a list of one would be read as the value alone, unless it is null
    return slot.kind.write(scope, value) if len(value) > 1 or value == [None] else None


def _map_words(scope: Scope, slot: Slot, value: Any) -> list[str] | None:
    if not isinstance(value, dict) or slot.key is None:
        return None
    if slot.order is not None and value and list(slot.order(scope)) == _in_order(slot, scope, value):
        inner = slot.kind.write(scope, [value[key] for key in slot.order(scope)])
        if inner is not None:
            return inner
    words: list[str] = []
    for key, item in value.items():
        keys = slot.key.write(scope, [key])
        inner = _list_words(scope, slot, item) if slot.shape == "lists" else slot.kind.write(scope, [item])
        if keys is None or inner is None:
            return None
        words.append(f"{keys[0]}:{','.join(inner)}")
    return words or None


def _in_order(slot: Slot, scope: Scope, value: dict[str, Any]) -> list[str]:
    assert slot.order is not None
    return [key for key in slot.order(scope) if key in value] if len(value) == len(slot.order(scope)) else []


def _fact_words(scope: Scope, slot: Slot, value: Any) -> list[str] | None:
    if not isinstance(value, dict):
        return None
    words: list[str] = []
    for path, item in value.items():
        several: Sequence[Any] = item if isinstance(item, list) and len(item) > 1 else [item]
        inner = slot.kind.write(scope, several)
        words.append(f"{path}={','.join(inner) if inner is not None else _json(item)}")
    return words
