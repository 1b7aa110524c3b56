"""Whatever people write is text: markup in a name, a note, a claim or a device's name stays so on every route."""

import json
import xml.etree.ElementTree as xml
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.route_requests import Case, ask, reads, writes
from tests.helpers.slow import first_ones, some
from tests.helpers.still_service import Heard, Still
from tests.helpers.tools import SECRETIVE, dealt

MARK = "qmxss"
EVIL = f"</script><script>{MARK}()</script>\"'><img src=x onerror={MARK}()><svg onload={MARK}()>&amp;"
DEVICE = f"<b onclick={MARK}()>"
GAMES = sorted(SECRETIVE, key=lambda name: name != "lost-island")


class Elements(HTMLParser):
    """Every tag of a page, with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Still]:
    folder: Path = tmp_path_factory.mktemp("service")
    with Still(folder, memory="open", controller=EVIL) as service:
        yield service


def evil_record(still: Still, game_id: str) -> str:
    game = dealt(game_id, 3, 1)
    players = [{**player, "name": f"{player['seat']} {EVIL}"} for player in game.header["players"]]
    officials = [{"name": EVIL, "level": "head"}]
    texts = {"title": EVIL, "event": EVIL, "round": EVIL, "table": EVIL, "officials": officials}
    seat = players[0]["seat"]
    behind: list[dict[str, Any]] = [
        {"do": "note", "text": EVIL, "by": seat},
        {"do": "unread", "said": EVIL},
        {"do": "dispute", "by": seat, "about": 1, "claim": EVIL},
        {"do": "observe", "by": EVIL, "facts": {EVIL: EVIL}},
    ]
    return still.record({**game.header, "players": players, **texts}, [*game.full[:12], *behind])


def check(answer: Heard, where: str) -> None:
    """JSON is JSON, pictures are XML, and a page has no element that somebody else wrote."""
    media = str(answer.header("content-type"))
    if MARK.encode() not in answer.body:
        return
    if media.startswith(("application/json", "application/problem+json")):
        _check_pictures(json.loads(answer.body), where)
    elif media.startswith("text/html"):
        _check_page(answer.body.decode(), where)
    else:
        attached = str(answer.header("content-disposition")).startswith("attachment")
        assert attached or media.startswith(("text/event-stream", "application/x-ndjson")), (where, media)
        assert answer.header("x-content-type-options") == "nosniff"


def _check_page(text: str, where: str) -> None:
    page = Elements()
    page.feed(text)
    for tag, attributes in page.found:
        assert not any(name.startswith("on") for name, _ in attributes), (where, tag, attributes)
        assert tag != "img" or ("src", "x") not in attributes, where
    scripts = text.split("<script")[1:]
    assert all(MARK not in script.split(">", 1)[0] for script in scripts), where
    assert f"<script>{MARK}" not in text


def _check_pictures(document: Any, where: str) -> int:
    if isinstance(document, dict):
        found = sum(_check_pictures(value, where) for value in document.values())
        parts = (document.get("picture") or {}).get("parts", []) if isinstance(document.get("picture"), dict) else []
        for part in parts:
            if isinstance(part, str):
                found += _check_element(part, where)
        return found
    return sum(_check_pictures(value, where) for value in document) if isinstance(document, list) else 0


def _check_element(part: str, where: str) -> int:
    root = xml.fromstring(f"<svg>{part}</svg>")
    for element in root.iter():
        assert element.tag in ALLOWED, (where, element.tag)
        assert not any(name.startswith("on") or name == "style" for name in element.attrib), (where, part)
    return int(MARK in part)


ALLOWED = {"svg", "g", "path", "rect", "circle", "text", "tspan", "use", "title", "line", "ellipse", "polygon"}


@pytest.mark.parametrize("role", first_ones(["scribe", "desk", "official", "seat", "spectator"]))
@pytest.mark.parametrize("game_id", first_ones(some(GAMES, 2)))
def test_markup_is_text_on_every_route(still: Still, game_id: str, role: str) -> None:
    record = evil_record(still, game_id)
    seat = dealt(game_id, 3, 1).header["players"][0]["seat"]
    words = [f"n {EVIL}", EVIL]
    note = {"do": "note", "text": EVIL, EVIL: EVIL}
    told = ""
    named = {"seat": {"seat": seat}, "official": {"name": EVIL[:60]}}
    still.wait(60)  # whatever was guessed before is forgotten
    guest = still.join(role, None if role == "desk" else record, device=DEVICE, **named.get(role, {}))
    stream = still.follow(record, guest, picture="phone")
    case = Case(record, game_id, still.size(record), [note, {"do": EVIL}, {"do": "note", "text": EVIL}], words)
    for method, request in (*reads(case), *writes(case)):
        answer = ask(still, method, request, guest)
        assert answer.status < 500 or "keeps no index" in answer.text, answer.text
        check(answer, f"{method} {request.path} {request.body}")
        told += answer.text
    for name, data in stream.frames():
        _check_pictures(data, name)
    assert MARK in told


def test_a_picture_holds_the_names(still: Still) -> None:
    """Otherwise the test above would show nothing."""
    record = evil_record(still, "lost-island")
    guest = still.join("spectator", record)
    pictures = [still.get(f"/records/{record}/now", guest, picture=each).json for each in ("wide", "phone")]
    assert any(_check_pictures(one, "now") for one in pictures)


def test_pages_hold_nothing_of_a_record_and_the_controllers_name_as_text(still: Still) -> None:
    record = evil_record(still, "lost-island")
    guest = still.join("spectator", record)
    for path in ("/", "/j", "/desk", "/privacy", f"/t/{record}", f"/t/%3Cscript%3E{MARK}"):
        told = still.ask("GET", path, guest)
        assert told == still.ask("GET", path), "a page is the same for everybody"
        assert told.status == 200 and f"<script>{MARK}" not in told.text and "onerror" in told.text
        assert f"&lt;script&gt;{MARK}" in told.text
