"""From a link to the board on a phone: a small screen, a processor four times as slow, and the Wi-Fi of a club."""

import shutil
import tempfile
import time
from pathlib import Path

from tests.helpers.browser import PROGRAMS, Browser

SLOWER = 4
WIFI = {"offline": False, "latency": 20, "downloadThroughput": 1_500_000, "uploadThroughput": 750_000}
PRESS = """(() => {
  const leadsOn = (one) => /^(Open the link|Go to the table)/.test(one.innerText);
  [...document.querySelectorAll("button, a")].find(leadsOn)?.click();
  return document.querySelector("#t-scene")?.children.length > 5;
})()"""
"""Press whatever leads on, as soon as it is there; whether the board is drawn."""


def board_after(links: list[str]) -> list[float] | str:
    """Seconds from each link to its board, or why that could not be measured. The first page fills the cache."""
    if not any(shutil.which(name) for name in PROGRAMS):
        return "there is no browser"
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder))
        try:
            return [_opened(browser, link) for link in links]
        finally:
            browser.close()


def _opened(browser: Browser, link: str) -> float:
    browser.new_page()
    browser.room(412, 844, touch=True)
    browser.call("Emulation.setCPUThrottlingRate", rate=SLOWER)
    browser.call("Network.enable")
    browser.call("Network.emulateNetworkConditions", **WIFI)
    begun = time.perf_counter()
    browser.open(link)
    while not _is_drawn(browser):
        assert time.perf_counter() < begun + 30, "the board never came"
        time.sleep(0.005)
    return time.perf_counter() - begun


def _is_drawn(browser: Browser) -> bool:
    """Whether the board is there; a page that is just being left cannot say it."""
    try:
        return bool(browser.value(PRESS))
    except AssertionError as error:
        if "navigated" not in str(error):
            raise
        return False
