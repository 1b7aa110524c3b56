"""What the service keeps about whoever asks: their name at the table, their device, and what it looked at."""

from cli.serve.calls import Call, Incoming
from cli.serve.messages.wire_forms import Sent
from records.clock import to_text


class OwnVisit(Sent, omit_defaults=False):
    """Which lines this device looked at on one day."""

    day: str
    first: int
    last: int
    network: str
    """The beginning of its address; the rest was never kept."""


class KeptOut(Sent, omit_defaults=False):
    """All that is kept about the person with this link."""

    record: str | None
    seat: str | None
    name: str | None
    """The name that is kept beside the record, and can be removed."""
    name_in_record: str | None
    """The name in the first line of the record, which stays."""
    device: str
    opened: str
    visits: list[OwnVisit]
    """None for those who watch: their link is used by many, and says nothing of any of them."""


async def get_kept(asked: Incoming) -> KeptOut:
    """What is kept about the person with this link, and about nobody else."""
    service, session, grant = asked.service, asked.session, asked.session.grant
    seat = grant.acts_as if grant.role == "seat" else None
    name = in_record = None
    if grant.record is not None and seat is not None:
        name = service.register.people(grant.record).get(seat)
        players = service.table(grant.record).header.players
        in_record = next((player.name for player in players if player.seat == seat), None)
    return KeptOut(
        record=grant.record,
        seat=seat,
        name=name,
        name_in_record=in_record,
        device=session.device,
        opened=to_text(session.begun_at),
        visits=_own_visits(asked) if grant.role != "spectator" else [],
    )


def _own_visits(asked: Incoming) -> list[OwnVisit]:
    session = asked.session
    asked.service.looks.note_open()
    return [
        OwnVisit(visit.day, visit.from_size - 1, visit.to_size - 1, visit.address_cut)
        for visit in asked.service.register.visits(session.grant.record)
        if visit.grant == session.grant.id and visit.device == session.device
    ]


CALLS = (Call("GET", "/me/kept", get_kept, "look", "What is kept about you.", gives=KeptOut),)
