"""The outbox in a real browser: many lines that waited, refused calls, lost answers, lines that are taken back."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import Serving

pytestmark = pytest.mark.slow
SIZE = 7
PUT = """((entries) => new Promise((done, failed) => {
  const asked = indexedDB.open("quartermaster", 1);
  asked.onerror = failed;
  asked.onsuccess = () => {
    const change = asked.result.transaction("outbox", "readwrite");
    for (const one of entries) change.objectStore("outbox").add(one);
    change.oncomplete = () => { asked.result.close(); done(1); };
  };
}))(%s)"""
LOSE = """(real => { globalThis.calls = [];
  globalThis.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (!String(asked[0]).endsWith('/events')) return answer;
    calls.push(JSON.parse(asked[1].body));
    if (calls.length > %d) return answer;
    throw new TypeError('lost');
  }; })(fetch); 1"""
"""So many answers are lost, although the service has done its work."""


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all of these tests."""
    found = Browser(tmp_path_factory.mktemp("browser"))
    yield found
    found.close()


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    """A phone that knows nothing of the table yet: every service has its own address."""
    chromium.new_page()
    chromium.room(412, 844, touch=True)
    return chromium


@pytest.fixture
def recorder(tmp_path: Path, browser: Browser) -> Iterator[Recorder]:
    """A page with a record of six lines."""
    with Serving(tmp_path) as serving:
        yield Recorder(browser, serving, serving.record("sea-or-shore", 3, 1, SIZE - 1))


def lie_waiting(recorder: Recorder, bodies: list[dict[str, Any]], **more: Any) -> None:
    """Lines wait on the device, as if they had been tapped without a connection; the page is not open."""
    recorder.browser.open(f"{recorder.serving.origin}/privacy")
    entries = [
        {
            "record": recorder.record,
            "key": f"line {number}",
            "expect": SIZE + number,
            "event": body,
            "said": f"line {number}",
            "tapped": 1_000_000,
            "state": "waiting",
            **more,
        }
        for number, body in enumerate(bodies)
    ]
    recorder.browser.value(PUT % json.dumps(entries))


def notes(number: int) -> list[dict[str, Any]]:
    """Lines that can be told apart."""
    return [{"do": "note", "text": f"note {place}"} for place in range(number)]


def stored(recorder: Recorder) -> list[str]:
    """The notes that the service has, in their order."""
    events = recorder.serving.store.load(recorder.record).events
    return [str(event.fields["text"]) for event in events if event.do == "note"]


def test_what_waited_goes_out_together_once_and_in_order(recorder: Recorder) -> None:
    """Far faster than lines could be sent one by one."""
    lines = notes(100)
    lie_waiting(recorder, lines)
    recorder.open()
    recorder.wait(f"document.querySelector('#r-state').innerText === '{SIZE - 1 + 100} saved'")

    assert stored(recorder) == [line["text"] for line in lines]
    calls = [url for url in recorder.browser.requests if url.endswith("/events")]
    assert len(calls) <= 8


def test_a_lost_answer_to_many_lines_stores_none_twice(recorder: Recorder) -> None:
    """They are asked for again with the same key, after the page was closed too."""
    recorder.browser.call("Page.addScriptToEvaluateOnNewDocument", source=LOSE % 1)
    lie_waiting(recorder, notes(30))
    recorder.browser.open(f"{recorder.serving.origin}/t/{recorder.record}/log")
    recorder.wait("globalThis.calls?.length === 1")
    recorder.open()
    recorder.wait(f"document.querySelector('#r-state').innerText === '{SIZE - 1 + 30} saved'")

    assert stored(recorder) == [line["text"] for line in notes(30)]


def test_of_many_lines_only_the_one_that_cannot_be_read_is_refused(recorder: Recorder) -> None:
    """It stays readable, and the others are stored."""
    lie_waiting(recorder, [*notes(2), {"do": "dance"}, *notes(4)[2:]])
    recorder.browser.open(f"{recorder.serving.origin}/t/{recorder.record}/log")
    recorder.wait("document.querySelector('#r-sheet').innerText.includes('not taken')")

    assert stored(recorder) == [line["text"] for line in notes(4)]
    assert "line 2" in recorder.browser.text("#r-sheet")


@pytest.mark.parametrize("was_stored", [True, False])
def test_a_line_that_was_sent_is_taken_back_only_if_it_was_not_stored(recorder: Recorder, was_stored: bool) -> None:
    """Whoever takes it back too late is told so."""
    if was_stored:
        recorder.serving.store.append(recorder.record, [{"do": "note", "text": "other"}], at=recorder.serving.clock())
    lie_waiting(recorder, notes(2), tried=True, unwanted=True)
    recorder.open()
    recorder.wait(f"document.querySelector('#r-state').innerText === '{SIZE - 1 + was_stored} saved'")

    assert stored(recorder) == ["other"] * was_stored


def test_what_was_stored_before_it_was_taken_back_is_said(recorder: Recorder) -> None:
    recorder.browser.value(LOSE % 1)
    recorder.tap("document.querySelector('#r-lost')")
    recorder.wait("calls.length >= 1 && document.querySelector('#r-back') !== null")
    recorder.tap("document.querySelector('#r-back')")
    recorder.wait("document.querySelector('#r-sheet').innerText.includes('stored already')")

    assert recorder.size == SIZE + 1
