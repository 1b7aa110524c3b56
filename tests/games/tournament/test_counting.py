"""Points, penalties, breaks and places, one by one: the numbers of the page, and what easily goes wrong."""

from typing import Any

import pytest
from msgspec.structs import replace

from records.record import Head, of_bodies
from records.tree import leaf_hash, root_of
from replay.disputes.judge import judge_procedure
from replay.disputes.reducer import reduce
from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import State
from replay.games.tournament.table_points import by_places, with_losers
from replay.games.tournament.words import is_player_id, player_id, points_words
from replay.library import game_of
from replay.playout import play_out
from replay.record_links import RecordLinks
from replay.reel import played
from replay.whole_record import score_of
from tests.games.tournament.days import day_of
from tests.helpers.counted import calls_of
from tests.helpers.tools import Body
from tests.helpers.tournament_cases import FACTS, NAMES, Writer


def places_of(state: State) -> dict[str, int]:
    """The place of everybody."""
    return {line.player: line.place for line in lines_of(state)}


def points_of(state: State) -> dict[str, int]:
    """The points of everybody."""
    return {line.player: line.points for line in lines_of(state)}


def table_of_four(**form: Any) -> Writer:
    """Four players at one table, without a seating of its own."""
    table = {"table": 1, "game": "sea-or-shore", "players": ["ann", "bob", "cleo", "dee"], "record": "01TABLE"}
    return Writer().setup(**form).add({"do": "round", "round": 1, "seed": "0" * 64, "tables": [table]})


def ended(places: dict[str, int], **more: Any) -> Body:
    """The result of that table."""
    return {"do": "result", "round": 1, "table": 1, "how": "slip", "places": places, **more}


IN_ORDER = {"ann": 1, "bob": 2, "cleo": 3, "dee": 4}


def penalty(player: str, level: str, **more: Any) -> Body:
    """A penalty of that table's record."""
    source = {"record": "01TABLE", "seq": 9}
    return {"do": "penalty", "player": player, "level": level, "infraction": "slow play", "from": source, **more}


def test_players_who_are_level_share_the_points_of_their_places() -> None:
    row = (300, 180, 120, 60)

    assert by_places({"a": 1, "b": 2, "c": 2, "d": 2}, row) == {"a": 300, "b": 120, "c": 120, "d": 120}
    assert by_places(dict.fromkeys("abcd", 1), row) == dict.fromkeys("abcd", 165)


def test_the_ways_of_scoring() -> None:
    scores = {"ann": 20, "bob": 10, "cleo": None, "dee": -3}
    level = {"ann": 1, "bob": 1, "cleo": 3, "dee": 4}

    assert points_of(table_of_four().add(ended(level)).state) == {"ann": 240, "bob": 240, "cleo": 120, "dee": 60}
    assert points_of(table_of_four(scoring="wins").add(ended(level)).state)["bob"] == 30
    shared = table_of_four(scoring="share").add(ended(IN_ORDER, scores=scores)).state
    assert points_of(shared) == {"ann": 6667, "bob": 3333, "cleo": 0, "dee": 0}
    nobody = table_of_four(scoring="wins").add(ended(dict.fromkeys(IN_ORDER, 1), winners=[])).state
    assert set(points_of(nobody).values()) == {0}


@pytest.mark.parametrize(
    ("level", "points"),
    [
        ("warning", {"ann": 300, "bob": 180, "cleo": 120, "dee": 60}),
        ("points", {"ann": 240, "bob": 180, "cleo": 120, "dee": 60}),
        ("game-loss", {"ann": 60, "bob": 300, "cleo": 180, "dee": 120}),
        ("match-loss", {"ann": 60, "bob": 300, "cleo": 180, "dee": 120}),
        ("round-exclusion", {"ann": 0, "bob": 180, "cleo": 120, "dee": 60}),
        ("disqualification", {"ann": 300, "bob": 180, "cleo": 120, "dee": 60}),
    ],
)
def test_what_a_penalty_does_at_its_table(level: str, points: dict[str, int]) -> None:
    state = table_of_four().add(ended(IN_ORDER), penalty("ann", level)).state

    assert points_of(state) == points
    assert state.players["ann"].out == (level == "disqualification")
    assert places_of(state)["ann"] == {"points": 1, "warning": 1}.get(level, 4)


