"""The page of a record in a real browser: stepping, pictures, stories of things, paper."""

import base64
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replay.library import game_ids, game_of
from tests.helpers.browser import PATIENCE, Browser
from tests.helpers.pages import Part, data_of, parts, row, story_page, tables
from tests.helpers.shell import Shell
from tests.helpers.slow import many, some
from tests.helpers.tools import FIXTURES

STORY = FIXTURES / "sea-or-shore" / "pass-nobody-noticed.jsonl"
HURRY = FIXTURES / "sea-or-shore" / "hurried-table.jsonl"
pytestmark = pytest.mark.slow  # a browser takes seconds to begin
QUICK = 300
"""Milliseconds after which a step is no longer one of a quick row: see picture.js."""
CLOCK = """(() => {
  let now = performance.now();
  performance.now = () => now;
  globalThis.later = (time) => { now += time; };
  globalThis.glided = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { glided += 1; return animate.apply(this, how); };
})()"""
"""The page's time goes on when the test says so, and what begins to glide is counted."""


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A headless Chromium, started once."""
    opened = Browser(tmp_path_factory.mktemp("chromium"))
    yield opened
    opened.close()


@pytest.fixture
def browser(chromium: Browser) -> Browser:
    """A fresh page of it."""
    chromium.new_page()
    chromium.room(1280)
    return chromium


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, str]:
    """The addresses of the pages of two stories."""
    folder = tmp_path_factory.mktemp("pages")
    for path in (STORY, HURRY):
        (folder / f"{path.stem}.html").write_text(story_page(path), "utf-8")
    return {path: f"file://{folder}/{path.stem}.html" for path in (STORY, HURRY)}


def step(browser: Browser) -> int:
    """The event that the page shows."""
    return int(browser.text("#where").split()[1])


def until(browser: Browser, expression: str, wanted: Any = True) -> None:
    """Wait until an expression has a value."""
    browser.until(expression, wanted)


# --- stepping


def test_the_page_works_from_a_file_and_asks_for_nothing_else(pages: dict[Path, str], browser: Browser) -> None:
    browser.open(pages[STORY])

    assert browser.requests == [pages[STORY]]
    assert step(browser) == 1
    browser.press("ArrowRight")
    assert browser.text("#where").startswith("event 2 of 175")
    assert "SS-PASS-3 broken" in browser.text("#found")
    assert "What changed" in browser.text("#changes")
    assert browser.text("#moves [aria-current]").split()[0] == "2"
    assert browser.text("#moves [aria-current]").split()[-1] == "✗"
    browser.press("End")
    until(browser, "location.hash", "#step=175")
    browser.press("Home", "]")
    assert "round 2 of 2" in browser.text("#picture")
    browser.press("Home", "n")
    until(browser, "location.hash", "#step=2")
    browser.press("/", *"green", "Enter", "n")
    assert browser.value("document.activeElement === document.body")
    assert "found" in browser.text("#hits")
    assert browser.complaints == []
    assert browser.requests == [pages[STORY]]


def test_what_the_rules_say_is_a_list_that_leads_to_each_event(pages: dict[Path, str], browser: Browser) -> None:
    browser.open(pages[STORY])
    views = {(view["as"], view["hindsight"]): view for view in data_of(story_page(STORY))["views"]}
    listed = "[...document.querySelectorAll('#said li')].map((line) => [line.children[0].textContent, line.innerText])"
    assert browser.value(listed) == [], "it is made when it is opened"
    for key, eyes in (("f", ("official", True)), ("H", ("official", False)), ("v", ("table", False))):
        browser.press(key)
        told = [finding for remark in views[eyes]["remarks"].values() for finding in remark.get("findings", [])]
        until(browser, f"document.querySelectorAll('#said li').length === {len(told)}")
        shown = browser.value(listed)
        assert [int(seq) for seq, _ in shown] == [finding["seq"] for finding in told]
        assert all(finding["why"] in text for (_, text), finding in zip(shown, told, strict=True))
        assert (f"{len(told)} finding" in browser.text("#rules summary")) is bool(told)
    browser.press("V", "H", "End")
    browser.click("#said li:first-child a")
    assert step(browser) == 2
    assert browser.value("document.querySelectorAll('#said .here').length") == 1
    assert browser.complaints == []


@pytest.mark.slow
def test_a_link_opens_the_page_at_a_step_and_through_a_seats_eyes(pages: dict[Path, str], browser: Browser) -> None:
    browser.open(f"{pages[STORY]}#step=12&as=p1")

    assert step(browser) == 12
    assert browser.value("document.getElementById('as').value") == "p1"
    assert browser.text("#eyes [aria-pressed=true]") == "Ann"
    own = browser.text("#picture")
    browser.press("V")
    assert browser.text("#picture") != own
    until(browser, "location.hash", "#step=12")
    browser.value("location.hash = '#step=20&as=table'")
    until(browser, "document.getElementById('as').value", "table")
    assert step(browser) == 20
    browser.value("document.getElementById('slider').value = 3; document.getElementById('slider').oninput()")
    assert step(browser) == 4


@pytest.mark.slow
def test_timelines_and_hindsight_can_be_chosen_where_there_is_a_choice(
    pages: dict[Path, str], browser: Browser
) -> None:
    browser.open(pages[HURRY])
    assert browser.value("document.getElementById('lines').hidden") is False
    count = browser.value("document.querySelectorAll('#moves a').length")
    browser.press("c")
    assert browser.value("document.querySelectorAll('#moves a').length") > count
    assert browser.text("#lines [aria-pressed=true]") == "as logged"
    browser.open(f"{pages[STORY]}#step=2")
    browser.press("t")
    until(browser, "document.getElementById('board').textContent.includes('r10')")
    browser.press("H")
    assert "r10" not in browser.text("#board")
    assert "SS-PASS-3 open" in browser.text("#found")
    browser.press("ArrowRight")
    assert browser.value("document.querySelectorAll('.marks .changed-rim').length") > 0
    browser.press("d")
    assert browser.value("document.querySelectorAll('.marks .changed-rim, mark').length") == 0


@pytest.mark.slow
def test_fingers_wheel_and_a_button_that_is_held(pages: dict[Path, str], browser: Browser) -> None:
    browser.open(f"{pages[STORY]}#step=20")
    browser.wheel("#bar", 100)
    until(browser, "document.querySelector('#where').textContent.startsWith('event 21 ')")
    browser.wheel("#picture", -100)
    until(browser, "document.querySelector('#where').textContent.startsWith('event 20 ')")
    browser.click("[data-do=next]")
    assert step(browser) == 21
    browser.click("[data-do=next]", hold=0.8)
    assert step(browser) > 22, "a button that is held goes on"
    browser.press("p", "+", "+", "+")
    assert browser.text("#play") == "Pause"
    assert browser.value("document.getElementById('speed').value") == "8"
    held = step(browser)
    until(browser, f"Number(document.querySelector('#where').textContent.split(' ')[1]) > {held + 1}")
    browser.press("Escape")
    assert browser.text("#play") == "Play"

    browser.room(390, 844, touch=True)
    browser.open(f"{pages[STORY]}#step=20")
    browser.swipe("#picture", -150)
    until(browser, "document.querySelector('#where').textContent.startsWith('event 21 ')")
    browser.swipe("#picture", 150)
    until(browser, "document.querySelector('#where').textContent.startsWith('event 20 ')")
    assert browser.complaints == []


# --- the picture


@pytest.mark.slow
def test_what_a_step_changed_glides_and_is_marked(pages: dict[Path, str], browser: Browser) -> None:
    place = moving(STORY, "p1")
    browser.open(f"{pages[STORY]}#step={place}&as=p1")
    browser.value(CLOCK)
    browser.value(f"later({QUICK})")
    browser.press("ArrowRight")
    glided = browser.value("glided")
    assert glided > 0
    assert browser.value("document.querySelectorAll('.marks > g').length") > 0
    browser.press("ArrowLeft", "ArrowRight")
    assert browser.value("glided") == glided, "whoever steps quickly is not kept waiting"
    browser.press("ArrowLeft")
    browser.media(prefers_reduced_motion="reduce")
    browser.value(f"later({QUICK})")
    browser.press("ArrowRight")
    assert browser.value("glided") == glided


def moving(path: Path, viewer: str) -> int:
    """An event before one at which something goes elsewhere in a viewer's picture."""
    data = data_of(story_page(path))
    view = next(view for view in data["views"] if view["as"] == viewer)
    before: dict[str, Part] = {}
    for seq, table in zip(row(data, view, "seq"), tables(data, view, "wide"), strict=True):
        now = {part.id: part for part in parts(data, table) if part.at}
        if any(id in before and before[id].box[:2] != part.box[:2] for id, part in now.items()):
            return seq - 1
        before = now
    raise AssertionError("nothing moves")


