"""What opens above the viewer: a line to type in, the list of findings, the keys."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

_LEAVE: list[BindingType] = [Binding("escape", "dismiss", "close")]


class AskLine(ModalScreen[str]):
    """Asks for one line at the bottom of the screen."""

    BINDINGS: ClassVar[list[BindingType]] = _LEAVE
    DEFAULT_CSS = """
    AskLine { align: left bottom; background: transparent; }
    AskLine > Vertical { height: 3; background: $surface; }
    AskLine Input { border: none; height: 1; padding: 0 1; background: $surface; }
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


class Read(ModalScreen[None]):
    """Some lines to read."""

    BINDINGS: ClassVar[list[BindingType]] = [*_LEAVE, Binding("question_mark,q,enter", "dismiss", "close", show=False)]
    DEFAULT_CSS = """
    Read { align: center middle; }
    Read > VerticalScroll { width: 72; max-height: 90%; height: auto; border: solid $primary; background: $surface;
        padding: 0 1; }
    """

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static("\n".join(self._lines), markup=False)
