"""The standings with what depends on open matters, and why somebody has their points."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament, player_named
from records.b64 import from_base64
from records.record import short_code
from replay.games.tournament.marks import Mark, Matter, gone_on, marks_of, undecided
from replay.games.tournament.scoring import to_come
from replay.games.tournament.standings import line_of_player, lines_of
from replay.games.tournament.state import Line, PenaltyState, State, TablePoints
from replay.games.tournament.words import points_words
from replay.library import game_of
from replay.outcome import UNPINNED, Outcome
from replay.saying import counted, listed

Body = dict[str, Any]


class Standings(NamedTuple):
    """The standings of a tournament at some event, and what may still change them."""

    tournament: Tournament
    matters: list[Matter]
    marks: list[Mark]
    gone_on: list[str]
    to_come: list[str]

    @property
    def state(self) -> State:
        """The state that they are of."""
        return self.tournament.state

    @property
    def code(self) -> str:
        """The day code: that of the tournament's head."""
        return self.tournament.record.head().code

    @property
    def is_provisional(self) -> bool:
        """Whether something may still change them."""
        return bool(self.matters or self.gone_on or self.to_come)

    @property
    def rounds(self) -> list[int]:
        """The rounds with at least one result."""
        return sorted({table.round for table in self.state.tables.values() if table.is_done})

    @property
    def heading(self) -> str:
        """`Standings after round 2`; `in round 2` while a table of it is still to come."""
        last = max(self.rounds, default=0)
        if not last:
            return "Standings before the first round"
        done = all(table.is_done for _, table in self.state.tables_of(last))
        return f"Standings {'after' if done else 'in'} round {last}"

    def points(self, points: int) -> str:
        """Points as people read them."""
        return points_words(points, self.state.format.scoring)

    def marks_for(self, player: str) -> list[Mark]:
        """What may still move a player."""
        return [mark for mark in self.marks if mark.player == player]

    def mark_words(self, player: str) -> str:
        """`D1 at r2t2: 2–4`, or nothing."""
        told = []
        for mark in self.marks_for(player):
            where = f" at {mark.table}" if mark.table is not None else ""
            told.append(f"{mark.matter}{where}: {mark.best}–{mark.worst}")
        return "; ".join(told)

    def notes(self) -> list[str]:
        """What the standings wait for, in words."""
        told = [f"{counted(len(self.to_come), 'table')} to come: {', '.join(self.to_come)}"] if self.to_come else []
        told += [f"{name} has gone on" for name in self.gone_on]
        for matter in self.matters:
            where = f" at {matter.table}" if matter.table is not None else ""
            told.append(f"{matter.label}{where}: {matter.about}")
        return told


def standings_of(tournament: Tournament) -> Standings:
    """The standings with their marks."""
    matters = undecided(tournament.found, tournament.state, tournament.outcomes)
    return Standings(
        tournament,
        matters,
        marks_of(tournament.state, matters),
        gone_on(tournament.state, tournament.outcomes),
        to_come(tournament.state),
    )


def standings_fields(found: Standings) -> Body:
    """As `qm standings --json` gives them."""
    state = found.state
    return {
        "tournament": found.tournament.record_id,
        "at": found.tournament.record.size - 1,
        "round": state.round,
        "code": found.code,
        "provisional": found.is_provisional,
        "standings": [_line_fields(found, line) for line in lines_of(state)],
    }


def _line_fields(found: Standings, line: Line) -> Body:
    state = found.state
    entrant = state.players[line.player]
    return {
        "player": line.player,
        "name": entrant.name,
        "place": line.place,
        "points": line.points,
        "wins": line.wins,
        "seconds": line.seconds,
        "dropped": not entrant.is_in,
        "disqualified": entrant.out,
        "tables": [{"table": one.table, "place": one.place, "points": one.points} for one in line.tables],
        "penalties": [
            {"level": one.level, "points": _taken(one), "event": one.event}
            for one in state.penalties
            if one.player == line.player
        ],
        "marks": [
            {"matter": mark.matter, "table": mark.table, "from": mark.best, "to": mark.worst}
            for mark in found.marks_for(line.player)
        ],
    }


def _taken(penalty: PenaltyState) -> int:
    return penalty.points if penalty.level == "points" else 0


STANDING_COLUMNS = ("place", "player", "name", "club", "points", "wins", "seconds", "dropped", "disqualified", "marks")


def standing_rows(found: Standings) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """Columns and rows of the standings, with one column for each round."""
    state = found.state
    rounds = found.rounds
    columns = (*STANDING_COLUMNS[:5], *(f"round {number}" for number in rounds), *STANDING_COLUMNS[5:])
    rows = []
    for line in lines_of(state):
        entrant = state.players[line.player]
        by_round = {number: _round_points(state, line, number) for number in rounds}
        rows.append(
            (
                line.place,
                line.player,
                entrant.name,
                entrant.club or "",
                found.points(line.points),
                *("" if by_round[number] is None else found.points(by_round[number] or 0) for number in rounds),
                points_words(line.wins),
                line.seconds,
                "dropped" if not entrant.is_in else "",
                "disqualified" if entrant.out else "",
                found.mark_words(line.player),
            )
        )
    return columns, rows


