"""The pages of a table in a real browser, under their policy: joining, following, contesting, signing, and a wall."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from replay.deal import deal, header_for
from replay.library import game_of
from tests.helpers.browser import PATIENCE, Browser
from tests.helpers.serving import API, Serving

pytestmark = pytest.mark.slow
NASTY = "<img src=x onerror=\"document.title='taken'\">&amp;'`${1}"
SHOWN = "[...document.querySelectorAll('button, a, input')].filter(one => one.offsetParent)"
TOO_SMALL = "(box => Math.min(box.width, box.height) < 43.5)(one.getBoundingClientRect())"
MENDED_IS_DRAWN = """(async () => {
  const now = await (await fetch('/api/v1/records/%s/now?picture=wide')).json();
  const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  drawn.innerHTML = now.picture.parts.join('');
  return [...document.querySelector('#t-scene').children].map(one => one.innerHTML).join('') === drawn.innerHTML;
})()"""
HIDE = (
    "Object.defineProperty(document, 'hidden', { value: %s, configurable: true });"
    "document.dispatchEvent(new Event('visibilitychange'))"
)
TYPE = (
    "(one => { one.focus(); one.value = %r; one.dispatchEvent(new Event('input')); })"
    "(document.querySelector('#t-typed'))"
)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    """A browser that knows nothing yet."""
    found = Browser(tmp_path / "browser")
    found.new_page()
    yield found
    found.close()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """A service."""
    with Serving(tmp_path) as found:
        yield found


def wait(browser: Browser, expression: str) -> None:
    """Wait until something is so in the page."""
    browser.until(expression)


def press(browser: Browser, begins: str, inside: str = "body") -> None:
    """Press the button or link whose words begin like this, once it is there."""
    every = f"[...document.querySelectorAll('{inside} button, {inside} a')]"
    found = f"{every}.find(one => one.innerText.startsWith({begins!r}))"
    wait(browser, f"!!{found}")
    browser.value(f"{found}.click()")


def join(browser: Browser, serving: Serving, role: str, record: str, **more: Any) -> None:
    """Open a new link, and go where it leads."""
    browser.open(f"{serving.origin}/j#{serving.token(role, record, **more)}")
    press(browser, "Go to the table")
    if role == "scribe":  # whose link leads to the recorder
        wait(browser, "location.pathname.endsWith('/log')")
        browser.open(f"{serving.origin}/t/{record}")
    wait(browser, "document.querySelector('#t-scene')?.children.length > 5")
    wait(browser, "document.querySelector('#t-state').innerText.startsWith('live')")


def next_line(serving: Serving, record: str, game_id: str, players: int, seed: int) -> None:
    """Log the next line of the dealt game, as somebody at another device does."""
    dealt = deal(game_of(game_id), header_for(game_of(game_id), players), seed).scribe
    size = serving.store.head(record).size
    serving.store.append(record, [dict(dealt[size - 1])], at=serving.clock())


def nothing_wrong(browser: Browser) -> None:
    """No error, nothing that the policy refused, and nobody's name became code."""
    assert browser.complaints == []
    assert browser.value("document.title") != "taken"


def test_a_seat_joins_follows_contests_and_signs(browser: Browser, serving: Serving) -> None:
    """The whole evening of a player, on one phone."""
    browser.room(360, 640, touch=True)
    agreed = {"claim": {"until": "sign"}, "score": {"after": "result", "for": "PT30M"}}
    record = serving.record("lost-island", 3, 2, 64, windows=agreed)
    join(browser, serving, "seat", record, seat="purple")
    assert browser.value("location.hash") == "" and browser.value("location.pathname") == f"/t/{record}"
    assert "You are" in browser.text("#t-you")
    before = browser.text("#t-said")
    next_line(serving, record, "lost-island", 3, 2)
    wait(browser, f"document.querySelector('#t-said').textContent !== {before!r}")
    wait(browser, "document.querySelector('[data-does=sign]').getAttribute('aria-disabled') === 'false'")
    press(browser, "Something is wrong", "#t-thumb")
    assert "In time: until you sign." in browser.text("#t-sheet")
    press(browser, "the result", "#t-sheet")
    assert "In time: until 30 minutes after the result." in browser.text("#t-sheet")
    press(browser, "this line", "#t-sheet")
    browser.value(f"document.querySelector('#t-sheet textarea').value = {NASTY!r}")
    press(browser, "Send as", "#t-sheet")
    wait(browser, "document.querySelectorAll('.claim button').length === 3")
    assert NASTY in browser.text("#t-claims")
    press(browser, "Add a statement", "#t-claims")
    browser.value("document.querySelector('#t-sheet textarea').value = 'I saw it.'")
    press(browser, "Add to D1", "#t-sheet")
    wait(browser, "document.querySelector('#t-notice').innerText.includes('statement')")
    press(browser, "Take D1 back", "#t-claims")
    press(browser, "Take D1 back", "#t-sheet")
    wait(browser, "document.querySelector('#t-claims').innerText.includes('Taken back')")
    press(browser, "Sign", "#t-thumb")
    wait(browser, "document.querySelector('#t-sheet').innerText.includes('Is this the result?')")
    assert "Moves: until you sign. Scores: until 30 minutes after the result." in browser.text("#t-sheet")
    line = browser.value(r"document.querySelector('#t-place').innerText.match(/line (\d+)/)[1]")
    assert f"Sign {line} lines as " in browser.text("#t-sheet")  # the header is not a line that anybody logged
    assert f"pins all {line} lines" in browser.value("document.querySelector('#t-thumb').textContent")
    press(browser, "Sign ", "#t-sheet")
    wait(
        browser,
        "document.querySelector('#t-notice').innerText.includes('You signed {line} lines')".replace("{line}", line),
    )
    with serving.join("spectator", record) as phone:
        (step,) = phone.get(f"{API}/records/{record}/now").json()["steps"]
    assert (step["do"], step["by"]) == ("sign", "purple")
    nothing_wrong(browser)


