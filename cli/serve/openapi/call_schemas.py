"""The calls themselves: what each is asked with and what it answers."""

import re
from typing import Any

import msgspec

from cli.serve.calls import Call
from cli.serve.openapi.action_schemas import Schema, reference
from cli.serve.openapi.problem_schemas import ProblemAnswers, kinds_of
from cli.serve.openapi.stream_schemas import media_of

_PARAMETER = re.compile(r"\{(\w+)\}")
HEALTH: Schema = {
    "type": "object",
    "required": ["ok", "version", "tables", "trouble"],
    "properties": {
        "ok": {"type": "boolean"},
        "version": {"type": "string"},
        "tables": {"type": "integer"},
        "trouble": {"type": "string"},
    },
}
ITSELF: Schema = {
    "type": "object",
    "required": ["openapi", "info", "paths", "components"],
    "properties": {"openapi": {"type": "string"}, "info": {"type": "object", "required": ["title", "version"]}},
}
UNASKED = ["unknown-host", "headers-too-large", "mistake"]
"""What the service answers before it looks at the address."""


def health(answers: ProblemAnswers) -> Schema:
    """Whether the service is well."""
    told = {"application/json": {"schema": HEALTH}}
    return {
        "operationId": "get_health",
        "summary": "Whether the service and its store are well.",
        "responses": {
            "200": {"description": "All is well.", "content": told},
            **answers.of(UNASKED),
            "503": {"description": "The store cannot be read just now.", "content": told},
        },
        "security": [],
    }


def itself(answers: ProblemAnswers) -> Schema:
    """The description, which describes itself in short."""
    told = {"application/json": {"schema": ITSELF}}
    return {
        "operationId": "get_openapi",
        "summary": "This description.",
        "responses": {"200": {"description": "OpenAPI 3.1.", "content": told}, **answers.of(UNASKED)},
        "security": [],
    }


def operation(call: Call, answers: ProblemAnswers, examples: dict[str, Schema], places: dict[str, Any]) -> Schema:
    """One call, with the examples of its body and those of what its address names."""
    told: Schema = {
        "operationId": call.answer.__name__,
        "summary": call.says,
        "parameters": [*_path_parameters(call.path, places), *_query_parameters(call.query)],
        "responses": {**_ok(call), **answers.of(kinds_of(call))},
        "security": [{"cookie": []}, {"bearer": []}] if call.may else [],
    }
    if call.takes is not None:
        content: Schema = {"schema": reference(call.takes.__name__)}
        if examples:
            content["examples"] = examples
        told["requestBody"] = {"required": True, "content": {"application/json": content}}
    return told


def _path_parameters(path: str, places: dict[str, Any]) -> list[Schema]:
    found = []
    for name in _PARAMETER.findall(path):
        told: Schema = {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        found.append({**told, "example": places[name]} if name in places else told)
    return found


def _query_parameters(query: type | None) -> list[Schema]:
    if query is None:
        return []
    schema = msgspec.json.schema(query)
    whole = schema["$defs"][query.__name__]
    return [
        {"name": name, "in": "query", "required": name in whole.get("required", ()), "schema": form}
        for name, form in whole["properties"].items()
    ]


def _ok(call: Call) -> Schema:
    if call.gives is None and not call.media:
        return {"204": {"description": "Done."}}
    content = media_of(call) or {"application/json": {"schema": reference(call.gives.__name__)}}
    return {"200": {"description": call.says, "content": content}}
