"""What may come next, as far as the record alone knows it."""

from replay.action import Action
from replay.games.tournament.actions import Drop, Result, Setup
from replay.games.tournament.state import State


def suggest(state: State) -> list[Action]:
    """A set-up first; then a result for each table that has none, and who may drop out.

    A round is not suggested: its seating follows from the head of the record (`qm tournament round`).
    """
    if not state.is_set_up:
        return [Setup(rounds=3, games=["sea-or-shore"])]
    waiting = [(name, one) for name, one in state.tables.items() if not one.is_done]
    results: list[Action] = [
        Result(
            round=one.round,
            table=one.number,
            how="slip",
            places={player: place for place, player in enumerate(one.players, 1)},
        )
        for _, one in waiting
    ]
    staying = [player for player, one in state.players.items() if one.is_in and not one.out]
    return [*results, *(Drop(player=player) for player in staying)] if state.phase == "open" else results
