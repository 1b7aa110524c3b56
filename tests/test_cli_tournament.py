"""An organiser's day on the command line: entrants, rounds, collecting, standings, and what is said about bad input."""

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from cli.desk.tournaments.tournament_tables import cut_after, tournament_of
from cli.desk.tournaments.tournaments_collect import collect
from cli.machine.round_tables import TableName, record_of_table, tournament_id
from records.errors import Damaged, NotFound, QuartermasterError
from records.record import Record, of_bodies
from records.store import open_store
from tests.helpers.organised import play_table, sign_table
from tests.helpers.shell import Shell

NAMES = "name,club,number\nAnn,Harbour,1\nBob,Harbour,2\nCleo,,3\nDee,,\nEve,,\nFay,,\nGus,,\nHal,,\nIda,,\n"
DAY = "Harbour Open"


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with nine players, two games and one round seated, made once."""
    folder = tmp_path_factory.mktemp("seated")
    with pytest.MonkeyPatch.context() as patch:
        qm = Shell(folder, patch)
        qm.write("players.csv", NAMES)
        games = ("--game", "loot-island", "--game", "sea-or-shore")
        officials = ("--official", "Kim", "--official", "Mo:head")
        qm("tournament", "new", DAY, "--rounds", "2", *games, *officials, "--players", "players.csv").ok()
        qm("tournament", "round", DAY, "--nonce", "6 2 5").ok()
        return qm.db


@pytest.fixture
def day(qm: Shell, seated: Path) -> Shell:
    """Nine players, two games, one round seated."""
    qm.db.parent.mkdir(parents=True)
    shutil.copy(seated, qm.db)
    return qm


def sitting(qm: Shell, table: str) -> list[str]:
    """Who sits at a table, in seat order."""
    rows = qm("tournament", "board", DAY, "--all", "--json").ok().json_lines
    return [str(name) for row in rows if row["table"] == table for name in row["players"]]


def play(qm: Shell, table: str, seed: int = 1, **more: Any) -> None:
    """Play a table to its end, and sign it."""
    with open_store(str(qm.db), create=False) as store:
        play_table(store, table_record(qm, table), seed, **more)


def table_record(qm: Shell, table: str) -> str:
    """The record of a table."""
    number, _, place = table[1:].partition("t")
    with open_store(str(qm.db), create=False) as store:
        return record_of_table(store, TableName(None, int(number), int(place)))


def standings(qm: Shell, *more: str) -> dict[str, Any]:
    """`qm standings --json`."""
    found: dict[str, Any] = qm("standings", DAY, "--json", *more).ok().json
    return found


def places(qm: Shell, *more: str) -> dict[str, int]:
    return {line["player"]: line["points"] for line in standings(qm, *more)["standings"]}


@pytest.mark.slow
def test_a_round_is_planned_as_it_is_seated(qm: Shell) -> None:
    qm.write("players.csv", NAMES)
    qm("tournament", "new", DAY, "--rounds", "2", "--game", "loot-island", "--players", "players.csv").ok()
    plan = qm("tournament", "round", DAY, "--nonce", "1", "--dry-run", "--json").ok().json

    assert sorted(plan) == ["cost", "out", "round", "seed", "sizes", "tables"]
    assert plan["sizes"] == [5, 4]
    qm("tournament", "round", DAY, "--nonce", "1").ok()
    seated = qm("tournament", "board", DAY, "--json").ok().json_lines
    assert [[name.casefold() for name in row["players"]] for row in seated] == [
        table["players"] for table in plan["tables"]
    ]
    audit = qm("audit", DAY, "--json").ok().json
    assert audit["answers"]["broken"] == 0, "anybody works out the same seating"


def test_tables_begin_with_all_that_the_tournament_says(day: Shell) -> None:
    header = day("show", "r1t2", "--json").ok().json_lines[0]["header"]

    assert (header["event"], header["round"], header["table"]) == (DAY, 1, 2)
    assert header["officials"] == [{"name": "Kim"}, {"name": "Mo", "level": "head"}]
    assert len(header["players"]) == 4


def test_collecting_writes_what_is_signed_and_names_the_rest(day: Shell) -> None:
    play(day, "r1t1")
    play(day, "r1t2", without=("p2",))
    first = day("tournament", "collect", DAY).ok()

    assert "r1t1: 1 " in first.out
    assert "r1t2: " in first.err and "has not signed" in first.err
    again = day("tournament", "collect", DAY).ok()
    assert "nothing new to write" in again.err
    found = standings(day)
    assert found["provisional"] is True
    assert sum(line["points"] for line in found["standings"]) == 300 + 180 + 120 + 60
    with open_store(str(day.db), create=False) as store:
        sign_table(store, table_record(day, "r1t2"), ("p1", "p3", "p4"))
    assert "r1t2: 1 " in day("tournament", "collect", DAY).ok().out
    assert standings(day)["provisional"] is False
    assert day("audit", DAY, "--deep", "--fail-on", "open").ok().out.count("code") == 3


def test_an_official_takes_what_is_not_signed(day: Shell) -> None:
    play(day, "r1t1", signed=False)

    assert "an official takes" in day("tournament", "collect", DAY, "--unsigned", "they left").failed(2).err
    day("tournament", "collect", DAY, "--unsigned", "they left", "--by", "kim").ok()
    assert day("audit", DAY, "--fail-on", "open").ok()


def test_a_ruling_at_a_table_moves_the_standings_and_back(day: Shell) -> None:
    play(day, "r1t2")
    day("tournament", "collect", DAY).ok()
    before = places(day)
    day(
        "dispute",
        "open",
        "r1t2",
        "--by",
        "Kim",
        "--about",
        "result",
        "--claim",
        "wrong",
        "--kind",
        "score",
        "--no-input",
    )
    marks = {line["player"]: line["marks"] for line in standings(day)["standings"] if line["marks"]}
    assert all(mark["table"] == "r1t2" for one in marks.values() for mark in one)
    assert marks
    seats = [f"p{number}={place}" for number, place in ((1, 4), (2, 3), (3, 2), (4, 1))]
    options = [part for seat in seats for part in ("--place", seat)]
    facts = ("--facts", "counted again", "--standard", "agreed", "--verdict", "upheld", "--no-input")
    day(
        "rule", "adjust", "r1t2", "--by", "Kim", *options, *facts, "--penalty", "p1:points:slow play", "--time", "90"
    ).ok()
    assert "r1t2 has gone on" in day("standings", DAY).ok().err
    moved = day("tournament", "collect", DAY).ok()
    assert "(ruling, event" in moved.err
    now = standings(day)
    assert {line["player"]: line["points"] for line in now["standings"]} != before
    assert next(one["penalties"] for one in now["standings"] if one["penalties"])[0]["level"] == "points"
    log = day("show", DAY, "--json").ok().out
    assert '"do":"extend"' in log.replace(" ", "")
    day(
        "rule", "stand", "r1t2", "D1", "--by", "Mo", *facts[:4], "--verdict", "dismissed", "--no-input", "--anyway"
    ).ok()
    lifted = day("tournament", "collect", DAY).ok()
    assert "lifted" in lifted.out or "no longer" in lifted.out
    assert places(day) == before


def test_standings_as_they_were(day: Shell) -> None:
    first, second, *rest = [name.casefold() for name in sitting(day, "r1t1")]
    day("tournament", "result", DAY, "r1t1", first, second, *rest).ok()
    day("tournament", "result", DAY, "r1t1", f"{second}={rest[0]}", first, *rest[1:]).ok()

    last = standings(day)
    assert places(day, "--at", str(last["at"] - 1))[first] == 300
    assert places(day)[second] == places(day)[rest[0]] == 240
    assert places(day, "--round", "1") == places(day)
    assert "both stay in the log" in day("tournament", "result", DAY, "1", first, second, *rest).ok().err


def test_why_somebody_has_their_place(day: Shell) -> None:
    play(day, "r1t1")
    day("tournament", "collect", DAY).ok()
    winner = standings(day)["standings"][0]
    told = day("standings", DAY, "--why", winner["name"].upper()).ok().out

    assert "place 1, 5.00" in told
    assert "winner, LI-" in told
    assert "code " in told


def test_a_table_is_a_target(day: Shell) -> None:
    assert day("show", "r1t1").ok().out == day("show", f"{DAY}:r1t1").ok().out
    assert "is not seated yet" in day("show", "r2t1").failed(4).err
    assert "has no table 9" in day("show", "r1t9").failed(4).err


def test_tab_offers_the_tables(day: Shell) -> None:
    done = day.process("show", "r1", env={"_QM_COMPLETE": "lines"})

    assert done.stdout.decode() == "r1t1\tloot-island\nr1t2\tsea-or-shore\n"


def test_people_come_and_go(day: Shell) -> None:
    day("tournament", "drop", DAY, "hal", "--why", "the last train").ok()
    again = day("tournament", "enter", DAY, "Hal").ok()
    assert "Hal comes back" in again.out
    near = day("tournament", "enter", DAY, "Fey Ann").ok()
    assert near.err == ""
    assert "there twice" in day("tournament", "enter", DAY, "ann").ok().err
    assert "looks like Cleo" in day("tournament", "enter", DAY, "Cleoo").ok().err
    assert "did you mean" in day("tournament", "drop", DAY, "Clleo").failed(4).err
    rows = list(csv.DictReader(io.StringIO(day("tournament", "print", DAY, "entrants").ok().out)))
    assert [row["player"] for row in rows if row["name"].casefold() == "ann"] == ["ann", "ann-2"]


@pytest.mark.slow
def test_a_list_of_entrants_comes_back_as_it_went_out(day: Shell) -> None:
    day.write("again.csv", day("tournament", "print", DAY, "entrants").ok().out)
    other = day("tournament", "new", "Second", "--rounds", "1", "--game", "loot-island", "--players", "again.csv").ok()

    assert other.out.count(" enters") == 9


def test_a_wrong_slip_is_said_in_words(day: Shell) -> None:
    here, there = sitting(day, "r1t1"), sitting(day, "r1t2")
    wrong = {
        ("r1t1", *here[:-1]): f"{here[-1]} sat at r1t1 and has no place",
        ("r1t1", *here[:-1], there[0]): f"{there[0]} (at r1t2) did not sit at r1t1",
        ("r1t1", here[0], *here): f"{here[0]} is named twice",
        ("r7t1", here[0]): "there is no table r7t1",
        ("r1t1", "zed"): "nobody called 'zed' has entered",
        ("tables", "zed"): "'tables' is not a table",
    }
    for words, said in wrong.items():
        answer = day("tournament", "result", DAY, *words)
        assert answer.code in (2, 4)
        assert said in answer.err
    assert "TO-RESULT-1" in day("tournament", "result", DAY, "r1t1", *here[:-1], "--anyway").ok().out


def test_a_round_waits_for_the_results(day: Shell) -> None:
    answer = day("tournament", "round", DAY).failed(2)

    assert "r1t1 and r1t2 have no result" in answer.err
    assert "TO-ROUND-1" in day("tournament", "round", DAY, "--anyway").ok().out


def test_other_games_for_a_round_are_tried_first(day: Shell) -> None:
    options = ("--anyway", "--games", "sea-or-shore", "--nonce", "1")
    tried = day("tournament", "round", DAY, *options, "--dry-run").ok()
    assert "becomes a line of its own" in tried.err
    assert tried.out.count("Sea or Shore") == 2
    size = standings(day)["at"]
    day("tournament", "round", DAY, *options).ok()
    assert standings(day)["at"] == size + 2
    seated = day("tournament", "board", DAY, "--round", "2", "--json").json_lines
    assert {row["game"] for row in seated} == {"Sea or Shore"}


def test_tables_by_hand_are_numbered_once(day: Shell) -> None:
    for text, said in (
        ("1,loot-island,Ann;Bob\n1,loot-island,Cleo;Dee", "line 3: table 1 is there twice, in line 2 too"),
        ("1,loot-island,Ann;Bob\n3,loot-island,Cleo;Dee", "number them from 1 to 2"),
    ):
        day.write("twice.csv", f"table,game,players\n{text}\n")
        answer = day("tournament", "round", DAY, "--anyway", "--tables", "twice.csv", "--why", "so").failed(2)
        assert said in answer.err
    day.write("turned.csv", "table,game,players\n2,loot-island,Ann;Bob\n1,sea-or-shore,Cleo;Dee;Eve\n")
    plan = day("tournament", "round", DAY, "--anyway", "--tables", "turned.csv", "--why", "so", "--dry-run", "--json")
    assert [one["game"] for one in plan.ok().json["tables"]] == ["sea-or-shore", "loot-island"]
    assert "needs a name" in day("tournament", "enter", DAY, " ").failed(2).err


def test_a_round_by_hand_says_what_is_odd_about_it(day: Shell) -> None:
    for table in ("r1t1", "r1t2"):
        day("tournament", "result", DAY, table, *sitting(day, table)).ok()
    day.write("hand.csv", "game,players\nloot-island,Ann;Bob;Cleo;Dee\nloot-island,Eve;Fay;Gus;Ann\n")
    assert "says why" in day("tournament", "round", DAY, "--tables", "hand.csv").failed(2).err
    answer = day("tournament", "round", DAY, "--tables", "hand.csv", "--why", "a final").ok()

    assert "Ann sits twice" in answer.err
    assert "Hal has no seat" in answer.err
    assert "meet again" in answer.err
    assert "TO-SEAT-1" in answer.out


def test_a_record_that_is_another_or_shorter_is_not_collected(day: Shell) -> None:
    play(day, "r1t1")
    day("tournament", "collect", DAY).ok()
    day("export", DAY, "--deep", "-o", "copy").ok()
    lines = (day.folder / "copy/r1t1.jsonl").read_text().splitlines(keepends=True)
    (day.folder / "copy/r1t1.jsonl").write_text("".join(lines[:-3]))
    tournament = next(path for path in (day.folder / "copy").iterdir() if not path.name.startswith("r1"))
    (day.folder / "copy/r1t2.jsonl").unlink()

    audit = day("audit", tournament, "--json", "--fail-on", "never").ok().json
    assert {finding["rule"] for finding in audit["findings"]} >= {"TO-RESULT-2"}
    board = day("tournament", "board", tournament, "--json").ok().json_lines
    assert [row["state"] for row in board] == ["gone on", "not at hand"]


def test_collecting_says_what_is_wrong_with_a_record(day: Shell) -> None:
    play(day, "r1t1")
    play(day, "r1t2")
    day("tournament", "collect", DAY).ok()
    with open_store(str(day.db), create=False) as store:
        record = store.load(tournament_id(store, DAY))
        one, other = (store.load(table_record(day, table)) for table in ("r1t1", "r1t2"))

    def left(found: Record | QuartermasterError) -> str:
        def load(record_id: str) -> Record:
            if record_id != one.header.id:
                return other
            if isinstance(found, QuartermasterError):
                raise found
            return found

        made = collect(tournament_of(record, "day", load))
        assert not made.bodies
        return " ".join(made.left)

    rewritten = of_bodies(to_builtins(one.header), [{"do": "note", "text": "x"}] * one.size)
    assert left(one) == ""
    assert left(Damaged("line 3 was changed")) == "r1t1: gone on: its record is not whole: line 3 was changed"
    assert left(cut_after(one, 9)).startswith("r1t1: gone on: only an older copy of its record is at hand")
    assert "r1t1: gone on: its record is not the one that was collected before" in left(rewritten)
    assert "r1t1: gone on: its record is of another table: sea-or-shore" in left(other)
    assert left(NotFound("it is elsewhere")) == "", "what was collected counts"


@pytest.mark.slow
def test_closing_the_tournament(day: Shell) -> None:
    play(day, "r1t1")
    play(day, "r1t2")
    day("tournament", "collect", DAY).ok()
    day("tournament", "round", DAY, "--nonce", "3").ok()
    play(day, "r2t1", 5)
    play(day, "r2t2", 6)
    day("tournament", "collect", DAY).ok()
    day("close", DAY, "--no-input").ok()

    assert day("audit", DAY, "--deep").ok()
    with open_store(str(day.db), create=False) as store:
        sign_table(store, table_record(day, "r1t1"))
    after = day("tournament", "collect", DAY).ok()
    assert "r1t1: the record has gone on" in after.err
    assert "the tournament is closed" in day("tournament", "round", DAY).failed(2).err


def test_paper_names_everybody_and_the_code(day: Shell) -> None:
    for page in ("names", "pairings", "slips", "standings"):
        text = day("tournament", "print", DAY, page).ok().out
        assert text.startswith("<!doctype html>")
        assert all(f">{name}<" in text for name in ("Ann", "Ida"))
    assert "the dice 6 2 5" in day("tournament", "print", DAY, "names").ok().out
    assert standings(day)["code"] in day("tournament", "print", DAY, "standings").ok().out
    assert "there is no page" in day("tournament", "print", DAY, "tickets").failed(2).err


def test_results_of_all_tables_in_one_file(day: Shell) -> None:
    play(day, "r1t1")
    play(day, "r1t2")
    day("tournament", "collect", DAY).ok()
    rows = list(csv.DictReader(io.StringIO(day("tournament", "print", DAY, "results").ok().out)))
    plays = json.loads(day("tournament", "print", DAY, "results", "--format", "bgstats").ok().out)

    assert len(rows) == 9
    assert len(plays["plays"]) == 2
    assert len(plays["players"]) == 9
    assert len({player["id"] for player in plays["players"]}) == 9
    assert plays == json.loads(day("export", DAY, "--deep", "--format", "bgstats", "--as", "table").ok().out)


@pytest.mark.slow
def test_names_are_escaped_on_paper(qm: Shell) -> None:
    qm("tournament", "new", "<b>Open", "--rounds", "1", "--game", "loot-island").ok()
    qm("tournament", "enter", "<b>Open", "<i>Ann", "Bob & Co", "Cleo").ok()
    qm("tournament", "round", "<b>Open").ok()
    for page in ("names", "pairings", "slips", "standings"):
        text = qm("tournament", "print", "<b>Open", page).ok().out
        assert "<i>Ann" not in text and "<b>Open" not in text
        assert "&lt;i&gt;Ann" in text
    assert "<i>Ann" not in qm("standings", "--html").ok().out
