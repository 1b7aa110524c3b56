"""Findings that rulings have dealt with: counted apart, listed last, and no reason to fail, in every form."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cli.terminal.viewer.cursor import Cursor
from cli.terminal.viewer.lines import details, mark_of
from records.record import from_bytes
from replay.reel import Eyes, played
from tests.helpers.disputes import RULED
from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES

STORY = FIXTURES / "loot-island" / "left-to-stand.jsonl"
WORDS = "settled by the ruling of event 7: stands"


@pytest.fixture
def settled(qm: Shell, game: str) -> str:
    """The game whose illegal play was ruled to stand, for good."""
    assert qm("rule", "stand", game, "--by", "Kim", *RULED).code == 0
    assert qm("final", game, "--by", "Kim").code == 0
    return game


def lay(qm: Shell, game: str) -> dict[str, Any]:
    (told,) = [one for one in qm("audit", game, "--json").json["findings"] if one["rule"] == "SS-LAY-1"]
    return dict(told)


def test_an_illegal_move_that_stood_is_no_longer_broken_once_the_ruling_is_final(qm: Shell, game: str) -> None:
    assert lay(qm, game)["dispute"] == 6
    assert "; D1 is about it" in qm("audit", game).out
    assert qm("audit", game).code == 1
    qm("rule", "stand", game, "--by", "Kim", *RULED)
    assert qm("audit", game).code == 1, "it may still be appealed"
    qm("final", game, "--by", "Kim")
    told = qm("audit", game)
    assert told.code == 0
    assert "\n✓ SS-LAY-1 settled at 1 event\n" in told.out
    assert f"broken: Cleo laid a card on Bob's turn; {WORDS}\n" in told.out
    assert told.out.splitlines()[1].endswith("0 broken, 2 open, 1 settled")
    assert told.out.index("SS-PASS-3 open") < told.out.index("SS-LAY-1 settled"), "settled ones come last"
    assert "dispute" not in lay(qm, game)
    assert lay(qm, game)["settled"] == {"ruling": 7, "how": "stands"}
    assert lay(qm, game)["answer"] == "broken"
    qm("reopen", game, "D1", "--by", "Lee", "--why", "a photograph")
    assert qm("audit", game).code == 1


def test_a_question_of_the_rules_that_was_answered_ends_the_matter(qm: Shell, game: str) -> None:
    qm("dispute", "withdraw", game)
    asked = ("--kind", "rules-question", "--rule", "SS-Q2", "--claim", "may they?")
    assert qm("dispute", "open", game, "--by", "p1", "--about", 4, *asked).code == 0
    qm("rule", "stand", game, "--by", "Kim", "--facts", "all agree", "--verdict", "dismissed")
    qm("final", game, "--by", "Kim")
    assert qm("audit", game).code == 0
    assert lay(qm, game)["settled"]["how"] == "dismissed"


def test_settled_findings_never_decide_the_exit_code(qm: Shell, settled: str) -> None:
    assert [qm("audit", settled, "--fail-on", kind).code for kind in ("broken", "open", "never")] == [0, 1, 0]
    assert [qm("audit", STORY, "--fail-on", kind).code for kind in ("broken", "open", "never")] == [0, 0, 0]
    assert qm("audit", STORY, "--json").json["answers"]["settled"] == 1


def test_several_records_are_added_up_with_what_is_settled(qm: Shell) -> None:
    clean = STORY.with_name("clean-four.jsonl")
    assert qm("audit", STORY, clean).err.endswith(" 0 broken, 0 open, 1 settled\n")
    assert qm("audit", clean, clean).err.endswith(" 0 broken, 0 open\n")


def test_tables_and_plain_lines_have_the_ruling_at_their_end(qm: Shell, game: str) -> None:
    before = list(csv.DictReader(io.StringIO(qm("audit", game, "--csv").out)))
    qm("rule", "stand", game, "--by", "Kim", *RULED)
    qm("final", game, "--by", "Kim")
    rows = list(csv.DictReader(io.StringIO(qm("audit", game, "--csv").out)))
    names = ("dispute", "settled_by", "settled")
    assert [*rows[0]][-5:] == [*names, "occasion", "players"]
    assert (rows[0]["occasion"], rows[0]["players"]) == ("Open", "p1 Ann, p2 Bob, p3 Cleo")
    assert [row[name] for row in before if row["rule"] == "SS-LAY-1" for name in names] == ["6", "", ""]
    assert [rows[-1][name] for name in ("rule", "answer", *names)] == ["SS-LAY-1", "broken", "", "7", "stands"]
    assert qm("audit", game, "--plain").out.splitlines()[-1].split("\t")[1:] == [
        "4",
        "SS-LAY-1",
        "broken",
        "Cleo laid a card on Bob's turn",
        WORDS,
    ]
    events = list(csv.DictReader(io.StringIO(qm("export", game, "--format", "csv").out)))
    assert events[3]["findings"] == "SS-LAY-1 broken, settled: Cleo laid a card on Bob's turn"


def test_pages_mark_what_is_settled_and_list_it_last(qm: Shell, settled: str) -> None:
    page = qm("audit", settled, "--html").out
    assert "0 broken, 2 open, 1 settled</p>" in page
    assert page.index("finding open") < page.index("<div class='finding settled'><b>✓ SS-LAY-1 settled</b>")
    assert WORDS in page
    many = qm("audit", settled, STORY, "--html").out
    assert "<th class=number>settled<th class=number>ok" in many
    whole = qm("export", settled, "--html").out
    assert "<b>event 4 · ✓ SS-LAY-1 broken, settled</b>" in whole
    data = json.loads(whole.partition('id="data">')[2].partition("</script>")[0])
    (told,) = [one for one in data["views"][0]["remarks"]["3"]["findings"] if one["rule"] == "SS-LAY-1"]
    assert (told["kind"], told["answer"], told["behind"]) == ("settled", "broken", WORDS)


def test_steps_replay_and_the_viewer_say_it_beside_the_event(qm: Shell, settled: str) -> None:
    steps = qm("steps", settled).out
    assert "✓ event 4  SS-LAY-1 broken: Cleo laid a card on Bob's turn" in steps
    assert WORDS in steps
    assert "SS-LAY-1:settled" in qm("replay", settled).out
    record = from_bytes(qm("export", settled, "-o", "-").out.encode())
    cursor = Cursor(played(record), "R", Eyes(), 4)
    cursor.judge()
    text = "\n".join("".join(piece for piece, _ in line) for line in details(cursor, 100, marked=False))
    assert mark_of(cursor, cursor.place)[0] == "✓"
    assert "✓ SS-LAY-1 broken, settled: Cleo laid a card on Bob's turn" in text
    assert WORDS in text
    assert cursor.all_findings()[-1]["seq"] == 4


@pytest.mark.parametrize("audience", ["officials", "parties", "public"])
def test_the_report_lists_what_was_settled_and_what_is_contested(qm: Shell, game: str, audience: str) -> None:
    contested = "event 4  SS-LAY-1 broken: Cleo laid a card on Bob's turn; D1 is about it\n"
    assert contested in qm("report", game, "D1", "--for", audience).out
    assert contested in qm("report", game, "--for", audience).out
    qm("rule", "stand", game, "--by", "Kim", *RULED)
    qm("final", game, "--by", "Kim")
    for report in (qm("report", game, "D1", "--for", audience).out, qm("report", game, "--for", audience).out):
        assert f"event 4  SS-LAY-1 broken, settled: Cleo laid a card on Bob's turn; {WORDS}\n" in report
    opened = "2 open, " if audience == "officials" else ""
    assert f"count    {opened}1 settled\n" in qm("report", game, "--for", audience).out


def test_what_was_remedied_is_settled_in_the_timeline_as_logged(qm: Shell, game: str) -> None:
    qm("rule", "rewind", game, "--by", "Kim", "--to", 3, *RULED)
    assert qm("audit", game, "--timeline", "recorded").code == 1
    qm("final", game, "--by", "Kim")
    told = qm("audit", game, "--timeline", "recorded")
    assert told.code == 0
    assert "settled by the ruling of event 7: remedied" in told.out
    assert "settled" not in qm("audit", game).out, "where it no longer counts there is nothing to settle"


def test_a_page_for_a_folder_begins_with_what_is_broken_not_with_what_is_settled(qm: Shell) -> None:
    slips = STORY.with_name("six-slips.jsonl")
    assert qm("audit", STORY, slips, "--html", "-o", "audit.html").code == 1
    page = Path("audit.html").read_text()
    assert page.index("six-slips") < page.index("left-to-stand")
