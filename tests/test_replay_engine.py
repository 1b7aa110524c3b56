"""The engine through its public functions: timelines, reading, sessions, views, the table."""

from typing import Any

import pytest

from records.errors import NotFound, Refused
from records.event import event_of
from records.record import of_bodies
from replay.action import Unreadable
from replay.audit import audit
from replay.diff import changes
from replay.library import game_ids, game_of, table_of
from replay.observe import compare
from replay.paths import Seen
from replay.playout import digest, play_out
from replay.read import read_event, read_timeline
from replay.session import Session
from replay.snapshot import pack_state, unpack_state
from tests.helpers.tools import Body, audit_of, dealt, found

GAME = game_of("sea-or-shore")
HEADER: Body = {
    "quartermaster": 1,
    "game": "sea-or-shore",
    "players": [{"seat": seat} for seat in ("p1", "p2", "p3", "p4")],
    "options": {"kit": "demo"},
}
START: Body = {"do": "setup", "position": {"decks": {"rb": {"up": "red-4"}, "gp": {"up": "green-1"}}}}
WRONG: Body = {"do": "lay", "by": "p2", "shows": "red"}
RIGHT: Body = {"do": "lay", "by": "p1", "shows": "red"}


def timeline_findings(lines: list[Body], timeline: Any) -> list[tuple[int, str]]:
    record = of_bodies(HEADER, lines)
    table = table_of(GAME, record.header)
    audited = audit(GAME, table, read_timeline(GAME, table, record.events, timeline))
    return [(item.seq, item.rule) for item in audited.findings]


# --- both timelines


def test_an_amended_fault_is_gone_from_the_effective_timeline_and_kept_in_the_recorded_one() -> None:
    lines = [START, WRONG, {"do": "amend", "target": 2, "action": RIGHT, "why": "misread"}]

    assert timeline_findings(lines, "effective") == []
    assert timeline_findings(lines, "recorded") == [(2, "SS-LAY-1")]


def test_a_voided_event_and_an_inserted_one() -> None:
    second = {"do": "lay", "by": "p2", "shows": 7}
    lines = [
        START,
        WRONG,
        {"do": "amend", "target": 2, "action": None},
        second,
        {"do": "insert", "after": 1, "action": RIGHT},
    ]

    assert timeline_findings(lines, "recorded") == [(2, "SS-LAY-1"), (4, "SS-LAY-1")]
    assert timeline_findings(lines, "effective") == []
    record = of_bodies(HEADER, lines)
    table = table_of(GAME, record.header)
    assert [placed.seq for placed in read_timeline(GAME, table, record.events)] == [1, 5, 4]


def test_a_finding_about_an_inserted_event_carries_the_seq_of_the_insertion() -> None:
    lines = [START, {"do": "insert", "after": 1, "action": WRONG}]

    assert timeline_findings(lines, "effective") == [(2, "SS-LAY-1")]


def test_a_rewind_takes_back_what_came_after() -> None:
    lines = [START, RIGHT, WRONG, {"do": "rewind", "to": 2}, {"do": "lay", "by": "p2", "shows": 7}]
    record = of_bodies(HEADER, lines)
    table = table_of(GAME, record.header)

    assert timeline_findings(lines, "recorded") == [(5, "SS-LAY-1")]
    assert timeline_findings(lines, "effective") == []
    final = play_out(GAME, table, record.events).state_at()
    assert [lay.shows for lay in final.lays] == ["red", 7]


def test_a_correction_that_names_nothing_is_a_finding() -> None:
    lines = [START, {"do": "amend", "target": 9, "action": None}]

    assert found(HEADER, lines) == [[2, "QM-READ-2", "open"]]


# --- reading


