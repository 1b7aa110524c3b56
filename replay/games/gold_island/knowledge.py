"""What can be inferred about hidden facts: which islands can still be the gold island, and which permits are unseen."""

from typing import Any

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import Setup, Take, Use, stolen, text_of, texts_of
from replay.games.gold_island.hindsight import complete
from replay.games.gold_island.reducer import reduce
from replay.games.gold_island.secrets import SECRETS
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.setup import start
from replay.games.gold_island.state import State
from replay.games.gold_island.words import SEVEN
from replay.step import Placed, follow
from replay.table import Table
from replay.view import mask_fields


def knowledge(table: Table, line: list[Placed], seat: str | None) -> dict[str, Any]:
    """What follows from everything in the log, or from what one seat has seen.

    The islands whose card was seen, those that can still be the gold island, and for each player the values of
    permits not named so far. Once eleven cards are seen, the twelfth island is known.
    """
    told = complete(table, line if seat is None else _as_seen_by(table, line, seat), False).line
    state = start(table)
    seen: dict[str, None] = {}
    for _, action in told:
        seen |= dict.fromkeys(_cards_seen(action, seat))
        state = follow(reduce, state, action)
    excluded = list(state.named) if seat is None else [island for island in state.listed if island in seen]
    possible = [island for island in state.listed if island not in excluded]
    gold = possible[0] if state.gold == UNKNOWN and len(possible) == 1 else state.gold
    return {"gold": gold, "excluded": excluded, "possible": possible, "permits": _unnamed_permits(state)}


def _as_seen_by(table: Table, line: list[Placed], seat: str) -> list[Placed]:
    return [Placed(seq, mask_fields(SECRETS, table, action, seat)) for seq, action in line]


def _cards_seen(action: Any, seat: str | None) -> list[str]:
    """The island cards a seat saw in an event: dealt to it, taken, stolen by or from it, or shown to all."""
    if isinstance(action, Setup):
        dealt = [text_of((action.islandCards or {}).get(seat or ""))]
        held = action.position.islandCards.held if action.position and action.position.islandCards else None
        return [*dealt, *texts_of((held or {}).get(seat or ""))]
    if isinstance(action, Take) and action.by == seat:
        return [text_of(action.card)]
    if isinstance(action, Use):
        lists = [cards for victim, cards in (action.rob or {}).items() if seat in (action.by, victim)]
        return [card for cards in lists for card in stolen(cards)]
    if isinstance(action, Reveal) and named_by(action.what).kind == "islandCards":
        return list(texts_of(action.value))
    return []


def _unnamed_permits(state: State) -> dict[str, list[int]]:
    """For each seat, the values neither named when received nor seen on an island."""
    found = {}
    for seat, owned in state.owned.items():
        placed = [permit.value for isle in state.islands.values() for permit in isle.stack if permit.seat == seat]
        named = {*owned.gained, *placed, *((SEVEN,) if owned.volcano > 0 else ())}
        found[seat] = [value for value in range(1, SEVEN + 1) if value not in named]
    return found
