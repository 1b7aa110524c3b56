"""The landings in the picture: each with its numbers, its column of map cards and its stack of discs."""

from collections.abc import Sequence
from functools import partial

from replay.games.loot_island.geometry import RING, coast_of
from replay.games.loot_island.plan import explored_coasts
from replay.games.loot_island.scene_layout import CELLS, Layout
from replay.games.loot_island.scene_words import colour_of, map_piece
from replay.games.loot_island.state import NEED, State, count_cards, count_chests, kit_of, players
from replay.games.loot_island.words import who, whose
from replay.lettering import width_of
from replay.saying import counted, listed
from replay.scene import Box, Piece, SceneGroup, ScenePart, Text, Zone
from replay.scene_parts import Room, again, as_others

_AT_THE_LEFT = ("N1", "S2", "W1", "W2")


def landings(state: State, layout: Layout, viewer: str | None, room: Room) -> SceneGroup:
    """All landings; those of the coast that is explored have a dark rim."""
    coasts = () if state.phase in ("healer", "over") else explored_coasts(state)
    facts = (state.columns, state.stacks, state.color, coasts)
    draw = partial(_landings, state, layout, coasts, room)
    return as_others(room, (layout.width, "landings"), viewer, facts, draw)


def _landings(state: State, layout: Layout, coasts: Sequence[str], room: Room) -> list[ScenePart]:
    found = []
    for place in RING:
        explored = coast_of(place) in coasts
        facts = (layout.width, place, state.columns[place], state.stacks[place], state.color, explored)
        found.append(again(room, facts, partial(_landing, state, layout, place, explored)))
    return found


def _landing(state: State, layout: Layout, place: str, explored: bool) -> ScenePart:
    box = layout.cell_at(*CELLS[place])
    column, stack = state.columns[place], state.stacks[place]
    chests = count_chests(kit_of(state), column)
    discs = listed([who(state.table, actor) for actor in reversed(stack)], "none")
    texts, chest = _numbers(state, layout, place, box)
    zone = Zone(
        place,
        box,
        "landing now" if explored else "landing",
        f"landing {place}: {counted(len(column), 'card')}, {counted(chests, 'chest')}; discs from the top: {discs}",
        texts=texts,
        symbol="chest" if chests else "",
        symbol_look="faint onsand",
        symbol_box=chest,
        star="sw" if place in _AT_THE_LEFT else "se",
        dot=(box.x + layout.dot[0], box.y + layout.dot[1]),
    )
    return ScenePart((zone,), (*_column(state, layout, place, box), *_stack(state, layout, place, box)))


def _numbers(state: State, layout: Layout, place: str, box: Box) -> tuple[tuple[Text, ...], Box]:
    """Its name, its chests, and how many cards of those that it needs for loot; and where the chest is drawn."""
    kit, column = kit_of(state), state.columns[place]
    cards, need = count_cards(kit, column), NEED[players(state.table)]
    chests, at = count_chests(kit, column), layout.chest
    line, right = box.y + layout.head, box.x + box.w - layout.margin
    words = f"{cards}/{need}" if layout.narrow else f"{cards} of {need}"
    size = layout.sized("t12", "t10")
    look = f"end {size} {'b' if cards >= need else 'soft'}"
    chest = Box(min(box.x + at.x, right - width_of(words, look) - 3 - at.w), box.y + at.y, at.w, at.h)
    texts = [Text(box.x + layout.margin, line, place, layout.sized("b t14", "b t12")), Text(right, line, words, look)]
    if chests:
        texts.append(Text(chest.x - 3, line, str(chests), f"end b soft {size}"))
    return tuple(texts), chest


def _column(state: State, layout: Layout, place: str, box: Box) -> list[Piece]:
    """The map cards, the first on top: a strip of each, and the whole of the last."""
    column, room = state.columns[place], layout.column
    seen, step, last = _strips(layout, len(column))
    hidden = len(column) - seen
    x, y = box.x + room.x, box.y + room.y
    pieces = []
    if hidden:
        strip = Box(x, y, room.w, step + 4)
        words = f"+{hidden} more"
        pieces.append(
            Piece(f"{place}-more", place, "strip", strip, f"{counted(hidden, 'card')} before", "", words, part=True)
        )
        y += step
    for index in range(hidden, len(column)):
        covered = index < len(column) - 1
        strip = Box(x, y, room.w, min(step + 8, layout.strips[2]) if covered else last)
        shown, id = step if covered else last, f"{place}-card-{index + 1}"
        pieces.append(map_piece(state, id, place, "strip", strip, column[index], shown=shown, part=True))
        y += step
    return pieces


def _strips(layout: Layout, cards: int) -> tuple[int, float, float]:
    """How many cards of a column can be shown, how much of each, and how high the last is."""
    most, least, last, small = layout.strips
    room = layout.column.h
    for high in (last, small):
        step = min(most, (room - high) / max(1, cards - 1))
        if step >= least:
            return cards, step, high
    rows = int((room - small) / least)
    return rows, (room - small) / rows, small


def _stack(state: State, layout: Layout, place: str, box: Box) -> list[Piece]:
    """The discs from the bottom up; of a covered one only the wall shows."""
    stack, low = state.stacks[place], layout.disc
    room = low.y - layout.column.y
    step = min(0.56 * low.w, room / max(1, len(stack) - 1))
    return [
        Piece(
            f"{place}-disc-{index + 1}",
            place,
            "disc",
            Box(box.x + low.x, box.y + low.y - step * index, low.w, low.h),
            f"{whose(state.table, actor)} disc",
            colour_of(state, actor) + (" wall" if index < len(stack) - 1 else ""),
            part=True,
        )
        for index, actor in enumerate(stack)
    ]
