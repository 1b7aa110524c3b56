"""What a link allows: may × eyes × delay, for one table, one event or all of them."""

import re
from typing import TYPE_CHECKING

import msgspec

from cli.serve.register.shown_names import shown_name
from records.errors import Refused
from records.event import is_id

if TYPE_CHECKING:  # SQLModel takes half a second to load, and a service answers before that
    from cli.serve.register.service_rows import GrantRow

ROLES = ("spectator", "seat", "scribe", "official", "desk")
MAY = frozenset({"look", "claim", "log", "rule", "desk"})

UNOPENED_FOR = 24 * 3600 * 1_000_000
"""For how long a desk's link that nobody has opened opens anything, in microseconds."""
AS_SERVED = "service"
"""The delay of a spectators' link that has none of its own: it follows that of the service, whatever it is by then."""

_DELAY = re.compile(rf"0|[1-9][0-9]{{0,5}}|round|end|{AS_SERVED}")


class WantedGrant(msgspec.Struct, frozen=True, kw_only=True):
    """A link as somebody wants it; `cli.serve.register.roles.preset` fills in what its role says."""

    role: str
    may: frozenset[str]
    eyes: str
    record: str | None = None
    event: str | None = None
    acts_as: str | None = None
    delay: str = "0"
    until: int | None = None
    one_device: bool = True
    made_by: str = ""


class Grant(msgspec.Struct, frozen=True):
    """What a link allows. Its token is known only to those who have the link."""

    id: str
    role: str
    record: str | None
    event: str | None
    may: frozenset[str]
    eyes: str
    acts_as: str | None
    delay: str
    until: int | None
    uses_left: int | None
    """None: any number of devices; 0: it is bound to `device`."""
    device: str | None
    made_by: str
    made_at: int
    revoked_at: int | None
    bound_at: int | None = None
    over_at: int | None = None
    """When it ended with its event, as an official's does."""

    def is_live(self, now: int) -> bool:
        """Whether it still opens anything."""
        return self.revoked_at is None and self.over_at is None and (self.until is None or now < self.until)

    @property
    def ended_with_event(self) -> bool:
        """Whether it ended by itself, because its event is over; the desk may still want to know."""
        return self.over_at is not None and self.revoked_at is None

    def covers(self, record: str, event: str | None) -> bool:
        """Whether it is for this record, which belongs to this event (or to none)."""
        if self.record is not None:
            return self.record == record
        return self.event is None or self.event == event


def one_of(role: str) -> str:
    """Somebody of a role, in words: `a scribe`, `an official`."""
    return f"{'an' if role == 'official' else 'a'} {role}"


def checked(wanted: WantedGrant, now: int) -> WantedGrant:
    """The same, with names in one spelling; refused if it would allow what its role does not mean."""
    if wanted.role not in ROLES or not wanted.may <= MAY or not wanted.may:
        raise Refused(f"there is no role {wanted.role!r} that may {', '.join(sorted(wanted.may)) or 'nothing'}")
    if wanted.record is not None and not is_id(wanted.record):
        raise Refused(f"{wanted.record!r} is not the id of a record")
    if wanted.record is None and wanted.event is None and wanted.role != "desk":
        raise Refused("only the desk's link is for all tables", mend="name a record or an event")
    if wanted.until is not None and wanted.until <= now:
        raise Refused("the link would be over before it is used", mend="choose a later time")
    if not _DELAY.fullmatch(wanted.delay) or (wanted.delay != "0" and wanted.role != "spectator"):
        raise Refused(f"{one_of(wanted.role)}'s link cannot have the delay {wanted.delay!r}")
    if wanted.one_device == (wanted.role == "spectator"):
        raise Refused("a spectator's link is for any number of devices, every other one for one device")
    _check_person(wanted)
    return msgspec.structs.replace(
        wanted,
        event=None if wanted.event is None else shown_name(wanted.event, "the event", most=200),
        made_by=shown_name(wanted.made_by, "who made the link"),
    )


def _check_person(wanted: WantedGrant) -> None:
    """Whose link it is, and through whose eyes it sees, fit together."""
    named, eyes = wanted.acts_as, wanted.eyes
    if wanted.role == "seat":
        fits = wanted.record is not None and bool(named) and eyes == named not in ("table", "official")
    elif wanted.role == "official":
        fits = bool(named) and eyes == "official"
    else:
        seen = {"spectator": eyes == "table", "scribe": bool(eyes), "desk": eyes == "official"}
        fits = named is None and seen[wanted.role]
    if not fits:
        raise Refused(
            f"{one_of(wanted.role)}'s link cannot be for {named or 'nobody'} with the eyes of {eyes or 'nobody'}"
        )


def grant_of(row: "GrantRow") -> Grant:
    """The grant that a row holds."""
    return Grant(
        id=row.id,
        role=row.role,
        record=row.record,
        event=row.event,
        may=frozenset(row.may.split()),
        eyes=row.eyes,
        acts_as=row.acts_as,
        delay=row.delay,
        until=row.until,
        uses_left=row.uses_left,
        device=row.device,
        made_by=row.made_by,
        made_at=row.made_at,
        revoked_at=row.revoked_at,
        bound_at=row.bound_at,
        over_at=row.over_at,
    )


def new_row(wanted: WantedGrant, grant_id: str, token_sha256: str, now: int) -> "GrantRow":
    """The row of a new grant."""
    from cli.serve.register.service_rows import GrantRow

    return GrantRow(
        id=grant_id,
        token_sha256=token_sha256,
        role=wanted.role,
        record=wanted.record,
        event=wanted.event,
        may=" ".join(sorted(wanted.may)),
        eyes=wanted.eyes,
        acts_as=wanted.acts_as,
        delay=wanted.delay,
        until=wanted.until,
        uses_left=1 if wanted.one_device else None,
        made_by=wanted.made_by,
        made_at=now,
    )
