"""A whole day tapped through in Chromium: begun at the desk, followed on the wall and on a player's phone."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.browser import Browser
from tests.helpers.hall import Organiser
from tests.helpers.organised import sign_table
from tests.helpers.serving import API, Serving
from tests.helpers.slow import many
from tests.test_serve_tournaments_browser import go, press, says, until, visit, write

pytestmark = pytest.mark.slow

TITLE = "The whole day"
PEOPLE = re.findall("[A-Z][a-z]+", "AnnBobCleoDeeEveFayGusHalIdaJanKitLouMiaNedOdaPia")[: many(9, 16)]
ROUNDS = many(2, 3)
FACTS = {"standard": "agreed", "text": "all say so"}


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    opened = Browser(tmp_path)
    yield opened
    opened.close()


class TappedDay:
    """The desk, the wall and a phone, each a page of its own."""

    def __init__(self, serving: Serving, browser: Browser, desk: Any) -> None:
        self.serving, self.browser, self.desk = serving, browser, desk
        self.pages: dict[str, str | None] = {}
        self.hall = ""

    def open(self, name: str, client: Any, path: str, width: int = 1280) -> None:
        """A new page with cookies of its own."""
        self.browser.new_page(self.browser.new_phone())
        self.pages[name] = self.browser.page()
        visit(self.browser, self.serving, client, path, width)

    def at(self, name: str) -> Browser:
        """Look at one of the pages."""
        self.browser.look_at(self.pages[name])
        return self.browser

    @property
    def day(self) -> Organiser:
        return Organiser(self.serving, self.desk, self.hall)

    def begin(self) -> None:
        """The tournament is begun with a list of entrants; one more comes, whose name is close to another's."""
        page = self.at("desk")
        go(page, "tournament")
        until(page, "document.querySelectorAll('.sitting .tick').length >= 4")
        for label, words in (("Name of the event", TITLE), ("Officials", "Kim, Mo:head"), ("Rounds", str(ROUNDS))):
            write_in(page, label, words)
        for game in ("loot-island", "sea-or-shore"):
            page.value(f"document.querySelector('#game-{game}').click()")
        write(page, "textarea", "name,club\n" + "\n".join(f"{name},{'Quay' if name < 'C' else ''}" for name in PEOPLE))
        press(page, "Begin the tournament")
        says(page, f"{TITLE} has begun")
        self.hall = self.serving.service.halls.every()[-1].id
        go(page, "entrants")
        says(page, f"{len(PEOPLE)} here")
        write(page, ".entering input", "Cleoo")
        press(page, "Add")
        says(page, "Is it the same person?")
        press(page, "The same")
        assert len(self.day.get()["entrants"]) == len(PEOPLE)
        write(page, ".entering input", "Zed")
        press(page, "Add")
        says(page, "1 person has entered")
        for words in ("Drop Zed", "Zed is back", "Drop Zed"):
            press(page, words)
        until(page, "document.querySelector('.hall').innerText.includes('dropped')")

    def seat(self, number: int, swap: bool = False) -> None:
        """Dice are thrown, the preview is looked at, and the round is published; perhaps two change places first."""
        page = self.at("desk")
        go(page, "seating")
        says(page, f"Seating, round {number}: preview")
        says(page, "Throw dice in public" if not self.day.get()["troubles"] else "no result")
        write(page, ".hall input", f"{number} 6 2")
        says(page, "What it costs")
        if swap:
            until(page, "!document.querySelector('.btn.main.tall').disabled")
            for place in (1, 6):
                page.value(f"document.querySelectorAll('.plain-btn')[{place}].click()")
            says(page, "Back to the drawn seating")
            write_in(page, "Why it is seated by hand", "father and son")
        press(page, "Publish and open")
        says(page, f"Round {number} is seated. Begun: r{number}t1")
        assert self.serving.store.load(self.hall).events[-1].fields.get("hand") == ("father and son" if swap else None)

    def slip(self, table: str) -> None:
        """A slip is tapped in: places, signatures and the code."""
        page = self.at("desk")
        press(page, f"Enter a slip of {table}")
        row = next(one for one in self.day.tables(int(table[1])) if one["table"] == table)
        for name in row["players"]:
            press(page, name)
            until(page, f"document.activeElement.textContent.endsWith({name!r})")
            if name == row["players"][1]:
                press(page, "level with the one before")
        press(page, f"{row['players'][0]} has signed")
        write_in(page, "Code written on the slip", "abcd2345")
        press(page, f"Enter the slip of {table}")
        says(page, "ABCD-2345 on the slip is none that the record")
        event = self.serving.store.load(self.hall).events[-1].fields
        assert sorted(event["places"].values())[:4] == [1, 2, 2, 4]
        assert list(event["signed"].values()).count("C") == 1 and "ABCD-2345" in event["why"]

    def penalise(self, record: str) -> None:
        """A ruling at a table gives a penalty."""
        store = self.serving.store
        size, seats = store.head(record).size, store.info(record).header.seats
        claim = {"do": "dispute", "by": seats[0], "about": "conduct", "kind": "conduct", "claim": "too slow"}
        given = [{"person": seats[1], "level": "points", "infraction": "slow play"}]
        ruling = {"do": "ruling", "by": "Kim", "dispute": size, "verdict": "upheld", "remedy": "stand", "facts": FACTS}
        store.append(record, [claim, {**ruling, "penalties": given}], at=self.serving.clock())
        sign_table(store, record)


