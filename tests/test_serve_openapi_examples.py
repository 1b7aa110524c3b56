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
