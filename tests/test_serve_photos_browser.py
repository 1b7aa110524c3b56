"""A photo taken at the table, in a real browser: made smaller on the phone, sent, and shown to whoever may see it."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.browser import Browser
from tests.helpers.photos import told_jpeg
from tests.helpers.serving import API, Serving, post
from tests.helpers.slow import some
from tests.test_serve_browser import SHOWN, TOO_SMALL, join, press, wait

pytestmark = pytest.mark.slow
LINES = 12
CLAIM = LINES + 1
CORNERS = """(async () => {
  const shown = document.querySelector('img.photo');
  await shown.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: shown.naturalWidth, height: shown.naturalHeight });
  const drawing = canvas.getContext('2d');
  drawing.drawImage(shown, 0, 0);
  const at = (x, y) => drawing.getImageData(x, y, 1, 1).data[0] > 128;
  const [right, below] = [canvas.width - 2, canvas.height - 2];
  return [canvas.width, canvas.height, at(1, 1), at(right, 1), at(1, below), at(right, below)];
})()"""
"""Size of the photo, and which corners are yellow."""


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    found = Browser(tmp_path / "browser")
    found.new_page()
    found.room(360, 740, touch=True)
    yield found
    found.close()


@pytest.fixture
def record(serving: Serving) -> str:
    found = serving.record("sea-or-shore", 3, 1, LINES, officials=[{"name": "Kim"}])
    with serving.join("seat", found, seat="p2") as player:
        claim = {"do": "dispute", "about": LINES, "claim": "that was another card", "kind": "illegal"}
        assert post(player, found, LINES + 1, claim).status_code == 200
    return found


def give(browser: Browser, path: Path, data: bytes) -> None:
    """Choose a file, as a camera would give it."""
    path.write_bytes(data)
    wait(browser, "!!document.querySelector('[data-photo=take]')")
    root = browser.call("DOM.getDocument")["root"]["nodeId"]
    found = browser.call("DOM.querySelector", nodeId=root, selector="[data-photo=take]")["nodeId"]
    browser.call("DOM.setFileInputFiles", nodeId=found, files=[str(path)])


def test_a_player_adds_a_photo_from_their_phone(
    browser: Browser, serving: Serving, record: str, tmp_path: Path
) -> None:
    """Held sideways, it is upright on the page; the file that is no picture is refused in words."""
    join(browser, serving, "seat", record, seat="p1")
    press(browser, "Add a photo")
    give(browser, tmp_path / "notes.jpg", b"no picture at all")
    wait(browser, "document.querySelector('#t-sheet').innerText.includes('cannot read that file')")
    press(browser, "Add the photo as")
    wait(browser, "document.querySelector('#t-sheet').innerText.includes('Nothing was sent')")
    give(browser, tmp_path / "table.jpg", told_jpeg(6))
    wait(browser, "!!document.querySelector('canvas.photo')")
    assert browser.value("document.documentElement.scrollWidth") <= 360
    assert (
        browser.value(f"{SHOWN}.filter(one => one.tagName === 'BUTTON' && {TOO_SMALL}).map(one => one.innerText)") == []
    )
    press(browser, "Add the photo as")
    wait(browser, "!!document.querySelector('img.photo')?.naturalWidth")
    assert browser.value(CORNERS) == [8, 16, False, True, False, False]
    assert not [told for told in browser.complaints if "Content Security Policy" in told]
    body = serving.store.load(record).events[-1].body()
    assert (body["do"], body["by"], body["attachment"]["type"]) == ("evidence", "p1", "image/jpeg")


@pytest.mark.parametrize("held", some([1, 3, 6, 8], 2))
def test_a_photo_that_a_program_sends_is_shown_upright(
    browser: Browser, serving: Serving, record: str, held: int
) -> None:
    """The number that stays says which way up it is, and browsers follow it."""
    with serving.join("seat", record, seat="p2") as player:
        sent = {"key": "k", "expect": CLAIM + 1, "dispute": CLAIM, "text": "<b>the card</b>"}
        photo = base64.b64encode(told_jpeg(held)).decode()
        assert player.post(f"{API}/records/{record}/photos", json={**sent, "photo": photo}).status_code == 200
    join(browser, serving, "spectator", record)
    wait(browser, "!!document.querySelector('img.photo')?.naturalWidth")
    corner = {1: [True, False, False, False], 3: [False, False, False, True], 6: [False, True, False, False]}
    size = [16, 8] if held in (1, 3) else [8, 16]
    assert browser.value(CORNERS) == [*size, *corner.get(held, [False, False, True, False])]
    assert "<b>the card</b>" in browser.text("#t-claims")


def test_an_official_sees_the_photo_and_adds_one_at_the_desk(
    browser: Browser, serving: Serving, record: str, tmp_path: Path
) -> None:
    browser.room(1280, 900)
    browser.open(f"{serving.origin}/j#{serving.token('official', record, name='Kim')}")
    press(browser, "Go to the desk")
    wait(browser, "location.pathname === '/desk'")
    browser.value(f"location.hash = 'd/{record}/{CLAIM}'")
    press(browser, "Add a photo")
    give(browser, tmp_path / "table.jpg", told_jpeg())
    wait(browser, "!!document.querySelector('canvas.photo')")
    press(browser, "Add the photo to")
    wait(browser, "!!document.querySelector('img.photo')?.naturalWidth")
    assert serving.store.load(record).events[-1].by == "Kim"