@pytest.mark.parametrize(
    ("body", "field", "words"),
    [
        ({"do": "lay", "by": "p1", "shows": "mauve"}, "shows", "mauve"),
        ({"do": "lay", "by": "p9", "shows": "red"}, "by", "p1, p2, p3, p4"),
        ({"do": "lay", "by": "p1", "shows": "red", "colour": 1}, "", "shows"),
        ({"do": "dance"}, "", "it has setup, pass, lay"),
        ({"do": "show", "cards": {"p1": "red-13"}}, "cards", "red-13"),
        ({"do": "turn", "treasures": ["gold-1"]}, "treasures", "red-4"),
        ({"do": "act", "by": "p1", "action": 1}, "from", "pile"),
        ({"do": "lay", "by": "p1", "shows": 13}, "shows", "12"),
    ],
)
def test_what_cannot_be_read_says_which_field_and_what_is_allowed(body: Body, field: str, words: str) -> None:
    table = table_of(GAME, of_bodies(HEADER, []).header)

    action = read_event(GAME, table, event_of(body, 2))

    assert isinstance(action, Unreadable)
    assert field in action.field
    assert words in action.why
    assert found(HEADER, [START, body]) == [[2, "QM-READ-2", "open"]]


def test_unknown_options_are_refused_with_what_is_allowed() -> None:
    def table_with(**options: Any) -> None:
        table_of(GAME, of_bodies({**HEADER, "options": options}, []).header)

    with pytest.raises(Refused, match="no variant 'fast'"):
        table_with(variants=["fast"])
    with pytest.raises(Refused, match="no question 'SS-Q99'"):
        table_with(readings={"SS-Q99": "yes"})
    with pytest.raises(Refused, match="does not answer SS-Q7"):
        table_with(readings={"SS-Q7": "perhaps"})
    with pytest.raises(Refused, match="no kit 'golden'"):
        table_with(kit="golden")
    with pytest.raises(NotFound, match="no game 'chess'"):
        game_of("chess")
    with pytest.raises(Refused, match="version 99"):
        table_of(GAME, of_bodies({**HEADER, "rules": 99}, []).header)


def test_a_kit_of_ones_own_settles_what_an_assumed_one_leaves_open() -> None:
    played = {"p1": "red-9", "p2": "red-3", "p3": "green-2", "p4": "purple-5"}
    decks = {"rb": {"up": "red-5"}, "gp": {"up": "green-1"}}
    lines = [{"do": "setup", "position": {"phase": "act", "played": played, "decks": decks}}]
    lines.append({"do": "turn", "treasures": ["red-5", "green-2"]})
    own = {
        "id": "club",
        "treasure": {"values_per_colour": [1, 2, 2, 3, 3, 4, 4, 5], "left_out_at_3_players": [2, 3, 4]},
    }

    assert found({**HEADER, "options": {}}, lines) == [[2, "SS-TURN-3", "open"]]
    assert found({**HEADER, "options": {"kit": own}}, lines) == [[2, "SS-TURN-3", "broken"]]


# --- logging


@pytest.mark.parametrize("seed", range(4))
def test_a_session_says_about_each_event_what_the_audit_without_hindsight_says(seed: int) -> None:
    simulated = dealt("sea-or-shore", 4, seed)
    lines = [*simulated.scribe[:60], {**simulated.scribe[5], "by": "p1"}, *simulated.revealed[-4:]]
    record = of_bodies(simulated.header, lines)
    table = table_of(GAME, record.header)

    session = Session.of(GAME, table, [])
    told = [[item.seq, item.rule, item.answer] for event in record.events for item in session.add(event).findings]

    assert told == found(simulated.header, lines, forward=True)
    assert session.state == play_out_forward(simulated.header, lines)


def play_out_forward(header: Body, lines: list[Body]) -> Any:
    return audit_of(header, lines, forward=True).final


def test_a_session_follows_corrections() -> None:
    record = of_bodies(
        HEADER, [START, WRONG, {"do": "amend", "target": 2, "action": RIGHT}, {"do": "rewind", "to": 77}]
    )
    session = Session.of(GAME, table_of(GAME, record.header), [])

    judged = [session.add(event) for event in record.events]

    assert [[item.rule for item in one.findings] for one in judged] == [[], ["SS-LAY-1"], [], ["QM-READ-2"]]
    assert [lay.seat for lay in session.state.lays] == ["p1"]


