"""From a link to the board on a phone: a small screen, a processor four times as slow, and the Wi-Fi of a club."""

import shutil
import tempfile
import time
from pathlib import Path

from tests.helpers.browser import PROGRAMS, Browser

SLOWER = 4
WIFI = {"offline": False, "latency": 20, "downloadThroughput": 1_500_000, "uploadThroughput": 750_000}
READS = 1000
"""Milliseconds in which somebody reads what the link is for."""
PRESSES = """(() => {
  const told = window.told = JSON.parse(sessionStorage.getItem("told") ?? '{"begun": %d}');
  const say = (name) => {
    told[name] ??= performance.timeOrigin + performance.now();
    sessionStorage.setItem("told", JSON.stringify(told));
  };
  const leadsOn = (one) => /^(Open the link|Go to the table)/.test(one.textContent);
  new MutationObserver(() => {
    const way = told.asked ? null : [...document.querySelectorAll("button, a")].find(leadsOn);
    if (way) { say("asked"); setTimeout(() => { say("pressed"); way.click(); }, %d); }
    const isDrawn = document.querySelector("#t-scene")?.children.length > 5;
    if (isDrawn) requestAnimationFrame(() => setTimeout(() => say("drawn")));
  }).observe(document, { childList: true, subtree: true });
})()"""
"""Press whatever leads on, once it was read, and say when: nobody asks a slow page again and again how far it is."""


class Opened:
    """When a board came, in seconds: after its link was opened, and without the time in which somebody read."""

    def __init__(self, told: dict[str, float]) -> None:
        read = told["pressed"] - told["asked"]
        self.whole = (told["drawn"] - told["begun"]) / 1000
        self.ours = self.whole - read / 1000


def board_after(links: list[str], reads: int = 0) -> list[Opened] | str:
    """How long each link took to its board, or why that could not be measured. The first page fills the cache."""
    if not any(shutil.which(name) for name in PROGRAMS):
        return "there is no browser"
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder))
        try:
            return [_opened(browser, link, reads) for link in links]
        finally:
            browser.close()


def _opened(browser: Browser, link: str, reads: int) -> Opened:
    """One link, on a phone that has no other page open: even a page that rests keeps a slowed processor busy."""
    browser.new_page()
    browser.room(412, 844, touch=True)
    browser.call("Emulation.setCPUThrottlingRate", rate=SLOWER)
    browser.call("Network.emulateNetworkConditions", **WIFI)
    begun = time.time()
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=PRESSES % (1000 * begun, reads))
    browser.call("Page.navigate", url=link)
    told: dict[str, float] = {}
    while "drawn" not in told:
        assert time.time() < begun + 30, "the board never came"
        time.sleep(0.2)
        told = browser.value("window.told") or {}
    browser.call("Page.close")
    return Opened(told)
