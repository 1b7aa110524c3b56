"""Somebody at the recorder's page: they know what happened, and tap it on the board, on chips and in sheets."""

import json
import time
from pathlib import Path
from typing import Any

from tests.helpers.browser import Browser
from tests.helpers.serving import API, Serving

SECONDS = 6

FINGER = Path(__file__).with_name("finger.js").read_text("utf-8")


class Recorder:
    """The recorder's page of one record, in a browser."""

    def __init__(self, browser: Browser, serving: Serving, record: str, *, device: str = "a phone") -> None:
        self.browser, self.serving, self.record = browser, serving, record
        self.taps = 0
        token = json.dumps({"token": serving.token("scribe", record), "device": device})
        browser.open(f"{serving.origin}/privacy")
        sent = f"{{method: 'POST', headers: {{'Content-Type': 'application/json'}}, body: {json.dumps(token)}}}"
        assert browser.value(f"fetch('{API}/join', {sent}).then(answer => answer.status)") == 200
        self.open()

    def open(self) -> None:
        """Open the page, or open it again."""
        self.browser.open(f"{self.serving.origin}/t/{self.record}/log")
        self.wait("document.querySelector('#r-state').innerText.includes('saved')")
        self.wait("document.querySelectorAll('#r-chips button').length > 0")
        self.browser.value(FINGER)
        self.key: str | None = None
        self.version: str = self.browser.value("document.querySelector('script').src.split('/')[4]")

    def wait(self, expression: str) -> None:
        """Wait until something is so in the page."""
        end = time.monotonic() + SECONDS
        while not self.browser.value(expression):
            assert time.monotonic() < end, f"{expression}\n{self.planned()}\n{self.browser.text('body')}"
            time.sleep(0.01)

    @property
    def size(self) -> int:
        """How many lines the service has."""
        return self.serving.store.head(self.record).size

    def plan(self, body: dict[str, Any]) -> bool:
        """Think of an event; whether it is offered."""
        found: bool = self.browser.value(f"finger({json.dumps(body)}, {self.record!r}, {self.version!r})")
        return found

    def log(self, body: dict[str, Any], *, keys: bool = False) -> int:
        """Tap an event until it is stored; how many taps that took."""
        before = self.size
        self.wait("!document.querySelector('#r-state').classList.contains('off')")
        self.plan(body)
        for taps in range(1, 80):
            self.tap("nextTap()", keys=keys)
            if self._stored(before):
                self.wait(f"document.querySelector('#r-state').innerText === '{before} saved'")
                return taps
        raise AssertionError(f"{body}\n{self.browser.text('body')}")

    def _stored(self, before: int) -> bool:
        """Whether the last tap was the one that logs it; then wait until the service has it."""
        key = self.browser.value("document.body.dataset.key")
        if key == self.key:
            return False
        self.key = key
        end = time.monotonic() + SECONDS
        while self.size == before:
            assert time.monotonic() < end, self.browser.text("body")
            time.sleep(0.005)
        return True

    def tap(self, expression: str, *, keys: bool = False) -> None:
        """Tap something with a finger; or focus it and press Enter."""
        self.taps += 1
        self.wait(f"!!({expression})")
        found = self.browser.value(f"meet({expression}, {json.dumps(keys)})")
        before = self.browser.value("globalThis.pressed")
        if keys:
            self.browser.press("Enter")
        else:
            x, y = found
            self.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
            self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.wait(f"pressed > {before} && !('putting' in document.body.dataset)")

    def planned(self) -> str:
        """What is being tapped, and what went wrong in the page."""
        told: str = self.browser.value("JSON.stringify(globalThis.plan ?? null)")
        return f"{told}\n{self.browser.complaints}"
