"""A tournament with the tables that are at hand: what every command and page of an organiser starts from."""

from collections.abc import Callable
from typing import Any, NamedTuple

from records.errors import NotFound, QuartermasterError, Refused
from records.record import Record
from replay.disputes.line import line_of
from replay.games.tournament.state import State, TableState
from replay.games.tournament.words import round_and_table, table_id
from replay.outcome import NO_OUTCOMES, Outcome, Outcomes
from replay.outcome_making import outcomes_of
from replay.playout import play_out
from replay.reel import Played, played

Body = dict[str, Any]

LoadRecord = Callable[[str], Record]
"""Gives the record with an id; `NotFound` if it is not at hand."""


class Tournament(NamedTuple):
    """A tournament as its log tells it, and the outcomes of the tables that are at hand."""

    found: Played
    record_id: str
    state: State
    outcomes: Outcomes = NO_OUTCOMES

    @property
    def record(self) -> Record:
        """Its own record."""
        return self.found.record

    @property
    def title(self) -> str:
        """The name of the event."""
        return self.record.header.title or self.record_id

    @property
    def is_closed(self) -> bool:
        """Whether a close counts."""
        record = self.record
        return any(event.do == "close" for event in line_of(record.header, record.events).events_that_count())

    @property
    def rounds_seated(self) -> list[int]:
        """The rounds that are seated, rising."""
        return sorted(self.state.rounds)

    def tables(self) -> list[tuple[str, TableState]]:
        """The tables by round and number."""
        return sorted(self.state.tables.items(), key=lambda item: (item[1].round, item[1].number))

    def newest(self, table: TableState) -> Outcome | None:
        """The outcome of a table as its record is at hand; None if it is not."""
        return self.outcomes.newest.get(table.record) if table.record is not None else None


def tournament_of(record: Record, record_id: str, load: LoadRecord | None = None) -> Tournament:
    """The tournament that a record tells; with `load`, also what the records of its tables say."""
    found = played(record)
    if not found.game.is_linked:
        title = found.game.title
        raise Refused(f"this is a record of {title}, not of a tournament", where=record_id, mend="`qm list` shows all")
    state: State = play_out(found.game, found.table, record.events).state_at()
    if load is None:
        return Tournament(found, record_id, state)
    return with_outcomes(Tournament(found, record_id, state), outcomes_at_hand(state, load))


def with_outcomes(plain: Tournament, outcomes: Outcomes) -> Tournament:
    """A tournament that was read from its own log, with what its tables say."""
    return Tournament(played(plain.record, outcomes), plain.record_id, plain.state, outcomes)


def outcomes_at_hand(state: State, load: LoadRecord) -> Outcomes:
    """The outcomes of all tables whose records can be loaded, at every head that the log names."""
    at_hand: dict[str, Record | str] = {}
    for table in state.tables.values():
        if table.record is not None and table.record not in at_hand:
            try:
                at_hand[table.record] = load(table.record)
            except NotFound:
                continue
            except QuartermasterError as error:
                at_hand[table.record] = str(error)
    return outcomes_of(at_hand, [(record, head) for record, heads in heads_named(state).items() for head in heads])


def heads_named(state: State) -> dict[str, list[str]]:
    """The records of all tables, each with the heads that results and penalties name."""
    found: dict[str, list[str]] = {}
    for table in state.tables.values():
        if table.record is not None:
            found.setdefault(table.record, []).extend(table.heads)
    for one in state.given:
        if one.record is not None and one.head is not None:
            found.setdefault(one.record, []).append(one.head)
    return found


def cut_after(record: Record, seq: int) -> Record:
    """The record as it was after an event: with the lines up to it, and nothing that came later."""
    if not 0 <= seq < record.size:
        raise NotFound(f"there is no event {seq}", mend=f"the last one is {record.size - 1}; 0 is the start")
    return Record(record.header, record.events[:seq], record.lines[: seq + 1], record.exact)


def end_of_round(tournament: Tournament, number: int) -> int:
    """The last event before the next round was seated: the standings after a round as they were known then."""
    if number not in tournament.state.rounds:
        seated = ", ".join(map(str, tournament.rounds_seated)) or "none"
        raise NotFound(f"round {number} is not seated yet", mend=f"seated so far: {seated}")
    later = [one.event for other, one in tournament.state.rounds.items() if other > number]
    return min(later) - 1 if later else tournament.record.size - 1


def table_named(tournament: Tournament, text: str) -> tuple[str, TableState]:
    """The table that `r1t3` names, or a number alone for one of the last round."""
    short = text.rpartition(":")[2].strip().casefold()
    if short.isascii() and short.isdigit() and tournament.state.round:
        short = table_id(tournament.state.round, int(short))
    if round_and_table(short) is None:
        raise Refused(f"{text!r} is not a table", mend="write r1t3 for table 3 of round 1")
    table = tournament.state.tables.get(short)
    if table is None:
        known = ", ".join(name for name, _ in tournament.tables()) or "none yet"
        raise NotFound(f"there is no table {short}", mend=f"the tables are: {known}")
    return short, table


def player_named(state: State, text: str) -> str:
    """The id of the player that a text names: by id, or by name in any case of letters."""
    wanted = text.strip()
    if wanted in state.players:
        return wanted
    same = [player for player, one in state.players.items() if one.name.casefold() == wanted.casefold()]
    if len(same) > 1:
        raise Refused(f"several players are called {wanted}", mend=f"name the id: {', '.join(same)}")
    if not same:
        near = [one.name for one in state.players.values() if is_near(one.name, wanted)]
        asked = f"did you mean {' or '.join(near[:3])}?" if near else "`qm tournament print T entrants` lists them"
        raise NotFound(f"nobody called {wanted!r} has entered", mend=asked)
    return same[0]


def is_near(one: str, other: str) -> bool:
    """Whether two names may well be of one person: the same but for case, spaces and accents, or nearly so."""
    from difflib import SequenceMatcher
    from unicodedata import combining, normalize

    def plain(name: str) -> str:
        letters = normalize("NFD", name.casefold())
        return "".join(char for char in letters if char.isalnum() and not combining(char))

    first, second = plain(one), plain(other)
    if not first or not second or min(len(first), len(second)) < 3:
        return first == second
    return first == second or SequenceMatcher(None, first, second).ratio() >= 0.85
