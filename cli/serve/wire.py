"""Values on the wire: JSON both ways, problems, and frames of a stream."""

from functools import cache
from typing import Any, NamedTuple

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Message, Scope

from cli.serve.problems import WebProblem
from records.canonical import check_profile
from records.errors import Refused
from records.strict import load_json

BODY_MAX = 64 * 1024
_encoder = msgspec.json.Encoder()
_JSON = b"application/json"
_BY_NAME = "quartermaster.headers"
"""Where the headers of a request are kept by name, once somebody has looked for one."""


class BodyLimit(NamedTuple):
    """How much a request may send, and how long it may take."""

    most: int
    seconds: float


_plain = msgspec.json.Decoder()
encoded = _encoder.encode
"""A value as JSON."""


class JsonAnswer(Response):
    """An answer in JSON, which nobody may keep. Its headers are always the same, so they are not worked out anew."""

    def __init__(self, value: Any, status: int = 200) -> None:
        self.status_code = status
        self.background = None
        self.body = encoded(value)
        length = str(len(self.body)).encode()
        self.raw_headers = [(b"cache-control", b"no-store"), (b"content-length", length), (b"content-type", _JSON)]


def json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer in JSON, which nobody may keep."""
    if headers is None:
        return JsonAnswer(value, status)
    return Response(encoded(value), status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def problem_response(problem: WebProblem) -> Response:
    """An answer of RFC 9457."""
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(encoded(problem.document()), problem.status, headers, "application/problem+json")


def frame(event: str, data: Any, size: int | None = None) -> bytes:
    """One event of a stream. `size` is the place to go on from after a lost connection."""
    place = f"id: {size}\n" if size is not None else ""
    return b"%bevent: %b\ndata: %b\n\n" % (place.encode(), event.encode(), encoded(data))


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    """The headers of a request by their names in small letters; of one that was sent twice the first counts."""
    found: dict[bytes, bytes] | None = scope.get(_BY_NAME)
    if found is None:
        found = scope[_BY_NAME] = dict(reversed(scope["headers"]))
    return found


def header(request: Request, name: bytes) -> str:
    """A header of a request, by its name in small letters; "" if it was not sent."""
    value = headers_of(request.scope).get(name)
    return "" if value is None else value.decode("latin-1")


async def read_body(request: Request, takes: type) -> Any:
    """The body of a request as a value of a type."""
    if headers_of(request.scope).get(b"content-type") != _JSON:
        kind = header(request, b"content-type").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise WebProblem("not-json", f"the body is {kind or 'of no kind'}", mend="send application/json")
    message = await _next_part(request)
    data: bytes = message.get("body", b"")
    if message.get("more_body", False):  # as a photo does; most bodies come in one piece
        parts = [data]
        while message.get("more_body", False):
            message = await _next_part(request)
            parts.append(message.get("body", b""))
        data = b"".join(parts)
    return decode(data, takes)


async def _next_part(request: Request) -> Message:
    message = await request.receive()
    if message["type"] == "http.disconnect":
        raise ClientDisconnect
    return message


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


def read_query(request: Request, query: type) -> Any:
    """The query of an address as a value of a type."""
    given = dict(request.query_params)
    try:
        return msgspec.convert(given, query, strict=False)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise WebProblem("malformed", what, where=f"query {where.strip('`')}".strip()) from None
