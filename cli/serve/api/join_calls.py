"""Calls about links: opening one, and what it opens."""

from starlette.responses import Response

from cli.serve.calls import Call, Incoming
from cli.serve.door.cookies import with_cookie, without_cookie
from cli.serve.door.dispatch import secret_of
from cli.serve.links.link_about import grant_behind, unknown_link, whose
from cli.serve.links.passkey_check import Confirmed, check_passkey, passkey_state
from cli.serve.links.watching import watch_instead
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire import json_response
from cli.serve.messages.wire_forms import Given, Sent
from cli.serve.patience import by_register
from cli.serve.register.grants import Grant
from cli.serve.register.sessions import DeviceSession, InUse, Joined, LinkUnknown
from cli.serve.service import Service

DEVICE_MAX = 40


class Join(Given):
    """A link to open: the secret behind the # of its address."""

    token: str
    device: str = ""
    """What to call this device, for the others at the table and the desk."""
    ask: bool = False
    """Where the link is in use: ask the other device to let this one in."""
    watch: bool = False
    """Do not open the link, but watch its table as everybody may."""
    passkey: Confirmed | None = None
    """What the passkey of the link says, where it has one."""


class Me(Sent, omit_defaults=False):
    """What the link of this device opens."""

    role: str
    record: str | None
    event: str | None
    may: list[str]
    eyes: str
    you: str | None
    device: str
    begins_with: str | None
    """The event with whose tables a desk of all tables begins."""
    waiting: bool
    """Whether the other device, or the desk, has still to let this one in."""
    page: str
    """Where to go."""
    title: str | None
    controller: str
    protected: bool
    """Whether what is sent cannot be read on the way."""
    passkey: str
    """`set` if the link opens only with a passkey, `possible` if one can be made here, else empty."""


async def post_join(asked: Incoming) -> Response:
    """Open a link on this device."""
    service, sent = asked.service, asked.body
    device = " ".join(sent.device.split())[:DEVICE_MAX] or "a device without a name"
    grant = grant_behind(asked, sent.token)
    before = asked.session_or_none
    is_in = not sent.watch and before is not None and before.allowed and before.grant.id == grant.id
    if not is_in:
        service.limits.check_join(asked.address)
    if grant.record is not None:  # where it cannot be shown, the link stays as it is, for a device that comes later
        service.table(grant.record)
    if sent.watch:
        joined = await watch_instead(service, grant, device)
    else:
        if not is_in:
            check_passkey(asked, grant, sent.passkey)
        joined = await _opened(asked, grant, device)
    if before is None or before.id != joined.session.id:
        service.limits.join(asked.address)
    if before is not None and before.id != joined.session.id:
        service.cookies.replaced(before.id)
    if not joined.session.allowed and grant.record is not None:
        service.tell_desk("links", grant.record)
    return with_cookie(service, json_response(_me(asked, joined.session)), joined.session.id, joined.secret)


async def _opened(asked: Incoming, grant: Grant, device: str) -> Joined:
    service, sent, secret = asked.service, asked.body, secret_of(asked.service, asked.scope)
    try:
        return await by_register(
            service, lambda: service.register.join(sent.token, device, ask=sent.ask, secret=secret)
        )
    except LinkUnknown:
        raise unknown_link(asked) from None
    except InUse as error:
        raise WebProblem(
            "in-use",
            f"this link is in use on {error.grant.device}",
            mend="ask that device to let this one in, or watch",
            device=error.grant.device,
            role=error.grant.role,
            watch=grant.record is not None,
        ) from None


def _me(asked: Incoming, session: DeviceSession) -> Me:
    grant = session.grant
    settings = asked.service.settings
    table = asked.service.table(grant.record) if grant.record is not None else None
    return Me(
        role=grant.role,
        record=grant.record,
        event=grant.event,
        may=sorted(grant.may),
        eyes=grant.eyes,
        you=whose(table, grant),
        device=session.device,
        begins_with=settings.event if grant.role == "desk" and grant.event is None else None,
        waiting=not session.allowed,
        page=page_of(asked.service, session),
        title=(table.header.title or table.game.title) if table is not None else None,
        controller=settings.controller,
        protected=settings.secure,
        passkey=passkey_state(asked, grant),
    )


def page_of(service: Service, session: DeviceSession) -> str:
    """Where a link leads; whoever watches a tournament, to the wall of its hall."""
    grant = session.grant
    if grant.record is None or grant.role in ("desk", "official"):
        return "/desk"
    if grant.role == "spectator" and service.halls.holds(grant.record):
        return f"/hall/{grant.record}"
    return f"/t/{grant.record}/log" if grant.role == "scribe" else f"/t/{grant.record}"


async def get_me(asked: Incoming) -> Me:
    """What the link of this device opens."""
    return _me(asked, asked.session)


async def delete_me(asked: Incoming) -> Response:
    """Forget this device. A link for one device can then be opened on another."""
    await by_register(asked.service, lambda: asked.service.register.leave(asked.session.id))
    asked.service.end_sessions([asked.session.id])
    return without_cookie(asked.service, Response(status_code=204))


class Allow(Given):
    """Whether another device may use the same link."""

    session: str
    allow: bool


class Asking(Sent, omit_defaults=False):
    """A device that asks to be let in."""

    session: str
    device: str


class AskingList(Sent, omit_defaults=False):
    """The devices that ask."""

    asking: list[Asking]


async def get_asking(asked: Incoming) -> AskingList:
    """The devices that ask to use the link of this one, for whoever may let them in."""
    if not asked.session.allowed:
        return AskingList([])
    found = asked.service.register.asking(asked.session.grant.id)
    return AskingList([Asking(session.id, session.device) for session in found])


async def post_asking(asked: Incoming) -> AskingList:
    """Let another device in, or refuse it."""
    register, grant = asked.service.register, asked.session.grant
    if not asked.session.allowed or asked.body.session not in {one.id for one in register.asking(grant.id)}:
        raise WebProblem("not-found", "no such device asks", mend="it may have given up")
    ended = await by_register(asked.service, lambda: register.answer_asking(asked.body.session, asked.body.allow))
    asked.service.end_sessions(ended)
    return await get_asking(asked)


CALLS = (
    Call("POST", "/join", post_join, "", "Open a link on this device.", takes=Join, gives=Me),
    Call("GET", "/me", get_me, "session", "What the link of this device opens.", gives=Me),
    Call("DELETE", "/me", delete_me, "session", "Forget this device."),
    Call("GET", "/me/asking", get_asking, "session", "Devices that ask to use this link.", gives=AskingList),
    Call("POST", "/me/asking", post_asking, "session", "Let a device in.", takes=Allow, gives=AskingList),
)
