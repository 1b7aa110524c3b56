"""The page of a record: what is in it, what is not, and how it behaves in a real browser."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from records.record import of_bodies
from replay.action import body_of
from replay.library import game_ids, game_of
from replay.playout import OFFICIAL
from replay.view import TABLE, mask
from tests.helpers.browser import Browser
from tests.helpers.shell import ROOT, Shell
from tests.helpers.slow import first_ones
from tests.helpers.tools import FIXTURES, dealt, timeline

STORY = FIXTURES / "sea-or-shore" / "pass-nobody-noticed.jsonl"
HURRY = FIXTURES / "sea-or-shore" / "hurried-table.jsonl"


def page_of(qm: Shell, path: Path, *arguments: str) -> str:
    """The page of a record as text."""
    answer = qm("export", path, "--html", *arguments)
    assert answer.code == 0, answer.err
    return answer.out


def data_of(page: str) -> Any:
    """The data inside a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found
    return json.loads(found[1])


# --- what is in it


def test_the_page_holds_every_view_and_the_record_itself(qm: Shell) -> None:
    data = data_of(page_of(qm, STORY))

    assert {view["as"] for view in data["views"]} == {OFFICIAL, TABLE, "p1", "p2", "p3", "p4"}
    assert {view["hindsight"] for view in data["views"] if view["as"] == OFFICIAL} == {True, False}
    assert data["file"]["text"].encode() == STORY.read_bytes()
    assert data["about"]["code"] == qm("show", STORY, "--json").json_lines[0]["code"]
    steps = data["views"][0]["steps"]
    assert [step["seq"] for step in steps] == list(range(1, 176))
    assert steps[1]["findings"][0]["rule"] == "SS-PASS-3"
    assert steps[1]["findings"][0]["text"] == "The passed card is the highest of its colour in the player's hand."
    assert [data["texts"][number] for number in steps[29]["board"]] == _board(qm, 30)


def _board(qm: Shell, seq: int) -> list[str]:
    from cli.machine.target import load
    from replay.reel import Eyes, Reel, played

    with load(str(STORY), None) as loaded:
        return Reel(played(loaded.record), Eyes()).board(seq - 1, 100)


def test_corrections_bring_the_recorded_timeline_with_them(qm: Shell) -> None:
    timelines = {view["timeline"] for view in data_of(page_of(qm, HURRY))["views"]}
    assert timelines == {"effective", "recorded"}


