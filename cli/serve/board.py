"""A picture of a view in one arrangement: who listens, and what each new line changes in it."""

from collections import deque
from typing import Any, Protocol

from cli.serve.listener import Listener
from cli.serve.wire_forms import PictureOut
from replay.draw.picture import draw
from replay.game import Frame, Game
from replay.scene import PHONE, WIDE, Scene, changed_ids

ARRANGEMENTS = {"wide": WIDE, "phone": PHONE, "none": 0}
"""The width for which each arrangement is drawn; `none` is for those who only read."""
FRAMES_KEPT = 200
"""How many frames are kept for those who come back after a lost connection."""


class DrawnView(Protocol):
    """What a board asks of its view."""

    game: Game

    @property
    def size(self) -> int:
        """How many lines these eyes may know."""

    def frame(self, width: int, kept: dict[Any, Any] | None) -> Frame:
        """The table of now, to be drawn."""


class Board:
    """What the listeners of one arrangement were shown last. Frames are made once, and shared by all of them."""

    def __init__(self, view: DrawnView, arrangement: str, *, form: bool = False) -> None:
        self.view = view
        self.arrangement = arrangement
        self.form = form
        """Whether its listeners are told what may be logged next."""
        self.listeners: set[Listener] = set()
        self.frames: deque[tuple[int, bytes]] = deque(maxlen=FRAMES_KEPT)
        self._begins = view.size + 1
        """The size from which the frames that are kept lead on. Whoever saw less is shown the whole table; so is
        whoever saw this size before it was drawn here (before a restart, or with other names)."""
        self._kept: dict[Any, Any] = {}
        self._scene: Scene | None = None
        self._elements: list[str] = []
        self._drawn_at = 0

    def picture(self) -> PictureOut | None:
        """The whole picture as it is now."""
        if not self._draw():
            return None
        return self._out(list(self._elements))

    def drawn_on(self) -> tuple[PictureOut | None, list[str]]:
        """How the picture before becomes the one of now, and which things changed in it."""
        before, old = self._elements, self._scene
        if not self._draw():
            return None, []
        assert self._scene is not None
        moved = sorted(changed_ids(self._scene, old)) if old is not None else []
        return self._out(spliced(before, self._elements)), moved

    def send(self, size: int, data: bytes) -> None:
        """Tell all listeners, and keep it for those who come back."""
        if len(self.frames) == FRAMES_KEPT:
            self._begins = self.frames[0][0]
        self.frames.append((size, data))
        for listener in tuple(self.listeners):
            listener.tell(data)

    def frames_after(self, size: int) -> list[bytes] | None:
        """What was sent since a size; None if that is not known any more."""
        if size < self._begins or size > self.view.size:
            return None
        return [data for sent_at, data in self.frames if sent_at > size]

    def show_anew(self) -> None:
        """Let every listener be sent the whole table."""
        self.grow_old()
        for listener in tuple(self.listeners):
            listener.show_anew()

    def grow_old(self) -> None:
        """Nobody was told of a change: whoever comes back is shown the whole table."""
        self.frames.clear()
        self._begins = self.view.size + 1

    def forget(self) -> None:
        """Draw everything anew the next time."""
        self._kept = {}
        self._scene, self._elements, self._drawn_at = None, [], 0

    def _draw(self) -> bool:
        """Draw the table of now, unless it was; False where there is no picture."""
        width = ARRANGEMENTS[self.arrangement]
        view = self.view
        if not width or view.game.scene is None:
            return False
        if self._drawn_at != view.size or self._scene is None:
            scene = view.game.scene(view.frame(width, self._kept))
            self._elements = draw(scene, self._scene)
            self._scene, self._drawn_at = scene, view.size
        return True

    def _out(self, parts: list[str | tuple[int, int]] | list[str]) -> PictureOut:
        assert self._scene is not None
        return PictureOut(self._scene.width, self._scene.height, self._scene.title, list(parts))


def spliced(before: list[str], after: list[str]) -> list[str | tuple[int, int]]:
    """A list as runs of an earlier one, (from, count), and what is new between them."""
    places = {element: place for place, element in enumerate(before)}
    found: list[str | tuple[int, int]] = []
    for element in after:
        place = places.get(element)
        if place is None:
            found.append(element)
            continue
        last = found[-1] if found else None
        if isinstance(last, tuple) and last[0] + last[1] == place:
            found[-1] = (last[0], last[1] + 1)
        else:
            found.append((place, 1))
    return found
