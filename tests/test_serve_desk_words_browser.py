"""How the organiser's page puts things: long names, names for ids, what is chosen, answers to every tap."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.browser import Browser
from tests.helpers.serving import API, Serving
from tests.test_serve_desk_browser import WIDTHS, press, until, visit, write

pytestmark = pytest.mark.slow

LONG = "A very long title of an evening that nobody would type, but that somebody pastes from an invitation"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Browser]:
    browser = Browser(tmp_path)
    browser.new_page()
    yield browser
    browser.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_long_names_of_tables_are_broken_between_words(serving: Serving, page: Browser, width: int) -> None:
    """On buttons too: nothing sticks out, and the name of a table is not written letter below letter."""
    done = serving.record("sea-or-shore", 3, 5, None, event=f"Names {width}", title=LONG)
    serving.record("loot-island", 3, 1, 12, event=f"Names {width}", table="Blaues Zimmer")
    with serving.join("desk", event=f"Names {width}") as desk:
        visit(page, serving, desk, "tables", width)
        until(page, f"Boolean(document.querySelector('.need a[href=\"#t/{done}\"]'))")
        assert LONG in page.text(f'.need a[href="#t/{done}"]')
        assert page.value("document.documentElement.scrollWidth - innerWidth") <= 0
        name = "[...document.querySelectorAll('.tno')].find(one => one.textContent === 'Blaues Zimmer')"
        until(page, f"Boolean({name})")
        rows = f"(range => (range.selectNodeContents({name}), range.getClientRects().length))(document.createRange())"
        assert page.value(rows) <= 2


def test_every_tap_on_a_name_is_answered(serving: Serving, page: Browser) -> None:
    """Also where nothing can be removed."""
    players = [{"seat": "p1", "name": "Ann"}, {"seat": "p2"}, {"seat": "p3"}]
    record = serving.record("sea-or-shore", 3, 1, 12, players=players)
    with serving.join("desk") as desk:
        visit(page, serving, desk, f"t/{record}")
        until(page, "document.querySelectorAll('input[aria-label^=\"Name at\"]').length === 3")
        press(page, "Remove the name")
        until(page, "document.body.innerText.includes('is called Ann, which stands in the record itself and stays.')")
        write(page, 'input[aria-label="Name at p2"]', "Bob")
        press(page, "Name p2")
        until(page, "document.body.innerText.includes('The player at p2 is called Bob now.')")


def test_what_is_being_typed_and_asked_stays_while_the_table_is_shown_anew(serving: Serving, page: Browser) -> None:
    record = serving.record("sea-or-shore", 3, 1, 12)
    typed = "document.querySelector('input[aria-label=\"Name at p2\"]')"
    with serving.join("desk") as desk:
        visit(page, serving, desk, f"t/{record}")
        until(page, f"Boolean({typed})")
        press(page, "Close the record")
        until(page, "document.body.innerText.includes('How it ended')")
        page.value(f"{typed}.focus()")
        write(page, 'input[aria-label="Name at p2"]', "Bob")
        assert desk.put(f"{API}/records/{record}/people/p1", json={"name": "Ann"}).status_code == 200
        until(page, "document.querySelector('input[aria-label=\"Name at p1\"]').value === 'Ann'")
        assert page.value(f"{typed}.value") == "Bob"
        assert page.value(f"document.activeElement === {typed}")
        assert page.value("document.body.innerText.includes('How it ended')")


def test_who_looked_is_told_by_name_and_fits_a_phone(serving: Serving, page: Browser) -> None:
    """With the way to this page in sight, though the ways stand in a row that is wider than a phone."""
    players = [{"seat": "p1", "name": "Ann"}, {"seat": "p2"}, {"seat": "p3"}]
    record = serving.record("sea-or-shore", 3, 1, 12, players=players)
    with serving.join("desk") as desk, serving.join("seat", record, seat="p1") as seat:
        assert seat.get(f"{API}/records/{record}/now").status_code == 200
        visit(page, serving, desk, "visits", 390)
        until(page, "document.querySelector('#t-ways [aria-current]')?.getBoundingClientRect().right <= innerWidth")
        press(page, "all")
        until(page, "document.querySelector('tbody').innerText.includes('what Ann sees')")
        assert "line 12" in page.text("tbody")
        assert page.value("(box => box.scrollWidth - box.clientWidth)(document.querySelector('.scrollx'))") <= 0


def test_what_is_chosen_is_seen_without_colours_of_the_page(serving: Serving, page: Browser) -> None:
    """Whoever has the system's colours for everything sees no ground behind a word: it has a line around it."""
    page.media("", forced_colors="active")
    with serving.join("desk") as desk:
        visit(page, serving, desk, "visits", 1180)
        for chosen in ("#t-ways [aria-current]", "#t-main .choice[aria-pressed=true]"):
            until(page, f"Boolean(document.querySelector('{chosen}'))")
            assert page.value(f"getComputedStyle(document.querySelector('{chosen}')).outlineStyle") == "solid"
            assert page.value(f"getComputedStyle(document.querySelector('{chosen}')).outlineWidth") == "3px"


def test_a_single_table_is_of_a_game(serving: Serving, page: Browser) -> None:
    """A tournament, of nobody up to 999 players, is begun elsewhere."""
    with serving.join("desk") as desk:
        visit(page, serving, desk, "new")
        until(page, "document.querySelectorAll('#t-main option').length > 3")
        assert "Loot Island" in page.text("#t-main select")
        assert "Tournament" not in page.text("#t-main select")


def test_a_list_of_tables_is_shown_in_words_before_and_after_it_is_begun(serving: Serving, page: Browser) -> None:
    """Games by their titles, one table as one, and no ids of records that nobody has seen."""
    rows = "event,round,table,game,players\nListed,1,1,loot-island,Ann;Bob\nListed,1,2,loot-island,Ann;Cleo\n"
    with serving.join("desk") as desk:
        visit(page, serving, desk, "new")
        until(page, "document.querySelectorAll('#t-main option').length > 3")
        write(page, "textarea", rows)
        press(page, "Try the list")
        until(page, "document.querySelectorAll('#t-main tbody tr').length === 2")
        assert "Loot Island" in page.text("#t-main tbody") and "loot-island" not in page.text("#t-main tbody")
        assert "Ann also sits at table 2 in round 1" in page.text("#t-main tbody")
        assert "the record" not in page.text("#t-main tbody")
        write(page, "textarea", rows.rpartition("Listed")[0])
        press(page, "Try the list")
        until(page, "document.querySelectorAll('#t-main tbody tr').length === 1")
        press(page, "Begin 1 table")
        until(page, "document.querySelector('#t-main').innerText.includes('1 table was begun.')")
        assert page.complaints == []
