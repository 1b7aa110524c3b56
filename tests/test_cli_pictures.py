"""Pictures as files of their own, in audits and in reports."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from cli.export.html.short_numbers import unpacked
from records.record import of_bodies
from replay.action import body_of
from replay.deal import header_for
from replay.draw.parts import Movable, Words, parts_of, things_of
from replay.draw.picture import picture
from replay.game import Frame
from replay.library import game_ids, game_of, table_of
from replay.playout import OFFICIAL
from replay.reel import Eyes, Reel, played
from replay.scene import PHONE, WIDE
from replay.scene_parts import STEP
from replay.view import TABLE, mask
from tests.helpers.pages import data_of, page_of
from tests.helpers.shell import ROOT, Shell
from tests.helpers.slow import many
from tests.helpers.tools import FIXTURES, SECRETIVE, dealt, timeline

HURRY = FIXTURES / "sea-or-shore" / "hurried-table.jsonl"
DRAWN = [game for game in game_ids() if game_of(game).scene is not None]
SVG = "{http://www.w3.org/2000/svg}"


def test_the_table_is_written_as_a_picture_that_needs_nothing_else(qm: Shell) -> None:
    told = qm("state", HURRY, "--at", 25, "--svg").out
    root = ElementTree.fromstring(told)

    assert root.tag == f"{SVG}svg"
    assert root.get("width") == str(WIDE)
    ids = {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
    assert {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")} == ids
    assert not re.search(r"<script|https?://(?!www\.w3\.org/2000/svg)|url\(|@import", told)
    assert "changed-rim" in told.partition("</style>")[2], "what the event changed is marked"
    assert f'width="{PHONE}"' in qm("state", HURRY, "--svg", "--phone").out
    assert qm("state", HURRY, "--svg", "-o", "table.svg").code == 0
    assert qm("state", HURRY, "--svg", "-o", "table.svg").code == 2, "nothing is overwritten"


def test_any_name_leaves_a_picture_that_can_be_read(qm: Shell) -> None:
    header = HURRY.read_text().splitlines()[0].replace('"Ann"', json.dumps("A\x08<b>&\"'\ufffe"))
    path = qm.write("odd.jsonl", "\n".join([header, *HURRY.read_text().splitlines()[1:24], ""]))

    told = qm("state", path, "--svg").out
    assert ElementTree.fromstring(told) is not None
    assert "<b>" not in told
    assert "\N{REPLACEMENT CHARACTER}" in told
    data = data_of(page_of(qm, path))
    tags = "".join("".join(data["tags"][tag] for tag in unpacked(drawing)) for drawing in data["drawings"])
    assert ElementTree.fromstring(f"<svg>{tags}</svg>") is not None


@pytest.mark.parametrize("game_id", [game_id for game_id in DRAWN if game_id in SECRETIVE])
def test_a_seats_picture_is_made_of_what_that_seat_saw(qm: Shell, game_id: str) -> None:
    full = dealt(game_id, game_of(game_id).player_counts[0], 5)
    viewer = full.header["players"][1]["seat"]
    game, table, line, _ = timeline(full.header, full.full)
    seen = [body_of(placed.action) for placed in mask(game, table, line, viewer)]
    pictures = []
    for name, bodies in (("full", full.full), ("seen", seen)):
        lines = of_bodies(full.header, bodies).lines
        path = qm.write(f"{name}.jsonl", b"".join(one + b"\n" for one in lines))
        pictures.append(qm("state", path, "--at", 40, "--as", viewer, "--svg").out)
    assert pictures[0] == pictures[1]
    assert pictures[0] != qm("state", "full.jsonl", "--at", 40, "--svg").out


@pytest.mark.parametrize("game_id", DRAWN)
def test_the_picture_of_each_game_is_made_by_the_command_beside_it(qm: Shell, game_id: str) -> None:
    folder = FIXTURES / game_id
    command = re.search(r"made by `qm (state [^`]+)`", (folder / "README.md").read_text("utf-8"))
    assert command, "the folder says how its picture is made"
    words = [ROOT / word if word.startswith("fixtures/") else word for word in command[1].split()]
    stored, ids = words[words.index("-o") + 1], re.compile(r'data-id="[^"]+"')
    made = qm(*words[: words.index("-o")]).out

    assert stored == folder / "table.svg"
    assert ids.findall(made) == ids.findall((folder / "table.svg").read_text("utf-8"))


def test_every_step_becomes_a_picture_in_a_folder(qm: Shell) -> None:
    assert qm("replay", HURRY, "--svg-frames", "frames", "--from", 20, "--to", 26, "--as", "p1").code == 0
    names = sorted(path.name for path in Path("frames").iterdir())
    assert names == [f"{seq:04}.svg" for seq in range(20, 27)]
    for name in names:
        ElementTree.parse(Path("frames") / name)
    assert qm("replay", HURRY, "--svg-frames", "frames", "--from", 26, "--to", 26).code == 2
    assert qm("replay", HURRY, "--svg-frames", "frames", "--from", 26, "--to", 26, "--force").code == 0


def test_options_that_do_not_go_together_are_refused(qm: Shell) -> None:
    qm("simulate", "smugglers", "-p", "3", "-o", ".")
    refused = qm("state", "smugglers-3p-1.full.jsonl", "--svg")
    assert refused.code == 2
    assert "has no pictures" in refused.err
    assert qm("state", HURRY, "--svg", "--json").code == 2
    assert qm("state", HURRY, "--phone").code == 2
    assert qm("state", HURRY, "-o", "x.svg").code == 2


def test_a_report_shows_the_positions_as_pictures(qm: Shell, game: str) -> None:
    page = qm("report", game, "D1", "--form", "html").out
    assert page.count('<svg class="scene"') == 3
    assert "<pre>" not in page
    assert "http" not in page
    assert "Position at the claim" in page
    public = qm("report", game, "D1", "--form", "html", "--for", "public").out
    assert public.count('<svg class="scene"') == 3
    assert "<svg" not in qm("report", game, "D1").out


@pytest.mark.slow
@pytest.mark.parametrize("game_id", DRAWN)
@pytest.mark.parametrize("players", [pytest.param("fewest"), pytest.param("most", marks=pytest.mark.slow)])
def test_pictures_are_the_same_whether_parts_of_earlier_ones_are_kept_or_not(game_id: str, players: str) -> None:
    """All eyes share what is kept: a part is found again by all that it shows, so nobody gets what is another's."""
    found = dealt(game_id, min(game_of(game_id).players[players == "most"], 5), 4)  # a tournament takes any number
    record = played(of_bodies(found.header, found.full))
    reels = [Reel(record, Eyes(viewer)) for viewer in (OFFICIAL, TABLE, *record.table.seats)]
    kept: dict[Any, Any] = {}
    for place in range(len(reels[0])):
        kept[STEP] = place
        for number, reel in enumerate(reels):
            for width in (WIDE, PHONE):
                scene = reel.scene(place, width, kept)
                if (place + number) % (many(5, 1) if players == "most" else 19) == 0:
                    assert scene == reel.scene(place, width)


