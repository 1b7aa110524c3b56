"""The organiser's page in a real browser: tables, keys, a ruling, links on paper, and nothing from elsewhere."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.helpers.browser import Browser
from tests.helpers.serving import API, Serving, post

pytestmark = pytest.mark.slow

OFFICIALS = [{"name": "Kim"}, {"name": "Mo", "level": "head"}]
WIDTHS = (390, 1180, 1440)


@pytest.fixture(scope="module")
def tables(serving: Serving) -> list[str]:
    """Three tables, at the second of which play has stopped."""
    games = (("loot-island", 3, 1, 12), ("sea-or-shore", 3, 1, 12), ("lost-island", 4, 1, 20))
    found = [
        serving.record(game, players, seed, lines, event="Open", round=1, table=number, officials=OFFICIALS)
        for number, (game, players, seed, lines) in enumerate(games, 1)
    ]
    with serving.join("desk") as desk, serving.join("seat", found[1], seat="p2") as seat:
        desk.put(f"{API}/records/{found[0]}/people/blue", json={"name": "<b>Zoë</b>"})
        claim = {"do": "dispute", "about": 12, "claim": "that was <i>another</i> card", "kind": "illegal"}
        assert post(seat, found[1], 13, claim).status_code == 200
    return found


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Browser]:
    browser = Browser(tmp_path)
    browser.new_page()
    yield browser
    browser.close()


def visit(page: Browser, serving: Serving, client: httpx.Client, place: str, width: int = 1180) -> None:
    page.room(width, 900, touch=width < 500)
    page.call("Network.setCookie", name="qm", value=client.cookies["qm"], url=serving.origin)
    page.open(f"{serving.origin}/desk#{place}")


def until(page: Browser, expression: str) -> None:
    """Wait until something holds in the page."""
    page.until(expression)


def write(page: Browser, selector: str, words: str) -> None:
    """Type into a field."""
    typed = f"one.value = {words!r}; one.dispatchEvent(new Event('input'))"
    page.value(f"(one => {{ {typed}; }})(document.querySelector({selector!r}))")


def press(page: Browser, words: str) -> None:
    find = f"[...document.querySelectorAll('button, a')].find(one => one.textContent.startsWith({words!r}))"
    until(page, f"Boolean({find})")
    page.value(f"{find}.click()")


def test_what_needs_somebody_stands_first_and_keys_open_it(serving: Serving, tables: list[str], page: Browser) -> None:
    with serving.join("desk") as desk:
        visit(page, serving, desk, "tables")
        until(page, "document.querySelectorAll('.rooms tbody tr[data-id]').length === 3")
        rows = page.value("[...document.querySelectorAll('.rooms tbody tr')].map(row => row.dataset.id)")
        assert rows == [tables[1], tables[0], tables[2]]
        assert "<i>another</i>" in page.text(".needs") and "<b>Zoë</b>" in page.text(".rooms")
        page.press("ArrowDown", "ArrowDown", "Enter")
        until(page, f"location.hash === '#t/{tables[0]}'")
        until(page, "document.querySelectorAll('.one-table svg > *').length > 3")
        page.value("location.hash = 'tables'")
        until(page, "Boolean(document.querySelector('#t-search'))")
        page.press("/")
        assert page.value("document.activeElement.id") == "t-search"
        write(page, "#t-search", "zoë")
        until(page, "document.querySelectorAll('.rooms tbody tr[data-id]').length === 1")
        assert page.complaints == []
        assert all(address.startswith((serving.origin, "data:", "about:")) for address in page.requests)


def test_links_of_the_desk_are_taken_back_on_the_page(serving: Serving, tables: list[str], page: Browser) -> None:
    """Another one at once; that of the device itself with a second tap."""
    with serving.join("desk", device="the laptop") as desk, serving.join("desk", device="the lost one") as lost:
        visit(page, serving, desk, "links")
        until(page, "document.body.textContent.includes('the lost one')")
        close = "document.querySelector('button[aria-label^=\"Take back: %s\"]')"
        page.value(f"{close % 'the lost one'}.click()")
        until(page, "!document.body.textContent.includes('the lost one')")
        assert lost.get(f"{API}/me").status_code == 401
        page.value(f"{close % 'This device'}.click()")
        until(page, f"{close % 'This device'}.textContent.includes('closes the desk')")
        assert desk.get(f"{API}/me").status_code == 200
        page.value(f"{close % 'This device'}.click()")
        until(page, "document.body.textContent.includes('closed here')")
        assert page.complaints == [] or all("401" in one for one in page.complaints)


def test_an_officials_link_that_ended_with_its_event_says_so_on_both_pages(serving: Serving, page: Browser) -> None:
    over = {"score": {"until": "close"}}
    record = serving.record("sea-or-shore", 3, 5, 12, officials=OFFICIALS, windows=over, table=78)
    with serving.join("official", record, name="Kim") as kim, serving.join("desk") as desk:
        visit(page, serving, kim, f"t/{record}")
        until(page, "document.querySelector('#t-place').textContent.includes('live')")
        assert post(kim, record, 13, {"do": "close", "result": {"end": "abandoned"}}).status_code == 200
        until(page, "document.body.textContent.includes('The link ended with its event.')")
        assert kim.get(f"{API}/me").status_code == 401
        visit(page, serving, desk, f"links/{record}", 390)
        page.open(page.value("location.href"))
        until(page, "document.querySelector('.links')?.textContent.includes('ended with the event')")
        assert "Kim, official" in page.text(".links") and "until" not in page.text(".links")
        assert page.value("document.documentElement.scrollWidth") <= 390
        press(page, "Take off this list")
        until(page, "!document.querySelector('.links').textContent.includes('Kim, official')")


def test_lines_that_cannot_be_stored_are_said_and_taken_back(serving: Serving, page: Browser) -> None:
    record = serving.record("sea-or-shore", 3, 9, 3, event="Held", table=77)
    told = "document.querySelector('#t-news').textContent"
    note = {"do": "note", "text": "the lamp fell over"}
    with serving.join("desk") as desk, serving.join("scribe", record) as scribe:
        visit(page, serving, desk, "tables")
        until(page, "document.querySelector('#t-place').textContent.includes('live')")
        with closing(sqlite3.connect(serving.folder / "records.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert post(scribe, record, 4, note).status_code == 503
            until(page, f"{told}.includes('Table 77: lines cannot be stored since')")
            assert "another program writes to the store" in page.value(told)
            page.value("location.reload()")  # whoever comes later hears it too
            until(page, f"{told}.includes('Table 77: lines cannot be stored since')")
            other.execute("ROLLBACK")
        assert post(scribe, record, 4, note, over=True).status_code == 200
        until(page, "document.querySelector('#t-news').hidden")


def test_the_desk_begins_with_the_event_of_the_service_and_all_tables_can_be_chosen(
    tmp_path: Path, page: Browser
) -> None:
    rows = "[...document.querySelectorAll('.rooms tbody tr[data-id]')].map(row => row.dataset.id).sort().join()"
    choice = "document.querySelector('select[aria-label=Event]')"
    with Serving(tmp_path, event="Harbour Open") as running, running.join("desk") as desk:
        found = [running.record("sea-or-shore", 3, 1, 2, event=name) for name in ("Harbour Open", "Other")]
        visit(page, running, desk, "tables")
        until(page, f"{rows} === '{found[0]}'")
        assert page.text("#t-event") == "Harbour Open"
        for event, shown in (("", found), ("Other", found[1:])):
            page.value(f"{choice}.value = '{event}'; {choice}.dispatchEvent(new Event('change'))")
            until(page, f"{rows} === '{','.join(sorted(shown))}'")


def test_the_list_stands_still_while_somebody_points_at_it(serving: Serving, page: Browser) -> None:
    still = [serving.record("sea-or-shore", 3, seed, 12, event="Still", table=seed) for seed in (1, 2)]
    with serving.join("desk") as desk, serving.join("seat", still[1], seat="p1") as seat:
        visit(page, serving, desk, "tables")
        order = (
            "[...document.querySelectorAll('.rooms tbody tr')].map(row => row.dataset.id).filter(id => %s.includes(id))"
        )
        mine = order % still
        until(page, f"{mine}.length === 2")
        page.value(f"document.querySelector('tr[data-id=\"{still[0]}\"]').focus()")
        claim = {"do": "dispute", "about": 12, "claim": "stop", "kind": "illegal"}
        assert post(seat, still[1], 13, claim).status_code == 200
        until(page, "document.querySelector('.head').textContent.includes('the order has changed')")
        assert page.value(mine) == still
        assert page.value("document.activeElement.dataset.id") == still[0]
        page.value("document.activeElement.blur()")
        until(page, f"{mine}[0] === '{still[1]}'")


def test_an_official_tries_a_remedy_and_rules(serving: Serving, page: Browser) -> None:
    record = serving.record("sea-or-shore", 3, 1, 12, event="Rule", table=2, officials=OFFICIALS)
    with serving.join("seat", record, seat="p2") as seat:
        claim = {"do": "dispute", "about": 12, "claim": "that was another card", "kind": "illegal"}
        assert post(seat, record, 13, claim).status_code == 200
    with serving.join("official", record, name="Kim") as kim:
        visit(page, serving, kim, f"d/{record}/13")
        until(page, "document.querySelectorAll('.beside svg > *').length > 6")
        until(page, "document.querySelector('.case').innerText.includes('Undo sheet: put right by hand')")
        assert "Decisions lost: " in page.text(".case") and "Cannot be put back: " in page.text(".case")
        press(page, "Rule as Kim")
        until(page, "document.querySelector('main').textContent.includes('Nothing was written')")
        write(page, "#facts", "Both agree.")
        press(page, "strike out 12")
        page.value(
            "[...document.querySelectorAll('form .choice')].find(one => one.textContent === 'strike out 12').click()"
        )
        assert "Strike out 12." in page.text("form")
        press(page, "Rule as Kim")
        until(page, "document.querySelector('main').textContent.includes('stands')")
        until(page, "Boolean(document.querySelector('.badge.good'))")
    ruling, fix = serving.store.load(record).events[-2:]
    assert (ruling.do, ruling.by, ruling.fields["remedy"], fix.fields["target"]) == ("ruling", "Kim", "void", 12)
    assert page.complaints == []


def test_a_tournament_is_not_offered_as_a_table(serving: Serving, page: Browser) -> None:
    with serving.join("desk") as desk:
        visit(page, serving, desk, "new")
        until(page, "document.querySelectorAll('select option').length >= 4")
        assert "Sea or Shore" in page.text("select") and "Tournament" not in page.text("select")


def test_links_are_drawn_and_printed_on_one_page_a_table(serving: Serving, tables: list[str], page: Browser) -> None:
    with serving.join("desk") as desk:
        visit(page, serving, desk, f"links/{tables[0]}")
        page.value("window.print = () => { window.printed = true; }")
        press(page, "Make and print this table")
        until(page, "window.printed === true")
        assert page.value("document.querySelectorAll('.links .qr path').length") == 6
        page.media("print")
        assert page.value("getComputedStyle(document.querySelector('main')).display") == "none"
        assert page.value("document.querySelectorAll('#t-paper .card').length") == 5
        assert page.value("document.querySelector('#t-paper .a4').offsetHeight") < 1123
        assert page.complaints == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_too_wide_or_too_small_for_a_finger(
    serving: Serving, tables: list[str], page: Browser, width: int, theme: str
) -> None:
    page.media("", prefers_color_scheme=theme)
    with serving.join("desk") as desk, serving.join("official", tables[1], name="Kim") as kim:
        for client, place, ready in (
            (desk, "tables", ".rooms tbody tr[data-id]"),
            (desk, f"t/{tables[2]}", ".one-table svg > *"),
            (kim, f"d/{tables[1]}/13", ".beside svg > *"),
            (desk, f"links/{tables[0]}", ".head h1"),
            (desk, "new", "select"),
        ):
            visit(page, serving, client, place, width)
            until(page, f"document.querySelectorAll({ready!r}).length > 0")
            assert page.value("document.documentElement.scrollWidth - innerWidth") <= 0, place
            shown = "[...document.querySelectorAll('button, a.btn, nav a')].filter(one => one.offsetParent)"
            small = f"{shown}.filter(one => one.offsetHeight < 44).map(one => one.textContent)"
            assert page.value(small) == [], place


def test_news_are_said_in_words_until_they_are_put_away(serving: Serving, page: Browser) -> None:
    record = serving.record("sea-or-shore", 3, 1, 4, event="News", table="<b>9</b>", officials=OFFICIALS)
    told = "[...document.querySelectorAll('#t-news p a')].map(one => one.textContent).join()"
    with serving.join("desk") as desk, serving.join("seat", record, seat="p1") as seat:
        visit(page, serving, desk, "visits")
        until(page, "document.querySelector('#t-place')?.textContent.includes('live')")
        claim = {"do": "dispute", "about": 4, "claim": "that was another card", "kind": "illegal"}
        assert post(seat, record, 5, claim).status_code == 200
        until(page, f"{told} === 'Table <b>9</b>: a claim'")
        assert post(desk, record, 6, {"do": "lay", "by": "p1", "shows": 3}).status_code == 200
        until(page, f"{told} === 'Table <b>9</b>: line 6 is against a rule,Table <b>9</b>: a claim'")
        page.value("document.querySelector('#t-news button').click()")
        until(page, f"{told} === 'Table <b>9</b>: a claim'")
        page.value("document.querySelector('#t-news a').click()")
        until(page, f"location.hash === '#d/{record}/5' && document.querySelector('#t-news').hidden")
        assert page.complaints == []


@pytest.mark.parametrize("role", ["official", "desk"])
def test_whoever_has_the_link_is_asked_on_the_desk_too(serving: Serving, page: Browser, role: str) -> None:
    record = serving.record("sea-or-shore", 3, 1, 4, event="Ask", officials=OFFICIALS)
    token = serving.token(role, **({"record": record, "name": "Kim"} if role == "official" else {}))
    with serving.client() as first, serving.client() as second:
        assert first.post(f"{API}/join", json={"token": token, "device": "first"}).status_code == 200
        visit(page, serving, first, "tables", 390)
        until(page, "document.querySelectorAll('.rooms tbody tr[data-id]').length > 0")
        asks = {"token": token, "device": "<i>second</i>", "ask": True}
        assert second.post(f"{API}/join", json=asks).json()["waiting"]
        until(
            page, "document.querySelector('#t-asks').innerText.includes('“<i>second</i>” would like to use your link')"
        )
        press(page, "Hand over to “<i>second</i>”")
        if role == "official":
            until(page, "document.querySelector('main').innerText.startsWith('The desk is closed here')")
            assert first.get(f"{API}/me").status_code == 401
        else:
            until(page, "document.querySelector('#t-asks').hidden")
            assert first.get(f"{API}/me").status_code == 200
        assert second.get(f"{API}/me").json()["waiting"] is False
    assert page.complaints == []


def test_the_desk_chooses_what_a_scribe_sees_a_delay_and_an_end(serving: Serving, page: Browser) -> None:
    record = serving.record("sea-or-shore", 3, 1, 4, event="Terms", officials=OFFICIALS)

    def chosen(label: str, value: str) -> None:
        find = f"[...document.querySelectorAll('.terms label')].find(one => one.textContent === {label!r})"
        until(page, f"Boolean({find})")
        set_to = f"one.value = {value!r}; one.dispatchEvent(new Event('change'))"
        page.value(f"(one => {{ {set_to}; }})(document.getElementById({find}.htmlFor))")

    def made() -> list[tuple[str, str, str, float | None]]:
        grants = serving.inside(lambda: serving.register.grants(record))
        ends = [None if one.until is None else round((one.until - one.made_at) / 3.6e9, 1) for one in grants]
        return [(one.role, one.eyes, one.delay, end) for one, end in zip(grants, ends, strict=True)]

    with serving.join("desk") as desk:
        visit(page, serving, desk, f"links/{record}", 390)
        press(page, "New link for a scribe")
        until(page, "document.querySelectorAll('.link').length === 1")
        page.value("document.querySelector('.terms').parentNode.open = true")
        chosen("What the scribe sees", "official")
        assert "Every look is kept" in page.text(".terms")
        chosen("The link is good", "1440")
        press(page, "New link for a scribe with these terms")
        until(page, "document.querySelectorAll('.link').length === 2")
        assert "logs, sees what an official sees; until" in page.text(".links")
        chosen("For whom", "spectator")
        chosen("They see the table", "round")
        chosen("The link is good", "")
        press(page, "New link for spectators with these terms")
        until(page, "document.querySelectorAll('.link').length === 4")
        expected = [
            ("scribe", "table", "0", None),
            ("scribe", "official", "0", 24.0),
            ("spectator", "table", "round", None),
        ]
        assert made() == expected
        assert page.value("[...document.querySelectorAll('.link h2')].map(one => one.textContent).join()").endswith(
            "Wall"
        )
        assert page.value("document.querySelectorAll('.link .qr').length") == 4
        before = serving.inside(lambda: serving.register.grants(record))[1].id
        card = "[...document.querySelectorAll('.link')].find(one => one.textContent.includes('official'))"
        address = f"{card}.querySelector('.address').textContent"
        old = page.value(address)
        page.value(f"{card}.querySelector('button').click()")
        until(page, f"{card} !== undefined && {address} !== {old!r}")
        after = [one for one in serving.inside(lambda: serving.register.grants(record)) if one.revoked_at is None]
        assert before not in {one.id for one in after} and sorted(made()[-1:]) == [("scribe", "official", "0", 24.0)]
        assert page.value("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.complaints == []
