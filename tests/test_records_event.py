"""Header and event: what a line must say, and how anything else is refused."""

from typing import Any

import pytest

from records.errors import Damaged, Refused
from records.event import Event, read_event, read_header
from records.record import Head, from_bytes, of_bodies, read_code, short_code
from tests.helpers.trust_samples import RECORD_ID, as_text, header, sample

PLAIN: dict[str, Any] = {"quartermaster": 1, "game": "loot-island", "players": [{"seat": "blue"}, {"seat": "red"}]}


def test_a_header_keeps_what_was_agreed_before_play() -> None:
    body = {
        **PLAIN,
        "id": RECORD_ID,
        "rules": 2,
        "title": "Final",
        "event": "Open 2026",
        "round": 3,
        "table": "B",
        "place": "Essen",
        "scribe": "Zoë",
        "officials": [{"name": "Kim", "level": "head"}, {"name": "Lee"}],
        "options": {"variants": ["storm"], "readings": {"LI-Q3": "clockwise"}, "kit": {"cards": []}},
        "windows": {"until": "sign"},
    }
    found = read_header(body)
    assert found.seats == ("blue", "red")
    assert found.options.readings == {"LI-Q3": "clockwise"}
    assert [(official.name, official.level) for official in found.officials] == [("Kim", "head"), ("Lee", "floor")]
    assert (found.round, found.table, found.place, found.rules) == (3, "B", "Essen", 2)


def test_a_header_needs_no_more_than_game_and_seats() -> None:
    found = read_header(PLAIN)
    assert found.id is None
    assert found.options.kit == "box"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"quartermaster": 2}, "form 2, this program reads form 1"),
        ({"quartermaster": 0}, "form 0"),
        ({"quartermaster": "1"}, "ill-formed"),
        ({"quartermaster": True}, "ill-formed"),
        ({"game": "Loot Island"}, "game is 'Loot Island'"),
        ({"game": "../x"}, "game is '../x'"),
        ({"game": "x" * 65}, "game is"),
        ({"game": None}, "ill-formed"),
        ({"players": "blue"}, "ill-formed"),
        ({"players": [{"seat": "Blue"}]}, "players[0].seat is 'Blue'"),
        ({"players": [{"seat": "blue"}, {"seat": ""}]}, "players[1].seat is ''"),
        ({"players": [{"seat": "blue", "nick": "B"}]}, "ill-formed"),
        ({"players": [{"name": "B"}]}, "ill-formed"),
        ({"players": [{"seat": "blue"}, {"seat": "official"}]}, "no seat can be called 'official'"),
        ({"players": [{"seat": "table"}]}, "no seat can be called 'table'"),
        ({"players": [{"seat": "scribe"}]}, "no seat can be called 'scribe'"),
        ({"players": [{"seat": "nobody"}]}, "no seat can be called 'nobody'"),
        ({"players": [{"seat": "blue"}, {"seat": "red"}, {"seat": "blue"}]}, "two players have the seat 'blue'"),
        ({"id": "42"}, "is not a ULID"),
        ({"id": RECORD_ID.lower()}, "is not a ULID"),
        ({"id": "8" + RECORD_ID[1:]}, "is not a ULID"),
        ({"id": RECORD_ID + "\n"}, "is not a ULID"),
        ({"colour": "red"}, "unknown field `colour`"),
        ({"options": {"variant": []}}, "unknown field `variant`"),
        ({"options": {"readings": {"LI-Q3": 1}}}, "ill-formed"),
        ({"round": 1.5}, "$.round is the number 1.5"),
        ({"title": "A\u030a"}, "$.title is not in the NFC form"),
        ({"title": "x" * 70_000}, "65,536 are allowed"),
    ],
)
def test_a_header_that_is_not_one_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as caught:
        read_header({**PLAIN, **change}, "game.jsonl line 1")
    assert words in caught.value.what
    assert caught.value.where == "game.jsonl line 1"


@pytest.mark.parametrize("body", [{"do": "setup"}, [], "x", None, {}])
def test_a_record_begins_with_a_header(body: Any) -> None:
    with pytest.raises(Refused, match="first line is not a header"):
        read_header(body)


