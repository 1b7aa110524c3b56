"""Disputes through their public functions: windows, undo sheets, what if, resync, and comparing."""

import re
from typing import Any

import pytest

from records.errors import NotFound, Refused
from records.event import event_of
from records.record import of_bodies, read_record
from records.timeline import effective
from replay.audit import Audit, audit
from replay.disputes.cases import Cases
from replay.disputes.grown import Grown
from replay.disputes.judge import judge_procedure, with_procedure
from replay.disputes.resync import resync
from replay.disputes.twins import compare
from replay.disputes.undo import strike_sheet, undo_sheet
from replay.disputes.whatif import what_if
from replay.disputes.windows import in_words, problem_with, seconds_of
from replay.library import game_ids, game_of, table_of
from tests.helpers.dispute_samples import HEADER, PLAY, RECORD_ID, dispute, lay, ruling, signed
from tests.helpers.tools import FIXTURES, UNLINKED, dealt, timeline

Body = dict[str, Any]


def cases(bodies: list[Body], windows: Any = None, **more: Any) -> Cases:
    record = of_bodies({**HEADER, **({"windows": windows} if windows else {})}, bodies)
    game = game_of("sea-or-shore")
    table = table_of(game, record.header)
    return judge_procedure(record.header, RECORD_ID, record.events, game=game, table=table, **more).cases


# --- windows


@pytest.mark.parametrize(
    ("policy", "between", "late"),
    [
        ({"until": "next-action-of-opponent"}, [], False),
        ({"until": "next-action-of-opponent"}, [lay("p2")], False),
        ({"until": "next-action-of-opponent"}, [lay("p3")], True),
        ({"until": "n-actions", "n": 2}, [lay("p3")], False),
        ({"until": "n-actions", "n": 2}, [lay("p3"), lay("p1")], True),
        ({"until": "turn-end"}, [], False),
        ({"until": "turn-end"}, [lay("p3")], True),
        ({"until": "round-end"}, [lay("p3"), {"do": "round", "starter": "p1", "treasures": ["red-1"]}], True),
        ({"until": "round-end"}, [lay("p3")], False),
        ({"until": "close"}, [{"do": "close", "result": "finished"}], True),
        ({"until": "never"}, [{"do": "close", "result": "finished"}], False),
        ({"until": "sign"}, [signed(PLAY, "p3")], True),
        ({"until": "sign"}, [signed(PLAY, "p1")], False),
    ],
)
def test_a_window_ends_where_the_log_says(policy: Body, between: list[Body], late: bool) -> None:
    found = cases([*PLAY, *between, dispute(3)], {"illegal": policy}).cases[0].window
    assert (found.late, found.policy) == (late, policy)


@pytest.mark.parametrize(
    ("at", "late"), [("2026-11-15T20:29:00Z", False), ("2026-11-15T20:31:00Z", True), (None, None)]
)
def test_a_score_may_be_contested_for_half_an_hour(at: str | None, late: bool | None) -> None:
    close = {"do": "close", "result": "finished", "at": "2026-11-15T20:00:00Z"}
    claim = dispute("result", kind="score", **({"at": at} if at else {}))
    window = cases([*PLAY, close, claim]).cases[0].window
    assert (window.late, window.ended) == (late, "2026-11-15T20:30:00Z")


def test_a_round_the_game_cannot_tell_leaves_the_window_open() -> None:
    record = of_bodies({**HEADER, "windows": {"claim": {"until": "round-end"}}}, [*PLAY, dispute(3)])
    assert judge_procedure(record.header, RECORD_ID, record.events).cases.cases[0].window.late is None


def test_windows_may_be_a_list_and_a_claim_may_bring_its_own() -> None:
    listed = [{"kind": "illegal", "until": "n-actions", "n": 1}]
    assert cases([*PLAY, lay("p3"), dispute(3)], listed).cases[0].window.late is True
    assert cases([*PLAY, lay("p3"), dispute(3, window={"until": "never"})], listed).cases[0].window.late is False


