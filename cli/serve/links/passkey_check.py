"""Passkeys of officials: made for a link if they like, and asked for whenever it is opened from then on.

They need https and a name (an address of numbers cannot have one), or `localhost`. The work is done by `fido2` of
Yubico, in the extra `passkey`: it needs nothing but `cryptography`, which is here already, and is loaded when used.
"""

import re
from functools import cache
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from cli.serve.calls import Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import Given
from cli.serve.register.grants import Grant
from cli.serve.register.passkey_facts import Passkey
from cli.serve.service import Service

if TYPE_CHECKING:
    from fido2.server import Fido2Server

QUESTION_BYTES = 32
_PORT = re.compile(r":\d+$")


class Confirmed(Given):
    """The answer of a passkey, as the browser gives it; every field in base64url."""

    id: str
    client: str
    data: str
    signature: str


@cache
def is_installed() -> bool:
    """Whether the extra is there."""
    return find_spec("fido2") is not None


def site_of(asked: Incoming) -> str:
    """The name that passkeys belong to; empty where there can be none."""
    host = _PORT.sub("", asked.request.headers.get("host", "").lower())
    if host != "localhost" and (not asked.service.settings.secure or _is_number(host) or "." not in host):
        return ""
    return host


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def passkey_state(asked: Incoming, grant: Grant) -> str:
    """`set`, `possible`, or nothing."""
    if grant.role != "official":
        return ""
    if asked.service.register.passkeys(grant.id):
        return "set"
    return "possible" if is_installed() and site_of(asked) else ""


def server(asked: Incoming) -> "Fido2Server":
    """What makes and checks questions for this site; refused in words where that cannot be."""
    site = site_of(asked)
    if not site:
        raise WebProblem("refused", "a passkey needs https and a name", mend="see `qm help serve`: --cert, --name")
    if not is_installed():
        raise WebProblem(
            "refused",
            "passkeys are not installed on this service",
            mend="whoever runs it installs quartermaster[passkey], or the desk makes a new link, without one",
        )
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    scheme = "https" if asked.service.settings.secure else "http"
    origin = f"{scheme}://{asked.request.headers['host'].lower()}"
    entity = PublicKeyCredentialRpEntity(name="Quartermaster", id=site)
    return Fido2Server(entity, verify_origin=lambda given: given == origin)


def check_passkey(asked: Incoming, grant: Grant, given: Confirmed | None) -> None:
    """Let through who shows the passkey of a link; a link without one is let through as it is."""
    kept = asked.service.register.passkeys(grant.id)
    if not kept:
        return
    here = [one for one in kept if one.site == site_of(asked)]
    if not here:
        raise WebProblem("passkey", "the passkey of this link is for another address", mend=f"open {kept[0].site}")
    works = server(asked)
    if given is None:
        raise _question(asked.service, grant, works, here)
    if not _holds(asked.service, grant, works, here, given):
        raise WebProblem("not-allowed", "the passkey does not fit this link; nothing was opened", mend="try it again")


def new_question(service: Service, grant: Grant) -> bytes:
    """Random bytes for a passkey to sign, noted until the answer comes."""
    asked = service.random(QUESTION_BYTES)
    service.questions.ask(asked, grant.id, service.clock())
    return asked


def answers_question(service: Service, grant: Grant, client: str) -> dict[str, str | None] | None:
    """What `fido2` wants to know of the question that an answer names; None if it was not asked, or too long ago."""
    from fido2.utils import websafe_decode, websafe_encode
    from fido2.webauthn import CollectedClientData

    asked = CollectedClientData(websafe_decode(client)).challenge
    if not service.questions.answered(asked, grant.id, service.clock()):
        return None
    return {"challenge": websafe_encode(asked), "user_verification": None}


def _question(service: Service, grant: Grant, works: "Fido2Server", kept: list[Passkey]) -> WebProblem:
    options, _ = works.authenticate_begin(_credentials(kept), challenge=new_question(service, grant))
    mend = "touch it, or look at the device"
    return WebProblem("passkey", "this link opens with its passkey", mend=mend, options=dict(options)["publicKey"])


def _credentials(kept: list[Passkey]) -> list[Any]:
    from fido2.webauthn import AttestedCredentialData

    return [AttestedCredentialData(bytes.fromhex(one.credential)) for one in kept]


def _holds(service: Service, grant: Grant, works: "Fido2Server", kept: list[Passkey], given: Confirmed) -> bool:
    told = {"clientDataJSON": given.client, "authenticatorData": given.data, "signature": given.signature}
    response = {"id": given.id, "rawId": given.id, "type": "public-key", "response": told}
    try:
        state = answers_question(service, grant, given.client)
        if state is not None:
            works.authenticate_complete(state, _credentials(kept), response)
    except Exception:  # it is parsed from what anybody may have sent: what does not prove itself is not the passkey
        return False
    return state is not None