def test_a_second_tap_does_not_open_a_link_twice(browser: Browser, serving: Serving) -> None:
    """A phone is slow, and people are not."""
    record = serving.record("sea-or-shore", 3, 2, 12)
    browser.open(f"{serving.origin}/j#{serving.token('spectator', record)}")
    go = "[...document.querySelectorAll('button')].find(one => one.innerText.startsWith('Go to the table'))"
    wait(browser, f"!!{go}")
    browser.value(f"{go}.click(), {go}.click(), {go}.click()")
    wait(browser, "document.querySelector('#t-scene')?.children.length > 5")
    (grant,) = serving.service.register.grants(record=record)
    assert len(serving.service.register.devices(grant.id)) == 1
    browser.value("history.back()")
    wait(browser, "location.pathname === '/j'")
    press(browser, "Go to the table")
    wait(browser, "document.querySelector('#t-scene')?.children.length > 5")


@pytest.mark.parametrize("role", ["spectator", "seat"])
def test_a_link_leads_to_its_board_without_a_second_page(browser: Browser, serving: Serving, role: str) -> None:
    """What the board needs comes while somebody reads what the link is for; the way back leads to that page."""
    record = serving.record("lost-island", 3, 2, 40)
    browser.open(f"{serving.origin}/j#{serving.token(role, record, **({'seat': 'red'} if role == 'seat' else {}))}")
    wait(browser, "document.head.innerHTML.includes('board.js')")
    browser.value("window.stays = true")
    press(browser, "Go to the table")
    wait(browser, "document.querySelector('#t-scene')?.children.length > 5")
    assert browser.value("[window.stays, location.pathname]") == [True, f"/t/{record}"]
    assert browser.value("document.body.className").split()[0] == "table"
    assert browser.value("document.title") not in ("", "Join the table")
    wait(browser, "document.querySelector('#t-state').innerText.startsWith('live')")
    nothing_wrong(browser)
    browser.reload()
    wait(browser, "document.querySelector('#t-scene')?.children.length > 5")
    browser.value("history.back()")
    wait(browser, "location.pathname === '/j' && document.body?.innerText.includes('This link is for')")
    press(browser, "Go to the table")
    wait(browser, "document.querySelector('#t-scene')?.children.length > 5")
    nothing_wrong(browser)


def test_a_second_phone_asks_and_is_let_in(browser: Browser, serving: Serving) -> None:
    """The first one is asked on its board; then it shows nothing more."""
    record = serving.record("sea-or-shore", 2, 1, 20)
    token = serving.token("seat", record, seat="p1")
    with serving.client() as first:
        assert first.post(f"{API}/join", json={"token": token, "device": "the first"}).status_code == 200
        browser.open(f"{serving.origin}/j#{token}")
        press(browser, "Ask “the first”")
        wait(browser, "document.body.innerText.includes('was asked')")
        (asking,) = first.get(f"{API}/me/asking").json()["asking"]
        answer = first.post(f"{API}/me/asking", json={"session": asking["session"], "allow": True})
        assert answer.status_code == 200
        wait(browser, "location.pathname.startsWith('/t/') && document.querySelector('#t-scene')?.children.length > 5")
        assert first.get(f"{API}/records/{record}/now").status_code == 401
        with serving.client() as third:
            join_third = {"token": token, "device": NASTY, "ask": True}
            assert third.post(f"{API}/join", json=join_third).status_code == 200
            wait(browser, "document.querySelector('#t-notice').innerText.includes('would like to use your link')")
            press(browser, "Hand over", "#t-notice")
            wait(browser, "document.querySelector('#t-you').innerText === 'Not open here'")
    assert browser.value("document.querySelector('#t-scene').children.length") == 0
    assert [one for one in browser.complaints if "401" not in one and "409" not in one] == []


