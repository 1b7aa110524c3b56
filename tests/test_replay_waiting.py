"""A signed and closed game: nobody changes its winner alone, and what a correction waits for."""

from itertools import combinations
from typing import Any

import pytest

import replay
from records.event import event_of
from records.record import of_bodies
from records.timeline import Places
from replay.disputes.judge import judge_procedure
from replay.disputes.line import line_of
from replay.library import game_of, table_of
from replay.mending import undo
from replay.session import Session
from tests.helpers.dispute_samples import (
    CLOSE,
    HEADER,
    PLAY,
    RECORD_ID,
    SIGNED,
    dispute,
    key,
    lay,
    ruling,
    settle,
    signed,
    signed_with_key,
)
from tests.helpers.tools import dealt

Body = dict[str, Any]
DEALT = dealt("loot-island", 4, 3)
LOOT: Body = {**DEALT.header, "officials": HEADER["officials"]}
SEATS = [player["seat"] for player in LOOT["players"]]


def tick(bodies: list[Body], seat: str) -> Body:
    return {"do": "sign", "seat": seat, "statement": "accept", "head": of_bodies(LOOT, bodies).head().text()}


def all_sign(bodies: list[Body]) -> list[Body]:
    made = list(bodies)
    for seat in SEATS:
        made.append(tick(made, seat))
    return made


def swapped(bodies: list[Body]) -> list[Body]:
    """Two healers exchanged, so that another wins."""
    won = replay.score_of(of_bodies(LOOT, bodies)).winners
    healers = [seq for seq, body in enumerate(bodies, 1) if body["do"] == "healer"]
    for one, two in combinations(healers, 2):
        cards = bodies[one - 1]["card"], bodies[two - 1]["card"]
        fixes: list[Body] = [
            {"do": "amend", "target": one, "action": {**bodies[one - 1], "card": cards[1]}},
            {"do": "amend", "target": two, "action": {**bodies[two - 1], "card": cards[0]}},
        ]
        if replay.score_of(of_bodies(LOOT, [*bodies, *fixes])).winners != won:
            return fixes
    raise AssertionError("no exchange of healers changes the winner")


def outcome(bodies: list[Body]) -> tuple[tuple[str, ...], list[tuple[int, str]]]:
    """The winners, and every finding about a correction."""
    record = of_bodies(LOOT, bodies)
    found = [
        (item.seq, str(item.answer)) for item in replay.audit_of(record).findings if item.rule.startswith("QM-FIX")
    ]
    return tuple(replay.score_of(record).winners), found


def test_the_scribe_alone_cannot_change_the_winner_of_a_signed_and_closed_game() -> None:
    played = DEALT.scribe
    fixes = swapped(played)
    (won, _), (other, _) = outcome(played), outcome([*played, *fixes])
    assert won != other, "before anybody signed, the scribe may mend it"
    closed = [*all_sign(played), CLOSE]
    size = len(closed)
    waits = [(size + 1, "open"), (size + 2, "open")]
    assert outcome([*closed, *fixes]) == (won, waits)
    claim = {**dispute(size + 1), "by": SEATS[0]}
    confirmed = [*closed, *fixes, claim, ruling(size + 3, confirms=[size + 1, size + 2])]
    assert outcome(confirmed) == (other, [])
    appealed = [*confirmed, {"do": "appeal", "by": SEATS[1], "ruling": size + 4, "grounds": "fact"}]
    assert outcome([*appealed, ruling(size + 3, by="Lee")]) == (won, waits), "another ruling does not confirm them"
    again = all_sign([*closed, *fixes])
    assert outcome(again[:-1]) == (won, waits), "one seat has not accepted again"
    assert outcome(again) == (other, [])


# --- the corners of the page


def counts(bodies: list[Body], header: Body = HEADER) -> list[Any]:
    """The cards that lie, in their order."""
    record = of_bodies(header, bodies)
    return [
        event.fields["shows"]
        for event in line_of(record.header, record.events).events_that_count()
        if event.do == "lay"
    ]


def states(bodies: list[Body]) -> dict[int, str]:
    record = of_bodies(HEADER, bodies)
    return {held.seq: held.state for held in judge_procedure(record.header, RECORD_ID, record.events).cases.held}


