"""Readings that rulings set: which answer is in force at each event, in states, findings, sessions and kept states."""

import json
from typing import Any

import pytest

from records.record import Record, of_bodies
from replay.action import name_of
from replay.library import game_of
from replay.playout import play_out
from replay.reel import Eyes, Reel, judged, played
from replay.session import Session
from replay.simulation import simulate
from replay.whole_record import audit_of
from tests.helpers.slow import many, some

pytestmark = pytest.mark.slow

Body = dict[str, Any]
GAMES = ("gold-island", "loot-island", "lost-island", "sea-or-shore")
OFFICIALS = [{"name": "Kim"}, {"name": "Lee", "level": "head"}]


def dealt(game_id: str, seed: int = 2, form: Any = "full") -> tuple[Body, list[Body]]:
    """Header and events of a dealt game with officials, whose readings are those of its header."""
    record = simulate(game_id, players=game_of(game_id).player_counts[0], seed=seed, form=form)
    header, *bodies = [json.loads(line) for line in record.lines]
    return {**header, "officials": OFFICIALS}, bodies


def read_as(header: Body, question: str, answer: str) -> Body:
    options = header["options"]
    return {**header, "options": {**options, "readings": {**options["readings"], question: answer}}}


def ruled(question: str, answer: str, case: int, since: int | None = None, **more: Any) -> list[Body]:
    """A dispute and the ruling that sets a reading; `case` is the number of the dispute."""
    reading = {"question": question, "answer": answer, **({} if since is None else {"from": since})}
    ruling = {"do": "ruling", "by": "Kim", "dispute": case, "verdict": "upheld", "remedy": "stand", "reading": reading}
    claim = {"do": "dispute", "by": "Kim", "about": "conduct", "claim": "how is that read?", "kind": "rules-question"}
    return [claim, {**ruling, "facts": {"standard": "agreed", "text": "asked"}, **more}]


def play(record: Record) -> list[Any]:
    """What the steps of play look like: number, action, and the document after it."""
    found = played(record)
    replay = play_out(found.game, found.table, found.record.events)
    return [
        (step.seq, name_of(step.action), found.game.document(step.after))
        for step in replay.steps
        if isinstance(step.action, found.game.actions)
    ]


def own_findings(record: Record, since: int = 1) -> list[Any]:
    return [
        (one.seq, one.rule, one.answer, one.why, one.rests_on)
        for one in audit_of(record).findings
        if not one.rule.startswith("QM-") and one.seq >= since
    ]


def _every_answer(game_id: str) -> list[tuple[str, str]]:
    return [
        (question.id, answer)
        for question in game_of(game_id).questions
        for answer in question.answers
        if answer != question.default
    ]


def _from_the_first(game_id: str, answers: list[tuple[str, str]], seed: int) -> None:
    header, bodies = dealt(game_id, seed)
    for question, answer in answers:
        more = ruled(question, answer, len(bodies) + 1, 1)
        by_ruling = of_bodies(header, [*bodies, *more])
        by_header = of_bodies(read_as(header, question, answer), [*bodies, *more])
        assert play(by_ruling) == play(by_header), (question, answer)
        assert own_findings(by_ruling) == own_findings(by_header), (question, answer)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_reading_from_the_first_event_on_is_that_of_a_header(game_id: str) -> None:
    _from_the_first(game_id, _every_answer(game_id)[::12], 2)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", some(GAMES, 2))
def test_every_reading_from_the_first_event_on_is_that_of_a_header(game_id: str) -> None:
    for seed in range(3, 3 + many(1, 3)):
        _from_the_first(game_id, _every_answer(game_id), seed)


def _from_an_event_on(game_id: str, answers: list[tuple[str, str]], seed: int) -> int:
    """How often nothing before the event rested on the reading, so that the two records could be compared."""
    header, bodies = dealt(game_id, seed)
    plain = play(of_bodies(header, bodies))
    tried = 0
    for question, answer in answers:
        other = of_bodies(read_as(header, question, answer), bodies)
        changed = play(other)
        since = len(bodies) // 2
        same = [one for one in plain if one[0] < since] == [one for one in changed if one[0] < since]
        record = of_bodies(header, [*bodies, *ruled(question, answer, len(bodies) + 1, since)])
        now = play(record)
        assert [one for one in now if one[0] < since] == [one for one in plain if one[0] < since]
        if same:
            tried += 1
            assert [one[1:] for one in now if one[0] >= since] == [one[1:] for one in changed if one[0] >= since]
            assert own_findings(record, since) == own_findings(other, since)
    return tried


