"""RecordLinks from one record to others: what the rules of a game that collects results may look at.

A record is folded from its own lines alone. But a tournament names records, and heads of them, and its rules judge
whether what it says of these is so. Whoever asks for a judgement has the records that are at hand and gives them here,
with the table. What is not at hand leaves an answer open; importing it closes it.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from records.event import Event
from records.record import Head
from replay.disputes.log import Heads
from replay.game import Game
from replay.outcome import NO_OUTCOMES, Outcome, Outcomes
from replay.table import Table


class RecordLinks:
    """What is at hand when a record is judged: its own log, and the outcomes of others."""

    def __init__(
        self, load: Callable[[], Sequence[Event]], leaf: bytes = b"", outcomes: Outcomes = NO_OUTCOMES
    ) -> None:
        """`load` gives the events of the record so far, `leaf` is that of its header."""
        self._load = load
        self._leaf = leaf
        self._heads: tuple[Sequence[Event], Heads] | None = None
        self.outcomes = outcomes

    def __eq__(self, other: object) -> bool:
        """States of one record are the same, however its lines are loaded."""
        return isinstance(other, RecordLinks) and (self._leaf, self.outcomes) == (other._leaf, other.outcomes)

    __hash__ = None  # type: ignore[assignment]  # as of anything that is compared by what it holds

    @property
    def events(self) -> Sequence[Event]:
        """All events of the record so far, as logged."""
        return self._load()

    def head_before(self, seq: int) -> str | None:
        """The head of the lines before an event; None where they are not at hand."""
        events = self.events
        if not self._leaf or len(events) < seq - 1:
            return None
        if self._heads is None or self._heads[0] is not events:  # a log is hashed once for all its rounds
            self._heads = (events, Heads(self._leaf, events))
        return Head(seq, self._heads[1].root(seq)).text()

    def at(self, record: str | None, head: str | None) -> Outcome | None:
        """What a linked record says, cut at a head; None if that much of it is not at hand.

        A record at hand that does not have that head gives an outcome that is not whole.
        """
        return self.outcomes.at(record, head)

    def newest(self, record: str | None) -> Outcome | None:
        """What a linked record says as it is at hand now."""
        return None if record is None else self.outcomes.newest.get(record)


def linked(game: Game, table: Table, load: Callable[[], Sequence[Event]], outcomes: Outcomes | None = None) -> Table:
    """The table with what is at hand, for a game that looks at it; outcomes that it has already are kept."""
    if not game.is_linked:
        return table
    known = table.links.outcomes if isinstance(table.links, RecordLinks) else NO_OUTCOMES
    leaf = table.header.leaf if table.header is not None else b""
    return replace(table, links=RecordLinks(load, leaf, outcomes if outcomes is not None else known))
