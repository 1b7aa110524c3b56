"""The whole page of the recorder at the end of a bad line: requests and answers are lost, doubled and late, streams die
without a word, and the page is opened again. Whatever was tapped is in the record, once and in order.
"""

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.serve.api import live_calls
from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import Serving
from tests.helpers.slow import many
from tests.helpers.wire import GOOD, Fate, Wire

pytestmark = pytest.mark.slow
FASTER = 10
"""Waits of the page, delays of the line and the heartbeat of the service are this many times shorter than usual."""
HURRY = f"""(wait => {{
  globalThis.setTimeout = (work, time = 0, ...more) => wait(work, time / {FASTER}, ...more);
}})(setTimeout)"""
PATIENCE = 150
"""Seconds after which a page that still has lines to send has lost the proof."""
LINES = 6


@pytest.fixture
def serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    """A service whose heart beats as much faster as the page gives up."""
    monkeypatch.setattr(live_calls, "HEARTBEAT", live_calls.HEARTBEAT / FASTER)
    with Serving(tmp_path) as found:
        yield found


def bad_line(chance: Random) -> Fate:
    """A fifth is lost, half of it on the way back; a tenth comes twice, at once or late; each takes up to 5 s."""
    drawn = chance.random()
    return Fate(
        lose_request=drawn < 0.1,
        lose_answer=0.1 <= drawn < 0.2,
        twice=0.2 <= drawn < 0.25,
        late_copy=chance.random() * 10 / FASTER if 0.25 <= drawn < 0.3 else 0,
        delay=chance.random() * 5 / FASTER,
    )


class Story:
    """One phone, and what happens to its line."""

    def __init__(self, browser: Browser, serving: Serving, wire: Wire, number: int) -> None:
        self.chance, self.gate = Random(f"page {number}"), threading.Lock()
        self.serving, self.wire = serving, wire
        self.record = serving.record("sea-or-shore", 3, 1, LINES)
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=HURRY)
        self.recorder = Recorder(browser, serving, self.record, origin=wire.origin)
        self.tapped: list[tuple[str, Any]] = []
        self.worsen()

    def worsen(self) -> None:
        def fate() -> Fate:
            with self.gate:
                return bad_line(self.chance)

        self.wire.fate = fate

    def tap(self, number: int) -> None:
        """Log a line by hand, or say that something was missed; either is on the device before the next one."""
        browser = self.recorder.browser
        before = browser.value("document.body.dataset.key ?? ''")
        if number % 3 == 2:
            self.recorder.tap("document.querySelector('#r-lost')")
            self.tapped.append(("unread", None))
        else:
            browser.value("document.activeElement.blur()")
            browser.press("/")
            browser.call("Input.insertText", text=f"n line {number}")
            browser.press("Enter")
            self.tapped.append(("note", f"line {number}"))
        self.recorder.wait(f"(document.body.dataset.key ?? '') !== {before!r}")

    def happen(self) -> None:
        """Something happens between two taps; mostly nothing does."""
        what = self.chance.choice(("gone", "gone", "gone", "silent", "reload", *[""] * 5))
        if what == "gone":
            self.wire.lose()
        elif what == "silent":
            self.wire.lose()
            self.wire.fate = lambda: Fate(lose_answer=True)
        elif what == "reload":
            self.wire.fate = lambda: GOOD
            self.recorder.reload()
        if what != "silent":
            self.worsen()

    def run(self, lines: int) -> None:
        """Tap everything, and see that it is stored and told."""
        for number in range(lines):
            self.tap(number)
            self.happen()
        self.worsen()
        saved = f"document.querySelector('#r-state').innerText === '{LINES + lines} saved'"
        self.recorder.wait(saved, PATIENCE)
        assert self.stored() == self.tapped

    def stored(self) -> list[tuple[str, Any]]:
        """What was logged by this phone, as it was tapped."""
        return [(event.do, event.fields.get("text")) for event in self.serving.store.load(self.record).events[LINES:]]


@pytest.mark.parametrize("number", range(many(1, 10)))
def test_the_page_stores_everything_and_says_so(browser: Browser, serving: Serving, number: int) -> None:
    with Wire(serving) as wire:
        Story(browser, serving, wire, number).run(12)
