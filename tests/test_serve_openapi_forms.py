"""The description says what the service really takes and tells: actions, frames, problems; and it is made late."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.serve.door.web_app import CALLS
from cli.serve.messages.problems import TYPES
from cli.serve.openapi.action_schemas import installed_games
from cli.serve.openapi.body_schemas import is_bare
from cli.serve.openapi.description import document
from cli.serve.openapi.stream_schemas import COMMON, FRAMES
from replay import library
from replay.action import SHARED, name_of
from replay.library import game_ids, game_of
from tests.helpers.described import DOCUMENT, SCHEMAS, check_value, looked_up, operations
from tests.helpers.route_requests import ASKED, FOLLOWED, LAST, Case, ask
from tests.helpers.still_service import API, NOBODY, Guest, Heard, Still
from tests.helpers.tools import dealt

SOURCES = sorted((Path(__file__).parent.parent / "cli/serve").rglob("*.py"))
GAME = dealt("sea-or-shore", 2, 1)
HEADER = {**GAME.header, "officials": [{"name": "Kim", "level": "head"}]}
ROLES: dict[str, dict[str, str]] = {"seat": {"seat": "p1"}, "official": {"name": "Kim"}, "scribe": {}, "desk": {}}
SAYS_NOTHING = {"ToAskOut", "VerbOut", "KindOut"}
"""Forms with fields that hold a value of any kind."""
OPERATIONS = {(method, path): told for method, path, told in operations()}


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path, memory="open") as running:
        yield running


def calls_of(*names: str) -> Iterator[ast.Call]:
    """Every call of these functions in the service."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in names:
                yield node


