"""The pen between two phones: one asks, the other keeps it, hands it over, or says nothing for 15 seconds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.serve.register.pens import TIME_TO_KEEP
from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import API, Serving, post

pytestmark = pytest.mark.slow
FASTER = 10
"""So many times faster go the clocks of the phones: 15 seconds are one and a half."""
HURRY = "(wait => { globalThis.setTimeout = (work, time = 0, ...more) => wait(work, time / %d, ...more); })(setTimeout)"


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path) as found:
        yield found


class TwoPhones:
    """Two phones at one table, each with a link of its own; the first has the pen."""

    def __init__(self, browser: Browser, serving: Serving) -> None:
        self.browser, self.serving = browser, serving
        self.record = serving.record("sea-or-shore", 3, 1, 6)
        self._pages: dict[str, str | None] = {}
        self.phones = {name: self._opened(name) for name in ("Ann's phone", "Bob's phone")}
        with self.at("Ann's phone") as ann:
            lost_track(ann)
            ann.wait("document.querySelector('#r-state').innerText === '7 saved'")

    def _opened(self, name: str) -> Recorder:
        self.browser.new_page(self.browser.new_phone())
        self.browser.room(412, 844, touch=True)
        self._pages[name] = self.browser.page()
        found = Recorder(self.browser, self.serving, self.record, device=name)
        self.browser.value(HURRY % FASTER)
        return found

    def at(self, name: str) -> "Held":
        """Take a phone into the hand."""
        self.browser.look_at(self._pages[name])
        return Held(self.phones[name])


class Held:
    """The phone that is used now."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def __enter__(self) -> Recorder:
        return self._recorder

    def __exit__(self, *_: object) -> None:
        """Lay it down."""


@pytest.fixture
def two(browser: Browser, serving: Serving) -> TwoPhones:
    return TwoPhones(browser, serving)


def lost_track(recorder: Recorder) -> None:
    recorder.tap("document.querySelector('#r-lost')")


def asks(two: TwoPhones) -> None:
    """Bob taps a line, learns that Ann has the pen, and asks for it. The line waits."""
    with two.at("Bob's phone") as bob:
        lost_track(bob)
        bob.wait("document.querySelector('#r-ask-pen') !== null")
        assert "Ann's phone has it" in bob.browser.text("#r-sheet")
        bob.tap("document.querySelector('#r-ask-pen')")
        bob.wait("document.querySelector('#r-notice').innerText.includes('15 seconds to keep it')")
    with two.at("Ann's phone") as ann:
        ann.wait("document.querySelector('#r-keep-pen') !== null")
        assert "“Bob's phone” asks for the pen" in ann.browser.text("#r-notice")


def stored(two: TwoPhones) -> int:
    """How many lines were added to those that were there."""
    return two.serving.store.head(two.record).size - 7


def test_a_holder_who_does_not_answer_loses_the_pen_after_15_seconds(two: TwoPhones) -> None:
    """Not a moment before; then the line that waited is stored, once, and nothing of Ann's is lost."""
    asks(two)
    two.serving.ahead += TIME_TO_KEEP - 3_000_000
    with two.at("Ann's phone") as ann:
        assert "your pen" in ann.browser.text("#r-place")
    assert stored(two) == 1, "the line that asked still waits"
    two.serving.ahead += 3_000_000
    with two.at("Bob's phone") as bob:
        bob.wait("document.querySelector('#r-place').innerText.includes('your pen')")
        bob.wait("document.querySelector('#r-state').innerText === '8 saved'")
    with two.at("Ann's phone") as ann:
        ann.wait("document.querySelector('#r-place').innerText.includes('Bob')")
        lost_track(ann)
        ann.wait("document.querySelector('#r-over') !== null")
        ann.tap("document.querySelector('#r-over')")
        ann.wait("document.querySelector('#r-state').innerText === '9 saved'")
    events = two.serving.store.load(two.record).events[6:]
    assert [event.do for event in events] == ["unread"] * 3


def test_a_holder_keeps_the_pen(two: TwoPhones) -> None:
    """Whoever asked is told; their line waits on, or is written all the same."""
    asks(two)
    with two.at("Ann's phone") as ann:
        ann.tap("document.querySelector('#r-keep-pen')")
        ann.wait("document.querySelector('#r-keep-pen') === null")
    two.serving.ahead += 2 * TIME_TO_KEEP
    with two.at("Bob's phone") as bob:
        bob.wait("document.querySelector('#r-take-pen') !== null")
        assert "Ann's phone has the pen" in bob.browser.text("#r-place")
        assert stored(two) == 1
        assert bob.browser.text("#r-state") == "1 waits for you"
        bob.tap("document.querySelector('#r-state')")
        bob.tap("document.querySelector('#r-over')")
        bob.wait("document.querySelector('#r-state').innerText === '8 saved'")


def test_a_holder_hands_the_pen_over(two: TwoPhones) -> None:
    """Lines that wait on the phone without the pen stay there, and go once it is back."""
    asks(two)
    with two.at("Ann's phone") as ann:
        ann.tap("document.querySelector('#r-give-pen')")
        ann.wait("document.querySelector('#r-place').innerText.includes('Bob')")
    with two.at("Bob's phone") as bob:
        bob.wait("document.querySelector('#r-state').innerText === '8 saved'")
    with two.at("Ann's phone") as ann:
        lost_track(ann)
        ann.wait("document.querySelector('#r-ask-pen') !== null")
        assert ann.browser.text("#r-state") == "1 waits for you"
        assert ann.browser.reload(), "it warns before it is left"
        ann.wait("document.querySelector('#r-state')?.innerText === '1 waits for you'")
    assert stored(two) == 2


def test_a_second_device_that_asks_for_the_link_is_answered_on_the_recorder(browser: Browser, serving: Serving) -> None:
    record = serving.record("sea-or-shore", 3, 1, 6)
    token = serving.token("scribe", record)
    recorder = Recorder(browser, serving, record, token=token)
    with serving.client() as second:
        answer = second.post(f"{API}/join", json={"token": token, "device": "a second phone", "ask": True})
        assert answer.status_code == 200, answer.text
        assert post(second, record, 7, {"do": "note", "text": "not yet"}).status_code in (401, 403)
        hand_over(recorder)
        assert post(second, record, 7, {"do": "note", "text": "now"}, over=True).status_code == 200


def hand_over(recorder: Recorder) -> None:
    """Let the device in that asks."""
    recorder.wait(
        "document.querySelector('#r-notice').innerText.includes('“a second phone” would like to use your link')"
    )
    recorder.tap(
        "[...document.querySelectorAll('#r-notice button')].find(one => one.innerText.startsWith('Hand over'))"
    )
    recorder.wait("!document.querySelector('#r-notice').innerText.includes('a second phone')")
