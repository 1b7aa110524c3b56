"""An audit for people: grouped by rule, with the tables on request, as a page, and as a table for a spreadsheet."""

import csv
import io
import re
from pathlib import Path

import pytest

from tests.helpers.shell import Shell
from tests.helpers.terminal import Terminal
from tests.helpers.tools import FIXTURES

HURRY = FIXTURES / "sea-or-shore" / "hurried-table.jsonl"
CLEAN = FIXTURES / "sea-or-shore" / "clean-evening.jsonl"


def test_findings_are_grouped_by_rule_and_what_is_broken_comes_first(qm: Shell) -> None:
    shown = qm("audit", HURRY).out

    heads = re.findall(r"^([✗?]) (\S+) (broken|open) at (\d+) events?$", shown, re.M)
    assert heads == [
        ("✗", "SS-LAY-1", "broken", "2"),
        ("✗", "SS-OBS-1", "broken", "1"),
        ("?", "SS-PASS-2", "open", "2"),
        ("?", "SS-PASS-3", "open", "2"),
        ("?", "QM-FIX-1", "open", "1"),
    ]
    assert shown.count("Going clockwise from the starting player, each player lays one card.  [GAME PLAY]") == 1
    assert "    event 25: Cleo lays a card showing 1.\n      Cleo laid a card on Bob's turn\n" in shown


def test_a_count_that_differs_names_the_rules_it_follows_from_wherever_it_is_shown(qm: Shell) -> None:
    words = "follows from SS-ADD-12, SS-ADD-13"
    rows = list(csv.DictReader(io.StringIO(qm("audit", HURRY, "--csv").out)))
    (counted,) = [finding for finding in qm("audit", HURRY, "--json").json["findings"] if finding["cites"]]

    assert f"the pile: 15 additions at the table, 17 additions by the record; {words}" in qm("audit", HURRY).out
    assert words in qm("steps", HURRY).out
    assert words in qm("audit", HURRY, "--html").out
    assert words in qm("export", HURRY, "--html").out
    assert [row["cites"] for row in rows if row["rule"] == "SS-OBS-1"] == ["SS-ADD-12 SS-ADD-13"]
    assert (counted["seq"], counted["cites"]) == (52, [{"rule": "SS-ADD-12"}, {"rule": "SS-ADD-13"}])


def test_how_the_table_reads_a_question_is_shown_with_the_rules(qm: Shell, tmp_path: Path) -> None:
    path = tmp_path / "round-two.jsonl"
    header = '{"quartermaster":1,"game":"sea-or-shore","players":[{"seat":"p1"},{"seat":"p2"},{"seat":"p3"}]}'
    start = '{"do":"setup","position":{"round":2,"decks":{"all":{"up":"red-4"}}}}'
    path.write_text(f'{header}\n{start}\n{{"do":"observe","facts":{{"supply":9}}}}\n')

    assert "follows from SS-ADD-12, SS-ADD-13; SS-Q11 is read as `returned`" in qm("audit", path).out
    assert "SS-ADD-12 SS-ADD-13; SS-Q11=returned" in qm("audit", path, "--csv").out


def test_the_table_before_and_after_is_drawn_on_request(qm: Shell) -> None:
    shown = qm("audit", HURRY, "--boards").out
    told = qm("audit", HURRY, "--boards", "--json").json["findings"]

    assert shown.count("the table before:") == shown.count("the table after:") == 6
    assert shown.count("\n      the table:\n") == 1
    assert "p3 Cleo  1*" in shown
    lay = next(finding for finding in told if finding["seq"] == 25)
    assert lay["step"] == "Cleo lays a card showing 1."
    assert "Bob starts · Bob lays" in lay["before"][0]
    assert "Bob starts · Ann lays" in lay["after"][0]
    assert "before" not in qm("audit", HURRY, "--json").json["findings"][0]


def test_a_terminal_gets_lines_that_fit_it(qm: Shell) -> None:
    with Terminal("audit", HURRY, columns=60) as terminal:
        shown = terminal.rest()
        assert terminal.code == 1
    assert max(len(line.rstrip()) for line in shown.splitlines()[2:]) < 60
    assert "\x1b[1m" not in shown


def test_findings_as_a_table(qm: Shell) -> None:
    answer = qm("audit", HURRY, CLEAN, "--csv")

    rows = list(csv.DictReader(io.StringIO(answer.out)))
    assert answer.code == 1
    assert [(row["seq"], row["rule"], row["answer"]) for row in rows][2] == ("25", "SS-LAY-1", "broken")
    assert {row["target"] for row in rows} == {str(HURRY)}
    assert qm("audit", CLEAN, "--csv", "-o", "clean.csv").code == 0
    assert len(Path("clean.csv").read_text().splitlines()) == 1


def test_findings_as_a_page_to_print(qm: Shell) -> None:
    assert qm("audit", HURRY, CLEAN, "--html", "--boards", "-o", "audit.html").code == 1
    page = Path("audit.html").read_text()

    assert "<script" not in page
    assert not re.search(r"https?://", page)
    assert "each player lays one card" in page
    assert page.count("<figcaption>") == 9, "the tables around an event once, whatever the rules say about it"
    assert page.count('<svg class="scene"') == 9
    assert "<pre>" not in page
    assert page.count('class="bad-rim"') > 0, "what a finding is about is pinned"
    assert not re.search(r'href="(?!#)', page)
    assert page.index("hurried-table") < page.index("clean-evening")
    assert "The rules have nothing to say against this game." in page
    assert qm("audit", HURRY, "--html", "-o", "audit.html").code == 2


def test_what_a_record_says_stays_text_in_the_page(qm: Shell) -> None:
    header = HURRY.read_text().splitlines()[0]
    path = qm.write("bad.jsonl", f'{header}\n{{"do":"setup"}}\n{{"do":"unread","said":"<img src=x>"}}\n')
    assert "<img" not in qm("audit", path, "--html").out


@pytest.mark.parametrize("arguments", [("--html", "--csv"), ("--json", "--html"), ("-o", "x.html")])
def test_one_form_at_a_time(qm: Shell, arguments: tuple[str, ...]) -> None:
    assert qm("audit", HURRY, *arguments).code == 2
    assert qm.files() == []


def test_a_reveal_is_told_in_the_words_of_its_game(qm: Shell) -> None:
    header = '{"quartermaster":1,"game":"sea-or-shore","players":[{"seat":"p1"},{"seat":"p2"},{"seat":"p3"}]}'
    passed = '{"do":"pass","cards":{"p1":"red-11","p2":"?","p3":"?"}}'
    shown = '{"do":"reveal","what":"@2.cards.p1","value":"red-9"}'
    path = qm.write("told.jsonl", f'{header}\n{{"do":"setup","starter":"p1"}}\n{passed}\n{shown}\n')
    (told,) = [one for one in qm("audit", path, "--json").json["findings"] if one["seq"] == 3]
    steps = qm("steps", path, "--json").json_lines
    assert told["step"] == steps[2]["text"]
    assert told["step"].startswith("Shown: ")
