"""The last game by rounds: what a game offers, in every form of the statistics."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import records
from replay.games.loot_island.actions import Cleanup, Healers
from replay.library import game_of
from replay.round_series import ROUNDS_MOST, RoundSeries, by_round
from replay.step import Step
from replay.whole_record import audit_of
from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES, dealt

GAME = "loot-island"


def imported(qm: Shell, seed: int, game: str = GAME, **header: Any) -> list[dict[str, Any]]:
    """A whole dealt game in the store; its lines."""
    one = dealt(game, 4, seed)
    lines = [{**one.header, "title": f"Game {seed}", **header}, *one.full]
    text = "\n".join(json.dumps(body, sort_keys=True, separators=(",", ":")) for body in lines)
    assert qm("import", qm.write(f"{game}-{seed}.jsonl", text + "\n")).code == 0
    return lines


def cubes_by_round(path: Path) -> dict[int, dict[str, int]]:
    """The cubes after each cleanup, and those of the last round when the healers come, straight from the steps."""
    found: dict[int, dict[str, int]] = {}
    for step in audit_of(records.read(path)).steps:
        if isinstance(step.action, Cleanup | Healers):
            found[step.before.round] = dict(step.after.cubes)
    return found


def test_the_last_game_is_followed_by_rounds_in_every_form(qm: Shell) -> None:
    imported(qm, 1)
    imported(qm, 2)
    imported(qm, 3, "sea-or-shore")
    found = qm("stats", "--json").json["rounds"]
    told = cubes_by_round(qm.folder / f"{GAME}-2.jsonl")
    assert (found["name"], found["note"]) == ("Cubes at the end of each round", "who carried the curse")
    assert found["rounds"] == list(told) == [1, 2, 3, 4, 5]
    seats = sorted(told[1])
    assert [values for _, values in found["people"]] == [[told[number][seat] for number in told] for seat in seats]
    assert qm("stats", GAME, "--json").json["rounds"] == found
    assert qm("stats", "sea-or-shore", "--json").json["rounds"] is None
    rows = list(csv.DictReader(io.StringIO(qm("stats", "--csv", "--part", "rounds").out)))
    assert [(one["name"], int(one["round"]), int(one["value"])) for one in rows] == [
        (name, number, value)
        for name, values in found["people"]
        for number, value in zip(found["rounds"], values, strict=True)
    ]
    name, values = found["people"][0]
    assert re.search(rf"^{name} +{' +'.join(map(str, values))}$", qm("stats").out, re.M)
    assert qm("stats", "--html", "-o", "stats.html").code == 0
    page = (qm.folder / "stats.html").read_text()
    assert f"{name}: {', '.join(map(str, values))}" in page
    assert f">{name} {values[-1]}</text>" in page, "each line ends with a name and its last value"
    assert all(f'text-anchor="middle">{number}</text>' in page for number in found["rounds"])


def test_two_people_of_one_name_are_two_lines(qm: Shell) -> None:
    lines = imported(qm, 4)
    seats = [player["seat"] for player in lines[0]["players"]]
    players = [{"seat": seat, "name": "Ann" if place < 2 else seat} for place, seat in enumerate(seats)]
    imported(qm, 5, players=players)
    names = [name for name, _ in qm("stats", "--json").json["rounds"]["people"]]
    assert sorted(names) == sorted([f"Ann ({seats[0]})", f"Ann ({seats[1]})", *seats[2:]])


def test_a_game_that_is_not_over_or_has_no_such_figures_shows_nothing(qm: Shell) -> None:
    imported(qm, 1, "sea-or-shore")
    one = dealt(GAME, 4, 1)
    lines = [one.header, *one.full[:-4]]
    text = "\n".join(json.dumps(body, sort_keys=True, separators=(",", ":")) for body in lines)
    assert qm("import", qm.write("half.jsonl", text + "\n")).code == 0
    assert qm("stats", "--json").json["rounds"] is None
    assert "round" not in qm("stats").out
    assert qm("stats", "--csv", "--part", "rounds").out.splitlines() == ["record,name,round,value"]
    assert qm("index", "check").code == 0


def test_only_the_last_step_of_a_round_counts_and_no_more_rounds_than_a_plot_shows() -> None:
    told = [(2, 1), (1, 4), (2, 3), (0, 9), (ROUNDS_MOST + 1, 5)]
    steps: list[Any] = [Step(seq, None, Cleanup(), one) for seq, one in enumerate(told)]
    series = RoundSeries("Coins", "", ended=lambda step: step.after[0], values=lambda state: {"p1": state[1]})
    assert by_round(series, steps) == {1: {"p1": 4}, 2: {"p1": 3}}


def test_what_a_game_offers_is_what_its_steps_show() -> None:
    path = FIXTURES / GAME / "clean-four.jsonl"
    offered = game_of(GAME).rounds
    assert offered is not None
    assert by_round(offered, audit_of(records.read(path)).steps) == cubes_by_round(path)
