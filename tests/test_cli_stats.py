"""Statistics over all records: what they count, in every form, and that they tell nothing a result does not show."""

import json
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise
from typing import Any

from cli.desk.index.turn_times import TimedPlay, turn_seconds
from cli.export.plots import Bar, bars, lines, ticks
from tests.helpers.counted_games import counted, put_in
from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES, dealt

STORIES = [path for game in ("loot-island", "lost-island") for path in sorted((FIXTURES / game).glob("*.jsonl"))]


def played(qm: Shell, games: int = 3) -> None:
    """Whole games of Ann, Bob and Cleo, and one that is not over."""
    for seed in range(games + 1):
        game = dealt("sea-or-shore", 3, seed)
        players = [{"seat": f"p{seat}", "name": name} for seat, name in enumerate(("Ann", "Bob", "Cleo"), 1)]
        header = {**game.header, "players": players, "event": f"Evening {seed % 2}", "title": str(seed)}
        bodies = game.full if seed < games else game.full[:9]
        text = "\n".join(json.dumps(body, sort_keys=True, separators=(",", ":")) for body in (header, *bodies))
        assert qm("import", qm.write(f"{seed}.jsonl", text + "\n")).code == 0


def test_games_wins_and_places_are_those_of_the_records(qm: Shell) -> None:
    played(qm)
    found = qm("stats", "--json").json
    scores = [qm("score", line["id"], "--json").json for line in qm("list", "--json").json_lines]
    over = [score for score in scores if score["over"]]
    won = [{seat["name"] for seat in one["seats"] if seat["seat"] in one["winners"]} for one in over]
    assert found["games"][0]["games"] == len(over) == 3
    for person in found["people"]:
        own = [seat for score in over for seat in score["seats"] if seat["name"] == person["name"]]
        assert person["games"] == len(own)
        assert person["wins"] == sum(person["name"] in winners for winners in won)
        assert round(person["mean_points"], 6) == round(sum(seat["total"] for seat in own) / len(own), 6)
    ahead = found["against"]
    assert ahead["Ann"]["Bob"][1] == 3
    assert ahead["Ann"]["Bob"][0] + ahead["Bob"]["Ann"][0] <= 3


def test_nobody_wins_a_game_in_which_everybody_is_out(qm: Shell) -> None:
    game = dealt("gold-island", 4, 0)
    text = "\n".join(json.dumps(body, sort_keys=True, separators=(",", ":")) for body in (game.header, *game.full))
    assert qm("import", qm.write("out.jsonl", text + "\n")).code == 0
    assert {seat["place"] for seat in qm("score", "out.jsonl", "--json").json["seats"]} == {1}
    found = qm("stats", "gold-island", "--json").json
    assert {(one["games"], one["wins"]) for one in found["people"]} == {(1, 0)}
    assert {(one["wins"], one["games"], one["chance"]) for one in found["order"]} == {(0, 1, 0)}


def test_a_tournament_is_no_game_of_its_own(qm: Shell) -> None:
    """Its tables are. Its entrants are found as people all the same."""
    day = FIXTURES / "tournament"
    assert qm("import", day / "harbour-open.jsonl", *sorted((day / "harbour-open").glob("r1*.jsonl"))).code == 0
    found = qm("stats", "--json").json
    assert sum(one["games"] for one in found["games"]) == 4
    assert {one["games"] for one in found["people"]} == {1}
    assert "tournament" not in [one["game"] for one in found["games"]]
    assert "Harbour Open" in qm("find", "pia").out


def test_a_player_a_game_and_an_event_narrow_it_down(qm: Shell) -> None:
    played(qm)
    for path in STORIES:
        if path.stem != "rules":
            qm("import", path)
    ann = qm("stats", "ann", "--json").json
    assert ann["player"] == "Ann"
    assert ann["people"][0]["name"] == "Ann"
    assert "Fay" not in [one["name"] for one in ann["people"]], "they never played together"
    assert {one["game"] for one in qm("stats", "sea-or-shore", "--json").json["games"]} == {"sea-or-shore"}
    assert qm("stats", "--event", "evening 1", "--json").json["games"][0]["games"] == 1
    told = qm("stats", "Ann", "--game", "sea-or-shore").out
    assert re.search(r"^Bob +\d of 3$", told, re.M)
    assert "mean points" in told
    assert "zebedee is not a game that was played here, nor a player" in qm("stats", "zebedee").failed(4).err
    assert qm("stats", "--csv", "--json").code == 2
    broken = qm("audit", "--all", "--json", "--fail-on", "never").json_lines
    over = {line["id"] for line in qm("list", "--json").json_lines if line["status"]["over"]}
    times = sum(one["answer"] == "broken" for each in broken if each["record"] in over for one in each["findings"])
    assert sum(one["times"] for one in qm("stats", "--json").json["rules"]) == times > 0
    changed = sum(len(each["hindsight"]) for each in broken if each["record"] in over)
    assert qm("stats", "--json").json["turned"] == changed > 0


