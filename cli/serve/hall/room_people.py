"""What a row of the desk says about people: who can be sent, who logs, and what was said to them already."""

from collections.abc import Sequence

from msgspec.structs import replace

from cli.serve.hall.notice_causes import Notice, officials_for, unsigned_in
from cli.serve.hall.notice_words import reached_words
from cli.serve.hall.room_rows import RoomOut
from cli.serve.messages.notice_forms import NoticeTold, ScribeSeen
from cli.serve.register.grants import Grant
from cli.serve.service import Service
from cli.serve.tables.table_view import ViewKey
from records.clock import to_text
from replay.playout import OFFICIAL
from replay.saying import person

_SECOND = 1_000_000


def with_people(service: Service, room: RoomOut, grants: Sequence[Grant]) -> RoomOut:
    """The row of a table with what is asked only of those that are shown. `grants` are all links."""
    return replace(
        room,
        notices=[notice_told(service, one) for one in service.notices.of_table(room.id)],
        officials=officials_for(grants, room.id, room.event, service.clock()) if room.claims else [],
        scribe=_scribe(service, room.id, grants) if room.state == "silent" else None,
    )


def notice_told(service: Service, notice: Notice) -> NoticeTold:
    """A notice as the desk sees it."""
    table, now = service.table(notice.record), service.clock()
    here = service.notices.here(notice)
    where = "this table" if table.header.table is None else f"table {table.header.table}"
    return NoticeTold(
        id=notice.id,
        kind=notice.kind,
        dispute=notice.dispute,
        to=_for_whom(service, notice),
        since=(now - notice.at) // _SECOND,
        seen=list(notice.seen),
        here=here,
        answered=None if notice.answered is None else (now - notice.answered) // _SECOND,
        by=notice.by,
        words=reached_words(notice, where, here),
    )


def _for_whom(service: Service, notice: Notice) -> list[str]:
    if notice.kind == "send":
        return [notice.official or ""]
    if notice.kind == "call":
        return []
    view = service.table(notice.record).view(ViewKey(OFFICIAL))
    return [person(view.table.seating, seat) for seat in unsigned_in(view)]


def _scribe(service: Service, record_id: str, grants: Sequence[Grant]) -> ScribeSeen | None:
    """The device that was here last of those that log."""
    logging = [one.id for one in grants if one.role == "scribe" and one.record == record_id]
    devices = [device for grant in logging for device in service.register.devices(grant)]
    if not devices:
        return None
    last = max(devices, key=lambda device: (device.seen_at, device.id))
    return ScribeSeen(last.device, to_text(last.seen_at), last.id in service.limits.streams)
