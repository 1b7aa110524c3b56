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


# --- what verify, compare and the files for others say


def lines_of(*bodies: str) -> str:
    """A record of Sea or Shore as a file."""
    players = '[{"seat":"p1"},{"seat":"p2"},{"seat":"p3"}]'
    header = f'{{"game":"sea-or-shore","options":{{"kit":"demo"}},"players":{players},"quartermaster":1}}'
    return "\n".join(
        [header, *(json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")) for body in bodies)]
    )


def salted(body: str, salt: str = GIVEN) -> str:
    """The same event with a salt."""
    return json.dumps({**json.loads(body), "salt": salt})


OTHER = salt_of(bytes(16))


def test_verify_names_unsalted_events_and_no_audit_does(qm: Shell) -> None:
    path = qm.write("old.jsonl", lines_of(SETUP, HIDDEN, HIDDEN) + "\n")
    answer = qm("verify", path)
    assert answer.code == 0
    assert "  unsalted       2 events, the first is 2\n" in answer.out
    assert qm("verify", path, "--json").json["unsalted"] == [2, 3]
    found = qm("audit", path, "--json").json_lines[0]["findings"]
    assert "QM-SALT-1" not in {finding["rule"] for finding in found}
    for bodies, bare in (
        ((SETUP, salted(HIDDEN)), []),
        ((SETUP, salted(HIDDEN), salted(HIDDEN)), [2, 3]),
        ((SETUP, salted(HIDDEN), salted(HIDDEN, OTHER)), []),
    ):
        path = qm.write("game.jsonl", lines_of(*bodies) + "\n")
        assert qm("verify", path, "--json").json["unsalted"] == bare
        assert ("  unsalted  " in qm("verify", path).out) == bool(bare)
    assert "QM-SALT-1" in qm("rules", "sea-or-shore", "QM-SALT").out


def test_verify_says_that_only_a_salt_differs_and_two_scribes_are_not_told_apart_by_it(qm: Shell) -> None:
    one = qm.write("one.jsonl", lines_of(SETUP, salted(HIDDEN)) + "\n")
    two = qm.write("two.jsonl", lines_of(SETUP, salted(HIDDEN, OTHER)) + "\n")
    answer = qm("verify", one, "--against", two)
    assert answer.code == 3
    assert "event 2 was changed: only its salt differs" in answer.out
    assert GIVEN not in answer.out and OTHER not in answer.out
    assert qm("compare", one, two).code == 0


def test_who_gives_a_head_or_a_proof_away_is_told_what_to_mind(qm: Shell) -> None:
    qm("key", "new", "club.example/open")
    for name, body, words in (("salted", salted(HIDDEN), ""), ("bare", HIDDEN, "unsalted: 1 event, the first is 2")):
        path = qm.write(f"{name}.jsonl", lines_of(SETUP, body) + "\n")
        checkpoint, public, hidden = qm("checkpoint", path), qm("prove", path, 1), qm("prove", path, 2)
        assert [answer.code for answer in (checkpoint, public, hidden)] == [0, 0, 0]
        assert (words in checkpoint.err) and (words in public.err)
        assert ("unsalted" in checkpoint.err) == bool(words)
        assert "event 2 holds what not everybody saw" in hidden.err


@pytest.mark.parametrize("bare", [False, True], ids=["salted", "unsalted"])
def test_a_code_goes_to_those_who_may_know_it(qm: Shell, bare: bool) -> None:
    path = qm.write("game.jsonl", lines_of(SETUP, HIDDEN if bare else salted(HIDDEN)) + "\n")
    code = qm("show", path, "--json").json_lines[0]["code"]
    for viewer, whole in (("p1", True), ("p2", False), ("table", False), ("official", True)):
        told = qm("export", path, "--html", "--as", viewer, "-o", "page.html", "--force")
        assert told.code == 0, told.err
        for text in (told.err, (qm.folder / "page.html").read_text()):
            assert (code in text) == (whole or not bare), viewer
    for audience in ("officials", "parties", "public"):
        report = qm("report", path, "--for", audience).out
        assert (code in report) == (audience == "officials" or not bare)


def test_a_claim_notes_the_position_as_the_table_saw_it(qm: Shell) -> None:
    told = set()
    for card in ("red-11", "red-12"):
        record = table(qm)
        hands = '{"do":"setup","starter":"p1","treasures":["red-4","green-3","blue-2","purple-4"]}'
        assert qm("log", record, stdin=f"{hands}\n{HIDDEN.replace('red-11', card)}\n").code == 0
        assert qm("dispute", "open", record, "--by", "p2", "--about", 2, "--claim", "x").code == 0
        told.add(events(qm, record)[-1]["freeze"]["state"])
    assert len(told) == 1


def test_what_a_seat_signs_is_made_of_what_the_table_saw(qm: Shell) -> None:
    """Everybody reads the text: the count in it must not tell what is hidden."""
    qm("key", "new", "ann.example/key")
    told = set()
    qm("simulate", "gold-island", "--players", "2", "--seed", "0", "-o", ".")
    for form in ("full", "scribe"):
        lines = (qm.folder / f"gold-island-2p-0.{form}.jsonl").read_text().splitlines(keepends=True)
        path = qm.write(f"{form}.jsonl", "".join(lines[:30]))
        record, seat = qm("import", path, "--json").json["id"], json.loads(lines[0])["players"][0]["seat"]
        assert qm("key", "bind", record, seat, "ann.example/key").code == 0
        signed = qm("sign", record, seat, "--statement", "accept", "--key", "ann.example/key", "--no-input")
        assert signed.code == 0, signed.err
        text = events(qm, record)[-1]["text"]
        told.add(next(line for line in text.splitlines() if line.startswith("result")))
    assert len(told) == 1
