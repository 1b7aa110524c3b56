"""Calls about the links of the desk itself: which there are, and taking one back."""

from cli.serve.api.link_calls import state_of
from cli.serve.calls import Call, Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import Sent
from cli.serve.patience import by_register
from cli.serve.register.grants import Grant
from records.clock import to_text


class DeskLinkOut(Sent, omit_defaults=False):
    """A link of the desk. Its secret was shown once, where it was made."""

    id: str
    event: str | None
    """The event that it is for; without one it is for all tables."""
    state: str
    """`new` or `in use`."""
    device: str | None
    since: str | None
    seen: str | None
    """When its device was last here."""
    until: str | None
    """When it ends, unless it is opened before."""
    made_by: str
    made_at: str
    mine: bool
    """Whether it is the link of the device that asks."""


class DeskLinkList(Sent, omit_defaults=False):
    """The links of the desk, the oldest first."""

    links: list[DeskLinkOut]


async def get_desk_links(asked: Incoming) -> DeskLinkList:
    """The links of the desk; that of one event sees those of its event only."""
    return DeskLinkList([_told(asked, grant) for grant in _within_reach(asked)])


def _within_reach(asked: Incoming) -> list[Grant]:
    now, event = asked.service.clock(), asked.session.grant.event
    return [
        grant
        for grant in asked.service.register.grants()
        if grant.role == "desk" and grant.is_live(now) and event in (None, grant.event)
    ]


def _told(asked: Incoming, grant: Grant) -> DeskLinkOut:
    devices = asked.service.register.devices(grant.id)
    return DeskLinkOut(
        id=grant.id,
        event=grant.event,
        state=state_of(grant, asked.service.clock()),
        device=grant.device,
        since=to_text(grant.bound_at) if grant.bound_at is not None else None,
        seen=to_text(max(one.seen_at for one in devices)) if devices else None,
        until=to_text(grant.until) if grant.until is not None else None,
        made_by=grant.made_by,
        made_at=to_text(grant.made_at),
        mine=grant.id == asked.session.grant.id,
    )


async def delete_desk_link(asked: Incoming) -> DeskLinkList:
    """Take back a link of the desk, one's own too: its devices are sent away at once."""
    wanted, service = asked.request.path_params["g"], asked.service
    if wanted not in {grant.id for grant in _within_reach(asked)}:
        raise WebProblem("not-found", "there is no such link of the desk", mend="look at the list again")
    service.end_sessions(await by_register(service, lambda: service.register.revoke(wanted)))
    return await get_desk_links(asked)


CALLS = (
    Call("GET", "/desk/links", get_desk_links, "desk", "The links of the desk.", gives=DeskLinkList),
    Call("DELETE", "/desk/links/{g}", delete_desk_link, "desk", "Take back a link of the desk.", gives=DeskLinkList),
)
