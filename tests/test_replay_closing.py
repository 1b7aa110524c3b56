"""The end of a record: the declared result beside the count (QM-CLOSE-1), and play after it (QM-CLOSE-2)."""

import json
from typing import Any

import pytest

from records.record import Record, of_bodies
from replay.audit import Finding
from replay.deal import deal, header_for
from replay.disputes.rules.closes import CLOSING_RULES
from replay.library import game_ids, game_of
from replay.reel import Eyes, judged, played
from replay.result import place_of
from replay.simulation import simulate
from replay.whole_record import audit_of, score_of
from tests.helpers.slow import many

Body = dict[str, Any]
GAMES = ("gold-island", "loot-island", "lost-island", "sea-or-shore")
OFFICIALS = {"officials": [{"name": "Kim"}, {"name": "Lee", "level": "head"}]}


def bodies_of(record: Record) -> list[Body]:
    return [json.loads(line) for line in record.lines[1:]]


def with_more(record: Record, *more: Body) -> Record:
    return of_bodies({**json.loads(record.lines[0]), **OFFICIALS}, [*bodies_of(record), *more])


def close(result: Any) -> Body:
    return {"do": "close", "result": result}


def about_the_end(record: Record, **how: Any) -> list[tuple[int, str, str]]:
    return [(one.seq, one.rule, one.answer) for one in _closing(record, **how)]


def _closing(record: Record, **how: Any) -> list[Finding]:
    own = {rule.id for rule in CLOSING_RULES}
    return [one for one in audit_of(record, **how).findings if one.rule in own]


FULL = simulate("sea-or-shore", players=3, seed=3)
COUNT = score_of(FULL)
SCORES = {seat.seat: seat.total for seat in COUNT.seats}
PLACES = {seat.seat: place_of(seat) for seat in COUNT.seats}
END = FULL.size
"""The number of the event behind the last play."""
WINNERS = list(COUNT.winners)
LOSER = next(seat for seat in SCORES if seat not in WINNERS)


@pytest.mark.parametrize(
    "result",
    [
        "finished",
        "Bob wins 100",
        "abandoned",
        {},
        {"winners": WINNERS},
        {"winners": WINNERS, "scores": SCORES, "places": PLACES, "words": "well played"},
        {"scores": {LOSER: SCORES[LOSER]}},
        {"end": "abandoned", "winners": [LOSER], "scores": {LOSER: 1000}},
        {"end": "misplayed", "places": {LOSER: 1}},
    ],
)
def test_a_result_that_the_count_gives_is_in_order(result: Any) -> None:
    assert about_the_end(with_more(FULL, close(result))) == []


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"winners": [LOSER]}, f"{LOSER} won, it says, but by the count"),
        ({"winners": []}, "nobody won, it says"),
        ({"scores": {LOSER: 100}}, f"{LOSER} has 100, but the count is {SCORES[LOSER]}"),
        ({"scores": {LOSER: None}}, f"{LOSER} has no points, being out"),
        ({"places": {LOSER: 1}}, f"{LOSER} has place 1, but by the count place {PLACES[LOSER]}"),
        ({"winners": ["p9"], "end": "abandoned"}, "p9 has no seat here"),
        ({"scores": {"Ann": 3}, "end": "misplayed"}, "Ann has no seat here"),
        ({"places": {"p9": 1}, "end": "abandoned"}, "p9 has no seat here"),
    ],
)
def test_a_result_that_the_count_does_not_give_is_broken(result: Body, words: str) -> None:
    (found,) = _closing(with_more(FULL, close(result)))

    assert (found.seq, found.rule, found.answer) == (END, "QM-CLOSE-1", "broken")
    assert words in found.why


@pytest.mark.parametrize("result", ["finished", "Bob wins 100", {}, {"winners": ["p1"]}, {"scores": {"p1": 1}}])
def test_a_game_that_does_not_reach_its_end_leaves_the_result_open(result: Any) -> None:
    unfinished = of_bodies(json.loads(FULL.lines[0]), [*bodies_of(FULL)[:20], close(result)])

    assert about_the_end(unfinished) == [(21, "QM-CLOSE-1", "open")]


