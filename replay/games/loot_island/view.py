"""The table as text: the island with its four coasts, what lies in the middle, and a row for each player."""

from textwrap import wrap

from replay.action import UNKNOWN
from replay.boards import CHANGED, NOTHING, fit, folded, headline, mark, marked, marked_list
from replay.game import Frame
from replay.games.loot_island.geometry import coast_ahead, next_coast
from replay.games.loot_island.rows import healer_words, player_rows, short_number
from replay.games.loot_island.state import (
    NEED,
    State,
    column_color,
    count_cards,
    count_chests,
    kit_of,
    players,
)
from replay.games.loot_island.words import the_coasts, who

EVENT_WORDS = {
    "A1": "two more cards for two cubes",
    "A2": "passing brings a treasure",
    "A3": "a small island costs a cube",
    "A4": "big loot one smaller, small loot one larger",
    "B1": "the ship moves twice",
    "B2": "the ship turns round",
    "B3": "one tile is closed",
    "B4": "two discs each at most",
    "B5": "hands are one card smaller",
    "B6": "a cube icon is worth two",
    "B7": "a small island costs a third card",
    "B8": "the first to pass curses the others",
    "B9": "a tile costs one card, then pass",
    "B10": "relief at the small loot",
    "B11": "each loot one smaller",
    "B12": "fewer cards make the big loot",
    "B13": "stacks go from the top",
    "B14": "two coasts are explored",
}
LEGEND = "◆ chest · ▫ shed a cube · ▴ draw a card · + counts twice · ★ wild · discs from the bottom up"

_BOW = {
    ("NW", "cw"): "→",
    ("NW", "ccw"): "↓",
    ("NE", "cw"): "↓",
    ("NE", "ccw"): "←",
    ("SE", "cw"): "←",
    ("SE", "ccw"): "↑",
    ("SW", "cw"): "↑",
    ("SW", "ccw"): "→",
}
_CELL_LINES = 4
_NARROWEST = 40
_MAP_MIN = 60
"""With fewer columns the landings are listed: a map would cut their cards."""
_CLOCKWISE = ("N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2")
_LOOT_AT = "loot at"


def render(frame: Frame) -> list[str]:
    """The table; whatever changed since the state before has a `*`."""
    state: State = frame.state
    before: State = frame.before if frame.before is not None else state
    width = max(_NARROWEST, frame.width)
    island = _island if width >= _MAP_MIN else _island_list
    lines = [
        *folded(_headline(state), width),
        "",
        *island(state, before, width),
        "",
        *player_rows(state, before, width),
        "",
        *wrap(LEGEND, width),
    ]
    if state.result is not None:
        winner = state.result["winner"]
        lines += ["", f"Winner: {'not certain' if winner == UNKNOWN else who(state.table, winner)}"]
    return [fit(line, width).rstrip() for line in lines]


def _headline(state: State) -> str:
    rounds = f"round {state.round} of 5" if state.round else "set up"
    coast = the_coasts([coast_ahead(state.corner, state.facing)])
    words = {
        "ready": "the next event is due",
        "preparation": "hands are refilled",
        "actions": f"{who(state.table, state.turn)} to act" if state.turn else "all have passed",
        "loot": f"loot on {coast}",
        "final": "final exploration" if not state.cutoff else "the treasures ran out",
        "healer": f"{who(state.table, state.order[0])} chooses a healer" if state.order else "healers",
        "over": "the game is over",
    }
    second = [next_coast(state.corner, state.facing)] if state.event == "B14" else []
    explored = the_coasts([coast_ahead(state.corner, state.facing), *second])
    where = f"the ship explores {explored}" if state.phase in ("preparation", "actions") else ""
    return headline("Loot Island", rounds, words[state.phase], where)


# --- the island ----------------------------------------------------------------------------------------------


def _island(state: State, before: State, width: int) -> list[str]:
    side = width * 3 // 10
    inner = width - 2 * side - 4
    half = (width - side) // 2
    indent = side // 2
    cells = {place: _landing(state, before, place) for place in state.columns}
    north = _row(cells["N1"], cells["N2"], half, indent)
    south = _row(cells["S2"], cells["S1"], half, indent)
    west = _sized([*_cell(cells["W2"], side), "", *_cell(cells["W1"], side)])
    east = _sized([*_cell(cells["E1"], side), "", *_cell(cells["E2"], side)])
    middle = _middle(state, before, inner)
    lines = [*north, _shore(state, before, "NW", "NE", side, inner)]
    for place in range(max(len(west), len(east), len(middle))):
        left, right = (coast[place] if place < len(coast) else "" for coast in (west, east))
        centre = middle[place] if place < len(middle) else ""
        lines.append(f"{fit(left, side):<{side}}│ {fit(centre, inner):<{inner}} │{fit(right, side)}")
    return [*lines, _shore(state, before, "SW", "SE", side, inner), *south]


