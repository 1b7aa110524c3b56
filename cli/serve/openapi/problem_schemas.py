"""What a call may answer instead of what was asked: which kinds of problem, by their status."""

from cli.serve.calls import Call
from cli.serve.messages.problems import TYPES
from cli.serve.openapi.action_schemas import Schema, reference

PROBLEM = "ToldProblem"
ANYWHERE = ("unknown-host", "headers-too-large", "too-fast", "mistake", "unavailable", "damaged")
"""Problems that any call may answer with."""
WITH_SESSION = ("no-session", "not-allowed")
WITH_BODY = ("malformed", "too-slow", "too-large", "not-json")
CHANGING = ("foreign-origin", "moved-on", "key-used", "refused")
ABOUT_A_THING = ("not-found", "refused")
LINES = ("pen",)
"""Of calls that append lines: the pen may be somebody else's."""
BY_CALL: dict[str, tuple[str, ...]] = {
    "post_join": ("in-use", "link-unknown", "not-found", "not-allowed", "passkey"),
    "post_link": ("link-unknown", "not-found"),
    "post_code": ("not-found",),
    "post_events": LINES,
    "post_seal": LINES,
    "post_opening": LINES,
    "post_photo": LINES,
}
"""What only these calls answer."""


def kinds_of(call: Call) -> list[str]:
    """The kinds of problem that a call may answer with."""
    kinds = [*ANYWHERE, *BY_CALL.get(call.answer.__name__, ())]
    kinds += WITH_SESSION if call.may else ()
    kinds += WITH_BODY if call.takes is not None else ()
    kinds += ("malformed", "refused") if call.query is not None else ()
    kinds += ABOUT_A_THING if "{" in call.path or call.takes is not None else ()
    kinds += CHANGING if call.method != "GET" else ()
    return list(dict.fromkeys(kinds))


def problem_schema(schema: Schema) -> Schema:
    """The form of a problem, with every kind that there is."""
    kinds = {"type": "string", "enum": [f"/problems/{name}" for name in TYPES]}
    return {**schema, "properties": {**schema["properties"], "type": kinds}}


class ProblemAnswers:
    """The problems that calls answer with, each choice of kinds once."""

    def __init__(self) -> None:
        self.told: dict[str, Schema] = {}

    def of(self, kinds: list[str]) -> dict[str, Schema]:
        """References to the answers of these kinds, by status; `default` is any problem."""
        by_status: dict[int, list[str]] = {}
        for kind in sorted(kinds, key=list(TYPES).index):
            by_status.setdefault(TYPES[kind][0], []).append(kind)
        names = {status: ".".join(held) for status, held in sorted(by_status.items())}
        for status, name in names.items():
            self.told[name] = _answer(status, by_status[status])
        self.told["problem"] = _content("Why not.", reference(PROBLEM))
        named = {**{str(status): name for status, name in names.items()}, "default": "problem"}
        return {status: {"$ref": f"#/components/responses/{name}"} for status, name in named.items()}


def _answer(status: int, kinds: list[str]) -> Schema:
    titles = ". ".join(TYPES[kind][1] for kind in kinds) + "."
    types = {"enum": [f"/problems/{kind}" for kind in kinds]}
    narrowed = {"properties": {"status": {"const": status}, "type": types}}
    return _content(titles, {"allOf": [reference(PROBLEM), narrowed]})


def _content(says: str, schema: Schema) -> Schema:
    return {"description": says, "content": {"application/problem+json": {"schema": schema}}}
