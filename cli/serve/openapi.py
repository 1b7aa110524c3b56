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


HEALTH = {
    "type": "object",
    "required": ["ok", "version", "tables", "trouble"],
    "properties": {
        "ok": {"type": "boolean"},
        "version": {"type": "string"},
        "tables": {"type": "integer"},
        "trouble": {"type": "string"},
    },
}
ANYWHERE = ("unknown-host", "headers-too-large", "too-fast", "mistake", "unavailable")
"""Problems that any call may answer with."""
WITH_SESSION = ("no-session", "not-allowed")
WITH_BODY = ("malformed", "too-slow", "too-large", "not-json", "foreign-origin")
ABOUT_A_THING = ("not-found", "refused", "damaged")
WRITING = ("moved-on",)


@cache
def document(calls: Sequence[Call], cookie: str = "qm") -> dict[str, Any]:
    """The whole description. `cookie` is the name under which browsers keep their session."""
    forms = [form for call in calls for form in (call.takes, call.gives) if _is_form(form)]
    _, schemas = msgspec.json.schema_components(forms, ref_template=_REFERENCES)
    paths: dict[str, Any] = {"/health": {"get": _health()}, "/openapi.json": {"get": _itself()}}
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
                "cookie": {"type": "apiKey", "in": "cookie", "name": cookie},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _health() -> dict[str, Any]:
    told = {"application/json": {"schema": HEALTH}}
    return {
        "operationId": "get_health",
        "summary": "Whether the service and its store are well.",
        "responses": {
            "200": {"description": "All is well.", "content": told},
            "503": {"description": "The store cannot be read just now.", "content": told},
            "default": _problem("Why not."),
        },
        "security": [],
    }


def _itself() -> dict[str, Any]:
    told = {"application/json": {"schema": {"type": "object"}}}
    return {
        "operationId": "get_openapi",
        "summary": "This description.",
        "responses": {"200": {"description": "OpenAPI 3.1.", "content": told}, "default": _problem("Why not.")},
        "security": [],
    }


def _is_form(form: Any) -> bool:
    return isinstance(form, type) and issubclass(form, msgspec.Struct)


def _operation(call: Call) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": call.answer.__name__,
        "summary": call.says,
        "parameters": [*_path_parameters(call.path), *_query_parameters(call.query)],
        "responses": {**_ok(call), **_problems(call), "default": _problem("Why not.")},
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
    if call.gives is None and not call.media:
        return {"204": {"description": "Done."}}
    content: dict[str, Any] = {media: {} for media in call.media}
    content = content or {"application/json": {"schema": _schema(call.gives)}}
    return {"200": {"description": call.says, "content": content}}


def _problems(call: Call) -> dict[str, Any]:
    """What else a call answers, by its status."""
    kinds = [*ANYWHERE]
    kinds += WITH_SESSION if call.may else ()
    kinds += WITH_BODY if call.takes is not None else ()
    kinds += ("malformed",) if call.query is not None else ()
    kinds += ABOUT_A_THING if "{" in call.path or call.takes is not None else ()
    kinds += WRITING if call.method != "GET" else ()
    titles: dict[int, list[str]] = {}
    for kind in dict.fromkeys(kinds):
        status, title = TYPES[kind]
        titles.setdefault(status, []).append(title)
    return {str(status): _problem(". ".join(told) + ".") for status, told in sorted(titles.items())}


def _problem(says: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": says, "content": {"application/problem+json": {"schema": schema}}}
