"""The replay viewer, through the pilot of Textual."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from cli.machine.target import load
from cli.terminal.viewer.app import Viewer
from cli.terminal.viewer.cursor import Cursor
from cli.terminal.viewer.first_frame import painted
from cli.terminal.viewer.key_bindings import KEYS
from cli.terminal.viewer.lines import board_line, details, hands_at, move_lines
from cli.terminal.viewer.pace import Pace
from cli.terminal.viewer.pane import Pane
from cli.terminal.viewer.replay_screen import JudgingDone, ReplayScreen
from replay.reel import Eyes, played
from tests.helpers.shell import Shell
from tests.helpers.tools import FIXTURES

pytestmark = pytest.mark.slow

STORY = FIXTURES / "sea-or-shore" / "pass-nobody-noticed.jsonl"
HURRY = FIXTURES / "sea-or-shore" / "hurried-table.jsonl"


def cursor_of(path: Path, seq: int | None = None, eyes: Eyes | None = None) -> Cursor:
    """A cursor on a record, with its findings ready."""
    with load(str(path), None) as loaded:
        cursor = Cursor(played(loaded.record), "game", eyes or Eyes(), seq)
    cursor.judge()
    return cursor


def watched(
    cursor: Cursor, story: Callable[[Any, ReplayScreen], Awaitable[None]], size: tuple[int, int] = (100, 30)
) -> Any:
    """Open the viewer, let the story press keys, and return what the viewer left behind."""

    async def run() -> Any:
        viewer = Viewer(cursor, "a title")
        async with viewer.run_test(size=size) as pilot:
            await pilot.pause()
            screen = viewer.screen
            assert isinstance(screen, ReplayScreen)
            await story(pilot, screen)
        return viewer.return_value

    return asyncio.run(run())


def text_of(screen: ReplayScreen, name: str) -> str:
    """What a pane shows now."""
    pane = screen.query_one(f"#{name}", Pane)
    return "\n".join(pane.render_line(y).text.rstrip() for y in range(pane.size.height))


# --- keys


def test_every_key_of_the_table_moves_as_it_says() -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        seen = []
        for keys in ("right", "l", "left", "space", "end", "home", "G", "g", "down", "j", "up", "k"):
            await pilot.press(keys)
            seen.append(screen.cursor.seq)
        assert seen == [2, 3, 2, 3, 175, 1, 175, 1, 2, 3, 2, 1]
        await pilot.press("right_square_bracket")
        after_round = screen.cursor.seq
        assert "round 2 of 2" in text_of(screen, "board")
        await pilot.press("left")
        assert "round 1 of 2" in text_of(screen, "board")
        await pilot.press("right_square_bracket", "left_square_bracket")
        assert 1 < after_round < 175
        assert screen.cursor.seq == 1

    watched(cursor_of(STORY), story)


@pytest.mark.slow
def test_a_number_a_colon_and_a_wrong_number_go_to_an_event() -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        await pilot.press("5", "7", "enter")
        assert screen.cursor.seq == 57
        await pilot.press("colon", "1", "2", "enter")
        assert screen.cursor.seq == 12
        await pilot.press("colon", "9", "9", "9", "9", "enter")
        assert screen.cursor.seq == 175
        await pilot.press("colon", "x", "enter")
        assert "not the number" in text_of(screen, "foot")
        await pilot.press("colon", "escape")
        assert screen.cursor.seq == 175

    watched(cursor_of(STORY), story)


@pytest.mark.slow
def test_n_goes_from_finding_to_finding_and_the_list_jumps_to_one() -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        await pilot.press("n", "n")
        assert screen.cursor.seq == 25
        assert "SS-LAY-1 broken" in text_of(screen, "details")
        assert "Going clockwise" in text_of(screen, "details")
        await pilot.press("N")
        assert screen.cursor.seq == 2
        await pilot.press("N")
        assert "no earlier finding" in text_of(screen, "foot")
        await pilot.press("f", "down", "down", "down", "enter")
        assert screen.cursor.seq in (25, 26)
        await pilot.press("f", "escape", "question_mark", "escape")
        assert isinstance(screen.app.screen, ReplayScreen)

    watched(cursor_of(HURRY), story)


@pytest.mark.slow
def test_a_search_finds_words_cards_seats_and_rules_and_typing_is_not_navigation() -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        await pilot.press("slash", *"green-9", "enter")
        first = screen.cursor.seq
        assert "green 9" in text_of(screen, "details")
        assert "events match" in text_of(screen, "foot")
        await pilot.press("n")
        assert screen.cursor.seq > first
        await pilot.press("slash", *["end"], *"ss-pass-3", "enter")
        assert screen.cursor.searched == "green-9ss-pass-3"
        assert not screen.cursor.matches
        await pilot.press("escape", "slash", *"ss-pass-3", "enter")
        assert screen.cursor.seq == 2
        await pilot.press("escape")
        assert screen.cursor.searched == ""

    watched(cursor_of(STORY), story)


def test_looking_as_a_seat_hides_what_it_did_not_know_and_stays_at_the_event() -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        assert "b12" in text_of(screen, "board")
        await pilot.press("H")
        assert "b12" not in text_of(screen, "board")
        assert "as known then" in text_of(screen, "heading")
        await pilot.press("v")
        assert "as table" in text_of(screen, "heading")
        await pilot.press("v")
        assert "as p1" in text_of(screen, "heading")
        await pilot.press("V")
        assert "as official" in text_of(screen, "heading")
        assert screen.cursor.seq == 2

    watched(cursor_of(STORY, 2), story)


def test_the_timelines_change_places_and_what_was_corrected_is_marked() -> None:
    cursor = cursor_of(HURRY)
    corrected = next(seq for seq, by in cursor.corrected.items() if by is not None)

    async def story(pilot: Any, screen: ReplayScreen) -> None:
        assert "~ corrected by event" in text_of(screen, "details")
        before = text_of(screen, "board")
        await pilot.press("c")
        assert "recorded" in text_of(screen, "heading")
        assert screen.cursor.seq == corrected
        assert text_of(screen, "board") != before

    cursor.go_to(corrected)
    watched(cursor, story)


def test_what_changed_is_marked_with_a_sign_and_can_be_left_out() -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        assert "b3*" in text_of(screen, "board")  # the card that came, not the last one of the hand
        assert "r10*" not in text_of(screen, "board")
        assert "* Ann's hand: red 11 gone, blue 3 new" in text_of(screen, "details")
        await pilot.press("d")
        assert "*" not in text_of(screen, "board")
        assert "hands.p1" not in text_of(screen, "details")

    watched(cursor_of(STORY, 2), story)
    assert ("9*", "reverse") in board_line("p2 Bob   9*     0", {"p": "purple"}, ("p1", "p2"))


@pytest.mark.slow
def test_autoplay_goes_on_by_itself_and_stops() -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        await pilot.press("plus", "plus", "plus", "p")
        assert "▶ 8×" in text_of(screen, "heading")
        while screen.cursor.seq < 3:
            await pilot.pause(0.02)
        await pilot.press("space")
        stopped = screen.cursor.seq
        await pilot.pause(0.3)
        assert screen.cursor.seq == stopped
        await pilot.press("i", "minus")
        assert "real time" in text_of(screen, "foot")
        await pilot.press("end", "p", "p")
        assert screen.cursor.seq == 1

    watched(cursor_of(STORY), story)


def test_the_pace_follows_the_clock_of_the_table_but_sits_out_no_break() -> None:
    pace = Pace()
    assert pace.seconds("2026-01-01T10:00:00Z", "2026-01-01T10:00:03Z") == 1
    pace.real_time = True
    assert pace.seconds("2026-01-01T10:00:00Z", "2026-01-01T10:00:03Z") == 3
    assert pace.seconds("2026-01-01T10:00:00Z", "2026-01-01T11:00:00Z") == 5
    assert pace.seconds(None, None) == 1
    for _ in range(9):
        pace.change(1)
    assert pace.words() == "8× real time"
    for _ in range(9):
        pace.change(-1)
    assert pace.speed == 0.25


def test_leaving_gives_the_reference_and_y_shows_it() -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        await pilot.press("end", "y")
        assert "game@175" in text_of(screen, "foot")
        await pilot.press("a")
        assert "qm import" in text_of(screen, "foot")
        await pilot.press("q")

    assert watched(cursor_of(STORY), story) == "game@175"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40), (30, 10)])
def test_at_every_size_board_moves_and_details_are_visible(size: tuple[int, int]) -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        assert ("p1 Ann" if size[0] >= 80 else "b3*") in text_of(screen, "board")  # what changed is visible
        assert "▶✗" in text_of(screen, "moves")
        assert "event 2 of" in text_of(screen, "details")
        await pilot.press("pagedown", "pageup", "greater_than_sign", "less_than_sign")
        await pilot.click("#moves", offset=(5, 0))
        assert text_of(screen, "moves").startswith("▶") or screen.cursor.seq == 2

    watched(cursor_of(STORY, 2), story, size)


def test_a_record_without_events_and_one_that_would_steer_the_terminal_are_shown(qm: Shell) -> None:
    header = STORY.read_text().splitlines()[0].replace('"Ann"', '"A\\u001b[31mnn"')
    empty = qm.write("empty.jsonl", header + "\n")
    note = qm.write("note.jsonl", f'{header}\n{{"do":"setup"}}\n{{"do":"note","text":"\\u001b[2Jgone"}}\n')

    async def story(pilot: Any, screen: ReplayScreen) -> None:
        await pilot.press("right", "end", "down", "n", "f", "v", "p", "p", "c")
        whole = "".join(text_of(screen, name) for name in ("board", "moves", "details"))
        assert "\x1b" not in whole

    watched(cursor_of(empty), story)
    watched(cursor_of(note), story)
    assert details(cursor_of(empty), 40, marked=True) == [[("No event was logged yet.", "")]]


def test_no_mark_relies_on_colour_alone() -> None:
    cursor = cursor_of(HURRY, 25)
    rows = move_lines(cursor, 40, 12)
    broken = next(row.line for row in rows if row.place == 24)
    plain = next(row.line for row in rows if row.place == 22)
    assert "".join(text for text, _ in broken)[:2] == "▶✗"
    assert "".join(text for text, _ in plain)[:2] == "  "


@pytest.mark.parametrize("height", [1, 4, 9, 200])
@pytest.mark.parametrize("place", [0, 24, 153])
def test_sentences_wrap_in_the_list_of_moves(place: int, height: int) -> None:
    """No word is cut off, and the present step is always in sight."""
    cursor = cursor_of(HURRY, place + 1)
    rows = move_lines(cursor, 30, height)
    told = [row for row in rows if row.place == cursor.place]
    words = " ".join(text.strip() for row in told for text, _ in row.line if text.strip())
    assert cursor.reel.text(cursor.place) in " ".join(words.split())
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert len(rows) >= min(height, len(cursor.reel))


@pytest.mark.parametrize(
    "story",
    [
        "gold-island/borrowed-box",
        "loot-island/left-to-stand",
        "lost-island/hurried-table",
        "sea-or-shore/hurried-table",
    ],
)
def test_the_players_rows_are_found_on_every_board(story: str) -> None:
    cursor = cursor_of(FIXTURES / f"{story}.jsonl", 20)
    seats = cursor.found.table.seats
    for width in (48, 80, 120):
        lines = cursor.reel.board(cursor.place, width)
        start = hands_at(lines, seats)
        assert start > 1 or width > 80, "only on a wide screen may they stand beside the board"
        assert all(any(seat in line for line in lines[start:]) for seat in seats)


def test_every_key_is_documented_once(qm: Shell) -> None:
    shown = qm("help", "replay").out
    keys = [key for entry in KEYS for key in entry.keys.split(",")]
    assert len(keys) == len(set(keys))
    for key in KEYS:
        assert key.text in shown


def test_what_is_said_stays_until_the_next_key_even_when_the_rules_answer() -> None:
    async def story(pilot: Any, screen: ReplayScreen) -> None:
        await pilot.press("y")
        screen.post_message(JudgingDone())
        await pilot.pause()
        assert "game@5" in text_of(screen, "foot")
        await pilot.press("l")
        assert "game@" not in text_of(screen, "foot")

    watched(cursor_of(STORY, 5), story)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(100, 40), (80, 24), (140, 30)])
def test_no_word_is_cut_where_a_pane_scrolls(size: tuple[int, int]) -> None:
    story_of = FIXTURES / "gold-island" / "second-four.jsonl"

    async def story(pilot: Any, screen: ReplayScreen) -> None:
        pane = screen.query_one("#details", Pane)
        while not screen.cursor.judged:  # the findings come last, and with them the need to scroll
            await pilot.pause(0.05)
        await pilot.pause()
        assert pane.show_vertical_scrollbar
        assert pane.room < pane.size.width
        wanted = " ".join(text for line in details(screen.cursor, 500, marked=False) for text, _ in line).split()
        seen: list[str] = []
        for top in range(pane.virtual_size.height):
            pane.scroll_to(y=top, animate=False, force=True)
            await pilot.pause()
            seen += " ".join(pane.render_line(y).text[: pane.room] for y in range(pane.size.height)).split()
        assert set(wanted) <= set(seen)

    with load(str(story_of), None) as loaded:
        watched(Cursor(played(loaded.record), "game", Eyes(), 60), story, size)


@pytest.mark.parametrize("columns", [80, 100, 140])
def test_the_table_is_painted_first_where_the_viewer_puts_it(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "30")
    cursor = cursor_of(FIXTURES / "gold-island" / "second-four.jsonl", 3)
    with painted(cursor, "a title"):
        early = capsys.readouterr().out.split("\r\n")[1:]

    async def story(pilot: Any, screen: ReplayScreen) -> None:
        shown = text_of(screen, "board").splitlines()
        assert [line.strip() for line in early[: len(shown)]] == [line.strip() for line in shown]

    watched(cursor, story, (columns, 30))
