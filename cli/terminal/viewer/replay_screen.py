"""The viewer's screen: it turns keys into moves of the cursor and shows what the cursor sees."""

from collections.abc import Callable
from threading import Thread
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from cli.terminal.viewer import key_bindings as keys
from cli.terminal.viewer.cursor import Cursor
from cli.terminal.viewer.first_frame import WIDE
from cli.terminal.viewer.layout import LAYOUT
from cli.terminal.viewer.lines import MoveRow, board_line, changed_lines, details, hands_at, move_lines
from cli.terminal.viewer.pace import Pace
from cli.terminal.viewer.pane import Pane, PaneLine
from records.errors import QuartermasterError
from records.text import printable
from replay.finding_words import short_words
from replay.playout import OFFICIAL
from replay.reel import Eyes, Played

AddNote = Callable[[int, str], Played]
"""Appends a note about an event and gives the record as it is then."""

_STRIP = 9
"""Where they are below it, they get at least this many lines."""
_BREATH = 0.06
"""Seconds that a frame gets before the rules are asked."""
_REST = 0.3
"""Seconds with the same eyes before the rules are asked: leafing through the views is not held up."""


class JudgingDone(Message):
    """The findings for some eyes are known now, or a mistake of ours prevented it."""

    def __init__(self, mistake: BaseException | None = None) -> None:
        super().__init__()
        self.mistake = mistake


