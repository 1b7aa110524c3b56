"""The list of events beside the picture, in a real browser: the event that is shown is in sight."""

from pathlib import Path

import pytest

from cli.export.html.page import page
from records.record import of_bodies
from replay.deal import deal, header_for
from replay.library import game_of
from replay.reel import played
from tests.helpers.browser import Browser
from tests.test_cli_page_browser import until

pytestmark = pytest.mark.slow  # a browser takes seconds to begin

IN_SIGHT = """(() => {
  const list = document.getElementById("moves").getBoundingClientRect();
  const row = document.querySelector("#moves [aria-current]").getBoundingClientRect();
  return row.top >= list.top && row.bottom <= list.bottom;
})()"""


def test_a_link_far_into_a_game_shows_its_row_in_the_list(tmp_path: Path) -> None:
    """Rows that were never seen have a guessed height: the list once stopped several of them too early."""
    game = game_of("gold-island")
    dealt = deal(game, header_for(game, 4), 11)
    path = tmp_path / "page.html"
    path.write_bytes(page(played(of_bodies(dealt.header, dealt.scribe)), "R", "table"))
    browser = Browser(tmp_path / "chromium")
    try:
        for seq in (147, 290, 60):
            browser.new_page()
            browser.room(1280, 900)
            browser.open(f"file://{path}#step={seq}")
            until(browser, "document.getElementById('where').textContent.split(' ')[1]", str(seq))
            until(browser, IN_SIGHT)
        assert browser.value("document.querySelector('header').offsetHeight") < 80, "one line, whatever the title"
    finally:
        browser.close()