def test_who_finds_a_seat_taken_watches(browser: Browser, serving: Serving) -> None:
    """One tap, as everybody else; their own code can then be passed on only by who has the link for watching."""
    record = serving.record("lost-island", 3, 2, 40)
    token = serving.token("seat", record, seat="red")
    with serving.client() as first:
        assert first.post(f"{API}/join", json={"token": token, "device": "the first"}).status_code == 200
    browser.open(f"{serving.origin}/j#{token}")
    press(browser, "Watch as a spectator")
    wait(browser, "document.querySelector('#t-scene')?.children.length > 5")
    assert browser.value("document.body.classList.contains('role-spectator')")
    assert browser.value("localStorage.length") == 0
    browser.open(f"{serving.origin}/j?wall#{serving.token('spectator', record)}")
    press(browser, "Go to the table")
    wait(browser, "location.search === '?wall' && document.querySelector('#t-pass img')?.naturalWidth > 0")
    nothing_wrong(browser)


def test_names_of_all_kinds_stay_text(browser: Browser, serving: Serving) -> None:
    """In the title, the names, the device and what was said."""
    record = serving.record("loot-island", 3, 1, 40, title=NASTY)
    for seat in ("red", "blue", "white"):
        name = f"{NASTY[:30]}{seat}"
        serving.inside(partial(serving.register.put_person, record, seat, name))
    for width, height in ((360, 640), (1280, 800)):
        browser.room(width, height)
        if width == 360:
            join(browser, serving, "seat", record, seat="red")
        else:
            browser.open(f"{serving.origin}/t/{record}")
        wait(browser, "!!document.querySelector('#t-thumb button')")
        assert browser.value("document.documentElement.scrollWidth") <= width
        assert browser.value("document.querySelectorAll('img').length") == 0
        nothing_wrong(browser)
    browser.open(f"{serving.origin}/t/{record}?wall")
    wait(browser, "document.querySelector('#t-notice').innerText.includes('shows more')")
    assert browser.value("document.querySelector('#t-scene').children.length") == 0, "a wall shows no hand"
    join(browser, serving, "spectator", record)
    browser.open(f"{serving.origin}/t/{record}?wall")
    wait(browser, "document.querySelector('#t-people').children.length === 3")
    nothing_wrong(browser)


def test_long_words_leave_the_board_where_it_is(browser: Browser, serving: Serving) -> None:
    """A title, a name and a note that somebody pastes: on a phone the note is scrolled, on a wall it is cut."""
    players = [
        {"seat": seat, "name": f"Maximiliane-Theodora von Hohenzollern the {seat}"} for seat in ("p1", "p2", "p3")
    ]
    title = "A very long title of an evening that nobody would type, but that somebody pastes all the same"
    record = serving.record("sea-or-shore", 3, 1, 40, title=title, players=players)
    serving.store.append(
        record, [{"do": "note", "text": "The coffee is ready, and so is the cake. " * 40}], at=serving.clock()
    )
    browser.room(390, 844, touch=True)
    join(browser, serving, "spectator", record)
    board = "document.querySelector('#t-stage').getBoundingClientRect()"
    wait(browser, "document.querySelector('#t-said').innerText.includes('cake')")
    assert browser.value(f"{board}.top < innerHeight / 2")
    browser.room(1920, 1080)
    browser.open(f"{serving.origin}/t/{record}?wall")
    wait(browser, "document.querySelector('#t-scene').children.length > 5")
    assert browser.value("document.documentElement.scrollHeight") == 1080
    assert browser.value(
        "document.querySelector('#t-told').scrollHeight <= document.querySelector('#t-told').clientHeight"
    )
    assert browser.value("document.querySelector('.bar').offsetHeight < 120"), (
        "the name of who is to act stands in one line"
    )
    nothing_wrong(browser)


@pytest.mark.parametrize("game_id", ["sea-or-shore", "loot-island", "lost-island", "gold-island"])
def test_every_game_fits_on_phone_and_wall(browser: Browser, serving: Serving, game_id: str) -> None:
    """Nothing hangs over at 360 px, every target is as large as a finger, and a wall has nothing to scroll."""
    browser.room(360, 640, touch=True)
    record = serving.record(game_id, 4, 1, 60)
    join(browser, serving, "spectator", record)
    assert browser.value("document.documentElement.scrollWidth") == 360
    assert browser.value(f"{SHOWN}.filter(one => {TOO_SMALL}).length") == 0
    assert browser.value("document.querySelector('#t-scene').viewBox.baseVal.width") == 390
    browser.room(1000, 700)
    wait(browser, "document.querySelector('#t-scene').viewBox.baseVal.width === 1000")
    browser.room(1920, 1080)
    browser.open(f"{serving.origin}/t/{record}?wall")
    wait(browser, "document.querySelector('#t-scene').children.length > 5")
    assert browser.value("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        1920,
        1080,
    ]
    assert browser.value("getComputedStyle(document.body).cursor") == "none"
    assert browser.value(f"{SHOWN}.length") == 0
    for _ in range(3):
        before = browser.text(".counts")
        next_line(serving, record, game_id, 4, 1)
        wait(browser, f"document.querySelector('.counts').innerText !== {before!r}")
    assert browser.value(MENDED_IS_DRAWN % record), "the picture that was mended is the one that is drawn"
    nothing_wrong(browser)


