"""What opens above the viewer: a line to type in, the list of findings, the keys."""

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from records.text import printable

_LEAVE: list[BindingType] = [Binding("escape", "dismiss", "close")]


class AskLine(ModalScreen[str]):
    """Asks for one line at the bottom of the screen."""

    BINDINGS: ClassVar[list[BindingType]] = _LEAVE
    DEFAULT_CSS = """
    AskLine { align: left bottom; background: transparent; }
    AskLine > Vertical { height: 3; background: $surface; }
    AskLine Input, AskLine Input:focus { border: none; height: 1; padding: 0 1; background: $surface; }
    AskLine Label { padding: 0 1; }
    """

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question = question
        self._value = value

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self._question, markup=False)
            yield Input(self._value, select_on_focus=False)

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class KeepNote(ModalScreen[str]):
    """Shows a note before it is added for good: answers `add`, `change`, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *_LEAVE,
        Binding("enter", "dismiss('add')", "add"),
        Binding("e", "dismiss('change')", "change"),
    ]
    DEFAULT_CSS = """
    KeepNote { align: left bottom; background: transparent; }
    KeepNote > VerticalScroll { height: auto; max-height: 60%; background: $surface; padding: 0 1; }
    """

    def __init__(self, seq: int, note: str) -> None:
        super().__init__()
        self._lines = [
            f"✎ {note}",
            "",
            f"Enter adds this note about event {seq}, for good: a note cannot be taken out again.",
            "e changes it first, Esc drops it.",
        ]

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static("\n".join(self._lines), markup=False)


def ask_for_note(app: App[str], seq: int, done: Callable[[str | None], None], text: str = "") -> None:
    """Ask for a note about an event and show it once more; `done` gets it once it is confirmed, or nothing."""

    def typed(answer: str | None) -> None:
        note = (answer or "").strip()
        if not note:
            done(None)
            return

        def decided(answer: str | None) -> None:
            if answer == "change":
                ask_for_note(app, seq, done, note)
            else:
                done(note if answer == "add" else None)

        app.push_screen(KeepNote(seq, printable(note)), decided)

    app.push_screen(AskLine(f"Note about event {seq}", text), typed)


class Choose(ModalScreen[int]):
    """A list to choose from; answers the place of the chosen line."""

    BINDINGS: ClassVar[list[BindingType]] = [*_LEAVE, Binding("f,q", "dismiss", "close", show=False)]
    DEFAULT_CSS = """
    Choose { align: center middle; }
    Choose > Vertical { width: 90%; max-height: 80%; height: auto; border: solid $primary; background: $surface; }
    Choose OptionList, Choose OptionList:focus { height: auto; max-height: 100%; border: none; }
    Choose Label { padding: 0 1; }
    """

    def __init__(self, title: str, lines: list[str], chosen: int = 0) -> None:
        super().__init__()
        self._title = title
        self._lines = lines
        self._chosen = chosen

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self._title, markup=False)
            yield OptionList(*(Option(line) for line in self._lines), markup=False)

    def on_mount(self) -> None:
        """Begin at the line that is nearest to where the viewer stands."""
        self.query_one(OptionList).highlighted = self._chosen

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)


class ReadLines(ModalScreen[None]):
    """Some lines to read."""

    BINDINGS: ClassVar[list[BindingType]] = [*_LEAVE, Binding("question_mark,q,enter", "dismiss", "close", show=False)]
    DEFAULT_CSS = """
    ReadLines { align: center middle; }
    ReadLines > VerticalScroll { width: 72; max-height: 90%; height: auto; border: solid $primary; background: $surface;
        padding: 0 1; }
    """

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static("\n".join(self._lines), markup=False)
