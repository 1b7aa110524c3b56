"""The outcome of a record cut at a head: result, signatures, and what is undecided there."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from records.record import Record, of_bodies
from replay.adjusting import adjust_problems
from replay.outcome import Outcome, TableResult
from replay.outcome_making import cut_at_head, newest_head, outcome_at, outcomes_of
from replay.places import Standing, places_of, possible_places
from replay.simulation import simulate
from tests.helpers.slow import many
from tests.helpers.tools import SECRETIVE
from tests.helpers.twins import pair_of

Body = dict[str, Any]


def table(*more: Body, seed: int = 3) -> list[Body]:
    """A whole game of three with an official, as bodies, and events behind it."""
    dealt = simulate("sea-or-shore", players=3, seed=seed)
    header = {**_header(dealt), "officials": [{"name": "Kim"}, {"name": "Mo", "level": "head"}]}
    bodies = [header, *(event.body() for event in dealt.events)]
    for body in more:
        bodies.append(_signed(bodies, body) if body["do"] == "sign" else body)
    return bodies


def _header(record: Record) -> Body:
    names = {"p1": "Ann", "p2": "Bob", "p3": "Cleo"}
    players = [{"seat": seat, "name": names[seat]} for seat in record.header.seats]
    return {"quartermaster": 1, "game": record.header.game, "players": players}


def _signed(before: list[Body], body: Body) -> Body:
    return {"head": of_bodies(before[0], before[1:]).head().text(), **body}


def sign(seat: str, statement: str = "accept", **more: Any) -> Body:
    """A sign-off under the head before it."""
    return {"do": "sign", "seat": seat, "by": seat, "statement": statement, **more}


def claim(**more: Any) -> Body:
    """A claim about the result."""
    return {"do": "dispute", "about": "result", "claim": "the count is wrong", "kind": "score", "by": "p1", **more}


def made(*more: Body) -> Record:
    """The record of `table`."""
    bodies = table(*more)
    return of_bodies(bodies[0], bodies[1:])


def outcome(*more: Body) -> Outcome:
    """Its outcome at the newest head."""
    return outcome_at(made(*more))


SIZE = len(table())
"""Lines of the game alone, the header among them."""


def test_a_finished_game_has_places_winners_and_points() -> None:
    found = outcome()

    assert found.whole
    assert found.is_known
    assert found.ended is not None
    assert sorted(found.result.places) == ["p1", "p2", "p3"]
    assert [seat for seat, place in found.result.places.items() if place == 1] == list(found.result.winners)
    assert all(isinstance(points, int) for points in found.result.scores.values())
    assert set(found.grades.values()) == {"none"}
    assert found.unsigned == ("p1", "p2", "p3")


def test_grades_say_how_each_player_signed() -> None:
    found = outcome(sign("p1"), sign("p2", device="tablet 4"), sign("p3", "refuse"))

    assert found.grades == {"p1": "C", "p2": "B", "p3": "refuse"}
    assert found.unsigned == ("p3",)


def test_a_reservation_shows_and_a_refusal_takes_back_no_acceptance() -> None:
    found = outcome(claim(), sign("p1", "accept-with", disputes=[SIZE]), sign("p1", "refuse"))

    assert found.grades["p1"] == "C-with"


def test_a_correction_that_counts_asks_for_a_new_signature() -> None:
    accepted = [sign("p1"), sign("p2"), sign("p3")]
    fix: Body = {"do": "insert", "after": 2, "action": {"do": "note", "text": "late"}, "by": "scribe"}
    waits = outcome(*accepted, fix)
    again = outcome(*accepted, fix, sign("p1"), sign("p2"), sign("p3"))

    assert [waiting.seq for waiting in waits.waiting] == [SIZE + 3]
    assert set(waits.grades.values()) == {"C"}, "what waits asks nobody anything"
    assert not again.waiting
    assert set(again.grades.values()) == {"C"}
    first = outcome(*accepted, fix, sign("p1"), sign("p2"))
    assert first.waiting


def test_what_is_undecided_and_what_was_ruled() -> None:
    ruled: Body = {
        "do": "ruling",
        "dispute": SIZE,
        "by": "Kim",
        "verdict": "upheld",
        "remedy": "adjust",
        "facts": {"standard": "agreed", "text": "counted again"},
        "adjust": {"kind": "assigned", "outcomes": [{"result": {"places": {"p1": 3, "p2": 2, "p3": 1}}}]},
        "penalties": [{"person": "Bob", "level": "warning", "infraction": "slow play"}],
        "time": 90,
    }
    assert not adjust_problems(ruled["adjust"], ("p1", "p2", "p3"))
    before, after = outcome(claim()), outcome(claim(), ruled)
    final = outcome(claim(), ruled, {"do": "final", "dispute": SIZE, "by": "Kim"})

    assert [(dispute.label, dispute.ruling) for dispute in before.disputes] == [("D1", None)]
    assert [(dispute.state, dispute.ruling) for dispute in after.disputes] == [("ruled", SIZE + 1)]
    assert after.result.places == {"p1": 3, "p2": 2, "p3": 1}
    assert after.adjusted == SIZE + 1
    ruling = after.ruling(SIZE + 1)
    assert ruling is not None
    assert (ruling.adjusts, ruling.in_effect, ruling.is_final, ruling.time) == (True, True, False, 90)
    assert ruling.without == before.result
    assert [(one.seat, one.level) for one in ruling.penalties] == [("p2", "warning")]
    assert not final.disputes
    assert [(one.is_final, one.without) for one in final.rulings] == [(True, None)]


def test_without_a_ruling_its_corrections_do_not_count() -> None:
    ruled = {"do": "ruling", "dispute": SIZE, "by": "Kim", "verdict": "upheld", "remedy": "rewind", "to": SIZE - 20}
    ruled["facts"] = {"standard": "agreed", "text": "the last round was played wrongly"}
    back = {"do": "rewind", "to": SIZE - 20, "ruling": SIZE + 1, "by": "Kim"}
    found = outcome(claim(), ruled, back)

    assert not found.over
    assert [ruling.without for ruling in found.rulings] == [outcome().result]


def test_a_ruling_that_waits_has_not_taken_effect() -> None:
    ruled = {"do": "ruling", "dispute": SIZE, "by": "Kim", "verdict": "upheld", "remedy": "stand"}
    ruled |= {"facts": {"standard": "agreed", "text": "so it was"}, "takes_effect": "when-final"}

    assert [ruling.in_effect for ruling in outcome(claim(), ruled).rulings] == [False]


def test_a_head_cuts_the_record() -> None:
    record = made(sign("p1"), sign("p2"))
    head = made(sign("p1")).head().text()
    found = cut_at_head(record, head)

    assert found is not None
    assert (found.head, found.size, found.grades) == (head, SIZE + 1, {"p1": "C", "p2": "none", "p3": "none"})
    assert cut_at_head(made(), head) is None, "these lines are not at hand"
    assert cut_at_head(record, f"{SIZE}:?") is not None


@pytest.mark.parametrize("head", ["12", "x:y", "-3:?", f"{SIZE}:{'A' * 43}=", "0:?"])
def test_a_head_that_is_not_the_records_leaves_nothing_whole(head: str) -> None:
    found = cut_at_head(made(), head)

    assert found is not None
    assert not found.whole
    assert found.trouble
    assert found.result == TableResult()


def test_the_root_is_kept_back_where_a_salt_is_missing() -> None:
    bodies = [{name: value for name, value in body.items() if name != "salt"} for body in table()]
    bare = of_bodies(bodies[0], bodies[1:])

    assert newest_head(made()) == made().head().text()
    assert newest_head(bare) == f"{SIZE}:?"
    assert outcome_at(bare).result == outcome().result


def test_outcomes_at_several_heads() -> None:
    record = made(sign("p1"))
    older = made().head().text()
    found = outcomes_of({"one": record, "gone wrong": "line 3 is damaged"}, [("one", older), ("elsewhere", older)])

    assert found.newest["one"].size == SIZE + 1
    assert found.at("one", older) is not None
    assert found.at("elsewhere", older) is None
    assert not found.newest["gone wrong"].whole
    assert found.newest["gone wrong"].trouble == "line 3 is damaged"


def test_a_game_without_rules_here_has_no_places() -> None:
    found = outcome_at(of_bodies({"quartermaster": 1, "game": "chess", "players": [{"seat": "p1"}]}, []))

    assert found.whole
    assert "chess" in found.trouble
    assert not found.is_known


@pytest.mark.slow
@pytest.mark.parametrize("salted", [True, False])
@pytest.mark.parametrize("game", sorted(SECRETIVE))
def test_nothing_that_is_hidden_from_somebody_shows_in_an_outcome(game: str, salted: bool) -> None:
    """What a tournament learns about a table is the same for twins that differ in one hidden fact."""
    rng, compared = Random(7), 0
    for _ in range(many(6, 60)):
        pair = pair_of(game, 3, rng, events=rng.choice((40, 10_000)), salted=salted)
        if pair is None:
            continue
        one, other = (outcome_at(record) for record in (pair.one, pair.other))
        if salted:  # with salts the heads differ, and tell nothing
            one, other = (replace(found, head="") for found in (one, other))
        assert one == other, pair.where
        compared += 1
    assert compared


def test_every_possible_order_and_no_other() -> None:
    known = [Standing("p1", 15, 15), Standing("p2", 10, 20), Standing("p3", 5, 5)]
    orders = possible_places(known)

    assert orders == (
        {"p1": 1, "p2": 2, "p3": 3},
        {"p2": 1, "p1": 2, "p3": 3},
        {"p1": 1, "p2": 1, "p3": 3},
    )
    assert possible_places([Standing("p1", 3, 3, wins=True), Standing("p2", 9, 9)]) == ({"p1": 1, "p2": 2},)
    assert len(possible_places([Standing("p1"), Standing("p2")])) == 3
    assert all(places_of(known).items() <= order.items() for order in orders)


def test_who_may_be_out_is_level_with_who_is_or_ahead() -> None:
    assert possible_places([Standing("p1", out=True), Standing("p2")]) == (
        {"p2": 1, "p1": 2},
        {"p1": 1, "p2": 1},
    )


def test_the_tie_break_decides_between_equal_points() -> None:
    standings = [Standing("p1", 10, 10, tie=(2,)), Standing("p2", 8, 10, tie=(1,))]

    assert possible_places(standings) == ({"p1": 1, "p2": 2},)