def _island_list(state: State, before: State, width: int) -> list[str]:
    """The island in a narrow window: one landing after the other, clockwise, then the ship and the middle."""
    lines: list[str] = []
    for place in _CLOCKWISE:
        title, cards, discs = _landing(state, before, place)
        lines += folded(" · ".join(part for part in (title, cards, discs) if part), width, "   ")
    moved = (state.corner, state.facing) != (before.corner, before.facing)
    ship = f"ship at {state.corner} {_BOW[state.corner, state.facing]}{mark(moved)}"
    return [*lines, "", ship, *_middle(state, before, width)]


def _sized(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _landing(state: State, before: State, place: str) -> tuple[str, str, str]:
    """Title, cards and discs of a landing."""
    kit = kit_of(state)
    column = state.columns[place]
    parts = zip(_counted(state, place), _counted(before, place), strict=True)
    title = " ".join([place, *(marked(new, old) if new else "" for new, old in parts)]).strip()
    cards = " ".join(marked_list(column, before.columns[place], lambda name: short_number(kit, name)))
    discs = " ".join(marked_list(state.stacks[place], before.stacks[place]))
    return title, cards, discs


def _counted(state: State, place: str) -> tuple[str, str, str]:
    """Colour, cards and chests of a column."""
    kit = kit_of(state)
    column = state.columns[place]
    if not column:
        return NOTHING, "", ""
    chests = count_chests(kit, column)
    cards = f"{count_cards(kit, column)}/{NEED[players(state.table)]}"
    return column_color(kit, column) or UNKNOWN, cards, f"◆{chests}" if chests else ""


def _cell(landing: tuple[str, str, str], width: int) -> list[str]:
    title, cards, discs = landing
    lines = [f" {title}", *(f"  {line}" for line in wrap(cards, width - 4)[:2])]
    if discs:
        lines.append(f"  {discs}")
    return (lines + [""] * _CELL_LINES)[:_CELL_LINES]


def _row(left: tuple[str, str, str], right: tuple[str, str, str], width: int, indent: int) -> list[str]:
    lines = zip(_cell(left, width), _cell(right, width), strict=True)
    rows = [f"{'':{indent}}{fit(one, width - 1):<{width}}{fit(other, width - 1)}" for one, other in lines]
    return _sized([row.rstrip() for row in rows])


def _shore(state: State, before: State, west: str, east: str, side: int, inner: int) -> str:
    ends = []
    for corner in (west, east):
        here = state.corner == corner
        moved = here and (state.corner, state.facing) != (before.corner, before.facing)
        ends.append(f"{corner} ship {_BOW[corner, state.facing]}{mark(moved)}" if here else corner)
    left, right = ends
    return f"{left:>{side}}┼{'─' * (inner + 2)}┼{right}"


def _middle(state: State, before: State, width: int) -> list[str]:
    event = f"{state.event} {EVENT_WORDS.get(state.event, '')}" if state.event else "no event yet"
    up = [name for name in state.islands if state.islands[name] == "up"]
    down = [name + mark(before.islands.get(name) != "down") for name in state.islands if state.islands[name] == "down"]
    old_up = [name for name in before.islands if before.islands[name] == "up"]
    deck = " ".join(marked_list(_piles(state), _piles(before)))
    buried = f"buried {len(state.treasure_discard)}{mark(state.treasure_discard != before.treasure_discard)}"
    lines = [
        *folded(event + mark(state.event != before.event), width),
        *_listed("up", [name + mark(name not in old_up) for name in up], width),
        *_listed("down", down, width),
        *folded(
            f"maps {state.deck}{mark(state.deck != before.deck)}, discarded {len(state.discard)}"
            + mark(state.discard != before.discard),
            width,
        ),
        *folded(f"treasures {deck}, {buried}", width),
    ]
    lines += _found(state, before, width)
    return [*lines, *folded(f"event deck {' '.join(state.events) or 'empty'}", width)]


def _piles(state: State) -> list[str]:
    return [f"{pile} {size}" for pile, size in state.treasure_deck] or ["none"]


def _found(state: State, before: State, width: int) -> list[str]:
    """Treasures and healers on the table, and where loot is still to be found."""
    kit = kit_of(state)
    lines: list[str] = []
    new, old = _lying(state), _lying(before)
    for title, names in new.items():
        if names:
            words = marked_list(names, old[title], lambda name: healer_words(kit, name))
            lines += _listed(title, words, width, ", " if title == _LOOT_AT else " ")
    return lines


def _lying(state: State) -> dict[str, tuple[str, ...]]:
    loot = state.loot
    return {
        _LOOT_AT: tuple(f"{place} {size}" for place, size in loot.queue) if loot is not None else (),
        "open": tuple(state.open),
        "taking": tuple(loot.takers) if loot is not None else (),
        "Aaron took": tuple(state.memory.given),
        "laid out": tuple(state.offer),
        "healers": tuple(state.healers),
    }


def _listed(title: str, names: list[str], width: int, joint: str = " ") -> list[str]:
    words = joint.join(names).replace(f", {CHANGED}", f" {CHANGED}")
    return folded(f"{title} {words or NOTHING}", width)
