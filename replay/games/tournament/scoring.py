"""The score of a tournament is its standings: a line for each table, and one for what penalties took."""

import msgspec

from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import Line, State
from replay.games.tournament.words import points_words
from replay.score import Adjusted, Score, ScoreLine, SeatScore

NOTE = "points are sixtieths: 300 is 5.00"
NOTE_SHARE = "points are ten-thousandths of a table: 10000 is 1.0000"


def score(state: State) -> Score:
    """The standings, first to last."""
    over = state.phase == "over"
    seats = tuple(_seat(state, line) for line in lines_of(state))
    winners = tuple(line.player for line in lines_of(state) if line.place == 1 and not _is_out(state, line))
    notes = (NOTE_SHARE if state.format.scoring == "share" else NOTE, *_to_come(state))
    adjusting = [one for one in state.rulings if one.adjust is not None and one.counts]
    last = max(adjusting, key=lambda one: one.seq, default=None)
    if last is None or last.adjust is None:
        return Score(seats, winners if over else (), over, notes)
    adjusted = Adjusted(last.seq, str(last.adjust.get("kind")))
    notes = (*notes, f"adjusted by the ruling of event {adjusted.ruling} ({adjusted.kind})")
    return Score(seats, winners if over else (), over, notes, adjusted)


def to_come(state: State) -> list[str]:
    """The tables of rounds so far that have no result yet."""
    ordered = sorted(state.tables.items(), key=lambda item: (item[1].round, item[1].number))
    return [name for name, one in ordered if not one.is_done]


def _to_come(state: State) -> tuple[str, ...]:
    missing = to_come(state)
    if not missing:
        return ()
    return (f"{len(missing)} {'table' if len(missing) == 1 else 'tables'} to come: {', '.join(missing)}",)


def _is_out(state: State, line: Line) -> bool:
    return state.players[line.player].out and line.ruling is None


def _seat(state: State, line: Line) -> SeatScore:
    out = _is_out(state, line)
    ruled = line.ruling
    return SeatScore(
        line.player,
        None if out else line.points,
        tuple(_lines(state, line)),
        out=out,
        tie=(-line.place,),
        place=line.place,
        counted=msgspec.UNSET if ruled is None else line.counted,
        ruling=msgspec.UNSET if ruled is None else ruled,
    )


def _lines(state: State, line: Line) -> list[ScoreLine]:
    scoring = state.format.scoring
    found = [
        ScoreLine(one.table, one.points, f"place {one.place}, {points_words(one.points, scoring)}")
        for one in line.tables
    ]
    if line.byes:
        found.append(ScoreLine("rounds out", line.byes, points_words(line.byes, scoring)))
    for one in state.penalties:
        if one.player == line.player:
            takes = -one.points if one.level == "points" else None
            found.append(ScoreLine(one.level, takes, f"{one.infraction}, event {one.event}"))
    entrant = state.players[line.player]
    if not entrant.is_in:
        found.append(ScoreLine("dropped out", None))
    return found
