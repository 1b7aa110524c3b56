"""The recorder with the keyboard: the board first, the menu last, and the keys for what is done most."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import Serving

pytestmark = pytest.mark.slow
PARTS = ["r-scene", "r-chips", "r-undo", "r-foot", "tools"]
"""The board, what may come, Undo, the buttons at the bottom, and then the state and the menu."""
WHERE = """(() => {
  const at = document.activeElement;
  if (at.id === "r-more") return at.id;
  return at.closest("#r-scene, #r-chips, #r-undo, #r-foot")?.id ?? at.closest(".tools")?.className ?? at.tagName;
})()"""
HEADING = "(one => { one.tabIndex = -1; one.focus(); })(document.querySelector('#r-turn'))"
"""Where the page begins."""


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path) as found:
        yield found


@pytest.fixture
def recorder(browser: Browser, serving: Serving) -> Recorder:
    """A table in the middle of a game."""
    found = Recorder(browser, serving, serving.record("lost-island", 3, 2, 12))
    found.wait("document.querySelector('#r-scene [data-tap]') !== null")
    return found


def tab_order(browser: Browser) -> list[str]:
    """The parts of the page in the order in which Tab meets them, each once, up to the menu."""
    found: list[str] = []
    browser.value(HEADING)
    for _ in range(60):
        browser.press("Tab")
        where = browser.value(WHERE)
        if where not in found:
            found.append(where)
        if where == "r-more":
            return found
    raise AssertionError(f"Tab does not come to the menu: {found}")


def test_tab_goes_from_the_board_to_the_menu(browser: Browser, recorder: Recorder) -> None:
    """Also with the big Undo, which stands above what may come but is met after it."""
    assert tab_order(browser) == ["r-scene", "r-chips", "r-foot", "tools", "r-more"]
    recorder.tap("document.querySelector('#r-lost')", keys=True)
    recorder.wait("document.querySelector('#r-undo-last') !== null")
    recorder.wait("document.querySelector('#r-scene [data-tap]') !== null")  # what may come now is there again
    assert tab_order(browser) == [*PARTS, "r-more"]
    tops = browser.value(
        "['r-undo', 'r-chips', 'r-foot'].map(id => document.getElementById(id).getBoundingClientRect().top)"
    )
    assert tops == sorted(tops)


def test_the_menu_is_opened_and_left_with_keys(browser: Browser, recorder: Recorder) -> None:
    """Its lines come behind its button; Esc closes it and goes back there."""
    recorder.tap("document.querySelector('#r-more')", keys=True)
    browser.press("Tab")
    assert browser.value("document.activeElement === document.querySelector('#r-menu button')")
    browser.press("Escape")
    assert browser.value("document.activeElement.id") == "r-more"
    assert browser.value("document.querySelector('#r-menu').hidden")


def test_keys_for_what_is_done_most(browser: Browser, recorder: Recorder) -> None:
    """Esc starts again, Ctrl+Z takes back a tap and undoes a line, the slash opens a line to type."""
    recorder.tap("document.querySelector('#r-scene [data-tap]')", keys=True)
    recorder.wait("document.querySelector('#r-again') !== null")
    browser.press("Escape")
    recorder.wait("document.querySelector('#r-again') === null")
    recorder.tap("document.querySelector('#r-scene [data-tap]')", keys=True)
    recorder.wait("document.querySelector('#r-again') !== null")
    browser.press("Control+z")
    recorder.wait("document.querySelector('#r-again') === null")
    assert recorder.size == 13, "a tap was taken back, not a line"
    browser.press("Control+z")
    recorder.wait("document.querySelector('#r-state').innerText === '13 saved'")
    undone = recorder.serving.store.load(recorder.record).events[-1]
    assert undone.do in ("rewind", "amend")
    browser.press("/")
    assert browser.value("document.activeElement.id") == "r-line"
    browser.press("Escape")
    assert browser.value("document.querySelector('#r-typed').hidden")
