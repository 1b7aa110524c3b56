"""One pair of eyes on one live table, as late as they may see it. Everything that is given away comes from here."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from cli.serve.messages.listener import WAITING_MAX
from cli.serve.messages.wire import frame
from cli.serve.messages.wire_forms import ClaimOut, Counts, LineOut, NextForm, StepOut, ToldFinding
from cli.serve.tables.board import Board
from cli.serve.tables.hindsight_told import HindsightTold
from records.event import Event, Header
from replay.action import body_of, name_of
from replay.diff import changes
from replay.disputes.log_reader import cases_of
from replay.finding_words import cite_text, kind_of
from replay.form import form
from replay.game import Frame, Game, State
from replay.notation.coming import Coming, coming, words_for
from replay.playout import LoggedLine
from replay.saying import person
from replay.session import Judged
from replay.table import Table
from replay.watch import SeenStep, Watch

GAP_MAX = WAITING_MAX // 2
"""After more new lines at once than this the whole table is shown again, not every step: they must fit into a queue."""


class ViewKey(NamedTuple):
    """Whose eyes, how late, and whether they may only see what lies on the table now."""

    eyes: str
    delay: str = "0"
    hides: bool = False


class Watched(Protocol):
    """What a view asks of its table."""

    record_id: str
    header: Header
    events: list[Event]
    size: int
    damaged: str | None

    @property
    def seating(self) -> Table:
        """Who sits where, by the names they want shown."""

    def released(self, delay: str, now: int) -> int:
        """How many lines somebody may know now who sees everything late."""

    def logged(self, size: int) -> LoggedLine:
        """The line of the first lines, read once for all who have to see it anew at this moment."""

    def judged(self, event: Event) -> Judged | None:
        """How an event was judged when it was logged, if that is still known."""

    def code(self, eyes: str, size: int) -> str | None:
        """The code of the first lines, as these eyes may be told it."""


class View:
    """The table as far as some eyes may know it by now."""

    def __init__(self, table: Watched, game: Game, key: ViewKey) -> None:
        self.table = table
        self.game = game
        self.key = key
        self.watch = Watch(game, table.seating, key.eyes)
        """What these eyes see; it is up to date after `follow`."""
        self.boards: dict[tuple[str, bool], Board] = {}
        self.hindsight = HindsightTold(self)
        """Tells whoever listens what later lines answered."""
        self.used_at = 0
        """When somebody last looked through it."""
        self._form: NextForm | None = None
        self._document: tuple[State, dict[str, Any]] = (None, {})
        """The state after the last line that was told, as plain data: mostly it is the one before the next."""
        self._follows: tuple[State, list[Coming]] = (None, [])
        self._claims: tuple[int, list[ClaimOut]] = (0, [])
        self._code: tuple[int, str | None] = (0, None)

    @property
    def size(self) -> int:
        """How many lines these eyes may know."""
        return self.watch.size

    @property
    def events(self) -> Sequence[Event]:
        """The events they may know, unmasked: for what is worked out and masked afterwards."""
        return self.table.events[: self.size - 1]

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens."""
        return any(board.listeners for board in self.boards.values())

    @property
    def closed(self) -> bool:
        """Whether the game is over, as far as they may know."""
        return self.watch.closed

    @property
    def hides(self) -> bool:
        """Whether only what lies on the table now may be seen: a board must not remember better than the players."""
        return self.key.hides and not self.closed

    def frame(self, width: int, kept: dict[Any, Any] | None, *, before: bool = False) -> Frame:
        """The table of now, or before the last step, to be drawn."""
        return self.watch.frame(width, kept, hide=self.hides, before=before)

    def follow(self, now: int) -> None:
        """Take in what these eyes may know by now, and tell whoever listens."""
        table, known = self.table, self.watch.size
        size = table.size if self.key.delay == "0" else table.released(self.key.delay, now)
        if size <= known:
            return
        fresh = table.events[known - 1 : size - 1]
        if len(fresh) > GAP_MAX:
            self.watch = Watch(self.game, table.seating, self.key.eyes, table.events[: size - 1], table.logged(size))
            self.show_anew()
            return
        for event in fresh:
            seen = self.watch.add(event, table.judged(event), table.logged)
            if seen is None or event.do in ("close", "reopen"):
                self.show_anew()
            else:
                self._show(seen)

    def end(self) -> None:
        """End every stream: whoever comes back gets a view that was made anew."""
        for board in self.boards.values():
            for listener in tuple(board.listeners):
                listener.end()

    def board(self, arrangement: str, *, form: bool = False) -> Board:
        """The picture in an arrangement, kept up to date from now on; with `form` for those who log."""
        if (arrangement, form) not in self.boards:
            self.boards[arrangement, form] = Board(self, arrangement, form=form)
        return self.boards[arrangement, form]

    def show_anew(self) -> None:
        """Show the whole table again to everybody: what counts has changed."""
        for board in self.boards.values():
            board.show_anew()

    def _show(self, seen: SeenStep) -> None:
        if not self.boards:
            return
        heard = [board for board in self.boards.values() if board.listeners]
        if not heard:
            for board in self.boards.values():
                board.grow_old()
            return
        told = self.told(seen, changes=False)  # the picture shows them
        code, following, turn = self.code, self.next, self.turn
        for board in heard:
            picture, moved = board.drawn_on()
            out = StepOut(
                seq=seen.step.seq,
                size=self.size,
                step=told,
                moved=moved,
                next=following,
                counts=self.counts,
                turn=turn,
                code=code,
                picture=picture,
                form=self.form() if board.form and not self.closed else None,
            )
            board.send(self.size, frame("step", out, self.size))

    def steps(self, most: int) -> list[LineOut]:
        """The last lines, the newest last; with closed memory only the last one."""
        recent = list(self.watch.recent)
        if self.hides:
            most = 1
        return [self.told(seen) for seen in recent[-most:]]

    def steps_since(self, size: int) -> list[LineOut]:
        """The lines behind a size with their events, as far back as they are kept."""
        return [self.told(seen, event=True) for seen in self.watch.recent if seen.step.seq >= size]

    def tried(self, events: Sequence[Event]) -> list[SeenStep]:
        """Lines as these eyes would see them, without writing them."""
        watch = Watch(self.game, self.table.seating, self.key.eyes, [*self.events, *events])
        return [seen for seen in watch.recent if seen.step.seq >= self.size]

    def at(self, size: int) -> "View":
        """These eyes at an earlier size."""
        then = View(self.table, self.game, self.key)
        then.watch = Watch(self.game, self.table.seating, self.key.eyes, self.table.events[: size - 1])
        return then

    def restart(self, now: int) -> None:
        """See everything anew: the names of the people have changed."""
        self._form = None
        self.watch = Watch(self.game, self.table.seating, self.key.eyes, self.events)
        self.follow(now)
        self.show_anew()
        for board in self.boards.values():
            board.forget()

    def told(self, seen: SeenStep, *, event: bool = False, changes: bool = True) -> LineOut:
        """One line in words, with what it changed on the table and its event where that is wanted."""
        action = seen.step.action
        return LineOut(
            seq=seen.step.seq,
            text=seen.text,
            do=name_of(action),
            by=action.by,
            at=action.at,
            findings=[told_finding(finding) for finding in seen.findings],
            changes=self._changes(seen) if changes else [],
            event=body_of(action) if event else None,
        )

    def _changes(self, seen: SeenStep) -> list[str]:
        step, game = seen.step, self.game
        if step.after is step.before:
            return []
        before = self._document[1] if self._document[0] is step.before else game.document(step.before)
        after = game.document(step.after)
        self._document = step.after, after
        found = changes(before, after)
        return game.speech.changes(self.table.seating, found)

    @property
    def counts(self) -> Counts:
        """How many findings these eyes are told."""
        return Counts(self.watch.broken, self.watch.open)

    @property
    def next(self) -> str:
        """Who is to do what."""
        return "" if self.closed else words_for(self.table.seating, self._coming)

    @property
    def turn(self) -> list[str]:
        """The seats that are to do something."""
        found = [] if self.closed else [one.seat for one in self._coming if one.seat is not None]
        return list(dict.fromkeys(found))

    @property
    def _coming(self) -> list[Coming]:
        """What may come next; to find out takes as long as to judge a line."""
        if self._follows[0] is not self.watch.state:
            self._follows = self.watch.state, coming(self.game, self.watch.state)
        return self._follows[1]

    @property
    def code(self) -> str | None:
        """The code of what they may know, if it tells them nothing more."""
        if self._code[0] != self.size:
            self._code = self.size, self.table.code(self.key.eyes, self.size)
        return self._code[1]

    @property
    def claims(self) -> list[ClaimOut]:
        """The disputes that they may know of."""
        if self._claims[0] != self.size:
            self._claims = self.size, self._read_claims()
        return self._claims[1]

    def _read_claims(self) -> list[ClaimOut]:
        if not any(event.do == "dispute" for event in self.events):
            return []
        table = self.table
        found = cases_of(table.header, table.record_id, self.events).cases
        return [
            ClaimOut(
                seq=case.seq,
                label=case.label,
                by=person(table.seating, case.action.by) if case.action.by else "",
                state=case.state,
                text=case.action.claim,
                about=case.action.about,
                at=case.action.at,
            )
            for case in found
        ]

    def form(self) -> NextForm:
        """What may be logged next, as far as these eyes know it and may look it up."""
        if self._form is None or self._form.size != self.size:
            begun = any(event.do == "setup" for event in self.events)
            found = form(self.game, self.table.seating, self.frame(0, None).state, begun=begun)
            self._form = NextForm(self.size, found.turn, found.offers, found.asks, found.open)
        return self._form


def told_finding(finding: dict[str, Any]) -> ToldFinding:
    """A finding as it is sent."""
    return ToldFinding(
        rule=finding["rule"],
        answer=kind_of(finding),
        text=finding["text"],
        why=finding["why"],
        cite=cite_text(finding["cite"]),
    )
