"""Every screen of the recorder on a narrow phone: read by day and by night, met with a thumb, named for the blind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.serve.register.pens import TIME_TO_KEEP
from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import API, Serving, post
from tests.helpers.slow import some

pytestmark = pytest.mark.slow
LOOKS = (Path(__file__).parent / "helpers" / "looks.js").read_text("utf-8")
NAMED = ("button", "link", "textbox", "searchbox", "spinbutton", "group", "heading", "image")
"""What somebody who does not see the page has to be told the name of."""
SIGNS = "✕⋯↶‹✗?·… "
SIZES = [(360, 640), (412, 844)]


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path) as found:
        yield found


class Screens:
    """The recorder, looked at in one state after the other."""

    def __init__(self, browser: Browser, serving: Serving) -> None:
        self.browser, self.serving = browser, serving
        self.recorder = Recorder(browser, serving, serving.record("lost-island", 4, 1, 40))
        self.wrong: list[str] = []

    def press(self, *selectors: str) -> None:
        for selector in selectors:
            self.recorder.tap(f"document.querySelector({selector!r})")

    def wait(self, selector: str) -> None:
        self.recorder.wait(f"document.querySelector({selector!r}) !== null")

    def look(self, state: str) -> None:
        """What is wrong with the page as it stands, by day and by night."""
        self.browser.value(
            "Promise.all(document.getAnimations().map(one => one.finished.catch(() => 0))).then(() => 0)"
        )
        for theme in ("light", "dark"):
            self.browser.media(prefers_color_scheme=theme)
            self.wrong += [f"{state}, {theme}: {one}" for one in self.browser.value(LOOKS)]
        self.browser.media()
        self.wrong += [f"{state}: {one}" for one in self._nameless()]

    def _nameless(self) -> list[str]:
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        named = [
            (node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]
        ]
        return [f"{role} without a name: {name!r}" for role, name in named if role in NAMED and not name.strip(SIGNS)]


@pytest.mark.parametrize("size", some(SIZES), ids=lambda size: str(size[0]))
def test_every_screen_can_be_read_met_and_heard(browser: Browser, serving: Serving, size: tuple[int, int]) -> None:
    browser.room(*size, touch=True)
    screens = Screens(browser, serving)
    _taps(screens)
    _sheets(screens)
    assert not browser.complaints
    _offline(screens)
    assert not screens.wrong, "\n".join(screens.wrong)


def _taps(screens: Screens) -> None:
    screens.wait("#r-scene [data-tap]")
    screens.look("idle")
    screens.press("#r-scene [data-tap]")
    screens.look("one tap")
    screens.press("#r-again", "#r-else")
    screens.look("something else")
    screens.press("#r-sheet [data-do=shrink]")
    screens.look("a verb")
    screens.press("#r-sheet [data-value='\"c4\"']", "#r-log")
    screens.wait("#r-said .finding")
    screens.look("logged against a rule")


def _sheets(screens: Screens) -> None:
    screens.press("#r-more")
    screens.look("menu")
    screens.press("#r-menu button")
    screens.wait("[data-line]")
    screens.look("ladder")
    screens.press('[data-line="37"]')
    screens.look("rungs")
    screens.press("#r-strike")
    screens.wait("#r-confirm")
    screens.look("weighed")
    screens.press("#r-again", "#r-lost")
    for place, (name, there) in enumerate(
        (("Lines to mend", "[data-mend]"), ("Seal", "#r-seal"), ("Add a photo", "#r-claim"), ("Type", "#r-line"))
    ):
        screens.press("#r-more")
        line = f"[...document.querySelectorAll('#r-menu button')].find(one => one.innerText.startsWith({name!r}))"
        screens.recorder.tap(line)
        screens.wait(there)
        screens.look(name)
        if not place:
            screens.press("[data-mend]")
            screens.look("what was it")
        screens.browser.press("Escape", "Escape")


def _offline(screens: Screens) -> None:
    """Without a connection, with two stories, without the pen, and with a line that is not taken."""
    browser, recorder = screens.browser, screens.recorder
    for away in (True, False):
        browser.call(
            "Network.emulateNetworkConditions", offline=away, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )
        if away:
            screens.press("#r-lost", "#r-lost")
            recorder.wait("document.querySelector('#r-said b') !== null")
            screens.look("waiting")
            screens.press("#r-state")
            screens.look("what waits")
            with screens.serving.join("scribe", recorder.record, device="another phone") as other:
                other.post(f"{API}/records/{recorder.record}/pen", json={"do": "take"})
                screens.serving.ahead += TIME_TO_KEEP
                assert post(other, recorder.record, recorder.size, {"do": "note", "text": "x"}, over=True).is_success
    browser.value("dispatchEvent(new Event('online'))")
    screens.wait("#r-after")
    screens.look("two stories")
    screens.press("#r-after")
    screens.wait("#r-over")
    screens.look("without the pen")
    screens.press("#r-over")
    recorder.wait("document.querySelector('#r-state').innerText.endsWith('saved')")
    browser.press("/")
    browser.call("Input.insertText", text="xyzzy")
    browser.press("Enter")
    recorder.wait("document.querySelector('#r-sheet').innerText.includes('xyzzy')")
    screens.look("not taken")


COVERED = """[...document.querySelectorAll("#r-scene .target-dot")].flatMap((dot) => {
  const at = dot.getBoundingClientRect();
  return [...document.querySelectorAll("#r-scene [data-tap].zone text")].filter((word) => {
    const box = word.getBoundingClientRect();
    const beside = box.left >= at.right - 1 || box.right <= at.left + 1;
    return !beside && box.top < at.bottom - 3 && box.bottom > at.top + 3;
  }).map((word) => word.textContent);
})"""
"""Words in a thing that may be tapped, below its dot; the room of a line of text is higher than its letters."""


def test_a_dot_covers_no_word(browser: Browser, serving: Serving) -> None:
    """The small islands of Loot Island have their words at the foot."""
    browser.room(390, 844, touch=True)
    recorder = Recorder(browser, serving, serving.record("loot-island", 3, 1, 6))
    recorder.wait("document.querySelectorAll('#r-scene .target-dot').length > 8")
    assert browser.value(COVERED) == []


def test_on_a_phone_that_lies_the_board_stays_in_sight(browser: Browser, serving: Serving) -> None:
    """Beside what is being said: below it there would be room for a strip of the board."""
    browser.room(844, 390, touch=True)
    recorder = Recorder(browser, serving, serving.record("loot-island", 3, 1, 6))
    recorder.wait("document.querySelectorAll('#r-scene .target-dot').length > 8")
    board, thumb = (f"document.querySelector('{one}').getBoundingClientRect()" for one in ("#r-stage", "#r-thumb"))
    assert browser.value(f"{board}.right <= {thumb}.left && innerHeight - {board}.top >= 300")
    assert browser.value(f"{thumb}.bottom <= innerHeight && document.documentElement.scrollWidth <= innerWidth")