def test_the_script_is_small_and_requests_nothing(qm: Shell) -> None:
    script = (ROOT / "cli" / "export" / "html" / "page.js").read_text()
    page = page_of(qm, STORY)

    assert len(script.encode()) < 30_000
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|src=|@import|url\(", page.split('<script type="application/json"')[0])
    assert not re.search(r"innerHTML|insertAdjacent|document\.write|eval\(", script)


def test_names_and_notes_cannot_break_out_of_the_page(qm: Shell) -> None:
    header = STORY.read_text().splitlines()[0].replace('"Ann"', '"</script><img src=x onerror=alert(1)>"')
    note = '{"do":"note","text":"</script><!--=data--><b>bold"}'
    path = qm.write("bad.jsonl", f'{header}\n{{"do":"setup"}}\n{note}\n')

    page = page_of(qm, path)

    assert "<img" not in page
    assert "<b>bold" not in page
    assert page.count("</script>") == 2
    assert "</script><!--=data--><b>bold" in json.dumps(data_of(page))


def test_the_whole_game_is_there_without_a_script(qm: Shell) -> None:
    page = page_of(qm, HURRY)
    sheet = page.split('<section id="sheet">')[1].split("</section>")[0]

    assert "<noscript>" in page
    assert sheet.count("<tr><td class=number>") == len(data_of(page)["views"][0]["steps"])
    for text in ("Cleo (p3) ★ winner", "SS-LAY-1", "each player lays one card", "GAMH-3Z5L", "The table at the end"):
        assert text in sheet


# --- what is not in it


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("who", first_ones(["seat", "table"]))
def test_a_page_for_one_viewer_is_the_page_of_what_that_viewer_saw(qm: Shell, game_id: str, who: str) -> None:
    """Made from the full record, it is the same as made from a record that never held anything else."""
    game = game_of(game_id)
    full = dealt(game_id, game.players[0], 5)
    viewer = TABLE if who == "table" else full.header["players"][1]["seat"]
    _, table, line, _ = timeline(full.header, full.full)
    seen = [body_of(placed.action) for placed in mask(game, table, line, viewer)]
    paths = []
    for name, bodies in (("full", full.full), ("seen", seen)):
        lines = of_bodies(full.header, bodies).lines
        paths.append(qm.write(f"{name}.jsonl", b"".join(one + b"\n" for one in lines)))
    assert paths[0].read_bytes() != paths[1].read_bytes()

    whole, known = (data_of(page_of(qm, path, "--as", viewer)) for path in paths)

    assert whole["file"] is None
    assert known["file"] is not None
    assert whole["texts"] == known["texts"]
    assert whole["views"] == known["views"]
    assert {view["as"] for view in whole["views"]} == {viewer}


def test_a_correction_does_not_tell_a_seat_what_it_hides(qm: Shell) -> None:
    lines = STORY.read_text().splitlines()[:3]
    amend = '{"action":{"cards":{"p1":"red-11","p2":"blue-3","p3":"?","p4":"?"},"do":"pass"},"do":"amend","target":2}'
    path = qm.write("amended.jsonl", "\n".join([*lines, amend, ""]))

    assert "blue-3" in page_of(qm, path)
    page = page_of(qm, path, "--as", "p4")
    assert "blue-3" not in page
    assert "red-11" in page_of(qm, path, "--as", "p1")
    assert data_of(page)["file"] is None


def test_an_unread_line_is_not_shown_to_a_seat(qm: Shell) -> None:
    header = STORY.read_text().splitlines()[0]
    lines = [
        header,
        '{"do":"setup"}',
        '{"do":"unread","said":"p2 kept mauve"}',
        '{"do":"lay","by":"p1","shows":"ochre"}',
    ]
    path = qm.write("unread.jsonl", "\n".join([*lines, ""]))

    whole, seen = page_of(qm, path), page_of(qm, path, "--as", "p1")

    assert "mauve" in whole
    assert "ochre" in whole
    assert "mauve" not in seen
    assert "ochre" not in seen
    assert "QM-READ-1" in seen


def test_a_record_is_never_exported_in_part(qm: Shell) -> None:
    assert qm("export", STORY, "--as", "p1").code == 2
    assert qm("export", STORY, "--html", "--format", "csv").code == 2
    assert qm("export", STORY, "--html", "--with-openings", "-o", "x.html").code == 2
    assert qm("export", STORY, "--html", "--as", "p9").code == 2
    assert qm.files() == []


# --- other forms


@pytest.mark.slow
def test_the_end_of_the_file_name_says_the_form(qm: Shell) -> None:
    assert qm("export", STORY, "-o", "game.html").code == 0
    assert qm("export", STORY, "-o", "game.csv").code == 0
    assert (qm.folder / "game.html").read_text().startswith("<!DOCTYPE html>")
    assert (qm.folder / "game.csv").read_bytes().startswith(b"seq,at,by,do,text,changes,findings,fields\r\n")
    assert qm("export", STORY, "-o", "game.html").code == 2


def test_a_table_of_the_events_for_a_spreadsheet(qm: Shell) -> None:
    import csv
    import io

    rows = list(csv.DictReader(io.StringIO(qm("export", HURRY, "--format", "csv").out)))
    assert len(rows) == len(qm("steps", HURRY, "--plain").out.splitlines())
    assert rows[22]["findings"].startswith("SS-LAY-1 broken") or rows[24]["findings"].startswith("SS-LAY-1 broken")
    header = STORY.read_text().splitlines()[0]
    path = qm.write("sum.jsonl", f'{header}\n{{"do":"setup"}}\n{{"do":"note","text":"x","by":"=1+1"}}\n')
    assert "'=1+1" in qm("export", path, "--format", "csv").out


def test_a_play_for_bg_stats_is_the_same_every_time(qm: Shell) -> None:
    first = qm("export", HURRY, "--format", "bgstats").out
    play = json.loads(first)["plays"][0]

    assert first == qm("export", HURRY, "--format", "bgstats").out
    assert play["playDate"] == "2026-10-16 19:01:00"
    assert play["durationMin"] == 30, "to the last play or reveal"
    assert [(score["score"], score["winner"], score["rank"]) for score in play["playerScores"]] == [
        ("23", False, 2),
        ("21", False, 3),
        ("25", True, 1),
    ]
    names = {player["id"]: player["name"] for player in json.loads(first)["players"]}
    assert [names[score["playerRefId"]] for score in play["playerScores"]] == ["Ann", "Bob", "Cleo"]
    assert re.fullmatch(r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", play["uuid"])
    other = json.loads(qm("export", STORY, "--format", "bgstats").out)
    assert other["players"][0]["uuid"] == json.loads(first)["players"][0]["uuid"]
    assert other["plays"][0]["uuid"] != play["uuid"]


# --- in a real browser


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A headless Chromium, started once."""
    opened = Browser(tmp_path_factory.mktemp("chromium"))
    yield opened
    opened.close()


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    """A fresh page of it."""
    chromium.new_page()
    return chromium


def written(qm: Shell, path: Path, *arguments: str) -> str:
    """The address of the page of a record."""
    assert qm("export", path, "-o", "game.html", "--force", *arguments).code == 0
    return f"file://{qm.folder}/game.html"


def test_the_page_works_from_a_file_and_asks_for_nothing_else(qm: Shell, browser: Browser) -> None:
    url = written(qm, STORY)
    browser.open(url)

    assert browser.requests == [url]
    assert browser.complaints == []
    assert browser.text("#where").startswith("event 1 of 175")
    browser.press("ArrowRight")
    assert browser.text("#where").startswith("event 2 of 175")
    assert "SS-PASS-3 broken" in browser.text("#found")
    assert "Ann's hand: red 11 gone, blue 3 new" in browser.text("#changes")
    assert browser.text("#moves .here").split()[:3] == ["▶", "✗", "2"]
    browser.press("End")
    assert browser.value("location.hash") == "#step=175"
    browser.press("Home", "]")
    assert "round 2 of 2" in browser.text("#board")
    browser.press("Home", "n")
    assert browser.value("location.hash") == "#step=2"
    browser.press("/", *"green-9", "Enter", "n")
    assert browser.value("document.activeElement === document.body")
    assert "found" in browser.text("#hits")
    assert browser.complaints == []
    assert browser.requests == [url]


def test_a_link_opens_the_page_at_a_step_and_through_a_seats_eyes(qm: Shell, browser: Browser) -> None:
    qm("simulate", "sea-or-shore", "-p", "4", "-o", ".")
    url = written(qm, Path("sea-or-shore-4p-1.full.jsonl"))
    browser.open(f"{url}#step=12&as=p1")

    assert browser.text("#where").startswith("event 12 of")
    assert browser.value("document.getElementById('as').value") == "p1"
    assert "?×" in browser.text("#board")
    browser.press("V")
    assert "?×" not in browser.text("#board")
    assert browser.value("location.hash") == "#step=12"
    browser.value("location.hash = '#step=20&as=table'")
    time.sleep(0.2)
    assert browser.text("#where").startswith("event 20 of")
    assert browser.value("document.getElementById('as').value") == "table"
    browser.value("document.getElementById('slider').value = 3; document.getElementById('slider').oninput()")
    assert browser.text("#where").startswith("event 4 of")


def test_timelines_and_hindsight_can_be_chosen_where_there_is_a_choice(qm: Shell, browser: Browser) -> None:
    browser.open(written(qm, HURRY))
    assert browser.value("document.getElementById('lineLabel').hidden") is False
    count = browser.value("document.querySelectorAll('#moves li').length")
    browser.press("c")
    assert browser.value("document.querySelectorAll('#moves li').length") > count
    browser.open(written(qm, STORY) + "#step=2")
    assert "r10" in browser.text("#board")
    browser.press("H")
    assert "r10" not in browser.text("#board")
    assert "SS-PASS-3 open" in browser.text("#found")
    browser.press("d")
    assert browser.value("document.querySelectorAll('mark').length") == 0


def test_the_record_can_be_taken_out_of_the_page_again(qm: Shell, browser: Browser) -> None:
    browser.open(written(qm, STORY))
    folder = qm.folder / "taken"
    folder.mkdir()
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.value("document.querySelector('#get a').click()")
    for _ in range(200):
        if (found := list(folder.glob("*.jsonl"))) and found[0].stat().st_size:
            break
        time.sleep(0.05)
    (taken,) = folder.glob("*.jsonl")
    assert taken.read_bytes() == STORY.read_bytes()
    code = browser.value("document.querySelector('#get').textContent").split("--code ")[1].strip()
    assert qm("verify", taken, "--code", code).code == 0


def test_dark_light_narrow_printed_and_without_a_script(qm: Shell, browser: Browser) -> None:
    url = written(qm, HURRY)
    browser.open(url)
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = browser.value(background)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    assert browser.value(background) != light
    browser.call("Emulation.setEmulatedMedia", media="print")
    shown = "(id) => getComputedStyle(document.getElementById(id)).display !== 'none'"
    assert browser.value(f"({shown})('sheet') && !({shown})('viewer')")
    assert len(browser.call("Page.printToPDF")["data"]) > 20_000
    browser.call("Emulation.setEmulatedMedia", media="")
    for width in (360, 768, 1280):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=True)
        browser.open(f"{url}#step=26")
        assert browser.value("document.documentElement.scrollWidth") <= width
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(url)
    assert browser.value(f"({shown})('sheet')")
    assert browser.value("document.querySelectorAll('#sheet table.all tbody tr').length") > 150
    assert browser.complaints == []
