"""The tournament as a picture: the ladder, and the tables of the round."""

from collections.abc import Iterator
from typing import NamedTuple

from replay.game import Frame
from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import Line, State, TableState
from replay.games.tournament.words import points_words
from replay.lettering import fitted, turn_words, width_of
from replay.scene import NARROW, PHONE, WIDE, Box, Scene, ScenePart, Text, Zone
from replay.scene_parts import again, whole

TITLE = "Tournament"
TOP = 56
ROW, GAP = 30, 4
TABLE_HEAD, TABLE_ROW = 30, 22


class Layout(NamedTuple):
    """Where the ladder and the tables are."""

    width: int
    ladder: float
    """The width of the ladder."""
    left: float
    tables: float
    """The left edge of the tables, and their width."""
    room: float


def layout_for(width: int) -> Layout:
    """The ladder beside the tables, or on a phone above them."""
    if width < NARROW:
        return Layout(PHONE, PHONE - 16, 8, 8, PHONE - 16)
    return Layout(WIDE, 560, 16, 592, WIDE - 592 - 16)


def scene(frame: Frame) -> Scene:
    """The standings and the tables of the last round, for a wide screen or a phone."""
    state: State = frame.state
    layout = layout_for(frame.width)
    status = f"round {state.round} of {state.format.rounds}" if state.is_set_up else "not set up yet"
    words = (TITLE, status, turn_words(TITLE, status, layout.width, "", _turn(state)))
    parts = []
    top = float(TOP)
    for line in lines_of(state):
        parts.append(_row(frame, layout, state, line, top))
        top += ROW + GAP
    bottom = top
    below = layout.width < NARROW
    top = top + 8 if below else float(TOP)
    for name, table in state.tables_of(state.round):
        parts.append(_table(frame, layout, state, name, table, top))
        top += _height(table) + 2 * GAP
    height = int(max(top, bottom) + 12)
    return whole((layout.width, height), words, tuple([part] for part in parts))


def _turn(state: State) -> str:
    if state.phase == "over":
        return "over"
    missing = sum(not one.is_done for one in state.tables.values())
    if not state.round:
        return f"{len(state.players)} players"
    return f"{missing} to come" if missing else "next round"


def _row(frame: Frame, layout: Layout, state: State, line: Line, top: float) -> ScenePart:
    """A line of the standings: place, name, points and what each round brought."""
    entrant = state.players[line.player]
    scoring = state.format.scoring
    total = points_words(line.points, scoring)
    rounds = tuple(points_words(one.points, scoring) for one in line.tables)
    remark = "disqualified" if entrant.out else "dropped out" if not entrant.is_in else ""
    facts = ("row", layout.width, line.player, entrant.name, line.place, total, rounds, remark, top)
    return again(frame.kept, facts, lambda: _draw_row(layout, line, entrant.name, total, rounds, remark, top))


def _draw_row(
    layout: Layout, line: Line, name: str, total: str, rounds: tuple[str, ...], remark: str, top: float
) -> ScenePart:
    box = Box(layout.left, top, layout.ladder, ROW)
    base = top + ROW / 2 + 5
    points = layout.left + layout.ladder * 0.44
    at = points + width_of("100.00", "b t14") + 14
    right = layout.left + layout.ladder - 8
    behind = remark or " · ".join(rounds)
    texts = (
        Text(layout.left + 10, base, str(line.place), "b t14"),
        Text(layout.left + 46, base, fitted(name, "t14", points - layout.left - 56), "t14"),
        Text(points, base, total, "b t14"),
        *((Text(at, base, fitted(behind, "t12", right - at), "t12 soft"),) if behind and right - at > 40 else ()),
    )
    says = f"place {line.place}, {name}, {total} points{f', {remark}' if remark else ''}"
    return ScenePart([Zone(line.player, box, "mat", says, corner=6, texts=texts, tap=False)])


def _height(table: TableState) -> float:
    return TABLE_HEAD + TABLE_ROW * max(1, len(table.players)) + 8


def _table(frame: Frame, layout: Layout, state: State, name: str, table: TableState, top: float) -> ScenePart:
    rows = tuple(_players(state, table))
    facts = ("table", layout.width, name, table.game, rows, top)
    return again(frame.kept, facts, lambda: _draw_table(layout, name, table, rows, top))


def _players(state: State, table: TableState) -> Iterator[tuple[str, str]]:
    """Who sits there: place and name, in the order of the places, or of the seats before there is a result."""
    if table.places is None:
        for number, player in enumerate(table.players, 1):
            yield ("starts" if number == 1 else ""), state.name(player)
        return
    for player in sorted(table.players, key=lambda one: ((table.places or {}).get(one, 99), one)):
        yield str(table.places.get(player, "")), state.name(player)


def _draw_table(
    layout: Layout, name: str, table: TableState, rows: tuple[tuple[str, str], ...], top: float
) -> ScenePart:
    box = Box(layout.tables, top, layout.room, _height(table))
    game = table.game.replace("-", " ")
    texts = [Text(box.x + 10, top + 20, fitted(f"{name} · {game}", "b t14", box.w - 20), "b t14")]
    for number, (place, who) in enumerate(rows):
        base = top + TABLE_HEAD + TABLE_ROW * number + 15
        texts.append(Text(box.x + 66, base, fitted(who, "t14", box.w - 76), "t14"))
        if place:
            texts.append(Text(box.x + 10, base, place, "t12 soft"))
    result = ", ".join(f"{place} {who}" if table.is_done else who for place, who in rows)
    says = f"table {table.number} of round {table.round}, {game}: {result}"
    return ScenePart([Zone(name, box, "mat", says, corner=8, texts=tuple(texts), tap=False)])
