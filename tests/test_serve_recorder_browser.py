"""The recorder in a real browser at the width of a phone: whole lines tapped, no connection, conflicts, the pen."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replay.deal import deal, header_for
from replay.library import game_ids, game_of
from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import API, Serving
from tests.helpers.slow import some
from tests.helpers.tapped import as_tapped

pytestmark = pytest.mark.slow
PAUSE = 300_000
"""So much time passes between two lines: nobody logs faster for long than the service allows."""


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    """A phone that knows nothing yet."""
    found = Browser(tmp_path / "browser")
    found.new_page()
    found.room(412, 844, touch=True)
    yield found
    found.close()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """A service."""
    with Serving(tmp_path) as found:
        yield found


def dealt(game_id: str, players: int, seed: int) -> list[dict[str, Any]]:
    """The lines of a dealt game, as somebody logs them who taps."""
    game = game_of(game_id)
    return [as_tapped(game, dict(body)) for body in deal(game, header_for(game, players), seed).scribe]


def stored(serving: Serving, record: str) -> list[dict[str, Any]]:
    """The lines that the service has, without what it adds to them."""
    bodies = [event.unsalted().body() for event in serving.store.load(record).events]
    return [{name: value for name, value in body.items() if name != "at"} for body in bodies]


@pytest.mark.parametrize(
    ("game_id", "keys"), some([(game_id, keys) for game_id in game_ids() for keys in (False, True)], 2)
)
def test_lines_of_a_dealt_game_are_tapped(browser: Browser, serving: Serving, game_id: str, keys: bool) -> None:
    """What is stored is what happened; the beginning and the middle of a game."""
    lines = dealt(game_id, 3, 2)
    for first, last in ((1, 9), (len(lines) // 2, len(lines) // 2 + 7)):
        record = serving.record(game_id, 3, 2, first)
        recorder = Recorder(browser, serving, record)
        for body in lines[first:last]:
            serving.ahead += PAUSE
            recorder.log(body, keys=keys)
        assert stored(serving, record)[first:] == lines[first:last]
    assert not browser.complaints


def offline(browser: Browser, yes: bool) -> None:
    """Take the network away, or give it back."""
    browser.call("Network.emulateNetworkConditions", offline=yes, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    if not yes:
        browser.value("dispatchEvent(new Event('online'))")


def lost_track(recorder: Recorder, times: int) -> None:
    """Log a line that needs nothing to be chosen."""
    for _ in range(times):
        recorder.tap("document.querySelector('#r-lost')")


def test_what_was_tapped_without_a_connection_survives_a_closed_tab(browser: Browser, serving: Serving) -> None:
    """It waits on the device, is never drawn on the board, and is stored once when there is a connection again."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    before = recorder.size
    offline(browser, True)
    lost_track(recorder, 3)
    recorder.wait("document.querySelector('#r-state').innerText.startsWith('3 waiting')")
    assert recorder.size == before
    browser.new_page()
    browser.room(412, 844, touch=True)
    recorder.open()
    recorder.wait(f"document.querySelector('#r-state').innerText === '{before + 2} saved'")
    assert [body["do"] for body in stored(serving, record)[before - 1 :]] == ["unread"] * 3


def test_a_lost_answer_stores_nothing_twice(browser: Browser, serving: Serving) -> None:
    """The same key is sent again, and answered as the first time."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    before = recorder.size
    browser.value(
        "(real => { globalThis.fetch = async (...asked) => { const answer = await real(...asked);"
        "if (!String(asked[0]).endsWith('/events') || globalThis.dropped) return answer;"
        "globalThis.dropped = true; throw new TypeError('lost'); }; })(fetch); 1"
    )
    lost_track(recorder, 1)
    recorder.wait(f"document.querySelector('#r-state').innerText === '{before} saved'")
    assert browser.value("globalThis.dropped")
    assert recorder.size == before + 1


def test_two_stories_are_shown_beside_each_other(browser: Browser, serving: Serving) -> None:
    """Nothing is merged by itself; mine is added after theirs when I say so, and what is equal is dropped."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    before = recorder.size
    offline(browser, True)
    lost_track(recorder, 2)
    with serving.join("scribe", record, device="another phone") as other:
        for key, event in (("a", {"do": "note", "text": "theirs"}), ("b", {"do": "unread", "said": "theirs"})):
            answer = other.post(
                f"{API}/records/{record}/events",
                json={"key": key, "expect": recorder.size, "events": [event], "over": True},
            )
            assert answer.status_code == 200, answer.text
    offline(browser, False)
    recorder.wait("document.querySelector('#r-after') !== null")
    assert "theirs" in browser.text(".stories")
    recorder.tap("document.querySelector('#r-after')")
    recorder.wait("document.querySelector('#r-over') !== null || !document.querySelector('#r-after')")
    if browser.value("document.querySelector('#r-over') !== null"):
        recorder.tap("document.querySelector('#r-over')")
    recorder.wait("document.querySelector('#r-state').innerText.endsWith('saved')")
    found = [body["do"] for body in stored(serving, record)[before - 1 :]]
    assert found[:2] == ["note", "unread"]