def test_what_contradicts_itself_or_finds_nothing_is_said_as_it_is(qm: Shell) -> None:
    played(qm)
    qm("import", FIXTURES / "loot-island" / "clean-four.jsonl").ok()
    told = qm("stats", "loot-island", "--game", "sea-or-shore").failed(2).err
    assert "loot-island is a game, and --game names another" in told
    assert "no game called chess was played here" in qm("stats", "--game", "chess").failed(4).err
    assert qm("stats", "sea-or-shore", "--game", "sea-or-shore").ok() == qm("stats", "sea-or-shore")
    told = qm("stats", "cleo", "--event", "nowhere").failed(4).err
    assert "Cleo has 4 games that are over, but none whose event contains 'nowhere'" in told
    assert "nor a player" not in told
    told = qm("stats", "cleo", "--game", "loot-island", "--event", "evening").failed(4).err
    assert "but none of loot-island and whose event contains 'evening'" in told
    qm("new", "sea-or-shore", "p1=Zoe", "p2=Yan", "p3=Xia", "--title", "Later").ok()
    assert "Zoe has no game that is over yet" in qm("stats", "zoe").failed(4).err


def test_the_page_needs_nothing_and_its_plots_say_their_numbers(qm: Shell) -> None:
    played(qm)
    assert qm("stats", "sea-or-shore", "--html", "-o", "stats.html").code == 0
    page = (qm.folder / "stats.html").read_text()
    assert not re.search(r"<script|https?:|src=|style=['\"]", page.replace("http://www.w3.org/2000/svg", ""))
    plots = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(plots) >= 4
    for plot in plots:
        assert ElementTree.fromstring(plot).attrib["aria-label"]
    for link in re.findall(r'href="#([\w-]+)"', page):
        assert f"id={link}" in page
    table = qm("stats", "--csv").out.splitlines()
    assert table[0] == "name,games,wins,mean_place,mean_points,seconds_a_turn"
    assert len(table) == 4


def test_a_name_cannot_break_out_of_a_plot() -> None:
    drawn = bars([Bar('<b>"&', 2, "2", '"><script>')]) + lines({'"><i>': [1, -4], "b": [0, 0]})
    assert not re.search(r"<(b|i|script)>", drawn)
    for plot in re.findall(r"<svg.*?</svg>", drawn):
        ElementTree.fromstring(plot)
    assert bars([]) == lines({}) == ""


def test_names_of_lines_that_end_together_stand_apart_and_within_the_plot() -> None:
    names = ["Ann", "Bob", "Cleo", "Dee", "Evelyn the Great"]
    plots = re.findall(r"<svg.*?</svg>", lines({name: [3, 0] for name in names}, ["1", "2"]))
    assert len(plots) == 2, "for a wide screen and for a phone"
    drawn = ElementTree.fromstring(plots[0])
    heights = sorted(float(one.attrib["y"]) for one in drawn if one.attrib.get("class") == "value")
    assert all(after - before >= 14 for before, after in pairwise(heights))
    assert heights[-1] < float(drawn.attrib["viewBox"].split()[3])
    assert [one.text for one in drawn if one.attrib.get("text-anchor") == "middle"] == ["1", "2"]
    assert len({one.attrib["class"] for one in drawn if one.tag == "circle"}) == len(names), "everybody has a look"


def test_a_turn_lasts_from_the_play_before_it_to_its_own_last_one() -> None:
    def plays(*told: tuple[str | None, int | None]) -> list[TimedPlay]:
        return [(who, None if at is None else f"2026-03-01T19:{at:02}:00Z") for who, at in told]

    assert turn_seconds(plays((None, 0), ("a", 1), ("b", 3), ("b", 7), ("a", 8))) == {"a": 60, "b": 360}
    assert turn_seconds(plays(("a", 0), ("b", 2), ("a", 3), ("b", 13), ("a", 14), ("b", 15))) == {"a": 60, "b": 120}
    assert turn_seconds(plays(("a", 0), ("b", None), ("a", 3), ("b", 2))) == {}, "not timed, or backwards"
    assert turn_seconds([("a", "soon"), ("b", "later")]) == {}


