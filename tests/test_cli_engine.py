"""The commands that replay and judge: audit, state, steps, score, diff, games, rules, questions, kit, simulate, log."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES

STORY = FIXTURES / "sea-or-shore" / "pass-nobody-noticed.jsonl"
HURRY = FIXTURES / "sea-or-shore" / "hurried-table.jsonl"
SETUP = '{"do":"setup","position":{"decks":{"rb":{"up":"red-4"},"gp":{"up":"green-1"}}}}'


def begin(qm: Shell, *arguments: str) -> str:
    """The id of a new record of Sea or Shore."""
    answer = qm("new", "sea-or-shore", *arguments, "--plain")
    assert answer.code == 0, answer.err
    return answer.out.split("\t")[0]


def table(qm: Shell) -> str:
    """A new record with four players, set up in the middle of a game."""
    game = begin(qm, "p1=Ann", "p2=Bob", "p3", "p4", "--kit", "demo")
    assert qm("log", game, "--json", SETUP).code == 0
    return game


# --- audit


def test_the_audit_of_a_file_has_the_fields_of_the_contract(qm: Shell) -> None:
    answer = qm("audit", STORY, "--json")

    assert answer.code == 1
    told = answer.json
    assert set(told) >= {"record", "game", "size", "root", "answers", "findings", "knowledge"}
    assert (told["game"], told["size"], told["answers"]["broken"]) == ("sea-or-shore", 176, 1)
    (finding,) = told["findings"]
    assert finding["seq"] == 2
    assert finding["rule"] == "SS-PASS-3"
    assert finding["answer"] == "broken"
    assert finding["facts"] == {"seat": "p2", "card": "blue-3", "hand": finding["facts"]["hand"]}
    assert finding["cite"] == {"section": "SET UP"}
    assert finding["text"] == "The passed card is the highest of its colour in the player's hand."
    assert finding["closed_by"] == 170


def test_without_hindsight_the_same_step_stays_open(qm: Shell) -> None:
    told = qm("audit", STORY, "--json", "--forward").json

    passes = [(item["seq"], item["rule"], item["answer"]) for item in told["findings"]]
    assert (2, "SS-PASS-3", "open") in passes
    assert told["answers"]["broken"] == 0


@pytest.mark.parametrize(("fail_on", "code"), [("broken", 1), ("open", 1), ("never", 0)])
def test_the_exit_code_follows_fail_on(qm: Shell, fail_on: str, code: int) -> None:
    assert qm("audit", HURRY, "--fail-on", fail_on).code == code


def test_an_open_finding_fails_only_when_asked(qm: Shell) -> None:
    lines = STORY.read_text().splitlines()[:30]
    path = qm.write("open.jsonl", "\n".join(lines) + "\n")

    assert qm("audit", path).code == 0
    assert qm("audit", path, "--fail-on", "open").code == 1
    assert qm("audit", path, "--fail-on", "maybe").code == 2


def test_both_timelines_can_be_audited(qm: Shell) -> None:
    effective = qm("audit", HURRY, "--json", "--fail-on", "never").json
    recorded = qm("audit", HURRY, "--json", "--fail-on", "never", "--timeline", "recorded").json

    assert effective["root"] == recorded["root"]
    assert effective["answers"] != recorded["answers"]
    assert qm("audit", HURRY, "--timeline", "imagined").code == 2


def test_people_read_the_rule_and_why(qm: Shell) -> None:
    shown = qm("audit", STORY).out

    assert "✗ SS-PASS-3 broken at 1 event" in shown
    assert "event 2: Everybody passes a card to the right: Ann red 11, Bob blue 3" in shown
    assert "Bob passed blue 3 from" in shown
    assert "The passed card is the highest of its colour in the player's hand.  [SET UP]" in shown
    assert "shown by event 170" in shown


def test_a_folder_is_audited_with_all_cores_and_one_bad_file_does_not_stop_it(qm: Shell) -> None:
    assert qm("simulate", "sea-or-shore", "-p", "3", "-g", "7", "-o", "games").code == 0
    (qm.folder / "games" / "broken.jsonl").write_text("{nonsense\n")

    one = qm("audit", "games", "--json", "--jobs", "1")
    two = qm("audit", "games", "--json", "--jobs", "2")

    assert one.out == two.out
    assert one.code == two.code == 3
    told = one.json_lines
    assert len(told) == 22
    assert [entry["target"] for entry in told] == sorted(entry["target"] for entry in told)
    assert next(entry["error"] for entry in told if "error" in entry).startswith("games/broken.jsonl line 1")
    assert "22 records: " in one.err
    assert "1 could not be read" in one.err


def test_a_record_is_audited_from_the_store_from_stdin_and_among_several(qm: Shell) -> None:
    qm("import", STORY)
    record = qm("list", "--plain").out.split("\t")[0]

    stored = qm("audit", record, "--json").json
    piped = qm("audit", "-", "--json", stdin=STORY.read_bytes()).json
    several = qm("audit", record, STORY, "--plain")

    assert stored["findings"] == piped["findings"]
    assert stored["record"] == piped["record"] == record
    assert several.out.count("SS-PASS-3") == 2
    assert qm("audit", qm.folder).code == 2
    assert qm("audit", "nowhere").code == 4


# --- state, steps, score, diff


def test_the_state_at_any_step_and_single_values(qm: Shell) -> None:
    document = qm("state", STORY, "--at", "7", "--json").json
    values = qm("state", STORY, "--get", "result.winner", "--get", "hands.p1", "--get", "points.p2").json

    assert document["played"] == {"p1": "blue-12", "p2": "purple-4", "p3": "green-9", "p4": "purple-5"}
    assert set(values) == {"result.winner", "hands.p1", "points.p2"}
    assert values["hands.p1"] == []
    drawn = qm("state", STORY, "--at", "7").out
    assert "▸p2 Bob" in drawn
    bad = qm("state", STORY, "--get", "gold")
    assert (bad.code, "hands.<seat>" in bad.err) == (2, True)
    assert qm("state", STORY, "--at", "999").code == 4


def test_a_seat_sees_only_what_it_knew(qm: Shell) -> None:
    qm("simulate", "sea-or-shore", "-p", "4", "-o", ".")
    full = "sea-or-shore-4p-1.full.jsonl"

    mine = qm("state", full, "--at", "1", "--as", "p2", "--json").json
    public = qm("state", full, "--at", "1", "--as", "table", "--json").json

    assert "?" not in mine["hands"]["p2"]
    assert set(mine["hands"]["p1"]) == {"?"} == set(public["hands"]["p2"])
    assert qm("state", full, "--as", "p7").code == 2


def test_a_seat_is_shown_what_it_can_infer_and_not_what_it_may_not_look_up(qm: Shell) -> None:
    shown = qm("state", FIXTURES / "lost-island" / "fifth-battle.jsonl", "--as", "red")
    header = {"quartermaster": 1, "game": "lost-island", "players": [{"seat": "red"}, {"seat": "purple"}]}
    header["options"] = {"variants": ["face-down-discards"]}
    lines = [header, {"do": "setup"}, {"do": "shrink", "by": "red", "cell": "f1", "tile": "loot-2"}]
    qm.write("down.jsonl", "".join(json.dumps(line) + "\n" for line in lines))

    assert "possible values" in shown.out
    assert qm("state", "down.jsonl", "--json").json["lost"]["tiles"] == ["loot-2"]
    assert qm("state", "down.jsonl", "--as", "red", "--get", "lost.tiles").json == {"lost.tiles": ["?"]}


def test_steps_tell_what_happened_what_changed_and_what_was_found(qm: Shell) -> None:
    told = qm("steps", STORY, "--json").json_lines

    assert [entry["seq"] for entry in told] == list(range(1, 176))
    assert told[1]["text"].startswith("Everybody passes a card to the right: Ann red 11, Bob blue 3")
    assert told[1]["findings"][0]["rule"] == "SS-PASS-3"
    assert {"path": "phase", "old": "pass", "new": "lay"} in told[1]["changes"]
    assert len({entry["digest"] for entry in told}) > 150
    shown = qm("steps", STORY, "--from", "2", "--to", "2", "--paths")
    assert "hands.p2: −blue-3 +blue-11" in shown.out
    assert qm("steps", STORY, "--plain").out.count("\n") == 175


def test_the_score_explains_itself(qm: Shell) -> None:
    count = qm("score", HURRY, "--json").json

    assert count["winners"] == ["p3"]
    assert [seat["total"] for seat in count["seats"]] == [23, 21, 25]
    assert "Cleo (p3)  25  winner" in qm("score", HURRY).out
    early = qm("score", HURRY, "--at", "20")
    assert "not over" in early.err


def test_a_game_without_points_has_a_winner_and_nobody_is_called_out(qm: Shell) -> None:
    told = qm("score", FIXTURES / "lost-island" / "clean-evening.jsonl").out

    assert "Dan (turquoise)  winner\n" in told
    assert "Ann (red)  place 2\n" in told
    assert "out" not in told


def test_what_changed_between_two_steps(qm: Shell) -> None:
    answer = qm("diff", STORY, "1", "2", "--paths")

    assert "hands.p1: −red-11 +blue-3" in answer.out
    assert qm("diff", STORY, "2", "2", "--json").out == ""
    assert {entry["path"] for entry in qm("diff", STORY, "1", "2", "--json").json_lines} >= {
        "phase",
        "turn",
        "hands.p1",
    }


# --- games, rules, questions, kits


def test_games_rules_and_questions_are_listed(qm: Shell) -> None:
    games = {entry["game"]: entry for entry in qm("games", "--json").json_lines}
    one = qm("games", "sea-or-shore", "--json").json
    rules = qm("rules", "sea-or-shore", "--json").json_lines
    questions = qm("questions", "sea-or-shore", "--json").json_lines

    assert games["sea-or-shore"]["players"] == [3, 5]
    lay = next(action for action in one["actions"] if action["do"] == "lay")
    assert {"field": "shows", "required": True} in lay["fields"]
    assert "hands.<seat>.count" in [path["path"] for path in one["paths"]]
    assert {rule["kind"] for rule in rules} == {"check", "derived", "report"}
    assert [rule["id"] for rule in qm("rules", "sea-or-shore", "ss-act-1", "--json").json_lines] == ["SS-ACT-1"]
    assert len(qm("rules", "sea-or-shore", "SS-PASS", "--json").json_lines) == 4
    assert qm("rules", "sea-or-shore", "SS-NONE-1").code == 4
    assert qm("rules", "chess").code == 4
    assert next(entry for entry in questions if entry["id"] == "SS-Q7")["default"] == "must"


def test_a_kit_file_is_written_checked_and_used(qm: Shell) -> None:
    assert qm("kit", "new", "sea-or-shore", "-o", "box.toml").code == 0
    assert qm("kit", "check", "box.toml").code == 0
    game = begin(qm, "p1", "p2", "p3", "--kit", "box.toml")
    assert qm("log", game, "--json", '{"do":"setup","starter":"p1","treasures":["red-4"]}').json["findings"] == []

    text = (qm.folder / "box.toml").read_text().replace("[1, 2, 2, 3, 3, 4, 4, 5]", "[1, 2]")
    qm.write("short.toml", text)
    bad = qm("kit", "check", "short.toml")
    assert (bad.code, "the box has 8" in bad.err) == (3, True)
    assert qm("kit", "check", "nowhere.toml").code == 4
    qm.write("no.toml", "= nothing")
    assert qm("kit", "check", "no.toml").code == 3


def test_simulated_games_are_the_same_every_time_and_import_side_by_side(qm: Shell) -> None:
    assert qm("simulate", "sea-or-shore", "-p", "5", "-s", "9", "-o", "a").code == 0
    assert qm("simulate", "sea-or-shore", "-p", "5", "-s", "9", "-o", "b").code == 0
    names = sorted(path.name for path in Path("a").iterdir())

    assert names == [f"sea-or-shore-5p-9.{form}.jsonl" for form in ("full", "revealed", "scribe")]
    assert all((Path("a") / name).read_bytes() == (Path("b") / name).read_bytes() for name in names)
    assert qm("simulate", "sea-or-shore", "-p", "5", "-s", "9", "-o", "a").code == 2
    assert qm("import", *(Path("a") / name for name in names)).code == 0
    assert qm("simulate", "sea-or-shore", "-p", "2").code == 2
    assert qm("simulate", "sea-or-shore", "--reading", "SS-Q7").code == 2


# --- logging


def test_a_fault_is_reported_beside_the_event_and_recorded_all_the_same(qm: Shell) -> None:
    game = table(qm)

    answer = qm("log", game, stdin='{"do":"lay","by":"p2","shows":"red"}\n')

    assert answer.code == 0
    assert "Bob lays a card showing red." in answer.out
    assert "SS-LAY-1 broken: Bob laid a card on Ann's turn" in answer.out
    assert qm("audit", game, "--json").json["answers"]["broken"] == 1


def test_strict_refuses_and_writes_nothing(qm: Shell) -> None:
    game = table(qm)

    answer = qm("log", game, "--strict", stdin='{"do":"lay","by":"p2","shows":"red"}\n')

    assert answer.code == 2
    assert "SS-LAY-1" in answer.err
    assert len(qm("show", game, "--plain").out.splitlines()) == 2


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ('{"do":"lay","by":"p1","shows":"mauve"}', "allowed: red, blue, green, purple"),
        ('{"do":"lay","by":"p9","shows":"red"}', "p1, p2, p3, p4"),
        ('{"do":"lay","by":"p1","shows":"red","trump":1}', "unknown field 'trump'"),
        ('{"do":"note","by":"zoe","text":"hm"}', "no seat and is not an official"),
        ('{"do":"dance"}', "no action 'dance'"),
    ],
)
def test_what_cannot_be_read_is_refused_or_kept_to_be_amended(qm: Shell, event: str, words: str) -> None:
    game = table(qm)

    refused = qm("log", game, stdin=event + "\n")
    kept = qm("log", game, "--keep", stdin=event + "\n")

    assert refused.code == 2
    assert "stdin line 1" in refused.err
    assert words in refused.err
    assert kept.code == 0
    findings = qm("audit", game, "--json").json["findings"]
    assert [item["rule"] for item in findings] == ["QM-READ-1"]
    mend = {"do": "amend", "target": 2, "action": {"do": "lay", "by": "p1", "shows": "red"}}
    assert qm("log", game, "--json", json.dumps(mend)).json["findings"] == []
    assert qm("audit", game, "--json").json["findings"] == []


def test_logging_goes_on_from_a_kept_state_and_says_the_same(qm: Shell) -> None:
    qm("simulate", "sea-or-shore", "-p", "4", "-o", ".")
    lines = Path("sea-or-shore-4p-1.full.jsonl").read_text().splitlines()
    game = begin(qm, "p1", "p2", "p3", "p4", "--kit", "demo")

    for start in range(1, len(lines), 60):
        assert qm("log", game, stdin="\n".join(lines[start : start + 60]) + "\n").code == 0

    assert qm("audit", game, "--json").json["findings"] == []
    again = qm("verify", game, "--replay", "--json").json
    assert again["replay"] == "3 noted states come out the same"


def test_a_state_that_comes_out_differently_means_that_the_program_changed(qm: Shell) -> None:
    game = table(qm)
    steps = qm("steps", game, "--json").out
    qm.write("steps.json", steps)
    qm.write("other.json", steps.replace('"digest":"', '"digest":"0'))

    assert qm("verify", game, "--digests", "steps.json").code == 0
    changed = qm("verify", game, "--digests", "other.json")
    assert changed.code == 1
    assert "the program changed, not the record" in changed.out
    assert qm("verify", STORY, "--replay").code == 2
    qm.write("no.json", "{}\n")
    assert qm("verify", game, "--digests", "no.json").code == 3


def test_a_new_record_is_refused_if_its_game_does_not_know_its_options(qm: Shell) -> None:
    def code(*arguments: Any) -> int:
        return qm("new", "sea-or-shore", "p1", "p2", "p3", *arguments).code

    assert code("--variant", "fast") == 2
    assert code("--reading", "SS-Q7=perhaps") == 2
    assert code("--kit", "golden") == 2
    assert code("--reading", "SS-Q7=may") == 0
    assert "recorded, not judged" in qm("new", "chess", "white", "black").err
