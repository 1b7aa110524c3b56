"""The clock of a round: what is left of its time in the hall, and at the tables that were given more."""

from collections.abc import Mapping
from typing import NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament
from records.clock import from_text
from records.errors import Refused
from records.timeline import CORRECTIONS

_SECOND = 1_000_000


class RoundClock(NamedTuple):
    """The time of the round that was seated last."""

    round: int
    minutes: int
    """How long a round lasts, by the format."""
    left: int
    """Seconds; below 0 once the time is up."""
    given: Mapping[str, int]
    """The seconds that tables of this round were given, where they have no result yet."""


def round_clock(tournament: Tournament, now: int) -> RoundClock | None:
    """The clock of the last round, from the time of its line in the log.

    None if no length was set, if the log tells no time, or if every table has its result.
    """
    state = tournament.state
    began = _began(tournament)
    playing = [name for name, one in state.tables_of(state.round) if not one.is_done]
    if state.format.minutes is None or began is None or not playing:
        return None
    left = state.format.minutes * 60 - (now - began) // _SECOND
    given = {name: given_to(tournament, name) for name in playing}
    return RoundClock(state.round, state.format.minutes, left, {name: one for name, one in given.items() if one})


def given_to(tournament: Tournament, table: str) -> int:
    """The seconds that a table was given."""
    return sum(one.seconds for one in tournament.state.extensions if one.table == table)


def clock_words(seconds: int) -> str:
    """
    >>> clock_words(2232), clock_words(4500), clock_words(-65)
    ('37:12', '75:00', '−1:05')
    """
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


def _began(tournament: Tournament) -> int | None:
    """When the last round was seated; None where the log tells no time, as of a position that it began with."""
    seated = tournament.state.rounds.get(tournament.state.round)
    events = tournament.record.events
    if seated is None or not 0 < seated.event <= len(events):
        return None
    event = events[seated.event - 1]
    if event.at is None or event.do not in ("round", *CORRECTIONS):
        return None
    try:
        return from_text(event.at)
    except Refused:
        return None
