"""What a new link does to those that are there, and its address."""

from typing import TYPE_CHECKING

from cli.serve.register.grants import Grant, WantedGrant

if TYPE_CHECKING:  # SQLModel takes half a second to load, and a service answers before that
    from cli.serve.register.register import Register


def replaced_by(register: "Register", wanted: WantedGrant, now: int) -> list[Grant]:
    """The links that a new one closes: one for each seat, official and scribe. Nobody who watches is cut off."""
    same = (wanted.role, wanted.acts_as, wanted.record, wanted.event, wanted.eyes)
    return [
        grant
        for grant in register.grants()
        if grant.is_live(now)
        and (grant.role, grant.acts_as, grant.record, grant.event, grant.eyes) == same
        and (grant.role != "spectator" or not register.devices(grant.id))
    ]


def address_of(origin: str, token: str) -> str:
    """The address of a link; the part behind # is never sent to anybody but the page itself."""
    return f"{origin}/j#{token}"
