"""Entrants: who comes and goes, lists of them as CSV, and names that look like one person twice."""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any, NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament, is_near, player_named
from records.errors import Refused
from records.limits import BATCH_EVENTS_MAX
from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import State
from replay.games.tournament.words import is_player_id, player_id

Body = dict[str, Any]

COLUMNS = ("name", "club", "number", "player")
"""The columns of a list of entrants; only the name is needed."""
OUT_COLUMNS = (*COLUMNS, "in", "place", "points")
_SAME = {"names": "name", "team": "club", "no": "number", "nr": "number", "id": "player", "seat": "player"}
_IGNORED = frozenset({"in", "place", "points"})
"""Columns that a list written here has besides."""


class EntrantLine(NamedTuple):
    """One line of a list."""

    name: str
    club: str | None = None
    number: str | None = None
    player: str | None = None
    where: str = ""


class Entering(NamedTuple):
    """The events by which people enter, and what is worth a second look."""

    bodies: list[Body]
    warnings: list[str]


def entrants_in(text: str) -> list[EntrantLine]:
    """The entrants of a CSV; `Refused` names the line that is wrong."""
    plain = text.lstrip("\ufeff")
    first = plain.splitlines()[:1]
    sign = ";" if first and first[0].count(";") > first[0].count(",") else ","
    rows = csv.reader(StringIO(plain), delimiter=sign, strict=True)
    found = []
    try:
        names = [_column(name) for name in next(rows, [])]
        if "name" not in names:
            raise Refused("there is no column name", where="line 1", mend=f"columns: {', '.join(COLUMNS)}")
        for row in rows:
            if any(cell.strip() for cell in row):
                found.append(_line(names, row, rows.line_num))
    except csv.Error as error:
        raise Refused(f"this is not CSV: {error}", where=f"line {rows.line_num}") from None
    if not found:
        raise Refused("the list has no entrants", mend="write one line for each below the names of the columns")
    if len(found) > BATCH_EVENTS_MAX:
        raise Refused(f"more than {BATCH_EVENTS_MAX:,} entrants", mend="enter them in several goes")
    return found


def _column(name: str) -> str:
    plain = _SAME.get(name.strip().casefold(), name.strip().casefold())
    if plain not in (*COLUMNS, *_IGNORED):
        raise Refused(f"there is no column {name.strip()!r}", where="line 1", mend=f"columns: {', '.join(COLUMNS)}")
    return plain


def _line(names: list[str], row: list[str], number: int) -> EntrantLine:
    cells = {name: cell.strip() for name, cell in zip(names, row, strict=False) if cell.strip()}
    if "name" not in cells:
        raise Refused("an entrant needs a name", where=f"line {number}", mend="fill it in")
    return EntrantLine(
        cells["name"].removeprefix("'"), cells.get("club"), cells.get("number"), cells.get("player"), f"line {number}"
    )


def enter(state: State, lines: Sequence[EntrantLine]) -> Entering:
    """Let people in, late ones too. Who had dropped comes back; who is in already is refused."""
    bodies: list[Body] = []
    warnings: list[str] = []
    taken = dict.fromkeys(state.players)
    names = {player: one.name for player, one in state.players.items()}
    numbers = {one.number: player for player, one in state.players.items() if one.number}
    for line in lines:
        back = _coming_back(state, line)
        if back is not None:
            bodies.append({"do": "enter", "player": back})
            continue
        player = _id_of(line, frozenset(taken))
        warnings += _warnings(line, names, numbers)
        taken[player] = None
        names[player] = line.name
        if line.number:
            numbers.setdefault(line.number, player)
        given = {"player": player, "name": line.name, "club": line.club, "number": line.number}
        bodies.append({"do": "enter", **{name: value for name, value in given.items() if value is not None}})
    return Entering(bodies, warnings)


def _coming_back(state: State, line: EntrantLine) -> str | None:
    """The player who had dropped out and is meant; None for somebody new."""
    wanted = line.player or line.name
    same = [
        player
        for player, one in state.players.items()
        if player == wanted or (line.player is None and one.name.casefold() == line.name.casefold())
    ]
    gone = [player for player in same if not state.players[player].is_in]
    if gone:
        return gone[0]
    if line.player is not None and same:
        raise Refused(f"{line.player} is in already", where=line.where, mend="leave the column `player` empty")
    return None


def _id_of(line: EntrantLine, taken: frozenset[str]) -> str:
    if line.player is None:
        return player_id(line.name, taken)
    if not is_player_id(line.player):
        mend = "small letters, digits and -, at most 24, and not like r1t1"
        raise Refused(f"{line.player!r} cannot be the id of a player", where=line.where, mend=mend)
    return line.player


def _warnings(line: EntrantLine, names: dict[str, str], numbers: dict[str, str]) -> Iterator[str]:
    """Names and numbers that are there already: perhaps the same person, perhaps not. Both are kept."""
    where = f"{line.where}: " if line.where else ""
    for player, name in names.items():
        if name.strip().casefold() == line.name.strip().casefold():
            yield f"{where}{line.name} is there twice ({player} too); if that is one person, drop one of them"
        elif is_near(name, line.name):
            yield f"{where}{line.name} looks like {name} ({player}); if that is one person, drop one of them"
    if line.number in numbers:
        yield f"{where}{line.name} has the number {line.number} of {names[numbers[line.number]]}"


def drop(tournament: Tournament, names: Sequence[str], why: str | None = None) -> list[Body]:
    """Take people out of the rounds to come; they keep their points."""
    state, bodies = tournament.state, []
    for name in names:
        player = player_named(state, name)
        if not state.players[player].is_in:
            raise Refused(
                f"{state.name(player)} has dropped out already", mend="`qm tournament enter` brings them back"
            )
        bodies.append({"do": "drop", "player": player, **({"why": why} if why else {})})
    return bodies


def entrant_rows(state: State) -> list[tuple[Any, ...]]:
    """Everybody who entered, by name, in the order of `OUT_COLUMNS`."""
    places = {line.player: line for line in lines_of(state)}
    ordered = sorted(state.players.items(), key=lambda item: (item[1].name.casefold(), item[0]))
    return [
        (
            one.name,
            one.club or "",
            one.number or "",
            player,
            "disqualified" if one.out else "in" if one.is_in else "dropped",
            places[player].place if player in places else "",
            places[player].points if player in places else "",
        )
        for player, one in ordered
    ]