NINE: Body = {"do": "amend", "target": 3, "action": lay("p2", 9)}
START_2 = [*PLAY, *SIGNED]
"""Events 1 to 5: p1 laid red, p2 laid 7, both signed."""


def test_what_nobody_accepted_yet_is_corrected_freely() -> None:
    assert counts([*START_2, lay("p3", 4), {"do": "amend", "target": 6, "action": lay("p3", 5)}]) == ["red", 7, 5]
    assert counts([*START_2, lay("p3", 4), {"do": "insert", "after": 6, "action": lay("p3", 5)}]) == ["red", 7, 4, 5]
    assert counts([*START_2, lay("p3", 4), {"do": "rewind", "to": 5}]) == ["red", 7]


def test_what_was_put_in_before_a_covered_event_is_covered_with_it() -> None:
    put_in: Body = {"do": "insert", "after": 2, "action": lay("p3", 1)}
    bodies = [*START_2, put_in, dispute(6), ruling(7, confirms=[6])]
    assert counts(bodies) == ["red", 1, 7]
    assert counts([*bodies, {"do": "amend", "target": 6, "action": lay("p3", 2)}]) == ["red", 1, 7]


def test_a_refusal_covers_nothing_and_takes_back_no_acceptance() -> None:
    refuses = [*PLAY, signed(PLAY, "p1", "refuse")]
    assert counts([*refuses, NINE]) == ["red", 9]
    assert counts([*START_2, signed(START_2, "p1", "refuse"), NINE]) == ["red", 7]


def test_who_signs_an_older_state_signs_again() -> None:
    """A head that does not hold every correction before it is no acceptance, neither the first nor a second time."""
    old = [*PLAY, {"do": "amend", "target": 2, "action": lay("p1", 4)}, signed(PLAY, "p1")]
    assert counts([*old, NINE]) == [4, 9]
    stale = [*START_2, NINE, signed(START_2, "p1"), signed(START_2, "p2")]
    assert counts(stale) == ["red", 7]


def test_one_who_signed_with_a_key_accepts_again_with_a_key() -> None:
    own = [*PLAY, key()]
    own.append(signed_with_key(own))
    own.append(NINE)
    assert counts([*own, signed(own, "p1")]) == ["red", 7]
    assert counts([*own, signed_with_key(own)]) == ["red", 9]


def test_an_official_appointed_after_the_signatures_counts_only_by_one_who_is_known() -> None:
    floor = {**HEADER, "officials": []}

    def tried(*appointed: Body) -> list[Any]:
        made = [*PLAY, *[one for one in appointed if one.get("early")]]
        made = [{name: value for name, value in one.items() if name != "early"} for one in made]
        tick_ = {"do": "sign", "seat": "p1", "statement": "accept", "head": of_bodies(floor, made).head().text()}
        made += [tick_, *[one for one in appointed if not one.get("early")], NINE]
        seq = len(made)
        last = appointed[-1]["name"]
        return counts([*made, dispute(seq), ruling(seq + 1, by=last, confirms=[seq])], floor)

    scribes: Body = {"do": "appoint", "by": "scribe", "name": "Eve", "level": "head"}
    assert tried(scribes) == ["red", 7], "the scribe would be their own judge"
    assert tried({**scribes, "early": True}) == ["red", 9]
    assert tried({**scribes, "early": True}, {"do": "appoint", "by": "Eve", "name": "Max"}) == ["red", 9]


def test_a_settlement_is_not_enough_and_a_void_refuses() -> None:
    bodies = [*START_2, NINE, dispute(6)]
    assert counts([*bodies, settle(dispute=7)]) == ["red", 7]
    assert states([*bodies, settle(dispute=7)]) == {6: "waits"}
    voids = [*bodies, ruling(7, remedy="void", targets=[6])]
    assert states(voids) == {6: "refused"}
    agreed = [*voids, signed(voids, "p1")]
    assert counts([*agreed, signed(agreed, "p2")]) == ["red", 7], "nothing else makes it count while that ruling stands"


