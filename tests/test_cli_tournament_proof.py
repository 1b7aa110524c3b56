"""A move is proven by two small files, without the store: the move under its table's head, the result under the day's.

The day code stands at the foot of the printed standings. Whoever has it needs nothing else from the organiser.
"""

import json
from pathlib import Path

import pytest

from records.store import open_store
from tests.helpers.organised import sign_table
from tests.helpers.shell import Shell
from tests.test_cli_tournament import DAY, day, play, seated, standings, table_record

__all__ = ["day", "seated"]  # fixtures

pytestmark = pytest.mark.slow

MOVE = 5


class Proven:
    """A move, the result of its table, and the day code on the wall; the store is gone."""

    def __init__(self, qm: Shell, gone_on: bool = False) -> None:
        self.qm = qm
        play(qm, "r1t1")
        qm("tournament", "collect", DAY).ok()
        found = standings(qm)
        self.code, self.seq = found["code"], found["at"]
        size = self._size()
        if gone_on:
            with open_store(str(qm.db), create=False) as store:
                sign_table(store, table_record(qm, "r1t1"))
        qm("prove", "r1t1", MOVE, "--size", size, "-o", "move.json").ok()
        qm("prove", DAY, self.seq, "-o", "result.json").ok()
        qm.db.unlink()

    def _size(self) -> int:
        with open_store(str(self.qm.db), create=False) as store:
            return store.info(table_record(self.qm, "r1t1")).head.size

    def file(self, name: str) -> Path:
        return self.qm.folder / name

    def change(self, name: str, old: str, new: str) -> None:
        """Change the text of a proof."""
        text = self.file(name).read_text()
        assert old in text, text
        self.file(name).write_text(text.replace(old, new))

    def follows(self) -> bool:
        """Whether a stranger who has the day code and the two files believes the move."""
        result = self.qm("verify", "result.json", "--code", self.code, "--json")
        if result.code != 0:
            return False
        event = result.json["event"]
        assert (event["do"], event["round"], event["table"]) == ("result", 1, 1)
        return self.qm("verify", "move.json", "--head", event["head"]).code == 0


@pytest.mark.parametrize("gone_on", [False, True])
def test_a_move_is_proven_down_to_the_day_code(day: Shell, gone_on: bool) -> None:
    """Also where the table's record has gone on after it was collected."""
    proven = Proven(day, gone_on)
    assert proven.follows()
    told = day("verify", "result.json", "--code", proven.code).ok().out
    assert f"event {proven.seq} stands in the record" in told


def test_what_was_tampered_with_is_found(day: Shell) -> None:
    """One letter of the move, of the result, of a hash on the way, or of the code."""
    proven = Proven(day)
    kept = {name: proven.file(name).read_text() for name in ("move.json", "result.json")}
    move = json.loads(kept["move.json"])["event"]
    changes = [
        ("move.json", f'"{move["do"]}"', '"pass"'),
        ("move.json", f'"seq":{MOVE}', f'"seq":{MOVE + 1}'),
        ("result.json", '"table":1', '"table":2'),
        ("result.json", '"how":"record"', '"how":"slip"'),
        ("result.json", ":1,", ":3,"),
    ]
    assert proven.follows()
    for name, old, new in changes:
        proven.change(name, old, new)
        assert not proven.follows(), (name, old, new)
        proven.file(name).write_text(kept[name])
    assert proven.follows()
    proven.code = "AAAA-AAAA"
    assert not proven.follows()
    assert "not AAAA-AAAA" in day("verify", "result.json", "--code", proven.code).failed(3).out


def test_the_proof_of_another_tables_move_is_refused(day: Shell) -> None:
    play(day, "r1t2", 2, signed=False)
    day("prove", "r1t2", MOVE, "-o", "other.json").ok()
    proven = Proven(day)
    proven.file("move.json").write_bytes(proven.file("other.json").read_bytes())
    assert not proven.follows()


def test_a_head_that_was_never_there(day: Shell) -> None:
    assert "lines, not 999" in day("prove", "r1t1", 0, "--size", 999).failed(4).err
    assert "give one of them" in day("prove", "r1t1", 0, "--size", 1, "--sign", "k").failed(2).err
