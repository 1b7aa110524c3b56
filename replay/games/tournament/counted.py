"""What follows from the log: which penalties count, who is disqualified, and whether it is over."""

from msgspec.structs import replace

from replay.games.tournament.state import PenaltyState, State
from replay.games.tournament.words import LIFTED, SEVERITY


def counted(state: State) -> State:
    """The state with what follows from the rest, so that the standings can be counted from it."""
    penalties = (*(one for one in state.given if one.level != LIFTED), *own_penalties(state))
    thrown_out = {one.player for one in penalties if one.level == "disqualification"}
    players = {
        player: one if one.out == (player in thrown_out) else replace(one, out=player in thrown_out)
        for player, one in state.players.items()
    }
    return replace(state, penalties=penalties, players=players, phase="over" if _is_over(state) else "open")


def own_penalties(state: State) -> list[PenaltyState]:
    """The penalties of rulings of this record that stand and have taken effect; they need no event of their own."""
    names = {one.name: player for player, one in state.players.items()}
    found = []
    for ruling in state.rulings:
        for given in ruling.penalties if ruling.counts else ():
            person, level = given.get("person"), given.get("level")
            player = person if person in state.players else names.get(str(person))
            if player is None or level not in SEVERITY:
                continue
            points = given.get("points")
            found.append(
                PenaltyState(
                    player,
                    str(level),
                    str(given.get("infraction", "")),
                    points if type(points) is int else state.format.deduct,
                    ruling.table,
                    ruling.seq,
                    _round_at(state, ruling.seq),
                    ruling=ruling.seq,
                    strikes=not ruling.changes,
                )
            )
    return found


def _round_at(state: State, seq: int) -> int:
    """The last round that was seated when an event was logged."""
    return max((number for number, one in state.rounds.items() if one.event < seq), default=0)


def _is_over(state: State) -> bool:
    """Whether every table of the last round has a result."""
    last = [one for one in state.tables.values() if one.round == state.format.rounds]
    return bool(last) and all(one.is_done for one in last)
