"""Values on the wire: JSON both ways, problems, and frames of a stream."""

from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import msgspec
from starlette.datastructures import QueryParams
from starlette.responses import Response
from starlette.types import Receive, Scope

from cli.serve.messages.problems import WebProblem
from records.canonical import check_profile
from records.errors import Refused
from records.strict import load_json

BODY_MAX = 64 * 1024
_encoder = msgspec.json.Encoder()
BY_NAME = "quartermaster.headers"
"""Where the guard, which every request passes, puts its headers by their names in small letters."""


class BodyLimit(NamedTuple):
    """How much a request may send, and how long it may take."""

    most: int
    seconds: float


_plain = msgspec.json.Decoder()
encoded = _encoder.encode
"""A value as JSON."""


class JsonAnswer(Response):
    """An answer in JSON, which nobody may keep. Its headers are always the same, so they are not worked out anew."""

    background = None

    def __init__(self, value: Any, status: int = 200) -> None:
        self.status_code = status
        body = self.body = encoded(value)
        length = b"%d" % len(body)
        self.raw_headers = [
            (b"cache-control", b"no-store"),
            (b"content-length", length),
            (b"content-type", b"application/json"),
        ]


def json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer in JSON, which nobody may keep."""
    if headers is None:
        return JsonAnswer(value, status)
    return Response(encoded(value), status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def problem_response(problem: WebProblem) -> Response:
    """An answer of RFC 9457."""
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(encoded(problem.document()), problem.status, headers, "application/problem+json")


def frame(event: str, data: msgspec.Struct, size: int | None = None) -> bytes:
    """One event of a stream. `size` is the place to go on from after a lost connection."""
    place = f"id: {size}\n" if size is not None else ""
    return b"%bevent: %b\ndata: %b\n\n" % (place.encode(), event.encode(), encoded(data))


def address_of(scope: Scope) -> str:
    """Where a request comes from; "" where that is not known."""
    client = scope.get("client")
    return client[0] if client else ""


async def read_body(scope: Scope, receive: Receive, takes: type) -> Any:
    """The body of a request as a value of a type."""
    kind: bytes = scope[BY_NAME].get(b"content-type", b"")
    if kind != b"application/json":
        _check_is_json(kind.decode("latin-1"))
    message = await receive()
    parts: list[bytes] = []
    while message.get("more_body"):  # as a photo does; most bodies come in one piece
        parts.append(message.get("body", b""))
        message = await receive()
    if message["type"] == "http.disconnect":
        # The device hung up while it was still asking: nobody reads this, and nothing was done.
        raise WebProblem("malformed", "the request broke off")
    data: bytes = message.get("body", b"")
    return decode(b"".join([*parts, data]) if parts else data, takes)


def _check_is_json(media: str) -> None:
    kind = media.partition(";")[0].strip().lower()
    if kind != "application/json":
        raise WebProblem("not-json", f"the body is {kind or 'of no kind'}", mend="send application/json")


@cache
def _decoder(takes: type) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(takes)


def decode(data: bytes, takes: type) -> Any:
    """JSON as a value of a type; what does not fit is said with its place."""
    try:
        value = _decoder(takes).decode(data)
        if _may_be_repaired(data):
            check_profile(load_json(data))
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise WebProblem("malformed", what, where=where.strip("`")) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WebProblem("malformed", f"the body is not JSON: {error}", mend="send one JSON object") from None
    except Refused as error:
        raise WebProblem("malformed", error.what, mend=error.mend) from None
    return value


def _may_be_repaired(data: bytes) -> bool:
    """Whether the decoder may have left something out or changed it, without a word: a key that stands twice, or -0.

    What was left out had quotation marks; only one that is written as a number could make up for them.
    """
    try:
        marks = encoded(_plain.decode(data)).count(b'"')
    except OverflowError:  # a number that no record may hold
        return True
    return data.count(b'"') != marks or data.find(b"\\u0022") >= 0 or data.find(b"-0") >= 0


def read_query(scope: Scope, query: type) -> Any:
    """The query of an address as a value of a type."""
    pairs = QueryParams(scope["query_string"]).multi_items()
    given = dict(pairs)
    if len(given) < len(pairs):  # which of them counts, nobody could know
        name = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise WebProblem("malformed", f"{name} is given twice", where=f"query {name}", mend="give it once")
    try:
        return msgspec.convert(given, query, strict=False)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise WebProblem("malformed", what, where=f"query {where.strip('`')}".strip()) from None
