"""The recorder in a real browser at the width of a phone: whole lines tapped, no connection, conflicts, the pen."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replay.library import game_of
from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import API, Serving
from tests.helpers.tapped import moments

pytestmark = pytest.mark.slow


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """A service."""
    with Serving(tmp_path) as found:
        yield found


def stored(serving: Serving, record: str) -> list[dict[str, Any]]:
    """The lines that the service has, without what it adds to them."""
    bodies = [event.unsalted().body() for event in serving.store.load(record).events]
    return [{name: value for name, value in body.items() if name != "at"} for body in bodies]


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
    recorder.wait("document.querySelector('#r-state').innerText.startsWith('3 wait')")
    assert recorder.size == before
    browser.new_page()
    browser.room(412, 844, touch=True)
    recorder.open()
    recorder.wait(f"document.querySelector('#r-state').innerText === '{before + 2} saved'")
    assert [body["do"] for body in stored(serving, record)[before - 1 :]] == ["unread"] * 3


ENDS = {
    "lost": "throw new TypeError('lost')",
    "never heard": "return new Promise((_, no) => asked[1].signal?.addEventListener('abort', () => no(Error('late'))))",
    "cut": "return new Response(new ReadableStream({ pull(line) { line.error(new TypeError('cut')); } }), answer)",
}
"""What becomes of an answer on its way."""
LOSING = """(real => {
  const wait = setTimeout;
  globalThis.setTimeout = (work, time = 0, ...more) => wait(work, time / 20, ...more);
  globalThis.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (!String(asked[0]).endsWith('/events') || globalThis.dropped) return answer;
    globalThis.dropped = true;
    %s;
  };
})(fetch)"""


@pytest.mark.parametrize("end", ENDS)
def test_an_answer_that_does_not_arrive_stores_nothing_twice(browser: Browser, serving: Serving, end: str) -> None:
    """The same key is sent again, and answered as the first time; nobody has to do anything for it."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    before = recorder.size
    browser.value(LOSING % ENDS[end])
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
    recorder.wait("document.querySelector('#r-over') !== null")
    assert "another phone has the pen" in browser.text("#r-place")
    recorder.tap("document.querySelector('#r-over')")
    recorder.wait("document.querySelector('#r-state').innerText.endsWith('saved')")
    found = [body["do"] for body in stored(serving, record)[before - 1 :]]
    assert found == ["note", "unread", "unread"]


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
    game = game_of("lost-island")
    recorder.log(game, list(moments(game, 3, 2))[8])
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


def test_what_is_against_a_rule_is_logged_all_the_same(browser: Browser, serving: Serving) -> None:
    """With `something else`; the rule's words stand beside it, without its id."""
    record = serving.record("lost-island", 4, 1, 40)
    recorder = Recorder(browser, serving, record)
    body = {"do": "shrink", "by": "purple", "cell": "c4"}
    recorder.say_else(body)
    assert stored(serving, record)[-1] == body
    recorder.wait("document.querySelector('#r-said .finding') !== null")
    assert "shrinks from the outside" in browser.text("#r-said")
    assert "SL-" not in browser.text("#r-said")


def test_a_note_is_given_its_words(browser: Browser, serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    recorder.tap("document.querySelector('#r-else')")
    recorder.tap("document.querySelector('#r-sheet [data-do=note]')")
    browser.value("document.querySelector('#r-sheet input').focus()")
    browser.call("Input.insertText", text="tea is served")
    browser.press("Enter")
    recorder.tap("document.querySelector('#r-log')")
    recorder.wait("document.querySelector('#r-state').innerText === '7 saved'")
    assert stored(serving, record)[-1] == {"do": "note", "text": "tea is served"}


def test_a_lost_line_is_mended(browser: Browser, serving: Serving) -> None:
    """It is listed with the lines around it until somebody says what it was, or that it is not known."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    lost_track(recorder, 1)
    recorder.wait("document.querySelector('#r-state').innerText === '7 saved'")
    for listed in (True, False):
        recorder.tap("document.querySelector('#r-more')")
        recorder.tap("document.querySelectorAll('#r-menu button')[1]")
        recorder.wait("/to (be )?mend/.test(document.querySelector('#r-sheet').innerText)")
        assert browser.value("document.querySelector('[data-mend]') !== null") is listed
        if listed:
            recorder.tap("document.querySelector('[data-mend]')")
            recorder.tap("document.querySelector('#r-nobody')")
            recorder.wait("document.querySelector('#r-confirm') !== null")
            recorder.tap("document.querySelector('#r-confirm')")
            recorder.wait("document.querySelector('#r-state').innerText === '8 saved'")


def test_a_pen_that_was_asked_for_comes_over(browser: Browser, serving: Serving) -> None:
    """The line that waited for it is sent then."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    with serving.join("scribe", record, device="Dee's phone") as other:
        assert other.post(f"{API}/records/{record}/pen", json={"do": "take"}).status_code == 200
        lost_track(recorder, 1)
        recorder.wait("document.querySelector('#r-ask-pen') !== null")
        recorder.tap("document.querySelector('#r-ask-pen')")
        recorder.wait("document.querySelector('#r-notice').innerText.includes('15 seconds to keep it')")
        assert other.post(f"{API}/records/{record}/pen", json={"do": "give"}).status_code == 200
    recorder.wait("document.querySelector('#r-state').innerText === '7 saved'")
    assert "your pen" in browser.text("#r-place")


def test_a_hidden_fact_is_sealed(browser: Browser, serving: Serving) -> None:
    """Whoever logs types it; the record has only its seal."""
    record = serving.record("sea-or-shore", 3, 1, 6)
    recorder = Recorder(browser, serving, record)
    recorder.tap("document.querySelector('#r-more')")
    recorder.tap("[...document.querySelectorAll('#r-menu button')].find(one => one.innerText.startsWith('Seal'))")
    for field, text in (("what", "my plan"), ("value", "go north")):
        browser.value(f"document.querySelector('#r-seal-{field}').focus()")
        browser.call("Input.insertText", text=text)
    recorder.tap("document.querySelector('#r-seal')")
    recorder.wait("document.querySelector('#r-state').innerText === '7 saved'")
    sealed = stored(serving, record)[-1]
    assert (sealed["do"], sealed["what"]) == ("seal", "my plan")
    assert "north" not in str(sealed)


def test_a_typed_line_is_completed(browser: Browser, serving: Serving) -> None:
    record = serving.record("lost-island", 3, 2, 8)
    recorder = Recorder(browser, serving, record)
    browser.press("/")
    browser.call("Input.insertText", text="m")
    recorder.wait("document.querySelector('#r-reading [data-line]') !== null")
    line = browser.value("document.querySelector('#r-reading [data-line]').dataset.line")
    browser.press("Tab")
    assert browser.value("document.querySelector('#r-line').value") == line
