"""Which link may write which event, and in whose name: every role with every event that all games have."""

from typing import Any

import pytest

from cli.serve.register.grants import Grant, checked
from cli.serve.register.roles import MAY_OF, NEEDS, may_write, preset, with_by
from records.errors import Refused
from replay.action import SHARED, name_of

RECORD = "01JD0000000000000000000000"
SHARED_NAMES = sorted(name_of(kind) for kind in SHARED)
GAME_ACTION = "play"
PERSONAL = ("dispute", "evidence", "withdraw", "settle", "appeal", "sign", "seal", "reveal")
RULINGS = ("ruling", "final", "reopen", "access")


def grant(role: str, **more: Any) -> Grant:
    """A grant as the register would make it of a preset."""
    who = {"seat": {"seat": "p1"}, "official": {"name": "Kim"}}.get(role, {})
    wanted = checked(preset(role, record=RECORD, **{**who, **more}), 0)
    return Grant(
        id="abcdefgh",
        role=wanted.role,
        record=wanted.record,
        event=wanted.event,
        may=wanted.may,
        eyes=wanted.eyes,
        acts_as=wanted.acts_as,
        delay=wanted.delay,
        until=wanted.until,
        uses_left=0,
        device="Bob's phone",
        made_by="desk",
        made_at=0,
        revoked_at=None,
    )


# For each role: what it may write with `by` left out, with the name of its own person, with a seat's (p2), and with
# that of another official (Lee). A dot: refused; else the `by` that is written, "-" if there is none.
FREE = "- - p2 Lee"
NOTHING = ". . . ."
OWN_SEAT = "p1 p1 . ."
OWN_NAME = "Kim Kim . ."
EXPECTED: dict[str, dict[str, str]] = {
    "spectator": {},
    "seat": dict.fromkeys(PERSONAL, OWN_SEAT),
    "scribe": {
        **dict.fromkeys(
            (GAME_ACTION, "observe", "note", "unread", "amend", "insert", "rewind", "key", "close", "appoint"), FREE
        ),
        **dict.fromkeys(PERSONAL, ". . p2 Lee"),
        "reveal": FREE,
    },
    "official": {
        **dict.fromkeys((GAME_ACTION, "observe", "note", "unread", "amend", "insert", "rewind"), "- Kim p2 Lee"),
        **dict.fromkeys(("key", "close"), "- Kim p2 Lee"),
        **dict.fromkeys(PERSONAL, "Kim Kim p2 Lee"),
        **dict.fromkeys(("sign", "seal"), ". Kim p2 Lee"),
        "reveal": "- Kim p2 Lee",
        **dict.fromkeys(RULINGS, OWN_NAME),
        "appoint": OWN_NAME,
    },
}
EXPECTED["desk"] = EXPECTED["scribe"]  # it logs as a scribe does; who rules is an official, with a link of their own


def written(link: Grant, body: dict[str, Any], *, head: bool = False, ruling_by: str | None = None) -> str:
    """The `by` that would be written, "-" for none, "." if the event is refused."""
    refused = may_write(link, body, head, ruling_by)
    if refused is not None:
        assert refused == refused.strip() and len(refused) > 20, "it is said in words"
        return "."
    return with_by(link, body).get("by") or "-"


@pytest.mark.parametrize("role", MAY_OF)
@pytest.mark.parametrize("do", [*SHARED_NAMES, GAME_ACTION, "setup"])
def test_every_role_with_every_event(role: str, do: str) -> None:
    link = grant(role)
    bodies: list[dict[str, Any]] = [{"do": do}]
    bodies += [{"do": do, "by": who} for who in (link.acts_as, "p2", "Lee")]
    expected = EXPECTED[role].get(GAME_ACTION if do == "setup" else do, NOTHING)
    assert " ".join(written(link, body) for body in bodies) == expected


def test_the_table_names_every_shared_event_and_no_other() -> None:
    assert sorted(NEEDS) == SHARED_NAMES


@pytest.mark.parametrize("role", MAY_OF)
def test_a_head_official_appoints_once_there_is_one(role: str) -> None:
    allowed = {"official": "Kim"}.get(role, ".")
    assert written(grant(role), {"do": "appoint", "name": "Moa"}, head=True) == allowed


