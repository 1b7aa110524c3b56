"""OpenAPI 3.1, made from the table of calls and the forms themselves."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from cli import __version__
from cli.serve.calls import PREFIX, Call
from cli.serve.problems import TYPES

_PARAMETER = re.compile(r"\{(\w+)\}")
_REFERENCES = "#/components/schemas/{name}"
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "enum": [f"/problems/{name}" for name in TYPES]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "where": {"type": "string"},
        "mend": {"type": "string"},
    },
}


@cache
def document(calls: Sequence[Call]) -> dict[str, Any]:
    """The whole description."""
    forms = [form for call in calls for form in (call.takes, call.gives) if _is_form(form)]
    _, schemas = msgspec.json.schema_components(forms, ref_template=_REFERENCES)
    paths: dict[str, Any] = {}
    for call in calls:
        paths.setdefault(PREFIX + call.path, {})[call.method.lower()] = _operation(call)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Quartermaster",
            "version": __version__,
            "description": "Records of games on physical tables: logged, watched, audited and ruled on.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Problem": PROBLEM},
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "qm"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _is_form(form: Any) -> bool:
    return isinstance(form, type) and issubclass(form, msgspec.Struct)


def _operation(call: Call) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": call.answer.__name__,
        "summary": call.says,
        "parameters": [*_path_parameters(call.path), *_query_parameters(call.query)],
        "responses": {"200": _ok(call), "default": _problem()},
        "security": [{"cookie": []}, {"bearer": []}] if call.may else [],
    }
    if call.takes is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": _schema(call.takes)}}}
    return told


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PARAMETER.findall(path)
    ]


def _query_parameters(query: type | None) -> list[dict[str, Any]]:
    if query is None:
        return []
    schema = msgspec.json.schema(query)
    whole = schema["$defs"][query.__name__]
    return [
        {"name": name, "in": "query", "required": name in whole.get("required", ()), "schema": form}
        for name, form in whole["properties"].items()
    ]


def _schema(form: Any) -> dict[str, Any]:
    return {"$ref": _REFERENCES.format(name=form.__name__)} if _is_form(form) else {"type": "object"}


def _ok(call: Call) -> dict[str, Any]:
    if call.gives is None:
        return {"description": call.says}
    return {"description": call.says, "content": {"application/json": {"schema": _schema(call.gives)}}}


def _problem() -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": "Why not.", "content": {"application/problem+json": {"schema": schema}}}