def first_words(*names: str) -> set[str]:
    """What these functions are called with first, where that is written out."""
    firsts = [node.args[0] for node in calls_of(*names) if node.args]
    return {one.value for one in firsts if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def test_every_action_of_every_game_is_described() -> None:
    for owner, kinds in [("Shared", SHARED), *((game.id, game.actions) for game in map(game_of, game_ids()))]:
        assert [one["$ref"] for one in SCHEMAS[owner]["oneOf"]] == [
            f"#/components/schemas/{owner}.{name_of(kind)}" for kind in kinds
        ]
        for kind in kinds:
            told = SCHEMAS[f"{owner}.{name_of(kind)}"]
            fields = {one.encode_name for one in msgspec.structs.fields(kind)}
            set_by_server = {"at", "salt"} - ({"salt"} if name_of(kind) == "reveal" else set())
            assert set(told["properties"]) == fields - set_by_server | {"do"}, told
            assert told["properties"]["do"] == {"const": name_of(kind)}
            assert told["description"] == " ".join((kind.__doc__ or "").split("\n\n")[0].split()) or kind.__doc__
            assert told["additionalProperties"] is False
    for name in ("NewEvents", "ToRead"):
        assert SCHEMAS[name]["properties"]["events"]["items"] == {"$ref": "#/components/schemas/Action"}
    owners = {one["$ref"].rpartition("/")[2] for one in SCHEMAS["Action"]["anyOf"]}
    assert owners == {"Shared", *game_ids()}
    assert "smugglers" in owners, "the game of a third party"


def test_a_game_that_cannot_be_loaded_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = EntryPoint("chess", "no_such_package:GAME", library.ENTRY_POINTS)
    monkeypatch.setattr(library, "_entry_points", lambda: {"chess": offered})
    assert "chess" in game_ids()
    assert [game.id for game in installed_games()] == [name for name in game_ids() if name != "chess"]


def bare_places(told: Any, place: str) -> Iterator[str]:
    """Every schema that says nothing, below one part of the document."""
    if isinstance(told, dict):
        for name, value in told.items():
            if name in ("items", "schema") and is_bare(value):
                yield f"{place}/{name}"
            if name in ("properties", "anyOf", "oneOf", "prefixItems"):
                parts = value.items() if isinstance(value, dict) else enumerate(value)
                yield from (f"{place}/{key}" for key, part in parts if is_bare(part))
            if name not in ("default", "example", "examples"):
                yield from bare_places(value, f"{place}/{name}")
    elif isinstance(told, list):
        for number, one in enumerate(told):
            yield from bare_places(one, f"{place}/{number}")


def test_no_object_is_left_without_a_word() -> None:
    """But for what a game itself leaves open, and for fields that hold whatever a game has."""
    games = set(game_ids())
    ours = {name: told for name, told in SCHEMAS.items() if name.partition(".")[0] not in games | SAYS_NOTHING}
    assert [*bare_places(ours, ""), *bare_places(DOCUMENT["paths"], "")] == []
    assert list(bare_places({"x": {"properties": {"y": {"type": "object"}}}}, "")) == ["/x/y"]


def test_every_frame_is_described() -> None:
    events = set[str]().union(*FRAMES.values())
    assert first_words("frame") == events
    told = SCHEMAS["DeskTold"]["properties"]["what"]["enum"]
    assert first_words("tell_desk", "tell", "_tell") | {"begin"} == set(told)
    forms = {event: form for frames in FRAMES.values() for event, form in frames.items()}
    made = {
        (str(event.value), data.func.id)
        for event, data, *_ in (node.args for node in calls_of("frame") if len(node.args) > 1)
        if isinstance(event, ast.Constant) and isinstance(data, ast.Call) and isinstance(data.func, ast.Name)
    }
    built = {(event, form) for event, form in made if form in SCHEMAS}
    assert {("pen", "PenMoved"), ("desk", "DeskTold"), *COMMON.items()} == built
    assert all(forms[event] == form for event, form in built)


def test_a_problem_has_every_member_that_occurs() -> None:
    problem = SCHEMAS["ToldProblem"]["properties"]
    given = {keyword.arg for node in calls_of("WebProblem") for keyword in node.keywords}
    assert given <= set(problem), given - set(problem)
    assert set(problem["type"]["enum"]) == {f"/problems/{kind}" for kind in TYPES}


def test_it_is_made_late_and_kept() -> None:
    assert document(CALLS) is document(CALLS)
    code = "import sys, cli.serve.door.web_app; print([name for name in sys.modules if name.endswith('_schemas')])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert json.loads(told) == []


def joined(still: Still, record: str) -> dict[str, Guest]:
    """Somebody of each role, and somebody without a link."""
    return {
        "nobody": NOBODY,
        **{role: still.join(role, None if role == "desk" else record, **who) for role, who in ROLES.items()},
    }


def check_status(told: dict[str, Any], answer: Heard) -> None:
    """The status is promised by its number, and so is the kind of problem."""
    promised = told["responses"].get(str(answer.status))
    assert promised is not None, (told["operationId"], answer.status, answer.body)
    if answer.status >= 400:
        narrowed = looked_up(promised)["content"]["application/problem+json"]["schema"]["allOf"][1]
        assert answer.json["type"] in narrowed["properties"]["type"]["enum"], (told["operationId"], answer.body)


def test_every_call_says_which_problems_it_may_answer_with(still: Still) -> None:
    record = still.record(HEADER, GAME.scribe[:8])
    for number, (role, guest) in enumerate(joined(still, record).items()):
        for (method, path), made in ASKED.items():
            told = OPERATIONS.get((method, path))
            if told is None or (method, path) in {*FOLLOWED, LAST}:
                continue
            note = [{"do": "note", "text": role}, {"do": "dance"}]
            for request in made(Case(record, "sea-or-shore", still.size(record), note, ["u", "?"], number)):
                check_status(told, ask(still, method, request, guest))


@pytest.mark.slow
def test_frames_keep_to_their_schemas(still: Still) -> None:
    record = still.record(HEADER, GAME.scribe[:8])
    guests = joined(still, record)
    streams = [
        still.follow(record, guests["scribe"], form="true", picture="phone"),
        still.follow(record, guests["seat"]),
    ]
    streams.append(still.followed("/desk/live", guests["desk"]))
    assert still.write(record, guests["scribe"], GAME.scribe[8]).status == 200
    assert (
        still.write(record, guests["seat"], {"do": "dispute", "about": 9, "claim": "that was another card"}).status
        == 200
    )
    still.post(f"/records/{record}/pen", guests["official"], {"do": "take"})
    still.ask("PUT", f"{API}/records/{record}/people/p1", guests["desk"], body={"name": "Zoë"})
    still.post(f"/records/{record}/grants", guests["desk"], {"role": "scribe"})
    still.wait(1)
    for grant in still.register.grants():
        if grant.role == "seat":
            still.run(revoked(still, grant.id))
    still.service.say_goodbye()
    still.settle()
    heard = [frame for stream in streams for frame in stream.frames()]
    for event, data in heard:
        form = next(told[event] for told in FRAMES.values() if event in told)
        assert set(data) <= set(SCHEMAS[form]["properties"]), (event, data)
        check_value({"$ref": f"#/components/schemas/{form}"}, data)
    assert {event for event, _ in heard} == {"now", "step", "pen", "desk", "ended", "bye"}
    assert {data["what"] for event, data in heard if event == "desk"} >= {"begin", "table", "claim", "people", "links"}


async def revoked(still: Still, grant: str) -> None:
    """Take a link back, as the desk does."""
    still.service.end_sessions(still.register.revoke(grant))