@pytest.mark.parametrize("do", ["amend", "insert", "rewind"])
def test_a_correction_that_names_a_ruling_is_its_officials(do: str) -> None:
    body = {"do": do, "ruling": 12}
    assert written(grant("official"), body, ruling_by="Kim") == "Kim"
    assert written(grant("official"), {**body, "by": "Kim"}, ruling_by="Kim") == "Kim"
    assert written(grant("official"), {**body, "by": "Lee"}, ruling_by="Kim") == "."
    assert written(grant("official"), body, ruling_by="Lee") == "."
    for role in ("spectator", "seat", "scribe", "desk"):
        assert written(grant(role), {**body, "by": "Kim"}, ruling_by="Kim") == "."


def test_a_settlement_is_carried_out_by_whoever_logs() -> None:
    body = {"do": "amend", "target": 3, "action": None, "ruling": 12}
    assert written(grant("scribe"), body) == "-"
    assert written(grant("official"), body) == "Kim"
    assert written(grant("seat"), body) == "."
    assert written(grant("spectator"), body) == "."


@pytest.mark.parametrize("do", ["sign", "seal", "reveal"])
def test_a_seat_signs_seals_and_reveals_only_for_itself(do: str) -> None:
    assert written(grant("seat"), {"do": do, "seat": "p1"}) == "p1"
    assert written(grant("seat"), {"do": do, "seat": "p2"}) == "."
    assert written(grant("scribe"), {"do": do, "seat": "p2"}) == "-"
    assert written(grant("official"), {"do": do, "seat": "p2"}) == "-"


def test_the_server_vouches_for_the_device_of_a_player_who_signs() -> None:
    sign = {"do": "sign", "seat": "p1", "head": "3:…", "statement": "accept"}
    assert with_by(grant("seat"), sign)["device"] == "Bob's phone"
    assert "device" not in with_by(grant("seat"), {**sign, "signature": "…"})
    assert "device" not in with_by(grant("scribe"), {**sign, "by": "p1"})
    for role in MAY_OF:
        assert may_write(grant(role), {**sign, "by": "p1", "device": "Bob's phone"}, False, None)


def test_a_seat_does_not_bring_an_onlookers_claim() -> None:
    claim = {"do": "dispute", "about": 3, "claim": "not the top card", "via": "Kim"}
    assert written(grant("seat"), claim) == "."
    assert written(grant("official"), claim) == "Kim"


def test_an_official_who_opens_a_seal_for_a_dispute_is_named() -> None:
    assert written(grant("official"), {"do": "reveal", "what": "hand", "value": 3, "dispute": 7}) == "Kim"


@pytest.mark.parametrize("body", [{}, {"do": 3}, {"do": None}, {"do": ["play"]}])
def test_an_event_without_a_name_is_refused(body: dict[str, Any]) -> None:
    assert all(may_write(grant(role), body, False, None) for role in MAY_OF)


def test_the_body_that_came_in_is_never_changed() -> None:
    body = {"do": "dispute", "claim": "no"}
    with_by(grant("seat"), body)
    assert body == {"do": "dispute", "claim": "no"}


def test_presets_are_those_of_the_page() -> None:
    eyes = {role: grant(role).eyes for role in MAY_OF}
    assert eyes == {"spectator": "table", "seat": "p1", "scribe": "table", "official": "official", "desk": "official"}
    assert {role: grant(role).acts_as for role in MAY_OF if grant(role).acts_as} == {"seat": "p1", "official": "Kim"}
    assert grant("scribe", eyes="p2").eyes == "p2"
    assert grant("spectator", delay="round").delay == "round"
    assert [
        role
        for role in MAY_OF
        if not preset(role, seat="p1" if role == "seat" else None, name="K" if role == "official" else None).one_device
    ] == ["spectator"]


@pytest.mark.parametrize(
    ("role", "more"),
    [
        ("king", {}),
        ("seat", {}),
        ("official", {}),
        ("scribe", {"seat": "p1"}),
        ("desk", {"name": "Kim"}),
        ("seat", {"seat": "p1", "eyes": "official"}),
        ("spectator", {"eyes": "official"}),
    ],
)
def test_a_preset_that_means_nothing_is_refused(role: str, more: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        preset(role, record=RECORD, **more)