@pytest.mark.parametrize("result", ["abandoned", {"end": "misplayed", "scores": {"p1": 3}}])
def test_a_game_that_was_given_up_claims_no_result(result: Any) -> None:
    assert about_the_end(of_bodies(json.loads(FULL.lines[0]), [*bodies_of(FULL)[:20], close(result)])) == []


@pytest.mark.parametrize(
    "result",
    [
        7,
        None,
        [],
        {"end": "won"},
        {"winners": "p1"},
        {"scores": {"p1": "many"}},
        {"places": {"p1": None}},
        {"who": "p1"},
    ],
)
def test_another_shape_cannot_be_read(result: Any) -> None:
    findings = audit_of(with_more(FULL, close(result))).findings
    assert [(one.seq, one.rule) for one in findings] == [(END, "QM-READ-2")]


# --- what was known when the result was given


CLAIM = {"do": "dispute", "by": LOSER, "about": "result", "claim": "counted wrongly", "kind": "score"}


def _ordered(target: int, action: Body | None) -> list[Body]:
    """Behind a close at `END`: a claim, the ruling that orders a correction, and the correction, which then counts."""
    ruling: Body = {"do": "ruling", "by": "Kim", "dispute": END + 1, "verdict": "upheld", "targets": [target]}
    ruling |= {"remedy": "void" if action is None else "amend", "facts": {"standard": "agreed", "text": "seen"}}
    return [CLAIM, ruling, {"do": "amend", "target": target, "action": action, "by": "Kim", "ruling": END + 2}]


def test_corrections_that_came_later_do_not_judge_the_close() -> None:
    voided = with_more(FULL, close({"winners": WINNERS, "scores": SCORES}), *_ordered(END - 1, None))

    assert not score_of(voided).over, "without its last event the game does not end"
    assert about_the_end(voided) == []
    wrong = with_more(FULL, close({"scores": {**SCORES, LOSER: 100}}), *_ordered(END - 1, None))
    assert about_the_end(wrong) == [(END, "QM-CLOSE-1", "broken")]


def test_a_result_is_judged_as_an_amendment_gave_it() -> None:
    wrong = {**SCORES, LOSER: 100}
    mended = with_more(FULL, close({"scores": wrong}), *_ordered(END, close({"scores": SCORES})))
    assert about_the_end(mended) == []
    worse = with_more(FULL, close({"scores": SCORES}), *_ordered(END, close({"scores": wrong})))
    assert about_the_end(worse) == [(END, "QM-CLOSE-1", "broken")]
    waiting = {"do": "amend", "target": END, "action": close({"scores": wrong}), "by": "p1"}
    assert about_the_end(with_more(FULL, close({"scores": SCORES}), waiting)) == [], "nobody confirmed it"


def test_an_amended_result_knows_what_was_corrected_before_it() -> None:
    unfinished = with_more(FULL, close({"scores": SCORES}), *_ordered(END - 1, None))
    claim = {**CLAIM, "claim": "and now?"}
    _, ruling, amend = _ordered(END, close({"scores": SCORES}))
    later = (claim, {**ruling, "dispute": END + 4}, {**amend, "ruling": END + 5})

    assert about_the_end(unfinished) == []
    assert about_the_end(with_more(unfinished, *later)) == [(END, "QM-CLOSE-1", "open")], "the game had no end by then"


def _adjust(case: int, scores: dict[str, int]) -> Body:
    body: Body = {"do": "ruling", "by": "Kim", "dispute": case, "verdict": "upheld", "remedy": "adjust"}
    body["facts"] = {"standard": "agreed", "text": "seen"}
    return {**body, "adjust": {"kind": "assigned", "outcomes": [{"result": {"scores": scores}}]}}


def test_rulings_before_the_close_count_and_later_ones_do_not() -> None:
    ruled = {LOSER: 1000}
    before = (CLAIM, _adjust(END, ruled))

    assert about_the_end(with_more(FULL, *before, close({"winners": [LOSER], "scores": {**SCORES, **ruled}}))) == []
    assert about_the_end(with_more(FULL, *before, close({"scores": SCORES}))) == [(END + 2, "QM-CLOSE-1", "broken")]
    after = with_more(FULL, close({"scores": SCORES}), CLAIM, _adjust(END + 1, ruled))
    assert about_the_end(after) == []