def test_a_hidden_page_lets_go_and_comes_back(browser: Browser, serving: Serving) -> None:
    """Hidden it has no stream; shown again it has missed nothing."""
    record = serving.record("lost-island", 3, 2, 40)
    join(browser, serving, "spectator", record)
    browser.value(HIDE % "true")
    end = time.monotonic() + PATIENCE
    while serving.service.listeners:
        assert time.monotonic() < end, "the stream is still open"
        time.sleep(0.05)
    next_line(serving, record, "lost-island", 3, 2)
    assert "line 40" in browser.text("#t-place")
    browser.value(HIDE % "false")
    wait(browser, "document.querySelector('#t-place').innerText.includes('line 41')")
    nothing_wrong(browser)


def test_a_link_that_is_taken_back_shows_nothing_more(browser: Browser, serving: Serving) -> None:
    """And says what to do; a reload does not bring it back."""
    record = serving.record("lost-island", 3, 2, 40)
    join(browser, serving, "seat", record, seat="red")
    (grant,) = serving.register.grants(record)
    serving.inside(lambda: serving.service.end_sessions(serving.register.revoke(grant.id)))
    wait(browser, "document.querySelector('#t-you').innerText === 'Not open here'")
    assert "ask at the desk" in browser.text("#t-notice")
    assert browser.text("#t-scene").strip() == "" and not browser.value(
        "document.querySelector('#t-told').offsetParent"
    )
    browser.open(f"{serving.origin}/t/{record}")
    wait(browser, "document.querySelector('#t-notice').innerText.includes('No link was opened')")


def test_a_link_taken_back_says_so_whatever_answer_tells_it_first(browser: Browser, serving: Serving) -> None:
    """The stream's last word and a refused question may come in either order: both say what to do."""
    record = serving.record("lost-island", 3, 2, 40)
    join(browser, serving, "seat", record, seat="red")
    (grant,) = serving.register.grants(record)
    sessions = serving.register.revoke(grant.id)  # the stream does not know of it yet
    serving.store.append(record, [{"do": "dispute", "by": "red", "about": 40, "why": "?"}], at=serving.clock())
    wait(browser, "document.querySelector('#t-you').innerText === 'Not open here'")
    assert "ask at the desk" in browser.text("#t-notice")
    serving.inside(lambda: serving.service.end_sessions(sessions))
    assert "ask at the desk" in browser.text("#t-notice")


def test_a_scribe_types_a_line_and_takes_it_back(browser: Browser, serving: Serving) -> None:
    """Tried while typing stops, logged by Enter, undone by one button."""
    browser.room(360, 640, touch=True)
    record = serving.record("loot-island", 3, 3, 50)
    join(browser, serving, "scribe", record)
    wait(browser, "!!document.querySelector('#t-typed')")
    browser.value(TYPE % "pass")
    wait(browser, "document.querySelector('#t-reading').innerText.includes('Not logged yet')")
    assert serving.store.head(record).size == 51
    browser.press("Enter")
    wait(browser, "document.querySelector('#t-reading').innerText.startsWith('Line 51')")
    assert browser.value("document.querySelector('#t-typed').value") == ""
    wait(browser, "document.querySelector('#t-place').innerText.includes('line 51')")
    press(browser, "Undo: ", "#t-thumb")
    wait(browser, "document.querySelector('#t-place').innerText.includes('line 52')")
    browser.value(TYPE % "nothing of the kind")
    wait(browser, "document.querySelector('#t-reading').innerText.length > 10")
    assert [one for one in browser.complaints if "422" not in one] == []


def test_stepping_through_holds_its_own_policy(browser: Browser, serving: Serving) -> None:
    """The page of `qm export --html`, served: its script and style run, and nothing else."""
    record = serving.record("lost-island", 3, 2)
    join(browser, serving, "scribe", record)
    browser.open(f"{serving.origin}/t/{record}/replay")
    wait(browser, "document.querySelector('#stage svg')?.children.length > 5")
    before = browser.text("#told")
    browser.press("ArrowRight")
    wait(browser, f"document.querySelector('#told').innerText !== {before!r}")
    nothing_wrong(browser)
