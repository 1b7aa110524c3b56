"""Statistics on the desk: what the games that are over say, within what a link reaches, and the games behind a bar."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.desk.index.index_stats import statistics
from cli.desk.index.stats_asked import StatsAsked
from cli.serve.api import stats_calls
from cli.serve.hall import room_index
from tests.helpers.serving import API, Phone, Serving

ANN = [{"seat": "p1", "name": "Ann"}, {"seat": "p2", "name": "Bob"}, {"seat": "p3", "name": "Cleo"}]
ZOE = [{"seat": "p1", "name": "Zoë & <b>"}, {"seat": "p2", "name": "Bob"}, {"seat": "p3", "name": "Dee"}]


def played(serving: Serving, seed: int, lines: int | None = None, people: Any = ANN, **header: Any) -> str:
    """A dealt game of Sea or Shore with these people."""
    return serving.record("sea-or-shore", 3, seed, lines, **{**header, "players": people})


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("stats")) as found:
        for seed in range(3):
            played(found, seed, event="Friday")
        played(found, 9, people=ZOE, event="Friday night")
        played(found, 10, 12, ZOE, event="Friday")
        yield found


@pytest.fixture(scope="module")
def desk(serving: Serving) -> Iterator[Phone]:
    with serving.join("desk") as found:
        yield found


def told(phone: Phone, path: str = "/stats", **query: Any) -> dict[str, Any]:
    answer = phone.get(API + path, params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_every_bar_opens_as_many_games_as_it_counts(desk: Phone) -> None:
    found = told(desk, game="sea-or-shore")
    assert found["total"] == 4 and found["left"] == 0
    (won,) = [plot for plot in found["plots"] if plot["name"] == "Games won"]
    (seats,) = [plot for plot in found["plots"] if plot["name"] == "Won by seat"]
    for bar in (*won["bars"], *seats["bars"]):
        kind, _, value = bar["behind"].partition("=")
        behind = told(desk, "/stats/games", game="sea-or-shore", **{kind: value})["games"]
        assert len(behind) == bar["value"]
        assert all(value in game["players"] for game in behind) or kind == "order"


def test_a_bar_of_a_rule_opens_the_line_at_which_it_was_broken(serving: Serving, desk: Phone) -> None:
    record = played(serving, 20, event="Slip")
    events = [event.body() for event in serving.store.load(record).events]
    lay = next(place for place, body in enumerate(events) if body["do"] == "lay")
    events[lay]["by"] = "p2" if events[lay]["by"] != "p2" else "p3"
    wrong = played(serving, 20, 0, event="Slip")
    serving.store.append(wrong, events, at=serving.clock())

    (rules,) = [plot for plot in told(desk, event="Slip")["plots"] if plot["name"].startswith("Rules")]
    bar = next(bar for bar in rules["bars"] if bar["behind"] == "rule=SS-LAY-1")
    behind = told(desk, "/stats/games", event="Slip", rule="SS-LAY-1")
    assert "clockwise" in bar["label"] and behind["says"] == bar["label"]
    assert bar["small"].startswith("Sea or Shore · ") and bar["small"].endswith(" · SS-LAY-1")
    assert rules["long"], "a sentence stands above its bar"
    assert [(game["record"], game["line"]) for game in behind["games"]] == [(wrong, lay + 1)]


def test_a_desk_of_one_event_counts_its_games_and_no_others(serving: Serving) -> None:
    with serving.join("desk", event="Friday") as friday:
        assert told(friday)["total"] == 3
        assert {person["name"] for person in told(friday)["people"]} == {"Ann", "Bob", "Cleo"}
        assert len(told(friday, "/stats/games")["games"]) == 3
        assert told(friday, event="night")["total"] == 0


def test_only_the_desk_is_told(serving: Serving) -> None:
    record = played(serving, 30, 5)
    for role, more in (("seat", {"seat": "p1"}), ("spectator", {}), ("official", {"name": "Kim"}), ("scribe", {})):
        with serving.join(role, record, **more) as phone:
            assert phone.get(f"{API}/stats").status_code == 403
            assert phone.get(f"{API}/stats/games").status_code == 403


def test_years_games_and_strange_ones(desk: Phone) -> None:
    assert told(desk, year=1999)["total"] == told(desk)["total"]
    assert told(desk, year=9999)["total"] == 0
    assert told(desk, game="chess")["total"] == 0
    assert desk.get(f"{API}/stats", params={"year": 0}).status_code == 400
    for order in (0, -1, 2**63, -(10**30)):
        assert desk.get(f"{API}/stats/games", params={"order": order}).status_code == 400
    assert desk.get(f"{API}/stats", params={"colour": "red"}).status_code == 400


def test_much_to_count_is_counted_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_index, "LOOKED_AT_ONCE", 2)
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        for seed in range(5):
            played(serving, seed)
        assert [told(desk)["left"] for _ in range(4)] == [3, 1, 0, 0]
        assert told(desk)["total"] == 5


def test_a_lost_index_heals(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        played(serving, 1)
        whole = told(desk)
        (path,) = tmp_path.glob("*.index.db")
        path.write_bytes(b"nonsense" * 1000)
        found = [told(desk) for _ in range(2)]
        assert found[-1] == whole


def test_the_answer_is_that_of_the_command(serving: Serving, desk: Phone) -> None:
    index = serving.service.rooms.index
    assert index is not None
    counted, _ = index.ask(lambda one: statistics(one, StatsAsked(game="sea-or-shore")))
    found = told(desk, game="sea-or-shore")
    assert found["total"] == counted.total
    assert [(one["name"], one["games"], one["wins"]) for one in found["people"]] == [
        (one.name, one.games, one.wins) for one in counted.people
    ]


def test_the_last_game_is_drawn_by_rounds(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        serving.record("loot-island", 5, 7)
        (plot,) = [one for one in told(desk)["plots"] if one["labels"]]
        assert plot["name"] == "Cubes at the end of each round"
        assert plot["note"].startswith("Loot Island, ")
        assert {len(one["values"]) for one in plot["lines"]} == {len(plot["labels"])} == {5}
        assert len(plot["lines"]) == 5


def test_more_people_are_told_of_when_they_are_asked_for(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        for seed in range(6):
            played(serving, seed, people=[{"seat": f"p{seat}", "name": f"P{3 * seed + seat}"} for seat in (1, 2, 3)])
        found = told(desk)
        assert (len(found["people"]), found["people_in_all"]) == (12, 18)
        assert "12 of 18 people" in found["plots"][0]["note"]
        whole = told(desk, most=18)
        assert len(whole["people"]) == 18
        assert " of 18 people" not in str(whole["plots"])
        assert desk.get(f"{API}/stats", params={"most": "many"}).status_code == 400


def test_two_records_of_one_table_are_one_game_behind_every_bar(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        for scribe in ("Kim", "Lou"):
            played(serving, 1, event="Open", round=1, table=1, scribe=scribe)
        found = told(desk)
        assert found["total"] == 1
        assert "1 record is not counted" in found["notes"]
        assert len(told(desk, "/stats/games")["games"]) == 1
        assert all(bar["value"] <= 1 for plot in found["plots"] if plot["name"] == "Games won" for bar in plot["bars"])


def test_points_have_their_days_below_them(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        for seed in range(3):
            played(serving, seed)
        (plot,) = [one for one in told(desk, game="sea-or-shore")["plots"] if one["name"].startswith("Points")]
        assert plot["note"] == "Sea or Shore, the last 3 games"
        assert len(plot["labels"]) == 3 and plot["labels"][0]
        assert {len(one["values"]) for one in plot["lines"]} == {3}


def test_a_year_is_that_in_which_a_game_was_played(tmp_path: Path) -> None:
    """A record may come into the store years later."""
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        played(serving, 1)
        old = played(serving, 2, 0)
        events = [event.body() for event in serving.store.load(played(serving, 2)).events]
        serving.store.append(old, [{**body, "at": "2019-05-01T20:00:00Z"} for body in events], at=serving.clock())
        year = told(desk)["year"]
        assert [told(desk, year=one)["total"] for one in (year, 2020, 2019, 2018)] == [2, 2, 3, 3]
        assert told(desk)["summary"].startswith("3 games since May 2019 · Ann, Bob and Cleo · ")
        assert " since May · " in told(desk, year=2019)["summary"]
        assert told(desk, "/stats/games")["games"][-1]["played"] == "2019-05-01T20:00:00Z"


def test_more_games_than_are_listed_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats_calls, "GAMES_MOST", 2)
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        for seed in range(3):
            played(serving, seed)
        behind = told(desk, "/stats/games", person="Bob")
        assert (len(behind["games"]), behind["in_all"]) == (2, 3)
        assert behind["heading"] == "Games with Bob"
        assert told(desk, "/stats/games", order=2)["heading"] == "Games won by whoever came second"
        assert told(desk, "/stats/games", game="sea-or-shore")["heading"] == "Games of Sea or Shore"
        assert told(desk, "/stats/games", winner="Nobody")["in_all"] == 0


def test_a_desk_of_one_event_is_headed_by_its_name(serving: Serving) -> None:
    with serving.join("desk", event="Friday night") as night:
        assert told(night)["title"] == "Friday night"


def test_points_are_drawn_of_the_game_played_most_and_the_grid_stands_at_round_numbers(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving, serving.join("desk") as desk:
        serving.record("loot-island", 3, 1, players=[{"seat": s, "name": s} for s in ("blue", "red", "green")])
        for seed in range(3):
            played(serving, seed)
        (plot,) = [one for one in told(desk)["plots"] if one["name"].startswith("Points")]
        assert plot["note"] == "Sea or Shore, the last 3 games"
        values = [value for line in plot["lines"] for value in line["values"] if value is not None]
        assert plot["ticks"][0] <= min(values) and max(values) <= plot["ticks"][-1]
