"""Loot Island: what was not seen, a treasure, healer, card or disc, leaves open what it decides, and accuses nobody."""

from random import Random
from typing import Any

import pytest

from replay.action import UNKNOWN
from replay.library import game_of
from tests.games.loot_island.helpers import SEATS, at, clean, header, loot, passes, play, position, state_of, take
from tests.helpers.slow import first_ones
from tests.helpers.tools import Body, audit_of, found

GAME = game_of("loot-island")
THREE = header(3)
TWO = header(("blue", "red"))


def ended(head: Body, **given: Any) -> dict[str, Any]:
    """The result of a game that ends like this."""
    players = len(head["players"])
    none = dict.fromkeys([player["seat"] for player in head["players"]], 0)
    cubes = {**none, **given.pop("cubes", {})}
    result = state_of(head, position(phase="over", round=5, cubes=cubes, **given)).result
    assert result is not None
    assert players == len(result["scores"])
    return result


W22: dict[str, Any] = {
    "first": "white",
    "cubes": {"blue": 4},
    "kept": {"blue": ["coins-21", "coins-15"]},
    "healers": {"open": ["healer-1", "healer-14"], "pile": [], "taken": {"blue": "?"}},
}


def test_w22_li_win_4_an_unseen_healer_leaves_a_span() -> None:
    result = ended(THREE, **W22)

    assert result["parts"]["blue"]["healer"] == {"min": -15, "max": -5}
    assert result["scores"] == {"blue": {"min": 5, "max": 15}, "red": 0, "white": 5}
    assert result["winner"] == UNKNOWN
    assert result["ranking"] == UNKNOWN


def test_li_win_2_equal_ends_are_decided_by_the_tile() -> None:
    nearer = ended(THREE, **{**W22, "first": "red", "kept": {"blue": ["coins-26", "coins-22", "coins-11"], "red": []}})

    assert nearer["scores"]["blue"] == {"min": 13, "max": 23}
    assert nearer["winner"] == "blue"
    level = {"blue": ["coins-21", "coins-15"], "white": ["coins-22", "coins-13"]}
    # white has 15 + 5 with the tile: more than blue's best
    assert ended(THREE, **{**W22, "kept": level})["winner"] == "white"
    # without the tile 15, as much as blue's best, and red holds the tile: white sits nearer
    assert ended(THREE, **{**W22, "first": "red", "kept": level})["winner"] == "white"
    assert ended(THREE, **{**W22, "first": "blue", "kept": level})["winner"] == UNKNOWN


def test_li_win_4_an_unseen_treasure_leaves_its_owner_open() -> None:
    result = ended(THREE, kept={"red": ["?", "coins-11"], "white": ["crown-51"]}, first="blue")

    assert result["scores"]["red"] == UNKNOWN
    assert result["parts"]["red"] == UNKNOWN
    # 2 crosses: alone 25, below an unseen crown with 3 or 4 crosses 18, level with one of 2 crosses 21
    assert result["parts"]["white"]["crown"] == {"min": 19, "max": 26}
    assert result["winner"] == UNKNOWN


def test_li_end_3_a_player_with_an_unseen_treasure_is_not_certainly_out() -> None:
    state = state_of(
        THREE, position(phase="over", round=5, cubes={"blue": 13, "red": 0, "white": 0}, kept={"blue": ["?"]})
    )

    assert state.out == ("blue",)
    assert state.result is not None
    assert state.result["scores"]["blue"] == UNKNOWN


def test_li_aar_7_what_aaron_took_unseen_may_be_a_crown() -> None:
    result = ended(TWO, kept={"blue": ["crown-51"]}, first="red", aaron={"color": "white", "unseen": 1})

    assert result["parts"]["blue"]["crown"] == {"min": 19, "max": 26}
    assert result["scores"] == {"blue": {"min": 19, "max": 26}, "red": 5}
    assert (result["winner"], result["ranking"]) == ("blue", ["blue", "red"])


