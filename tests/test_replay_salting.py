"""Salts: which events need one, who is shown what a head is made of, and that a salt means nothing."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from records.record import Record, of_bodies
from records.salt import salt_of
from replay.action import Unreadable, body_of
from replay.audit import audit
from replay.disputes.twins import compare
from replay.library import game_ids, game_of
from replay.playout import OFFICIAL, digest, play_out
from replay.read import read_timeline
from replay.reel import Eyes, Played, judged, played
from replay.salting import may_see_head, seen_line, sees_all, uncounted, unsalted
from replay.simulation import simulate
from replay.view import TABLE, is_salt_due, mask_action
from tests.helpers.tools import UNLINKED, dealt

GAMES = game_ids()
Body = dict[str, Any]


def salt(number: int) -> str:
    """A salt like no other."""
    return salt_of(number.to_bytes(16, "big"))


def header(**more: Any) -> Body:
    """A table of Sea or Shore."""
    seats = [{"seat": "p1"}, {"seat": "p2"}, {"seat": "p3"}]
    return {"quartermaster": 1, "game": "sea-or-shore", "players": seats, "options": {"kit": "demo"}, **more}


SETUP: Body = {"do": "setup", "starter": "p1", "treasures": ["red-4", "green-3", "blue-2", "purple-4"]}
PASS: Body = {"do": "pass", "cards": {"p1": "red-11", "p2": "?", "p3": "?"}}


def due(*bodies: Body, **more: Any) -> list[int]:
    """The events of a record that want a salt."""
    found = played(of_bodies(header(**more), bodies))
    return unsalted(found.game, found.table, found.record.events)


def seen(bodies: list[Body], viewer: str, timeline: Any = "recorded") -> list[Body]:
    """The events of a record as somebody sees them."""
    found = played(of_bodies(header(officials=[{"name": "Kim", "level": "head"}]), bodies))
    line = seen_line(found.game, found.table, found.record.events, timeline, viewer)
    return [body_of(placed.action) for placed in line]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_salt_is_due_exactly_where_a_seat_or_the_table_sees_less(game_id: str) -> None:
    game = game_of(game_id)
    for players in game.player_counts:
        found = played(simulate(game_id, players=players, seed=3))
        for _, action in read_timeline(game, found.table, found.record.events):
            for viewer in (*found.table.seats, TABLE):
                if mask_action(game, found.table, action, viewer) is not action:
                    assert is_salt_due(game, found.table, action)
                    break
            else:
                assert not is_salt_due(game, found.table, action)


@pytest.mark.parametrize("game_id", GAMES)
def test_simulated_records_have_every_salt_that_is_due_and_no_other(game_id: str) -> None:
    for form in ("full", "scribe", "revealed"):
        found = played(simulate(game_id, seed=5, form=form))
        game, table, events = found.game, found.table, found.record.events
        assert unsalted(game, table, events) == []
        bare = [event.unsalted() for event in events]
        assert unsalted(game, table, bare) == [event.seq for event in events if event.salt is not None]
        salts = [event.salt for event in events if event.salt is not None]
        assert len(set(salts)) == len(salts)


@pytest.mark.parametrize("game_id", UNLINKED)
def test_no_state_answer_or_comparison_follows_from_a_salt(game_id: str) -> None:
    record = simulate(game_id, seed=4)
    bodies = [event.body() for event in record.events]
    rng = Random(1)
    other = [{**body, "salt": salt_of(rng.randbytes(16))} for body in bodies]
    bare = [{name: value for name, value in body.items() if name != "salt"} for body in bodies]
    told = set()
    for lines in (bodies, other, bare):
        found = played(of_bodies(msgspec.to_builtins(record.header), lines))
        line = read_timeline(found.game, found.table, found.record.events)
        findings = msgspec.json.encode(audit(found.game, found.table, line).findings)
        state = play_out(found.game, found.table, found.record.events).state_at()
        told.add((findings, digest(found.game, state)))
        assert not compare(record.events, found.record.events).differing
    assert len(told) == 1


def test_what_a_mask_hides_wants_a_salt() -> None:
    hands = {"do": "observe", "facts": {"hands.p1": ["red-1"], "supply": 3}}
    claim = {"do": "dispute", "by": "p1", "about": 1, "claim": "x"}
    assert due(SETUP, PASS) == [2]
    assert due(SETUP, {"do": "pass"}) == []
    assert due(SETUP, {**PASS, "salt": salt(1)}) == []
    assert due(SETUP, hands) == [2]
    assert due(SETUP, {"do": "observe", "facts": {"hands.p1.count": 4, "hands.p2": 4, "supply": 3}}) == []
    assert due(SETUP, {"do": "observe", "facts": {"hands": {"p1": ["red-1"]}}}) == [2]
    assert due(SETUP, {"do": "observe", "facts": {"cards of p1": ["red-1"]}}) == [2]
    assert due(SETUP, {**claim, "freeze": {"state": "x", "clocks": {"p1": 4}}}) == []
    assert due(SETUP, {**claim, "freeze": {"recount": {"hands.p1": ["red-1"]}}}) == [2]
    assert due(SETUP, {"do": "reveal", "what": "x", "value": 1}) == []
    assert due(SETUP, {"do": "reveal", "what": "x", "value": 1, "to": ["p1"]}) == [2]
    assert due(SETUP, {"do": "unread", "said": "b7?"}, {"do": "unread"}) == [2]
    assert due(SETUP, {"do": "lay", "nonsense": 1}) == [2]
    assert due(SETUP, {"do": "amend", "target": 1, "action": {**PASS}}) == [2]
    assert due(SETUP, {"do": "note", "text": "red-1"}) == []
    for see, wants in (("officials", [2]), ("parties", [2]), ("public", [])):
        assert due(SETUP, {"do": "evidence", "dispute": 1, "kind": "statement", "text": "x", "see": see}) == wants


def test_a_salt_serves_one_event_and_that_of_a_seal_all_its_reveals() -> None:
    opening = {"do": "reveal", "what": "x", "value": 1, "to": ["p1"], "seal": "s1.a", "salt": salt(1)}
    assert due({**PASS, "salt": salt(1)}, {**PASS, "salt": salt(1)}) == [1, 2]
    assert due({**PASS, "salt": salt(1)}, {"do": "note", "text": "x", "salt": salt(1)}) == [1]
    assert due(opening, opening) == []
    assert due(opening, {**opening, "seal": "s1.b"}) == [1, 2]
    stated = {name: value for name, value in opening.items() if name != "salt"}
    assert due(stated) == [1]


@pytest.mark.parametrize("wrong", ["", "1234", 7, None, "A" * 21, "A" * 23, "A" * 21 + "B", "A" * 21 + "+"])
def test_a_salt_of_another_form_leaves_the_event_unread(wrong: Any) -> None:
    found = played(of_bodies(header(), [SETUP, {**PASS, "salt": wrong}]))
    line = read_timeline(found.game, found.table, found.record.events)
    action = line[1].action
    assert isinstance(action, Unreadable) and action.field == "salt"
    (finding,) = [item for item in audit(found.game, found.table, line).findings if item.rule == "QM-READ-2"]
    assert (finding.seq, finding.answer) == (2, "open")
    assert "salt" not in finding.facts["event"]


def test_who_sees_the_event_as_it_is_gets_its_salt_and_nobody_else() -> None:
    bodies = [{**SETUP, "salt": salt(1)}, {**PASS, "salt": salt(2), "said": "p1 gave r11"}]
    whole = seen(bodies, OFFICIAL)
    assert [body["salt"] for body in whole] == [salt(1), salt(2)]
    for viewer in ("p1", "p2", "p3", TABLE):
        setup, passed = seen(bodies, viewer)
        assert setup["salt"] == salt(1)
        known = viewer in ("p1", "p3")
        assert ("salt" in passed) == ("said" in passed) == known
        assert passed["cards"]["p1"] == ("red-11" if known else "?")


def test_what_was_counted_is_shown_to_those_who_see_it_on_the_table() -> None:
    facts = {"hands.p1": ["red-1", "red-2"], "hands.p2.count": 3, "supply": 4, "hands.p3": 5, "odd": "red-9"}
    bodies = [SETUP, {"do": "observe", "facts": facts, "salt": salt(1)}]
    mine = seen(bodies, "p1")[1]
    assert mine["facts"] == {**facts, "odd": "?"}
    others = seen(bodies, "p2")[1]
    assert others["facts"] == {**facts, "hands.p1": ["?", "?"], "odd": "?"}
    assert "salt" not in others


def test_a_count_that_is_hidden_is_not_held_against_the_table() -> None:
    hand = ["red-1", "blue-2", "green-3"]
    position = {"phase": "lay", "hands": {"p1": hand, "p2": ["?"] * 3, "p3": ["?"] * 3}}
    bodies = [{"do": "setup", "position": position}, {"do": "observe", "facts": {"hands.p1": ["red-4", *hand[1:]]}}]
    found = played(of_bodies(header(), bodies))
    for viewer, broken in ((OFFICIAL, ["SS-OBS-1"]), ("p1", ["SS-OBS-1"]), ("p2", []), (TABLE, [])):
        line = seen_line(found.game, found.table, found.record.events, "effective", viewer)
        told = [one for one in audit(found.game, found.table, line).findings if one.answer == "broken"]
        assert [one.rule for one in told if one.rule == "SS-OBS-1"] == broken, viewer


def test_what_the_scribe_ascribed_to_the_wrong_seat_is_not_told_by_the_correction() -> None:
    meant = {"do": "pass", "cards": {"p1": "?", "p2": "red-11", "p3": "?"}}
    bodies = [SETUP, PASS, {"do": "amend", "target": 2, "action": meant}]
    assert [seen(bodies, "p1")[1]["cards"]["p1"], seen(bodies, OFFICIAL)[1]["cards"]["p1"]] == ["?", "red-11"]
    assert seen(bodies, "p2")[2]["action"]["cards"]["p2"] == "red-11"
    again = [*bodies, {"do": "amend", "target": 3, "action": None}]
    assert seen(again, "p1")[1]["cards"]["p1"] == "red-11"
    assert seen(again, "p2")[2]["action"]["cards"]["p2"] == "?"
    for gone in ({"do": "amend", "target": 2, "action": None}, {"do": "rewind", "to": 1}):
        assert seen([SETUP, PASS, gone], "p1")[1]["cards"]["p1"] == "?"
    inserted = [SETUP, {"do": "insert", "after": 1, "action": PASS}, {"do": "rewind", "to": 1}]
    assert seen(inserted[:2], "p1")[1]["action"]["cards"]["p1"] == "red-11"
    assert seen(inserted, "p1")[1]["action"]["cards"]["p1"] == "?"
    found = played(of_bodies(header(), inserted))
    assert uncounted(found.table, found.record.events) == {2, 3}


def claimed(*, salted: bool) -> Record:
    """A record with a hidden card, a claim and a signature."""
    one = {"salt": salt(1)} if salted else {}
    sign = {"do": "sign", "seat": "p1", "head": "4:abc", "statement": "accept", "text": "t", "signature": "s"}
    claim = {"do": "dispute", "by": "p1", "about": 1, "claim": "x", "freeze": {"state": "0" * 64}}
    return of_bodies(header(), [SETUP, {**PASS, **one}, claim, sign])


def test_a_record_without_its_salts_keeps_its_hashes_from_those_who_may_not_hold_it() -> None:
    for salted in (True, False):
        found = played(claimed(salted=salted))
        for viewer in (OFFICIAL, "p1", "p2", TABLE):
            line = seen_line(found.game, found.table, found.record.events, "effective", viewer)
            claim, sign = (body_of(placed.action) for placed in line[2:])
            may = may_see_head(found.game, found.table, found.record.events, viewer)
            assert may == (salted or viewer in (OFFICIAL, "p1"))
            hashes = [claim["freeze"]["state"], sign["head"], sign["text"], sign["signature"]]
            assert hashes == (["0" * 64, "4:abc", "t", "s"] if may else ["?", "4:?", "?", "?"])


def test_a_viewer_who_sees_everything_may_hold_the_record() -> None:
    found: Played = played(claimed(salted=False))
    sees = [sees_all(found.game, found.table, found.record.events, viewer) for viewer in ("p1", "p2", "p3", TABLE)]
    assert sees == [True, False, True, False]


def test_a_dealt_game_without_salts_reads_as_before() -> None:
    """Nothing was added to what a dealer writes: salts come in with the record."""
    assert all("salt" not in json.dumps(body) for body in dealt("lost-island", 2, 3).full)


def test_the_signature_of_a_ruling_is_a_hash_too() -> None:
    """Whoever knows the official's key could try values of what is hidden until the signature fits."""
    signed: Body = {"do": "ruling", "by": "Kim", "dispute": 3, "verdict": "upheld", "remedy": "stand"}
    signed |= {"text": "so be it", "head": "4:abc", "signature": "— kim.example AAAA"}
    claim: Body = {"do": "dispute", "by": "p1", "about": 1, "claim": "no"}
    whole = [SETUP, {**PASS, "salt": salt(1)}, claim]
    assert seen([*whole, signed], "p2")[3] == signed, "with every salt that is due, a head tells nothing"
    told = seen([SETUP, PASS, claim, signed], "p2")[3]
    assert told == {**signed, "head": "4:?", "signature": "?"}
    assert seen([SETUP, PASS, claim, signed], OFFICIAL)[3] == signed
    hidden = {**signed, "remedy": "amend", "targets": [2], "action": PASS, "takes_effect": "when-final"}
    told = seen([*whole, {**hidden, "salt": salt(2)}], "p2")[3]
    assert (told["action"]["cards"]["p1"], told["signature"], told["head"]) == ("?", "?", "4:abc")


def test_a_line_that_was_not_understood_is_told_without_its_words() -> None:
    found = played(of_bodies(header(), [SETUP, {"do": "unread", "said": "p1 has red-11", "salt": salt(1)}]))
    for viewer, said in ((OFFICIAL, "'p1 has red-11'"), ("p1", "A line was not understood."), (TABLE, "A line was")):
        reel, findings = judged(found, Eyes(viewer))
        assert said in reel.text(1)
        (finding,) = findings[2]
        assert ("red-11" in finding["why"]) == (viewer == OFFICIAL)
        assert "None" not in finding["why"]
