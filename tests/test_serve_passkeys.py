"""Passkeys of officials: made for a link, and from then on it opens with nothing else."""

from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from cli.serve.calls import Incoming
from cli.serve.links import passkey_check
from cli.serve.links.passkey_questions import LASTS, OPEN_MAX, PasskeyQuestions
from tests.helpers.still_service import API, HOST, NOBODY, Guest, Heard, Still
from tests.helpers.tools import dealt

GAME = dealt("sea-or-shore", 3, 1)
HEADER = {**GAME.header, "officials": [{"name": "Kim", "level": "head"}]}
ORIGIN = f"https://{HOST}"
SENT = {"origin": ORIGIN}
PRESENT, HAS_CREDENTIAL = AuthenticatorData.FLAG.UP, AuthenticatorData.FLAG.AT


class Key:
    """An authenticator with one passkey."""

    def __init__(self, site: str = HOST) -> None:
        self.site = site
        self._private = ec.generate_private_key(ec.SECP256R1())
        public = ES256.from_cryptography_key(self._private.public_key())  # type: ignore[no-untyped-call]  # theirs
        self.credential = AttestedCredentialData.create(bytes(16), b"key-of-kim", public)

    def made(self, challenge: str, origin: str = ORIGIN) -> dict[str, str]:
        """A new passkey, as the browser sends it."""
        data = AuthenticatorData.create(sha256(self.site.encode()), PRESENT | HAS_CREDENTIAL, 0, self.credential)
        client = CollectedClientData.create("webauthn.create", challenge, origin)
        return {"client": client.b64, "attestation": websafe_encode(AttestationObject.create("none", data, {}))}

    def shown(self, challenge: str, origin: str = ORIGIN) -> dict[str, str]:
        """The passkey, as the browser sends it."""
        data = AuthenticatorData.create(sha256(self.site.encode()), PRESENT, 1)
        client = CollectedClientData.create("webauthn.get", challenge, origin)
        signature = self._private.sign(data + client.hash, ec.ECDSA(hashes.SHA256()))
        told = {"client": client.b64, "data": websafe_encode(data), "signature": websafe_encode(signature)}
        return {"id": websafe_encode(self.credential.credential_id), **told}


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Still]:
    with Still(tmp_path_factory.mktemp("service"), secure=True) as service:
        yield service


@pytest.fixture
def token(still: Still) -> str:
    return still.token("official", still.record(HEADER, GAME.scribe[:6]), name="Kim")


def asked(still: Still, method: str, path: str, guest: Guest, body: Any = None) -> Heard:
    return still.ask(method, API + path, guest, body=body, headers=SENT)


def opened(still: Still, token: str, **more: Any) -> Heard:
    return asked(still, "POST", "/join", NOBODY, {"token": token, "device": "Kim's phone", **more})


def guest_of(answer: Heard) -> Guest:
    assert answer.status == 200, answer.text
    return Guest((answer.header("set-cookie") or "").partition("=")[2].partition(";")[0])


def protected(still: Still, token: str, key: Key) -> Guest:
    """An official who made a passkey."""
    kim = guest_of(opened(still, token))
    assert asked(still, "GET", "/me", kim).json["passkey"] == "possible"
    options = asked(still, "POST", "/me/passkey", kim, {}).json["options"]
    assert options["rp"]["id"] == HOST
    assert asked(still, "PUT", "/me/passkey", kim, key.made(options["challenge"])).json == {"site": HOST}
    assert asked(still, "GET", "/me", kim).json["passkey"] == "set"
    return kim


def test_a_link_with_a_passkey_opens_only_with_it(still: Still, token: str) -> None:
    key = Key()
    kim = protected(still, token, key)
    assert asked(still, "DELETE", "/me", kim).status == 204
    assert asked(still, "POST", "/link", NOBODY, {"token": token}).json["passkey"] is True
    asks = opened(still, token)
    assert (asks.status, asks.json["type"], asks.header("set-cookie")) == (403, "/problems/passkey", None)
    challenge = asks.json["options"]["challenge"]
    wrong = [Key().shown(challenge), key.shown("AAAA"), {**key.shown(challenge), "signature": "AAAA"}]
    for answer in wrong:
        refused = opened(still, token, passkey=answer)
        assert (refused.status, refused.header("set-cookie")) == (403, None)
    fresh = opened(still, token).json["options"]["challenge"]
    proof = key.shown(fresh)
    kim = guest_of(opened(still, token, passkey=proof))
    assert asked(still, "GET", "/me", kim).json["you"] == "Kim"
    again = still.ask("POST", f"{API}/join", kim, body={"token": token, "device": "x"}, headers=SENT)
    assert again.status == 200, "who is in needs no passkey to open the link again"
    asked(still, "DELETE", "/me", kim)
    assert opened(still, token, passkey=proof).status == 403, "an answer is good once"