@pytest.mark.slow
def test_a_thing_tells_its_story_and_who_could_see_it(pages: dict[Path, str], browser: Browser) -> None:
    browser.open(f"{pages[STORY]}#step=40&as=p1")
    browser.click('#picture [data-at="hand"], #picture .piece')
    assert browser.value("document.getElementById('story').hidden") is False
    first = browser.value("document.querySelector('#story .history a').textContent")
    assert "could see this" in browser.text("#story")
    assert browser.value("document.querySelectorAll('.marks .chosen-rim').length") == 1
    browser.value("document.querySelector('#story .history a').click()")
    assert step(browser) == int(first)
    browser.press("Escape")
    assert browser.value("document.getElementById('story').hidden") is True


def test_the_table_is_reached_with_the_keyboard_and_every_thing_has_a_name(
    pages: dict[Path, str], browser: Browser
) -> None:
    browser.open(f"{pages[STORY]}#step=40&as=p1")
    stops = "[...document.querySelectorAll('#picture [tabindex=\"0\"]')].length"
    assert browser.value(stops) == 1
    things = browser.value("document.querySelectorAll('#picture [data-id]').length")
    named = "document.querySelectorAll('#picture [data-id][role=button][aria-label]:not([aria-label=\"\"])').length"
    assert browser.value(named) == things > 20
    order = []
    for _ in range(40):
        browser.press("Tab")
        order.append(browser.value("(document.activeElement.closest('[id]') || {}).id || ''"))
        if order[-1] == "moves":
            break
    parts = list(dict.fromkeys(order))
    assert [part for part in parts if part in ("eyes", "picture", "board", "search", "moves")] == [
        "eyes",
        "picture",
        "search",
        "moves",
    ]
    browser.value("document.querySelector('#picture [tabindex=\"0\"]').focus()")
    before = browser.value("document.activeElement.dataset.id")
    browser.press("Shift+ArrowRight", "Shift+ArrowDown")
    after = browser.value("document.activeElement.dataset.id")
    assert after != before
    browser.press("ArrowRight")
    assert browser.value("document.activeElement.dataset.id") == after, "stepping leaves the focus where it is"
    assert step(browser) == 41
    browser.press("Enter")
    assert browser.value("document.getElementById('story').hidden") is False


