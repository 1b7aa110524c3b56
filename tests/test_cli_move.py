"""`qm export` and `qm import`: records out of the store and into it, with the same head in every form."""

import json
import stat
from pathlib import Path

import pytest

from records.record import from_bytes
from records.seal import opening
from records.store import open_store
from tests.helpers.shell import HEADER, STORY, Shell

pytestmark = pytest.mark.slow

SALT = "AAECAwQFBgcICQoLDA0ODw"


def imported(qm: Shell, content: str = STORY, name: str = "game.jsonl") -> str:
    qm.write(name, content)
    answer = qm("import", name, "--json")
    assert answer.code == 0, answer.err
    record_id: str = answer.json["id"]
    return record_id


def count(qm: Shell) -> int:
    return len(qm("list", "--plain").out.splitlines()) if qm.db.exists() else 0


def test_a_record_leaves_the_store_as_it_came(qm: Shell) -> None:
    record_id = imported(qm)
    assert qm.out_bytes("export", record_id) == STORY.encode()
    assert qm("export", record_id, "-o", "-").out == STORY


def test_both_forms_have_one_head_and_lead_into_each_other(qm: Shell) -> None:
    record_id = imported(qm)
    code = from_bytes(STORY.encode()).head().code
    answer = qm("export", record_id, "-o", "game.qm")
    assert answer == (0, "", f"wrote game.qm: 3 events, code {code}\n")
    assert (qm.folder / "game.qm").read_bytes()[0] >= 0x80
    assert qm("show", "game.qm", "--json").json_lines[0]["code"] == code
    assert qm("export", "game.qm").out == STORY
    assert qm("export", "game.qm", "-o", "again.jsonl", "--format", "jsonl").code == 0
    assert (qm.folder / "again.jsonl").read_text() == STORY
    assert qm("export", "again.jsonl", "-o", "odd.txt", "--format", "msgpack").code == 0
    assert (qm.folder / "odd.txt").read_bytes() == (qm.folder / "game.qm").read_bytes()
    assert qm.out_bytes("export", "game.jsonl", "--format", "msgpack") == (qm.folder / "game.qm").read_bytes()


def test_a_record_that_travels_keeps_its_id_and_its_head(qm: Shell) -> None:
    record_id = qm.new("--title", "Friday")
    qm("log", record_id, stdin='{"do":"setup"}\n{"do":"pass","by":"blue"}\n')
    before = qm("show", record_id).out
    for name in ("out.jsonl", "out.qm"):
        qm("export", record_id, "-o", name)
        there = qm("import", name, "--db", f"{name}.db", "--json").json
        assert there["id"] == record_id
        assert qm("show", record_id, "--db", f"{name}.db").out == before


def test_an_export_never_overwrites_unless_forced(qm: Shell) -> None:
    record_id = imported(qm)
    qm.write("out.jsonl", "precious")
    answer = qm("export", record_id, "-o", "out.jsonl")
    assert answer.code == 2
    assert (qm.folder / "out.jsonl").read_text() == "precious"
    assert qm("export", record_id, "-o", "out.jsonl", "--force").code == 0
    assert (qm.folder / "out.jsonl").read_text() == STORY
    assert sorted(qm.files()) == ["game.jsonl", "out.jsonl"]


def test_an_export_into_a_folder_that_is_not_there_writes_nothing(qm: Shell) -> None:
    record_id = imported(qm)
    assert qm("export", record_id, "-o", "gone/out.jsonl").code == 4


def test_importing_twice_finds_the_same_record(qm: Shell) -> None:
    record_id = imported(qm)
    again = qm("import", "game.jsonl", "--json").json
    assert again["id"] == record_id
    assert again["added"] == 0
    assert count(qm) == 1
    assert "there already" in qm("import", "game.jsonl").out


def test_a_file_without_an_id_gets_one_from_its_header(qm: Shell) -> None:
    record_id = imported(qm)
    other = imported(qm, STORY.replace("Ann", "Eve"), "eve.jsonl")
    assert record_id != other
    assert len(record_id) == 26
    assert qm.out_bytes("export", record_id) == STORY.encode()  # the id is not put into the record


