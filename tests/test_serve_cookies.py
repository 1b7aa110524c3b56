"""The cookie slides as its session does: whoever uses a link all day is not out in the middle of a game."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.serve.api import live_calls
from tests.helpers.still_service import API, Guest, Heard, Still
from tests.helpers.tools import dealt

GAME = dealt("sea-or-shore", 3, 1)
MINUTE, HOUR = 60, 3600
LASTS = 12 * HOUR


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as running:
        yield running


class Browser:
    """Keeps its cookie for as long as it was told, and no longer."""

    def __init__(self, still: Still, token: str) -> None:
        self.still = still
        self.cookie, self.until = "", 0
        body = {"token": token, "device": "Ann's phone"}
        self.take(still.ask("POST", f"{API}/join", body=body))

    def take(self, answer: Heard) -> Heard:
        """What an answer sets is kept."""
        told = answer.header("set-cookie")
        if told is not None:
            assert answer.status == 200 and "Max-Age=43200" in told and "HttpOnly" in told
            self.cookie = told.partition("=")[2].partition(";")[0]
            self.until = self.still.now + LASTS * 1_000_000
        return answer

    @property
    def guest(self) -> Guest:
        """Whoever it can prove to be by now."""
        return Guest(self.cookie if self.still.now < self.until else None)

    def get(self, path: str) -> Heard:
        """Ask something."""
        return self.take(self.still.get(path, self.guest))


def test_who_uses_a_link_for_two_days_stays_in(still: Still) -> None:
    record = still.record(GAME.header, GAME.scribe[:4])
    ann = Browser(still, still.token("seat", record, seat="p1"))
    for _ in range(96):
        still.wait(30 * MINUTE)
        assert ann.get(f"/records/{record}/now").status == 200
    still.wait(LASTS)
    assert ann.get(f"/records/{record}/now").status == 401


def test_the_cookie_is_set_again_once_an_hour_and_not_more_often(still: Still) -> None:
    record = still.record(GAME.header, GAME.scribe[:4])
    ann = Browser(still, still.token("seat", record, seat="p1"))
    told = []
    for _ in range(24):
        still.wait(10 * MINUTE)
        told.append(ann.get("/me/asking").header("set-cookie") is not None)
    assert told == ([False] * 5 + [True]) * 4


def test_every_answer_may_set_it_a_page_a_line_and_a_stream(still: Still) -> None:
    record = still.record(GAME.header, GAME.scribe[:4])
    kim = Browser(still, still.token("official", record, name="Kim"))
    asked: tuple[Callable[[], Heard], ...] = (
        lambda: still.ask("GET", f"/t/{record}/replay", kim.guest),
        lambda: still.write(record, kim.guest, {"do": "note", "text": "a lamp fell"}),
        lambda: still.follow(record, kim.guest).heard(),
    )
    for ask in asked:
        still.wait(2 * HOUR)
        before = kim.until
        kim.take(ask())
        assert kim.until > before


def test_a_stream_that_is_open_for_hours_ends_so_that_its_page_comes_back(
    still: Still, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = still.record(GAME.header, GAME.scribe[:4])
    for token, path in (
        (still.token("spectator", record), f"/records/{record}/live"),
        (still.token("desk"), "/desk/live"),
    ):
        monkeypatch.setattr(live_calls, "HEARTBEAT", 0.0)
        monkeypatch.setattr("cli.serve.api.desk_calls.HEARTBEAT", 0.0)
        wall = Browser(still, token)
        stream = still.followed(path, wall.guest)
        still.wait(5 * HOUR)
        assert not stream.is_over()
        still.wait(HOUR)
        still.settle()
        still.settle()
        assert stream.is_over()
        wall.take(still.followed(path, wall.guest).heard())
        assert wall.until == still.now + LASTS * 1_000_000


def test_a_program_that_shows_its_session_is_given_no_cookie(still: Still) -> None:
    record = still.record(GAME.header, GAME.scribe[:4])
    ann = Browser(still, still.token("seat", record, seat="p1"))
    still.wait(2 * HOUR)
    shown = {"authorization": f"Bearer {ann.cookie}"}
    answer = still.ask("GET", f"{API}/me", headers=shown)
    assert (answer.status, answer.header("set-cookie")) == (200, None)


def test_a_late_answer_does_not_bring_back_the_link_that_a_browser_had_before(still: Still) -> None:
    record = still.record(GAME.header, GAME.scribe[:4])
    ann = Browser(still, still.token("spectator", record))
    before = ann.guest
    still.wait(2 * HOUR)
    body = {"token": still.token("seat", record, seat="p1"), "device": "Ann's phone"}
    joined = ann.take(still.ask("POST", f"{API}/join", ann.guest, body=body))
    assert joined.json["role"] == "seat" and ann.guest != before
    late = still.get(f"/records/{record}/now", before)
    assert (late.status, late.header("set-cookie")) == (200, None)


def test_leaving_takes_the_cookie_away_however_old_it_is(still: Still) -> None:
    record = still.record(GAME.header, GAME.scribe[:4])
    ann = Browser(still, still.token("seat", record, seat="p1"))
    still.wait(2 * HOUR)
    left = still.ask("DELETE", f"{API}/me", ann.guest)
    assert [value for name, value in left.headers if name == "set-cookie" and "Max-Age=43200" in value] == []
