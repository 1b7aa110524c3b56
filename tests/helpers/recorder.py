"""Somebody at the recorder's page: they know what happened, and tap it on the board, on chips and in sheets."""

import json
from pathlib import Path
from typing import Any

from replay.game import Game
from tests.helpers.browser import PATIENCE, Browser
from tests.helpers.serving import API, Serving
from tests.helpers.tapped import Moment
from tests.helpers.tapping import TAPPER, job_of

KEYS_MAX = 200
"""So many keys, or rows of Tabs, take the focus from one end of the page to the other, and all around the picture."""

FINGER = Path(__file__).with_name("finger.js").read_text("utf-8")
UNTIL = """new Promise((done, failed) => {
  const begun = performance.now();
  const look = () => {
    try {
      if (%s) done(true);
      else if (performance.now() - begun > %d) done(false);
      else setTimeout(look, 5);
    } catch (error) { failed(error); }
  };
  look();
})"""
"""A promise of the page: whether something is so before the time is over."""
PLAN = """(async (job) => {
  const version = document.querySelector("script").src.split("/")[4];
  const assets = location.origin + "/assets/" + version + "/";
  const written = %s.replace("./taps.js", assets + "taps.js").replace("./rows.js", assets + "rows.js");
  globalThis.tapper ??= await import(URL.createObjectURL(new Blob([written], {type: "text/javascript"})));
  globalThis.alphabet ??= await (await fetch("/api/v1/records/" + job.record + "/alphabet")).json();
  const {form} = await (await fetch("/api/v1/records/" + job.record + "/now?form=true")).json();
  const nodes = [...document.querySelectorAll("#r-scene [data-id]")];
  const things = nodes.map((one) => [one.dataset.id, one.dataset.at ?? ""]);
  const {path, taps} = tapper.tapped({...job, form, things, alphabet});
  return [path, taps, form];
})(%s)"""


class Recorder:
    """The recorder's page of one record, in a browser."""

    def __init__(
        self,
        browser: Browser,
        serving: Serving,
        record: str,
        *,
        device: str = "a phone",
        token: str = "",
        origin: str = "",
    ) -> None:
        """`origin`: where the page is opened, if something stands between it and the service."""
        self.browser, self.serving, self.record = browser, serving, record
        self.origin = origin or serving.origin
        browser.call("Page.setBypassCSP", enabled=True)  # for what the tests bring along; the page itself needs nothing
        token = json.dumps({"token": token or serving.token("scribe", record), "device": device})
        browser.open(f"{self.origin}/privacy")
        sent = f"{{method: 'POST', headers: {{'Content-Type': 'application/json'}}, body: {json.dumps(token)}}}"
        assert browser.value(f"fetch('{API}/join', {sent}).then(answer => answer.status)") == 200
        self.open()

    def open(self) -> None:
        """Open the page, or open it again."""
        self.browser.open(f"{self.origin}/t/{self.record}/log")
        self.wait("document.querySelector('#r-state').innerText.includes('saved')")
        self.wait("document.querySelector('#r-chips').children.length > 0")
        self.browser.value(FINGER)
        self.key: str | None = None

    def reload(self) -> None:
        """Load the page anew, as it does after a slip of the thumb, also while lines wait."""
        self.browser.reload()
        self.wait("document.querySelector('#r-foot').children.length > 0")
        self.browser.value(FINGER)

    def wait(self, expression: str, seconds: float = PATIENCE) -> None:
        """Wait until something is so in the page. The page itself looks, or each look would be a call."""
        found = self.browser.value(UNTIL % (expression, seconds * 1000))
        assert found, f"{expression}\n{self.browser.complaints}\n{self.browser.text('body')}"

    @property
    def size(self) -> int:
        """How many lines the service has."""
        return self.serving.store.head(self.record).size

    def log(self, game: Game, moment: Moment, *, keys: bool = False) -> int:
        """Tap an event as it is offered until it is stored; how many taps that took."""
        before = self.size
        self.wait("!document.querySelector('#r-state').matches('.off, .wait')")
        job = job_of(game, moment)
        sent = {"record": self.record, "wanted": job["wanted"], "right": job["right"]}
        path, taps, form = self.browser.value(PLAN % (json.dumps(TAPPER.read_text("utf-8")), json.dumps(sent)))
        offers = [offer["body"] for offer in form["offers"]]
        assert offers == [offer.body for offer in job["form"].offers], (
            "the page is offered what the rule was measured with"
        )
        assert taps is not None, (moment.body, path)
        for touch in path:
            self.tap(f"target({json.dumps(touch)})", keys=keys)
        self.stored(before, moment.body)
        return len(path)

    def say_else(self, body: dict[str, Any]) -> None:
        """Say an event with `something else`, value by value."""
        before = self.size
        for _ in range(80):
            self.tap(f"elseTap({json.dumps(body)})")
            if self.browser.value("document.body.dataset.key") != self.key:
                break
        self.stored(before, body)

    def stored(self, before: int, body: dict[str, Any]) -> None:
        """Wait until the service has what was tapped, and the page knows it."""
        key = self.browser.value("document.body.dataset.key")
        assert key != self.key, f"{body}\n{self.browser.text('body')}"
        self.key = key
        self.wait(f"document.querySelector('#r-state').innerText === '{before} saved'")

    def tap(self, expression: str, *, keys: bool = False) -> None:
        """Tap something with a finger; or go there with the keyboard, and press Enter."""
        self.wait(f"!!({expression})" if keys else f"meet({expression}) !== null")
        before = self.browser.value("globalThis.steps = 0, globalThis.pressed")
        if keys:
            self._go(expression)
        else:
            x, y = self.browser.value(f"meet({expression})")
            self.browser.calls(
                ("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}),
                ("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}),
            )
        self.wait(f"pressed > {before} && !('putting' in document.body.dataset)")

    def _go(self, expression: str) -> None:
        for _ in range(KEYS_MAX):
            keys = self.browser.value(f"nextKeys({expression})")
            self.browser.press(*keys)
            if keys == ["Enter"]:
                return
        raise AssertionError(f"the keyboard does not reach {expression}")
