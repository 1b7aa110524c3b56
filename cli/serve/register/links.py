"""Links and the devices behind them: decided from the rows of the file, and kept in memory for the next request.

After each change the grant is read again inside the same transaction, so memory holds what the file holds. What is not
in memory has no rights.
"""

from collections.abc import Iterable

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, select, update

from cli.serve.register.grants import Grant, WantedGrant, checked, grant_of, new_row
from cli.serve.register.link_rows import bind, devices, end, grant_row, new_session, unbind, waiting_devices
from cli.serve.register.secret_words import Randomness, digest, new_name, new_secret, new_token
from cli.serve.register.service_file import ServiceFile
from cli.serve.register.service_rows import GrantRow, SessionRow
from cli.serve.register.sessions import (
    DEVICE_CHARS_MAX,
    SEEN_EVERY,
    SEVERAL_DEVICES,
    DeviceSession,
    Joined,
    LinkUnknown,
    entry,
    is_over,
    session_of,
)
from cli.serve.register.shown_names import shown_name
from records.clock import Clock
from records.errors import NotFound, Refused

_SEEN = (
    update(SessionRow)
    .where(col(SessionRow.sha256) == bindparam("one"))
    .values(seen_at=func.max(col(SessionRow.seen_at), bindparam("at")))
)
"""Notes when devices were seen, many at once."""