def write_in(page: Browser, label: str, words: str) -> None:
    """Write into the field with this label."""
    found = f"[...document.querySelectorAll('label')].find(one => one.textContent.startsWith({label!r}))?.control"
    until(page, f"Boolean({found})")
    page.value(f"(one => {{ one.value = {words!r}; one.dispatchEvent(new Event('input')); }})({found})")


def test_a_whole_day_is_tapped_through(serving: Serving, browser: Browser) -> None:
    with serving.join("desk") as desk:
        tapped = TappedDay(serving, browser, desk)
        tapped.open("desk", desk, "/desk")
        tapped.begin()
        day = tapped.day
        tapped.seat(1)
        first = day.tables(1)
        blue = serving.store.info(first[0]["record"]).header.seats[0]
        with (
            serving.join("spectator", tapped.hall) as guest,
            serving.join("seat", first[0]["record"], seat=blue) as seat,
        ):
            tapped.open("wall", guest, f"/hall/{tapped.hall}", 1920)
            says(browser, "Round 1: where do I sit?")
            tapped.open("phone", seat, f"/t/{first[0]['record']}", 390)
            results_of_the_first_round(tapped, first)
            for number in range(2, ROUNDS + 1):
                tapped.seat(number, swap=number == 2)
                says(tapped.at("wall"), f"Round {number}: where do I sit?")
                phone = tapped.at("phone")
                phone.value("document.dispatchEvent(new Event('visibilitychange'))")  # looked at again
                until(phone, f"document.querySelector('.strip.next')?.textContent.startsWith('Next: r{number}t')")
                the_round_is_played(tapped, number)
            the_end(tapped)
            says(tapped.at("wall"), serving.store.head(tapped.hall).code)
        for name in tapped.pages:
            assert tapped.at(name).complaints == [], name


def results_of_the_first_round(tapped: TappedDay, first: list[dict[str, Any]]) -> None:
    """One table is collected, one comes on a slip and is penalised later, the rest is taken by an official."""
    day, page = tapped.day, tapped.at("desk")
    day.play("r1t1")
    go(page, "results")
    says(page, "everybody has signed")
    press(page, "Collect what is ready: 1")
    says(page, "1 line was written")
    tapped.slip("r1t2")
    says(page, "2 of")
    for row in first[2:]:
        day.play(row["table"], signed=False)
    if first[2:]:
        press(page, "Look for results again")
        until(page, "Boolean(document.querySelector('details.panel'))")
        page.value("document.querySelector('details.panel').open = true")
        press(page, "Take them without signatures")
        says(page, f"{len(first)} of {len(first)} collected")
    tapped.penalise(first[0]["record"])
    press(page, "Look for results again")
    says(page, "r1t1")
    go(page, "penalties")
    says(page, "open to appeal")
    says(page, "slow play")
    go(page, "standings")
    says(page, "Standings after round 1")
    says(page, "D1 at r1t1")
    says(tapped.at("wall"), "Standings after round 1")


def the_round_is_played(tapped: TappedDay, number: int) -> None:
    """The control room sees every table end, and collects them all."""
    day = tapped.day
    rows = day.tables(number)
    for row in rows:
        day.play(row["table"], seed=number)
    page = tapped.at("desk")
    go(page, "results")
    press(page, f"Collect what is ready: {len(rows)}")
    says(page, f"{len(rows)} lines were written")
    assert all(row["places"] for row in day.tables(number))


def the_end(tapped: TappedDay) -> None:
    """Standings, the why of the first place, a code from the board, the close, and paper."""
    page, serving, hall = tapped.at("desk"), tapped.serving, tapped.hall
    go(page, "standings")
    says(page, f"Standings after round {ROUNDS}")
    best = tapped.day.get("/standings")["standings"][0]["name"]
    press(page, f"Why has {best}")
    says(page, f"{best}: place 1")
    page.value("document.querySelector('details.check').open = true")
    write_in(page, "A code from paper", serving.store.head(hall).code)
    press(page, "Look it up")
    says(page, "is the day code after line")
    press(page, "Close: declare these standings")
    says(page, "The tournament is closed")
    assert serving.store.load(hall).events[-1].do == "close"
    for what in ("names", "pairings", "slips", "standings"):
        visit(page, serving, tapped.desk, f"{API}/tournaments/{hall}/paper/{what}")
        says(page, best)
        assert re.search(r"a4|slips", str(page.value("document.querySelector('section').className")))
