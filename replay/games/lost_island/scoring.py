"""The result: there are no points, only a winner."""

from replay.games.lost_island.phrases import explorer
from replay.games.lost_island.state import State
from replay.games.lost_island.words import HIDDEN
from replay.saying import listed, people, person
from replay.score import Score, ScoreLine, SeatScore


def score(state: State) -> Score:
    """Who has won, and what is still needed to win."""
    seats = tuple(SeatScore(seat, None, _lines(state, seat)) for seat in state.table.seats)
    winners = (state.winner,) if state.winner is not None else ()
    return Score(seats, winners, state.phase == "over", (_note(state),))


def _lines(state: State, seat: str) -> tuple[ScoreLine, ...]:
    island, boat = state.on_island(seat), len(state.boats[seat])
    carries = state.flag in state.where and state.flag[:-2] == seat
    flag = f"carried by the explorer on {state.where[state.flag]}" if carries else "not carried"
    return (
        ScoreLine("explorers on the island", None, f"{island}, and {boat} in the boat"),
        ScoreLine("flag", None, flag),
        ScoreLine("coins", None, f"{state.coins[seat]}; they do not count"),
    )


def _note(state: State) -> str:
    if state.winner is not None:
        return f"{_begun(state, state.winner)} wins: the flag is theirs and nobody else is on the island (SL-END-11)."
    if state.flag == HIDDEN:
        stones = list(dict.fromkeys(tile.cell for tile in state.unnoted if tile.how == "stone"))
        if stones:
            return f"It is not known whether somebody has won: nobody noted what {listed(stones)} showed."
        return "Nobody has won yet: the flag is still under a stone."
    if state.flag not in state.where:
        return f"Nobody has won yet: the flag lies on {state.flag}."
    others = [seat for seat in state.table.seats if seat != state.flag[:-2] and state.on_island(seat)]
    bearer, rest = explorer(state, state.flag), people(state.table, others)
    if not others:
        return f"Nobody has won yet: {bearer} carries the flag alone; the win is judged at the end of a turn."
    verb = "is" if len(others) == 1 else "are"
    return f"Nobody has won yet: {bearer} carries the flag, but {rest} {verb} on the island."


def _begun(state: State, seat: str) -> str:
    """A player at the beginning of a sentence."""
    name = person(state.table, seat)
    return name[:1].upper() + name[1:]
