"""The table as a picture: the island in its sea, a mat with a boat for each player, and what lies beside the board."""

from replay.game import Frame
from replay.games.lost_island.scene_bank import bank, taken
from replay.games.lost_island.scene_board import Eyes, board, eyes_of
from replay.games.lost_island.scene_layout import Layout, Plan, layout_for, plan_for
from replay.games.lost_island.scene_mats import called, mat
from replay.games.lost_island.state import State
from replay.lettering import turn_words
from replay.scene import Ground, Scene, SceneGroup, ScenePart, Text
from replay.scene_parts import again, whole


def scene(frame: Frame) -> Scene:
    """The table as the viewer sees it, for a wide screen or a phone."""
    state: State = frame.state
    eyes = eyes_of(state, frame.viewer, frame.kept)
    layout = layout_for(frame.width, len(state.table.seats))
    plan = plan_for(layout, len(state.kit.columns), state.kit.rows, len(state.table.seats))
    status = _status(state)
    words = (layout.title, status, _turn(eyes, layout, status, plan.width))
    ground = again(eyes.room, (layout.width, "ground"), lambda: _ground(plan))
    return whole((plan.width, plan.height), words, _groups(eyes, plan), ground, sign="-")


def _groups(eyes: Eyes, plan: Plan) -> tuple[SceneGroup, ...]:
    """Everything on the table: the island, the viewer's own mat and the others from their left on, the bank."""
    state, layout = eyes.state, plan.layout
    seats = state.table.seats if eyes.seat is None else state.table.clockwise(eyes.seat)
    labels = again(eyes.room, (layout.width, "labels"), lambda: [ScenePart(texts=_labels(plan, state))])
    mats = [mat(eyes, layout, seat, box) for seat, box in zip(seats, plan.mats, strict=True)]
    gone = () if plan.taken is None else taken(eyes, layout, plan.taken)
    return (labels, board(eyes, plan.grid, layout.width), *mats, gone, bank(eyes, layout, plan.bank))


def _ground(plan: Plan) -> tuple[Ground, ...]:
    return (
        Ground(plan.sea, "sea-d", corner=plan.layout.sea_corner),
        Ground(plan.shallows, "shallow-frame", corner=6),
    )


def _labels(plan: Plan, state: State) -> list[Text]:
    """The letters of the columns below the board, the numbers of the rows at its left."""
    grid, look = plan.grid, plan.layout.label
    foot = plan.shallows.y + plan.shallows.h + 14
    left = (plan.sea.x + plan.shallows.x) / 2
    rows = state.kit.rows
    columns = [
        Text(grid.x + grid.tile * (place + 0.5), foot, letter, look) for place, letter in enumerate(state.kit.columns)
    ]
    return columns + [
        Text(left, grid.y + grid.tile * (rows - row + 0.5) + 5, str(row), look) for row in range(1, rows + 1)
    ]


def _status(state: State) -> str:
    fuse = state.fuse
    told = f"turn {state.turn.n}"
    return told if fuse is None else f"{told} · bomb of {fuse.value} at {fuse.cell}, {len(fuse.queue)} to meet"


def _turn(eyes: Eyes, layout: Layout, status: str, width: int) -> str:
    """Who is to do what, with the name cut where it would not fit."""
    state, turn = eyes.state, eyes.state.turn
    if state.phase == "over":
        seat, does = state.winner, "has won" if state.winner else "the game is over"
    elif state.fuse is not None:
        seat, does = turn.seat, "the bomb goes on"
    elif turn.step == "power-ups" or turn.used >= 2:
        seat, does = turn.seat, "buy or shrink"
    else:
        left = 2 - turn.used
        seat, does = turn.seat, f"{left} action{'' if left == 1 else 's'} left"
    if seat is None:
        return does
    who = called(state, seat)
    colour = f" ({seat})" if who.casefold() != seat and not layout.below else ""
    link = " " if state.phase == "over" else ": "
    return turn_words(layout.title, status, width, who, f"{colour}{link}{does}")
