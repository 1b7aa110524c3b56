"""Notices in a real browser: the desk presses, a phone shows it, somebody answers there, and the desk sees that."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.helpers.browser import Browser
from tests.helpers.hall import new_hall
from tests.helpers.serving import API, Phone, Serving, post
from tests.test_serve_browser import press

pytestmark = pytest.mark.slow

OFFICIALS = [{"name": "Kim"}, {"name": "Mo", "level": "head"}]
PHONE = (390, 844)
SMALL = "(box => Math.min(box.width, box.height) < 43.5)(one.getBoundingClientRect())"
TOO_SMALL = "[...document.querySelectorAll('%s button, %s a')].filter(one => one.offsetParent && " + SMALL + ").length"
QUIET = 11 * 60 * 1_000_000
CLAIM = {"do": "dispute", "about": 12, "claim": "that was <i>another</i> card", "kind": "illegal"}


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path) as running:
        yield running


class Hands:
    """Several devices, each with a page of its own."""

    def __init__(self, browser: Browser, serving: Serving) -> None:
        self.browser, self.serving = browser, serving
        self._pages: dict[str, str | None] = {}

    def opened(self, name: str, client: httpx.Client, path: str, theme: str = "light") -> None:
        """Open a page on a new device, as wide as a phone."""
        self.browser.new_page(self.browser.new_phone())
        self._pages[name] = self.browser.page()
        self.browser.media("", prefers_color_scheme=theme)
        self.browser.room(*PHONE, touch=True)
        self.browser.call("Network.setCookie", name="qm", value=client.cookies["qm"], url=self.serving.origin)
        self.browser.open(self.serving.origin + path)

    def at(self, name: str) -> Browser:
        """Take a device into the hand."""
        self.browser.look_at(self._pages[name])
        return self.browser

    def fits(self, inside: str) -> None:
        """Nothing is too wide, too small for a finger, or refused by the policy of the page."""
        assert self.browser.value("document.documentElement.scrollWidth - innerWidth") <= 0
        assert self.browser.value(TOO_SMALL % (inside, inside)) == 0
        assert self.browser.complaints == []


@pytest.fixture
def hands(tmp_path: Path, serving: Serving) -> Iterator[Hands]:
    browser = Browser(tmp_path / "browser")
    yield Hands(browser, serving)
    browser.close()


def told(page: Browser, words: str, inside: str = ".needs") -> None:
    page.until(f"(document.querySelector({inside!r})?.innerText ?? '').includes({words!r})")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_silent_table_is_called_out_and_says_that_all_is_well(hands: Hands, serving: Serving, theme: str) -> None:
    """By keyboard at the desk, where the focus stays, and by a tap on the recorder."""
    record = serving.record("sea-or-shore", 3, 1, 12, event="Open", table=9)
    with serving.join("desk") as desk, serving.join("scribe", record, device="Ria's tablet") as scribe:
        serving.ahead += QUIET
        hands.opened("desk", desk, "/desk#tables", theme)
        page = hands.at("desk")
        told(page, "Ria's tablet was last seen")
        page.value("document.querySelector('[data-does$=\"Call out table 9\"]').focus()")
        page.press("Enter")
        told(page, "No phone of table 9 is connected; it will see this when it comes back.")
        assert page.value("document.activeElement.textContent") == "Called out"
        page.press("Enter")  # a second time does nothing
        hands.opened("recorder", scribe, f"/t/{record}/log", theme)
        page = hands.at("recorder")
        told(page, "The desk asks whether all is well at this table.", "#r-notice")
        assert page.value("document.querySelector('#r-notice').getAttribute('role')") == "status"
        hands.fits("#r-notice")
        page = hands.at("desk")
        told(page, "seen by Ria's tablet")
        assert "not seen yet" not in page.text(".needs")
        assert page.value("document.activeElement.textContent") == "Called out"
        hands.fits("main")
        page = hands.at("recorder")
        press(page, "All is well", "#r-notice")
        page.until("!document.querySelector('#r-notice').innerText.includes('The desk asks')")
        page = hands.at("desk")
        told(page, "“All is well”, says Ria's tablet")
        page.until("document.querySelector('[role=status].hide').textContent.includes('Table 9: “All is well”')")
        press(page, "Call out table 9 again", ".needs")
        page = hands.at("recorder")
        told(page, "The desk asks", "#r-notice")
        page = hands.at("desk")
        press(page, "Take it back", ".needs")
        page = hands.at("recorder")
        page.until("!document.querySelector('#r-notice').innerText.includes('The desk asks')")
    assert hands.browser.complaints == []


def test_an_official_is_sent_and_goes(hands: Hands, serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 1, 12, event="Open", table=3, officials=OFFICIALS)
    names = ("Kim", "Mo", "Lee")
    with (
        serving.join("desk") as desk,
        serving.join("seat", record, seat="p2") as seat,
        serving.join("official", event="Open", name="Kim") as kim,
    ):
        for name in names[1:]:
            serving.token("official", event="Open", name=name)
        assert post(seat, record, 13, CLAIM).status_code == 200
        hands.opened("desk", desk, "/desk#tables")
        hands.opened("seat", seat, f"/t/{record}")
        hands.opened("Kim", kim, "/desk#standings")
        page = hands.at("desk")
        told(page, "that was <i>another</i> card")
        page.until("document.querySelectorAll('[data-does*=\"Send\"]').length === 3")
        press(page, "Send Kim", ".needs")
        page = hands.at("Kim")
        told(page, "claim waits. The desk sends you.", "#t-notices")
        hands.fits("#t-notices")
        page = hands.at("desk")
        told(page, "seen")
        page = hands.at("Kim")
        press(page, "I am on my way", "#t-notices")
        page.until("document.querySelector('#t-notices').hidden")
        told(hands.at("desk"), "Kim is on the way, said")
        page = hands.at("seat")
        told(page, "Kim is on the way for D1.", "#t-notice")
        hands.fits("#t-notice")
        page = hands.at("Kim")
        page.value(f"location.hash = 'd/{record}/13'")
        page.until("document.querySelectorAll('.beside svg > *').length > 6")
        ruling = {"do": "ruling", "dispute": 13, "verdict": "dismissed", "remedy": "none"}
        assert post(kim, record, 14, ruling, over=True).status_code == 200
        hands.at("seat").until("!document.querySelector('#t-notice').innerText.includes('on the way')")


def test_many_officials_are_a_choice_and_none_is_a_link_to_make_one(hands: Hands, serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 1, 12, event="Open", table=3, officials=OFFICIALS)
    with serving.join("desk") as desk, serving.join("seat", record, seat="p2") as seat:
        assert post(seat, record, 13, CLAIM).status_code == 200
        hands.opened("desk", desk, "/desk#tables")
        page = hands.at("desk")
        told(page, "New link for an official")
        for name in ("Kim", "Lee", "Mo", "Pat"):
            serving.token("official", event="Open", name=name)
        page.value("location.reload()")
        choice = "document.querySelector('[aria-label=\"Whom to send\"]')"
        page.until(f"{choice}?.options.length === 4")
        page.value(f"{choice}.value = 'Mo'; {choice}.dispatchEvent(new Event('change'))")
        press(page, "Send Mo", ".needs")
        told(page, "Mo has no page open; it is shown when they come back.")
        hands.fits("main")


def signed(seat: Phone, record: str, name: str) -> None:
    head = seat.get(f"{API}/records/{record}/head").json()
    body = {"do": "sign", "seat": name, "head": head["head"], "statement": "accept"}
    assert post(seat, record, head["size"], body).status_code == 200


def test_who_has_not_signed_is_reminded_and_signs(hands: Hands, serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 5, None, event="Open", round=1, table=2)
    hall = new_hall(serving, "Open")
    with (
        serving.join("desk") as desk,
        serving.join("seat", record, seat="p1") as first,
        serving.join("seat", record, seat="p2") as seat,
        serving.join("spectator", hall) as guest,
    ):
        signed(first, record, "p1")
        hands.opened("desk", desk, "/desk#tables")
        hands.opened("who signed", first, f"/t/{record}")
        hands.opened("phone", seat, f"/t/{record}")
        page = hands.at("desk")
        told(page, "since the end")
        slip = page.value("document.querySelector('.needs a[target=_blank]').getAttribute('href')")
        assert slip == f"/api/v1/tournaments/{hall}/paper/slips?round=1&table=2"
        press(page, "Remind them", ".needs")
        page = hands.at("phone")
        told(page, "The desk waits for your signature.", "#t-notice")
        hands.fits("#t-notice")
        told(hands.at("desk"), "not seen yet by")
        page = hands.at("phone")
        press(page, "See the result and sign", "#t-notice")
        told(page, "Is this the result?", "#t-sheet")
        assert "The desk waits" not in hands.at("who signed").text("#t-notice")
        page = hands.at("phone")
        press(page, "Sign ", "#t-sheet")
        told(page, "You signed", "#t-notice")
        page.until("!document.querySelector('#t-notice').innerText.includes('The desk waits')")
        told(hands.at("desk"), "over, 2 of 3 signed", ".rooms")
        serving.ahead += QUIET
        other = serving.record("sea-or-shore", 3, 1, 12, event="Open", round=1, table=9)
        hands.opened("wall", guest, f"/hall/{hall}")
        page = hands.at("wall")
        page.until("document.querySelector('#t-state').innerText === 'live'")
        assert desk.post(f"{API}/records/{other}/notices", json={"kind": "call"}).status_code == 200
        told(page, "Table 9: please see the desk", "#t-called")
        hands.fits("main")


def test_the_wall_of_a_table_says_it_and_the_phone_of_a_spectator_does_not(hands: Hands, serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 1, 12, event="Open", table=9)
    with (
        serving.join("desk") as desk,
        serving.join("spectator", record) as guest,
        serving.join("scribe", record) as scribe,
    ):
        hands.opened("wall", guest, f"/t/{record}?wall")
        hands.opened("phone", guest, f"/t/{record}")
        live = "document.querySelector('#t-state').innerText.startsWith('live')"
        for name in ("wall", "phone"):
            hands.at(name).until(live)
        assert desk.post(f"{API}/records/{record}/notices", json={"kind": "call"}).status_code == 200
        told(hands.at("wall"), "Table 9: please see the desk", "#t-notice")
        assert hands.at("wall").value("document.querySelectorAll('#t-notice button').length") == 0
        assert hands.at("phone").text("#t-notice") == ""
        assert post(scribe, record, 13, {"do": "note", "text": "a lamp fell"}).status_code == 200
        said = "document.querySelector('#t-said').innerText.includes('a lamp fell')"
        for name in ("wall", "phone"):
            hands.at(name).until(f"{said} && !document.querySelector('#t-notice').innerText")
