"""The mats in the picture: each player's name, cubes, discs, hand, treasures and healers, the viewer's own first."""

from functools import partial

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.scene_hands import CHIP_ROW, CHIPS, is_open, own_row, row, rows_of
from replay.games.loot_island.scene_layout import Layout
from replay.games.loot_island.scene_words import colour_of
from replay.games.loot_island.state import State
from replay.games.loot_island.words import who, whose
from replay.lettering import fitted, width_of
from replay.saying import counted
from replay.scene import Box, Piece, SceneGroup, ScenePart, Text, Zone
from replay.scene_parts import Room, again, as_last


def order(state: State, viewer: str | None) -> list[str]:
    """Whose mats there are: the viewer's, then the others clockwise, Aaron's last."""
    seats = state.table.clockwise(viewer) if viewer is not None else state.table.seats
    return [*seats, *(actor for actor in state.hands if actor not in seats)]


def acting(state: State) -> str | None:
    """Who is to do something."""
    if state.phase == "healer":
        return state.order[0] if state.order else None
    if state.phase in ("loot", "final"):
        return state.loot.takers[0] if state.loot is not None and state.loot.takers else None
    return state.turn if state.phase == "actions" else None


def mat_box(state: State, layout: Layout, actor: str, top: float, room: Room, *, own: bool) -> Box:
    """Where a mat lies: as high as the viewer's hand needs, or a row for cards of others that are open."""
    hand = state.hands[actor]
    if own:
        rows, _, (_, high) = rows_of(layout, len(hand))
        height = layout.hand.y + rows * (high + 4) - 4 + 10
    else:
        shown = again(room, ("open", hand), lambda: sum(is_open(state, name) for name in hand))
        tight = 80 if len(state.hands) > 4 and not layout.narrow else layout.sized(84, 82)
        height = tight + CHIP_ROW * -(-shown // CHIPS)
    return Box(layout.mats.x, top, layout.mats.w, height)


def mat(state: State, layout: Layout, actor: str, box: Box, room: Room, *, viewer: str | None) -> SceneGroup:
    """A player's mat."""
    on_turn, standing = actor == acting(state), _standing(state, actor)
    counts = (state.cubes.get(actor), state.compasses[actor], actor == state.first, state.color)
    taken, dealt = state.taken.get(actor), (state.dealt or {}).get(actor, ())
    held = (state.hands[actor], state.kept[actor], taken, dealt)
    facts = (box, on_turn, standing, counts, held)
    draw = partial(_mat, state, layout, actor, box, room, facts, own=actor == viewer)
    return as_last(room, (layout.width, viewer, "mat", actor), facts, draw)


def _mat(
    state: State, layout: Layout, actor: str, box: Box, room: Room, facts: tuple[object, ...], *, own: bool
) -> list[ScenePart]:
    """A mat in parts that change at different times: the head, and what lies below it."""
    _, on_turn, standing, counts, held = facts
    front = (layout.width, "mat", actor, own, box, on_turn, standing, counts, len(state.hands[actor]))
    below = (layout.width, "below", actor, own, box, held)
    return [
        again(room, front, lambda: _front(state, actor, box, own)),
        again(room, below, lambda: own_row(state, layout, actor, box) if own else row(state, actor, box)),
    ]


def _front(state: State, actor: str, box: Box, own: bool) -> ScenePart:
    look = "mat turn" if actor == acting(state) else "mat"
    badges = _badges(state, actor, box)
    letter = Piece(
        f"{actor}-colour",
        actor,
        "letter",
        Box(box.x + 10, box.y + 9, 22, 22),
        whose(state.table, actor) + " colour",
        colour_of(state, actor),
    )
    room = min([piece.box.x for piece in badges], default=box.x + box.w) - box.x - 48
    zone = Zone(actor, box, look, _says(state, actor))
    name = _name(state, actor, box, room, own)
    return ScenePart((zone,), (letter, *badges, *_counts(state, actor, box)), (name,))


def _says(state: State, actor: str) -> str:
    cubes = f"{counted(state.cubes[actor], 'cube')}, " if actor in state.cubes else ""
    discs = counted(max(0, state.compasses[actor]), "disc")
    return f"{who(state.table, actor)}: {cubes}{discs} at hand, {counted(len(state.hands[actor]), 'card')}"


def _name(state: State, actor: str, box: Box, room: float, own: bool) -> Text:
    """The name, and behind it the colour, where both fit."""
    called = who(state.table, actor) if actor == AARON else state.table.name(actor)
    about = [] if called == actor else [state.color or "" if actor == AARON else actor]
    more = " · ".join([word for word in about if word] + ["you"] * own)
    name = called.capitalize() if called == actor else called
    if more and width_of(name, "b t16", more) > room:
        more = "you" if own else ""
    cut = room - (width_of("", "b t16", more) if more else 0)
    return Text(box.x + 40, box.y + 25, fitted(name, "b t16", cut), "b t16", more)


def _badges(state: State, actor: str, box: Box) -> list[Piece]:
    """At the right: what everybody asks for."""
    right, found = box.x + box.w - 10, []
    told = _standing(state, actor)
    if told:
        wide = width_of(told, "b t14") + 18
        found.append(Piece(f"{actor}-standing", actor, "pill", Box(right - wide, box.y + 7, wide, 22), told, face=told))
        right -= wide + 6
    if actor == state.first:
        at = Box(right - 24, box.y + 6, 24, 24)
        found.append(Piece("first", actor, "picture", at, "the first-player tile", "mark-gold", symbol="first"))
    return found


def _standing(state: State, actor: str) -> str:
    """Passed, out, or the count at the end."""
    if state.result is not None and actor != AARON:
        points = state.result["scores"].get(actor)
        if isinstance(points, dict):
            low = points["min"] if points["min"] is not None else "out"
            return f"{low} to {points['max']} points"
        return "out" if points is None else "not certain" if points == UNKNOWN else _points(points)
    if actor in state.out:
        return "out"
    if state.phase != "actions":
        return ""
    return "passed" if actor in state.passed else "done" if actor == AARON and state.done else ""


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


def _counts(state: State, actor: str, box: Box) -> list[Piece]:
    """Curse cubes and the discs that do not lie on the island, zero too."""
    found = []
    if actor in state.cubes:
        number = state.cubes[actor]
        at = Box(box.x + 10, box.y + 40, 50, 22)
        found.append(
            Piece(
                f"{actor}-cubes", actor, "count", at, counted(number, "curse cube"), "curse", str(number), symbol="cube"
            )
        )
    discs = state.compasses[actor]
    at = Box(box.x + 70, box.y + 39, 42, 24)
    says = f"{counted(max(0, discs), 'disc')} not on the island"
    return [
        *found,
        Piece(f"{actor}-discs", actor, "count", at, says, colour_of(state, actor), str(discs), symbol="disc"),
    ]