def test_a_ruling_that_waits_until_it_is_final_confirms_then() -> None:
    bodies = [*START_2, NINE, dispute(6), ruling(7, confirms=[6], takes_effect="when-final")]
    assert counts(bodies) == ["red", 7]
    final = [*bodies, {"do": "final", "dispute": 7, "by": "Kim"}]
    assert counts(final) == ["red", 9]
    assert counts([*final, {"do": "reopen", "dispute": 7, "by": "Lee", "why": "news"}]) == ["red", 7]


def test_a_close_covers_everybody_and_may_be_taken_back_by_the_very_next_event() -> None:
    void: Body = {"do": "amend", "target": 4, "action": None}
    assert counts([*PLAY, CLOSE, NINE]) == ["red", 7]
    assert counts([*PLAY, CLOSE, void, NINE]) == ["red", 9]
    assert counts([*PLAY, CLOSE, {"do": "note", "text": "x"}, void, NINE]) == ["red", 7]
    assert counts([*PLAY, CLOSE, {**void, "by": "p1"}, NINE]) == ["red", 7], "only the scribe's slip"


def test_a_close_put_in_by_a_correction_covers_nothing() -> None:
    put_in: Body = {"do": "insert", "after": 3, "action": CLOSE}
    assert counts([*PLAY, put_in, NINE]) == ["red", 9]


def test_a_close_struck_out_by_a_ruling_covers_nothing_any_more() -> None:
    bodies = [*PLAY, CLOSE, NINE, dispute(4), ruling(6, remedy="void", targets=[4])]
    assert counts(bodies) == ["red", 7]
    assert counts([*bodies, {"do": "amend", "target": 4, "action": None, "ruling": 7, "by": "Kim"}]) == ["red", 9]


def test_what_a_correction_does_is_fixed_while_another_waits() -> None:
    """A rewind that waits takes nothing away yet; once it counts it takes what stood there when it was logged."""
    bodies = [*START_2, {"do": "rewind", "to": 2}, lay("p3", 4), dispute(6), ruling(8, confirms=[6])]
    assert counts(bodies[:-1]) == ["red", 7, 4]
    assert counts(bodies) == ["red", 4]


def test_a_correction_that_waits_may_be_named_as_a_place() -> None:
    put_in: Body = {"do": "insert", "after": 2, "action": lay("p3", 1)}
    behind: Body = {"do": "insert", "after": 6, "action": lay("p3", 2)}
    bodies = [*START_2, put_in, behind, dispute(7)]
    assert counts([*bodies, ruling(8, confirms=[7])]) == ["red", 2, 7]
    assert counts([*bodies, ruling(8, confirms=[6, 7])]) == ["red", 1, 2, 7]


# --- one event after the other


@pytest.mark.parametrize("how", ["sign", "ruling"])
def test_a_session_follows_what_comes_to_count_later(how: str) -> None:
    record = of_bodies(HEADER, START_2)
    game = game_of("sea-or-shore")
    session = Session.of(game, table_of(game, record.header), record.events)
    bodies = [*START_2, NINE]
    if how == "sign":
        for seat in ("p1", "p2"):
            bodies.append(signed(bodies, seat))
    else:
        bodies += [dispute(6), ruling(7, confirms=[6])]
    bodies.append(lay("p3", 4))
    for seq, body in enumerate(bodies[len(START_2) :], len(START_2) + 1):
        judged = session.add(event_of(body, seq))
        assert judged.step.seq == seq
        whole = Session.of(game, session.table, of_bodies(HEADER, bodies[:seq]).events)
        assert session.state == whole.state, seq
    assert [entry["shows"] for entry in game.document(session.state)["lays"]] == ["red", 9, 4]


def places_of(*bodies: Body) -> Places:
    record = of_bodies(HEADER, list(bodies))
    return line_of(record.header, record.events)


def test_undo_passes_to_corrections_that_wait() -> None:
    assert undo(places_of(*START_2, NINE)) == {"do": "amend", "target": 6, "action": None, "why": "undo"}
    put_in: Body = {"do": "insert", "after": 2, "action": lay("p3", 1)}
    assert (undo(places_of(*START_2, put_in)) or {})["target"] == 6
    assert (undo(places_of(*PLAY, CLOSE)) or {}) == {
        "do": "amend",
        "target": 4,
        "action": None,
        "why": "undo",
    }