def test_a_session_goes_on_from_a_snapshot() -> None:
    simulated = dealt("sea-or-shore", 5, 3)
    record = of_bodies(simulated.header, simulated.full)
    table = table_of(GAME, record.header)
    half = len(record.events) // 2
    first = Session.of(GAME, table, record.events[:half])

    resumed = Session(
        GAME, table, unpack_state(GAME, table, pack_state(GAME, first.state)), lambda: list(record.events[:half])
    )
    for event in record.events[half:]:
        assert resumed.add(event).findings == []

    assert resumed.state == audit_of(simulated.header, simulated.full).final


# --- states


def test_every_step_can_be_gone_to_and_has_a_digest_of_its_own() -> None:
    simulated = dealt("sea-or-shore", 3, 1)
    record = of_bodies(simulated.header, simulated.full)
    table = table_of(GAME, record.header)
    replay = play_out(GAME, table, record.events)

    assert replay.state_at(0) == replay.start
    assert replay.state_at(30) == replay.steps[29].after == play_out(GAME, table, record.events, until=30).state_at()
    assert digest(GAME, replay.state_at(30)) != digest(GAME, replay.state_at(31))
    with pytest.raises(NotFound):
        replay.state_at(-1)


def test_a_seat_sees_its_own_hand_and_nobody_elses() -> None:
    simulated = dealt("sea-or-shore", 4, 7)
    record = of_bodies(simulated.header, simulated.full)
    table = table_of(GAME, record.header)

    seen = play_out(GAME, table, record.events, viewer="p2", until=2).state_at()
    public = play_out(GAME, table, record.events, viewer="table", until=2).state_at()

    assert "?" not in seen.hands["p2"]
    assert set(seen.hands["p1"]) - {simulated.full[1]["cards"]["p2"]} == {"?"}
    assert all(set(hand) == {"?"} for hand in public.hands.values())


def test_changes_name_paths_and_what_came_and_went() -> None:
    told = [str(change) for change in changes({"a": {"b": [1, 2], "c": None}}, {"a": {"b": [2, 3], "c": 5}})]

    assert told == ["a.b: −1 +3", "a.c: – → 5"]
    taking = changes({"takers": [], "done": False}, {"takers": ["red", "blue", "red", "red"], "done": True})
    assert [str(change) for change in taking] == ["takers: +red +blue +red×2", "done: false → true"]


def test_comparing_with_unknown_values() -> None:
    assert compare(Seen(["red-1", "?"], ordered=False), ["blue-2", "red-1"]) == "unknown"
    assert compare(Seen(["red-1", "?"], ordered=False), ["blue-2", "blue-3"]) == "differs"
    assert compare(Seen(["red-1", "?"]), ["red-1"]) == "differs"
    assert compare(Seen("?"), 3) == "unknown"
    assert compare(Seen(1), True) == "differs"


# --- games of third parties


def test_a_game_of_a_third_party_is_found_by_its_entry_point() -> None:
    """A package may offer a game; a name that no package offers is never imported."""
    assert "smugglers" in game_ids()
    assert game_of("smugglers").title == "Smugglers' Dozen"
    with pytest.raises(NotFound):
        game_of("os")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("chess", "no_such_package:GAME", "cannot be loaded: No module named 'no_such_package'"),
        ("chess", "smugglers:CHESS", "cannot be loaded: module 'smugglers' has no attribute 'CHESS'"),
        ("chess", "smugglers:GAME", "is not a game with the id 'chess'"),
        ("chess", "replay.games:__name__", "is not a game"),
    ],
)
def test_a_package_that_offers_no_game_is_reported_in_words(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    from importlib.metadata import EntryPoint

    from replay import library

    offered = EntryPoint(name, value, library.ENTRY_POINTS)
    monkeypatch.setattr(library, "_entry_points", lambda: {name: offered})

    with pytest.raises(Refused, match=why):
        game_of(name)