CONTRAST = r"""(() => {
  const rgb = (text) => {
    const found = text.match(/[\d.]+/g);
    return found && (found[3] === undefined || Number(found[3]) > 0) ? found.slice(0, 3).map(Number) : null;
  };
  const part = (one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * part(r / 255) + 0.7152 * part(g / 255) + 0.0722 * part(b / 255);
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const under = (node) => {
    const box = node.getBoundingClientRect();
    const all = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const fill = (one) => (one.tagName === "use" ? getComputedStyle(one).color : getComputedStyle(one).fill);
    const shape = (one) => /^(rect|circle|path|ellipse|use)$/.test(one.tagName) && rgb(fill(one));
    const ground = all.slice(all.indexOf(node) + 1).find(shape);
    return all.includes(node) && ground ? fill(ground) : "";
  };
  const behind = (node) => {
    while (node && !rgb(getComputedStyle(node).backgroundColor)) node = node.parentElement;
    return getComputedStyle(node || document.documentElement).backgroundColor;
  };
  const faint = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const node = text.parentElement, words = text.textContent.trim();
    if (!words || !node.getClientRects().length || node.matches(":disabled, script, style")) continue;
    const drawn = !!node.ownerSVGElement, look = getComputedStyle(node);
    const ink = rgb(drawn ? look.fill : look.color), ground = rgb(drawn ? under(node) : behind(node));
    if (ink && ground && ratio(ink, ground) < 4.5) faint.push(`${words.slice(0, 20)} ${ratio(ink, ground).toFixed(2)}`);
  }
  return faint;
})()"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height"), [(1280, 1400), pytest.param(390, 2600, marks=pytest.mark.slow)], ids=["wide", "phone"]
)
def test_every_word_stands_out_from_its_ground(
    width: int, height: int, pages: dict[Path, str], browser: Browser
) -> None:
    browser.room(width, height)
    for theme in ("light", "dark"):
        browser.media(prefers_color_scheme=theme, prefers_reduced_motion="reduce")
        for address in (f"{pages[STORY]}#step=2&as=p1", f"{pages[HURRY]}#step=60"):
            browser.open(address)
            assert browser.value(CONTRAST) == []


@pytest.mark.slow
@pytest.mark.parametrize("game_id", some([game for game in game_ids() if game_of(game).scene is not None], 3))
def test_every_game_can_be_stepped_through_on_every_screen(qm: Shell, game_id: str, browser: Browser) -> None:
    qm("simulate", game_id, "-p", game_of(game_id).player_counts[-1], "-o", ".", "--seed", 2)
    (path,) = (path for path in Path(qm.folder).glob("*.full.jsonl"))
    assert qm("export", path, "-o", "game.html").code == 0
    screens = [(390, 2600, "light"), (1280, 1400, "dark"), (390, 2600, "dark"), (1280, 1400, "light")]
    for width, height, theme in screens[: many(2, 4)]:
        browser.room(width, height, touch=width < 700)
        browser.media(prefers_color_scheme=theme, prefers_reduced_motion="reduce")
        browser.open(f"file://{qm.folder}/game.html#step=30")
        for _ in range(2):
            assert browser.value(CONTRAST) == []
            assert browser.value("document.documentElement.scrollWidth") <= width
            browser.press("v", "]")
    assert browser.complaints == []


# --- paper, no script


@pytest.mark.slow
def test_dark_light_printed_and_without_a_script(pages: dict[Path, str], browser: Browser) -> None:
    browser.open(pages[HURRY])
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = browser.value(background)
    browser.media(prefers_color_scheme="dark")
    assert browser.value(background) != light
    shown = "(id) => getComputedStyle(document.getElementById(id)).display !== 'none'"
    assert browser.value("document.querySelectorAll('#sheet figure svg').length") == 0
    assert len(base64.b64decode(browser.call("Page.printToPDF")["data"])) > 20_000
    assert browser.value("document.querySelectorAll('#sheet figure svg').length") >= 2, "drawn when it is printed"
    browser.media("print")
    assert browser.value(f"({shown})('sheet') && !({shown})('viewer') && !({shown})('bar')")
    kept = "[...document.querySelectorAll('#sheet .found li')].map((one) => getComputedStyle(one).breakInside)"
    assert set(browser.value(kept)) == {"avoid"}, "no finding is torn apart"
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.media()
    browser.open(pages[HURRY])
    assert browser.value(f"({shown})('sheet')")
    assert browser.value("document.querySelectorAll('#sheet table.all tbody tr').length") > 150
    assert browser.value("document.querySelector('#sheet figure pre').offsetHeight") > 0
    assert browser.complaints == []


@pytest.mark.slow
def test_the_record_can_be_taken_out_of_the_page_again(qm: Shell, pages: dict[Path, str], browser: Browser) -> None:
    browser.open(pages[STORY])
    folder = qm.folder / "taken"
    folder.mkdir()
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.value("document.querySelector('#get a').click()")
    end = time.monotonic() + PATIENCE
    while not any(path.stat().st_size for path in folder.glob("*.jsonl")):
        assert time.monotonic() < end, "nothing was taken out"
        time.sleep(0.05)
    (taken,) = folder.glob("*.jsonl")
    assert taken.read_bytes() == STORY.read_bytes()
    code = browser.value("document.querySelector('#get').textContent").split("--code ")[1].strip()
    assert qm("verify", taken, "--code", code).code == 0


@pytest.mark.slow
def test_a_game_without_pictures_has_its_table_as_text(qm: Shell, browser: Browser) -> None:
    qm("simulate", "smugglers", "-p", "3", "-o", ".")
    assert qm("export", "smugglers-3p-1.full.jsonl", "-o", "game.html").code == 0
    for width in (1280, 390):
        browser.room(width, touch=width < 700)
        browser.open(f"file://{qm.folder}/game.html#step=5")
        assert browser.value("document.getElementById('picture')") is None
        assert browser.value("document.getElementById('board').offsetHeight") > 60
        board = browser.text("#board")
        browser.press("ArrowRight", "Shift+ArrowRight")
        assert browser.text("#board") != board
        assert browser.value("document.documentElement.scrollWidth") <= width
    assert browser.complaints == []
