"""`--plain`: the same facts as tab-separated lines, for cut and awk."""

import json

from tests.helpers.disputes import RULED, events
from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES

STORIES = FIXTURES / "sea-or-shore"


def cells(qm: Shell, *arguments: object) -> list[list[str]]:
    """The cells of every line that a command writes."""
    return [line.split("\t") for line in qm(*arguments, "--plain").out.splitlines()]


def test_the_state_is_a_line_for_every_value(qm: Shell, game: str) -> None:
    lines = dict(cells(qm, "state", game))
    document = qm("state", game, "--json").json
    assert lines["phase"] == document["phase"] == "lay"
    assert lines["turn"] == "", "nobody is to lay"
    assert json.loads(lines["hands.p1"]) == document["hands"]["p1"]
    assert int(lines["additions.p2"]) == document["additions"]["p2"]


def test_the_score_is_a_line_for_every_seat(qm: Shell) -> None:
    story = STORIES / "two-scribes-ann.jsonl"
    lines = cells(qm, "score", story)
    count = qm("score", story, "--json").json
    assert [line[0] for line in lines] == [seat["seat"] for seat in count["seats"]]
    assert [line[0] for line in lines if line[-1] == "winner"] == count["winners"]


def test_the_differences_of_two_records_are_a_line_each(qm: Shell) -> None:
    ann, dan = (STORIES / f"two-scribes-{name}.jsonl" for name in ("ann", "dan"))
    told = qm("compare", ann, dan, "--json").json["differences"]
    lines = cells(qm, "compare", ann, dan)
    assert [line[0] for line in lines] == [item["kind"] for item in told]
    assert lines[0][3] == "shows"


def test_penalties_and_looks_are_a_line_each(qm: Shell, game: str) -> None:
    qm("rule", "stand", game, "--by", "Kim", "--penalty", "p3:warning:slow play", *RULED)
    qm("dispute", "open", game, "--by", "p1", "--about", 5, "--claim", "again")
    qm("seal", game, "p2", "card", "blue-3")
    qm("reveal", game, "card", "--by", "Kim", "--look", "--dispute", "D2", "--why", "to see")

    (penalty,) = cells(qm, "penalties", game)
    (look,) = cells(qm, "audit", "--access", game)

    assert penalty[:3] == ["Cleo", "warning", "slow play"]
    assert look[2:5] == ["Kim", "p2", "card"]


def test_an_event_may_be_tried_otherwise(qm: Shell, game: str) -> None:
    before = events(qm, game)
    swapped = ('4={"do":"lay","by":"p2","shows":3}', '5={"do":"lay","by":"p3","shows":7}')
    tried = qm("whatif", game, "--amend", swapped[0], "--amend", swapped[1], "--json").json
    assert "SS-LAY-1" in {item["rule"] for item in tried["now"]["findings"]}
    assert "SS-LAY-1" not in {item["rule"] for item in tried["then"]["findings"]}
    assert qm("whatif", game, "--amend", "four").code == 2
    assert qm("whatif", game, "--amend", "4=7").code == 2
    assert events(qm, game) == before


def test_a_report_in_an_unknown_form_or_for_nobody_is_refused(qm: Shell, game: str) -> None:
    assert "one of text" in qm("report", game, "--form", "pdf").err.replace("\n", " ")
    assert qm("report", game, "--for", "neighbours").code == 2


def test_a_dispute_in_a_game_that_nobody_knows_has_a_report(qm: Shell) -> None:
    record = qm.new("--official", "Kim")
    for event in ('{"do":"setup"}', '{"do":"play","by":"blue","cards":["red-3"]}'):
        assert qm("log", record, "--json", event).code == 0
    assert qm("dispute", "open", record, "--by", "red", "--about", 2, "--claim", "not that card").code == 0
    assert qm("rule", "stand", record, "--by", "Kim", *RULED).code == 0

    text = qm("report", record, "D1").out

    assert "event 2: play" in text
    assert "not that card" in text
