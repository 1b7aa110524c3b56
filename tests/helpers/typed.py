"""Games as they are typed: the lines of a dealt game, and the table they are read at."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from records.event import event_of, read_header
from replay.action import NEVER_REDUCED, Unreadable
from replay.game import Game
from replay.library import game_of, table_of
from replay.notation.reading import Line, Misread, read_line
from replay.notation.writing import write_line
from replay.read import read_event
from replay.table import Table

Body = dict[str, Any]


class Typed(NamedTuple):
    """An event, the line that says it, and the state before it."""

    body: Body
    text: str
    state: Any


def table_for(header: Body) -> tuple[Game, Table]:
    """The game and the table of a header."""
    game = game_of(header["game"])
    return game, table_of(game, read_header(header))


def typed(header: Body, bodies: list[Body]) -> Iterator[Typed]:
    """Every event with its line, read as the game progresses."""
    game, table = table_for(header)
    state = game.start(table)
    for seq, body in enumerate(bodies, 1):
        yield Typed(body, write_line(game, table, state, body), state)
        action = read_event(game, table, event_of(body, seq))
        if not isinstance(action, Unreadable) and type(action) not in NEVER_REDUCED:
            state = game.reduce(state, action)


class Pad:
    """A scribe's pad in a test: lines are read one after the other, each against the state that the last one left."""

    def __init__(self, game_id: str, players: int, *lines: str, kit: str = "demo") -> None:
        self.game = game_of(game_id)
        seats = [{"seat": seat} for seat in self.game.seats[:players]]
        header = {"quartermaster": 1, "game": game_id, "players": seats, "options": {"kit": kit}}
        self.table = table_of(self.game, read_header(header))
        self.state = self.game.start(self.table)
        for line in lines:
            self(line)

    def read(self, text: str) -> Line | Misread:
        """What a line means here, without carrying it out."""
        return read_line(self.game, self.table, self.state, text)

    def __call__(self, text: str) -> Body:
        """Carry out a line that can be read, and return its event."""
        line = self.read(text)
        assert isinstance(line, Line), line
        action = read_event(self.game, self.table, event_of(line.body, 1))
        if type(action) not in NEVER_REDUCED:
            self.state = self.game.reduce(self.state, action)
        return line.body

    def why(self, text: str) -> str:
        """Why a line cannot be read."""
        line = self.read(text)
        assert isinstance(line, Misread), line
        return line.what
