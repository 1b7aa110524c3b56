"""A day with several tables: who sits where, penalties over the event, and the version a record keeps."""

import json

import pytest

from replay.deal import header_for
from replay.library import game_of
from replay.path_words import PathSpeech
from tests.helpers.disputes import PLAY, RULED
from tests.helpers.shell import Shell
from tests.helpers.typed import table_for


def begin(qm: Shell, *players: str, event: str | None = "Open", round_: int = 1, table: int | None = 1) -> str:
    """A record of an unknown game; returns what was said on stderr."""
    where = [*(("--event", event) if event else ()), "--round", round_, *(("--table", table) if table else ())]
    return qm("new", "tiny", *players, *where, "--plain").err


# --- seating


def test_one_person_twice_at_a_table_is_said_and_not_refused(qm: Shell) -> None:
    assert begin(qm, "blue=Ann", "red=ann", "white=Bob") == "look: Ann sits at blue and red\n"
    assert begin(qm, "blue", "red", "white", event="Other") == "", "people without a name are nobody in particular"


def test_one_person_at_two_tables_of_a_round_is_said(qm: Shell) -> None:
    assert begin(qm, "blue=Ann", "red=Bob") == ""
    first = qm("list", "--plain").out.split("\t")[0]
    assert (
        begin(qm, "blue=Cleo", "red=ANN", table=2) == f"look: ANN also sits at table 1 in round 1: the record {first}\n"
    )
    assert begin(qm, "blue=Ann", "red=Bob", round_=2) == ""
    assert begin(qm, "blue=Ann", "red=Bob", event="Other Open") == ""
    assert begin(qm, "blue=Ann", "red=Bob", event=None) == ""


def test_one_table_twice_in_a_round_is_said(qm: Shell) -> None:
    begin(qm, "blue=Ann", "red=Bob")
    first = qm("list", "--plain").out.split("\t")[0]
    assert begin(qm, "blue=Ann", "red=Bob") == f"look: round 1, table 1 is also the record {first}\n"
    assert begin(qm, "blue=Eve", "red=Kit", table=None) == "", "a table without a number is no table twice"


def test_the_list_marks_what_is_odd_whatever_is_asked_for(qm: Shell) -> None:
    begin(qm, "blue=Ann", "red=Bob")
    begin(qm, "blue=Ann", "red=Cleo", table=2)
    begin(qm, "blue=Dee", "red=Eve", table=3)
    listed = qm("list")
    rows = listed.out.splitlines()[1:]
    assert ["! Open, round 1, table" in row for row in rows] == [True, True, False]
    assert listed.err.count("! ") == 2
    ids = [row.split()[0] for row in rows]
    (alone,) = qm("list", "--table", 2, "--json").json_lines
    assert alone["warnings"] == [f"Ann also sits at table 1 in round 1: the record {ids[0]}"]
    plain = [line.split("\t") for line in qm("list", "--plain").out.splitlines()]
    assert [bool(cells[-1]) for cells in plain] == [True, True, False]
    assert qm("list", "--table", 3).err == ""


def test_an_import_says_it_of_the_records_that_are_new(qm: Shell) -> None:
    files = []
    for table, name in ((1, "Ann"), (2, "Ann"), (3, "Dee")):
        header = {"quartermaster": 1, "game": "tiny", "event": "Open", "round": 1, "table": table}
        header["players"] = [{"seat": "blue", "name": name}, {"seat": "red", "name": f"Guest {table}"}]
        files.append(qm.write(f"{table}.jsonl", json.dumps(header) + "\n"))
    told = qm("import", *files)
    assert told.code == 0
    assert told.err.count("Ann also sits at table") == 2
    assert qm("import", *files).err == "", "they were there already"
    assert qm("import", *files, "--dry-run").code == 0


# --- penalties


def ruled(qm: Shell, event: str, *penalties: str, table: int = 1, name: str = "Cleo") -> str:
    """A ruling with penalties at a table of an event; returns what the official was told."""
    seats = (f"p1=Ann{table}", f"p2=Bob{table}", f"p3={name}" if name else "p3")
    options = ("--kit", "demo", "--official", "Kim", "--event", event, "--table", table, "--plain")
    game = qm("new", "sea-or-shore", *seats, *options).out.split()[0]
    assert qm("log", game, stdin=PLAY).code == 0
    assert qm("dispute", "open", game, "--by", "p2", "--about", 4, "--claim", "my turn").code == 0
    given = [part for penalty in penalties for part in ("--penalty", penalty)]
    answer = qm("rule", "stand", game, "--by", "Kim", *RULED, *given)
    assert answer.code == 0, answer.err
    return answer.err


