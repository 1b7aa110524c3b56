"""The page of a record on screens of every size, in a real browser: nothing too small, nothing too wide."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.export.html.page import page
from records.record import of_bodies
from replay.library import game_of
from replay.reel import played
from tests.helpers.browser import Browser
from tests.helpers.scenes import named_deal
from tests.helpers.slow import some

pytestmark = pytest.mark.slow  # a browser takes seconds to begin

SCREENS = {360: 390, 390: 390, 600: 390, 820: 390, 1024: 1000, 1280: 1000, 1600: 1000}
"""Widths of screens, and that of the arrangement there."""
FROM = 390
"""On narrower screens everything is a little smaller."""

SMALL = """[...document.querySelectorAll('.transport button, .seg button')]
  .filter((one) => one.offsetWidth && (one.offsetHeight < 44 || one.offsetWidth < 44)).map((one) => one.textContent)"""

TINY = """(() => {
  const svg = document.getElementById("picture"), seen = svg.getScreenCTM().a;
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * seen;
  const own = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...svg.querySelectorAll("text, tspan")].filter((one) => own(one) && size(one) < 9.99)
    .map((one) => `${one.textContent}: ${size(one).toFixed(1)}`);
})()"""
"""Words in the picture below ten pixels."""

ORDER = """addEventListener("DOMContentLoaded", () => {
  const many = (what) => document.querySelectorAll(what).length;
  window.first = [many("#picture [data-id]") > 20, many("#moves a")];
})"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A headless Chromium, started once."""
    opened = Browser(tmp_path_factory.mktemp("chromium"))
    opened.new_page()
    yield opened
    opened.close()


@pytest.mark.parametrize("game_id", some(["gold-island", "loot-island", "lost-island", "sea-or-shore"], 2))
def test_nothing_is_too_small_and_nothing_too_wide(game_id: str, tmp_path: Path, browser: Browser) -> None:
    dealt = named_deal(game_id, game_of(game_id).player_counts[-1], 7)
    path = tmp_path / "page.html"
    seat = dealt.header["players"][0]["seat"]
    path.write_bytes(page(played(of_bodies(dealt.header, dealt.full)), "R", seat))
    for width, arrangement in SCREENS.items():
        browser.room(width, 900, touch=width < 700)
        for step in (2 * len(dealt.full) // 3, len(dealt.full)):
            browser.open(f"file://{path}#step={step}")
            assert browser.value("document.getElementById('picture').viewBox.baseVal.width") == arrangement
            assert browser.value("document.documentElement.scrollWidth") <= width
            assert browser.value(SMALL) == []
            assert width < FROM or browser.value(TINY) == [], width
    assert browser.complaints == []


def test_the_table_is_there_before_its_list(tmp_path: Path, browser: Browser) -> None:
    dealt = named_deal("sea-or-shore", 3, 7)
    path = tmp_path / "page.html"
    path.write_bytes(page(played(of_bodies(dealt.header, dealt.full)), "R", "table"))
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=ORDER)
    browser.open(f"file://{path}#step=20")
    assert browser.value("window.first") == [True, 0]
    assert browser.value("document.querySelectorAll('#moves a').length") == len(dealt.full)
    assert browser.value("document.querySelector('#moves [aria-current] .n').textContent") == "20"


def test_long_names_fit_a_phone_and_a_lying_phone_keeps_its_board(tmp_path: Path, browser: Browser) -> None:
    """The choice of eyes is as wide as the longest name of them, unless it is told not to be."""
    names = [f"Maximiliane-Theodora von Hohenzollern-Sigmaringen {letter}" for letter in "ABCDE"]
    dealt = named_deal("sea-or-shore", 5, 7, names)
    path = tmp_path / "page.html"
    path.write_bytes(page(played(of_bodies(dealt.header, dealt.full)), "R", None))
    browser.room(390, 844, touch=True)
    browser.open(f"file://{path}")
    assert browser.value("document.documentElement.scrollWidth") == 390
    assert "p1 Maximiliane" not in browser.text(".bar")
    browser.room(844, 390, touch=True)
    assert browser.value("document.documentElement.scrollWidth") == 844
    assert browser.value("document.querySelector('.track').offsetHeight") <= 70
    assert browser.complaints == []
