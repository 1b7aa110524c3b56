"""The one way to log, whatever door the lines come through.

A line is read once, into an action that travels; it is judged at the size the record has; it is appended for exactly
that size, together with the state it makes. If somebody was faster, everything is read and judged again: nothing is
ever judged by a table that has moved on. A finding never holds a line up.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from cli.desk.consequences import consequence_lines, consequences_in
from cli.desk.entries import Entry, says_the_same
from cli.desk.games_known import known_game
from cli.desk.kept_states import SNAPSHOT, events_of, notes_for, resume
from cli.desk.terms import Terms, dry_run, keys_for
from cli.desk.unwritten import as_unread, how_to_mend, refuse_broken, wants_salt, why_unread, wordless
from cli.desk.waiting_notes import waiting_note
from records.errors import Conflict, Refused
from records.event import Event, event_of
from records.limits import SALT_BYTES
from records.salt import check_salt, salt_of
from records.store import Appended, Store
from records.store.appending import moved_on
from records.timeline import CORRECTIONS
from records.timeline import PROCEDURE as NEVER_CORRECTED
from replay.action import Action
from replay.answers import answer
from replay.audit import Finding
from replay.disputes.log import PROCEDURE
from replay.game import Game
from replay.library import table_of
from replay.notation.tokens import statements
from replay.read import read_body
from replay.session import Judged, Mark, Session
from replay.step import Step
from replay.table import Table
from replay.tell import tell
from replay.typed_lines import Heard, Said, Scribe, Unclear, kept, second_setup, sentences, staying_words
from replay.view import is_salt_due

if TYPE_CHECKING:  # most lines are play: the rules of the procedure are loaded with the first that is not
    from replay.disputes.judge import ProcedureJudge

RandomBytes = Callable[[int], bytes]
"""Gives this many bytes that nobody can guess."""

MEND_UNREAD = "mend it, or keep it as it is with --keep and amend it later"
_MAY_CLOSE = CORRECTIONS | {"close"}
TRIES = 100
"""How often a line is read and judged again because somebody else was faster."""


class LoggedEvent(msgspec.Struct, frozen=True):
    """One event of a call: what all rules say of it at once, and its step, as play, where its game is known."""

    event: Event
    findings: list[Finding]
    step: Step[Any, Any] | None
    judged: Judged | None = None


class Written(msgspec.Struct, frozen=True):
    """What came of a call. Where only questions were asked, there are no events and nothing was written."""

    events: list[LoggedEvent]
    answer: Appended | None
    asides: dict[int, list[str]]
    """What was asked among the lines (whose turn, the state …), by the number of events before it."""
    falls: dict[int, list[str]]
    """What no longer counts after the event that follows, and what stays although it stands behind, likewise."""


class Draft(msgspec.Struct, frozen=True):
    """Lines that were read and judged, and are not stored yet: what to append, and the way back."""

    written: Written
    keys: list[str | None]
    notes: list[tuple[str, bytes]]
    mark: Mark | None


class Remark(NamedTuple):
    """Lines to show between events: the answer to a question, or what falls away with the next event."""

    lines: list[str]
    of_falls: bool = False


class Logbook:
    """A stored record, open for logging."""

    def __init__(
        self, store: Store, record_id: str, random: RandomBytes, *, size: int | None = None, digests: bool = True
    ) -> None:
        """`random` is where the salts of events with a hidden part come from.

        Without `digests`, a state is only kept from time to time: a process that stays has the state in memory.
        """
        self._digests = digests
        self.store = store
        self.record_id = record_id
        self._random = random
        info = store.info(record_id)
        self.header = info.header
        self._closed = info.closed
        self.game = known_game(self.header)
        self.table = table_of(self.game, self.header) if self.game is not None else None
        self._scribe: Scribe | None = None
        self.resume(size)

    def resume(self, size: int | None = None) -> None:
        """Read the record as it is in the store now, or as it was at a size."""
        self.size = self._read = size or self.store.head(self.record_id).size
        self._added: list[Event] = []
        self._session: Session | None = None
        self._kept = 1
        if self.game is not None and self.table is not None:
            self._session, self._kept = resume(self.store, self.record_id, self.game, self.table, self.size)
            self._scribe = Scribe(self._session, self._scribe)
        self._disputes: ProcedureJudge | None = None

    def _events(self) -> list[Event]:
        """All events so far, those of the call under way among them."""
        if self._session is not None:
            return self._session.events()
        return [*events_of(self.store, self.record_id, 1, self._read), *self._added]

    @property
    def session(self) -> Session:
        """The table now, for what only a known game can do."""
        if self._session is None:
            raise wordless(self.header)
        return self._session

    def hear(self, text: str) -> Heard:
        """What one typed statement asks for, as the table stands. Raises `Unclear` and `Mistaken`."""
        if self._scribe is None:
            raise wordless(self.header)
        return self._scribe.hear(text)

    def weigh(self, body: dict[str, Any]) -> Heard:
        """An event that was not typed, with what falls away if it is a correction."""
        return self._scribe.weigh(body) if self._scribe is not None else Heard([Said(body)])

    def remember(self, text: str, chosen: dict[str, Any]) -> None:
        """Remember how the scribe reads a word that may be a piece or a player's name, while the book is open."""
        if self._scribe is not None:
            self._scribe.remember(text, chosen)

    def log(self, entries: Sequence[Entry], terms: Terms) -> Written:
        """Log lines: all of them, or none. A retry under a known key is answered as the first call was."""
        for _ in range(TRIES):
            if terms.key is not None:
                known = self.store.find_key(self.record_id, terms.key)
                if known is not None:
                    return self._repeated(entries, terms, known)
            try:
                return self._logged(entries, terms)
            except Conflict:
                before = self.size
                self.resume()
                self._closed = self.store.info(self.record_id).closed
                if terms.expect is not None or (terms.key is None and self.size == before):
                    raise
        raise Conflict("others kept writing to this record; nothing of yours was written", mend="try again")

    def _logged(self, entries: Sequence[Entry], terms: Terms) -> Written:
        draft = self.draft(entries, terms)
        if not draft.written.events:
            return draft.written
        try:
            answer = self._append(draft, terms)
        except BaseException:
            self.drop(draft)
            raise
        if terms.dry_run:
            self.drop(draft)
        else:
            self.settle(draft, answer)
        return replace(draft.written, answer=answer)

    def draft(self, entries: Sequence[Entry], terms: Terms) -> Draft:
        """Read and judge lines, all of them or none, as if they stood in the record: `settle` or `drop` must follow.

        For an edge that appends by itself, because many clients share one writer.
        """
        if terms.expect not in (None, self.size):
            raise moved_on(self.record_id, self.size, terms.expect)
        mark = self._session.mark() if self._session is not None else None
        said = Written([], None, {}, {})
        events = said.events
        try:
            if len(entries) == 1 and not (entries[0].typed or terms.remarks or terms.strict):
                events.append(self._judge(entries[0], self.size, terms))  # as nearly every call of a phone
            else:
                events += self._judged(entries, terms, said)
            notes = [] if terms.dry_run or not events else self._notes(self.size + len(events))
        except BaseException:
            self._forget(mark)
            raise
        if not events:
            self._forget(mark)
        return Draft(said, keys_for(terms.key, len(events)), notes, mark)

    def settle(self, draft: Draft, answer: Appended) -> None:
        """What was judged is stored now."""
        if answer.repeated:
            self.resume()
            return
        self.size = answer.head.size
        if draft.notes and any(kind == SNAPSHOT for kind, _ in draft.notes):
            self._kept = self.size

    def drop(self, draft: Draft) -> None:
        """What was judged was not stored after all."""
        self._forget(draft.mark)

    def _forget(self, mark: Mark | None) -> None:
        """What was judged was not written: neither state nor disputes may keep anything of it."""
        if self._session is not None and mark is not None:
            self._session.back_to(mark)
        del self._added[self.size - self._read :]
        self._disputes = None

    def _append(self, draft: Draft, terms: Terms) -> Appended:
        events = [one.event for one in draft.written.events]
        if terms.dry_run:
            return dry_run(self.store, self.record_id, events, terms.expect)
        return self.store.append(
            self.record_id, events, at=terms.moment, expect=self.size, keys=draft.keys, notes=draft.notes
        )

    def _notes(self, size: int) -> list[tuple[str, bytes]]:
        """What is kept beside the record with these events: the state that they make, and what waits for somebody."""
        if self._session is None:
            return self._waiting()
        notes = notes_for(self._session, size, self._kept, self._digests)
        return [*notes, *self._waiting()] if self._session.contested else notes

    def _waiting(self) -> list[tuple[str, bytes]]:
        """What waits for somebody's word, as a note; the log is read for it only where something can."""
        may_wait = self._session.contested if self._session is not None else self._disputes is not None
        note = waiting_note(self.header, self._events()) if may_wait else None
        return [note] if note is not None else []

    def _repeated(self, entries: Sequence[Entry], terms: Terms, first: int) -> Written:
        """The answer of the first call under this key, if these are the same lines as then; the clock may differ."""
        then = Logbook(self.store, self.record_id, self._random, size=first)
        said = Written([], None, {}, {})
        logged = list(then._judged(entries, terms, said))
        written = events_of(self.store, self.record_id, first, first + len(logged))
        ours = [one.event for one in logged]
        stamps = {terms.stamp, *(entry.stamp for entry in entries)} - {None}
        same = len(written) == len(ours) and all(
            says_the_same(one, other, stamps) for one, other in zip(written, ours, strict=True)
        )
        answer = self.store.append(
            self.record_id, written if same else ours, at=terms.moment, keys=keys_for(terms.key, len(ours))
        )
        if same:
            logged = [replace(one, event=event) for one, event in zip(logged, written, strict=True)]
        return replace(said, events=logged, answer=answer)

    def _judged(self, entries: Sequence[Entry], terms: Terms, said: Written) -> Iterator[LoggedEvent]:
        """The events of the lines, each judged once the one before it has been folded."""
        amount = 0
        for spoken in self._spoken(entries, terms):
            if isinstance(spoken, Remark):
                told = said.falls if spoken.of_falls else said.asides
                told.setdefault(amount, []).extend(spoken.lines)
                continue
            one = self._judge(spoken, self.size + amount, terms)
            if terms.strict and not spoken.sure:
                self._refuse(one, spoken.where, terms.hint)
            amount += 1
            yield one

    def _judge(self, entry: Entry, seq: int, terms: Terms) -> LoggedEvent:
        stamp, body = entry.stamp or terms.stamp, entry.body
        if stamp is not None and "at" not in body:
            body = {**body, "at": stamp}
        event = event_of(body, seq, entry.where)
        if self.game is None or self.table is None:
            if "salt" in event.fields:
                check_salt(event.salt)
            findings = self._judge_procedure(event)
            self._added.append(event)
            return LoggedEvent(event, findings, None)
        if entry.action is not None:
            beside = {name: event.fields.get(name) for name in ("said", "salt")}
            action = replace(entry.action, at=event.at, **beside)
        else:
            action = read_body(self.game, self.table, body)
        why = why_unread(self.table, event, action)
        if why is not None:
            if not terms.keep:
                raise Refused(why, where=entry.where, mend=MEND_UNREAD)
            return self._judge(replace(entry, body=as_unread(entry.body), action=None), seq, terms)
        if wants_salt(event) and self._is_salt_due(self.game, self.table, action):
            event = event.salted(salt_of(self._random(SALT_BYTES)))
        procedure = self._judge_procedure(event)
        judged = self.session.add(event, action)
        closing = self._judge_closing(event)
        findings = [*judged.findings, *procedure, *closing] if procedure or closing else judged.findings
        return LoggedEvent(event, findings, judged.step, judged)

    def _is_salt_due(self, game: Game, table: Table, action: Action) -> bool:
        """Whether something in an event is hidden, as the header has it or as a ruling has the table read it now."""
        ruled: Table = self.session.state.table
        return is_salt_due(game, table, action) or (ruled != table and is_salt_due(game, ruled, action))

    def _refuse(self, one: LoggedEvent, where: str, hint: str) -> None:
        told = f"{tell(self.game, one.step)} " if self.game is not None and one.step is not None else ""
        refuse_broken(one.findings, where, hint, told)

    def _judge_procedure(self, event: Event) -> list[Finding]:
        """What the rules of the procedure say. The log is read for them only once such an event comes."""
        if self._disputes is None:
            if event.do not in PROCEDURE:
                return []
            from replay.disputes.judge import ProcedureJudge

            self._disputes = ProcedureJudge(self.header, self.record_id, self._events(), self.game, self.table)
        return self._disputes.add(event)

    def _judge_closing(self, event: Event) -> list[Finding]:
        """What the rules about the end say of an event. Most records are not closed, and pay nothing."""
        if not self._closed and event.do not in _MAY_CLOSE:
            return []
        from replay.closing import ClosedLog, judge_closing, may_close

        self._closed = self._closed or may_close(event)
        if not self._closed or event.do in NEVER_CORRECTED or self.game is None or self.table is None:
            return []
        log = ClosedLog(self.header, self.record_id, self.session.events())
        about = (event.seq, event.fields.get("target"))
        return [one for one in judge_closing(self.game, self.table, log).findings if one.seq in about]

    def _spoken(self, entries: Sequence[Entry], terms: Terms) -> Iterator[Entry | Remark]:
        """The events that the lines stand for, one after the other, and what is said of them, up to a `q`."""
        for entry in entries:
            if not entry.typed:
                if terms.remarks:
                    yield from self._said_of(self.weigh(entry.body))
                yield entry
            for text in statements(entry.typed) if entry.typed else ():
                try:
                    heard = self.hear(text)
                except Unclear as error:
                    if not terms.keep and not error.keep:
                        raise Refused(error.what, where=entry.where, mend=how_to_mend(error)) from None
                    yield replace(entry, body=kept(text))
                    continue
                except Refused as error:
                    raise Refused(error.what, where=entry.where, mend=error.mend) from None
                if heard.ask == "quit":
                    return
                if heard.ask is not None:
                    yield Remark(answer(self.session, heard.ask, heard.about, terms.width))
                yield from self._said_of(heard)
                for said in heard.events:
                    yield replace(entry, body=said.body, action=said.action, sure=heard.mark == "!")

    def _said_of(self, heard: Heard) -> Iterator[Remark]:
        """What is said before events are written: what falls away, and what they do to the findings."""
        if heard.falls:
            yield Remark(["       no longer counts:", *sentences(self.session, heard.falls)], of_falls=True)
        if heard.stay:
            words = staying_words(heard.events[0].body["to"], heard.stay)
            yield Remark([f"       {words}: kept"], of_falls=True)
        yield from self._set_up_again(heard.events)
        yield from self._consequences(heard.events)

    def _set_up_again(self, said: Sequence[Said]) -> Iterator[Remark]:
        """A warning before a second set-up, which is written all the same: nobody can be asked."""
        if self._session is None or not any(one.body["do"] in ("setup", "insert") for one in said):
            return
        words = second_setup(self._session, said)
        if words is not None:
            yield Remark([f"       warning: {words}"], of_falls=True)

    def _consequences(self, said: Sequence[Said]) -> Iterator[Remark]:
        """What typed corrections do to the findings."""
        if self._session is None or not any(one.body["do"] in CORRECTIONS for one in said):
            return  # most lines are none, and the log need not be read for them
        found = consequences_in(self._session, [one.body for one in said])
        if lines := consequence_lines(found):
            yield Remark([f"       {line}" for line in lines], of_falls=True)
