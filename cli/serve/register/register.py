"""The register of the service: everything that `service.db` knows, behind one door. Used by one thread at a time."""

from typing import Self

from sqlmodel import Session

from cli.serve.register.grants import Grant, WantedGrant
from cli.serve.register.link_rows import forget_grants, forget_sessions
from cli.serve.register.links import Links
from cli.serve.register.passkey_facts import Passkey
from cli.serve.register.passkeys import Passkeys, forget_passkeys
from cli.serve.register.pen_rack import PenRack
from cli.serve.register.pens import Pen
from cli.serve.register.player_names import PlayerNames
from cli.serve.register.secret_words import Randomness, digest
from cli.serve.register.service_facts import ORIGIN, SECONDS, ServiceFacts, Started, started_in, with_started
from cli.serve.register.service_file import ServiceFile
from cli.serve.register.sessions import SECOND, DeviceSession, Joined
from cli.serve.register.visits import KEPT_FOR, Visit, VisitBook, forget_visits
from records.clock import Clock
from replay.playout import OFFICIAL

_TIDY_EVERY = 3600 * SECOND


class Register:
    """Links, devices, pens, visits and names of one server. Time and randomness come from outside.

    Whoever runs it calls `refresh` twice a second and `flush` twice a minute; `close` flushes too.
    """

    def __init__(self, path: str, *, clock: Clock, random: Randomness) -> None:
        self._clock = clock
        self.path = path
        self._file = ServiceFile(path)
        self._links = Links(self._file, clock, random)
        self._pens = PenRack(self._file, clock)
        self._people = PlayerNames(self._file)
        self._visits = VisitBook()
        self._passkeys = Passkeys(self._file)
        self._facts = ServiceFacts(self._file)
        self._tidied_at = 0
        self._ended: list[str] = []
        """Sessions that ended and that `refresh` has not reported yet."""
        self.refresh()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Links

    def make_grant(self, wanted: WantedGrant) -> tuple[Grant, str]:
        """A new link: what it allows, and its token, which is shown this once and not kept."""
        return self._links.make(wanted)

    def grants(self, record: str | None = None, event: str | None = None) -> list[Grant]:
        """The links of a record or an event, the oldest first, with those that are over. None means: no filter."""
        chosen = (grant for grant in self._links.every() if record in (None, grant.record))
        return sorted(
            (grant for grant in chosen if event in (None, grant.event)), key=lambda each: (each.made_at, each.id)
        )

    def revoke(self, grant_id: str) -> list[str]:
        """Close a link for good; the ids of the sessions that ended, whose streams are to be closed."""
        return self._let_go(self._links.revoke(grant_id))

    def officials(self) -> list[Grant]:
        """The links of officials that open anything."""
        now = self._clock()
        return [grant for grant in self._links.every() if grant.role == "official" and grant.is_live(now)]

    def end_with_event(self, grant_id: str) -> list[str]:
        """End a link whose event is over; the ids of the sessions that ended, whose streams are to be closed."""
        return self._let_go(self._links.end_with_event(grant_id))

    def free_device(self, grant_id: str) -> list[str]:
        """Let go of the device that a link is bound to, so that another may join; the sessions that ended."""
        return self._let_go(self._links.free(grant_id))

    # Devices

    def join(self, token: str, device: str, *, ask: bool = False, secret: str | None = None) -> Joined:
        """A session for a device that shows a link, and the secret for its cookie.

        `LinkUnknown` for every link that opens nothing; `InUse` if it is bound to another device, unless the device
        asks: then the session waits for consent (`allowed` is False). A device that opens its own link again shows the
        `secret` it has, and stays in the session it has.
        """
        return self._links.join(token, device, ask=ask, secret=secret)

    def look(self, token: str) -> Grant | None:
        """What a link would open, without opening it; None for every link that opens nothing."""
        return self._links.look(token)

    def come_in(self, grant_id: str, device: str) -> Joined:
        """A session for one more device that watches, by a link that is for any number of them."""
        return self._links.come_in(grant_id, device)

    def asking(self, grant_id: str) -> list[DeviceSession]:
        """The devices that wait for consent at a link, the first one first."""
        return self._links.of_grant(grant_id, allowed=False)

    def devices(self, grant_id: str) -> list[DeviceSession]:
        """The devices that are in by a link, the first one first."""
        return self._links.of_grant(grant_id, allowed=True)

    def answer_asking(self, session_id: str, allow: bool) -> list[str]:
        """Let a waiting device in or send it away; the sessions that ended.

        The former device of a seat or an official ends; a scribe may have several. Whether the one who answers may do
        so is a question for `sessions.may_answer`.
        """
        return self._let_go(self._links.answer(session_id, allow=allow))

    def session(self, secret: str) -> DeviceSession | None:
        """The session of a cookie, from memory; None if there is none or it is over."""
        return self._links.seen(digest(secret))

    def seen(self, session_id: str) -> DeviceSession | None:
        """The same by its id, for a stream that goes on: its device is still there."""
        return self._links.seen(session_id)

    def look_up(self, session_id: str) -> DeviceSession | None:
        """A session that somebody else asks about, such as the holder of a pen."""
        return self._links.look_up(session_id)

    def leave(self, session_id: str) -> None:
        """A device goes by itself; the last one leaves its link free for another."""
        self._links.leave(session_id)
        self._pens.let_go([session_id])

    def passkeys(self, grant_id: str) -> list[Passkey]:
        """The passkeys of a link, the oldest first; most have none."""
        return self._passkeys.of(grant_id)

    def add_passkey(self, made: Passkey) -> list[str]:
        """Keep a passkey: from now on its link opens only with one. Who asked without is sent away; these sessions."""
        ended = self._let_go(self._links.send_away(made.grant))
        self._passkeys.add(made)
        return ended

    # Visits and people

    def visit(self, session: DeviceSession, record: str, from_size: int, to_size: int, address: str) -> bool:
        """A device looked at some lines of a record; written with the next `flush`. Whether that is not soon enough:
        an official's look is to be kept with `keep_looks`.
        """
        return self._visits.add(session, record, (from_size, to_size), address, self._clock())

    def keep_looks(self) -> None:
        """Write the looks with an official's eyes."""
        with self._file.writing() as db:
            self._visits.write(db, only=OFFICIAL)
        self._visits.written()

    def visits(self, record: str | None = None) -> list[Visit]:
        """The visits of the last thirty days, the oldest first; of one record if given."""
        with self._file.reading() as db:
            return self._visits.every(db, record, self._clock())

    def people(self, record: str) -> dict[str, str]:
        """The names at a table that are kept outside the record, by seat."""
        return self._people.of(record)

    def put_person(self, record: str, seat: str, name: str) -> None:
        """Name the player at a seat."""
        self._people.put(record, seat, name)

    def forget_person(self, record: str, seat: str) -> None:
        """Remove the name of the player at a seat, from the disk too."""
        self._people.forget(record, seat)

    # Facts about the service itself

    def note_origin(self, place: str, origin: str) -> None:
        """Note where a service listens, and the address that its links begin with, for `qm link`."""
        self._facts.put(ORIGIN, with_started(self._facts.get(ORIGIN), Started(place, origin)))

    def add_second(self, first: str, second: str) -> None:
        """Note that a record is a second one of the table of another."""
        known = self._facts.get(SECONDS + first) or ""
        group = f"{known} {second}".split() if known else [first, second]
        for record in group:
            self._facts.put(SECONDS + record, " ".join(group))

    def beside(self, record: str) -> list[str]:
        """The other records that were begun for the same table."""
        return [one for one in (self._facts.get(SECONDS + record) or "").split() if one != record]

    def started(self) -> list[Started]:
        """The services that were started on this register, the last one last."""
        return started_in(self._facts.get(ORIGIN))

    # Pens: see pens.py for what each of these does

    def pen(self, record: str) -> Pen | None:
        """Who holds the pen of a table; None if it is free."""
        return self._pens.pen(record)

    def has_pen(self, record: str, session_id: str) -> bool:
        """Whether a device has the pen for a good while yet, and nobody asks for it."""
        return self._pens.is_kept(record, session_id)

    def take_pen(self, record: str, session_id: str) -> Pen:
        """Take the pen if it is free; the answer says who holds it."""
        return self._pens.take(record, session_id)

    def ask_pen(self, record: str, session_id: str) -> Pen:
        """Ask for the pen; the answer says when it moves."""
        return self._pens.ask(record, session_id)

    def keep_pen(self, record: str, session_id: str) -> Pen | None:
        """The holder says no to the one who asked."""
        return self._pens.keep(record, session_id)

    def give_pen(self, record: str, session_id: str) -> Pen | None:
        """The holder lays the pen down, or hands it to the one who asked; or that one no longer wants it."""
        return self._pens.give(record, session_id)

    def renew_pen(self, record: str, session_id: str) -> Pen | None:
        """The holder's stream is still there; written with the next `flush`."""
        return self._pens.renew(record, session_id)

    # Keeping memory and file together

    def wait_at_most(self, seconds: float) -> None:
        """How long a write waits for another program that writes; where that is not enough it is `Unavailable`."""
        self._file.wait_at_most(seconds)

    def refresh(self) -> list[str]:
        """Notice what another program wrote and what time ended; the ids of the sessions that are over."""
        self._ended += self._links.drop_those_over()
        if self._file.moved():
            self._reload()
        self._pens.let_go([each for each in self._pens.hands() if self._links.look_up(each) is None])
        ended, self._ended = self._ended, []
        return ended

    def flush(self) -> None:
        """Write what waits (visits, when devices were seen, renewed pens), and forget what is old."""
        now = self._clock()
        tidy = now - self._tidied_at >= _TIDY_EVERY
        parts = (self._links, self._visits, self._pens)
        if not tidy and not any(part.has_news() for part in parts):
            return
        with self._file.writing() as db:
            for part in parts:
                part.write(db)
            if tidy:
                _forget(db, now)
        for part in parts:
            part.written()
        if tidy:
            self._tidied_at = now
            self._reload()
            self._file.wipe_log()

    def backup(self, path: str) -> None:
        """Copy everything to a new file, for its owner only."""
        self.flush()
        self._file.backup(path)

    def close(self) -> None:
        """Write what waits, and close the file."""
        try:
            self.flush()
        finally:
            self._file.close()

    def _reload(self) -> None:
        with self._file.reading() as db:
            self._ended += self._links.reload(db)
            self._pens.reload(db)
            self._people.reload(db)

    def _let_go(self, ended: list[str]) -> list[str]:
        self._pens.let_go(ended)
        return ended


def _forget(db: Session, now: int) -> None:
    forget_sessions(db, now)
    forget_grants(db, now - KEPT_FOR)
    forget_passkeys(db)
    forget_visits(db, now)
