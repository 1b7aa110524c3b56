"""The control room: one line for each table, and what it waits for."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament
from cli.desk.tournaments.tournaments_clock import given_to
from replay.games.tournament.rules.common import players_by_seat
from replay.games.tournament.state import TableState
from replay.library import game_of
from replay.outcome import Outcome
from replay.saying import listed

STATES = ("waiting", "playing", "over", "unsigned", "disputed", "collected", "gone on", "not at hand", "to come")
SILENT_MINUTES = 10
"""From this many minutes without a line on, somebody should have a look."""
_MINUTE = 60 * 1_000_000


class BoardRow(NamedTuple):
    """A table of the hall."""

    table: str
    game: str
    players: tuple[str, ...]
    """Names, in seat order."""
    record: str | None
    state: str
    words: str
    """Who has not signed, which claim is open, how long it is silent."""
    minutes: int | None
    """Since the last line, while it plays."""
    silent: bool
    places: Mapping[str, int]
    """By name, once there is a result."""
    given: int
    """The seconds that it was given."""

    def fields(self) -> dict[str, Any]:
        """As JSON."""
        return {**self._asdict(), "players": list(self.players), "places": dict(self.places)}


def board(tournament: Tournament, changed: Mapping[str, int], now: int, round: int | None = None) -> list[BoardRow]:
    """The tables of a round, or of all rounds; `changed` says when each record was written to last."""
    return [
        _row(tournament, name, table, changed, now)
        for name, table in tournament.tables()
        if round is None or table.round == round
    ]


def _row(tournament: Tournament, name: str, table: TableState, changed: Mapping[str, int], now: int) -> BoardRow:
    state = tournament.state
    outcome = tournament.newest(table)
    since = changed.get(table.record or "")
    minutes = max(0, (now - since) // _MINUTE) if since is not None else None
    word, words = _state(tournament, table, outcome, minutes)
    silent = word == "playing" and minutes is not None and minutes >= SILENT_MINUTES
    return BoardRow(
        name,
        game_of(table.game).title,
        tuple(state.name(player) for player in table.players),
        table.record,
        word,
        words,
        minutes if word == "playing" else None,
        silent,
        {state.name(player): place for player, place in sorted((table.places or {}).items(), key=lambda item: item[1])},
        given_to(tournament, name),
    )


def _state(tournament: Tournament, table: TableState, outcome: Outcome | None, minutes: int | None) -> tuple[str, str]:
    """In which state a table is, and the words beside it; what needs somebody goes first."""
    if table.is_done and (outcome is None or table.record is None):
        return "collected", table.how or ""
    if table.record is None:
        return "to come", "on a slip"
    if outcome is None:
        return "not at hand", f"record {table.record}"
    if not outcome.whole:
        return "not at hand", f"damaged: {outcome.trouble}"
    if table.is_done and table.head != outcome.head and table.how == "record":
        return "gone on", _claims(outcome) or "collect it again"
    if claims := _claims(outcome):
        return "disputed", claims
    if table.is_done:
        return "collected", table.how or ""
    if not outcome.begun:
        return "waiting", "no play yet"
    if not outcome.over:
        return "playing", f"{minutes} min since the last line" if minutes is not None else ""
    if outcome.unsigned:
        players = players_by_seat(outcome, table)
        return "unsigned", listed([tournament.state.name(players.get(seat, seat)) for seat in outcome.unsigned])
    return "over", "everybody has signed"


def _claims(outcome: Outcome) -> str:
    told = [f"{one.label} {one.state}: {one.claim}" for one in outcome.disputes]
    told += [f"event {one.seq} waits for somebody's word" for one in outcome.waiting]
    return "; ".join(told)
