"""What a new link does to those that are there, and its address."""

import socket
from typing import TYPE_CHECKING

from cli.serve.register.grants import Grant, WantedGrant

if TYPE_CHECKING:  # SQLModel takes half a second to load, and a service answers before that
    from cli.serve.register.register import Register

ANSWERS_WITHIN = 0.5
"""How many seconds are waited for a service that may listen on this machine."""


def replaced_by(register: "Register", wanted: WantedGrant, now: int) -> list[Grant]:
    """The links that a new one closes: one for each seat, official and scribe. Nobody who watches is cut off."""
    same = (wanted.role, wanted.acts_as, wanted.record, wanted.event, wanted.eyes)
    return [
        grant
        for grant in register.grants()
        if (grant.is_live(now) or grant.ended_with_event)
        and (grant.role, grant.acts_as, grant.record, grant.event, grant.eyes) == same
        and (grant.role != "spectator" or not register.devices(grant.id))
    ]


def origin_of(register: "Register") -> str | None:
    """The address that new links begin with: that of a service that runs, of several the one that was started first,
    or else of the one that was started last."""
    started = register.started()
    running = (one.origin for one in started if _is_listened_on(one.place))
    return next(running, started[-1].origin if started else None)


def _is_listened_on(place: str) -> bool:
    """Whether some service listens at a place of this machine."""
    host, _, port = place.rpartition(":")
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    try:
        socket.create_connection((here, int(port)), ANSWERS_WITHIN).close()
    except (OSError, ValueError, OverflowError):
        return False
    return True


def address_of(origin: str, token: str) -> str:
    """The address of a link; the part behind # is never sent to anybody but the page itself."""
    return f"{origin}/j#{token}"
