"""A phone at the end of a bad line: the recorder's own outbox in a real browser, driven faster than people tap."""

import json
import time
from pathlib import Path
from random import Random
from typing import Any

from cli.serve.door.web_pages import version
from tests.helpers.browser import Browser
from tests.helpers.serving import API
from tests.helpers.wire import GOOD, Fate, Wire

FASTER = 50
"""Waits on the phone, and delays on the line, are this many times shorter than at a table."""
SECONDS = 60
"""After these a phone that still has lines to send has lost the proof."""
HALF_AN_HOUR = 30 * 60 * 1000
SCRIPT = Path(__file__).with_name("faulty_phone.js").read_text("utf-8")
LOST = Fate(lose_request=True)


class FaultyPhone:
    """One phone with its link, and the list of what was tapped on it."""

    def __init__(self, browser: Browser, wire: Wire, record: str, token: str, size: int) -> None:
        self.browser, self.wire, self.record, self.size = browser, wire, record, size
        self.context = browser.new_phone()
        self.tapped: list[str] = []
        self.offline = False
        self._token: str | None = token
        self._page: str | None = None
        self.begin()

    def begin(self) -> None:
        """Open the page, or open it again. What waits on the phone is still there."""
        bad, self.wire.fate = self.wire.fate, lambda: GOOD
        self.browser.new_page(self.context)
        self._page = self.browser.page()
        self.browser.open(f"{self.wire.origin}/health")  # any page of the service does, and this one is small
        if self._token is not None:
            sent = json.dumps(json.dumps({"token": self._token, "device": "a phone"}))
            how = f"{{method: 'POST', headers: {{'Content-Type': 'application/json'}}, body: {sent}}}"
            assert self.browser.value(f"fetch('{API}/join', {how}).then(answer => answer.status)") == 200
            self._token = None
        self.browser.value(SCRIPT)
        self.browser.value(f"ready('/assets/{version()}')")
        self.wire.fate = bad
        self.browser.value(f"phone({self.record!r}, {self.size}, {FASTER})")

    def tap(self, text: str) -> None:
        """Log a line; it is tapped once the phone has it."""
        self.browser.look_at(self._page)
        assert self.browser.value(f"tap({text!r})")
        self.tapped.append(text)

    def pass_time(self, milliseconds: int) -> None:
        """Let the phone's clock go on."""
        self.browser.look_at(self._page)
        self.browser.value(f"ahead += {milliseconds}")

    def reload(self, size: int) -> None:
        """Close the page and open it again, as far as it can know the record by then."""
        self.browser.look_at(self._page)
        self.browser.call("Page.close")
        self.size = size
        self.begin()

    def crash(self, size: int) -> None:
        """The page dies without a last word."""
        self.browser.look_at(self._page)
        self.browser.crash()
        self.size = size
        self.begin()

    def left(self) -> int:
        """How many lines wait."""
        self.browser.look_at(self._page)
        found: int = self.browser.value("left()")
        return found

    def told(self) -> dict[str, Any]:
        """How often another story was met, and what was refused."""
        self.browser.look_at(self._page)
        found: dict[str, Any] = self.browser.value("told()")
        return found

    def throw_away(self) -> None:
        """Nobody needs it any more."""
        self.browser.throw_away(self.context)

    def flush(self) -> None:
        """Wait until everything is stored."""
        end = time.monotonic() + SECONDS
        while self.left():
            assert time.monotonic() < end, f"{self.left()} lines wait for ever: {self.told()}"
            time.sleep(0.02)


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
