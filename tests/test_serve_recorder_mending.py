"""Mending on the recorder: the ladder of undo, two long stories, photos from whoever logs, and what cannot be kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.browser import Browser
from tests.helpers.photos import told_jpeg
from tests.helpers.recorder import Recorder
from tests.helpers.serving import Serving, post

pytestmark = pytest.mark.slow
LINES = 40


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path) as found:
        yield found


@pytest.fixture
def recorder(browser: Browser, serving: Serving) -> Recorder:
    """Lost Island after 40 lines: Dee takes a tile away in line 37, Ann attacks in line 38."""
    return Recorder(browser, serving, serving.record("lost-island", 4, 1, LINES))


def press(recorder: Recorder, *selectors: str) -> None:
    for selector in selectors:
        recorder.tap(f"document.querySelector({selector!r})")


def rung(recorder: Recorder, line: int, way: str) -> None:
    """Choose a line, and what is wrong with it."""
    press(recorder, "#r-more", "#r-menu button", f'[data-line="{line}"]', way)


def weighed(recorder: Recorder) -> str:
    """What is said before anything is logged."""
    recorder.wait("document.querySelector('#r-confirm') !== null")
    assert recorder.size == LINES + 1, "nothing is logged yet"
    return recorder.browser.text("#r-sheet")


def confirmed(recorder: Recorder) -> dict[str, Any]:
    """Log it, and see what was logged."""
    press(recorder, "#r-confirm")
    recorder.wait(f"document.querySelector('#r-state').innerText === '{LINES + 1} saved'")
    return recorder.serving.store.load(recorder.record).events[-1].unsalted().body()


def test_the_last_line_is_weighed_and_undone(recorder: Recorder) -> None:
    press(recorder, "#r-more", "#r-menu button", "#r-sheet .choice.read")
    assert "No longer counts: 40 " in weighed(recorder)
    assert confirmed(recorder)["do"] in ("rewind", "amend")


def test_going_back_names_every_line_that_falls(recorder: Recorder) -> None:
    """Also those of long ago."""
    rung(recorder, 5, "#r-to")
    told = weighed(recorder)
    assert "35 lines no longer count" in told
    assert [line for line in range(1, 41) if f"\n{line}\n" in told.replace("\t", "\n")] == list(range(6, 41))
    body = confirmed(recorder)
    assert (body["do"], body["to"]) == ("rewind", 5)


def test_striking_a_line_says_which_findings_change(recorder: Recorder) -> None:
    rung(recorder, 37, "#r-strike")
    told = weighed(recorder)
    assert "No longer counts: 37 " in told
    assert "Line 38 is then against a rule: " in told and "SL-" not in told
    body = confirmed(recorder)
    assert (body["do"], body["target"], body["action"]) == ("amend", 37, None)


def test_a_line_is_replaced(recorder: Recorder) -> None:
    """By something that breaks a rule: that is said first."""
    rung(recorder, 39, "#r-replace")
    wanted = {"do": "shrink", "by": "red", "cell": "c4"}
    tap_else(recorder, wanted)
    told = weighed(recorder)
    assert "Line 39 is then against a rule: " in told
    body = confirmed(recorder)
    assert (body["do"], body["target"], body["action"]) == ("amend", 39, wanted)


def test_a_forgotten_line_is_put_in(recorder: Recorder) -> None:
    rung(recorder, 39, "#r-insert")
    wanted = {"do": "shrink", "by": "red", "cell": "c4"}
    tap_else(recorder, wanted)
    assert "is then against a rule: " in weighed(recorder)
    body = confirmed(recorder)
    assert (body["do"], body["after"], body["action"]) == ("insert", 39, wanted)


def tap_else(recorder: Recorder, wanted: dict[str, Any]) -> None:
    """Say what it was with `something else`."""
    press(recorder, f"#r-sheet [data-by={wanted['by']}]", f"#r-sheet [data-do={wanted['do']}]")
    press(recorder, f"#r-sheet [data-value='\"{wanted['cell']}\"']", "#r-log")


def offline(browser: Browser, yes: bool) -> None:
    browser.call("Network.emulateNetworkConditions", offline=yes, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    if not yes:
        browser.value("dispatchEvent(new Event('online'))")


def test_a_long_story_of_others_is_shown_whole(recorder: Recorder) -> None:
    """Not only the last lines of it: what they logged first may be mine too."""
    offline(recorder.browser, True)
    recorder.tap("document.querySelector('#r-lost')")
    with recorder.serving.join("scribe", recorder.record, device="another phone") as other:
        for number in range(30):
            recorder.serving.ahead += 1_000_000
            note = {"do": "note", "text": f"theirs {number}"} if number else {"do": "unread", "said": "theirs"}
            assert post(other, recorder.record, recorder.size, note, over=True).status_code == 200
    offline(recorder.browser, False)
    recorder.wait("document.querySelectorAll('.stories > :first-child li').length === 30")
    assert "logged twice" in recorder.browser.text(".stories")
    press(recorder, "#r-after")
    recorder.wait("document.querySelector('#r-state').innerText === '70 saved'")
    assert recorder.size == LINES + 31, "what was logged twice is there once"


def test_lines_to_mend_follow_the_record(recorder: Recorder) -> None:
    """Somebody else loses track while the list is open."""
    listed = "[...document.querySelectorAll('#r-menu button')].find(one => one.innerText.startsWith('Lines to mend'))"
    press(recorder, "#r-more")
    recorder.tap(listed)
    recorder.wait("document.querySelector('#r-sheet h2')?.innerText === 'No line has to be mended'")
    with recorder.serving.join("scribe", recorder.record, device="another phone") as other:
        lost = {"do": "unread", "said": "theirs"}
        assert post(other, recorder.record, recorder.size, lost, over=True).status_code == 200
    recorder.wait(f"document.querySelector('#r-sheet [data-mend=\"{LINES + 1}\"]') !== null")
    assert "1 line to mend" in recorder.browser.text("#r-sheet")


def test_whoever_logs_adds_a_photo(recorder: Recorder, tmp_path: Path) -> None:
    """It speaks for a claim, which is logged with it in the name of a player."""
    browser, path = recorder.browser, tmp_path / "table.jpg"
    path.write_bytes(told_jpeg())
    press(recorder, "#r-else", "#r-photo")
    recorder.wait("document.querySelector('#r-claim') !== null")
    browser.value("document.querySelector('#r-claim-text').focus()")
    browser.call("Input.insertText", text="that tile was gone already")
    press(recorder, "#r-claim")
    recorder.wait("document.querySelector('#r-sheet [data-photo=choose]') !== null")
    root = browser.call("DOM.getDocument")["root"]["nodeId"]
    found = browser.call("DOM.querySelector", nodeId=root, selector="[data-photo=choose]")["nodeId"]
    browser.call("DOM.setFileInputFiles", nodeId=found, files=[str(path)])
    recorder.wait("document.querySelector('canvas.photo') !== null")
    recorder.tap(
        "[...document.querySelectorAll('#r-sheet button')].find(one => one.innerText.startsWith('Add the photo'))"
    )
    recorder.wait("document.querySelector('#r-notice').innerText.includes('The photo was added')")
    claim, photo = recorder.serving.store.load(recorder.record).events[-2:]
    assert (claim.do, claim.fields["claim"]) == ("dispute", "that tile was gone already")
    assert (photo.do, photo.fields["kind"], photo.fields["dispute"]) == ("evidence", "photo", LINES + 1)
    recorder.wait(f"document.querySelector('#r-state').innerText === '{LINES + 2} saved'")
    recorder.tap("document.querySelector('#r-lost')")
    recorder.wait(f"document.querySelector('#r-state').innerText === '{LINES + 3} saved'")
