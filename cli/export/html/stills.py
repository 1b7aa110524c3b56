"""Pictures that stand still: in an audit, in a report, or as files of their own."""

from collections.abc import Collection
from html import escape

from cli.export.assets import definitions, style, well_formed
from records.errors import Refused
from replay.draw.elements import circle, text
from replay.draw.picture import draw, outline
from replay.finding_words import MARKS
from replay.game import Frame, State
from replay.playout import OFFICIAL
from replay.reel import Played
from replay.scene import PHONE, WIDE, Piece, Scene, Zone


def inline_picture(scene: Scene, words: str, before: Scene | None = None, *, pinned: Collection[str] = ()) -> str:
    """A picture inside a page that has the style and the symbols. What a finding is about is `pinned`."""
    things: list[Zone | Piece] = [*scene.zones, *scene.pieces]
    inner = draw(scene, before)
    for thing in things:
        if thing.id in pinned:
            x, y = thing.box.x + thing.box.w - 2, thing.box.y + 2
            mark = circle(x, y, 9, "bad-dot") + text(x, y + 4.5, MARKS["broken"], "mid b t12 on-changed")
            inner.append(outline(thing, "bad-rim") + mark)
    size = f'viewBox="0 0 {scene.width} {scene.height}"'
    return f'<svg class="scene" {size} role="img" aria-label="{escape(words)}">{"".join(inner)}</svg>'


def whole_picture(scene: Scene, before: Scene | None = None) -> str:
    """A picture as a file that needs nothing else."""
    inner = draw(scene, before)
    size = f'viewBox="0 0 {scene.width} {scene.height}" width="{scene.width}" height="{scene.height}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" {size} role="group" aria-label="{escape(scene.title)}">'
    )
    return well_formed("\n".join([head, f"<style>{style()}</style>", definitions(inner), *inner, "</svg>", ""]))


def picture_of(found: Played, state: State, seat: str | None, *, phone: bool) -> Scene:
    """A state as a picture. Raises `Refused` for a game that has none."""
    draw_scene = found.game.scene
    if draw_scene is None:
        raise Refused(
            f"{found.game.title} has no pictures", where="--svg", mend="leave it out to see the table as text"
        )
    return draw_scene(Frame(state, None, PHONE if phone else WIDE, None if seat == OFFICIAL else seat))