def test_li_heal_6_who_may_not_be_able_to_pay_is_not_out_yet() -> None:
    poor = ended(THREE, **{**W22, "kept": {"blue": ["coins-14"]}})
    assert poor["scores"]["blue"] == {"min": None, "max": 2}

    state = state_of(
        THREE,
        position(phase="over", round=5, cubes={"blue": 4, "red": 0, "white": 0}, healers=W22["healers"], first="red"),
    )
    assert state.out == ("blue",)
    assert state.result is not None
    assert state.result["scores"]["blue"] is None


def test_li_heal_2_where_healers_are_assumed_the_cost_has_no_known_end() -> None:
    taken = {"open": [], "pile": [], "taken": {"blue": "?"}}
    result = ended(header(3, kit="box"), cubes={"blue": 4}, kept={"blue": ["coins-6"]}, healers=taken, first="red")

    worth = result["parts"]["blue"]["coins"]
    assert result["parts"]["blue"]["healer"] == {"min": None, "max": -1}
    assert result["scores"]["blue"] == {"min": None, "max": worth - 1}


def test_the_score_tells_the_ends_and_that_the_winner_is_not_certain() -> None:
    given = {**W22, "cubes": {"blue": 4, "red": 0, "white": 0}}
    score = GAME.score(state_of(THREE, position(phase="over", round=5, **given)))

    blue = score.seats[0]
    assert (blue.total, blue.between, blue.words) == (UNKNOWN, (5, 15), "5 to 15")
    assert score.winners == ()
    assert "so it is not certain who wins" in score.notes
    shaky = GAME.score(state_of(THREE, position(phase="over", round=5, **{**given, "kept": {"blue": ["coins-14"]}})))
    assert (shaky.seats[0].total, shaky.seats[0].between) == (UNKNOWN, None)
    running = GAME.score(state_of(THREE, position(kept={"blue": ["?", "coins-11"]})))
    assert running.seats[0].total == UNKNOWN
    assert any(line.what == "unseen" for line in running.seats[0].lines)


@pytest.mark.parametrize("seeds", first_ones([range(8), range(8, 80)]))
def test_whatever_the_unseen_cards_are_the_count_lies_between_the_ends(seeds: range) -> None:
    """Every unseen card is tried: the result that says what is certain must hold in each case."""
    kit = state_of(THREE, position()).table.kit
    for seed in seeds:
        rng = Random(seed)
        players = rng.choice((2, 3, 4))
        head = header(
            players,
            readings={"LI-Q27": rng.choice(("once", "recount")), "LI-Q26": rng.choice(("shares", "players-first"))},
        )
        names = rng.sample(sorted(kit.treasure), 3 * players)
        kept = {seat: names[3 * place : 3 * place + 3] for place, seat in enumerate(SEATS[:players])}
        cubes = {seat: rng.randint(0, 6) for seat in SEATS[:players]}
        healers = rng.sample(sorted(kit.healers), players)
        taken = {seat: name for seat, name in zip(SEATS, healers, strict=False) if cubes.get(seat)}
        given: dict[str, Any] = {"cubes": cubes, "first": rng.choice(SEATS[:players])}
        full = {**given, "kept": kept, "healers": {"open": [], "pile": [], "taken": taken}}
        hidden = rng.choice(sorted(taken) or ["blue"])
        unnamed = {**full, "healers": {"open": [], "pile": [], "taken": {**taken, hidden: "?"}}} if taken else full
        told = ended(head, **unnamed)
        for name in sorted(set(kit.healers) - set(taken.values()) | {taken.get(hidden, "healer-1")}) if taken else ():
            really = {**full, "healers": {"open": [], "pile": [], "taken": {**taken, hidden: name}}}
            _holds(told, ended(head, **really))
        owner = rng.choice(SEATS[:players])
        blind = ended(head, **{**full, "kept": {**kept, owner: [*kept[owner][:2], "?"]}})
        for name in sorted(set(kit.treasure) - set(names)):
            _holds(blind, ended(head, **{**full, "kept": {**kept, owner: [*kept[owner][:2], name]}}))


