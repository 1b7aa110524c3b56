"""`qm close`: the counted result by default, what differs refused, and what follows a close."""

import json
from typing import Any

import pytest

from replay.simulation import simulate
from replay.whole_record import score_of
from tests.helpers.disputes import events
from tests.helpers.shell import Shell

SCORES = {seat.seat: seat.total for seat in score_of(simulate("sea-or-shore", players=3, seed=3)).seats}
BEST = max(SCORES, key=lambda seat: int(str(SCORES[seat])))
OTHER = next(seat for seat in SCORES if seat != BEST)


@pytest.fixture
def finished(qm: Shell) -> str:
    """A finished game in the store."""
    record = simulate("sea-or-shore", players=3, seed=3)
    qm("import", qm.write("whole.jsonl", "\n".join(line.decode() for line in record.lines) + "\n"))
    return str(qm("list", "--json").json["id"])


def last(qm: Shell, record: str) -> Any:
    return events(qm, record)[-1]


def test_a_finished_game_is_closed_with_the_counted_result(qm: Shell, finished: str) -> None:
    told = qm("close", finished)

    assert told.code == 0, told.err
    assert last(qm, finished)["result"] == {"end": "finished", "winners": [BEST], "scores": SCORES}
    assert f"The record is closed: finished, {BEST} wins" in told.out
    assert qm("audit", finished).code == 0
    assert qm("list", "--closed", "--json").json["id"] == finished


def test_words_go_with_the_count_and_a_dry_run_writes_nothing(qm: Shell, finished: str) -> None:
    assert qm("close", finished, "--words", "well played", "--dry-run").code == 0
    assert last(qm, finished)["do"] != "close"
    assert qm("close", finished, "--words", "well played").code == 0
    assert last(qm, finished)["result"]["words"] == "well played"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--winner", OTHER), "QM-CLOSE-1"),
        (("--score", f"{OTHER}=100"), f"{OTHER} has 100"),
        (("--score", f"{OTHER}=out"), "being out"),
        (("--place", f"{OTHER}=1"), "place 1"),
        (("--score", "Zed=3"), "Zed has no seat"),
        (("--score", "p1"), "write it as --score p1=40"),
        (("--end", "won"), "finished, abandoned, misplayed"),
    ],
)
def test_what_the_count_does_not_give_is_refused(
    qm: Shell, finished: str, options: tuple[str, ...], words: str
) -> None:
    size = len(events(qm, finished))
    refused = qm("close", finished, *options)

    assert refused.code == 2
    assert words in refused.err
    assert len(events(qm, finished)) == size


def test_anyway_records_it_and_the_audit_says_so(qm: Shell, finished: str) -> None:
    assert qm("close", finished, "--score", f"{OTHER}=100", "--anyway").code == 0
    found = [item["rule"] for item in qm("audit", finished, "--json").json["findings"]]
    assert found == ["QM-CLOSE-1"]


def test_a_log_line_with_a_wrong_result_is_kept_with_a_finding(qm: Shell, finished: str) -> None:
    line = json.dumps({"do": "close", "result": {"winners": [OTHER]}})
    told = qm("log", finished, stdin=line)

    assert told.code == 0
    assert "QM-CLOSE-1" in told.out + told.err
    assert last(qm, finished)["result"] == {"winners": [OTHER]}


def test_a_record_is_closed_once(qm: Shell, finished: str) -> None:
    qm("close", finished)
    refused = qm("close", finished)
    assert refused.code == 2
    assert "closed already" in refused.err


def test_a_game_that_does_not_reach_its_end_asks_how_it_ended(qm: Shell, game: str) -> None:
    refused = qm("close", game)
    assert refused.code == 2
    assert "--end is missing" in refused.err
    assert qm("close", game, "--end", "abandoned", "--words", "the lights went out").code == 0
    assert last(qm, game)["result"] == {"end": "abandoned", "words": "the lights went out"}
    assert "QM-CLOSE" not in qm("audit", game).out


def test_play_after_a_close_is_found_at_once(qm: Shell, game: str) -> None:
    qm("close", game, "--end", "abandoned")
    told = qm("log", game, stdin='{"do":"lay","by":"p1","shows":3}')
    assert told.code == 0
    assert "QM-CLOSE-2" in told.out + told.err
    again = qm("log", game, stdin='{"do":"lay","by":"p3","shows":3}')
    assert "QM-CLOSE-2" not in again.out + again.err, "once for each close"
    assert "QM-CLOSE-2" in qm("audit", game).out
    assert qm("close", game, "--end", "abandoned").code == 0, "a later close gives the result"


def test_the_typed_word_closes_too(qm: Shell, finished: str) -> None:
    assert qm("log", finished, stdin="close finished").code == 0
    assert last(qm, finished)["result"] == "finished"