def test_who_asked_to_be_let_in_does_not_come_in_past_the_passkey(still: Still, token: str) -> None:
    """Neither who asked before there was one, nor who showed it when they asked and waits."""
    key = Key()
    kim = guest_of(opened(still, token))
    early = guest_of(opened(still, token, ask=True))
    assert asked(still, "GET", "/me", early).json["waiting"] is True
    challenge = asked(still, "POST", "/me/passkey", kim, {}).json["options"]["challenge"]
    assert asked(still, "PUT", "/me/passkey", kim, key.made(challenge)).status == 200
    assert asked(still, "GET", "/me/asking", kim).json["asking"] == []
    assert asked(still, "GET", "/me", early).status == 401
    proof = key.shown(opened(still, token, ask=True).json["options"]["challenge"])
    late = guest_of(opened(still, token, ask=True, passkey=proof))
    assert [one["device"] for one in asked(still, "GET", "/me/asking", kim).json["asking"]] == ["Kim's phone"]
    assert asked(still, "DELETE", "/me", kim).status == 204
    for guest in (early, late):
        again = asked(still, "POST", "/join", guest, {"token": token, "device": "copied"})
        assert (again.status, again.json["type"]) == (403, "/problems/passkey")


def test_an_answer_for_another_site_or_too_late_is_none(still: Still, token: str) -> None:
    key = Key()
    asked(still, "DELETE", "/me", protected(still, token, key))
    challenge = opened(still, token).json["options"]["challenge"]
    assert opened(still, token, passkey=key.shown(challenge, "https://evil.test")).status == 403
    challenge = opened(still, token).json["options"]["challenge"]
    still.wait(LASTS / 1_000_000)
    assert opened(still, token, passkey=key.shown(challenge)).status == 403
    for rubbish in ({"id": "", "client": "", "data": "", "signature": ""}, dict.fromkeys(Key().shown("AAAA"), "%%%")):
        assert opened(still, token, passkey=rubbish).status == 403


def test_only_officials_make_one_and_only_one(still: Still, token: str) -> None:
    kim = protected(still, token, Key())
    assert asked(still, "POST", "/me/passkey", kim, {}).status == 422
    scribe = guest_of(opened(still, still.token("scribe", still.record(HEADER, []))))
    assert asked(still, "POST", "/me/passkey", scribe, {}).status == 403
    other = guest_of(opened(still, still.token("official", still.record(HEADER, []), name="Mo")))
    challenge = asked(still, "POST", "/me/passkey", other, {}).json["options"]["challenge"]
    for made in (Key().made("AAAA"), Key("evil.test").made(challenge), {"client": "e30", "attestation": "oA"}):
        assert asked(still, "PUT", "/me/passkey", other, made).status == 422
    assert asked(still, "GET", "/me", other).json["passkey"] == "possible", "nothing was kept"


def test_without_the_extra_it_is_said_and_the_link_stays_closed(
    still: Still, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(still, "DELETE", "/me", protected(still, token, Key()))
    other = still.token("official", still.record(HEADER, []), name="Mo")
    monkeypatch.setattr(passkey_check, "is_installed", lambda: False)
    closed = opened(still, token)
    assert (closed.status, "quartermaster[passkey]" in closed.json["mend"]) == (422, True)
    plain = guest_of(opened(still, other))
    assert asked(still, "GET", "/me", plain).json["passkey"] == ""
    assert "not installed" in asked(still, "POST", "/me/passkey", plain, {}).json["detail"]


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "[::1]:8080", "laptop:8080", ""])
def test_a_passkey_needs_a_name(still: Still, host: str) -> None:
    """An address of numbers, or a name that is only known in this network, cannot have one."""

    sent = [(b"host", host.encode())] if host else []
    request = {"type": "http", "headers": sent}
    assert passkey_check.site_of(Incoming(still.service, request, None)) == ""
    here = {"type": "http", "headers": [(b"host", b"localhost:8080")]}
    assert passkey_check.site_of(Incoming(still.service, here, None)) == "localhost"


def test_questions_are_answered_once_and_not_kept_for_ever() -> None:
    questions = PasskeyQuestions()
    questions.ask(b"a", "kim", 1)
    assert not questions.answered(b"a", "mo", 2), "of another link"
    assert not questions.answered(b"a", "kim", 2), "and so it was answered"
    for number in range(OPEN_MAX + 1):
        questions.ask(str(number).encode(), "kim", 1)
    assert not questions.answered(b"0", "kim", 2), "the oldest one made room"
    assert questions.answered(b"1", "kim", 2)