@pytest.mark.parametrize(
    "policy",
    [
        {},
        {"until": "dawn"},
        {"until": "n-actions"},
        {"until": "n-actions", "n": 0},
        {"after": "tea"},
        {"after": "result", "for": "soon"},
    ],
)
def test_a_window_that_cannot_be_read_says_so(policy: Body) -> None:
    assert problem_with(policy)
    assert "cannot be read" in in_words(policy)


def test_durations() -> None:
    assert [seconds_of(text) for text in ("PT30M", "P1DT2H", "PT5S", "P", "30", None)] == [
        1800,
        93600,
        5,
        None,
        None,
        None,
    ]


def test_the_undo_window_is_data_in_the_header() -> None:
    amend = {"do": "amend", "target": 3, "action": None}
    bodies = [*PLAY, lay("p3"), lay("p1"), amend]
    assert cases(bodies).corrections[0].in_window
    assert not cases(bodies, {"undo": {"until": "n-actions", "n": 1}}).corrections[0].in_window
    assert not cases(bodies, {"undo": {"until": "next-action-of-opponent"}}).corrections[0].in_window


def test_a_ruling_is_final_by_itself_at_the_time_of_asking() -> None:
    bodies = [*PLAY, dispute(3), ruling(4, appeal_until="2026-11-15T20:00:00Z", at="2026-11-15T19:00:00Z")]
    assert cases(bodies).cases[0].state == "ruled"
    assert cases(bodies, now="2026-11-15T20:00:01Z").cases[0].state == "final"
    assert cases([*bodies, {"do": "note", "text": "x", "at": "2026-11-15T20:00:01Z"}]).cases[0].state == "final"


def test_a_rewind_takes_back_play_and_never_the_procedure() -> None:
    bodies = [*PLAY, dispute(3), ruling(4, remedy="rewind", to=1), {"do": "rewind", "to": 1, "ruling": 5}]
    assert [case.state for case in cases(bodies).cases] == ["ruled"]
    assert [event.seq for event in effective(of_bodies(HEADER, bodies).events)] == [1, 4, 5]


def broken_fixes(bodies: list[Body]) -> list[str]:
    record = of_bodies(HEADER, bodies)
    judged = judge_procedure(record.header, RECORD_ID, record.events)
    return [finding.why for finding in judged.findings if finding.rule == "QM-FIX-2"]


def test_a_rewind_that_a_ruling_orders_takes_away_what_the_ruling_also_names() -> None:
    """QM-FIX-2: the correction has the `also` of the ruling, no more and no less."""
    put_in: Body = {"do": "insert", "after": 1, "action": {"do": "note", "text": "forgotten"}}
    ruled = ruling(5, remedy="rewind", to=4, also=[2])
    back: Body = {"do": "rewind", "to": 4, "ruling": 6, "by": "Kim"}
    fits = [*PLAY, put_in, dispute(3), ruled, {**back, "also": [2]}]
    assert [event.seq for event in effective(of_bodies(HEADER, fits).events)] == [1, 4, 3, 5, 6]
    assert not broken_fixes(fits)
    assert broken_fixes([*PLAY, put_in, dispute(3), ruled, back]) == [
        "the ruling also takes back [2], but this nothing"
    ]


# --- corrections of corrections


def test_voiding_a_rewind_brings_back_what_it_dropped_and_voiding_that_drops_it_again() -> None:
    back: Body = {"do": "rewind", "to": 1}
    void: Body = {"do": "amend", "target": 4, "action": None}
    events = of_bodies(HEADER, [*PLAY, back, void, {"do": "amend", "target": 5, "action": None}]).events
    assert [event.seq for event in effective(events[:4])] == [1]
    assert [event.seq for event in effective(events[:5])] == [1, 2, 3]
    assert [event.seq for event in effective(events)] == [1]


def test_voiding_an_amendment_brings_back_the_event_as_it_was() -> None:
    amend: Body = {"do": "amend", "target": 2, "action": lay("p3")}
    events = of_bodies(HEADER, [*PLAY, amend, {"do": "amend", "target": 4, "action": None}]).events
    assert effective(events) == list(events[:3])


# --- over all games