def test_minutes_a_turn_come_from_the_times_of_the_events(qm: Shell) -> None:
    game = dealt("sea-or-shore", 3, 1)
    players = [{"seat": f"p{seat}", "name": name} for seat, name in enumerate(("Ann", "Bob", "Cleo"), 1)]
    bodies = [{**body, "at": f"2026-03-01T{19 + n // 60}:{n % 60:02}:00Z"} for n, body in enumerate(game.full)]
    lines = ({**game.header, "players": players}, *bodies)
    text = "\n".join(json.dumps(body, sort_keys=True, separators=(",", ":")) for body in lines)
    assert qm("import", qm.write("timed.jsonl", text + "\n")).code == 0
    people = qm("stats", "--json").json["people"]
    assert {one["seconds_a_turn"] % 60 for one in people} == {0}
    assert all(one["seconds_a_turn"] >= 60 for one in people)
    told = qm("stats").out
    assert "minutes a turn" in told
    assert "1 game since March 2026 · " in told
    assert qm("stats", "--html", "-o", "stats.html").code == 0
    assert "Minutes a turn" in (qm.folder / "stats.html").read_text()


def test_the_summary_says_since_when_and_who(qm: Shell) -> None:
    for seed, day in enumerate(("2026-05-02", "2025-12-31", "2026-01-01")):
        lines = counted(qm, seed, ["Ann", "Bob", "Cleo", "Dee", f"Guest {seed}"])
        timed(qm, lines, day)
    told = " ".join(qm("stats", "--event", "friday").ok().out.split())
    assert "3 games since December 2025 · " in told
    assert " and 3 others · worked out from the records, nothing typed in" in told
    assert "since December 2025 · with " in " ".join(qm("stats", "bob", "--event", "friday").out.split())
    page = qm("stats", "--html", "--event", "friday").ok().out
    assert "3 games since December 2025 · " in page
    assert "no answer" in page, "what hindsight changed"
    found = qm("stats", "--event", "friday", "--json").json
    assert found["first_day"] == "2025-12-31"
    assert qm("stats", "--event", "nobody").out.splitlines()[1].startswith("0 games · worked out")


def timed(qm: Shell, lines: list[dict[str, Any]], day: str) -> None:
    """The same game as a record of its own, played that evening."""
    header, *bodies = lines
    at = [{**body, "at": f"{day}T{19 + n // 60}:{n % 60:02}:00Z"} for n, body in enumerate(bodies)]
    put_in(qm, [{**header, "event": "Friday evenings"}, *at])


def test_a_bar_of_the_page_opens_its_games(qm: Shell) -> None:
    """Without a script: each leads to a part of the page that is shown when its address is."""
    played(qm)
    records = {line["id"]: line for line in qm("list", "--json").json_lines}
    page = qm("stats", "--html").ok().out
    found = qm("stats", "--json").json
    links = re.findall(r'<a class=barrow href="#([^"]+)"><span class=barlabel>([^<]+)', page)
    assert len(links) >= 7
    parts = dict(re.findall(r"<section class='panel scrolls behind' id=([\w-]+)>(.*?)</section>", page, re.S))
    for place, label in links:
        assert set(re.findall(r"<code>(\w+)</code>", parts[place])) <= records.keys()
        who = next((one for one in found["people"] if label == f"{one['name']}, {one['wins']} of {one['games']}"), None)
        if who is not None:
            assert f"Games that {who['name']} won" in parts[place]
            assert parts[place].count("<code>") == who["wins"]
    assert len({place for place, _ in links}) == len(parts)


def test_lines_of_a_grid_stand_at_round_numbers() -> None:
    assert ticks([9, 2]) == [0, 5, 10]
    assert ticks([35]) == [0, 20, 40]
    assert ticks([54, 3]) == [0, 30, 60]
    assert ticks([]) == ticks([0]) == ticks([1]) == [0, 1]
    assert ticks([-3, 7]) == [-4, 0, 4, 8]
    assert ticks([130, -1]) == [-80, 0, 80, 160]
    for high in range(1, 2000):
        found = ticks([high, -high // 3])
        assert found[0] <= -high // 3 and found[-1] >= high and 0 in found and len(found) <= 4


def hidden_twins() -> list[list[dict[str, Any]]]:
    """A game that is not over, as logged with two different hidden hands."""
    one, two = (dealt("sea-or-shore", 3, seed) for seed in (1, 2))
    return [list(one.full[:6]), [two.full[0], *one.full[1:6]]]


def test_a_game_that_is_not_over_tells_nothing(qm: Shell) -> None:
    played(qm, 1)
    before = qm("stats", "--json")
    for number, bodies in enumerate(hidden_twins()):
        header = {**dealt("sea-or-shore", 3, 1).header, "title": f"twin {number}"}
        text = "\n".join(json.dumps(body, sort_keys=True, separators=(",", ":")) for body in (header, *bodies))
        assert qm("import", qm.write(f"twin-{number}.jsonl", text + "\n")).code == 0
        assert qm("stats", "--json") == before
