"""Devices that came in by a link: how long they stay, and what happens when a second one wants in."""

from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from cli.serve.register.grants import Grant
from records.errors import Conflict, NotFound

if TYPE_CHECKING:  # SQLModel takes half a second to load, and a service answers before that
    from cli.serve.register.service_rows import SessionRow

SECOND = 1_000_000
SESSION_LASTS = 12 * 3600 * SECOND
"""After the last request."""
SEEN_EVERY = 60 * SECOND
"""How often it is noted that a device was seen."""
ASKING_LASTS = 15 * 60 * SECOND
ASKING_MAX = 5
"""Devices that may wait for consent at one link, so that a copied link cannot fill the list."""
DEVICE_CHARS_MAX = 40

SEVERAL_DEVICES = frozenset({"scribe", "desk"})
"""Roles in which a second device, once allowed, stays beside the first."""


class DeviceSession(msgspec.Struct, frozen=True):
    """A device and what its link allows. While `allowed` is False it waits for consent and may see nothing."""

    id: str
    """SHA-256 of the cookie's secret, in hex."""
    grant: Grant
    device: str
    begun_at: int
    seen_at: int
    allowed: bool
    ends_at: int
    """When it ends if its device asks for nothing more; worked out once, as every request wants to know it."""

    def seen_again(self, now: int) -> "DeviceSession":
        """The same, kept for longer because its device asked for something."""
        return msgspec.structs.replace(self, seen_at=now, ends_at=_end_of(self.grant, self.begun_at, now, self.allowed))


class Joined(NamedTuple):
    """A session, and the secret for its cookie."""

    session: DeviceSession
    secret: str


class LinkUnknown(NotFound):
    """The link opens nothing. Whether it never existed, is over or was closed is not told."""

    def __init__(self) -> None:
        super().__init__("this link is not valid, or not any more", mend="ask for a new one at the desk")


class InUse(Conflict):
    """The link is bound to another device, which can be asked."""

    def __init__(self, grant: Grant) -> None:
        super().__init__(
            f"this link is in use on another device, {grant.device!r}",
            mend="ask on that device, or at the desk; nothing was changed",
        )
        self.grant = grant


def entry(grant: Grant | None, now: int, *, ask: bool, waiting: int) -> Literal["comes in", "is bound", "waits"]:
    """How a device that shows a link gets in; `LinkUnknown` or `InUse` if it does not."""
    if grant is None or not grant.is_live(now):
        raise LinkUnknown
    if grant.uses_left is None:
        return "comes in"
    if grant.uses_left > 0:
        return "is bound"
    if not ask or waiting >= ASKING_MAX:
        raise InUse(grant)
    return "waits"


def is_over(session: DeviceSession, now: int) -> bool:
    """Whether it ended through time alone, or because its link was taken back."""
    return now >= session.ends_at


def _end_of(grant: Grant, begun_at: int, seen_at: int, allowed: bool) -> int:
    if grant.revoked_at is not None or grant.over_at is not None:
        return 0
    ends = [seen_at + SESSION_LASTS]
    if grant.until is not None:
        ends.append(grant.until)
    if not allowed:
        ends.append(begun_at + ASKING_LASTS)
    return min(ends)


def may_answer(session: DeviceSession, asking: DeviceSession, event: str | None = None) -> bool:
    """Whether a device may let another one in: it has the same link, or it is the desk of that table.

    `event` is the event that the table of the link belongs to.
    """
    if not session.allowed or asking.allowed:
        return False
    mine, theirs = session.grant, asking.grant
    if mine.id == theirs.id:
        return True
    if theirs.record is None:
        return "desk" in mine.may and mine.record is None and mine.event in (None, theirs.event)
    return "desk" in mine.may and mine.covers(theirs.record, event or theirs.event)


def session_of(row: "SessionRow", grant: Grant, seen_at: int = 0) -> DeviceSession:
    """The session that a row holds; `seen_at` is later if that was not written yet."""
    seen, allowed = max(row.seen_at, seen_at), bool(row.allowed)
    return DeviceSession(
        id=row.sha256,
        grant=grant,
        device=row.device,
        begun_at=row.begun_at,
        seen_at=seen,
        allowed=allowed,
        ends_at=_end_of(grant, row.begun_at, seen, allowed),
    )
