"""Everybody can see what is kept about them, and have their name removed; about others they are told nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.serve.door.web_pages import assets
from tests.helpers.browser import Browser
from tests.helpers.serving import Serving
from tests.helpers.still_service import Still
from tests.helpers.tools import dealt


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as running:
        yield running


def test_a_seat_is_told_its_name_its_device_and_its_looks(still: Still) -> None:
    game = dealt("sea-or-shore", 3, 1)
    players = [{**player, "name": f"In {player['seat']}"} for player in game.header["players"]]
    record = still.record({**game.header, "players": players}, game.scribe[:4])
    ann = still.join("seat", record, seat="p1", device="Ann's phone")
    bob = still.join("seat", record, seat="p2", device="Bob's phone")
    for guest in (ann, bob):
        still.follow(record, guest).leave()
    assert still.ask("PUT", f"/api/v1/records/{record}/people/p1", ann, body={"name": "Ann"}).status == 200
    told = still.get("/me/kept", ann).json
    (visit,) = told.pop("visits")
    assert {name: told[name] for name in ("record", "seat", "name", "name_in_record", "device")} == {
        "record": record,
        "seat": "p1",
        "name": "Ann",
        "name_in_record": "In p1",
        "device": "Ann's phone",
    }
    assert (visit["first"], visit["last"], visit["network"]) == (4, 4, "127.0.0.0/24")
    assert "Ann" not in still.get("/me/kept", bob).text
    assert still.ask("DELETE", f"/api/v1/records/{record}/people/p1", ann).status == 200
    assert still.get("/me/kept", ann).json["name"] is None


def test_who_watches_has_no_name_and_no_looks(still: Still) -> None:
    game = dealt("sea-or-shore", 3, 1)
    record = still.record(game.header, game.scribe[:4])
    token = still.token("spectator", record)
    one, other = still.open(token), still.open(token)
    still.follow(record, one).leave()
    for guest in (one, other):
        told = still.get("/me/kept", guest).json
        assert (told["seat"], told["name"], told["visits"]) == (None, None, [])
    assert still.get("/me/kept").status == 401


@pytest.mark.slow
def test_a_player_reads_it_and_removes_the_name(serving: Serving, tmp_path: Path) -> None:
    record = serving.record("sea-or-shore", 3, 31, 4)
    browser = Browser(tmp_path)
    browser.new_page()
    try:
        with serving.join("seat", record, seat="p1", device="<b>Ann's</b> phone") as ann:
            ann.put(f"/api/v1/records/{record}/people/p1", json={"name": "<i>Ann</i>"})
            browser.call("Network.setCookie", name="qm", value=ann.cookies["qm"], url=serving.origin)
            browser.open(f"{serving.origin}/privacy")
            browser.until("!document.querySelector('#p-own').hidden")
            assert "<i>Ann</i>" in browser.text("#p-own") and "<b>Ann's</b> phone" in browser.text("#p-own")
            find = "[...document.querySelectorAll('#p-own button')].find(one => one.textContent === 'Remove my name')"
            browser.value(f"{find}.click()")
            browser.until("document.querySelector('#p-own [role=status]').textContent === 'The name is removed.'")
            assert "No name of yours" in browser.text("#p-own")
            assert browser.complaints == []
    finally:
        browser.close()
    assert serving.register.people(record) == {}


def test_the_privacy_page_names_all_that_a_browser_keeps() -> None:
    """What a script puts into the browser is named there, in words; a new kind of it is not forgotten."""
    scripts = {name: data.decode() for name, data in assets().items() if name.endswith(".js")}
    keeps = {
        name for name, text in scripts.items() if re.search(r"\b(setItem|indexedDB|caches|document\.cookie)\b", text)
    }
    assert keeps == {"join.js", "outbox.js"}
    page = assets()["privacy.html"].decode()
    for words in ("A cookie says", "the link itself stays in this browser", "every line waits in this browser"):
        assert words in page