@pytest.mark.parametrize("game_id", GAMES)
def test_from_an_event_on_it_is_the_header_s_where_nothing_before_rests_on_it(game_id: str) -> None:
    assert _from_an_event_on(game_id, _every_answer(game_id)[3::16], 5)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", some(GAMES, 2))
def test_every_reading_from_an_event_on(game_id: str) -> None:
    for seed in range(6, 6 + many(1, 3)):
        assert _from_an_event_on(game_id, _every_answer(game_id), seed)


# --- one game in detail: SS-Q2, additions beyond 12


def _beyond_twelve() -> tuple[Body, list[Body]]:
    """Two seats lay additions beyond 12: at events 2 and 3."""
    header: Body = {
        "quartermaster": 1,
        "game": "sea-or-shore",
        "players": [{"seat": "p1"}, {"seat": "p2"}, {"seat": "p3"}],
        "options": {"kit": "demo"},
        "officials": OFFICIALS,
    }
    position = {"decks": {"all": {"up": "red-4"}}, "additions": {"p1": 6, "p2": 6, "p3": 6}}
    setup = {"do": "setup", "position": position}
    lays = [{"do": "lay", "by": seat, "shows": 11, "add": 3} for seat in ("p1", "p2", "p3")]
    return header, [setup, *lays]


def told(record: Record) -> list[tuple[int, str, Any]]:
    return [(one.seq, one.answer, one.rests_on) for one in audit_of(record).findings if one.rule == "SS-ADD-2"]


def test_a_ruling_turns_the_finding_away_from_its_event_on() -> None:
    header, bodies = _beyond_twelve()
    illegal = {"SS-Q2": "illegal"}
    assert told(of_bodies(header, bodies)) == [(seq, "broken", illegal) for seq in (2, 3, 4)]

    assert told(of_bodies(header, [*bodies, *ruled("SS-Q2", "wasted", 5, 1)])) == []
    assert told(of_bodies(header, [*bodies, *ruled("SS-Q2", "wasted", 5, 3)])) == [(2, "broken", illegal)]
    late = [*bodies[:2], *ruled("SS-Q2", "wasted", 3), *bodies[2:]]
    assert told(of_bodies(header, late)) == [(2, "broken", illegal)], "without from: what is logged after the ruling"


def test_what_breaks_a_rule_or_has_not_taken_effect_changes_nothing() -> None:
    header, bodies = _beyond_twelve()
    plain = told(of_bodies(header, bodies))
    for more in ({"by": "Max"}, {"takes_effect": "when-final"}, {"deferred": True}):
        assert told(of_bodies(header, [*bodies, *ruled("SS-Q2", "wasted", 5, 1, **more)])) == plain, more
    assert told(of_bodies(header, [*bodies, *ruled("SS-Q2", "perhaps", 5, 1)])) == plain, "QM-RULE-8"
    final = {"do": "final", "by": "Kim", "dispute": 5}
    waited = [*bodies, *ruled("SS-Q2", "wasted", 5, 1, takes_effect="when-final"), final]
    assert told(of_bodies(header, waited)) == []
    appealed = [{"do": "appeal", "by": "p1", "ruling": 6, "grounds": "rule"}]
    _, replaced = ruled("SS-Q2", "wasted", 5, 1, by="Lee")
    replaced.pop("reading")
    overturned = of_bodies(header, [*bodies, *ruled("SS-Q2", "wasted", 5, 1), *appealed, replaced])
    assert told(overturned) == plain, "a ruling that replaces it without a reading"


def test_the_last_ruling_that_covers_an_event_counts() -> None:
    header, bodies = _beyond_twelve()
    both = [*bodies, *ruled("SS-Q2", "wasted", 5, 1), *ruled("SS-Q2", "illegal", 7, 4)]
    assert [seq for seq, _, _ in told(of_bodies(header, both))] == [4]


