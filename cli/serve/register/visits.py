"""Who looked at what: link, device, eyes, record, part of it, and day. Forgotten after thirty days.

Looks of one day are merged, and of an address only the part that names a network is kept.
"""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

import msgspec
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlmodel import Session, col, delete, func, select

from cli.serve.register.service_rows import VisitRow
from cli.serve.register.sessions import SECOND, DeviceSession
from records.clock import to_text
from replay.playout import OFFICIAL

DAY = 24 * 3600 * SECOND
KEPT_FOR = 30 * DAY
KNOWN_MAX = 10_000
"""How many rows of the file are remembered."""

_KEPT_BITS = {4: 24, 6: 48}
VisitKey = tuple[str, str, str, str, str]


class Visit(msgspec.Struct, frozen=True):
    """What one device saw of one record on one day."""

    day: str
    grant: str
    record: str
    device: str
    address_cut: str
    eyes: str
    from_size: int
    to_size: int
    last_at: int

    @property
    def key(self) -> VisitKey:
        """What makes two looks one visit."""
        return (self.day, self.grant, self.record, self.device, self.address_cut)

    def joined(self, other: "Visit | None") -> "Visit":
        """Both as one."""
        if other is None:
            return self
        return msgspec.structs.replace(
            self,
            from_size=min(self.from_size, other.from_size),
            to_size=max(self.to_size, other.to_size),
            last_at=max(self.last_at, other.last_at),
        )


@lru_cache(maxsize=1000)
def cut(address: str) -> str:
    """The network of an address: the first 24 bits of an IPv4 address, 48 of IPv6; "" if it is not an address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return str(ip_network((found.packed, _KEPT_BITS[found.version]), strict=False))


def day_of(now: int) -> str:
    """`2026-11-17`"""
    return _day(now // DAY)


@lru_cache(maxsize=8)
def _day(number: int) -> str:
    return to_text(number * DAY)[:10]


def _joining() -> Insert:
    """Writes visits, many at once: what is known of one already is joined with it."""
    new = insert(VisitRow)
    return new.on_conflict_do_update(
        index_elements=["day", "grant", "record", "device", "address_cut"],
        set_={
            "from_size": func.min(col(VisitRow.from_size), new.excluded.from_size),
            "to_size": func.max(col(VisitRow.to_size), new.excluded.to_size),
            "last_at": func.max(col(VisitRow.last_at), new.excluded.last_at),
        },
    )


_JOINED = _joining()


class VisitBook:
    """Visits in memory until they are written with the next `flush`."""

    def __init__(self) -> None:
        self._unwritten: dict[VisitKey, Visit] = {}
        self._writing: dict[VisitKey, Visit] = {}
        """What a transaction writes that is not over."""
        self._kept: dict[VisitKey, Visit] = {}
        """What the file holds of looks with an official's eyes, so that looking on costs no write."""

    def add(self, session: DeviceSession, record: str, sizes: tuple[int, int], address: str, now: int) -> bool:
        """A device looked at the lines from one size to another. Whether the file knows too little of an official's."""
        visit = Visit(
            day=day_of(now),
            grant=session.grant.id,
            record=record,
            device=session.device,
            address_cut=cut(address),
            eyes=session.grant.eyes,
            from_size=sizes[0],
            to_size=sizes[1],
            last_at=now,
        )
        key = visit.key
        self._unwritten[key] = both = visit.joined(self._unwritten.get(key))
        if visit.eyes != OFFICIAL:
            return False
        kept = self._kept.get(key)
        return kept is None or both.from_size < kept.from_size or both.to_size > kept.to_size

    def every(self, db: Session, record: str | None, now: int) -> list[Visit]:
        """The visits of a record or of all, the oldest first; with those that are not written yet."""
        rows = db.exec(select(VisitRow).where(VisitRow.day > day_of(now - KEPT_FOR)))
        found = {visit.key: visit for visit in map(_visit_of, rows)}
        for key, visit in self._unwritten.items():
            found[key] = visit.joined(found.get(key))
        chosen = (visit for visit in found.values() if record in (None, visit.record))
        return sorted(chosen, key=lambda visit: (visit.last_at, visit.key))

    def has_news(self) -> bool:
        """Whether something waits to be written."""
        return bool(self._unwritten)

    def write(self, db: Session, only: str | None = None) -> None:
        """Write what was seen since the last time; with `only`, through these eyes."""
        visits = {key: visit for key, visit in self._unwritten.items() if only in (None, visit.eyes)}
        if visits:
            db.execute(_JOINED, [msgspec.structs.asdict(visit) for visit in visits.values()])
        self._writing = {key: visit.joined(self._kept.get(key)) for key, visit in visits.items()}

    def written(self) -> None:
        """What `write` wrote is durable."""
        if len(self._kept) > KNOWN_MAX:
            self._kept.clear()
        for key, visit in self._writing.items():
            del self._unwritten[key]
            if visit.eyes == OFFICIAL:
                self._kept[key] = visit
        self._writing = {}


def forget_visits(db: Session, now: int) -> None:
    """Delete visits of more than thirty days ago."""
    db.exec(delete(VisitRow).where(col(VisitRow.day) <= day_of(now - KEPT_FOR)))


def _visit_of(row: VisitRow) -> Visit:
    return Visit(
        day=row.day,
        grant=row.grant,
        record=row.record,
        device=row.device,
        address_cut=row.address_cut,
        eyes=row.eyes,
        from_size=row.from_size,
        to_size=row.to_size,
        last_at=row.last_at,
    )
