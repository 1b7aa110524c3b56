"""A picture of a view in one arrangement: who listens, and what each new line changes in it."""

from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from cli.serve.messages.listener import Listener, ToldFrame
from cli.serve.messages.wire_forms import PictureOut
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

    def frame(self, width: int, kept: dict[Any, Any] | None, *, before: bool = False) -> Frame:
        """The table of now, or before the last step, to be drawn."""


class Board:
    """What the listeners of one arrangement were shown last. Frames are made once, and shared by all of them."""

    def __init__(self, view: DrawnView, arrangement: str, *, form: bool = False) -> None:
        self.view = view
        self.arrangement = arrangement
        self.form = form
        """Whether its listeners are told what may be logged next."""
        self.listeners: set[Listener] = set()
        self.frames: deque[tuple[int, bytes]] = deque(maxlen=FRAMES_KEPT)
        self._begins = view.size
        """The size from which the frames that are kept lead on. Whoever saw less is shown the whole table. A picture
        follows from what its eyes know at a size, so it does not matter who drew it, before or after a restart."""
        self._kept: dict[Any, Any] = {}
        self._scene: Scene | None = None
        self._before: Scene | None = None
        """The scene before the last step: what differs is marked."""
        self._elements: list[str] = []
        self._drawn_at = 0
        self._wholes: dict[tuple[str, str | None], tuple[tuple[int, int], bytes]] = {}

    def picture(self) -> PictureOut | None:
        """The whole picture as it is now."""
        if not self._draw():
            return None
        return self._out(list(self._elements))

    def drawn_on(self) -> tuple[PictureOut | None, list[str]]:
        """How the picture before becomes the one of now, and which things changed in it."""
        before = self._elements if self._is_of(self.view.size - 1) else []
        if not self._draw():
            return None, []
        assert self._scene is not None
        return self._out(spliced(before, self._elements)), sorted(changed_ids(self._scene, self._before))

    def send(self, size: int, data: bytes) -> None:
        """Tell all listeners, and keep it for those who come back."""
        if len(self.frames) == FRAMES_KEPT:
            self._begins = self.frames[0][0]
        self.frames.append((size, data))
        told = ToldFrame(data, size)
        for listener in tuple(self.listeners):
            listener.put(told)

    def frames_after(self, size: int) -> list[bytes] | None:
        """What was sent since a size; None if that is not known any more."""
        if size < self._begins or size > self.view.size:
            return None
        return [data for sent_at, data in self.frames if sent_at > size]

    def whole(self, told: tuple[str, str | None], answers: int, make: Callable[[], bytes]) -> bytes:
        """The frame with the whole table, made once for all listeners who are told the same: to make it for each of two
        hundred would hold up everybody's next line. `answers`: how many earlier lines were answered at this size."""
        made, at = self._wholes.get(told), (self.view.size, answers)
        if made is None or made[0] != at:
            made = self._wholes[told] = at, make()
        return made[1]

    def show_anew(self) -> None:
        """Let every listener be sent the whole table."""
        self.grow_old()
        for listener in tuple(self.listeners):
            listener.show_anew()

    def grow_old(self) -> None:
        """Nobody was told about a change: whoever comes back is shown the whole table."""
        self.frames.clear()
        self._wholes.clear()
        self._begins = self.view.size
        self._drawn_at = 0

    def forget(self) -> None:
        """Draw everything anew the next time, for whoever comes back too: people have other names now."""
        self._kept = {}
        self._scene, self._elements, self._drawn_at = None, [], 0
        self.frames.clear()
        self._wholes.clear()
        self._begins = self.view.size + 1

    def _draw(self) -> bool:
        """Draw the table of now, unless it was; False where there is no picture."""
        width, view = ARRANGEMENTS[self.arrangement], self.view
        scene_of = view.game.scene
        if not width or scene_of is None:
            return False
        if not self._is_of(view.size):
            known = self._is_of(view.size - 1)
            self._before = self._scene if known else scene_of(view.frame(width, self._kept, before=True))
            self._scene = scene_of(view.frame(width, self._kept))
            self._elements = draw(self._scene, self._before)
            self._drawn_at = view.size
        return True

    def _is_of(self, size: int) -> bool:
        """Whether the last picture was made at a size, and one step leads on from there."""
        return self._scene is not None and self._drawn_at == size

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
