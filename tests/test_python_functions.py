"""What the functions for scripts return: the same as the commands, and one of our errors for the impossible."""

from pathlib import Path
from typing import Any

import pytest

import records
import replay
from records.errors import NotFound, Refused, Unavailable
from replay.simulation import FORMS
from tests.helpers.goldens import at_hand
from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES

STORY = FIXTURES / "sea-or-shore/hurried-table.jsonl"
ONE_OF_EACH_GAME = {path.parent.name: path for path in sorted(FIXTURES.glob("*/*.jsonl")) if path.stem != "rules"}


def test_reading_what_is_not_a_file_is_one_of_the_errors(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"nothing\.jsonl: there is no such file"):
        records.read(tmp_path / "nothing.jsonl")
    with pytest.raises(NotFound):
        records.verify_file(STORY / "below a file")
    with pytest.raises(Refused, match="this is a folder"):
        records.read(str(tmp_path))
    loop = tmp_path / "loop.jsonl"
    loop.symlink_to(loop)
    with pytest.raises(Unavailable, match="the file cannot be read"):
        records.read(loop)


def test_a_file_is_compared_with_head_code_and_copy(tmp_path: Path) -> None:
    record = records.read(STORY)
    changed = tmp_path / "changed.jsonl"
    changed.write_bytes(STORY.read_bytes().replace(b'"shows":4', b'"shows":5', 1))

    assert records.verify_file(STORY, head=record.head().text(), code="gamh 3z5l", copy=record).ok
    assert records.verify_file(changed).ok, "by itself a changed file cannot be told from another game"
    assert not records.verify_file(changed, head=record.head()).ok
    assert not records.verify_file(changed, code=record.head().code).ok
    report = records.verify_file(changed, copy=record)
    assert [(problem.kind, problem.seq) for problem in report.problems] == [("changed", 3)]


def test_a_record_in_a_store_is_compared_too(tmp_path: Path) -> None:
    record = records.read(STORY)
    with records.open_store(tmp_path / "records.db") as store:
        info, _ = store.import_record(record, record_id=records.id_of(record), at=0)
        assert records.verify_in_store(store, info.id).ok
        assert records.verify_in_store(store, info.id, copy=record, code=record.head().code).ok
        assert not records.verify_in_store(store, info.id, code="AAAA-2222").ok


@pytest.mark.parametrize("path", ONE_OF_EACH_GAME.values(), ids=ONE_OF_EACH_GAME)
def test_scripts_and_commands_tell_the_same(path: Path, qm: Shell) -> None:
    record = records.read(path)
    seat, middle = record.header.seats[0], record.size // 2
    audit = replay.audit_of(record, outcomes=at_hand(path))
    told = qm("audit", path, "--json", "--fail-on", "never").json
    seen = qm("state", path, "--json", "--at", middle, "--as", seat).json
    seen.pop("knowledge", None)  # what the seat can infer; the state itself does not hold it

    assert [(item.seq, item.rule, item.why) for item in audit.findings] == [
        (item["seq"], item["rule"], item["why"]) for item in told["findings"]
    ]
    assert replay.state_at(record, middle, eyes=seat) == seen
    assert replay.state_at(record) == qm("state", path, "--json").json
    assert list(replay.score_of(record).winners) == qm("score", path, "--json").json["winners"]
    assert [(step.seq, step.event) for step in replay.steps_of(record, eyes=seat)] == [
        (step["seq"], step["event"]) for step in qm("steps", path, "--json", "--as", seat).json_lines
    ]


def test_an_audit_judges_the_procedure_too() -> None:
    audit = replay.audit_of(records.read(STORY))

    assert [finding.seq for finding in audit.findings if finding.rule == "QM-FIX-1"] == [154]
    assert audit.answers.open == sum(finding.answer == "open" for finding in audit.findings)


@pytest.mark.parametrize("game_id", replay.game_ids())
def test_a_simulated_game_is_that_of_the_command(game_id: str, qm: Shell) -> None:
    codes = [entry["code"] for entry in qm("simulate", game_id, "--seed", 3, "--json").json_lines]

    assert [replay.simulate(game_id, seed=3, form=form).head().code for form in FORMS] == codes


def test_impossible_requests_are_refused() -> None:
    record = records.read(STORY)
    with pytest.raises(Refused, match="there is no seat 'p9'") as refused:
        replay.steps_of(record, eyes="p9")
    assert refused.value.mend == "these can look: p1, p2, p3, table, official"
    for seq in (-1, 155):
        with pytest.raises(NotFound, match=f"there is no event {seq}"):
            replay.state_at(record, seq)
    misspelt: Any = "efective"
    with pytest.raises(Refused, match="there is no timeline 'efective'"):
        replay.audit_of(record, timeline=misspelt)
    with pytest.raises(Refused, match="there is no timeline 'efective'"):
        replay.score_of(record, eyes=replay.Eyes(timeline=misspelt))
    with pytest.raises(Refused, match="is not for 99 players"):
        replay.simulate(record.header.game, players=99)
    with pytest.raises(Refused, match="has no form 'efective'"):
        replay.simulate(record.header.game, form=misspelt)
