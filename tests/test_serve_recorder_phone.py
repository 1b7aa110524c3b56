"""The recorder on the phones that people have: over plain http, in the left hand, with hidden facts to be logged."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import API, Serving

pytestmark = pytest.mark.slow
ONLY_SAFE = """
for (const name of ["wakeLock", "clipboard", "serviceWorker"]) delete Navigator.prototype[name];
delete Crypto.prototype.subtle;
delete Crypto.prototype.randomUUID;
"""
"""What a browser does not give to a page over plain http that does not come from the device itself."""


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path) as found:
        yield found


def chosen(recorder: Recorder, name: str) -> None:
    """Choose something in the menu."""
    recorder.tap("document.querySelector('#r-more')")
    recorder.tap(f"[...document.querySelectorAll('#r-menu button')].find(one => one.innerText.startsWith({name!r}))")


def test_plain_http_is_enough(browser: Browser, serving: Serving) -> None:
    """Lines are logged and refused ones kept; how the screen stays on is said in words."""
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=ONLY_SAFE)
    recorder = Recorder(browser, serving, serving.record("sea-or-shore", 3, 1, 6))
    assert browser.value("[navigator.wakeLock, navigator.clipboard, crypto.subtle].every(one => one === undefined)")
    chosen(recorder, "Keep the screen on")
    recorder.wait("document.querySelector('#r-notice').innerText.includes('set the screen')")
    recorder.tap("document.querySelector('#r-lost')")
    recorder.wait("document.querySelector('#r-state').innerText === '7 saved'")
    browser.press("/")
    browser.call("Input.insertText", text="xyzzy")
    browser.press("Enter")
    recorder.wait("document.querySelector('#r-state').innerText === '1 not taken'")
    names = browser.value("[...document.querySelectorAll('#r-sheet .list button')].map(one => one.innerText)")
    assert names == ["Mend", "Drop"]
    recorder.tap("[...document.querySelectorAll('#r-sheet button')].find(one => one.innerText === 'Drop')")
    recorder.tap("[...document.querySelectorAll('#r-sheet button')].find(one => one.innerText.startsWith('Drop it'))")
    recorder.wait("document.querySelector('#r-state').innerText === '7 saved'")


def test_the_left_hand_is_remembered(browser: Browser, serving: Serving) -> None:
    """What the thumb reaches most easily is on the other side."""
    recorder = Recorder(browser, serving, serving.record("sea-or-shore", 3, 1, 6))
    places = "['#r-small-undo', '#r-lost'].map(id => document.querySelector(id).getBoundingClientRect().x)"
    right = browser.value(places)
    chosen(recorder, "Buttons for the left hand")
    left = browser.value(places)
    assert (right[0] < right[1]) and (left[0] > left[1])
    recorder.open()
    assert browser.value(places) == left


def test_a_hidden_fact_that_is_typed_is_salted(browser: Browser, serving: Serving) -> None:
    """A player who logs with their own eyes: nobody can try out values against the head, and nobody else sees it."""
    record = serving.record("sea-or-shore", 3, 1, 1)
    recorder = Recorder(browser, serving, record, token=serving.token("scribe", record, eyes="p1"))
    browser.press("/")
    for line in ('{"do": "pass", "cards": {"p1": "red-12", "p2": "?", "p3": "?"}}', "n tea"):
        size = recorder.size
        browser.call("Input.insertText", text=line)
        browser.press("Enter")
        recorder.wait(f"document.querySelector('#r-state').innerText === '{size} saved'")
    hidden, note = (event.body() for event in serving.store.load(record).events[-2:])
    assert hidden["cards"]["p1"] == "red-12" and len(hidden["salt"]) > 20
    assert "salt" not in note
    with serving.join("spectator", record) as watching:
        assert "red-12" not in watching.get(f"{API}/records/{record}/now").text


def test_a_small_phone_shows_the_badge_and_half_of_its_screen_is_board(browser: Browser, serving: Serving) -> None:
    """How many lines wait, and since when, is told wherever the board was scrolled to."""
    browser.room(360, 640, touch=True)
    recorder = Recorder(browser, serving, serving.record("lost-island", 4, 1, 40))
    assert browser.value("document.querySelector('#r-thumb').getBoundingClientRect().height <= innerHeight / 2")
    browser.value("scrollTo(0, document.body.scrollHeight)")
    recorder.wait("scrollY > 100")
    x, y = browser.middle("#r-state")
    assert browser.value(f"document.elementFromPoint({x}, {y})?.closest('#r-state') != null")


def test_a_small_phone_shows_what_was_typed_and_the_buttons_below_it(browser: Browser, serving: Serving) -> None:
    browser.room(360, 640, touch=True)
    recorder = Recorder(browser, serving, serving.record("lost-island", 4, 1, 40))
    recorder.tap("document.querySelector('#r-lost')")
    recorder.wait("document.querySelector('#r-said .finding') !== null")
    bottom = "document.querySelector({!r}).getBoundingClientRect().bottom <= innerHeight"
    assert browser.value(bottom.format("#r-foot"))
    chosen(recorder, "Type a line")
    recorder.wait("!document.querySelector('#r-typed').hidden")
    assert [browser.value(bottom.format(place)) for place in ("#r-typed", "#r-foot")] == [True, True]
    assert browser.value("document.querySelector('#r-said').getBoundingClientRect().height >= 44")


def test_who_is_asked_for_the_pen_sees_it_wherever_they_are(browser: Browser, serving: Serving) -> None:
    """It goes over in silence after 15 seconds."""
    browser.room(360, 640, touch=True)
    recorder = Recorder(browser, serving, serving.record("lost-island", 4, 1, 40))
    recorder.tap("document.querySelector('#r-lost')")
    recorder.wait("document.querySelector('#r-state').innerText === '41 saved'")
    browser.value("scrollTo(0, document.body.scrollHeight)")
    with serving.join("scribe", recorder.record, device="Dee's phone") as other:
        assert other.post(f"{API}/records/{recorder.record}/pen", json={"do": "take"}).status_code == 200
        recorder.wait("document.querySelector('#r-keep-pen') !== null")
        for name in ("#r-keep-pen", "#r-give-pen"):
            x, y = browser.middle(name)
            assert browser.value(f"document.elementFromPoint({x}, {y})?.closest({name!r}) != null"), name


def test_the_name_of_a_hidden_fact_waits_for_what_is_missing(browser: Browser, serving: Serving) -> None:
    """Whoever taps it types only which one it is."""
    recorder = Recorder(browser, serving, serving.record("lost-island", 4, 1, 40))
    chosen(recorder, "Seal")
    recorder.tap("[...document.querySelectorAll('#r-sheet .chips button')].find(one => one.innerText.includes('<'))")
    browser.call("Input.insertText", text="c")
    assert browser.value("document.querySelector('#r-seal-what').value") == "values.purple.c"
