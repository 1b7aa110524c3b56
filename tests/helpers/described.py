"""The description of the service as a test reads it, and what it promises of an answer."""

import json
from collections.abc import Iterator
from typing import Any

from cli.serve.door.web_app import CALLS
from cli.serve.openapi.description import document

Operation = tuple[str, str, dict[str, Any]]
"""Method, path and description."""
DOCUMENT: dict[str, Any] = json.loads(bytes(document(CALLS)))
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]


def operations() -> Iterator[Operation]:
    """Method, path and description of everything that can be asked."""
    for path, methods in DOCUMENT["paths"].items():
        for method, told in methods.items():
            yield method.upper(), path, told


def looked_up(told: dict[str, Any]) -> dict[str, Any]:
    """A part of the document, or the one that it refers to."""
    if "$ref" not in told:
        return told
    _, _, room, name = told["$ref"].split("/")
    found: dict[str, Any] = DOCUMENT["components"][room][name]
    return found


def check_answer(told: dict[str, Any], status: int, kind: str, body: bytes) -> None:
    """What was answered has the status, the kind and the form that the description promises."""
    promised = told["responses"].get(str(status))
    assert promised is not None, (status, told["operationId"], body)
    content = looked_up(promised).get("content", {})
    kind = kind.partition(";")[0]
    assert kind in content if content else not body, (told["operationId"], kind)
    if kind in ("application/json", "application/problem+json"):
        check_value(content[kind]["schema"], json.loads(body))


def check_value(schema: dict[str, Any], value: Any) -> None:
    """A value keeps to a schema of the document."""
    from jsonschema import Draft202012Validator

    Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(value)
