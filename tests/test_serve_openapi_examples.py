"""The examples of the description: each is sent unchanged, and is answered as the description says."""

from pathlib import Path
from typing import Any

import pytest

from replay.library import game_ids
from tests.helpers.described import check_answer, check_value, operations
from tests.helpers.example_scenes import Scene

OPERATIONS = {told["operationId"]: (method, path, told) for method, path, told in operations()}
WITH_BODY = {name: told for name, (_, _, told) in OPERATIONS.items() if "requestBody" in told}


def content(name: str) -> dict[str, Any]:
    """What the description says of the body of a call."""
    found: dict[str, Any] = WITH_BODY[name]["requestBody"]["content"]["application/json"]
    return found


EVERY = [(name, example) for name in WITH_BODY for example in content(name).get("examples", ())]


def test_every_call_with_a_body_has_an_example_and_every_game_a_line() -> None:
    assert {name for name, _ in EVERY} == set(WITH_BODY)
    assert set(game_ids()) <= {example for name, example in EVERY if name == "post_events"}


@pytest.mark.parametrize(("name", "example"), EVERY)
def test_an_example_can_be_sent_as_it_stands(name: str, example: str, tmp_path: Path) -> None:
    with Scene(tmp_path, OPERATIONS, name, example) as scene:
        answer = scene.answer()
    assert answer.status == 200, answer.body


@pytest.mark.slow
@pytest.mark.parametrize(("name", "example"), EVERY)
def test_an_example_and_its_answer_keep_to_their_schemas(name: str, example: str, tmp_path: Path) -> None:
    check_value(content(name)["schema"], content(name)["examples"][example]["value"])
    with Scene(tmp_path, OPERATIONS, name, example) as scene:
        answer = scene.answer()
    check_answer(WITH_BODY[name], answer.status, answer.header("content-type") or "", answer.body)


QUERIES = {"get_undo_sheet": {"to": "6"}, "get_why": {"player": "ann"}, "get_now": {"form": "true", "picture": "wide"}}
"""What those reads are asked with that need more than an address."""
READS = [name for name, (method, _, _) in OPERATIONS.items() if method == "GET" and "live" not in name]


@pytest.mark.slow
def test_what_is_read_keeps_to_its_schema(tmp_path: Path) -> None:
    """A table with a ruling, and a tournament with a result."""
    scene = Scene(tmp_path, OPERATIONS, "post_result", "slip")
    with scene:
        for name, example in (("post_result", "slip"), ("post_events", "claim"), ("post_ruling", "it-stands")):
            assert scene.send(name, example).status == 200
        read = {name: scene.read(name, "desk", QUERIES.get(name, {})) for name in READS}
    for name, answer in read.items():
        check_answer(OPERATIONS[name][2], answer.status, answer.header("content-type") or "", answer.body)
    wanted = {"get_undo_sheet", "get_score", "get_standings", "get_why", "get_disputes", "get_now", "get_findings"}
    assert {name: read[name].status for name in wanted} == dict.fromkeys(wanted, 200)
