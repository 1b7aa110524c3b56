"""A real Chromium for tests, driven through its debugging pipe; nothing but the standard library."""

import base64
import json
import os
import select
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest

REQUIRED = "QM_BROWSER"
"""Set to `required` if a missing browser is a failure, not a reason to skip."""
MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
_AT_WORK = "!!document.querySelector('html.js #moves[aria-busy]')"
"""The page of a record shows its table before its list."""
PATIENCE = 60
"""Seconds to wait for what a page must show. Only a failure takes them all, so a busy machine has time."""
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def program() -> str:
    """Where the browser is; without one the test is skipped, unless a browser is required."""
    found = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    if found is None:
        assert os.environ.get(REQUIRED) != "required", (
            "no Chromium was found, and QM_BROWSER says that there must be one"
        )
        pytest.skip("no Chromium on this machine: install Debian's package chromium to run this test")
    return found


class Browser:
    """A headless Chromium with one page to look at."""

    def __init__(self, folder: Path) -> None:
        inward, self._out = os.pipe()
        self._in, outward = os.pipe()
        self._pid = os.posix_spawn(
            program(),
            [
                "chromium",
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--remote-debugging-pipe",
                f"--user-data-dir={folder / 'profile'}",
                "about:blank",
            ],
            {**os.environ, "HOME": str(folder)},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, inward, 3),
                (os.POSIX_SPAWN_DUP2, outward, 4),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            ],
            setsid=True,
        )
        os.close(inward)
        os.close(outward)
        self._number = 0
        self._rest = b""
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []

    def new_phone(self) -> str:
        """A place for pages with cookies and memory of their own; give it to `new_page`."""
        session, self._session = self._session, None
        made: str = self.call("Target.createBrowserContext")["browserContextId"]
        self._session = session
        return made

    def throw_away(self, phone: str) -> None:
        """Close all pages of a phone, and forget what it kept."""
        self._session = None
        self.call("Target.disposeBrowserContext", browserContextId=phone)

    def page(self) -> str | None:
        """The page that is looked at now; `look_at` comes back to it."""
        return self._session

    def look_at(self, page: str | None) -> None:
        """Look at another page."""
        self._session = page

    def crash(self) -> None:
        """The page dies where it stands, without a last word. A new page goes on."""
        self._number += 1
        told = {"id": self._number, "method": "Page.crash", "params": {}, "sessionId": self._session}
        os.write(self._out, json.dumps(told).encode() + b"\0")
        while not any(event.get("method") == "Inspector.targetCrashed" for event in self.events):
            self.events.append(self._next())

    def new_page(self, phone: str | None = None) -> None:
        """Go on with a new page that knows nothing of the one before, in the browser itself or on a phone."""
        self._session = None
        where = {"browserContextId": phone} if phone else {}
        target = self.call("Target.createTarget", url="about:blank", **where)["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Inspector"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        """End the browser."""
        os.killpg(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._in)
        os.close(self._out)

    def call(self, method: str, **params: Any) -> Any:
        """Call a method of the debugging protocol and wait for its answer."""
        return self.calls((method, params))[0]

    def calls(self, *asked: tuple[str, dict[str, Any]]) -> list[Any]:
        """Call methods one after the other, and then wait for all of their answers."""
        wanted, session = [], {"sessionId": self._session} if self._session is not None else {}
        for method, params in asked:
            self._number += 1
            wanted.append(self._number)
            message = {"id": self._number, "method": method, "params": params, **session}
            os.write(self._out, json.dumps(message).encode() + b"\0")
        found: dict[int, Any] = {}
        while len(found) < len(wanted):
            answer = self._next()
            if answer.get("id") in wanted:
                assert "error" not in answer, answer["error"]
                found[answer["id"]] = answer["result"]
            else:
                self.events.append(answer)
        return [found[number] for number in wanted]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], PATIENCE + 30)
            assert ready, "the browser does not answer"
            self._rest += os.read(self._in, 1 << 20)
        line, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def open(self, url: str) -> None:
        """Open a page and wait until it is loaded."""
        for address in ("about:blank", url):  # going from one step of a page to another would load nothing
            self.events.clear()
            self.call("Page.navigate", url=address)
            while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
                self.events.append(self._next())
        while self.value(_AT_WORK):
            time.sleep(0.005)

    def reload(self) -> bool:
        """Load the page anew, also if it warns before it is left; whether it did."""
        self.events.clear()
        self._number += 1
        told = {"id": self._number, "method": "Page.reload", "params": {}, "sessionId": self._session}
        os.write(self._out, json.dumps(told).encode() + b"\0")
        warned = False
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())
            if self.events[-1].get("method") == "Page.javascriptDialogOpening":
                warned = True
                self.call("Page.handleJavaScriptDialog", accept=True)
        return warned

    def value(self, expression: str) -> Any:
        """What an expression gives in the page. A page without scripts can still be looked at."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        try:
            answer = self.call("Runtime.evaluate", **asked)
        except AssertionError as error:
            if "navigated or closed" not in str(error):
                raise
            answer = self.call("Runtime.evaluate", **asked)  # the page was just being left: the next one is asked
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, expression: str, wanted: Any = True) -> None:
        """Wait until an expression has a value in the page (or, for True, one that counts as true)."""
        end = time.monotonic() + PATIENCE
        asked = f"document.body && ({expression})"  # a page that is just being left has none for a moment
        while (found := self.value(asked)) != wanted and not (wanted is True and found):
            assert time.monotonic() < end, f"{expression}\n{self.text('body')[:3000]}\n{self.complaints}"
            time.sleep(0.02)

    def text(self, selector: str) -> str:
        """The text of an element, as it is shown; of a picture, all words in it."""
        found: str = self.value(f"(node => node.innerText ?? node.textContent)(document.querySelector({selector!r}))")
        return found

    def press(self, *keys: str) -> None:
        """Press keys, as a keyboard would: `ArrowLeft`, `Shift+ArrowLeft`, `Control+z`."""
        asked = []
        for name in keys:
            *held, key = name.split("+") if len(name) > 1 else [name]
            told: dict[str, Any] = {"key": key, "modifiers": sum(MODIFIERS[one] for one in held)}
            if key == "Tab":
                told["windowsVirtualKeyCode"] = 9
            text = {"text": "\r" if key == "Enter" else key} if key == "Enter" or (len(key) == 1 and not held) else {}
            asked += [("Input.dispatchKeyEvent", {"type": "keyDown", **told, **text})]
            asked += [("Input.dispatchKeyEvent", {"type": "keyUp", **told})]
        self.calls(*asked)

    def room(self, width: int, height: int = 800, *, touch: bool = False) -> None:
        """Give the page a window of this size; with `touch`, that of a phone."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def media(self, medium: str = "", **features: str) -> None:
        """Look as on paper (`print`), or for somebody who prefers something: `prefers_color_scheme="dark"`."""
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("Emulation.setEmulatedMedia", media=medium, features=wanted)

    def swipe(self, selector: str, along: int) -> None:
        """Draw a finger over an element, to the right or, with a negative way, to the left."""
        x, y = self.middle(selector)
        for kind, way in (("touchStart", 0), ("touchMove", along / 2), ("touchMove", along), ("touchEnd", None)):
            points = [] if way is None else [{"x": x + way, "y": y}]
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def click(self, selector: str, *, hold: float = 0) -> None:
        """Press an element with the mouse, and let it go after some seconds."""
        x, y = self.middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
            time.sleep(hold if kind == "mousePressed" else 0)

    def wheel(self, selector: str, down: int) -> None:
        """Turn the wheel over an element."""
        x, y = self.middle(selector)
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=down)

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of an element in the window."""
        box = f"document.querySelector({selector!r}).getBoundingClientRect()"
        x, y = self.value(f"(b => [b.x + b.width / 2, b.y + b.height / 2])({box})")
        return x, y

    def screenshot(self, path: Path) -> None:
        """A picture of the page, for a person to look at."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    @property
    def requests(self) -> list[str]:
        """Every address requested since the page was opened."""
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]

    @property
    def complaints(self) -> list[str]:
        """Errors in the page's console."""
        found = [e for e in self.events if e.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")]
        return [json.dumps(event["params"]) for event in found]