def test_another_device_has_the_pen(browser: Browser, serving: Serving) -> None:
    """Nobody is kept from writing: whoever insists may."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    with serving.join("scribe", record, device="Dee's phone") as other:
        assert other.post(f"{API}/records/{record}/pen", json={"do": "take"}).status_code == 200
    recorder.wait("document.querySelector('#r-place').innerText.includes('Dee')")
    lost_track(recorder, 1)
    recorder.wait("document.querySelector('#r-over') !== null")
    assert recorder.size == 7
    recorder.tap("document.querySelector('#r-over')")
    recorder.wait("document.querySelector('#r-state').innerText === '7 saved'")


def test_a_correction_says_first_what_falls_away(browser: Browser, serving: Serving) -> None:
    """The ladder of undo: which line, how, what becomes of it, and only then is it logged."""
    record = serving.record("lost-island", 3, 2, 12)
    recorder = Recorder(browser, serving, record)
    recorder.tap("document.querySelector('#r-more')")
    recorder.tap("document.querySelector('#r-menu button')")
    recorder.tap("document.querySelector('[data-line=\"9\"]')")
    recorder.tap("document.querySelector('#r-strike')")
    recorder.wait("document.querySelector('#r-confirm') !== null")
    assert "No longer counts: 9 " in browser.text("#r-sheet")
    assert recorder.size == 13
    recorder.tap("document.querySelector('#r-confirm')")
    recorder.wait("document.querySelector('#r-state').innerText === '13 saved'")
    assert stored(serving, record)[-1]["do"] == "amend"


def test_a_line_that_is_refused_is_kept_and_can_be_mended(browser: Browser, serving: Serving) -> None:
    """Nothing that was tapped vanishes without a word."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    browser.press("/")
    browser.call("Input.insertText", text="xyzzy and the like")
    browser.press("Enter")
    recorder.wait("document.querySelector('#r-sheet').innerText.includes('xyzzy')")
    assert recorder.size == 7
    recorder.wait("[...document.querySelectorAll('#r-sheet button')].some(one => one.innerText === 'Mend')")
    recorder.tap("[...document.querySelectorAll('#r-sheet button')].find(one => one.innerText === 'Mend')")
    recorder.wait("document.querySelector('#r-line').value === 'xyzzy and the like'")


def test_the_last_line_is_undone_with_one_tap(browser: Browser, serving: Serving) -> None:
    """The biggest button after each line."""
    record = serving.record("lost-island", 3, 2, 8)
    recorder = Recorder(browser, serving, record)
    recorder.log(dealt("lost-island", 3, 2)[8])
    recorder.tap("document.querySelector('#r-undo-last')")
    recorder.wait("document.querySelector('#r-state').innerText === '10 saved'")
    assert stored(serving, record)[-1]["do"] in ("rewind", "amend")


def test_a_typed_line_is_logged(browser: Browser, serving: Serving) -> None:
    """With the slash, and Enter."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    browser.press("/")
    browser.call("Input.insertText", text="n a note by hand")
    browser.press("Enter")
    recorder.wait("document.querySelector('#r-state').innerText === '7 saved'")
    assert stored(serving, record)[-1] == {"do": "note", "text": "a note by hand"} | (
        {"said": "n a note by hand"} if "said" in stored(serving, record)[-1] else {}
    )


@pytest.mark.parametrize("width", some([360, 412], 1))
def test_nothing_is_too_small_or_too_wide(browser: Browser, serving: Serving, width: int) -> None:
    """Every button can be met with a thumb, and nothing runs out of the screen."""
    record = serving.record("lost-island", 4, 1, 30)
    recorder = Recorder(browser, serving, record)
    browser.room(width, 740, touch=True)
    for step in ("", "#r-else", "#r-again"):
        if step:
            recorder.tap(f"document.querySelector('{step}')")
        assert browser.value("document.documentElement.scrollWidth") <= width
        small = browser.value(
            "[...document.querySelectorAll('button')].filter(one => one.offsetParent)"
            ".filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 43.5).map(one => one.innerText)"
        )
        assert small == []