class Links:
    """The grants and sessions of one server."""

    def __init__(self, file: ServiceFile, clock: Clock, random: Randomness) -> None:
        self._file = file
        self._clock = clock
        self._random = random
        self._grants: dict[str, Grant] = {}
        self._sessions: dict[str, DeviceSession] = {}
        self._seen: dict[str, int] = {}
        """When devices were seen, where that is not written yet."""

    def make(self, wanted: WantedGrant) -> tuple[Grant, str]:
        """A new link: what it allows, and its token, which is shown this once."""
        now = self._clock()
        wanted = checked(wanted, now)
        token = new_token(self._random)
        with self._file.writing() as db:
            name = new_name(self._random)
            while db.get(GrantRow, name) is not None:
                name = new_name(self._random)
            db.add(new_row(wanted, name, digest(token), now))
            found = self._read(db, name)
        self._put(*found)
        return found[0], token

    def every(self) -> Iterable[Grant]:
        """All grants, those that are over too."""
        return self._grants.values()

    def join(self, token: str, device: str, *, ask: bool, secret: str | None) -> Joined:
        """A session for a device that shows a link; see `Register.join`."""
        now = self._clock()
        device = shown_name(device, "the device", most=DEVICE_CHARS_MAX)
        with self._file.writing() as db:
            row = db.exec(select(GrantRow).where(GrantRow.token_sha256 == digest(token))).first()
            before = self._same_device(db, row, secret, now)
            if before is not None and secret is not None:
                return Joined(before, secret)
            waiting = 0 if row is None else len(waiting_devices(db, row.id, now))
            how = entry(None if row is None else grant_of(row), now, ask=ask, waiting=waiting)
            assert row is not None, "an unknown link was refused"
            if not device and row.role != "spectator":
                raise Refused("the device has no name", mend="give it one: the desk and the scribe see it")
            secret = new_secret(self._random)
            fresh = new_session(db, row.id, digest(secret), device, now, allowed=how != "waits")
            if how == "is bound":
                bind(row, fresh, now)
            found = None if how == "comes in" else self._read(db, row.id)
        if found is not None:
            self._put(*found)
        else:  # the grant is as it was, and its many other devices need not be read again
            self._add(session_of(fresh, grant_of(row)))
        return Joined(self._sessions[digest(secret)], secret)

    def look(self, token: str) -> Grant | None:
        """What a link would open, without opening it; None if it opens nothing."""
        with self._file.reading() as db:
            row = db.exec(select(GrantRow).where(GrantRow.token_sha256 == digest(token))).first()
            grant = None if row is None else grant_of(row)
        return grant if grant is not None and grant.is_live(self._clock()) else None

    def come_in(self, grant_id: str, device: str) -> Joined:
        """A session for one more device that watches, by a link that is for any number of them."""
        now = self._clock()
        secret = new_secret(self._random)
        with self._file.writing() as db:
            row = grant_row(db, grant_id)
            if row.uses_left is not None or not grant_of(row).is_live(now):
                raise LinkUnknown
            name = shown_name(device, "the device", most=DEVICE_CHARS_MAX)
            fresh = new_session(db, row.id, digest(secret), name, now, allowed=True)
        self._add(session_of(fresh, grant_of(row)))
        return Joined(self._sessions[digest(secret)], secret)

    def answer(self, session_id: str, *, allow: bool) -> list[str]:
        """Let a waiting device in, or send it away; the ids of the sessions that ended by it."""
        now = self._clock()
        with self._file.writing() as db:
            row = db.get(SessionRow, session_id)
            grant = None if row is None else db.get(GrantRow, row.grant)
            if row is None or grant is None or row.allowed or is_over(session_of(row, grant_of(grant)), now):
                raise NotFound("this device does not ask any more", mend="it can ask again")
            ended = [row.sha256]
            if allow:
                ended = [] if grant.role in SEVERAL_DEVICES else devices(db, grant.id)
                row.allowed, row.seen_at = 1, now
                bind(grant, row, now)
            end(db, ended)
            found = self._read(db, grant.id)
        return self._put(*found)

    def send_away(self, grant_id: str) -> list[str]:
        """End what waits for consent at a link; the ids of the sessions that ended."""
        with self._file.writing() as db:
            end(db, waiting_devices(db, grant_id))
            found = self._read(db, grant_id)
        return self._put(*found)

    def revoke(self, grant_id: str) -> list[str]:
        """Close a link for good; the ids of the sessions that ended."""
        with self._file.writing() as db:
            row = grant_row(db, grant_id)
            row.revoked_at = self._clock() if row.revoked_at is None else row.revoked_at
            found = self._closed(db, grant_id)
        return self._put(*found)

    def end_with_event(self, grant_id: str) -> list[str]:
        """End a link because its event is over; the ids of the sessions that ended."""
        now = self._clock()
        with self._file.writing() as db:
            row = grant_row(db, grant_id)
            if grant_of(row).is_live(now):
                row.over_at = now
            found = self._closed(db, grant_id)
        return self._put(*found)

    def _closed(self, db: Session, grant_id: str) -> tuple[Grant, list[DeviceSession]]:
        end(db, [*devices(db, grant_id), *waiting_devices(db, grant_id)])
        return self._read(db, grant_id)

    def free(self, grant_id: str) -> list[str]:
        """Let go of the devices of a link, so that another may join; the ids of the sessions that ended."""
        with self._file.writing() as db:
            row = grant_row(db, grant_id)
            if row.uses_left is not None:
                end(db, devices(db, grant_id))
                unbind(row, self._clock())
            found = self._read(db, grant_id)
        return self._put(*found)

    def leave(self, session_id: str) -> None:
        """A device goes by itself. The last one leaves its link free for another."""
        with self._file.writing() as db:
            row = db.get(SessionRow, session_id)
            if row is None:
                self._sessions.pop(session_id, None)
                return
            grant = grant_row(db, row.grant)
            left = [each for each in devices(db, grant.id, self._clock()) if each != session_id]
            if row.allowed and grant.uses_left is not None:
                last = db.get(SessionRow, left[-1]) if left else None
                if last is None:
                    unbind(grant, self._clock())
                else:
                    bind(grant, last, last.begun_at)
            end(db, [session_id])
            found = self._read(db, grant.id)
        self._put(*found)

    def seen(self, session_id: str) -> DeviceSession | None:
        """The session, from memory; that it was seen is noted once a minute. Nothing is written here."""
        session = self._sessions.get(session_id)
        now = self._clock()
        if session is None or is_over(session, now):
            return None
        if now - session.seen_at >= SEEN_EVERY:
            session = self._sessions[session_id] = session.seen_again(now)
            self._seen[session_id] = now
        return session

    def look_up(self, session_id: str) -> DeviceSession | None:
        """The session, without counting as a visit of its device."""
        session = self._sessions.get(session_id)
        return None if session is None or is_over(session, self._clock()) else session

    def of_grant(self, grant_id: str, *, allowed: bool) -> list[DeviceSession]:
        """The devices of a link that are in, or those that ask, in the order in which they came."""
        now = self._clock()
        found = [session for session in self._sessions.values() if session.grant.id == grant_id]
        chosen = [session for session in found if session.allowed == allowed and not is_over(session, now)]
        return sorted(chosen, key=lambda session: (session.begun_at, session.id))

    def reload(self, db: Session) -> list[str]:
        """Read everything from the file again; the ids of the sessions that are gone."""
        rows = db.exec(select(GrantRow)).all()
        self._grants = {row.id: grant_of(row) for row in rows}
        before, self._sessions = self._sessions, {}
        for row in db.exec(select(SessionRow)):
            grant = self._grants.get(row.grant)
            if grant is not None:
                self._sessions[row.sha256] = session_of(row, grant, self._seen.get(row.sha256, 0))
        self.drop_those_over()
        return [each for each in before if each not in self._sessions]

    def drop_those_over(self) -> list[str]:
        """Forget sessions that ended through time; their ids."""
        now = self._clock()
        over = [each for each, session in self._sessions.items() if is_over(session, now)]
        for each in over:
            del self._sessions[each]
        return over

    def has_news(self) -> bool:
        """Whether something waits to be written."""
        return bool(self._seen)

    def write(self, db: Session) -> None:
        """Note when devices were seen."""
        if self._seen:
            db.connection().execute(_SEEN, [{"one": each, "at": at} for each, at in self._seen.items()])

    def written(self) -> None:
        """What `write` wrote is durable."""
        self._seen.clear()

    def _same_device(self, db: Session, row: GrantRow | None, secret: str | None, now: int) -> DeviceSession | None:
        """The session of a device that opens its own link again."""
        mine = None if row is None or secret is None else db.get(SessionRow, digest(secret))
        if row is None or mine is None or mine.grant != row.id:
            return None
        session = session_of(mine, grant_of(row), self._seen.get(mine.sha256, 0))
        stays = session.allowed or row.uses_left == 0  # who waits for a device that was let go comes in anew
        return session if stays and not is_over(session, now) else None

    def _read(self, db: Session, grant_id: str) -> tuple[Grant, list[DeviceSession]]:
        """A grant and its sessions as they are now, inside a transaction."""
        db.flush()
        grant = grant_of(grant_row(db, grant_id))
        rows = db.exec(select(SessionRow).where(SessionRow.grant == grant_id)).all()
        return grant, [session_of(row, grant, self._seen.get(row.sha256, 0)) for row in rows]

    def _add(self, session: DeviceSession) -> None:
        """Keep one more session in memory, once it is durable."""
        self._grants[session.grant.id] = session.grant
        self._sessions[session.id] = session

    def _put(self, grant: Grant, sessions: list[DeviceSession]) -> list[str]:
        """Keep what was read in memory, once it is durable; the ids of the sessions that are gone.

        What time ended stays until `drop_those_over` reports it.
        """
        now = self._clock()
        kept = {each.id: each for each in sessions if each.id in self._sessions or not is_over(each, now)}
        before = [each for each, session in self._sessions.items() if session.grant.id == grant.id]
        ended = [each for each in before if each not in kept]
        for each in ended:
            del self._sessions[each]
        self._grants[grant.id] = grant
        self._sessions.update(kept)
        return ended