def test_a_hand_that_grows_moves_the_mats_below_it() -> None:
    """A mat that did not change itself lies elsewhere when the viewer's own mat needs more room."""
    game = game_of("gold-island")
    assert game.scene is not None
    state = game.start(table_of(game, of_bodies(header_for(game, 3), []).header))
    viewer = state.table.seats[0]
    kept: dict[Any, Any] = {}
    boxes = []
    for cards in (("?",) * 3, ("?",) * 30):
        owned = {**state.owned, viewer: replace(state.owned[viewer], hand=cards)}
        scene = game.scene(Frame(replace(state, owned=owned), None, PHONE, viewer, kept))
        boxes.append({zone.id: zone.box for zone in scene.zones})
    assert boxes[0][state.table.seats[1]].y < boxes[1][state.table.seats[1]].y


@pytest.mark.parametrize("game_id", DRAWN)
def test_what_did_not_change_is_the_same_part_again(game_id: str) -> None:
    """So a page or a live board that draws step by step has little to do, whoever looks."""
    found = dealt(game_id, game_of(game_id).player_counts[-1], 4)
    reel = Reel(played(of_bodies(found.header, found.full)), Eyes(TABLE))
    kept: dict[Any, Any] = {}
    last: set[int] = set()
    again = every = 0
    for place in range(len(reel)):
        scene = reel.scene(place, PHONE, kept)
        assert scene is not None
        parts = {id(part) for group in scene.groups for part in group}
        again, every, last = again + len(parts & last), every + len(parts), parts
    assert again > 0.45 * every


@pytest.mark.parametrize("game_id", DRAWN)
@pytest.mark.parametrize("width", [WIDE, PHONE])
def test_the_parts_of_a_picture_are_its_things_and_words(game_id: str, width: int) -> None:
    found = dealt(game_id, game_of(game_id).player_counts[-1], 3)
    reel = Reel(played(of_bodies(found.header, found.full)), Eyes(found.header["players"][0]["seat"]))
    for place in range(0, len(reel), 29):
        scene = reel.scene(place, width)
        assert scene is not None
        parts = [part for thing in things_of(scene) for part in parts_of(thing)]
        placed = [(part.id, part.at, part.says, part.box) for part in parts if isinstance(part, Movable)]
        zones = [(zone.id, "", zone.says, zone.box) for zone in scene.zones]
        assert placed == zones + [(piece.id, piece.at, piece.says, piece.box) for piece in scene.pieces]
        texts = [text for zone in scene.zones for text in zone.texts] + list(scene.texts)
        words = [(part.x, part.y, part.words) for part in parts if isinstance(part, Words)]
        assert words == [(text.x, text.y, text.words) for text in texts]
        whole = ElementTree.fromstring(picture(scene))
        drawn = ElementTree.fromstring(f"<g>{''.join(getattr(part, 'drawn', '') for part in parts)}</g>")
        uses = sorted(use.get("href", "") for use in whole.iter(f"{SVG}use"))
        assert sorted(use.get("href", "") for use in drawn.iter("use")) == uses