def test_a_longer_copy_adds_its_further_events(qm: Shell) -> None:
    record_id = imported(qm)
    qm.write("longer.jsonl", STORY + '{"do":"close","result":"finished"}\n')
    answer = qm("import", "longer.jsonl", "--json").json
    assert (answer["id"], answer["added"], answer["events"]) == (record_id, 1, 4)
    shorter = qm("import", "game.jsonl", "--json").json
    assert (shorter["added"], shorter["events"]) == (0, 4)


def test_another_story_under_the_same_id_is_a_conflict(qm: Shell) -> None:
    record_id = imported(qm)
    qm.write("other.jsonl", STORY.replace("red-5", "red-6"))
    answer = qm("import", "other.jsonl")
    assert answer.code == 5
    assert "event 2 differs" in answer.err
    assert qm.out_bytes("export", record_id) == STORY.encode()


def test_a_loose_file_is_taken_with_its_canonical_form(qm: Shell) -> None:
    loose = STORY.replace('"do":"setup"', ' "do" : "setup" ')
    record_id = imported(qm, loose)
    assert qm.out_bytes("export", record_id) == STORY.encode()


def test_stdin_is_imported_in_either_form(qm: Shell) -> None:
    record_id = imported(qm)
    qm("export", record_id, "-o", "game.qm")
    for content in (STORY.encode(), (qm.folder / "game.qm").read_bytes()):
        answer = qm("import", "-", "--json", "--db", "other.db", stdin=content)
        assert answer.json["file"] == "stdin"
        assert answer.json["id"] == record_id


BAD = {
    "cut.jsonl": STORY[:-20],
    "float.jsonl": STORY + '{"do":"pass","n":0.5}\n',
    "twice.jsonl": STORY + '{"do":"pass","do":"pass"}\n',
    "empty.jsonl": "",
    "header.jsonl": HEADER.replace('"game"', '"gaem"') + "\n",
    "blank.jsonl": STORY + "\n" + '{"do":"pass"}\n',
}


@pytest.mark.parametrize("bad", BAD)
def test_one_bad_file_and_none_is_imported(qm: Shell, bad: str) -> None:
    qm.write("good.jsonl", STORY)
    qm.write(bad, BAD[bad])
    answer = qm("import", "good.jsonl", bad)
    assert answer.code == 3
    assert answer.out == ""
    assert f"qm: {bad}" in answer.err
    assert count(qm) == 0


def test_one_conflict_and_none_is_imported(qm: Shell) -> None:
    imported(qm)
    qm.write("new.jsonl", STORY.replace("Ann", "Eve"))
    qm.write("fork.jsonl", STORY.replace("red-5", "red-6"))
    assert qm("import", "new.jsonl", "fork.jsonl").code == 5
    assert count(qm) == 1


def test_two_files_that_contradict_each_other_are_a_conflict(qm: Shell) -> None:
    qm.write("one.jsonl", STORY)
    qm.write("two.jsonl", STORY.replace("red-5", "red-6"))
    answer = qm("import", "one.jsonl", "two.jsonl")
    assert answer.code == 5
    assert count(qm) == 0


def test_two_files_of_one_record_are_one_record_in_any_order(qm: Shell) -> None:
    qm.write("short.jsonl", STORY)
    qm.write("long.jsonl", STORY + '{"do":"pass","by":"blue"}\n')
    for db, names in (("a.db", ["short.jsonl", "long.jsonl"]), ("b.db", ["long.jsonl", "short.jsonl"])):
        answer = qm("import", *names, "--db", db, "--json")
        assert [told["events"] for told in answer.json_lines][-1] == 4
        (info,) = qm("list", "--db", db, "--json").json_lines
        assert info["events"] == 4


