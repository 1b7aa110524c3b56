"""What is told line by line: the frames of server-sent events, and lines of JSON.

OpenAPI 3.1 has no word for the items of a stream. They are schemas among the components, in the form that 3.2 gives
them: what stands in `event`, `id` and `data`. The media type names them in `x-itemSchema`.
"""

from typing import Any

from cli.serve.calls import Call
from cli.serve.openapi.action_schemas import Schema, reference

EVENTS = "text/event-stream"
LINES = "application/x-ndjson"
COMMON = {"notice": "NoticesOut", "ended": "SessionOver", "bye": "StreamClosing"}
FRAMES: dict[str, dict[str, str]] = {
    "LiveFrame": {"now": "Now", "step": "StepOut", "closed": "ClosedOut", "pen": "PenMoved", **COMMON},
    "DeskFrame": {"desk": "DeskTold", **COMMON},
}
"""By the name of a frame's schema: its events, each with the form of its data."""
STREAMS = {"get_live": "LiveFrame", "get_desk_live": "DeskFrame"}
FEED_LINE: Schema = {
    "type": "object",
    "description": "An event, and when the store took it in.",
    "required": ["position", "record", "seq", "at", "event"],
    "properties": {
        "position": {"type": "integer", "description": "Where to go on: `after` of the next call."},
        "record": {"type": "string"},
        "seq": {"type": "integer"},
        "at": {"type": "string", "format": "date-time"},
        "event": reference("Logged"),
    },
}
RECORD_LINE: Schema = {
    "type": "object",
    "description": "The first line is the header, which names `quartermaster` and the game; every other is an event.",
    "anyOf": [{"required": ["quartermaster", "game", "players"]}, {"required": ["do"]}],
}
PLAYS: Schema = {
    "type": "object",
    "description": "The game as a play for the app BG Stats, in that app's own form.",
    "required": ["games", "players", "locations", "plays", "userInfo"],
    "additionalProperties": True,
}
SAYS = {
    EVENTS: "Server-sent events, each with an `event` and JSON as its `data`; `x-itemSchema` describes them. A line"
    " that begins with a colon comes at least every ten seconds: after 25 without one, connect again.",
    LINES: "Lines of JSON, each as `x-itemSchema` describes it.",
}
TEXT = {"type": "string"}


def stream_schemas() -> dict[str, Schema]:
    """The schemas of frames and of lines."""
    found = {name: {"oneOf": [_frame(event, form) for event, form in told.items()]} for name, told in FRAMES.items()}
    return {**found, "FeedLine": FEED_LINE, "RecordLine": RECORD_LINE}


def _frame(event: str, form: str) -> Schema:
    data = {**TEXT, "contentMediaType": "application/json", "contentSchema": reference(form)}
    properties: dict[str, Any] = {"event": {"const": event}, "data": data}
    if event in ("now", "step"):
        properties["id"] = {**TEXT, "description": "The size after it: what `Last-Event-ID` says to go on from there."}
    return {"type": "object", "required": list(properties), "properties": properties}


def media_of(call: Call) -> dict[str, Schema]:
    """The kinds of file or stream that a call gives. Bytes have no schema in OpenAPI 3.1."""
    return {media: _media(call.answer.__name__, media) for media in call.media}


def _media(call: str, media: str) -> Schema:
    if media == EVENTS:
        return {"schema": {**TEXT, "description": SAYS[media]}, "x-itemSchema": reference(STREAMS[call])}
    if media == LINES:
        items = reference("FeedLine" if call == "get_feed" else "RecordLine")
        return {"schema": {**TEXT, "description": SAYS[media]}, "x-itemSchema": items}
    if media == "application/json":
        return {"schema": PLAYS}
    return {"schema": TEXT} if media.startswith("text/") else {}