def test_repeats_are_counted_within_an_event(qm: Shell) -> None:
    for event in ("Open", "open", "Winter Cup", "Open 2027"):
        ruled(qm, event, "Cleo:warning:slow play")
    found = {(one["event"], one["time"]) for one in qm("penalties", "--json").json_lines}
    assert found == {("Open", 1), ("open", 2), ("Winter Cup", 1), ("Open 2027", 1)}
    assert [one["time"] for one in qm("penalties", "--event", "winter", "--json").json_lines] == [1]


def test_a_seat_without_a_name_is_another_person_at_another_table(qm: Shell) -> None:
    for table in (1, 2):
        assert "penalty number" not in ruled(qm, "Open", "p3:warning:slow play", table=table, name="")
    assert [one["time"] for one in qm("penalties", "--json").json_lines] == [1, 1]


def test_the_official_is_told_of_earlier_penalties_while_ruling(qm: Shell) -> None:
    assert "penalty number" not in ruled(qm, "Open", "Cleo:caution:slow play")
    second = ruled(qm, "open", "p3:warning:Slow Play", table=2)
    assert (
        "penalty number 2 for Cleo in open, number 2 for Slow Play; before: caution for slow play (D1)\n" in second
    ), second
    third = ruled(qm, "Open", "Cleo:note:shouting", "Cleo:note:shouting", "Ann3:note:shouting", table=3)
    assert (
        "penalty number 3 for Cleo in Open; before: caution for slow play (D1); warning for Slow Play (D1)\n" in third
    )
    assert "penalty number 4 for Cleo in Open, number 2 for shouting; before: " in third
    assert "Ann3" not in third
    assert "penalty number" not in ruled(qm, "Winter Cup", "Cleo:caution:slow play", table=4)


def test_what_an_appeal_replaces_is_no_earlier_penalty(qm: Shell, game: str) -> None:
    given = ("--penalty", "Cleo:caution:out of turn")
    qm("rule", "stand", game, "--by", "Kim", *given, *RULED)
    qm("appeal", game, "--by", "p3", "--grounds", "fact")
    assert "penalty number" not in qm("rule", "stand", game, "--by", "Lee", *given, *RULED).err


# --- the rest of the day


def test_an_undo_sheet_says_yes_and_no(qm: Shell) -> None:
    from replay.diff import Changed
    from replay.disputes.moves import moves

    game, table = table_for(header_for(game_of("lost-island"), 3))
    told = moves([Changed("coins.red", 3, 2), Changed("turn.step", "a", "b")], table, game.speech).words
    assert told == ("the red player's purse: back from three coins to two coins",), (
        "and nothing that nobody talks about"
    )
    wordless = PathSpeech((), lambda table, name: name)
    assert moves([Changed("turn.used", False, True)], table, wordless).words == ("turn.used: back from no to yes",)


@pytest.mark.parametrize("game_id", ["sea-or-shore", "loot-island"])
def test_a_new_record_keeps_the_version_of_its_game(qm: Shell, game_id: str) -> None:
    seats = game_of(game_id).seats[:3]
    record = qm("new", game_id, *seats, "--plain").out.split()[0]
    assert qm("show", record, "--json").json_lines[0]["header"]["rules"] == game_of(game_id).version
    assert "rules" not in qm("show", qm.new(), "--json").json_lines[0]["header"], "a game without rules has no version"


def test_a_step_of_the_ladder_that_is_left_out_is_said_while_ruling(qm: Shell) -> None:
    ladder = '{"ladder":{"*":{"times":3,"then":"points"},"shouting":{"times":2,"then":"warning"}}}'
    qm("tournament", "new", "Open", "--rounds", "1", "--game", "sea-or-shore", "--setup", ladder).ok()
    assert "the ladder of" not in ruled(qm, "Open", "Cleo:caution:slow play")
    assert "the ladder of" not in ruled(qm, "Open", "Cleo:caution:slow play", table=2)
    third = ruled(qm, "Open", "Cleo:warning:slow play", table=3)
    assert "the ladder of Open: from penalty number 3 on points is due; with warning for Cleo" in third
    assert "the ladder of" not in ruled(qm, "Open", "Cleo:points:slow play", table=4)
    assert "the ladder of" not in ruled(qm, "Open", "Ann5:caution:shouting", table=5)
    assert "the ladder of" not in ruled(qm, "Winter Cup", "Cleo:warning:slow play", table=6)


def test_a_report_on_a_day_without_disputes_says_so(qm: Shell) -> None:
    begin(qm, "blue=Ann", "red=Bob")
    told = qm("report", "--event", "Open")
    assert (told.code, told.out) == (0, "")
    assert told.err == "none of these records was contested: there is nothing to report\n"