def test_what_is_told_after_the_close_is_filled_in() -> None:
    game = game_of("sea-or-shore")
    dealt = deal(game, header_for(game, 3, title="x"), 3)
    reveals = dealt.revealed[len(dealt.scribe) :]
    right = [*dealt.scribe, close({"scores": SCORES}), *reveals]
    wrong = [*dealt.scribe, close({"scores": {**SCORES, LOSER: 100}}), *reveals]

    assert about_the_end(of_bodies(dealt.header, right)) == []
    assert about_the_end(of_bodies(dealt.header, wrong)) == [(len(dealt.scribe) + 1, "QM-CLOSE-1", "broken")]


# --- QM-CLOSE-2


def test_play_behind_a_close_is_found_once_for_each_close() -> None:
    plays = bodies_of(FULL)
    first = [*plays[:20], close("abandoned"), *plays[20:23], close("abandoned"), {"do": "note", "text": "tea"}]
    record = of_bodies(json.loads(FULL.lines[0]), [*first, *plays[23:25]])

    assert about_the_end(record) == [(22, "QM-CLOSE-2", "broken"), (27, "QM-CLOSE-2", "broken")]
    (one, _) = _closing(record)
    assert one.facts == {"close": 21}
    assert record.size == 29, "the play is applied all the same"


def test_what_is_no_play_may_follow_a_close() -> None:
    note = {"do": "note", "text": "tea"}
    observe = {"do": "observe", "facts": {"round": 2}}
    assert about_the_end(with_more(FULL, close("finished"), note, observe, CLAIM)) == []


# --- dealt games


@pytest.mark.parametrize("game_id", GAMES)
def test_dealt_games_closed_as_counted_are_in_order_and_with_one_number_changed_never(game_id: str) -> None:
    for seed in range(2):
        _closed_rightly_and_wrongly(game_id, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_many_dealt_games_closed_as_counted_and_changed(game_id: str) -> None:
    for seed in range(2, many(7, 60)):
        _closed_rightly_and_wrongly(game_id, seed)


def _closed_rightly_and_wrongly(game_id: str, seed: int) -> None:
    fewest, most = game_of(game_id).player_counts[0], game_of(game_id).player_counts[-1]
    record = simulate(game_id, players=fewest + seed % (most - fewest + 1), seed=seed)
    count = score_of(record)
    places = {seat.seat: place_of(seat) for seat in count.seats}
    scores: dict[str, Any] = {seat.seat: seat.total for seat in count.seats if seat.total is not None or seat.out}
    whole: Body = {"winners": list(count.winners), "scores": scores, "places": places}
    assert about_the_end(with_more(record, close(whole))) == [], f"seed {seed}"
    for seat in places:
        changed = [{**whole, "places": {**places, seat: (places[seat] or 0) + 1}}]
        changed += [{**whole, "scores": {**scores, seat: (scores.get(seat) or 0) + 1}}]
        winners = (
            [other for other in count.winners if other != seat] if seat in count.winners else [*count.winners, seat]
        )
        changed += [{**whole, "winners": winners}]
        for result in changed:
            assert about_the_end(with_more(record, close(result))) == [(record.size, "QM-CLOSE-1", "broken")], (
                f"seed {seed}"
            )


# --- eyes


def test_a_seat_is_told_only_what_it_can_know_of_the_result() -> None:
    game = game_of("sea-or-shore")
    dealt = deal(game, header_for(game, 3, title="x"), 3)
    wrong = played(of_bodies(dealt.header, [*dealt.full, close({"scores": {**SCORES, LOSER: 100}})]))
    for viewer in ("official", "table", *wrong.table.seats):
        _, findings = judged(wrong, Eyes(viewer))
        told = [one for found in findings.values() for one in found if one["rule"] == "QM-CLOSE-1"]
        count = score_of(wrong.record, eyes=viewer)
        known = count.over and isinstance(next(seat.total for seat in count.seats if seat.seat == LOSER), int)
        assert bool(told) == known, viewer


def test_every_game_has_an_end_that_can_be_judged() -> None:
    assert set(GAMES) <= set(game_ids())
