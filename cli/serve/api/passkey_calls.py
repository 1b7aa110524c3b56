"""Calls that make a passkey for an official's link."""

from typing import Any

from cli.serve.calls import Call, Incoming
from cli.serve.links.passkey_check import answers_question, new_question, server
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import Given, Sent
from cli.serve.patience import by_register
from cli.serve.register.grants import Grant
from cli.serve.register.passkey_facts import Passkey


class PasskeyOptions(Sent, omit_defaults=False):
    """What a browser asks the authenticator for."""

    options: dict[str, Any]


class NewPasskey(Given):
    """A passkey that was made; both fields in base64url."""

    client: str
    attestation: str


class PasskeyKept(Sent, omit_defaults=False):
    """The passkey is kept: from now on the link opens only with it."""

    site: str


def _own_grant(asked: Incoming) -> Grant:
    grant = asked.session.grant
    if grant.role != "official":
        raise WebProblem("not-allowed", "only an official's link can have a passkey")
    if asked.service.register.passkeys(grant.id):
        raise WebProblem("refused", "this link has a passkey", mend="a new link from the desk has none")
    return grant


async def post_passkey(asked: Incoming) -> PasskeyOptions:
    """Begin to make a passkey for the link of this device."""
    grant = _own_grant(asked)
    works = server(asked)
    from fido2.webauthn import PublicKeyCredentialUserEntity, ResidentKeyRequirement  # it is there: `server` looked

    user = PublicKeyCredentialUserEntity(id=grant.id.encode(), name=grant.acts_as or "", display_name=grant.acts_as)
    challenge = new_question(asked.service, grant)
    wanted = ResidentKeyRequirement.DISCOURAGED  # the link says whose it is: nothing need be kept on the key
    options, _ = works.register_begin(user, resident_key_requirement=wanted, challenge=challenge)
    return PasskeyOptions(dict(options)["publicKey"])


async def put_passkey(asked: Incoming) -> PasskeyKept:
    """Keep the passkey that was made: from now on the link opens only with it."""
    grant = _own_grant(asked)
    works = server(asked)
    told = {"clientDataJSON": asked.body.client, "attestationObject": asked.body.attestation}
    try:
        state = answers_question(asked.service, grant, asked.body.client)
        response = {"id": "", "rawId": "", "type": "public-key", "response": told}
        made = works.register_complete(state, response).credential_data if state is not None else None
    except Exception:  # it is parsed from what anybody may have sent
        made = None
    if made is None:
        raise WebProblem("refused", "this is not the passkey that was asked for; nothing was kept", mend="try it again")
    site = works.rp.id or ""
    service = asked.service
    key = Passkey(grant.id, site, made.hex(), asked.session.device, service.clock())
    service.end_sessions(await by_register(service, lambda: service.register.add_passkey(key)))
    return PasskeyKept(site)


CALLS = (
    Call("POST", "/me/passkey", post_passkey, "rule", "Begin to make a passkey.", gives=PasskeyOptions),
    Call("PUT", "/me/passkey", put_passkey, "rule", "Keep a passkey.", takes=NewPasskey, gives=PasskeyKept),
)
