"""A pane: lines of text that scroll. The board, the moves and the details are each one."""

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

Span = tuple[str, str]
"""Some text and its style, as `("red-5*", "reverse")`."""
PaneLine = Sequence[Span]
LineAt = Callable[[int, int], PaneLine]
"""The line with this number, for a pane of this width."""


class Pane(ScrollView, can_focus=False):
    """Shows lines that are made only when they are seen, so that a long record costs no more than a short one."""

    DEFAULT_CSS = "Pane { scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; }"

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._count = 0
        self._line_at: LineAt = lambda number, width: ()
        self._base: Style | None = None

    @property
    def room(self) -> int:
        """The columns for text. Those of the scroll bar do not count, even while there is none."""
        return self.scrollable_content_region.width

    def show(self, count: int, line_at: LineAt, *, keep: int | None = None, top: int | None = None) -> None:
        """Show this many lines; `keep` is one that must be in sight, `top` one that is to be the first."""
        self._count = count
        self._line_at = line_at
        self._base = None
        # a new virtual size lays out the whole screen again: as long as everything fits, it stays the same
        self.virtual_size = Size(0, max(count, self.size.height))
        if top is not None:
            self.scroll_to(y=max(0, min(top, count - self.size.height)), animate=False, force=True)
        elif keep is not None:
            self._bring_into_sight(keep)
        self.refresh()

    def _bring_into_sight(self, number: int) -> None:
        height = self.size.height
        if not height:
            return
        top = round(self.scroll_y)
        margin = min(3, (height - 1) // 2)
        if number < top + margin or number >= top + height - margin:
            self.scroll_to(y=max(0, min(number - height // 2, self._count - height)), animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        """One line on the screen."""
        number = y + round(self.scroll_offset.y)
        width = self.room
        if self._base is None:
            self._base = self.rich_style  # costly to ask for every line
        base = self._base
        if not 0 <= number < self._count:
            return Strip.blank(width, base)
        pieces = self._line_at(number, width)
        segments = [Segment(text, base + Style.parse(style) if style else base) for text, style in pieces if text]
        return Strip(segments).adjust_cell_length(width, base)
