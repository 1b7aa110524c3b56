"""What may be given to whom of a record with hidden facts: its code, its head, a proof of one event."""

from cli.desk.games_known import known_game
from records.errors import QuartermasterError
from records.record import Record
from records.text import counted
from replay.game import Game
from replay.library import table_of
from replay.read import read_event
from replay.salting import head_for, unsalted
from replay.table import Table
from replay.view import is_salt_due


def code_for(record: Record, viewer: str) -> str | None:
    """The code of a record as a viewer may be told it; None if it is kept back."""
    head = head_for(*_game_and_table(record), record, viewer)
    return head.code if head else None


def unsalted_in(record: Record) -> list[int]:
    """The events without a salt that is due; none where its game has no rules here, or cannot follow the header."""
    game, table = _game_and_table(record)
    return unsalted(game, table, record.events) if game is not None and table is not None else []


def unsalted_words(events: list[int]) -> str:
    """`12 events, the first is 2`"""
    return f"{counted(len(events), 'event')}, the first is {events[0]}"


def head_warning(record: Record) -> str | None:
    """What to mind before a head of this record is given away."""
    bare = unsalted_in(record)
    if not bare:
        return None
    return f"unsalted: {unsalted_words(bare)}; a head lets others try out what is hidden there: keep it to officials"


def proof_warning(record: Record, seq: int) -> str | None:
    """What to mind before the proof of an event is given away: it holds the event whole."""
    game, table = _game_and_table(record)
    event = next((event for event in record.events if event.seq == seq), None)
    if game is None or table is None or event is None or not is_salt_due(game, table, read_event(game, table, event)):
        return head_warning(record)
    return f"event {seq} holds what not everybody saw: the proof shows it whole"


def _game_and_table(record: Record) -> tuple[Game | None, Table | None]:
    game = known_game(record.header)
    try:
        return game, None if game is None else table_of(game, record.header)
    except QuartermasterError:
        return None, None
