"""Records of the same event, with the names that are shown, for what belongs to a person and not to a table."""

from collections.abc import Iterator

from cli.desk.docket import Docket, docket_of
from cli.serve.service import Service
from cli.serve.tables.shown_seating import named_header
from records.errors import QuartermasterError
from records.event import Header
from records.record import Record
from records.store import Filter


def other_dockets(service: Service, header: Header, record_id: str) -> Iterator[Docket]:
    """The other records of an event in which something was contested, as far as they can be read."""
    if header.event is None:
        return
    for info in service.rooms.infos(Filter(event=header.event)):
        if info.id == record_id or str(info.header.event).casefold() != header.event.casefold():
            continue
        facts = service.rooms.kept(info)
        if facts is not None and not facts.cases:
            continue
        try:
            record = service.store.load(info.id)
            header = named_header(record.header, service.register.people(info.id))
            yield docket_of(Record(header, record.events, record.lines), info.id)
        except QuartermasterError:
            continue
