"""Calls about the names of players that are kept beside a record, and can be removed."""

from cli.serve.api.record_calls import players_of
from cli.serve.calls import Call, Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import Given, PlayerOut, Sent
from cli.serve.patience import by_register


class NewName(Given):
    """The name to show."""

    name: str


class PeopleOut(Sent, omit_defaults=False):
    """Who sits where, by the names that are shown."""

    players: list[PlayerOut]


async def put_person(asked: Incoming) -> PeopleOut:
    """Name the player at a seat. The desk may, and the seat itself."""
    seat = _seat(asked)
    await by_register(asked.service, lambda: asked.service.register.put_person(asked.id, seat, asked.body.name))
    return _renamed(asked)


async def delete_person(asked: Incoming) -> PeopleOut:
    """Remove the name of the player at a seat. What the header of the record says cannot be removed."""
    seat = _seat(asked)
    await by_register(asked.service, lambda: asked.service.register.forget_person(asked.id, seat))
    return _renamed(asked)


def _seat(asked: Incoming) -> str:
    seat, grant = str(asked.request.path_params["seat"]), asked.session.grant
    if "desk" not in grant.may and not (grant.role == "seat" and grant.acts_as == seat):
        raise WebProblem("not-allowed", "a name is given by the desk, or by whoever sits there", mend="ask the desk")
    if seat not in asked.service.table(asked.id).seating.seats:
        raise WebProblem("not-found", f"there is no seat {seat!r}", mend="see who sits where")
    if "desk" not in grant.may:  # which may name a whole hall at once
        asked.service.limits.write(asked.session.id)
    return seat


def _renamed(asked: Incoming) -> PeopleOut:
    service = asked.service
    table = service.table(asked.id)
    table.renamed()
    service.rooms.forget(asked.id)
    service.tell_desk("people", asked.id)
    return PeopleOut(players_of(table.view(service.eyes_of(asked.session))))


CALLS = (
    Call(
        "PUT",
        "/records/{id}/people/{seat}",
        put_person,
        "look",
        "Name a player.",
        takes=NewName,
        gives=PeopleOut,
        shows=None,
    ),
    Call("DELETE", "/records/{id}/people/{seat}", delete_person, "look", "Remove a name.", gives=PeopleOut, shows=None),
)
