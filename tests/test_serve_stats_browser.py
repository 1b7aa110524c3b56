"""The desk's statistics in a real browser, on a phone and on a wide screen: words are whole, bars can be hit."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.browser import Browser
from tests.helpers.serving import Serving

pytestmark = pytest.mark.slow

NAME = "Bartholomew the Elder"
FINGER = 44


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Browser]:
    browser = Browser(tmp_path)
    browser.new_page()
    yield browser
    browser.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_labels_are_whole_and_more_is_shown_when_it_is_asked_for(tmp_path: Path, page: Browser, width: int) -> None:
    folder = tmp_path / "served"
    folder.mkdir()
    with Serving(folder) as serving, serving.join("desk") as desk:
        for seed in range(5):
            names = [NAME, *(f"Player {3 * seed + seat}" for seat in (1, 2, 3))]
            players = [{"seat": f"p{seat}", "name": name} for seat, name in enumerate(names, 1)]
            serving.record("sea-or-shore", 4, seed, players=players)
        page.room(width, 900, touch=width < 500)
        page.call("Network.setCookie", name="qm", value=desk.cookies["qm"], url=serving.origin)
        page.open(f"{serving.origin}/desk#stats")
        page.until("document.querySelectorAll('.plots figure').length > 2")
        assert page.value("document.documentElement.scrollWidth <= innerWidth")
        labels = "[...document.querySelectorAll('.barlabel')]"
        assert page.value(f"{labels}.every(one => one.scrollWidth <= one.clientWidth + 1)")
        assert page.value(f"{labels}.some(one => one.textContent.startsWith('{NAME}, '))")
        assert "starts, " in page.text(".plots")
        if width == 390:
            rows = "[...document.querySelectorAll('.barrow')]"
            assert page.value(f"{rows}.every(one => one.getBoundingClientRect().height >= {FINGER})")
        assert "12 of 16 people" in page.text("main")
        page.value("[...document.querySelectorAll('button')].find(one => one.textContent === 'Show all').click()")
        page.until("document.querySelector('.bars').children.length", 16)
        assert not page.complaints
