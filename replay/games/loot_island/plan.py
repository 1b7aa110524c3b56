"""Where loot is found: which landings are explored, how big each loot is, and how many treasures are due."""

from typing import Protocol

from replay.games.loot_island.geometry import RING, by_the_bow, coast_ahead, final_walk, landings_of, next_coast
from replay.games.loot_island.kit import Kit
from replay.games.loot_island.state import NEED, count_cards, count_chests, is_unsure, players
from replay.table import Table


class Board(Protocol):
    """What a state and a draft have in common, as far as loot is concerned."""

    @property
    def table(self) -> Table: ...
    @property
    def corner(self) -> str: ...
    @property
    def facing(self) -> str: ...
    @property
    def event(self) -> str | None: ...
    @property
    def phase(self) -> str: ...
    @property
    def columns(self) -> dict[str, tuple[str, ...]]: ...
    @property
    def stacks(self) -> dict[str, tuple[str, ...]]: ...


def explored_coasts(board: Board) -> tuple[str, ...]:
    """The exploration coast, under B14 followed by the next one."""
    ahead = coast_ahead(board.corner, board.facing)
    if board.event == "B14":
        return ahead, next_coast(board.corner, board.facing)
    return (ahead,)


def cleaned_coasts(board: Board) -> tuple[str, ...]:
    """The coasts that are cleared at the end of the round (LI-Q15)."""
    coasts = explored_coasts(board)
    return coasts if board.table.readings["LI-Q15"] == "both" else coasts[:1]


def has_unsure_card(board: Board, coasts: tuple[str, ...]) -> bool:
    """Whether a card that was never named lies on one of these coasts."""
    return any(is_unsure(board.columns[landing]) for coast in coasts for landing in landings_of(coast))


def sizes(board: Board, coast: str, *, plus: bool | None = None) -> list[tuple[str, str]]:
    """The landings of a coast with enough cards, as (landing, big or small), the big one first.

    `plus` says whether a +1 card counts twice when the two are compared; None leaves it to the table (LI-Q17).
    """
    kit: Kit = board.table.kit
    need = NEED[players(board.table)]
    enough = [
        landing for landing in by_the_bow(coast, board.facing) if count_cards(kit, board.columns[landing]) >= need
    ]
    if len(enough) < 2:
        return [(landing, "big") for landing in enough]
    near, far = enough
    if plus is None:
        plus = board.table.readings["LI-Q17"] == "double"
    more = count_cards(kit, board.columns[far], plus=plus) - count_cards(kit, board.columns[near], plus=plus)
    if board.event == "B12":
        far_is_big = more < 0 or (more == 0 and board.table.readings["LI-Q16"] == "bow-small")
    else:
        far_is_big = more > 0
    big, small = (far, near) if far_is_big else (near, far)
    return [(big, "big"), (small, "small")]


def has_enough(board: Board, landing: str) -> bool:
    """Whether a landing has the cards that loot needs."""
    return count_cards(board.table.kit, board.columns[landing]) >= NEED[players(board.table)]


def plus_decides(board: Board, coast: str) -> bool:
    """Whether LI-Q17 decides which of two loots on a coast is the big one."""
    found = sizes(board, coast)
    return len(found) == 2 and found != sizes(board, coast, plus=board.table.readings["LI-Q17"] != "double")


def bow_decides(board: Board, coast: str) -> bool:
    """Whether LI-Q16 decides which of two loots on a coast is the big one: under B12, with equal numbers of cards."""
    if board.event != "B12" or len(sizes(board, coast)) < 2:
        return False
    plus = board.table.readings["LI-Q17"] == "double"
    return len({count_cards(board.table.kit, board.columns[place], plus=plus) for place in landings_of(coast)}) == 1


def event_of_loot(board: Board) -> str | None:
    """The event that bears on the loot: none in the final exploration, unless LI-Q20 says otherwise."""
    if board.phase == "final" and board.table.readings["LI-Q20"] == "no":
        return None
    return board.event


def due(board: Board, landing: str, size: str) -> int:
    """How many treasures a loot gives."""
    chests = count_chests(board.table.kit, board.columns[landing])
    event = event_of_loot(board)
    number = chests + len(board.stacks[landing]) if size == "big" else chests
    if event == "B11" or (event == "A4" and size == "big"):
        number -= 1
    elif event == "A4" and (chests or board.table.readings["LI-Q19"] == "yes"):
        number += 1
    return max(0, number)


def round_queue(board: Board) -> tuple[tuple[str, str], ...]:
    """The loots of a round, in the order they are found."""
    found = [place for coast in explored_coasts(board) for place in sizes(board, coast)]
    return tuple([place for place in found if _is_due(board, *place)])


def final_queue(board: Board) -> tuple[tuple[str, str], ...]:
    """The loots of the final exploration: small ones, all round the island."""
    kit: Kit = board.table.kit
    need = NEED[players(board.table)]
    readings = board.table.readings
    walk = final_walk(board.corner, board.facing, readings["LI-Q3"], readings["LI-Q4"])
    return tuple(
        (landing, "small")
        for landing in walk
        if count_cards(kit, board.columns[landing]) >= need and _is_due(board, landing, "small")
    )


def _is_due(board: Board, landing: str, size: str) -> bool:
    if not board.stacks[landing] and board.table.readings["LI-Q18"] != "reveal-discard":
        return False
    return due(board, landing, size) >= 1


def bare_loots(board: Board) -> list[tuple[str, str]]:
    """The loots that are found now at landings without a disc, where treasures would be due (LI-Q18)."""
    if board.phase == "final":
        found: list[tuple[str, str]] = [(landing, "small") for landing in RING if has_enough(board, landing)]
    else:
        found = [place for coast in explored_coasts(board) for place in sizes(board, coast)]
    return [place for place in found if not board.stacks[place[0]] and due(board, *place)]


def small_loot_seats(board: Board) -> tuple[str, ...]:
    """Who has a disc at a small loot landing of this round (B10, LI-Q35)."""
    places = [place for coast in explored_coasts(board) for place in sizes(board, coast)]
    return tuple(
        seat
        for landing, size in places
        if size == "small" and (board.table.readings["LI-Q35"] == "yes" or due(board, landing, size) >= 1)
        for seat in board.stacks[landing]
    )


def due_by_queue(board: Board, queue: tuple[tuple[str, str], ...], landing: str | None) -> int:
    """How many treasures are due at a landing of the queue; 0 outside it."""
    size = dict(queue).get(landing or "")
    return due(board, landing, size) if landing is not None and size is not None else 0


def takers(board: Board, landing: str | None, number: int) -> tuple[str, ...]:
    """Who takes, one treasure at a time, in stack order."""
    stack = board.stacks[landing] if landing is not None else ()
    if not stack:
        return ()
    if event_of_loot(board) == "B13":
        stack = stack[::-1]
    return (stack * (number // len(stack) + 1))[:number]