def test_an_event_is_taken_apart_and_put_together_again() -> None:
    body = {"do": "play", "by": "blue", "at": "2026-11-15T18:00:00Z", "cards": ["red-3"], "landing": "N1"}
    event = read_event(body, 4)
    assert event == Event(4, "2026-11-15T18:00:00Z", "blue", "play", {"cards": ["red-3"], "landing": "N1"})
    assert event.body() == body
    assert event.data() == b'{"at":"2026-11-15T18:00:00Z","by":"blue","cards":["red-3"],"do":"play","landing":"N1"}'
    assert read_event({"do": "pass"}, 1).body() == {"do": "pass"}


@pytest.mark.parametrize(
    "at", ["2026-11-15T18:00:00Z", "2024-02-29T23:59:59Z", "2026-12-31T00:00:00.5Z", "0999-01-01T00:00:00Z"]
)
def test_times_in_utc_are_taken(at: str) -> None:
    assert read_event({"do": "x", "at": at}, 1).at == at


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("x", "an event is an object"),
        (["do"], "an event is an object"),
        (None, "an event is an object"),
        ({}, "`do` is None"),
        ({"do": None}, "`do` is None"),
        ({"do": 5}, "`do` is 5"),
        ({"do": ""}, "`do` is ''"),
        ({"do": "Play"}, "`do` is 'Play'"),
        ({"do": "play it"}, "`do` is 'play it'"),
        ({"do": "pläy"}, "`do` is 'pläy'"),
        ({"do": "play\n"}, "`do` is 'play\\n'"),
        ({"do": "x", "by": None}, "`by` is None"),
        ({"do": "x", "by": ""}, "`by` is ''"),
        ({"do": "x", "by": 1}, "`by` is 1"),
        ({"do": "x", "at": None}, "`at` is None"),
        ({"do": "x", "at": 1700000000}, "`at` is 1700000000"),
        ({"do": "x", "at": "18:00"}, "`at`: '18:00' is not a time"),
        ({"do": "x", "at": "2026-11-15T18:00:00"}, "is not a time"),
        ({"do": "x", "at": "2026-11-15T18:00:00+01:00"}, "is not a time"),
        ({"do": "x", "at": "2026-11-15 18:00:00Z"}, "is not a time"),
        ({"do": "x", "at": "2026-02-30T18:00:00Z"}, "is not a time"),
        ({"do": "x", "at": "2026-11-15T24:00:00Z"}, "is not a time"),
        ({"do": "x", "at": "２026-11-15T18:00:00Z"}, "is not a time"),
        ({"do": "x", "n": 0.5}, "$.n is the number 0.5"),
    ],
)
def test_an_event_that_is_not_one_is_refused_in_words(body: Any, words: str) -> None:
    with pytest.raises(Refused) as caught:
        read_event(body, 3, "game.jsonl line 4")
    assert words in caught.value.what
    assert caught.value.where == "game.jsonl line 4"
    assert caught.value.mend


def test_a_file_names_the_line_in_which_header_or_event_is_wrong() -> None:
    with pytest.raises(Damaged) as caught:
        of_bodies(header(), [{"do": "setup"}, {"do": "Bad"}])
    assert (caught.value.where, caught.value.seq) == ("record line 3", 2)
    with pytest.raises(Damaged) as caught:
        of_bodies({"do": "setup"}, [])
    assert (caught.value.where, caught.value.seq) == ("record line 1", 0)


def test_a_head_is_written_and_read_and_its_code_fits_on_paper() -> None:
    head = sample().head()
    assert head.size == 41
    assert Head.from_text(head.text()) == head
    assert Head.from_text(f" {head.text()}\n") == head
    assert head.code == short_code(head.root) == read_code(head.code.lower().replace("-", " "))
    assert len(head.code) == 9
    assert from_bytes(as_text(sample())).head() == head


@pytest.mark.parametrize(
    "text",
    ["", ":", "41", "41:", "x:AAAA", "-1:AAAA", "041:AAAA", "4²:AAAA", "41:AAAA", "41:" + "A" * 44, "41:" + "é" * 44],
)
def test_what_is_not_a_head_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        Head.from_text(text)


def test_a_root_has_one_spelling() -> None:
    text = Head(1, bytes(32)).text()
    with pytest.raises(Refused):
        Head.from_text(text.replace("A=", "B="))


@pytest.mark.parametrize("text", ["", "ABCD-234", "ABCD-23456", "ABCD-2341", "ÄBCD-2345"])
def test_what_is_not_a_short_code_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="not a short code"):
        read_code(text)