def test_a_dry_run_imports_nothing(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    answer = qm("import", "game.jsonl", "--dry-run", "--json")
    assert answer.code == 0
    assert answer.json["added"] == 4
    assert not qm.db.exists()
    imported(qm)
    assert qm("import", "game.jsonl", "--dry-run", "--json").json["added"] == 0
    qm.write("longer.jsonl", STORY + '{"do":"pass","by":"blue"}\n')
    assert qm("import", "longer.jsonl", "--dry-run", "--json").json["added"] == 1
    assert qm("list", "--json").json["events"] == 3


def test_a_file_that_is_not_there_and_one_named_twice(qm: Shell) -> None:
    assert qm("import", "gone.jsonl").code == 4
    qm.write("game.jsonl", STORY)
    assert qm("import", "game.jsonl", "game.jsonl").code == 2
    assert qm("import").code == 2
    assert count(qm) == 0


def sealed(qm: Shell) -> tuple[str, Path]:
    """A record with a sealed fact, whose opening is in the store, exported with openings."""
    record_id = qm.new()
    secret = opening(record_id, "blue", "island.C3", SALT, "bomb")
    event = {"do": "hide", "by": "blue", "what": "island.C3", "seal": secret.seal}
    assert qm("log", record_id, "--json", json.dumps(event)).code == 0
    store = open_store(str(qm.db))
    store.add_openings([secret])
    store.close()
    answer = qm("export", record_id, "-o", "open.jsonl", "--with-openings")
    assert answer.code == 0, answer.err
    return record_id, qm.folder / "open.jsonl.openings.jsonl"


def test_openings_lie_beside_the_record_and_never_in_it(qm: Shell) -> None:
    record_id, beside = sealed(qm)
    qm("export", record_id, "-o", "closed.jsonl")
    assert (qm.folder / "closed.jsonl").read_bytes() == (qm.folder / "open.jsonl").read_bytes()
    assert b"bomb" not in (qm.folder / "open.jsonl").read_bytes()
    assert json.loads(beside.read_text())["value"] == "bomb"
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    assert sorted(qm.files()) == ["closed.jsonl", "open.jsonl", "open.jsonl.openings.jsonl"]


def test_openings_travel_with_the_record_when_asked(qm: Shell) -> None:
    record_id, beside = sealed(qm)
    assert qm("import", "open.jsonl", "--db", "bare.db").code == 0
    assert qm("import", "open.jsonl", "--db", "full.db", "--with-openings").code == 0
    qm("export", record_id, "--db", "bare.db", "-o", "bare.jsonl", "--with-openings")
    qm("export", record_id, "--db", "full.db", "-o", "full.jsonl", "--with-openings")
    assert (qm.folder / "bare.jsonl.openings.jsonl").read_bytes() == b""
    assert (qm.folder / "full.jsonl.openings.jsonl").read_bytes() == beside.read_bytes()


@pytest.mark.parametrize(
    ("old", "new"), [("bomb", "rock"), ("blue", "red"), ('"salt"', '"slat"'), ("{", ""), ('"record":"', '"record":"7')]
)
def test_an_opening_that_does_not_fit_stops_the_import(qm: Shell, old: str, new: str) -> None:
    _, beside = sealed(qm)
    beside.write_text(beside.read_text().replace(old, new, 1))
    answer = qm("import", "open.jsonl", "--db", "other.db", "--with-openings")
    assert answer.code == 3
    assert "open.jsonl.openings.jsonl line 1" in answer.err
    assert not (qm.folder / "other.db").exists()


def test_openings_that_cannot_be_written_or_read_are_reported(qm: Shell) -> None:
    record_id, beside = sealed(qm)
    assert qm("export", record_id, "--with-openings").code == 2
    assert qm("export", "open.jsonl", "-o", "x.jsonl", "--with-openings").code == 2
    beside.unlink()
    assert qm("import", "open.jsonl", "--with-openings").code == 4
    assert qm("import", "-", "--with-openings", stdin=STORY).code == 2
    assert not (qm.folder / "x.jsonl").exists()
