"""A full hall in a real browser: the desk with 25 tables and 100 players, while lines are logged at all of them.

python -m tests.benchmarks hall
"""

import tempfile
import time
from pathlib import Path
from typing import Any

from records.salt import salt_of
from replay.deal import deal
from replay.library import game_of
from tests.helpers.browser import Browser
from tests.helpers.hall import Organiser, new_hall
from tests.helpers.organised import sign_table
from tests.helpers.serving import Phone, Serving

PLAYERS = 100
LINES_A_SECOND = 5
BUSY_SECONDS = 20
DRAWN_MAX = 1.0
"""Seconds from the tap on a page of the desk to what it shows."""

NAMES = "name,club\n" + "\n".join(f"Player {number:03},{('Quay', 'Dike', '')[number % 3]}" for number in range(PLAYERS))
VIEWS = {
    "results": "document.querySelectorAll('.tables tbody tr').length >= 25",
    "standings": "document.querySelectorAll('.tables tbody tr').length >= 100",
    "entrants": "document.querySelectorAll('.tables tbody tr').length >= 100",
    "penalties": "document.body.innerText.includes('The ladder of this event')",
    "tables": "document.querySelectorAll('.tables tbody tr').length >= 25",
}


class Measured:
    """One desk in the browser, and the day behind it."""

    def __init__(self, serving: Serving, desk: Phone, page: Browser) -> None:
        self.serving, self.page = serving, page
        self.day = Organiser(serving, desk, new_hall(serving, "Full hall", NAMES))
        page.room(1280, 900, touch=False)
        page.call("Network.setCookie", name="qm", value=desk.cookies["qm"], url=serving.origin)

    def until(self, expression: str, most: float = 30.0) -> float:
        """Wait for something in the page; the seconds it took."""
        begun = time.perf_counter()
        while not self.page.value(expression):
            assert time.perf_counter() - begun < most, f"{expression}: {self.page.text('body')[:800]}"
            time.sleep(0.01)
        return time.perf_counter() - begun

    def drawn(self) -> dict[str, float]:
        """How long each page of the desk takes until it shows everything: the best of three."""
        found: dict[str, float] = {}
        for _ in range(3):
            for name, shown in VIEWS.items():
                self.page.value("location.hash = 'visits'")
                self.until("document.querySelector('#t-main').className === 'view-visits'")
                self.page.value(f"location.hash = '{name}'")
                found[name] = min(found.get(name, 99.0), self.until(shown))
        return found

    def busy(self, games: dict[str, list[Any]]) -> tuple[int, int, float, float]:
        """Lines at all tables while the control room is open: lines, looks, CPU of all, longest wait of a tap."""
        self.page.value("location.hash = 'results'")
        self.until(VIEWS["results"])
        self.page.events.clear()
        begun, cpu, slowest, written = time.perf_counter(), time.process_time(), 0.0, 0
        while time.perf_counter() - begun < BUSY_SECONDS:
            record = list(games)[written % len(games)]
            if games[record]:
                self.serving.store.append(record, [games[record].pop(0)], at=self.serving.clock())
            written += 1
            tapped = time.perf_counter()
            self.page.value("document.querySelectorAll('.tables tbody tr').length")
            slowest = max(slowest, time.perf_counter() - tapped)
            time.sleep(max(0.0, begun + written / LINES_A_SECOND - time.perf_counter()))
        looks = sum("/board" in address for address in self.page.requests)
        return written, looks, time.process_time() - cpu, slowest


def _games(day: Organiser) -> dict[str, list[Any]]:
    """A dealt game for each table, line by line."""
    import msgspec

    found = {}
    for number, row in enumerate(day.tables(1)):
        header = day.serving.store.info(row["record"]).header
        dealt = deal(game_of(header.game), msgspec.to_builtins(header), number)
        found[row["record"]] = [
            {**body, "salt": salt_of(line.to_bytes(16, "big"))} for line, body in enumerate(dealt.full, 1)
        ]
    return found


def main() -> bool:
    """Print the figures; whether the desk stays quick."""
    with tempfile.TemporaryDirectory() as folder, Serving(Path(folder)) as serving, serving.join("desk") as desk:
        page = Browser(Path(folder))
        try:
            page.new_page()
            return _measure(Measured(serving, desk, page))
        finally:
            page.close()


def _measure(one: Measured) -> bool:
    day, store = one.day, one.serving.store
    begun = time.perf_counter()
    day.seat()
    seated = time.perf_counter() - begun
    tables = day.tables(1)
    print(f"{PLAYERS} players, {len(tables)} tables; preview and seating {seated:.2f} s")
    games = _games(day)
    one.page.open(f"{one.serving.origin}/desk")
    one.until("document.querySelectorAll('#t-ways a').length > 5")
    lines, looks, cpu, slowest = one.busy(games)
    print(
        f"{lines} lines in {BUSY_SECONDS} s at all tables, control room open: {looks} looks, {cpu:.1f} s CPU of the"
        f" service, longest wait of the page {1000 * slowest:.0f} ms"
    )
    for record, rest in games.items():
        if rest:
            store.append(record, rest, at=one.serving.clock())
        sign_table(store, record)
    begun = time.perf_counter()
    collected = day.post("/collect")["written"]
    print(f"{collected} lines collected in {time.perf_counter() - begun:.2f} s")
    drawn = one.drawn()
    print("drawn: " + ", ".join(f"{name} {1000 * seconds:.0f} ms" for name, seconds in drawn.items()))
    return max(drawn.values()) <= DRAWN_MAX and slowest <= DRAWN_MAX and 0 < looks <= BUSY_SECONDS


if __name__ == "__main__":
    raise SystemExit(0 if main() else 1)
