"""A tournament in a real browser: what an official takes, the wall, the next table, and pages that fit."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.helpers.browser import Browser
from tests.helpers.hall import Organiser, new_hall
from tests.helpers.serving import Serving

pytestmark = pytest.mark.slow

PLACES = ("results", "standings", "seating", "entrants", "penalties", "tournament")


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Browser]:
    browser = Browser(tmp_path)
    browser.new_page()
    yield browser
    browser.close()


def visit(page: Browser, serving: Serving, client: httpx.Client, path: str, width: int = 1280) -> None:
    page.room(width, 900, touch=width < 500)
    page.call("Network.setCookie", name="qm", value=client.cookies["qm"], url=serving.origin)
    page.open("about:blank")
    page.open(serving.origin + path)


def until(page: Browser, expression: str) -> None:
    """Wait until something holds in the page."""
    page.until(expression)


def says(page: Browser, words: str) -> None:
    until(page, f"document.body.innerText.includes({words!r})")


def write(page: Browser, selector: str, words: str) -> None:
    typed = f"one.value = {words!r}; one.dispatchEvent(new Event('input'))"
    until(page, f"Boolean(document.querySelector({selector!r}))")
    page.value(f"(one => {{ {typed}; }})(document.querySelector({selector!r}))")


def press(page: Browser, words: str) -> None:
    """Press what is called so: by its own words, or by those that are read out."""
    called = f"(one.getAttribute('aria-label') ?? one.textContent).startsWith({words!r})"
    found = f"[...document.querySelectorAll('button, a')].find(one => one.offsetParent && {called})"
    until(page, f"Boolean({found}) && !{found}.disabled")
    page.value(f"{found}.click()")


def go(page: Browser, place: str) -> None:
    page.value(f"location.hash = {place!r}")


def seated(serving: Serving, desk: Any, title: str) -> Organiser:
    """One round played, the next one seated."""
    day = Organiser(serving, desk, new_hall(serving, title))
    day.seat()
    day.play("r1t1")
    day.play("r1t2")
    day.post("/collect")
    return day


def test_an_official_takes_what_is_not_signed_and_a_link_leads_to_the_wall(serving: Serving, page: Browser) -> None:
    with serving.join("desk", event="Taken") as desk:
        day = Organiser(serving, desk, new_hall(serving, "Taken"))
        day.seat()
        day.play("r1t1", signed=False)
        visit(page, serving, desk, "/desk#results")
        until(page, "Boolean(document.querySelector('details.panel'))")
        page.value("document.querySelector('details.panel').open = true")
        press(page, "Take them without signatures")
        says(page, "1 line was written")
        assert serving.store.load(day.hall).events[-1].by == "Kim"
        go(page, "standings")
        press(page, "New link for spectators")
        until(page, "document.querySelector('.address')?.textContent.includes('/j#')")
        link = page.text(".address")
    page.open("about:blank")
    page.call("Network.clearBrowserCookies")
    page.open(link)
    press(page, "Go to")
    until(page, f"location.pathname === '/hall/{day.hall}'")
    says(page, "Round 1: where do I sit?")
    assert page.complaints == []


def test_the_wall_follows_and_a_player_sees_the_next_table(serving: Serving, page: Browser) -> None:
    with serving.join("desk") as desk:
        day = seated(serving, desk, "Followed")
        first = day.tables()[0]
        with serving.join("spectator", day.hall) as guest, serving.join("seat", first["record"], seat="blue") as blue:
            visit(page, serving, guest, f"/hall/{day.hall}")
            says(page, "Round 1 of 2")
            says(page, "Standings after round 1")
            day.seat("1 1")
            says(page, "Round 2: where do I sit?")
            visit(page, serving, blue, f"/t/{first['record']}", 390)
            until(page, "Boolean(document.querySelector('.strip.next'))")
            words = page.text(".strip.next")
            assert words.startswith("Next: r2t")
            assert page.complaints == []


def test_the_menu_counts_and_the_round_has_a_clock(serving: Serving, page: Browser) -> None:
    """Whatever the clock of the device says."""
    with serving.join("desk", event="Clocked") as desk:
        day = Organiser(serving, desk, new_hall(serving, "Clocked", minutes=75))
        day.seat()
        extend = {"do": "extend", "round": 1, "table": 2, "seconds": 240}
        serving.store.append(day.hall, [extend], at=serving.clock())
        page.call("Page.addScriptToEvaluateOnNewDocument", source="Date.now = () => 0")
        visit(page, serving, desk, "/desk#tables")
        until(page, "document.querySelector('#t-clock')?.textContent.includes('left of 75:00 minutes')")
        assert page.text("#t-clock").startswith("74:")
        assert "r1t2 78:" in page.text("#t-clock")
        assert page.text("#t-round").startswith("Round 1 of 2 · ")
        first = page.text("#t-clock")
        until(page, f"document.querySelector('#t-clock').textContent !== {first!r}")
        counts = "[...document.querySelectorAll('#t-ways a')].map(one => one.textContent)"
        until(page, f"{counts}.includes('Entrants9') && {counts}.includes('Results')")
        day.play("r1t1")
        visit(page, serving, desk, "/desk#entrants")
        until(page, f"{counts}.includes('Results1') && {counts}.includes('Tables2')")
        assert page.complaints == []


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_pages_of_a_tournament_fit(serving: Serving, page: Browser, width: int) -> None:
    page.media("", prefers_color_scheme="dark" if width == 390 else "light")
    with serving.join("desk", event=f"Fits {width}") as desk:
        day = seated(serving, desk, f"Fits {width}")
        for place in (*(f"/desk#{name}" for name in PLACES), f"/hall/{day.hall}"):
            visit(page, serving, desk, place, width)
            says(page, {"penalties": "ladder", "tournament": "Gold Island"}.get(place.rpartition("#")[2], "Ida"))
            assert page.value("document.documentElement.scrollWidth - innerWidth") <= 0, place
            shown = "[...document.querySelectorAll('button, a.btn, nav a, summary')].filter(one => one.offsetParent)"
            assert page.value(f"{shown}.filter(one => one.offsetHeight < 44).map(one => one.textContent)") == [], place


@pytest.mark.parametrize("what", ["names", "standings"])
def test_the_two_columns_of_a_printed_page_are_equally_wide(serving: Serving, page: Browser, what: str) -> None:
    with serving.join("desk", event=f"Printed {what}") as desk:
        day = seated(serving, desk, f"Printed {what}")
        visit(page, serving, desk, f"/api/v1/tournaments/{day.hall}/paper/{what}", 794)
        page.media("print")
        columns = "[...document.querySelectorAll('section.a4 table')].map(one => Math.round(one.offsetWidth))"
        one, other = page.value(columns)
        assert one == other


def test_standings_with_long_names_leave_the_reasons_in_sight_on_a_phone(serving: Serving, page: Browser) -> None:
    """The button that tells where the points come from stands in the last column."""
    names = "name\n" + "\n".join(f"Maximiliane-Theodora von Hohenzollern {name}" for name in "ABCDEFGH") + "\n"
    with serving.join("desk", event="Long") as desk:
        day = Organiser(serving, desk, new_hall(serving, "Long", names))
        day.seat()
        for place in day.tables():
            day.play(place["table"])
        day.post("/collect")
        visit(page, serving, desk, "/desk#standings", 390)
        says(page, "Hohenzollern A")
        seen = "[...document.querySelectorAll('td button')].map(one => one.getBoundingClientRect().right <= innerWidth)"
        until(page, f"{seen}.length === 8")
        assert page.value(f"{seen}.every(Boolean)")
        page.room(1280, 900)
        assert "Round 1" in page.text("thead")


def test_slips_of_long_names_stay_on_their_quarter_of_a_page(serving: Serving, page: Browser) -> None:
    """Nothing is cut, and no slip goes on where the next one begins."""
    names = "name\n" + "".join(f"Friedrich-Wilhelm Großmann {letter}\n" for letter in "ABCDEFGHIJKLMNO")
    title = "Überseehafen-Meisterschaft der Seefahrerinnen und Seefahrer an allen Küsten des Nordens"
    with serving.join("desk", event=title) as desk:
        day = Organiser(serving, desk, new_hall(serving, title, names, size={"min": 3, "want": 5, "max": 5}))
        day.seat()
        assert [len(row["players"]) for row in day.tables()] == [5, 5, 5]
        visit(page, serving, desk, f"/api/v1/tournaments/{day.hall}/paper/slips", 794)
        page.media("print")
        over = "[...document.querySelectorAll('.slip')].map(one => one.scrollHeight - one.clientHeight)"
        assert page.value(over) == [0, 0, 0]
        printed = base64.b64decode(page.call("Page.printToPDF", preferCSSPageSize=True)["data"])
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
