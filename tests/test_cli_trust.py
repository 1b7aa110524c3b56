"""`qm verify`, `qm prove`, `qm checkpoint` and `qm key`: what can be shown of a record, to whom."""

import json
import sqlite3
import stat
from pathlib import Path

import pytest

from records.record import from_bytes
from tests.helpers.shell import STORY, Shell

CLUB = "club.example/open-2026"


def imported(qm: Shell, content: str = STORY) -> str:
    qm.write("game.jsonl", content)
    record_id: str = qm("import", "game.jsonl", "--json").json["id"]
    return record_id


def write_behind_the_back(qm: Shell, sql: str, *values: object) -> None:
    """Change the database as somebody with access to the file could."""
    connection = sqlite3.connect(qm.db)
    triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for (name,) in triggers:
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(sql, values)
    connection.commit()
    connection.close()


# --- verify -----------------------------------------------------------------------------------------------------------


def test_a_file_alone_is_readable_and_the_answer_says_what_it_cannot_find(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    answer = qm("verify", "game.jsonl")
    head = from_bytes(STORY.encode()).head()
    assert answer.code == 0
    assert answer.out.startswith(f"game.jsonl: readable, 3 events, code {head.code}")
    assert "cannot find" in answer.out
    told = qm("verify", "game.jsonl", "--json").json
    assert told["ok"] is True
    assert told["compared"] == []
    assert told["head"] == head.text()


def test_a_record_is_whole_against_head_code_copy_and_store(qm: Shell) -> None:
    record_id = imported(qm)
    head = from_bytes(STORY.encode()).head()
    for evidence in (["--head", head.text()], ["--code", head.code.lower()], ["--against", record_id]):
        answer = qm("verify", "game.jsonl", *evidence)
        assert answer.code == 0, answer.out
        assert "game.jsonl: whole" in answer.out
    assert qm("verify", record_id).out.startswith(f"{record_id}: whole, 3 events, code {head.code}")
    assert qm("verify", "-", "--head", head.text(), stdin=STORY).out.startswith("stdin: whole")
    plain = qm("verify", "game.jsonl", "--plain").out.splitlines()
    assert plain[0].startswith("ok\tgame.jsonl")


DAMAGE = {
    "changed": (STORY.replace("red-5", "red-6"), 2),
    "removed": ("".join(line for line in STORY.splitlines(True) if "18:01" not in line), 2),
    "doubled": (STORY.replace(STORY.splitlines(True)[2], STORY.splitlines(True)[2] * 2), 3),
    "moved": ("".join(STORY.splitlines(True)[index] for index in (0, 2, 1, 3)), 1),
    "cut": ("".join(STORY.splitlines(True)[:3]), 3),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_named_with_the_first_wrong_event_against_a_copy(qm: Shell, kind: str) -> None:
    content, first = DAMAGE[kind]
    record_id = imported(qm)
    qm.write("other.jsonl", content)
    answer = qm("verify", "other.jsonl", "--against", record_id, "--json")
    assert answer.code == 3
    assert answer.json["ok"] is False
    assert answer.json["first"] == first
    assert kind in [problem["kind"] for problem in answer.json["problems"]]
    people = qm("verify", "other.jsonl", "--against", record_id)
    assert people.code == 3
    assert people.out.startswith(f"other.jsonl: DAMAGED, first wrong event {first}\n")
    assert qm("verify", "other.jsonl", "--against", record_id, "--plain").out.startswith("damaged\t")


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_found_with_a_head_a_code_or_a_checkpoint_alone(qm: Shell, kind: str) -> None:
    record_id = imported(qm)
    head = from_bytes(STORY.encode()).head()
    qm("key", "new", CLUB)
    assert qm("checkpoint", record_id, "-o", "head.txt").code == 0
    qm.write("other.jsonl", DAMAGE[kind][0])
    for evidence in (["--head", head.text()], ["--code", head.code], ["--checkpoint", "head.txt"]):
        assert qm("verify", "other.jsonl", *evidence).code == 3, evidence


def test_growth_is_fine_unless_the_known_state_is_final(qm: Shell) -> None:
    head = from_bytes(STORY.encode()).head()
    qm.write("longer.jsonl", STORY + '{"do":"pass"}\n')
    assert qm("verify", "longer.jsonl", "--head", head.text()).code == 0
    assert qm("verify", "longer.jsonl", "--head", head.text(), "--final").code == 3


def test_a_hand_written_file_is_loose_not_wrong(qm: Shell) -> None:
    qm.write("game.jsonl", STORY.replace('"do":"setup"', '"do": "setup"'))
    strict = qm("verify", "game.jsonl")
    assert strict.code == 3
    assert "not-canonical" in strict.out
    assert "--loose" in strict.out
    assert qm("verify", "game.jsonl", "--loose").code == 0
    assert qm("export", "game.jsonl", "-o", "canonical.jsonl").code == 0
    assert qm("verify", "canonical.jsonl").code == 0


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", STORY.encode()[:-5], STORY.encode() + b"\n\n", b"\x81"])
def test_what_cannot_be_read_is_damaged_and_never_a_traceback(qm: Shell, content: bytes) -> None:
    qm.write("game.jsonl", content)
    for form in ([], ["--json"], ["--plain"]):
        answer = qm("verify", "game.jsonl", *form)
        assert answer.code == 3
        assert answer.out
    assert qm("verify", "game.jsonl", "--json").json["ok"] is False


@pytest.mark.parametrize(
    "evidence",
    [
        ["--head", "4"],
        ["--head", "4:xyz"],
        ["--code", "ABC"],
        ["--key", "a+b+c"],
        ["--json", "--plain"],
    ],
)
def test_evidence_that_is_none_is_refused(qm: Shell, evidence: list[str]) -> None:
    qm.write("game.jsonl", STORY)
    answer = qm("verify", "game.jsonl", *evidence)
    assert answer.code == 2
    assert answer.out == ""


@pytest.mark.parametrize("evidence", [["--checkpoint", "gone"], ["--against", "gone"], ["--key", "gone"]])
def test_evidence_that_is_not_there_is_not_found(qm: Shell, evidence: list[str]) -> None:
    qm.write("game.jsonl", STORY)
    assert qm("verify", "game.jsonl", *evidence).code == 4


def test_a_change_in_the_database_is_found(qm: Shell) -> None:
    record_id = imported(qm)
    write_behind_the_back(qm, "UPDATE events SET payload = (SELECT payload FROM events WHERE seq = 3) WHERE seq = 2")
    answer = qm("verify", record_id, "--json")
    assert answer.code == 3
    assert answer.json["first"] == 2
    assert qm("show", record_id).code == 3


def test_a_store_that_is_no_database_any_more_is_damaged_in_json_too(qm: Shell) -> None:
    record_id = imported(qm)
    qm.db.write_bytes(b"SQLite format 3\0" + b"\xff" * 8192)
    for form in ([], ["--json"]):
        answer = qm("verify", record_id, *form)
        assert answer.code == 3
        assert "Traceback" not in answer.err
    assert qm("list").code == 3


def test_a_record_set_back_behind_its_checkpoint_is_found(qm: Shell) -> None:
    record_id = imported(qm)
    shorter = qm.db.read_bytes()
    qm("key", "new", CLUB)
    qm("log", record_id, "--json", '{"do":"pass","by":"blue"}')
    qm("checkpoint", record_id, "-o", "head.txt")
    qm("backup", "later.db")
    qm.db.write_bytes(shorter)
    for side in ("-wal", "-shm"):
        Path(f"{qm.db}{side}").unlink(missing_ok=True)
    answer = qm("verify", record_id, "--checkpoint", "head.txt", "--json")
    assert answer.code == 3
    assert {problem["kind"] for problem in answer.json["problems"]} <= {"rollback", "cut"}


# --- keys -------------------------------------------------------------------------------------------------------------


def test_a_key_is_private_and_never_overwritten(qm: Shell) -> None:
    made = qm("key", "new", CLUB)
    assert made.code == 0
    assert made.out.startswith(f"{CLUB}+")
    path = qm.folder / "data" / "quartermaster" / "keys" / "club.example%2Fopen-2026.key"
    assert str(path) in made.err
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    secret = path.read_text()
    assert secret.startswith("PRIVATE+KEY+")
    again = qm("key", "new", CLUB)
    assert again.code == 2
    assert path.read_text() == secret
    assert secret.strip() not in made.out + made.err + again.err + qm("key", "show").out


def test_keys_are_shown_all_or_by_name(qm: Shell) -> None:
    assert qm("key", "show") == (0, "", "no keys yet; make one: qm key new club.example\n")
    names = ["ann.example", "bob.example"]
    texts = [qm("key", "new", name).out for name in names]
    assert qm("key", "show").out == "".join(texts)
    assert qm("key", "show", "bob.example").out == texts[1]
    told = qm("key", "show", "bob.example", "--json").json
    assert told["name"] == "bob.example"
    assert told["public"] == texts[1].strip()
    assert qm("key", "show", "eve.example").code == 4


@pytest.mark.parametrize("name", ["a b", "a+b", "", "a\nb"])
def test_a_name_that_no_key_can_have_is_refused(qm: Shell, name: str) -> None:
    assert qm("key", "new", name).code == 2


@pytest.mark.parametrize("name", ["../escape", "/etc/passwd", ".", ".."])
def test_a_name_never_leaves_the_folder_of_keys(qm: Shell, name: str) -> None:
    assert qm("key", "new", name).code == 0
    folder = qm.folder / "data" / "quartermaster" / "keys"
    assert len(list(folder.iterdir())) == 2
    assert qm("key", "show", name).code == 0


# --- checkpoints ------------------------------------------------------------------------------------------------------


def test_a_checkpoint_is_a_signed_note_of_the_head(qm: Shell) -> None:
    record_id = imported(qm)
    head = from_bytes(STORY.encode()).head()
    qm("key", "new", CLUB)
    answer = qm("checkpoint", record_id[:8])
    assert answer.code == 0
    origin, size, root, empty, signature = answer.out.splitlines()
    assert origin == f"{CLUB}/{record_id}"
    assert f"{size}:{root}" == head.text()
    assert empty == ""
    assert signature.startswith(f"— {CLUB} ")
    assert head.code in answer.err


def test_a_checkpoint_of_the_file_is_that_of_the_store(qm: Shell) -> None:
    record_id = imported(qm)
    qm("key", "new", CLUB)
    assert qm("checkpoint", "game.jsonl").out == qm("checkpoint", record_id).out


def test_which_key_signs_must_be_clear(qm: Shell) -> None:
    record_id = imported(qm)
    assert qm("checkpoint", record_id).code == 4
    for name in ("ann.example", "bob.example"):
        qm("key", "new", name)
    several = qm("checkpoint", record_id)
    assert several.code == 2
    assert "ann.example, bob.example" in several.err
    assert qm("checkpoint", record_id, "--key", "bob.example").out.startswith("bob.example/")
    assert qm("checkpoint", record_id, "--key", "eve.example").code == 4
    path = qm.folder / "data" / "quartermaster" / "keys" / "ann.example.key"
    assert qm("checkpoint", record_id, "--key", path).out.startswith("ann.example/")


def test_a_checkpoint_is_trusted_by_key(qm: Shell) -> None:
    record_id = imported(qm)
    ann = qm("key", "new", "ann.example").out.strip()
    bob = qm("key", "new", "bob.example").out.strip()
    qm("checkpoint", record_id, "--key", "ann.example", "-o", "head.txt")
    assert "signed by ann.example" in qm("verify", "game.jsonl", "--checkpoint", "head.txt").out
    assert qm("verify", "game.jsonl", "--checkpoint", "head.txt", "--key", ann).code == 0
    qm.write("ann.pub", ann)
    assert qm("verify", "game.jsonl", "--checkpoint", "head.txt", "--key", "ann.pub").code == 0
    assert qm("verify", "game.jsonl", "--checkpoint", "head.txt", "--key", bob).code == 3
    assert qm("verify", "game.jsonl", "--checkpoint", "head.txt", "--key", "bob.example").code == 3
    note = (qm.folder / "head.txt").read_text()
    qm.write("head.txt", note.replace("\n4\n", "\n3\n"))
    assert qm("verify", "game.jsonl", "--checkpoint", "head.txt").code == 3


def test_a_record_that_was_changed_after_its_checkpoint_is_not_signed_again(qm: Shell) -> None:
    record_id = imported(qm)
    qm("key", "new", CLUB)
    assert qm("checkpoint", record_id).code == 0
    qm("log", record_id, "--json", '{"do":"pass","by":"blue"}')
    assert qm("checkpoint", record_id).code == 0
    write_behind_the_back(qm, "DELETE FROM events WHERE seq = 4")
    answer = qm("checkpoint", record_id)
    assert answer.code == 3
    assert answer.out == ""


def test_a_checkpoint_file_is_not_overwritten(qm: Shell) -> None:
    record_id = imported(qm)
    qm("key", "new", CLUB)
    qm.write("head.txt", "precious")
    assert qm("checkpoint", record_id, "-o", "head.txt").code == 2
    assert (qm.folder / "head.txt").read_text() == "precious"


# --- proofs -----------------------------------------------------------------------------------------------------------


def test_a_proof_is_checked_without_store_and_without_the_other_events(qm: Shell) -> None:
    record_id = imported(qm)
    public = qm("key", "new", CLUB).out.strip()
    assert qm("prove", record_id, "2", "-o", "proof.json", "--sign", CLUB).code == 0
    assert "setup" not in (qm.folder / "proof.json").read_text()
    qm.db.unlink()
    answer = qm("verify", "proof.json", "--key", public)
    assert answer.code == 0
    assert answer.out.startswith("proof.json: event 2 stands in the record")
    assert '"cards":["red-3","red-5"]' in answer.out
    assert f"signed by      {CLUB}" in answer.out
    told = qm("verify", "-", "--json", stdin=(qm.folder / "proof.json").read_bytes()).json
    assert told["seq"] == 2
    assert told["signed_by"] == [CLUB]
    assert told["origin"] == f"{CLUB}/{record_id}"
    assert told["code"] == from_bytes(STORY.encode()).head().code


def test_a_proof_carries_the_kept_checkpoint_or_says_that_nobody_signed(qm: Shell) -> None:
    record_id = imported(qm)
    unsigned = qm("prove", record_id, "1")
    assert unsigned.code == 0
    assert "no signature" in unsigned.err
    assert "checkpoint" not in json.loads(unsigned.out)
    qm("key", "new", CLUB)
    qm("checkpoint", record_id)
    assert "checkpoint" in json.loads(qm("prove", record_id, "1").out)
    qm("log", record_id, "--json", '{"do":"pass","by":"blue"}')
    assert json.loads(qm("prove", record_id, "1").out)["size"] == 4
    assert "checkpoint" not in json.loads(qm("prove", record_id, "4").out)


def test_the_header_and_a_file_can_be_proved(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    answer = qm("prove", "game.jsonl", "0")
    assert json.loads(answer.out)["event"]["game"] == "tiny"
    assert qm("verify", "-", "--head", from_bytes(STORY.encode()).head().text(), stdin=answer.out).code == 0


def test_an_event_that_is_not_there_cannot_be_proved(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    qm("key", "new", CLUB)
    for extra in ([], ["--sign", CLUB]):
        answer = qm("prove", "game.jsonl", "4", "-o", "proof.json", *extra)
        assert answer.code == 4
        assert "its last is 3" in answer.err
    assert qm("prove", "game.jsonl", "-1").code == 2
    assert not (qm.folder / "proof.json").exists()


@pytest.mark.parametrize(
    ("old", "new"), [("red-5", "red-6"), ('"seq":2', '"seq":1'), ('"size":4', '"size":5'), ('"root":"', '"root":"A')]
)
def test_a_proof_that_was_touched_is_damaged(qm: Shell, old: str, new: str) -> None:
    qm.write("game.jsonl", STORY)
    proof = qm("prove", "game.jsonl", "2").out
    assert old in proof
    for form in ([], ["--json"]):
        answer = qm("verify", "-", *form, stdin=proof.replace(old, new))
        assert answer.code == 3
    assert answer.json["ok"] is False


def test_a_proof_is_compared_with_what_is_known(qm: Shell) -> None:
    qm.write("game.jsonl", STORY)
    proof = qm("prove", "game.jsonl", "2").out
    head = from_bytes(STORY.encode()).head()
    other = from_bytes(STORY.replace("red-5", "red-6").encode()).head()
    shorter = from_bytes("".join(STORY.splitlines(True)[:3]).encode()).head()
    assert qm("verify", "-", "--head", head.text(), "--code", head.code, stdin=proof).code == 0
    assert qm("verify", "-", "--head", other.text(), stdin=proof).code == 3
    assert qm("verify", "-", "--code", other.code, stdin=proof).code == 3
    assert qm("verify", "-", "--head", shorter.text(), stdin=proof).code == 2
    assert qm("verify", "-", "--against", "game.jsonl", stdin=proof).code == 2
    public = qm("key", "new", CLUB).out.strip()
    assert qm("verify", "-", stdin=proof).code == 1
    assert qm("verify", "-", "--key", public, stdin=proof).code == 3
