"""Collecting: what the records of the tables say is written into the tournament's log, and what cannot be is named."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament
from replay.games.tournament.rules.common import ResultThere, players_by_seat
from replay.games.tournament.state import PenaltyState, State, TableState
from replay.games.tournament.words import LIFTED, LOSSES
from replay.outcome import Outcome, TableRuling
from replay.saying import listed

Body = dict[str, Any]

LONGEST_PAUSE = 60
"""Seconds that a ruling may take without being given back."""


class Unsigned(NamedTuple):
    """An official who takes a result although somebody has not signed it, and why."""

    by: str
    why: str


class Collected(NamedTuple):
    """The events to write, and what to say about the tables, each line beginning with its name."""

    bodies: list[Body]
    left: list[str]
    """What is not written, with the reason."""
    moved: list[str]
    """Places that change, and what was seated by the old ones."""


def collect(tournament: Tournament, unsigned: Unsigned | None = None) -> Collected:
    """Everything that the tables at hand have to tell, in the order of rounds and tables.

    A second call has nothing to write. After the close nothing is written at all: what differs is named.
    """
    made = Collected([], [], [])
    closed = tournament.is_closed
    for name, table in tournament.tables():
        one = _Table(tournament, name, table, unsigned)
        bodies = list(one.bodies())
        if closed:
            made.left.extend(f"{name}: {words}" for words in one.differing(bodies))
            continue
        made.bodies.extend(bodies)
        made.left.extend(f"{name}: {words}" for words in one.left())
        made.moved.extend(f"{name}: {words}" for words in one.moved(bodies))
    return made


class _Table:
    """One table with what its record says."""

    def __init__(self, tournament: Tournament, name: str, table: TableState, unsigned: Unsigned | None) -> None:
        self.tournament = tournament
        self.state: State = tournament.state
        self.name = name
        self.table = table
        self.unsigned = unsigned
        self.outcome = tournament.newest(table)
        self.reason = self._reason()

    def bodies(self) -> Iterator[Body]:
        """The events that this table gives."""
        outcome = self.outcome
        if outcome is None or not outcome.whole or outcome.header is None:
            return
        yield from self._extensions(outcome)
        yield from self._penalties(outcome)
        if self.reason is None and self.table.head != outcome.head:
            yield self._result(outcome)

    def _extensions(self, outcome: Outcome) -> Iterator[Body]:
        known = {(one.record, one.ruling) for one in self.state.extensions}
        for ruling in outcome.rulings:
            if ruling.time is not None and ruling.time > LONGEST_PAUSE and (outcome.record, ruling.seq) not in known:
                source = {"record": outcome.record, "seq": ruling.seq}
                yield {"do": "extend", **self._where(), "seconds": ruling.time, "from": source}

    def _penalties(self, outcome: Outcome) -> Iterator[Body]:
        """Penalties of rulings in effect that the log does not have yet, and those that no longer rest on one."""
        last = {one.key: one for one in self.state.given}
        held: dict[tuple[str, str, str | None, int], Body] = {}
        for ruling in outcome.rulings if self._is_its_own(outcome) else ():
            for body in self._given(outcome, ruling):
                held[body["player"], body["infraction"], outcome.record, ruling.seq] = body
        for key, body in held.items():
            if key not in last or not _says(last[key], body, self.state):
                yield body
        for key, one in last.items():
            if one.record == outcome.record and one.level != LIFTED and key not in held:
                source = {"record": outcome.record, "head": outcome.head, "seq": one.ruling}
                lifted = {"player": one.player, "level": LIFTED, "infraction": one.infraction}
                yield {"do": "penalty", **lifted, "from": source}

    def _given(self, outcome: Outcome, ruling: TableRuling) -> Iterator[Body]:
        players = players_by_seat(outcome, self.table)
        source = {"record": outcome.record, "head": outcome.head, "seq": ruling.seq}
        for given in ruling.penalties if ruling.in_effect else ():
            if given.seat in players:
                told = {"player": players[given.seat], "level": given.level, "infraction": given.infraction}
                # a loss does not strike a table whose result the same ruling has set
                spared = {"points": 0} if ruling.adjusts and given.level in LOSSES else {}
                yield {"do": "penalty", **told, "from": source, **spared}

    def _result(self, outcome: Outcome) -> Body:
        there = ResultThere(outcome, self.table)
        players = players_by_seat(outcome, self.table)
        body: Body = {
            "do": "result",
            **self._where(),
            "record": outcome.record,
            "head": outcome.head,
            "how": "record",
            "places": there.places,
            "winners": [player for player in self.table.players if player in there.winners],
            "scores": there.scores,
            "signed": {players[seat]: grade for seat, grade in outcome.grades.items()},
        }
        if not body["scores"]:
            del body["scores"]
        if self.unsigned is not None and outcome.unsigned:
            body |= {"by": self.unsigned.by, "why": self.unsigned.why}
        return body

    def _where(self) -> Body:
        return {"round": self.table.round, "table": self.table.number}

    def _is_its_own(self, outcome: Outcome) -> bool:
        """Whether the record has the game and the number of players of the table."""
        header = outcome.header
        return header is not None and header.game == self.table.game and len(outcome.seats) == len(self.table.players)

    def _reason(self) -> str | None:
        """Why no result can be taken from the record; None if one can."""
        outcome, table = self.outcome, self.table
        if table.record is None:
            return "it has no record: its result comes on a slip"
        if outcome is None:
            return "not at hand"
        if not outcome.whole or outcome.header is None:
            return f"its record is not whole: {outcome.trouble}"
        if not self._is_its_own(outcome):
            sat = listed([player.name or player.seat for player in outcome.header.players])
            return f"its record is of another table: {outcome.header.game} with {sat}"
        if broken := self._older_head_lost():
            return broken
        return self._undecided(outcome)

    def _undecided(self, outcome: Outcome) -> str | None:
        if not outcome.over:
            return "not over" if outcome.begun else "not begun"
        if outcome.waiting:
            waiting = listed([f"event {one.seq}" for one in outcome.waiting])
            return f"a correction waits for somebody's word: {waiting}"
        if not outcome.is_known:
            return "not all places are known"
        if outcome.unsigned and self.unsigned is None:
            return self._unsigned_words(outcome)
        if self.table.how == "ruling":
            return f"its result was ruled (event {self.table.results[-1]}) and stands"
        return None

    def _unsigned_words(self, outcome: Outcome) -> str:
        players = players_by_seat(outcome, self.table)
        told = []
        for word, verb in (("none", "not signed"), ("refuse", "refused to sign")):
            names = [self.state.name(players[seat]) for seat in outcome.unsigned if outcome.grades[seat] == word]
            if names:
                told.append(f"{listed(names)} {'has' if len(names) == 1 else 'have'} {verb}")
        return "; ".join(told)

    def _older_head_lost(self) -> str:
        for head in self.table.heads:
            older = self.tournament.outcomes.at(self.table.record, head)
            if older is not None and not older.whole:
                return f"its record is not the one that was collected before: {older.trouble}; ask an official"
            if older is None:
                size = head.partition(":")[0]
                return f"only an older copy of its record is at hand: {size} lines were collected; import the newer one"
        return ""

    def left(self) -> Iterator[str]:
        """What is not written, with the reason; nothing about a table that is collected and has not moved."""
        outcome = self.outcome
        if self.reason is not None and not self._is_settled():
            yield self.reason if not self.table.is_done or self.table.how != "record" else f"gone on: {self.reason}"
        if outcome is None or not outcome.whole:
            return
        for ruling in outcome.rulings:
            for given in ruling.penalties if ruling.in_effect else ():
                if given.seat is None:
                    yield f"the {given.level} for {given.person} (event {ruling.seq}) names nobody who sits there"
        yield from self._other_readings(outcome)

    def _is_settled(self) -> bool:
        """Whether there is nothing to say: a result is there, and the record tells nothing else."""
        outcome, table = self.outcome, self.table
        if not table.is_done:
            return False
        if outcome is None or table.record is None or table.how == "slip":
            return True  # what was entered counts until the record can be collected
        if outcome.head == table.head:
            return True
        if not outcome.whole or not outcome.is_known or table.places is None or self._older_head_lost():
            return False
        return not ResultThere(outcome, table).differences(table.places, table.winners, table.scores)

    def _other_readings(self, outcome: Outcome) -> Iterator[str]:
        """Readings that were ruled for all tables while this one played, and are not in force there."""
        done = self.table.results[-1] if self.table.results else None
        for reading in self.state.readings:
            if reading.game != self.table.game or (done is not None and done < reading.event):
                continue
            there = outcome.readings.get(reading.question)
            if there is not None and there != reading.answer:
                ruled = f"{reading.answer!r} was ruled for all tables (event {reading.event})"
                yield f"{reading.question} is read as {there!r} there; {ruled}"

    def moved(self, bodies: list[Body]) -> Iterator[str]:
        """Places that a new result changes, by what, and the rounds that were seated by the old ones."""
        before, outcome = self.table.places, self.outcome
        for body in bodies:
            if body["do"] != "result" or before is None or outcome is None:
                continue
            after = body["places"]
            moves = [
                f"{self.state.name(player)} {before.get(player, '-')} → {after[player]}"
                for player in self.table.players
                if before.get(player) != after[player]
            ]
            if moves:
                yield ", ".join(moves) + self._cause(outcome) + self._seated_before()

    def _cause(self, outcome: Outcome) -> str:
        if self.table.how == "slip":
            return " (the slip said otherwise)"
        ruled = outcome.adjusted or max((ruling.seq for ruling in outcome.rulings), default=None)
        return f" (ruling, event {ruled})" if ruled is not None else ""

    def _seated_before(self) -> str:
        later = [str(number) for number in self.tournament.rounds_seated if number > self.table.round]
        if not later:
            return ""
        verb = "was seated before and stands" if len(later) == 1 else "were seated before and stand"
        return f"; {'round' if len(later) == 1 else 'rounds'} {listed(later)} {verb}"

    def differing(self, bodies: list[Body]) -> Iterator[str]:
        """After the close: what would have been written, for the head official to rule on."""
        for body in bodies:
            match body["do"]:
                case "result":
                    words = next(self.moved([body]), "")
                    result = f"event {self.table.results[-1]}" if self.table.results else "none"
                    yield f"the record has gone on ({words or 'with the same places'}); its result here is {result}"
                case "penalty":
                    yield f"{body['level']} for {self.state.name(body['player'])} ({body['infraction']})"
                case _:
                    yield f"{body['seconds']} seconds to give back"


def _says(last: PenaltyState, body: Body, state: State) -> bool:
    """Whether the last `penalty` of a key says what one that could be written would."""
    points = body.get("points", state.format.deduct)
    return last.level == body["level"] and last.points == points and last.strikes == ("points" not in body)
