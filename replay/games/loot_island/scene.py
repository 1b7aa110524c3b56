"""The table as a picture: the island with ship, landings and decks; then mats, and what is face up to be taken."""

from replay.action import UNKNOWN
from replay.game import Frame
from replay.games.loot_island.plan import explored_coasts
from replay.games.loot_island.scene_board import ground, middle
from replay.games.loot_island.scene_landings import landings
from replay.games.loot_island.scene_layout import ON_PHONE, ON_WIDE, Layout
from replay.games.loot_island.scene_mats import acting, mat, mat_box, order
from replay.games.loot_island.scene_shelf import KEY_HEIGHT, key, shelves
from replay.games.loot_island.state import State
from replay.games.loot_island.words import the_coasts, who
from replay.lettering import turn_words
from replay.scene import NARROW, Box, Scene, SceneGroup
from replay.scene_parts import Room, again, whole

TITLE = "Loot Island"
ROUNDS = 5


def scene(frame: Frame) -> Scene:
    """The table as the viewer sees it, for a wide screen or a phone."""
    state: State = frame.state
    layout = ON_PHONE if frame.width < NARROW else ON_WIDE
    viewer = frame.viewer if frame.viewer in state.table.seats else None
    beside, bottom = _beside(state, layout, viewer, frame.kept)
    status = _status(state, layout)
    words = (TITLE, status, turn_words(TITLE, status, layout.width, *_turn(state)))
    island = landings(state, layout, viewer, frame.kept), middle(state, layout, viewer, frame.kept)
    under = again(frame.kept, (layout.width, "ground", state.corner), lambda: ground(state, layout))
    return whole((layout.width, round(bottom)), words, (*island, *beside), under, sign="#")


def _beside(state: State, layout: Layout, viewer: str | None, room: Room) -> tuple[list[SceneGroup], float]:
    """Mats and shelves, and where they end: on a phone the shelves come first, so that they are seen."""
    top = layout.mats.y
    made: list[SceneGroup] = []
    if layout.narrow:
        lying, top = shelves(state, layout, top, room)
        made.append(lying)
    actors = order(state, viewer)
    gap = 8 if len(actors) > 4 else layout.gap
    for actor in actors:
        box = mat_box(state, layout, actor, top, room, own=actor == viewer)
        made.append(mat(state, layout, actor, box, room, viewer=viewer))
        top += box.h + gap
    if layout.narrow:
        return made, top
    lying, low = shelves(state, layout, top, room)
    made.append(lying)
    foot = layout.mats.y + layout.mats.h
    if foot - low >= KEY_HEIGHT:
        at = Box(layout.mats.x, foot - KEY_HEIGHT, layout.mats.w, KEY_HEIGHT)
        made.append(again(room, (layout.width, "key", at), lambda: [key(at)]))
    else:
        made.append(())
    return made, max(foot, low - layout.gap) + 16


# --- the top line


def _status(state: State, layout: Layout) -> str:
    """How far the game is."""
    if not state.round:
        return "set up"
    words = {"healer": "choosing healers", "over": "the game is over", "final": "final exploration"}.get(
        state.phase, ""
    )
    if not words:
        where = the_coasts(explored_coasts(state))
        words = where.removeprefix("the ") if layout.narrow else f"exploring {where}"
    return f"round {state.round} of {ROUNDS} · {words}"


def _turn(state: State) -> tuple[str, str]:
    """Who is to do what: the name, which may be cut, and the rest."""
    actor = acting(state)
    match state.phase:
        case "ready":
            return "", "the next event"
        case "preparation":
            return "", "hands are refilled"
        case "actions":
            return (who(state.table, actor), " to act") if actor else ("", "all have passed")
        case "loot" | "final":
            return (who(state.table, actor), " takes a treasure") if actor else ("", _loot_next(state))
        case "healer":
            return (who(state.table, actor), " picks a healer") if actor else ("", "healers are laid out")
        case _:
            return _won(state)


def _loot_next(state: State) -> str:
    queue = state.loot.queue if state.loot is not None else ()
    if queue:
        return f"loot at {queue[0][0]}"
    return "the healers come next" if state.phase == "final" else "the coast is cleaned up"


def _won(state: State) -> tuple[str, str]:
    winner = state.result["winner"] if state.result is not None else None
    if winner == UNKNOWN:
        return "", "winner not certain"
    return (who(state.table, winner), " wins") if winner is not None else ("", "nobody wins")
