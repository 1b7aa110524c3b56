"""Who won by the order of play at the start, as each game tells who started."""

import re
from collections import Counter

import pytest

from cli.desk.index.index_stats_games import OrderStats, PlayCount, order_stats
from cli.export.stats_words import chance_words
from replay.library import game_ids, game_of
from tests.helpers.counted_games import counted
from tests.helpers.shell import Shell

NAMES = ["Ann", "Bob", "Cleo"]
GAMES = [game_id for game_id in game_ids() if not game_of(game_id).is_linked and game_id.count("-")]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_tells_who_started(qm: Shell, game: str) -> None:
    lines = counted(qm, 3, NAMES, game)
    seats = [player["seat"] for player in lines[0]["players"]]
    first = lines[1].get("first") or lines[1].get("starter")
    order = [*seats[seats.index(first) :], *seats[: seats.index(first)]]
    (record,) = qm("list", "--json").json_lines
    winners = qm("score", record["id"], "--json").json["winners"]
    found = qm("stats", "--json").json["order"]
    assert [(one["order"], one["games"]) for one in found] == [(1, 1), (2, 1), (3, 1)]
    assert {order[one["order"] - 1] for one in found if one["wins"]} == set(winners)
    assert all(one["chance"] == pytest.approx(len(winners) / 3) for one in found)


def test_all_games_count_and_the_text_names_the_places(qm: Shell) -> None:
    for seed in range(4):
        counted(qm, seed, NAMES, GAMES[seed % len(GAMES)])
    found = qm("stats", "--json").json["order"]
    assert {one["games"] for one in found} == {4}
    told = qm("stats").out
    assert re.search(r"^starts +\d of 4$", told, re.M)
    assert re.search(r"^third +\d of 4$", told, re.M)
    assert f"who starts won {found[0]['wins']} of 4, chance would give 1.3; so few games say little" in told
    assert "p1" not in told
    ann = qm("stats", "ann", "--json").json
    assert sum(one["wins"] for one in ann["order"]) == ann["people"][0]["wins"]
    assert sum(one["games"] for one in ann["order"]) == 4
    assert {one["chance"] for one in ann["order"]} == {None}


def test_a_game_that_does_not_tell_who_started_is_left_out(qm: Shell) -> None:
    counted(qm, 1, NAMES, "gold-island")
    silent = counted(qm, 2, NAMES, "gold-island", lines=0)
    del silent
    whole = [dict(body) for body in counted(qm, 4, NAMES, "gold-island", lines=1)]
    assert whole[1].pop("first")
    told = qm("stats", "--json").json
    assert [one["games"] for one in told["order"]] == [1, 1, 1]


def test_the_page_draws_it(qm: Shell) -> None:
    counted(qm, 1, NAMES)
    qm("stats", "--html", "-o", "stats.html").ok()
    page = (qm.folder / "stats.html").read_text()
    assert "Won by seat" in page
    assert re.search(r"starts, [01] of 1<", page)
    assert "chance would give 0.3" in page


def counts(**won_from: int) -> list[PlayCount]:
    return [PlayCount("g", key, games, 9, None, 0, None, 0, 0) for key, games in won_from.items()]


def test_chance_is_one_in_as_many_as_sat_there_and_two_winners_are_twice_one() -> None:
    told = order_stats(counts(**{"1/4": 10, "2 3/4": 2, "2/3": 3, "/4": 1, "": 7}))
    assert told == [
        OrderStats(1, 10, 16, 10 / 4 + 4 / 4 + 3 / 3),
        OrderStats(2, 5, 16, 10 / 4 + 4 / 4 + 3 / 3),
        OrderStats(3, 2, 16, 10 / 4 + 4 / 4 + 3 / 3),
        OrderStats(4, 0, 13, 10 / 4 + 4 / 4),
    ]
    assert Counter({one.order: one.wins for one in told}).total() == 10 + 2 * 2 + 3


def test_the_sentence_says_what_the_figures_bear() -> None:
    def said(wins: int, games: int, total: int | None = None) -> str:
        return chance_words([OrderStats(1, wins, games, games / 4)], total or games)

    assert said(10, 41) == "who starts has no edge here: 10 of 41, chance would give 10.2"
    assert said(22, 41).startswith("who starts wins more often than by chance: 22 of 41")
    assert said(2, 41).startswith("who starts wins less often than by chance: 2 of 41")
    assert said(1, 3) == "who starts won 1 of 3, chance would give 0.8; so few games say little"
    assert said(10, 41, 43).endswith("; 2 games do not say who started")
