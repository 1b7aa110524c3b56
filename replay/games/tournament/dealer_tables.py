"""Tables by chance: what the record of each table says at its heads, and how it ends."""

from base64 import b64encode
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec.structs import replace

from records.event import Header, Options, Player
from replay.games.tournament.dealer_day import Day
from replay.games.tournament.rules.linked_results import readings_of
from replay.games.tournament.state import TableState
from replay.library import game_of
from replay.outcome import Outcome, Outcomes, TablePenalty, TableResult, TableRuling

_ULID = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Ended(NamedTuple):
    """How a table ended, by player."""

    places: dict[str, int]
    winners: list[str]
    scores: dict[str, int | None]

    def fields(self) -> dict[str, Any]:
        """As a `result` has them."""
        given = {"places": self.places, "winners": self.winners}
        return {**given, "scores": self.scores} if self.scores else given


class Tables:
    """The records of the tables of a day, as far as a tournament looks at them."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self._at: dict[tuple[str, str], Outcome] = {}
        self._newest: dict[str, Outcome] = {}

    @property
    def outcomes(self) -> Outcomes:
        """Everything at hand."""
        return Outcomes(dict(self._at), dict(self._newest))

    def new_id(self) -> str:
        """The id of a new record."""
        return "01" + "".join(self.day.rng.choice(_ULID) for _ in range(24))

    def newest(self, record: str) -> Outcome:
        """A table as it is now."""
        return self._newest[record]

    def played(self, table: TableState) -> Ended:
        """A table ends by chance."""
        rng, game = self.day.rng, game_of(table.game)
        if not game.has_points:
            winner = rng.choice(table.players)
            return Ended({player: 1 if player == winner else 2 for player in table.players}, [winner], {})
        points: dict[str, int | None] = {player: rng.randint(0, 12) for player in table.players}
        if self.day.chance(6):
            points |= dict.fromkeys(rng.sample(table.players, rng.randint(1, len(table.players))), None)
        return ranked(points)

    def go_on(self, table: TableState, ended: Ended, **more: Any) -> Outcome:
        """The record of a table gets longer, and gives this result; all sign it."""
        record = str(table.record)
        old = self._newest.get(record)
        size = (old.size if old is not None else 40) + self.day.rng.randint(3, 30)
        root = b64encode(sha256(f"{record} {size}".encode()).digest()).decode()
        header = self._header(table) if old is None else old.header
        assert header is not None, "every table has one"
        seats = dict(zip(table.players, header.seats, strict=True))
        result = TableResult(
            {seats[player]: place for player, place in ended.places.items()},
            tuple(seats[player] for player in ended.winners),
            {seats[player]: points for player, points in ended.scores.items()},
        )
        grades = {seat: self.day.rng.choice(("A", "B", "C", "C-with")) for seat in header.seats}
        bare = old or Outcome(record=record, head="", size=0, header=header, begun=True, over=True)
        found = replace(bare, head=f"{size}:{root}", size=size, result=result, grades=grades, **more)
        self._at[record, found.head] = self._newest[record] = found
        return found

    def _header(self, table: TableState) -> Header:
        day = self.day
        seats = game_of(table.game).seats[: len(table.players)]
        players = [Player(seat, day.state.name(player)) for seat, player in zip(seats, table.players, strict=True)]
        kit = day.state.format.kits.get(table.game, "box")
        options = Options(readings=readings_of(day.state, table.game, table.seated), kit=kit)
        return Header(
            quartermaster=1,
            game=table.game,
            players=players,
            options=options,
            id=table.record,
            event=day.table.header.title if day.table.header is not None else None,
            round=table.round,
            table=table.number,
        )

    def ruling(self, table: TableState, player: str, level: str, infraction: str, time: int | None) -> TableRuling:
        """A ruling at a table, final, that penalises somebody there."""
        seats = dict(zip(table.players, game_of(table.game).seats, strict=False))
        penalty = TablePenalty(seats[player], seats[player], level, infraction, why="as the head official said")
        return TableRuling(self.day.rng.randint(5, 39), "D1", "Kim", (penalty,), time, is_final=True)

    def result_fields(self, table: TableState, outcome: Outcome, ended: Ended) -> dict[str, Any]:
        """The fields of a `result` that is taken from a record."""
        signed = dict(zip(table.players, outcome.grades.values(), strict=True))
        return {"how": "record", "record": outcome.record, "head": outcome.head, "signed": signed, **ended.fields()}


def ranked(points: dict[str, int | None]) -> Ended:
    """The places that points give; who is out shares the last, or the first where nobody is left."""
    order = {player: -1 if one is None else one for player, one in points.items()}
    places = {player: 1 + sum(other > own for other in order.values()) for player, own in order.items()}
    winners = [player for player, place in places.items() if place == 1 and points[player] is not None]
    return Ended(places, winners, points)