def test_two_penalties_that_strike_one_table_count_once_the_higher() -> None:
    both = (penalty("ann", "game-loss"), penalty("ann", "round-exclusion", infraction="rudeness"))
    state = table_of_four().add(ended(IN_ORDER), *both).state

    assert points_of(state) == {"ann": 0, "bob": 180, "cleo": 120, "dee": 60}
    assert with_losers(IN_ORDER, {"ann", "cleo"}) == {"ann": 3, "bob": 1, "cleo": 3, "dee": 2}


def test_the_last_penalty_of_a_ruling_counts_and_a_lifted_one_is_gone() -> None:
    more = table_of_four().add(ended(IN_ORDER), penalty("ann", "warning"), penalty("ann", "points"))

    assert points_of(more.state)["ann"] == 240
    assert points_of(more.add(penalty("ann", "lifted")).state)["ann"] == 300


def test_a_loss_with_points_of_its_own_leaves_the_table_alone() -> None:
    state = table_of_four().add(ended(IN_ORDER), penalty("ann", "game-loss", points=0)).state

    assert points_of(state)["ann"] == 300


def test_rounds_out_by_name_bring_the_bye_and_an_exclusion_none() -> None:
    writer = Writer(*NAMES).setup(bye=90).round(out=["hal"])

    assert points_of(writer.state)["hal"] == 90
    thrown = {"person": "gus", "level": "round-exclusion", "infraction": "shouting"}
    ruled = Writer(*NAMES).setup(bye=90).round().slip(1, 1).slip(1, 2).add(*judged("gus", [thrown], 5))
    state = ruled.round(2, out=["gus"]).state
    assert "gus" not in {player for table in state.tables.values() if table.round == 2 for player in table.players}
    assert points_of(state)["gus"] == points_of(ruled.state)["gus"]


def judged(player: str, penalties: list[Body], dispute: int, **more: Any) -> list[Body]:
    """A claim in the tournament's record, and the head official's ruling."""
    claim = {"do": "dispute", "by": "ann", "about": "conduct", "kind": "conduct", "claim": f"{player} shouts"}
    ruling = {"do": "ruling", "by": "Mo", "level": "head", "dispute": dispute, "verdict": "upheld", "facts": FACTS}
    return [claim, {**ruling, "remedy": "stand", "penalties": penalties, **more}]


def test_penalties_of_the_tournaments_own_rulings_count_while_these_stand() -> None:
    fined = [{"person": "Ann", "level": "points", "infraction": "shouting"}]
    writer = table_of_four().add(ended(IN_ORDER), *judged("ann", fined, 4))

    assert points_of(writer.state)["ann"] == 240
    overruled = writer.add({"do": "withdraw", "by": "ann", "dispute": 4})
    assert points_of(overruled.state)["ann"] == 300


def test_a_ruling_that_waits_until_it_is_final_counts_from_the_time_on_that_makes_it_so() -> None:
    fined = [{"person": "ann", "level": "points", "infraction": "shouting"}]
    until = {"takes_effect": "when-final", "appeal_until": "2026-11-18T12:00:00Z"}
    writer = table_of_four().add(ended(IN_ORDER), *judged("ann", fined, 4, **until))

    assert points_of(writer.state)["ann"] == 300
    assert points_of(writer.add({"do": "note", "text": "lunch", "at": "2026-11-18T12:30:00Z"}).state)["ann"] == 240


def test_an_adjusted_total_is_ranked_with_its_breaks_and_says_so() -> None:
    adjust = {"kind": "assigned", "outcomes": [{"result": {"scores": {"dee": 180}}}]}
    writer = table_of_four().add(ended(IN_ORDER), *judged("dee", [], 4, remedy="adjust", adjust=adjust))
    state = writer.state

    assert places_of(state) == {"ann": 1, "bob": 2, "dee": 3, "cleo": 4}  # level with Bob, who has a second place
    count = score_of(of_bodies(writer.header, writer.lines))
    dee = next(seat for seat in count.seats if seat.seat == "dee")
    assert dee.words == "180 as ruled (event 5), 60 by the count"
    assert count.adjusted and count.adjusted.ruling == 5


