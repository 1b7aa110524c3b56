"""A second setup, and hidden things that are shown: too early, or other things than the player has."""

from typing import Any

from replay.games.gold_island.words import SEVEN
from tests.games.gold_island.mutations import in_play, inserted
from tests.helpers.mutations import Mutated, Play


def set_up_again(play: Play) -> Mutated | None:
    at = play.some("move")
    return None if at is None else Mutated([*play.lines[:at], play.lines[0], *play.lines[at:]], at + 1)


def island_cards_shown_during_play(play: Play) -> Mutated | None:
    at = play.some("move", in_play)
    if at is None:
        return None
    seat = play.lines[at]["by"]
    cards = list(play.steps[at].before.owned[seat].cards)
    return inserted(play, at, {"do": "reveal", "what": f"islandCards.{seat}", "value": cards})


def permits_that_are_not_theirs(play: Play) -> Mutated | None:
    """One of the permits in front, shown to an official as a value that the seat never received or placed."""

    def fits(step: Any) -> bool:
        owned = step.before.owned[step.action.by]
        return bool(owned.held and owned.nest)

    at = play.some("move", fits)
    if at is None:
        return None
    seat = play.lines[at]["by"]
    state = play.steps[at].before
    gained = state.owned[seat].gained
    placed = [permit.value for isle in state.islands.values() for permit in isle.stack if permit.seat == seat]
    shown = [value for value in gained if value not in placed]
    shown[0] = next(value for value in range(1, SEVEN) if value not in gained)
    return inserted(play, at, {"do": "reveal", "what": f"held.{seat}", "value": shown, "to": []})
