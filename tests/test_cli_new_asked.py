"""`qm new` on a terminal: what it asks, what it takes for granted, and how it goes on."""

import pytest

from cli.terminal.first_line import first_line
from replay.deal import header_for
from replay.library import game_ids, game_of
from replay.notation.reading import Line, read_line
from tests.helpers.shell import Shell
from tests.helpers.tools import UNLINKED, audit_of, timeline
from tests.helpers.typist import Typist

pytestmark = pytest.mark.slow


def header_of_the_last(qm: Shell) -> dict[str, object]:
    """The header of the only record."""
    header: dict[str, object] = qm("show", qm("list", "--plain").out.split("\t")[0], "--json").json_lines[0]["header"]
    return header


def test_from_nothing_to_the_first_event_in_sixty_keys(qm: Shell) -> None:
    keys = len("qm new\r")
    with Typist("new") as screen:
        for question, answer in (
            ("Which game?", "sea"),
            ("how many without names:", "Ann Bob Cleo"),
            ("The usual rules, with the box as published? [Y/n]", ""),
        ):
            screen.expect(question)
            screen.line(answer)
            keys += len(answer) + 1
        screen.expect("the first line tells how the table is laid, for example:")
        example = screen.expect("0 events so far").strip().splitlines()[0].strip()
        screen.expect("next   setup")
        screen.line(example)
        keys += len(example) + 1
        screen.expect("1  The game begins")
        screen.line("q")
        assert screen.wait() == 0
    assert keys <= 60
    record = qm("list", "--plain").out.split("\t")[0]
    assert qm("show", record, "--json").json_lines[-1]["event"]["do"] == "setup"
    assert "0 broken" in qm("audit", record).out


def test_new_asks_again_after_a_wrong_answer_and_loses_nothing(qm: Shell) -> None:
    qm.write("bad.toml", "cards = [")
    with Typist("new") as screen:
        screen.expect("Which game?")
        screen.line("nothing like it")
        screen.expect("one of: gold-island")
        screen.line("loot")
        screen.expect("Who plays, clockwise?")
        screen.line("Ann")
        screen.expect("2 to 5 players, each with a seat")
        screen.line("Ann official=Bob Cy")
        screen.expect("no seat can be called 'official'")
        screen.line("Ann red=Bob Cy")
        screen.expect("The usual rules")
        screen.line("n")
        screen.expect("Variants")
        screen.line("none-such")
        screen.expect("there is no variant 'none-such'")
        screen.line("healers-open healers-dealt")
        screen.expect("healers-dealt")
        screen.expect("Variants")
        screen.line("opening-hand")
        screen.expect("questions open that can come up here. Settle them now?")
        screen.line("n")
        for wrong, words in (("gone.toml", "gone.toml"), ("bad.toml", "cannot be read"), ("crate", "crate")):
            screen.expect("Kit of your own box")
            screen.line(wrong)
            screen.expect(words)
        screen.expect("Kit of your own box")
        screen.line("demo")
        screen.expect("next   setup")
        screen.line("q")
        assert screen.wait() == 0
    header = header_of_the_last(qm)
    assert header["game"] == "loot-island"
    assert header["players"] == [
        {"seat": "blue", "name": "Ann"},
        {"seat": "red", "name": "Bob"},
        {"seat": "white", "name": "Cy"},
    ]
    assert header["options"] == {"variants": ["opening-hand"], "kit": "demo"}


def test_a_question_comes_with_its_rule_and_what_the_answers_mean(qm: Shell) -> None:
    with Typist("new", "sea-or-shore", "--kit", "demo") as screen:
        screen.expect("how many without names:")
        screen.line("3")
        screen.expect("The usual rules")
        screen.line("no")
        screen.expect("leaves 18 questions open that can come up here. Settle them now?")
        screen.line("y")
        screen.expect("SS-Q1 (1 of 18)  When are addition cards laid?")
        screen.expect("the rule  Additions are laid with the card they raise.")
        screen.expect("1  with-card (usual): together with the card")
        screen.expect("2  later: at any time until the unveiling")
        screen.expect("Answer:")
        screen.line("perhaps")
        screen.expect("one of: with-card, later")
        screen.line("2")
        screen.expect("SS-Q2 (2 of 18)")
        screen.line("")
        screen.expect("SS-Q3 (3 of 18)")
        screen.line(".")
        screen.expect("next   setup")
        screen.line("q")
        assert screen.wait() == 0
    header = header_of_the_last(qm)
    assert header["options"] == {"readings": {"SS-Q1": "later"}, "kit": "demo"}
    assert header["players"] == [{"seat": "p1"}, {"seat": "p2"}, {"seat": "p3"}]


def test_without_a_terminal_or_with_no_input_nothing_is_asked(qm: Shell) -> None:
    answer = qm("new")
    assert answer.code == 2
    assert "GAME is missing" in answer.err
    assert "SEAT[=NAME] is missing" in qm("new", "loot-island").err
    with Typist("new", "loot-island", "--no-input") as screen:
        screen.expect("SEAT[=NAME] is missing")
        assert screen.wait() == 2


def test_names_without_seats_get_the_seats_in_order(qm: Shell) -> None:
    answer = qm("new", "gold-island", "Ann", "Bob", "green=Cleo", "--json")
    assert answer.code == 0
    header = qm("show", answer.json["id"], "--json").json["header"]
    assert [(player["seat"], player["name"]) for player in header["players"]] == [
        ("red", "Ann"),
        ("blue", "Bob"),
        ("green", "Cleo"),
    ]
    assert "red=Ann, blue=Bob" in qm("new", "gold-island", "Ann", "Bob").err
    too_many = qm("new", "gold-island", "Ann", "Bob", "Cleo", "Dee", "Eve")
    assert too_many.code == 2


@pytest.mark.parametrize("game_id", UNLINKED)
def test_the_first_line_of_the_example_breaks_no_rule(game_id: str) -> None:
    game = game_of(game_id)
    for players in game.player_counts:
        header = header_for(game, players)
        line = first_line(game, header)
        assert len(line) < 80
        _, table, _, _ = timeline(header, [])
        read = read_line(game, table, game.start(table), line)
        assert isinstance(read, Line)
        findings = audit_of(header, [read.body]).findings
        assert [finding.rule for finding in findings if finding.answer == "broken"] == [], line


def test_every_meaning_belongs_to_an_answer() -> None:
    for game_id in game_ids():
        for question in game_of(game_id).questions:
            assert set(question.means) <= set(question.answers), question.id
