"""Salts are made where events are appended, through every door, and are never in the way."""

import json
from typing import Any

import pytest

from cli.desk.entries import Entry
from cli.desk.logbook import Logbook
from cli.desk.terms import Terms
from records.salt import is_salt, salt_of
from records.store import Store
from tests.helpers.shell import STORY, Shell
from tests.helpers.store_samples import ID

SETUP = '{"do":"setup","starter":"p1","treasures":["red-4","green-3","blue-2","purple-4"]}'
HIDDEN = '{"do":"pass","cards":{"p1":"red-11","p2":"?","p3":"?"}}'
GIVEN = salt_of(bytes(range(16)))


def table(qm: Shell) -> str:
    """A new record of Sea or Shore."""
    seats = ("p1=Ann", "p2=Bob", "p3=Cleo")
    made: str = qm("new", "sea-or-shore", *seats, "--kit", "demo", "--official", "Kim:head", "--json").json["id"]
    return made


def events(qm: Shell, record: str) -> list[dict[str, Any]]:
    """The events of a record."""
    return [line["event"] for line in qm("show", record, "--json").json_lines[1:]]


def test_every_door_salts_what_is_hidden_and_nothing_else(qm: Shell) -> None:
    record = table(qm)
    assert qm("log", record, stdin=f"{SETUP}\npass r11 ? ?\nsomething odd !!\n").code == 0
    assert qm("log", record, "--json", '{"do":"observe","facts":{"hands.p1":["red-1"]}}').code == 0
    assert qm("fix", record, 3, "note", "it was nothing").code == 0
    assert qm("dispute", "open", record, "--by", "p2", "--about", 2, "--claim", "x").code == 0
    evidence = ("evidence", "add", record, "--kind", "statement", "--by", "p2", "--no-input")
    assert qm(*evidence, "--text", "for you alone", "--see", "officials").code == 0
    assert qm(*evidence, "--text", "for all").code == 0
    logged = events(qm, record)
    assert [event["do"] for event in logged] == [
        *("setup", "pass", "unread", "observe", "amend", "dispute", "evidence", "evidence"),
    ]
    salted = [seq for seq, event in enumerate(logged, 1) if "salt" in event]
    assert salted == [2, 3, 4, 7]
    salts = {logged[seq - 1]["salt"] for seq in salted}
    assert len(salts) == 4 and all(map(is_salt, salts))


def test_a_salt_that_is_given_is_kept_and_another_form_is_refused(qm: Shell) -> None:
    record = table(qm)
    assert qm("log", record, stdin=f'{SETUP}\n{HIDDEN[:-1]},"salt":"{GIVEN}"}}\n').code == 0
    assert events(qm, record)[1]["salt"] == GIVEN
    for wrong in ('"1234"', "7", "null"):
        refused = qm("log", record, "--json", f'{{"do":"note","text":"x","salt":{wrong}}}')
        assert refused.code == 2, wrong
        assert "not a salt" in refused.err
    assert len(events(qm, record)) == 2
    unknown = qm.new()
    assert qm("log", unknown, "--json", '{"do":"trade","salt":4}').code == 2
    assert qm("log", unknown, "--json", '{"do":"trade","cards":["red-1"]}').code == 0
    assert "salt" not in events(qm, unknown)[0]


def test_an_opened_seal_serves_with_its_own_salt_and_a_stated_one_has_none(qm: Shell) -> None:
    record = table(qm)
    assert qm("log", record, stdin=SETUP + "\n").code == 0
    for name in ("one", "two"):
        assert qm("seal", record, "p1", name, "red-1").code == 0
    assert qm("reveal", record, "one").code == 0
    body = {"do": "reveal", "by": "p1", "what": "two", "value": "red-1", "to": ["p2"]}
    sealed = events(qm, record)[2]["seal"]
    assert qm("log", record, "--json", json.dumps({**body, "seal": sealed})).code == 0
    assert qm("log", record, "--json", json.dumps({**body, "what": "three"})).code == 0
    opened, stated, told = events(qm, record)[3:]
    assert is_salt(opened["salt"])
    assert "salt" not in stated
    assert is_salt(told["salt"])
    assert qm("verify", record).code == 0


def test_a_retry_is_the_same_call_although_its_salt_would_be_another(qm: Shell) -> None:
    record = table(qm)
    lines = ("log", record, "--json", f"[{SETUP},{HIDDEN}]", "--key", "k1")
    first = qm(*lines).json
    again = qm(*lines).json
    assert again["repeated"] and not again["written"]
    assert again["head"] == first["head"]
    other = qm("log", record, "--json", f"[{SETUP},{HIDDEN.replace('red-11', 'red-12')}]", "--key", "k1")
    assert other.code == 5
    assert len(events(qm, record)) == 2


def test_an_imported_record_keeps_its_bytes(qm: Shell) -> None:
    header = '{"game":"sea-or-shore","options":{"kit":"demo"},"players":[{"seat":"p1"},{"seat":"p2"},{"seat":"p3"}],'
    path = qm.write("old.jsonl", f'{header}"quartermaster":1}}\n{SETUP}\n{HIDDEN}\n')
    qm("import", path)
    (record,) = [entry["id"] for entry in qm("list", "--json").json_lines]
    assert all("salt" not in event for event in events(qm, record))
    assert qm("log", record, stdin="note a line\nlay odd !!\n").code == 0
    assert ["salt" in event for event in events(qm, record)] == [False, False, False, True]


def test_the_source_of_randomness_is_handed_in(store: Store) -> None:
    players = [{"seat": "p1"}, {"seat": "p2"}, {"seat": "p3"}]
    store.create({"quartermaster": 1, "game": "sea-or-shore", "players": players}, record_id=ID, at=0)
    logbook = Logbook(store, ID, lambda count: bytes(range(count)))
    written = logbook.log([Entry(json.loads(line), "line") for line in (SETUP, HIDDEN)], Terms(0, None))
    assert [one.event.salt for one in written.events] == [None, GIVEN]
    assert json.loads([*store.read(ID)][2])["salt"] == GIVEN


def test_a_dry_run_and_a_simulated_game(qm: Shell) -> None:
    record = table(qm)
    assert qm("log", record, "--dry-run", stdin=f"{SETUP}\n{HIDDEN}\n").code == 0
    qm("simulate", "sea-or-shore", "--players", "3", "--seed", "4", "-o", "one")
    qm("simulate", "sea-or-shore", "--players", "3", "--seed", "4", "-o", "two")
    one, two = ((qm.folder / name / "sea-or-shore-3p-4.full.jsonl").read_bytes() for name in ("one", "two"))
    assert one == two and b'"salt"' in one


@pytest.mark.parametrize("game", ["tiny"])
def test_a_game_without_rules_here_has_nothing_to_hide(qm: Shell, game: str) -> None:
    qm.write("game.jsonl", STORY)
    assert json.loads(STORY.splitlines()[0])["game"] == game
    qm("import", "game.jsonl")
    assert qm("verify", "game.jsonl", "--json").json.get("unsalted", []) == []
