"""The page of a record: what is in it, and what is not. How it behaves is in tests/test_cli_page_browser.py."""

import json
import re

import pytest

from cli.export.html.data import NARROW
from cli.export.html.page import SCRIPTS
from cli.machine.target import load
from records.record import of_bodies
from replay.action import body_of
from replay.draw.picture import picture
from replay.library import game_ids, game_of
from replay.playout import OFFICIAL
from replay.reel import Eyes, Reel, played
from replay.scene import PHONE, WIDE, changed_ids
from replay.view import TABLE, mask
from tests.helpers.pages import boards, data_of, lists, page_of, parts, row, sentences, story_page, tables
from tests.helpers.shell import ROOT, Shell
from tests.helpers.slow import first_ones
from tests.helpers.tools import FIXTURES, dealt, timeline

STORY = FIXTURES / "sea-or-shore" / "pass-nobody-noticed.jsonl"
EVENTS = 70
"""How much of a dealt game is enough to see whether a page tells a secret."""
HURRY = FIXTURES / "sea-or-shore" / "hurried-table.jsonl"


# --- what is in it


@pytest.mark.slow
def test_the_page_holds_every_view_and_the_record_itself(qm: Shell) -> None:
    data = data_of(story_page(STORY))

    assert {view["as"] for view in data["views"]} == {OFFICIAL, TABLE, "p1", "p2", "p3", "p4"}
    assert {view["hindsight"] for view in data["views"] if view["as"] == OFFICIAL} == {True, False}
    assert data["file"]["text"].encode() == STORY.read_bytes()
    assert data["about"]["code"] == qm("show", STORY, "--json").json_lines[0]["code"]
    view = data["views"][0]
    assert row(data, view, "seq") == list(range(1, 176))
    finding = view["remarks"]["1"]["findings"][0]
    assert finding["rule"] == "SS-PASS-3"
    assert finding["text"] == "The passed card is the highest of its colour in the player's hand."


@pytest.mark.slow
def test_every_step_of_a_page_has_the_sentence_changes_text_and_picture_of_its_reel(qm: Shell) -> None:
    with load(str(STORY), None) as loaded:
        found = played(loaded.record)
    data = data_of(story_page(STORY))
    for view in data["views"]:
        reel = Reel(found, Eyes(view["as"], view["timeline"], view["hindsight"]))
        texts = boards(data, view) if "board" in view else []
        assert bool(texts) == (view["as"] == OFFICIAL)
        wide = tables(data, view, "wide")
        told, changes, marks = sentences(data, view), lists(data, view, "changes"), lists(data, view, "marks")
        assert [len(reel)] * 4 == [len(marks), len(wide), len(told), len(changes)]
        for place in range(3, len(reel), 11):
            scene, before = reel.scene(place, WIDE), reel.scene_before(place, WIDE)
            assert scene is not None
            things = {(zone.id, zone.says) for zone in scene.zones} | {(one.id, one.says) for one in scene.pieces}
            assert {(part.id, part.says) for part in parts(data, wide[place])} == things
            assert not texts or texts[place] == reel.board(place, NARROW)
            assert told[place] == reel.text(place)
            assert changes[place] == reel.changes_told(place)
            assert marks[place] == sorted(changed_ids(scene, before)), "no piece of this game has the rim of its zone"


def test_drawings_are_the_same_in_the_page_as_in_a_picture(qm: Shell) -> None:
    with load(str(STORY), None) as loaded:
        scene = Reel(played(loaded.record), Eyes()).scene(30, PHONE)
    assert scene is not None
    data = data_of(story_page(STORY))
    shown = {part.id: part for part in parts(data, tables(data, data["views"][0], "phone")[30])}
    whole = picture(scene)
    for piece in scene.pieces:
        part, zone = shown[piece.id], scene.zone(piece.at)
        assert zone is not None
        box = (piece.box.x - zone.box.x, piece.box.y - zone.box.y, piece.box.w, piece.box.h)
        assert part.box == tuple(round(10 * number) for number in box)
        inside = re.search(rf'data-id="{piece.id}".*?>(.*?)<rect [^>]*focus-rim', whole)
        assert inside
        assert _classes(part.drawn.replace("'", '"')) == _classes(inside[1]), piece.id


def _classes(drawn: str) -> list[str]:
    """Tags, classes and words of a drawing, without its numbers."""
    return re.findall(r'<\w+|class="[^"]*"|href="[^"]*"|>[^<]+<', drawn)


@pytest.mark.slow
def test_a_finding_is_pinned_to_the_thing_it_is_about(qm: Shell) -> None:
    view = data_of(story_page(HURRY))["views"][0]
    pinned = [finding for told in view["remarks"].values() for finding in told.get("findings", [])]
    assert pinned
    assert {about for finding in pinned for about in finding["about"]} <= {"p1", "p2", "p3", *_things()}
    assert any(finding["about"] for finding in pinned)


def _things() -> set[str]:
    data = data_of(story_page(HURRY))
    return {part.id for table in tables(data, data["views"][0], "wide") for part in parts(data, table)}


def test_corrections_bring_the_recorded_timeline_with_them(qm: Shell) -> None:
    timelines = {view["timeline"] for view in data_of(story_page(HURRY))["views"]}
    assert timelines == {"effective", "recorded"}


def test_the_script_is_small_and_requests_nothing(qm: Shell) -> None:
    script = "".join((ROOT / "cli" / "export" / "html" / name).read_text() for name in SCRIPTS)
    page = story_page(STORY)

    assert len(script.encode()) < 40_000
    assert "default-src 'none'" in page
    assert not re.search(r"https?://|src=|@import|url\(", page.split('<script type="application/json"')[0])
    assert set(re.findall(r"https?://\S+", script)) == {'http://www.w3.org/2000/svg";'}, (
        "the name of SVG, which is not asked for"
    )
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
    page = story_page(HURRY)
    sheet = page.split('<section id="sheet">')[1].split("</section>")[0]

    assert "<noscript>" in page
    data = data_of(page)
    assert sheet.count("<tr><td class=number>") == len(row(data, data["views"][0], "seq"))
    for text in ("Cleo (p3) ★ winner", "SS-LAY-1", "each player lays one card", "GAMH-3Z5L", "The table at the end"):
        assert text in sheet


# --- what is not in it


@pytest.mark.parametrize("game_id", first_ones(game_ids(), 2))
@pytest.mark.parametrize("who", first_ones(["seat", "table"]))
def test_a_page_for_one_viewer_is_the_page_of_what_that_viewer_saw(qm: Shell, game_id: str, who: str) -> None:
    """Made from the full record, it is the same as made from a record that never held anything else."""
    game = game_of(game_id)
    full = dealt(game_id, game.player_counts[0], 5)
    played_on = full.full[:EVENTS]
    viewer = TABLE if who == "table" else full.header["players"][1]["seat"]
    _, table, line, _ = timeline(full.header, played_on)
    seen = [body_of(placed.action) for placed in mask(game, table, line, viewer)]
    paths = []
    for name, bodies in (("full", played_on), ("seen", seen)):
        lines = of_bodies(full.header, bodies).lines
        paths.append(qm.write(f"{name}.jsonl", b"".join(one + b"\n" for one in lines)))
    assert paths[0].read_bytes() != paths[1].read_bytes()

    whole, known = (data_of(page_of(qm, path, "--as", viewer)) for path in paths)

    assert whole["file"] is None
    assert known["file"] is not None
    for name in ("texts", "tags", "drawings", "things", "rows", "lists", "splices", "views"):
        assert whole[name] == known[name]
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
