"""Watching a table: whoever has any link of it may do so, as late as everybody else, and can pass the link on."""

from starlette.responses import Response

from cli.serve.calls import Call, Incoming
from cli.serve.links.link_about import LinkGiven
from cli.serve.links.link_making import address_of
from cli.serve.links.qr import as_svg_file
from cli.serve.messages.problems import WebProblem
from cli.serve.patience import by_register
from cli.serve.register.grants import AS_SERVED, Grant
from cli.serve.register.roles import preset
from cli.serve.register.sessions import Joined
from cli.serve.service import Service


async def watch_instead(service: Service, grant: Grant, device: str) -> Joined:
    """Let a device watch the table of a link that it cannot or does not want to open."""
    if grant.record is None:
        raise WebProblem("refused", "this link is for no single table", mend="ask the desk for a link to watch")
    record = grant.record
    return await by_register(service, lambda: service.register.come_in(_watchers(service, record).id, device))


def _watchers(service: Service, record: str) -> Grant:
    """The link by which this table is watched, as late as the organiser chose; made if there is none."""
    now = service.clock()
    for grant in service.register.grants(record=record):
        if grant.role == "spectator" and grant.delay == AS_SERVED and grant.until is None and grant.is_live(now):
            return grant
    wanted = preset("spectator", record=record, made_by="whoever watches")
    return service.register.make_grant(wanted)[0]


async def post_code(asked: Incoming) -> Response:
    """The link of those who watch as a QR code, for a wall or a friend: whoever shows it must have it themselves."""
    grant = asked.session.grant
    found = asked.service.register.look(asked.body.token)
    if grant.role != "spectator" or found is None or found.id != grant.id:
        raise WebProblem("not-found", "this is not the link of this device", mend="open the link again")
    made = as_svg_file(address_of(asked.service.settings.origin, asked.body.token))
    return Response(made, 200, {"Cache-Control": "no-store"}, "image/svg+xml")


CALLS = (
    Call("POST", "/me/code", post_code, "look", "The QR code of this link.", takes=LinkGiven, media=("image/svg+xml",)),
)
