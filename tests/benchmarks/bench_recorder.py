"""The recorder on this machine: how soon its page is ready, a tap is stored, and waiting lines are sent."""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import Serving

TAPS = 30
WAITING = 100
READY_MS, STORED_MS, SENT_S = 1000, 150, 3
TIMED = """new Promise((done) => {
  const begun = performance.now();
  const pill = document.querySelector("#r-state");
  new MutationObserver((_, one) => {
    if (pill.innerText !== "%d saved") return;
    one.disconnect();
    done(performance.now() - begun);
  }).observe(pill, { childList: true, subtree: true, characterData: true });
  document.querySelector("#r-lost").click();
})"""
"""From a tap until the page says that the service has the line."""
LOST = "document.querySelector('#r-lost')"


def main() -> bool:
    """Print the figures; false if a target is missed."""
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(Path(folder) / "browser")
        browser.new_page()
        browser.room(412, 844, touch=True)
        try:
            with Serving(Path(folder)) as serving:
                return _measure(browser, serving)
        finally:
            browser.close()


def _measure(browser: Browser, serving: Serving) -> bool:
    recorder = Recorder(browser, serving, serving.record("lost-island", 4, 1, 30))
    begun = time.perf_counter()
    recorder.open()
    ready = 1000 * (time.perf_counter() - begun)
    stored = []
    for _ in range(TAPS):
        serving.ahead += 1_000_000
        stored.append(browser.value(TIMED % recorder.size))
    late = quantiles(stored, n=20)[-1]
    offline = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.call("Network.emulateNetworkConditions", offline=True, **offline)
    for _ in range(WAITING):
        recorder.tap(LOST)
    serving.ahead += 10_000_000
    size, begun = recorder.size, time.perf_counter()
    browser.call("Network.emulateNetworkConditions", offline=False, **offline)
    browser.value("dispatchEvent(new Event('online'))")
    while recorder.size < size + WAITING:
        time.sleep(0.005)
    sent = time.perf_counter() - begun
    print(f"page ready          {ready:6.0f} ms, target {READY_MS}")
    print(f"tap to stored, seen {median(stored):6.0f} ms at half, {late:.0f} ms at 95 %, target {STORED_MS}")
    print(f"{WAITING} waiting lines   {sent:6.2f} s, target {SENT_S}")
    return ready <= READY_MS and late <= STORED_MS and sent <= SENT_S


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