def test_an_event_put_in_later_stands_where_it_stands_and_was_logged_when_it_was() -> None:
    header, bodies = _beyond_twelve()
    first = [bodies[0], bodies[2], bodies[3]]
    insert = {"do": "insert", "after": 1, "action": bodies[1], "by": "scribe"}
    from_here = [*first, *ruled("SS-Q2", "wasted", 4), insert]
    assert sorted(seq for seq, _, _ in told(of_bodies(header, from_here))) == [2, 3], "6 was logged after the ruling"
    from_place = [*first, *ruled("SS-Q2", "wasted", 4, 2), insert]
    assert sorted(seq for seq, _, _ in told(of_bodies(header, from_place))) == [6], "6 stands before event 2"
    named = [*first, insert, *ruled("SS-Q2", "wasted", 5, 4)]
    assert told(of_bodies(header, named)) == [], "an insert stands for the event that it puts in"
    amend = {"do": "amend", "target": 3, "action": bodies[2] | {"by": "p3"}, "by": "scribe"}
    worked_on = told(of_bodies(header, [*bodies, amend, *ruled("SS-Q2", "wasted", 6, 5)]))
    assert [seq for seq, _, _ in worked_on] == [2], "an amend stands for its target"
    gone = [*bodies, {"do": "rewind", "to": 3, "by": "scribe"}, *ruled("SS-Q2", "wasted", 6, 4)]
    assert [seq for seq, _, _ in told(of_bodies(header, gone))] == [2, 3], "event 4 has no place any more"
    voided = [*bodies, {"do": "amend", "target": 3, "action": None, "by": "scribe"}]
    kept = told(of_bodies(header, [*voided, *ruled("SS-Q2", "wasted", 6, 3)]))
    assert [seq for seq, _, _ in kept] == [2], "a voided event keeps its place"


# --- everything that folds


def test_steps_sessions_reels_and_the_recorded_timeline_agree() -> None:
    header, bodies = _beyond_twelve()
    record = of_bodies(header, [*bodies[:3], *ruled("SS-Q2", "wasted", 4, 3), bodies[3]])
    found = played(record)
    whole = play_out(found.game, found.table, record.events)

    assert [step.seq for step in whole.steps] == [1, 2, 3, 4, 5, 6], "no step of its own"
    assert [step.before.table.readings["SS-Q2"] for step in whole.steps][1:3] == ["illegal", "wasted"]
    assert [entry["seq"] for entry in Reel(found, Eyes()).entries({})] == [1, 2, 3, 4, 5, 6]
    for viewer in ("official", "table", "p1"):
        reel, findings = judged(found, Eyes(viewer))
        assert [step.seq for step in reel.steps] == [1, 2, 3, 4, 5, 6]
        assert [one["seq"] for told in findings.values() for one in told if one["rule"] == "SS-ADD-2"] == [2]
    assert [one.seq for one in audit_of(record, timeline="recorded").findings if one.rule == "SS-ADD-2"] == [2]
    session = Session.of(found.game, found.table, [])
    said = [one.rule for event in record.events for one in session.add(event).findings]
    assert said.count("SS-ADD-2") == 2, "at event 3 nobody had ruled yet"
    assert session.state == whole.state_at()
    assert Session.of(found.game, found.table, record.events).state == whole.state_at()


def test_a_session_goes_back_to_before_a_ruling_that_was_not_written() -> None:
    header, bodies = _beyond_twelve()
    record = of_bodies(header, [*bodies[:2], *ruled("SS-Q2", "wasted", 3, 1)])
    found = played(record)
    session = Session.of(found.game, found.table, record.events[:2])
    mark, before = session.mark(), session.state
    session.add(record.events[2])
    session.add(record.events[3])
    assert session.state.table.readings["SS-Q2"] == "wasted"
    session.back_to(mark)
    assert session.state is before


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("form", ["scribe", "revealed"])
def test_hindsight_follows_a_reading_too(game_id: str, form: str) -> None:
    header, bodies = dealt(game_id, 4, form)
    for question, answer in _every_answer(game_id)[::9]:
        case = [*bodies, *ruled(question, answer, len(bodies) + 1, 1)]
        assert own_findings(of_bodies(header, case)) == own_findings(of_bodies(read_as(header, question, answer), case))
