"""Loot Island: what treasures are worth, who is out, and who wins."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.games.loot_island.kit import Kit, Treasure
from replay.games.loot_island.kit_file import read_kit
from replay.games.loot_island.points import book_value, jewel_bonus, skull_bonus, skull_sets
from replay.library import game_of
from tests.games.loot_island.helpers import SEATS, clean, header, position

DEMO: Kit = read_kit("demo", 5)


def owned(*names: str) -> list[Treasure]:
    return [DEMO.treasure[name] for name in names]


def counted(
    kept: dict[str, list[str]],
    *,
    players: int = 4,
    cubes: dict[str, int] | None = None,
    readings: dict[str, str] | None = None,
    taken: dict[str, str] | None = None,
    first: str = "blue",
) -> dict[str, Any]:
    """The result of a game that ends with these treasures."""
    none = dict.fromkeys(SEATS[:players], 0)
    begin = position(
        phase="over", round=5, first=first, kept=kept, cubes={**none, **(cubes or {})}, healers={"taken": taken or {}}
    )
    result = clean(header(players, readings=readings), begin).result
    assert result is not None
    return result


def test_w7_li_val_1_coins() -> None:
    assert counted({"blue": ["coins-14", "coins-24"]})["parts"]["blue"]["coins"] == 19


def test_w8_li_val_2_books() -> None:
    assert counted({"blue": ["book-34", "book-32", "coins-24"]})["parts"]["blue"]["book"] == 12


def test_w9_li_val_3_jewels() -> None:
    jewels = ["jewel-37", "jewel-36", "jewel-39", "jewel-38", "jewel-41"]
    assert counted({"blue": jewels})["parts"]["blue"]["jewel"] == 43


def crown_bonuses(*crosses: int, readings: dict[str, str] | None = None, aaron: int = 0) -> list[int]:
    """The bonus of each player with this many crosses, made up of crowns from the demo kit."""
    spare = {1: ["crown-50", "crown-54", "crown-58"], 2: ["crown-51", "crown-52", "crown-55", "crown-56", "crown-59"]}
    spare |= {3: ["crown-53", "crown-57", "crown-60"], 4: ["crown-61"]}

    def crowns(wanted: int) -> list[str]:
        names = []
        for size in (4, 3, 2, 1):
            while wanted >= size and spare[size]:
                names.append(spare[size].pop())
                wanted -= size
        assert wanted == 0, "the kit does not have enough crowns"
        return names

    seats = SEATS[: len(crosses)]
    kept = {seat: crowns(number) for seat, number in zip(seats, crosses, strict=True)}
    if aaron:
        kept["aaron"] = crowns(aaron)
    parts = counted(kept, players=len(crosses), readings=readings)["parts"]
    return [parts[seat]["crown"] - sum(DEMO.treasure[name].base for name in kept[seat]) for seat in seats]


def test_w10_li_val_4_crowns_are_shared_and_rounded_down() -> None:
    assert crown_bonuses(6, 6, 3, 0) == [21, 21, 11, 0]


def test_w18_li_val_4_more_ties() -> None:
    assert crown_bonuses(4, 4, 4, 1) == [18, 18, 18, 4]
    assert crown_bonuses(3, 2, 2, 2) == [25, 11, 11, 11]
    assert crown_bonuses(2, 2, 2, 2, 2) == [11, 11, 11, 11, 11]


def test_li_q2_only_three_places_have_a_bonus() -> None:
    assert crown_bonuses(4, 3, 2, 1, readings={"LI-Q2": "three"}) == [25, 18, 11, 0]


def test_li_aar_7_and_li_q26_aaron_in_the_ranking() -> None:
    assert crown_bonuses(3, 1, aaron=2) == [25, 11]
    assert crown_bonuses(2, 1, aaron=2) == [21, 11]
    assert crown_bonuses(2, 1, aaron=2, readings={"LI-Q26": "players-first"}) == [25, 11]


def test_w11_li_val_5_skulls() -> None:
    names = ["amulet-1", "coins-11", "coins-12", "crown-50", "crown-51", "jewel-36", "skull-62", "skull-65", "skull-66"]
    assert counted({"blue": names})["parts"]["blue"]["skull"] == 27


def test_w20_li_val_5_two_sets_of_skulls() -> None:
    assert skull_sets(["a", "a", "b", "b", "c"]) == [3, 2]
    names = ["skull-62", "skull-65", "skull-63", "skull-66", "skull-64", "amulet-1", "coins-11", "jewel-36"]
    assert skull_bonus(owned(*names)) == 27


@pytest.mark.parametrize(("number", "bonus"), [(1, 0), (2, 8), (3, 20), (4, 20), (5, 28), (6, 40), (7, 40), (8, 48)])
def test_w19_li_val_3_jewels_in_any_number(number: int, bonus: int) -> None:
    assert jewel_bonus(number) == bonus


def test_w12_li_heal_5_what_healers_cost() -> None:
    result = counted(
        {"blue": ["coins-26"], "red": ["coins-25", "coins-24"]},
        cubes={"blue": 5, "red": 12},
        taken={"blue": "healer-3", "red": "healer-14"},
    )
    assert result["parts"]["blue"]["healer"] == -7
    assert result["parts"]["red"]["healer"] == -17


def test_li_heal_6_nothing_left_is_enough_and_less_is_not() -> None:
    result = counted(
        {"blue": ["coins-14"], "red": ["coins-13"]},
        cubes={"blue": 5, "red": 5},
        taken={"blue": "healer-3", "red": "healer-1+2"},
        first="white",
    )
    assert result["scores"]["blue"] == 0
    assert result["scores"]["red"] is None
    assert result["ranking"] == ["white", "yellow", "blue"]


def test_li_q27_crowns_may_be_ranked_again_without_a_player_who_cannot_pay() -> None:
    kept = {"blue": ["crown-51"], "red": ["crown-50"]}
    options: dict[str, Any] = {"cubes": {"blue": 12}, "taken": {"blue": "healer-0+40"}, "first": "white"}
    once = counted(kept, **options)
    again = counted(kept, readings={"LI-Q27": "recount"}, **options)

    assert once["scores"]["blue"] is None
    assert once["parts"]["red"]["crown"] == 1 + 18
    assert again["parts"]["red"]["crown"] == 1 + 25


def test_li_end_3_thirteen_cubes_are_too_many_and_leave_the_crowns_to_others() -> None:
    result = counted({"blue": ["crown-61"], "red": ["crown-50"]}, cubes={"blue": 13})

    assert result["scores"]["blue"] is None
    assert "blue" not in result["parts"]
    assert result["parts"]["red"]["crown"] == 1 + 25


def test_li_win_2_and_li_q1_ties_go_round_from_the_tile() -> None:
    kept = {"red": ["coins-12"], "white": ["coins-12"]}
    assert counted(kept, first="blue")["ranking"] == ["blue", "red", "white", "yellow"]
    assert counted(kept, first="blue", readings={"LI-Q1": "holder-last"})["ranking"][0] == "red"


def test_li_win_3_nobody_wins_if_all_are_out() -> None:
    result = counted({}, players=2, cubes={"blue": 13, "red": 13})
    assert result == {"scores": {"blue": None, "red": None}, "parts": {}, "ranking": [], "winner": None}


treasure_names = st.lists(st.sampled_from(sorted(DEMO.treasure)), unique=True, max_size=7)


@settings(deadline=None, max_examples=150)
@given(treasure_names)
def test_li_val_2_no_other_pairing_of_books_is_worth_more(names: list[str]) -> None:
    books = [treasure.times for treasure in owned(*names) if treasure.type == "book"]
    curses = [treasure.curse for treasure in owned(*names) if treasure.type != "book"]
    curses += [0] * len(books)
    best = max(
        (sum(a * b for a, b in zip(books, chosen, strict=True)) for chosen in permutations(curses, len(books))),
        default=0,
    )
    assert book_value(owned(*names)) == best


def _worth(kinds: tuple[str, ...]) -> int:
    """The best division into sets, by trying every first set that holds the first skull."""
    if not kinds:
        return 0
    best = 0
    others = sorted(set(kinds[1:]) - {kinds[0]})
    for picked in ((), *((other,) for other in others), *([tuple(others)] if len(others) == 2 else [])):
        rest = list(kinds[1:])
        for kind in picked:
            rest.remove(kind)
        best = max(best, (1, 3, 6)[len(picked)] + _worth(tuple(rest)))
    return best


@settings(deadline=None, max_examples=100)
@given(st.lists(st.sampled_from("abc"), max_size=8))
def test_li_val_5_no_other_division_of_skulls_is_worth_more(kinds: list[str]) -> None:
    assert sum((0, 1, 3, 6)[size] for size in skull_sets(kinds)) == _worth(tuple(sorted(kinds)))


def test_the_score_shows_how_each_line_is_made_up() -> None:
    game = game_of("loot-island")
    begin = position(
        phase="over",
        round=5,
        cubes={"blue": 5, "red": 0, "white": 13},
        kept={"blue": ["book-34", "coins-24", "jewel-36", "jewel-37", "crown-50", "skull-62"]},
        healers={"taken": {"blue": "healer-3"}},
    )
    score = game.score(clean(header(3), begin))

    blue = {line.what: (line.points, line.why) for line in score.seats[0].lines}
    assert blue["coin bags"] == (12, "12")
    assert blue["books"] == (12, "book 34 with coin bag 24: 3 × 4 = 12")
    assert blue["jewels"] == (13, "2 + 3, and 8 for two jewels")
    assert blue["crowns"] == (26, "1, and 25 for one cross")
    assert blue["skulls"] == (7, "3, and four other types × (1)")
    assert blue["first-player tile"] == (5, "")
    assert blue["healer"] == (-7, "healer for 1 per cube plus 2: 1 × 5 + 2")
    assert score.seats[0].total == 68
    assert score.seats[2].total is None
    assert score.winners == ("blue",)
    assert score.over