def test_places_that_a_ruling_gives_hold() -> None:
    given = {"ann": 2, "bob": 1, "cleo": 3, "dee": 3}
    adjust = {"kind": "artificial", "outcomes": [{"result": {"places": given}}]}
    state = table_of_four().add(ended(IN_ORDER), *judged("ann", [], 4, remedy="adjust", adjust=adjust)).state

    assert places_of(state) == given


def test_breaks_are_asked_in_their_order_and_only_among_those_who_are_level() -> None:
    tied = dict.fromkeys(IN_ORDER, 1)
    level = table_of_four(breaks=[]).add(ended(tied)).state
    assert set(places_of(level).values()) == {1}
    drawn = table_of_four(breaks=["lot"]).add(ended(tied)).state
    assert sorted(places_of(drawn).values()) == [1, 2, 3, 4]
    warned = table_of_four(breaks=["penalties"]).add(ended(tied), penalty("ann", "warning")).state
    assert places_of(warned) == {"ann": 4, "bob": 1, "cleo": 1, "dee": 1}


def test_who_drops_out_keeps_their_points_and_comes_back_with_them() -> None:
    writer = table_of_four().add(ended(IN_ORDER), {"do": "drop", "player": "ann"})

    assert points_of(writer.state)["ann"] == 300
    assert not writer.state.players["ann"].is_in
    assert writer.add({"do": "enter", "player": "ann"}).state.players["ann"].is_in


def test_somebody_who_entered_late_may_claim_and_sign() -> None:
    zoe = {"do": "enter", "player": "zoe", "name": "Zoe"}
    claim = {"do": "dispute", "by": "zoe", "about": 2, "claim": "my name is Zoé"}
    writer = Writer().setup().add(zoe, claim)
    record = of_bodies(writer.header, writer.lines)
    procedure = judge_procedure(record.header, "", record.events, game=game_of("tournament"))

    assert [item.rule for item in procedure.findings] == []
    stranger = of_bodies(writer.header, [writer.lines[0], {**claim, "about": 1}])
    found = judge_procedure(stranger.header, "", stranger.events, game=game_of("tournament")).findings
    assert [item.rule for item in found] == ["QM-CLAIM-4"]


def test_ids_and_points_in_words() -> None:
    assert player_id("Jo Ann", frozenset({"jo-ann"})) == "jo-ann-2"
    assert player_id("r1t1", frozenset()) == "r1t1-p"
    assert not is_player_id("r12t3")
    assert points_words(300) == "5.00"
    assert points_words(165) == "2.75"
    assert points_words(-90) == "-1.50"
    assert points_words(4210, "share") == "0.4210"
    assert points_words(None) == "out"


def test_standings_are_counted_for_a_state_when_somebody_asks_and_once() -> None:
    """A fold makes a state for each event, and hardly any of these is looked at."""
    record, day = day_of(1, 7)
    found = played(record, day.outcomes)
    steps = play_out(found.game, found.table, record.events).steps

    assert not any(vars(step.after) for step in steps)
    last: State = steps[-1].after
    assert lines_of(last) is lines_of(last)
    assert "standings" not in vars(replace(last, given=())), "another state has standings of its own"


def test_a_claim_is_counted_once_however_many_follow() -> None:
    """Neither a later claim nor a result counts those before it anew."""
    claims = 30
    writer = table_of_four()
    for number in range(claims):
        writer = writer.add(*judged("gus", [], 4 + 3 * number)[:1], ended(IN_ORDER), ended(IN_ORDER))
    record = of_bodies(writer.header, writer.lines)
    found = played(record)

    with calls_of(reduce=reduce) as calls:
        play_out(found.game, found.table, record.events)
    assert claims <= calls["reduce"] <= 2 * claims


def test_heads_of_a_log_are_hashed_once_for_all_its_rounds() -> None:
    record, day = day_of(3, 7)
    found = played(record, day.outcomes)
    links = found.table.links
    assert isinstance(links, RecordLinks)
    heads = [links.head_before(seq) for seq in range(1, record.size)]

    assert heads == [Head(seq, root_of(record.leaves()[:seq])).text() for seq in range(1, record.size)]
    with calls_of(leaf_hash=leaf_hash) as calls:
        links.head_before(record.size - 1)
    assert calls["leaf_hash"] == 0