def whole_audit(header: Body, bodies: list[Body]) -> Audit:
    """The audit of play and procedure together."""
    game, table, line, record = timeline(header, bodies)
    procedure = judge_procedure(record.header, RECORD_ID, record.events, game=game, table=table)
    return with_procedure(audit(game, table, line), procedure)


@pytest.mark.parametrize("game_id", UNLINKED)
def test_undo_sheets_and_what_if_work_for_every_game(game_id: str) -> None:
    game = game_of(game_id)
    simulated = dealt(game_id, game.player_counts[0], 3)
    record = of_bodies(simulated.header, simulated.scribe)
    table = table_of(game, record.header)
    for back in (1, 4, min(12, len(record.events) - 1)):
        to = len(record.events) - back
        sheet = undo_sheet(game, table, record.events, to)
        assert [step.seq for step in sheet.steps] == list(range(len(record.events), to, -1))
        assert sum(sheet.decisions.values()) <= back
        assert not sheet.simple or (back == 1 and not sheet.chance)
        both = what_if(game, table, record.events, [{"do": "rewind", "to": to}])
        assert [placed.seq for placed in both.then.line] == list(range(1, to + 1))


@pytest.mark.parametrize("game_id", UNLINKED)
def test_striking_out_a_line_costs_what_it_told_and_no_line_after_it(game_id: str) -> None:
    game = game_of(game_id)
    simulated = dealt(game_id, game.player_counts[0], 3)
    record = of_bodies(simulated.header, simulated.scribe)
    table = table_of(game, record.header)
    last = len(record.events)
    for target in range(max(2, last - 30), last + 1):
        sheet, back = (
            strike_sheet(game, table, record.events, target),
            undo_sheet(game, table, record.events, target - 1),
        )
        assert [step.seq for step in sheet.steps] == [target]
        assert (target in sheet.chance) == (target in back.chance)
        assert sum(sheet.decisions.values()) == (record.events[target - 1].by in table.seats)
        for seat, facts in sheet.learned.items():
            assert set(facts) <= set(back.learned[seat])
        if target == last:
            assert sheet.learned == back.learned and sheet.cannot == back.cannot
    with pytest.raises(NotFound):
        strike_sheet(game, table, record.events, last + 1)


def test_what_everybody_still_knows_is_said_once() -> None:
    """A tile that was turned over in front of four players is not four things that cannot be put back."""
    game = game_of("lost-island")
    simulated = dealt("lost-island", 4, 1)
    record = of_bodies(simulated.header, simulated.scribe)
    turned = next(event.seq for event in record.events if event.do == "flip")
    known = list(strike_sheet(game, table_of(game, record.header), record.events, turned).cannot)

    assert [words for words in known if "still know" in words] == known[:1]
    assert known[0].startswith("everybody still knows: ")


@pytest.mark.parametrize("game_id", UNLINKED)
def test_an_undo_sheet_speaks_of_what_is_not_there_in_words(game_id: str) -> None:
    """An explorer without a cell is in the boat; what nobody saw is not known; without coins there are none."""
    game = game_of(game_id)
    for count in game.player_counts:
        simulated = dealt(game_id, count, 3)
        record = of_bodies(simulated.header, simulated.scribe)
        sheet = undo_sheet(game, table_of(game, record.header), record.events, 1)
        told = [words for step in sheet.steps for words in step.put_back]
        assert told
        assert [words for words in told if re.search(r"None|True|False|from on |to on ", words)] == []


