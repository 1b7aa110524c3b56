"""What stands in the fields of forms that are plain objects in the code, because something else reads them."""

from typing import Any

import msgspec

from cli.serve.messages.notice_forms import NoticesOut
from cli.serve.messages.wire_forms import (
    ClosedOut,
    DeskTold,
    PenMoved,
    SessionOver,
    StepOut,
    StreamClosing,
    ToldProblem,
)
from cli.serve.openapi.action_schemas import ACTION, ROOM, SHARED_ACTIONS, Schema, reference
from records.event import Official, Options
from replay.adjusting import Adjust
from replay.disputes.readings import Reading

FRAMES_HELD = (StepOut, ClosedOut, PenMoved, StreamClosing, SessionOver, DeskTold, NoticesOut)
BESIDE = (*FRAMES_HELD, ToldProblem, Official, Options, Adjust, Reading)
"""Forms that no call takes or gives as a whole, but that streams, problems or fields of others hold."""
WEBAUTHN = "https://www.w3.org/TR/webauthn-3/"
LOGGED: Schema = {
    "type": "object",
    "description": f"An event as it was logged: the fields of its `{ACTION}`, with the time that the server gave it."
    " What these eyes may not know is `?`.",
    "required": ["do"],
    "properties": {"do": {"type": "string"}, "by": {"type": "string"}, "at": {"type": "string", "format": "date-time"}},
}
CORRECTION: Schema = {
    "description": "The event as it should be. Any other object is stored too: a line that nobody can read, which is a"
    " finding.",
    "anyOf": [reference(ACTION), {"type": "object", "description": "What no game reads.", "properties": {}}],
}
STANDING: Schema = {
    "type": "object",
    "description": "An entrant's line, as `qm standings --json` gives it.",
    "required": ["player", "name", "place", "points", "wins", "seconds", "dropped", "disqualified", "tables"],
    "properties": {
        "player": {"type": "string"},
        "name": {"type": "string"},
        "place": {"type": "integer"},
        "points": {"type": "integer"},
        "wins": {"type": "integer"},
        "seconds": {"type": "integer"},
        "dropped": {"type": "boolean"},
        "disqualified": {"type": "boolean"},
        "tables": {
            "type": "array",
            "items": {
                "type": "object",
                "description": "Table, place and points.",
                "properties": {"table": {"type": "string"}},
            },
        },
        "penalties": {
            "type": "array",
            "items": {
                "type": "object",
                "description": "Level, points taken, event.",
                "properties": {"level": {"type": "string"}},
            },
        },
        "marks": {
            "type": "array",
            "items": {
                "type": "object",
                "description": "An open matter, its table, and the best and worst place that it may lead to.",
                "properties": {"matter": {"type": "string"}},
            },
        },
    },
}
NAMED = {"Logged": LOGGED, "Correction": CORRECTION, "Standing": STANDING}
"""Schemas that are referred to by these names."""


def _object(says: str) -> Schema:
    """An object whose fields are nobody's here. Any will do, and its reader says what is wrong with it."""
    return {"type": "object", "description": says, "additionalProperties": True}


