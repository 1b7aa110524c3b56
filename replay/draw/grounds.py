"""What is drawn on the ground of a zone, under its words: a tile's inner line, waves, the bar of who is on turn."""

from replay.draw.elements import num, path, rect
from replay.scene import Box, Zone

_ROOMY = 70
"""From this size on, a tile has an inner line."""


def dressing(zone: Zone) -> str:
    """What the look of a zone asks for beside its outline."""
    looks, box = zone.look.split(), zone.box
    if "shallow" in looks:
        return _wave(box.x + box.w * 0.22, box.y + box.h * 0.43, box.w) + _wave(
            box.x + box.w * 0.45, box.y + box.h * 0.67, box.w
        )
    if "tile" in looks and min(box.w, box.h) >= _ROOMY:
        return rect(box.inset(4), "tile-in", max(2, zone.corner - 3))
    return _turn_bar(box) if "turn" in looks else ""


def _turn_bar(box: Box) -> str:
    """The bar at the edge of the mat of whoever is on turn: above a high one, at the left of a wide one."""
    if box.h > box.w:
        return rect(Box(box.x + 14, box.y - 1, box.w - 28, 6), "turn-bar", 3)
    return rect(Box(box.x, box.y + 12, 5, box.h - 24), "turn-bar", 2.5)


def _wave(x: float, y: float, room: float) -> str:
    """A short line of water, four waves long."""
    part = min(8.0, room * 0.083)
    half = num(part / 2)
    rise = num(part * 0.62)
    step = num(part)
    return path(f"M{num(x)} {num(y)}q{half} -{rise} {step} 0t{step} 0q{half} -{rise} {step} 0t{step} 0", "wave")