@pytest.mark.parametrize("game_id", UNLINKED)
def test_the_position_of_every_game_can_be_set_from_a_count(game_id: str) -> None:
    """With nothing recounted, the inserted position is the one that was there."""
    game = game_of(game_id)
    for seed in range(3):
        simulated = dealt(game_id, game.player_counts[0], seed)
        for share in (3, 2):
            bodies = simulated.full[: len(simulated.full) // share]
            record = of_bodies(simulated.header, bodies)
            table = table_of(game, record.header)
            fix = resync(game, table, record.events, {})
            both = what_if(game, table, record.events, [fix])
            assert both.then.document == both.now.document
            bodies += [
                dispute(1, by=simulated.header["players"][0]["seat"]),
                ruling(len(bodies) + 1, remedy="resync", observe=1),
                {**fix, "ruling": len(bodies) + 2, "by": "Kim"},
            ]
            assert whole_audit({**simulated.header, "officials": HEADER["officials"]}, bodies).findings == ()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_record_compared_with_itself_has_no_difference(game_id: str) -> None:
    simulated = dealt(game_id, game_of(game_id).player_counts[-1], 1)
    events = of_bodies(simulated.header, simulated.scribe).events
    assert compare(events, events).differing == ()
    left_out = min(9, len(events) - 1)
    fewer = [event for event in events if event.seq != left_out]
    found = compare(events, fewer)
    differing = [(pair.kind, pair.first.seq if pair.first else None) for pair in found.differing]
    assert differing == [("only-first", left_out)]
    assert found.common == (left_out - 1, left_out - 1)


def test_an_undo_sheet_to_what_does_not_count_is_an_error() -> None:
    game, table, _, record = timeline(HEADER, [*PLAY, {"do": "amend", "target": 3, "action": None}])
    with pytest.raises(NotFound):
        undo_sheet(game, table, record.events, 3)


def test_what_if_refuses_the_impossible() -> None:
    game, table, _, record = timeline(HEADER, PLAY)
    for body, words in (
        ({"do": "amend", "target": 9, "action": None}, "there is no event 9"),
        ({"do": "amend", "target": 2, "action": {"do": "fly"}}, "no action 'fly'"),
        ({"do": "rewind", "to": "x"}, "to"),
    ):
        with pytest.raises(Refused, match=words):
            what_if(game, table, record.events, [body])


def test_two_scribes_differ_in_one_field_and_agree_again() -> None:
    ours = [event_of(body, seq) for seq, body in enumerate([*PLAY, lay("p3", 4), lay("p1", 5)], 1)]
    theirs = [event_of(body, seq) for seq, body in enumerate([*PLAY, lay("p3", 9), lay("p1", 5)], 1)]
    found = compare(ours, theirs)
    assert found.common == (3, 3)
    assert [(pair.kind, pair.fields) for pair in found.differing] == [("differs", ("shows",))]


# --- stories


@pytest.mark.parametrize(
    ("story", "state", "verdict", "remedy"),
    [
        ("loot-island/rewound-three-turns-later", "final", "upheld", "rewind"),
        ("loot-island/left-to-stand", "final", "upheld", "stand"),
        ("lost-island/did-that-explorer-move", "final", "dismissed", "stand"),
        ("gold-island/overturned-on-appeal", "final", "dismissed", "stand"),
    ],
)
def test_the_stories_end_as_told(story: str, state: str, verdict: str, remedy: str) -> None:
    with (FIXTURES / f"{story}.jsonl").open("rb") as stream:
        record = read_record(stream, story)
    judged = judge_procedure(record.header, record.header.id or "", record.events)
    (case,) = judged.cases.cases
    assert case.standing is not None
    assert (case.state, case.standing.action.verdict, case.standing.action.remedy) == (state, verdict, remedy)
    assert [item for item in judged.findings if item.rule != "QM-SEAL-1"] == []


def test_a_list_that_grows_shares_its_items_and_keeps_its_length() -> None:
    none: Grown[int] = Grown()
    one = none.plus(1)
    two, other = one.plus(2), one.plus(3)
    assert (list(none), list(one), list(two), list(other)) == ([], [1], [1, 2], [1, 3])
    assert (two[-1], two[0], two[1:], len(two), 3 in two) == (2, 1, [2], 2, False)
    assert list(reversed(other)) == [3, 1] and two == one.plus(2) and two != other
    with pytest.raises(IndexError):
        one[1]


def test_a_batch_of_corrections_is_kept_once() -> None:
    """Each state after a correction once held a copy of all corrections before it."""
    notes = [{"do": "note", "text": "n"} for _ in range(4)]
    found = cases([*notes, *({"do": "amend", "target": seq, "action": None} for seq in range(1, 5))])
    assert [entry.target for entry in found.corrections] == [1, 2, 3, 4]
    assert isinstance(found.corrections, Grown)