POSITION = _object("A whole position, as `position` in the game's own `setup`.")
RULED = " Another form is stored only with `anyway`, and is a finding."
ADJUSTED: Schema = {"anyOf": [reference("Adjust"), _object("What cannot be counted." + RULED)]}
READ: Schema = {"anyOf": [reference("Reading"), _object("What cannot be read." + RULED)]}
PENALTY = _object("Person, level and infraction; `usual` and `why` where it is not the usual one." + RULED)
DEVIATION = _object("`usual`: the usual remedy or penalty; `why` this one is another.")
WINDOWS = _object("Until when something may be claimed or taken back, by `undo`, `claim` or the kind of a claim.")
FIELDS: dict[tuple[str, str], Schema] = {
    ("NewEvents", "events"): reference(ACTION),
    ("ToRead", "events"): reference(ACTION),
    ("LineOut", "event"): reference("Logged"),
    ("TriedOut", "events"): reference("Logged"),
    ("OfferOut", "body"): _object("The event as far as it is known; the answers to its questions go to their places."),
    ("ToAskOut", "usual"): {"description": "The usual answer: any value that the field may hold."},
    ("VerbOut", "usual"): _object("The usual values of fields that are not asked for."),
    ("KindOut", "choices"): {"type": "array", "description": "A value as it is written, and its words."},
    ("NewRecord", "officials"): reference("Official"),
    ("NewRecord", "options"): reference("Options"),
    ("NewRecord", "windows"): WINDOWS,
    ("RemedyToTry", "action"): reference("Correction"),
    ("RemedyToTry", "position"): POSITION,
    ("NewRuling", "action"): reference("Correction"),
    ("NewRuling", "position"): POSITION,
    ("NewRuling", "adjust"): ADJUSTED,
    ("NewRuling", "reading"): READ,
    ("NewRuling", "penalties"): PENALTY,
    ("NewRuling", "deviates"): DEVIATION,
    ("NewClose", "result"): reference(f"{SHARED_ACTIONS}.Result"),
    ("StandingsOut", "standings"): reference("Standing"),
    ("PasskeyOptions", "options"): _object(f"PublicKeyCredentialCreationOptions of {WEBAUTHN}, as JSON."),
    ("ToldProblem", "options"): _object(f"PublicKeyCredentialRequestOptions of {WEBAUTHN}, as JSON."),
    ("Options", "kit"): _object("A kit of one's own: the same fields as the box has."),
    (f"{SHARED_ACTIONS}.amend", "action"): reference("Correction"),
    (f"{SHARED_ACTIONS}.insert", "action"): reference("Correction"),
    (f"{SHARED_ACTIONS}.ruling", "action"): reference("Correction"),
    (f"{SHARED_ACTIONS}.ruling", "position"): POSITION,
    (f"{SHARED_ACTIONS}.ruling", "adjust"): ADJUSTED,
    (f"{SHARED_ACTIONS}.ruling", "reading"): READ,
    (f"{SHARED_ACTIONS}.ruling", "penalties"): PENALTY,
    (f"{SHARED_ACTIONS}.ruling", "deviates"): DEVIATION,
    (f"{SHARED_ACTIONS}.ruling", "facts"): _object("The facts as the official found them: `standard` and `text`."),
    (f"{SHARED_ACTIONS}.observe", "facts"): _object("What was counted or seen, by the words of the game."),
    (f"{SHARED_ACTIONS}.reveal", "value"): {"description": "The fact: whatever that field holds."},
    (f"{SHARED_ACTIONS}.dispute", "window"): WINDOWS,
    (f"{SHARED_ACTIONS}.dispute", "freeze"): _object("What was noted before anything was undone: a recount, clocks."),
    (f"{SHARED_ACTIONS}.evidence", "attachment"): _object("A file by its name, kind and SHA-256."),
}
"""By form and field: the schema in place of each plain object."""


def filled(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """The schemas with the fields that are plain objects described, and the schemas that these refer to."""
    found = {**schemas, **NAMED}
    for (name, field), told in FIELDS.items():
        if name in found:
            properties = found[name]["properties"]
            found[name] = {**found[name], "properties": {**properties, field: _in_place(properties[field], told)}}
    return found


def is_bare(schema: Any) -> bool:
    """Whether a schema says nothing of what it stands for."""
    told = set(schema) - {"default"} if isinstance(schema, dict) else {"what is no schema"}
    return not told or (told == {"type"} and schema["type"] in ("object", "array"))


def _in_place(schema: Schema, told: Schema) -> Schema:
    if is_bare(schema):
        return {**told, **{name: value for name, value in schema.items() if name == "default"}}
    held = dict(schema)
    if "items" in schema:
        held["items"] = _in_place(schema["items"], told)
    if "anyOf" in schema:
        held["anyOf"] = [_in_place(one, told) for one in schema["anyOf"]]
    return held


def form_schemas(forms: list[type[msgspec.Struct]]) -> dict[str, Schema]:
    """Our own forms, by their names."""
    _, found = msgspec.json.schema_components([*forms, *BESIDE], ref_template=ROOM + "{name}")
    return found
