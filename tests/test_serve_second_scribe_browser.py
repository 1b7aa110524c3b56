"""Two stories of one table in a real browser: lines kept apart on a phone, and two records side by side at the desk."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.browser import PATIENCE, Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import API, Serving, post
from tests.helpers.shell import ROOT
from tests.test_serve_browser import press, wait
from tests.test_serve_recorder_browser import lost_track, offline

pytestmark = pytest.mark.slow
LINES = 12


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    found = Browser(tmp_path / "browser")
    found.new_page()
    found.room(412, 844, touch=True)
    yield found
    found.close()


def compared(serving: Serving, record: str, file: Path) -> tuple[int, dict[str, Any]]:
    """What `qm compare` says of a record and a file."""
    store = str(serving.folder / "records.db")
    command = [sys.executable, "-m", "cli", "compare", record, str(file), "--db", store, "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment, check=False)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def test_lines_that_are_kept_apart_are_compared_with_the_record(
    browser: Browser, serving: Serving, tmp_path: Path
) -> None:
    """The phone's story leaves as a file, and nothing of it waits any more; qm compare lays both side by side."""
    record = serving.record("loot-island", 3, 1, LINES)
    recorder = Recorder(browser, serving, record)
    browser.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    offline(browser, True)
    lost_track(recorder, 2)
    with serving.join("scribe", record, device="another phone") as other:
        assert post(other, record, LINES + 1, {"do": "unread", "said": "theirs"}, over=True).status_code == 200
    offline(browser, False)
    recorder.wait("document.querySelector('#r-apart') !== null")
    recorder.tap("document.querySelector('#r-apart')")
    file = tmp_path / f"{record}-apart.jsonl"
    end = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < end, browser.text("body")
        time.sleep(0.02)
    recorder.wait("document.querySelector('#r-state').innerText.endsWith('saved')")
    first, *mine = [json.loads(line) for line in file.read_text().splitlines()]
    assert first == {"apart": 1, "record": record, "lines": LINES + 1}
    assert [body["do"] for body in mine] == ["unread", "unread"]
    code, told = compared(serving, record, file)
    assert (code, told["common"][0] >= LINES) == (1, True)
    assert serving.store.head(record).size == LINES + 2


def test_the_desk_begins_a_second_record_and_sees_both(browser: Browser, serving: Serving, tmp_path: Path) -> None:
    """A line that comes in is compared without a reload."""
    record = serving.record("loot-island", 3, 1, LINES, table=4)
    browser.room(1280, 900)
    browser.open(f"{serving.origin}/j#{serving.token('desk')}")
    press(browser, "Go to the desk")
    wait(browser, "location.pathname === '/desk'")
    browser.value(f"location.hash = 't/{record}'")
    press(browser, "A second scribe")
    press(browser, "here: earlier lines")
    press(browser, "Begin a second record")
    press(browser, "see both")
    wait(browser, "document.querySelector('h1')?.innerText === 'Both tell the same'")
    browser.screenshot(tmp_path / "same.png")
    with serving.join("desk") as desk:
        (second,) = desk.get(f"{API}/records/{record}/seconds").json()["records"]
    with serving.join("scribe", second["id"]) as dee:
        assert post(dee, second["id"], LINES + 1, {"do": "unread", "said": "a word"}).status_code == 200
    wait(browser, "document.querySelector('h1')?.innerText === '1 line not the same'")
    assert browser.value("[...document.querySelectorAll('tr[data-kind]')].map(one => one.dataset.kind)") == [
        "only-second"
    ]
    press(browser, "All lines")
    wait(browser, f"document.querySelectorAll('tr[data-kind=same]').length === {LINES}")
    linked = browser.value("document.querySelector('tr[data-kind] a').getAttribute('href')")
    assert linked == f"/t/{record}/replay#step=1"
    browser.screenshot(tmp_path / "both.png")
    browser.room(390, 844, touch=True)
    assert browser.value("document.documentElement.scrollWidth") <= 390
    browser.screenshot(tmp_path / "both-phone.png")
    assert not [told for told in browser.complaints if "Content Security Policy" in told]
