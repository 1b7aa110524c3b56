"""Options and words of questions about all records: none is ignored, and each refusal says what is so."""

import pytest

from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES

STORY = FIXTURES / "loot-island" / "left-to-stand.jsonl"


def test_penalties_of_named_records_are_those_of_the_event(qm: Shell) -> None:
    qm("import", STORY)
    assert len(qm("penalties", STORY, "--json").json_lines) == 1
    assert qm("penalties", STORY, "--event", "nowhere", "--json").out == ""
    record = qm("list", "--json").json
    event = record.get("event") or ""
    assert len(qm("penalties", record["id"], "--event", event[:4].upper(), "--json").json_lines) == 1


def test_a_rule_that_was_never_broken_is_known(qm: Shell) -> None:
    qm("import", STORY)
    told = qm("find", "ss-pass-2")
    assert told.code == 4
    assert "SS-PASS-2 was not broken in any record of the store" in told.err
    assert "in these records" in qm("find", "SS-PASS-2", "--rule", "--game", "lost-island").err
    assert "nothing in the store is called" in qm("find", "SS-PASS-2", "--person").err
    assert "nothing in the store is called" in qm("find", "SS-PASS-222").err


@pytest.mark.parametrize("text", ["", "  "])
def test_nothing_is_not_looked_for(qm: Shell, text: str) -> None:
    qm("import", STORY)
    told = qm("find", text)
    assert (told.code, told.out) == (2, "")
    assert "there is nothing to look for" in told.err


@pytest.mark.parametrize("workers", ["0", "x", "-1", "513", "tcp://x", "2.5"])
@pytest.mark.parametrize("command", ["rebuild", "update", "check"])
def test_processes_of_the_index_are_a_number(qm: Shell, command: str, workers: str) -> None:
    qm("import", STORY)
    told = qm("index", command, "--workers", workers)
    assert (told.code, told.out) == (2, "")
    assert "a number of processes" in told.err
