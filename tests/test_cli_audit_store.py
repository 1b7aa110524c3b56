"""Audits of many records in the store: named by id, by event and round, or all, in several processes."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES, dealt

STORY = FIXTURES / "loot-island" / "left-to-stand.jsonl"


def event(qm: Shell, rounds: int = 2, tables: int = 2) -> list[str]:
    """The records of an evening, imported: the beginning of a game at each table of each round."""
    game = dealt("sea-or-shore", 3, 7)
    files = []
    for number in range(1, rounds + 1):
        for table in range(1, tables + 1):
            names = [f"{name}{number}{table}" for name in ("Ann", "Bob", "Cleo")]
            players = [{"seat": f"p{seat}", "name": name} for seat, name in enumerate(names, 1)]
            header = {**game.header, "players": players, "event": "Autumn Open", "round": number, "table": table}
            text = "\n".join(
                json.dumps(body, sort_keys=True, separators=(",", ":")) for body in (header, *game.scribe[:9])
            )
            files.append(qm.write(f"{number}-{table}.jsonl", text + "\n"))
    return [line.split("\t")[1] for line in qm("import", *files, "--plain").out.splitlines()]


def records_of(answer: Any) -> list[str]:
    return [line["record"] for line in answer.json_lines]


def test_the_store_is_audited_by_event_by_round_or_as_a_whole(qm: Shell) -> None:
    ids = event(qm)
    qm("import", STORY)
    assert records_of(qm("audit", "--event", "autumn", "--json")) == ids
    assert records_of(qm("audit", "--event", "Autumn Open", "--round", 2, "--json")) == ids[2:]
    assert len(records_of(qm("audit", "--all", "--json"))) == 5
    assert qm("audit", "--event", "winter").code == 4
    assert qm("audit", "--all", ids[0]).code == 2
    nothing = qm("audit")
    assert nothing.code == 2
    assert "--all means every record in the store" in nothing.err
    assert len(qm("audit", "--round", 1, "--access", "--json").json_lines) == 2
    assert [line.split()[0] for line in qm("list", "--event", "autumn", "--plain").out.splitlines()] == ids


def test_each_of_several_records_is_headed_by_its_table_and_its_players(qm: Shell) -> None:
    ids = event(qm, 1)
    shown = qm("audit", *ids).out.splitlines()
    assert shown[0] == "Autumn Open, round 1, table 1 · p1 Ann11, p2 Bob11, p3 Cleo11"
    assert shown[1].startswith(f"{ids[0]}  sea-or-shore, ")
    assert "Autumn Open, round 1, table 2 · p1 Ann12, p2 Bob12, p3 Cleo12" in shown
    assert qm("audit", ids[0]).out.startswith(ids[0])
    page = qm("audit", *ids, "--html").out
    assert "<td>Autumn Open, round 1, table 2<td>p1 Ann12, p2 Bob12, p3 Cleo12<td>sea-or-shore" in page


def test_several_processes_give_the_same_answers_from_the_store(qm: Shell) -> None:
    event(qm, 4, 5)
    one, two = (qm("audit", "--all", "--json", "-j", jobs) for jobs in (1, 2))
    assert len(one.json_lines) == 20
    assert one == two


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_damaged_record_in_the_store_is_named_and_the_others_are_audited(qm: Shell, jobs: int) -> None:
    ids = event(qm, 4, 5)
    with sqlite3.connect(qm.db) as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f'DROP TRIGGER "{name}"')
        raw.execute(
            "UPDATE events SET payload = x'c1' WHERE seq = 3 AND record = (SELECT \"key\" FROM records WHERE id = ?)",
            (ids[3],),
        )
    told = qm("audit", "--all", "-j", jobs)
    assert told.code == 3
    assert ids[3] in told.err
    assert "; 1 could not be read" in told.err


@pytest.mark.parametrize("more", [(), ("--into", "parts"), ("--last", "20")], ids=["shown", "into", "last"])
def test_a_record_that_cannot_even_be_listed_is_named_and_the_others_are_audited(
    qm: Shell, more: tuple[str, ...]
) -> None:
    ids = event(qm, 4, 5)
    with sqlite3.connect(qm.db) as raw:
        raw.execute("DROP TRIGGER records_update")
        raw.execute("UPDATE records SET header = x'c1' WHERE id = ?", (ids[3],))
    told = qm("audit", "--all", *more, "-j", 2).failed(3)
    assert f"{ids[3]}: the header is not what was stored" in told.err
    assert "20 records: " in told.err and "; 1 could not be read" in told.err
    assert qm("audit", ids[3], ids[4], "--into", "both").failed(3).err.count("1 could not be read") == 1


def test_files_ids_and_folders_go_together(qm: Shell) -> None:
    ids = event(qm, 1)
    folder = Path("some")
    folder.mkdir()
    (folder / "story.jsonl").write_bytes(STORY.read_bytes())
    told = qm("audit", ids[1], folder, ids[0], STORY, "--json").json_lines
    assert [line["target"] for line in told] == [ids[1], "some/story.jsonl", ids[0], str(STORY)]
    assert qm("audit", ids[1], "no-such-record").code == 4
