"""Values on the wire: JSON both ways, problems, and frames of a stream."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from cli.serve.problems import WebProblem

BODY_MAX = 64 * 1024
_encoder = msgspec.json.Encoder()


def encoded(value: Any) -> bytes:
    """A value as JSON."""
    return _encoder.encode(value)


def json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer in JSON, which nobody may keep."""
    return Response(encoded(value), status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def problem_response(problem: WebProblem) -> Response:
    """An answer of RFC 9457."""
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(encoded(problem.document()), problem.status, headers, "application/problem+json")


def frame(event: str, data: Any, size: int | None = None) -> bytes:
    """One event of a stream. `size` is the place to go on from after a lost connection."""
    place = f"id: {size}\n" if size is not None else ""
    return b"%bevent: %b\ndata: %b\n\n" % (place.encode(), event.encode(), encoded(data))


async def read_body(request: Request, takes: type) -> Any:
    """The body of a request as a value of a type."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise WebProblem("not-json", f"the body is {kind or 'of no kind'}", mend="send application/json")
    return decode(await request.body(), takes)


def decode(data: bytes, takes: type) -> Any:
    """JSON as a value of a type; what does not fit is said with its place."""
    try:
        return msgspec.json.decode(data, type=takes)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise WebProblem("malformed", what, where=where.strip("`")) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WebProblem("malformed", f"the body is not JSON: {error}", mend="send one JSON object") from None


def read_query(request: Request, query: type) -> Any:
    """The query of an address as a value of a type."""
    given = dict(request.query_params)
    try:
        return msgspec.convert(given, query, strict=False)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise WebProblem("malformed", what, where=f"query {where.strip('`')}".strip()) from None