def _holds(told: dict[str, Any], really: dict[str, Any]) -> None:
    """Whether a result with its open ends is true of one without."""
    for seat, points in told["scores"].items():
        real = really["scores"][seat]
        if isinstance(points, dict):
            low, high = points["min"], points["max"]
            assert (real is None and low is None) or (
                real is not None and (low is None or low <= real) and real <= high
            )
        else:
            assert points in (UNKNOWN, real), seat
    assert told["winner"] in (UNKNOWN, really["winner"])
    assert told["ranking"] in (UNKNOWN, really["ranking"])


def test_li_win_4_is_closed_by_naming_the_card() -> None:
    begin = position(phase="loot", round=5, event="B1", N1=("red-2 red-3 red-4 red-6", "blue"))
    record = [begin, loot("?"), take("blue"), {"do": "cleanup"}]
    assert found(THREE, record) == []

    named = [*record, {"do": "reveal", "what": "@2.reveal.0", "value": "coins-13"}]
    assert at(THREE, *named, path="kept.blue") == ["coins-13"]
    assert at(THREE, *named, path="cubes.blue") == 4


def test_li_disc_3_told_later_from_where_a_disc_was_moved() -> None:
    out = {"E1": ("", "blue"), "S1": ("", "blue"), "W1": ("", "blue")}
    record = [position(**out), play("blue", "N1", "red-3")]
    assert found(THREE, record) == [[2, "LI-DISC-3", "open"]]
    assert at(THREE, *record, path="landings.S1.stack") == ["blue"]

    told = [*record, {"do": "reveal", "what": "@2.from", "value": "S1"}]
    state = clean(THREE, *told)
    assert (state.stacks["S1"], state.stacks["N1"], state.compasses["blue"]) == ((), ("blue",), 0)


def test_discs_at_home_are_never_more_than_three() -> None:
    out = {"N1": ("", "blue"), "N2": ("", "blue"), "W1": ("", "blue"), "E1": ("", "blue")}
    state = state_of(THREE, position(phase="loot", compasses={"blue": 2}, **out), {"do": "cleanup"})

    assert state.compasses["blue"] == 3


def test_li_fx_3_cubes_that_an_unseen_1_may_have_brought_accuse_nobody() -> None:
    begin = position(cubes={"red": 0}, E1=("blue-3", "red"))
    later = [play("blue", "N1", "?"), play("red", "E1", "blue-7-cube", shed={"red": 1})]

    assert found(THREE, [begin, *later]) == [[3, "LI-FX-3", "open"]]
    assert found(THREE, [begin, *later, {"do": "reveal", "what": "@2.cards", "value": ["red-1"]}]) == []
    other = {"do": "reveal", "what": "@2.cards", "value": ["red-3"]}
    assert found(THREE, [begin, *later, other]) == [[3, "LI-FX-3", "broken"]]


def test_a_finding_says_how_an_unclear_sentence_was_read() -> None:
    begin = position(phase="loot", N1=("red-2 red-3 red-4 red-6-chest", ""))
    audited = audit_of(
        header(3, readings={"LI-Q18": "none"}), [begin, loot("coins-11", landing="N1"), {"do": "cleanup"}]
    )

    assert [finding.rests_on for finding in audited.findings] == [{"LI-Q18": "none"}]


def test_what_the_kit_lacks_counts_as_unknown_in_the_state() -> None:
    begin = position(phase="loot", N1=("red-2 red-3 red-4 red-6", "blue"))
    state = state_of(THREE, begin, loot("hat"))
    assert state.open == (UNKNOWN,)
    healer = position(phase="healer", cubes={"blue": 5, "red": 0, "white": 0}, healers={"open": ["?"], "pile": []})
    over = state_of(THREE, healer, {"do": "healer", "by": "blue", "card": "quack"})
    assert over.taken == {"blue": UNKNOWN}
    assert [rule for _, rule, _ in found(THREE, [healer, {"do": "healer", "by": "blue", "card": "quack"}])] == [
        "LI-CARD-3",
        "LI-WIN-4",
    ]


def test_li_ref_3_after_a_pass_out_of_its_phase_the_next_player_has_the_first_turn() -> None:
    begin = position(phase="preparation", round=2, event="B1")
    state = state_of(THREE, begin, passes("blue"), {"do": "refill"})

    assert (state.phase, state.passed, state.turn) == ("actions", ("blue",), "red")
