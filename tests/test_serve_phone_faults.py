"""Whatever happens to a phone, its line and the service: the record equals the tapped list, nothing lost or doubled.

The recorder's own outbox runs in Chromium, behind a line that loses a fifth, doubles a tenth and delays for up to five
seconds; pages are closed and crash, phones are without a connection for half an hour, and the service is killed. Clocks
are told to go on and waits are shortened, so a run takes a second or two.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from records.store import open_store
from tests.helpers.browser import Browser
from tests.helpers.faulty_phone import HALF_AN_HOUR, LOST, FaultyPhone, bad_line
from tests.helpers.served import Served
from tests.helpers.shell import ROOT
from tests.helpers.slow import many
from tests.helpers.wire import GOOD, Fate, Wire

pytestmark = pytest.mark.slow
LINES = 2
"""What the record holds before anybody taps."""
RUNS = many(5, 200)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    found = Browser(tmp_path / "browser")
    found.new_page()
    yield found
    found.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A service in a process of its own."""
    (tmp_path / "service").mkdir()
    made = Served(tmp_path / "service")
    made.record(LINES)  # so that there is a store
    with made:
        yield made


def notes(served: Served, record: str) -> list[str]:
    """The notes of a record, in its order."""
    with open_store(served.path) as store:
        return [str(event.fields["text"]) for event in store.load(record).events if event.do == "note"]


class Story:
    """One run: a phone, a bad line, and what happens to them, by chance."""

    def __init__(self, browser: Browser, served: Served, wire: Wire, number: int) -> None:
        self.chance = Random(f"phone {number}")
        self.served, self.wire, self.number = served, wire, number
        self.record = served.record(LINES)
        (token,) = served.tokens("scribe", self.record, 1)
        self.gate = threading.Lock()
        self.online()
        self.phone = FaultyPhone(browser, wire, self.record, token, LINES + 1)
        self.happened: list[str] = []

    def online(self) -> None:
        def fate() -> Fate:
            with self.gate:
                return bad_line(self.chance)

        self.wire.fate = fate

    def happen(self) -> None:
        """Something happens between two taps; mostly nothing does."""
        what = self.chance.choice(("offline", "online", "reload", "crash", "kill", *[""] * 20))
        if what == "offline":
            self.wire.fate = lambda: LOST
            self.phone.pass_time(HALF_AN_HOUR)
        elif what == "online":
            self.online()
        elif what == "reload":
            self.phone.reload(LINES + 1)
        elif what == "crash":
            self.phone.crash(LINES + 1)
        elif what == "kill":
            self.served.kill()
            self.phone.tap(f"{self.number} while it is dead")
            self.served.start()
        self.happened += [what] if what else []

    def run(self) -> list[str]:
        """Tap everything, and see that it is stored."""
        for place in range(self.chance.randint(6, 12)):
            self.phone.tap(f"{self.number}.{place}")
            self.happen()
        self.online()
        self.phone.flush()
        self.wire.fate = lambda: GOOD
        assert notes(self.served, self.record) == self.phone.tapped, (self.number, self.happened)
        told = self.phone.told()
        assert (told["refused"], told["conflicts"]) == ([], 0), "nobody else has logged"
        self.phone.throw_away()
        return self.happened


@pytest.mark.parametrize("ends", ["reload", "crash"])
def test_a_page_that_opens_again_knows_what_it_sent(browser: Browser, served: Served, ends: str) -> None:
    """Also before the service has told it anything: its next line is no other story."""
    record = served.record(LINES)
    with Wire(served.name) as wire:
        (token,) = served.tokens("scribe", record, 1)
        phone = FaultyPhone(browser, wire, record, token, LINES + 1)
        for text in ("one", "two", "three"):
            phone.tap(text)
        phone.flush()
        getattr(phone, ends)(LINES + 1)
        phone.tap("four")
        phone.flush()
        assert phone.told()["conflicts"] == 0
    assert notes(served, record) == ["one", "two", "three", "four"]


def test_the_record_equals_the_tapped_list(browser: Browser, served: Served) -> None:
    happened: list[str] = []
    with Wire(served.name) as wire:
        for number in range(RUNS):
            happened += Story(browser, served, wire, number).run()
    assert RUNS < 100 or {"offline", "reload", "crash", "kill"} <= set(happened)
    print({what: happened.count(what) for what in sorted(set(happened))})


@pytest.mark.parametrize("number", range(many(1, 10)))
def test_two_phones_and_a_terminal_log_at_once(browser: Browser, served: Served, number: int) -> None:
    """Whoever meets another story adds theirs after it: nothing vanishes, and nothing is doubled."""
    chance, gate = Random(f"three {number}"), threading.Lock()
    record = served.record(LINES)
    with Wire(served.name) as wire:
        tokens = served.tokens("scribe", record, 2)
        phones = [FaultyPhone(browser, wire, record, token, LINES + 1) for token in tokens]

        def fate() -> Fate:
            with gate:
                return bad_line(chance)

        wire.fate = fate
        terminal = subprocess.Popen(
            [sys.executable, "-m", "cli", "log", record, "--db", served.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert terminal.stdin is not None
        typed = []
        for place in range(8):
            for name, phone in zip("ab", phones, strict=True):
                phone.tap(f"{name}{place}")
            typed.append(f"c{place}")
            terminal.stdin.write(f"n {typed[-1]}\n")
            terminal.stdin.flush()
        terminal.stdin.close()
        assert terminal.wait(60) == 0
        for phone in phones:
            phone.flush()
    stored = notes(served, record)
    told = [*(phone.tapped for phone in phones), typed]
    assert [[text for text in stored if text[0] == name] for name in "abc"] == told
    assert len(stored) == sum(map(len, told))