class ReplayScreen(Screen[str]):
    """Heading, table, moves, details, and a line of keys."""

    # navigation must win over whatever has the focus, so all of it has priority on this screen, and only here
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.keys, key.action, key.text, priority=True) for key in keys.KEYS
    ]
    DEFAULT_CSS = LAYOUT

    def __init__(self, cursor: Cursor, title: str, add_note: AddNote | None) -> None:
        super().__init__()
        self.cursor = cursor
        self.pace = Pace()
        self._moves: list[MoveRow] = []
        self._title = title
        self._add_note = add_note
        self._marked = True
        self._whole = ""
        self._tallest = 0
        self._said = ""
        self._timer: Timer | None = None
        self._asking: Timer | None = None

    def compose(self) -> ComposeResult:
        """The five parts of the screen."""
        yield Pane("heading")
        with Container(id="body"):
            yield Pane("board")
            with Container(id="side"):
                yield Pane("moves")
                yield Pane("details")
        yield Pane("foot")

    # --- showing

    def on_resize(self, event: events.Resize) -> None:
        """Lay the parts out for the size of the terminal."""
        self.set_class(event.size.width >= WIDE, "wide")
        self._tallest = 0
        self.call_after_refresh(self._draw)

    def on_mount(self) -> None:
        """Show the record at once; ask the rules after that."""
        self.judge_soon(_BREATH)

    def judge_soon(self, seconds: float = _REST) -> None:
        """Ask the rules once the frame is on the screen and stays there."""
        if self._asking is not None:
            self._asking.stop()
        self._asking = self.set_timer(seconds, self.judge)

    def judge(self) -> None:
        """Ask the rules in a thread of its own, without holding up the keys or the end of the program."""
        Thread(target=self._judge, args=(self.cursor, self.cursor.eyes), daemon=True).start()

    def _judge(self, cursor: Cursor, eyes: Eyes) -> None:
        import gc

        import cli.terminal.viewer.dialogs  # noqa: F401  # loaded now, so that the first dialog opens at once

        if not cursor.has_judged(eyes):
            try:
                cursor.judge(eyes)
            except BaseException as mistake:  # reported in the first thread, where the command line can hear it
                self.post_message(JudgingDone(mistake))
            else:
                self.post_message(JudgingDone())
        gc.freeze()  # what is loaded by now stays to the end; looking through it would hold up a key by 50 ms
        gc.enable()

    def on_judging_done(self, message: "JudgingDone") -> None:
        """The rules have answered."""
        if message.mistake is not None:
            raise message.mistake
        self._draw()

    def show(self) -> None:
        """Bring every part up to date after a key: what was said before it is gone."""
        self._said = ""
        self._draw()

    def _draw(self) -> None:
        self._show_bar("heading", self._heading())
        self._show_board()
        moves, cursor = self.query_one("#moves", Pane), self.cursor
        self._moves = move_lines(cursor, moves.room, moves.size.height)
        shown = self._moves
        moves.show(len(shown), lambda number, width: shown[number].line, top=0)
        pane = self.query_one("#details", Pane)
        lines = details(cursor, pane.room, marked=self._marked)
        pane.show(len(lines), lambda number, width: lines[number], keep=0)
        self._show_bar("foot", self._said or self._hint())

    def _show_board(self) -> None:
        pane = self.query_one("#board", Pane)
        width = pane.room or self.size.width
        lines = self.cursor.reel.board(self.cursor.place, width, marked=self._marked)
        self._tallest = max(self._tallest, len(lines))
        if not self.has_class("wide") and not self._whole:
            height = max(3, min(self._tallest, self.size.height - 2 - _STRIP))
            if pane.styles.height is None or pane.styles.height.value != height:
                pane.styles.height = height
        elif pane.styles.inline.has_rule("height"):
            pane.styles.inline.clear_rule("height")
            pane.refresh(layout=True)
        found = self.cursor.found
        shown: list[PaneLine] = [board_line(line, found.game.colour_letters, found.table.seats) for line in lines]
        plain = self.cursor.reel.board(self.cursor.place, width, marked=False)
        changed = changed_lines(lines, plain)
        top = {"board": 0, "hands": hands_at(lines, found.table.seats)}.get(self._whole)
        pane.show(len(shown), lambda number, width: shown[number], keep=changed[0] if changed else None, top=top)

    def _show_bar(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Pane).show(1, lambda number, width: [(f" {text}", "")])

    def _heading(self) -> str:
        playing = f" · ▶ {self.pace.words()}" if self._timer is not None else ""
        search = f" · /{self.cursor.searched}" if self.cursor.searched else ""
        return f"{self._title} · {self.cursor.eyes.words()}{search}{playing}"

    def _hint(self) -> str:
        return keys.HINT if self.size.width > len(keys.HINT) + 1 else keys.SHORT_HINT

    def say(self, text: str) -> None:
        """A few words in the bottom line, until the next key."""
        self._said = printable(text)
        self._draw()

    # --- moving

    def action_step(self, way: int) -> None:
        self.cursor.go(self.cursor.place + way)
        self.show()

    def action_turn(self, way: int) -> None:
        self.cursor.along(self.cursor.reel.turns, way)
        self.show()

    def action_round(self, way: int) -> None:
        self.cursor.along(self.cursor.reel.rounds, way)
        self.show()

    def action_first(self) -> None:
        self.cursor.go(0)
        self.show()

    def action_last(self) -> None:
        self.cursor.go(self.cursor.last)
        self.show()

    def action_find(self, way: int) -> None:
        what = f"match for {self.cursor.searched!r}" if self.cursor.searched else "finding"
        if self.cursor.find(way):
            self.show()
        elif not self.cursor.searched and not self.cursor.judged:
            self.say("the rules are still being asked")
        else:
            self.say(f"no {'further' if way > 0 else 'earlier'} {what}")

    def action_go_to(self, digits: str) -> None:
        from cli.terminal.viewer.dialogs import AskLine

        self.app.push_screen(AskLine(f"Go to event (0 to {self.cursor.found.record.size - 1})", digits), self._go_to)

    def _go_to(self, answer: str | None) -> None:
        if answer and answer.strip().isascii() and answer.strip().isdigit():
            self.cursor.go_to(int(answer.strip()[:9]))
            self.show()
        elif answer:
            self.say(f"{answer!r} is not the number of an event")

    def on_key(self, event: events.Key) -> None:
        """A digit begins the number of an event."""
        if event.character is not None and event.character.isascii() and event.character.isdigit():
            event.stop()
            self.action_go_to(event.character)

    def action_search(self) -> None:
        from cli.terminal.viewer.dialogs import AskLine

        self.app.push_screen(AskLine("Search words, cards, seats, rules", self.cursor.searched), self._search)

    def _search(self, answer: str | None) -> None:
        if answer is None:
            return
        count = self.cursor.search(answer.strip())
        if self.cursor.searched and self.cursor.place not in self.cursor.matches:
            _ = self.cursor.find(1) or self.cursor.find(-1)
        self.say(f"{count} events match; n and N go from one to the next, Esc ends the search" if answer else "")

    def action_findings(self) -> None:
        from cli.terminal.viewer.dialogs import Choose

        found = self.cursor.all_findings()
        if not found:
            self.say("no findings" if self.cursor.judged else "the rules are still being asked")
            return
        lines = [f"{finding['seq']:>5}  {short_words(finding)}" for finding in found]
        places = [self.cursor.reel.place(finding["seq"]) for finding in found]
        near = next((index for index, place in enumerate(places) if place >= self.cursor.place), len(found) - 1)

        def jump(index: int | None) -> None:
            if index is not None:
                self.cursor.go(places[index])
                self.show()

        title = f"{len(found)} findings; Enter goes to one, Esc closes"
        self.app.push_screen(Choose(title, [printable(line) for line in lines], near), jump)

    # --- playing

    def action_space(self) -> None:
        if self._timer is not None:
            self._halt()
        else:
            self.cursor.go(self.cursor.place + 1)
        self.show()

    def action_play(self) -> None:
        if self._timer is not None:
            self._halt()
        else:
            if self.cursor.place == self.cursor.last:
                self.cursor.go(0)
            self._wait()
        self.show()

    def action_speed(self, way: int) -> None:
        self.pace.change(way)
        if self._timer is not None:
            self._halt()
            self._wait()
        self.say(f"speed {self.pace.words()}")

    def action_real_time(self) -> None:
        self.pace.real_time = not self.pace.real_time
        self.say(f"autoplay {self.pace.words()}")

    def _wait(self) -> None:
        reel, place = self.cursor.reel, self.cursor.place
        following = reel.event(place + 1) if place < self.cursor.last else {}
        seconds = self.pace.seconds(reel.event(place).get("at") if len(reel) else None, following.get("at"))
        self._timer = self.set_timer(seconds, self._tick)

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        self.cursor.go(self.cursor.place + 1)
        self._timer = None
        if self.cursor.place < self.cursor.last:
            self._wait()
        self.show()

    # --- looking

    def action_view(self) -> None:
        self._look(viewer=self.cursor.next_viewer())

    def action_official(self) -> None:
        self._look(viewer=OFFICIAL)

    def action_hindsight(self) -> None:
        self._look(hindsight=not self.cursor.eyes.hindsight)

    def action_timeline(self) -> None:
        self._look(timeline="recorded" if self.cursor.eyes.timeline == "effective" else "effective")

    def _look(self, **change: Any) -> None:
        self.cursor.look_as(self.cursor.eyes._replace(**change))
        self.show()
        self.judge_soon()

    def action_whole(self, part: str) -> None:
        """The table alone, from its top or from the hands on; the same key again shows everything."""
        self._whole = "" if self._whole == part else part
        self.set_class(bool(self._whole), "whole")
        self._tallest = 0
        self.call_after_refresh(self._draw)

    def action_marks(self) -> None:
        self._marked = not self._marked
        self.show()

    def action_scroll(self, name: str, way: int) -> None:
        pane = self.query_one(f"#{name}", Pane)
        pane.scroll_relative(y=way * max(1, pane.size.height - 2), animate=False, force=True)

    # --- the rest

    def action_note(self) -> None:
        from cli.terminal.viewer.dialogs import ask_for_note

        if self._add_note is None:
            self.say("a file is only read: `qm import` takes it into the store, where notes can be added")
            return
        self._halt()  # autoplay would lead away from the event that the note is about
        self.show()
        ask_for_note(self.app, self.cursor.seq, self._note)

    def _note(self, text: str | None) -> None:
        if text is None:
            self.say("nothing was noted")
            return
        assert self._add_note is not None
        seq, name, eyes = self.cursor.seq, self.cursor.name, self.cursor.eyes
        try:
            found = self._add_note(seq, text)
        except QuartermasterError as error:
            self.say(f"not noted: {error}")
            return
        self.cursor = Cursor(found, name, eyes, seq)
        self.say(f"noted about event {seq}")
        self.judge_soon()

    def action_share(self) -> None:
        self.app.copy_to_clipboard(self.cursor.reference)
        self.say(f"{self.cursor.reference}  (copied, where the terminal allows it)")

    def action_keys(self) -> None:
        from cli.terminal.viewer.dialogs import ReadLines

        self.app.push_screen(ReadLines(keys.lines()))

    def action_stop(self) -> None:
        self._halt()
        self.cursor.search("")
        self.show()

    def action_leave(self) -> None:
        self.app.exit(self.cursor.reference)

    def on_click(self, event: events.Click) -> None:
        """A click on a move goes there."""
        moves = self.query_one("#moves", Pane)
        if event.widget is moves:
            row = event.y + round(moves.scroll_offset.y)
            if row < len(self._moves):
                self.cursor.go(self._moves[row].place)
                self.show()
