"""Lines that a phone kept apart, compared with the record that went on without them."""

import json
from typing import Any

import pytest

from tests.helpers.shell import Shell

SHARED = 4
"""Lines that both stories share, the header among them."""


def apart(qm: Shell, game: str, *lines: dict[str, Any], **more: Any) -> str:
    """A file as the recorder saves it."""
    first = {"apart": 1, "record": game, "lines": SHARED, **more}
    return str(
        qm.write("apart.jsonl", "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in (first, *lines)))
    )


@pytest.fixture
def theirs(qm: Shell, game: str) -> list[dict[str, Any]]:
    """What was logged behind the lines that both share."""
    lines = qm("export", game, "--format", "jsonl").out.splitlines()
    found = [json.loads(line) for line in lines[SHARED:]]
    return [{name: value for name, value in body.items() if name not in ("at", "said", "salt")} for body in found]


def test_the_same_story_kept_apart_is_the_same(qm: Shell, game: str, theirs: list[dict[str, Any]]) -> None:
    answer = qm("compare", game, apart(qm, game, *theirs))
    assert answer.code == 0, answer.out + answer.err
    assert "both tell the same" in answer.out


def test_another_story_is_shown_beside_theirs(qm: Shell, game: str, theirs: list[dict[str, Any]]) -> None:
    other = {**theirs[0], "shows": 11}
    answer = qm("compare", game, apart(qm, game, other), "--json")
    assert answer.code == 1, answer.err
    mine = [one["second"]["event"] for one in answer.json["differences"] if one["second"]]
    assert mine == [other]
    assert answer.json["common"] == [SHARED - 1, SHARED - 1]


def test_a_typed_line_is_read_where_it_was_typed(qm: Shell, game: str) -> None:
    told = qm("compare", game, apart(qm, game, {"say": "n tea"}, {"say": "xyzzy and the like"}), "--json").json
    assert [one["second"]["event"] for one in told["differences"] if one["second"]] == [
        {"do": "unread", "said": "xyzzy and the like"}
    ]


@pytest.mark.parametrize(
    "more", [{"record": "01JAAAAAAAAAAAAAAAAAAAAAAA"}, {"lines": 99}, {"lines": 0}, {"lines": "x"}]
)
def test_lines_of_another_record_are_refused(qm: Shell, game: str, more: dict[str, Any]) -> None:
    answer = qm("compare", game, apart(qm, game, **more))
    assert answer.code not in (0, 1), answer.out
    assert "Traceback" not in answer.err and ("another record" in answer.err or "cannot be read" in answer.err)