def _round_points(state: State, line: Line, number: int) -> int | None:
    """What a round brought a player; None if they had no table with a result there."""
    own = [one.points for one in line.tables if state.tables[one.table].round == number]
    return sum(own) if own else None


def round_words(found: Standings, line: Line, number: int) -> str:
    """The points of a round as people read them; nothing for a round without a result."""
    points = _round_points(found.state, line, number)
    return "" if points is None else found.points(points)


def why_lines(found: Standings, name: str) -> list[str]:
    """Why somebody has their place: each table with its event and code, and each penalty with its ruling."""
    state = found.state
    player = player_named(state, name)
    line = line_of_player(state, player)
    assert line is not None, "everybody who entered has a line"
    told = [f"{state.name(player)}: place {line.place}, {found.points(line.points)}"]
    told += [f"  + {one.table} {found.points(one.points)} ({_table_words(found, player, one)})" for one in line.tables]
    if line.byes:
        told.append(f"  + rounds out {found.points(line.byes)}")
    told += [f"  - {words}" for words in _penalty_lines(found, player)]
    if line.ruling is not None:
        told.append(f"  = as ruled (event {line.ruling}); {found.points(line.counted)} by the count")
    told += [f"  ? {found.mark_words(player)}"] if found.marks_for(player) else []
    return told


def _table_words(found: Standings, player: str, points: TablePoints) -> str:
    """`winner, SL-END-11 at event 93, code 7D66-M7RV`"""
    state, tournament = found.state, found.tournament
    table = state.tables[points.table]
    outcome = tournament.outcomes.at(table.record, table.head)
    parts = [_place_words(state, player, points), *_end_words(table.game, outcome)]
    if table.how != "record":
        parts.append(f"{table.how}, event {table.results[-1]}")
    elif table.head is not None and not table.head.endswith(f":{UNPINNED}"):
        root = from_base64(table.head.partition(":")[2])
        parts += [f"code {short_code(root)}"] if root is not None else []
    return ", ".join(parts)


def _place_words(state: State, player: str, points: TablePoints) -> str:
    """`winner`, `third`, `out: level on places 3–4`."""
    table = state.tables[points.table]
    places = table.places or {}
    level = sum(place == places.get(player) for place in places.values())
    is_out = table.scores is not None and player in table.scores and table.scores[player] is None
    if points.place != places.get(player):
        return f"{_ordinal(points.place)} after a penalty"
    if level > 1:
        words = f"level on places {points.place}–{points.place + level - 1}"
    elif points.place == 1:
        words = "winner"
    else:
        words = _ordinal(points.place)
    return f"out: {words}" if is_out else words


def _ordinal(place: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth")
    return words[place - 1] if place <= len(words) else f"place {place}"


def _end_words(game_id: str, outcome: Outcome | None) -> Iterator[str]:
    """By which rule, at which event, the game ended."""
    if outcome is None or outcome.ended is None:
        return
    game = game_of(game_id)
    cited = [rule for doc in game.paths if doc.path in ("phase", "winner", "winners") for rule in doc.rules]
    by = f"{cited[0]} " if cited else "over "
    yield f"{by}at event {outcome.ended}"
    if outcome.adjusted is not None:
        yield f"as ruled at event {outcome.adjusted}"


def _penalty_lines(found: Standings, player: str) -> Iterator[str]:
    state = found.state
    for one in state.penalties:
        if one.player != player:
            continue
        taken = f"{found.points(one.points)} " if one.level == "points" else ""
        where = f" at {one.table}" if one.table is not None else ""
        ruling = f"ruling of event {one.ruling}{where}" if one.record is not None else f"ruling of event {one.ruling}"
        yield f"{taken}{one.level} for {one.infraction} ({ruling}; event {one.event} here)"


def listed_codes(found: Standings) -> Sequence[str]:
    """Tables that the day code does not pin, because a salt is missing in their records."""
    return [
        name
        for name, table in found.tournament.tables()
        if table.head is not None and table.head.endswith(f":{UNPINNED}")
    ]


def summary(found: Standings) -> str:
    """One line under the standings: after which round, the day code, and what it does not pin."""
    state = found.state
    unpinned = listed_codes(found)
    more = f"; it does not pin {listed(list(unpinned))}" if unpinned else ""
    where = found.heading.removeprefix("Standings ")
    return f"{where} of {state.format.rounds}, day code {found.code}{more}"
