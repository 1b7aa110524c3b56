"""What the links of each role allow, and which of them may write which event in whose name.

Who writes in their own name (a seat that claims, an official who rules) is named by the server, never by what they
send. Who logs for the table says who did what, as any scribe does.
"""

from typing import Any, Literal

from cli.serve.register.grants import AS_SERVED, Grant, WantedGrant, one_of
from records.errors import Refused

Body = dict[str, Any]
Need = Literal["log", "person", "rule", "appoint", "log or rule"]

MAY_OF: dict[str, frozenset[str]] = {
    "spectator": frozenset({"look"}),
    "seat": frozenset({"look", "claim"}),
    "scribe": frozenset({"look", "claim", "log"}),
    "official": frozenset({"look", "claim", "log", "rule"}),
    "desk": frozenset({"look", "claim", "log", "rule", "desk"}),
}

OFFICIAL_FOR = 7 * 24 * 3600 * 1_000_000
"""How long an official's link is good, in microseconds, unless it says for how long."""

NEEDS: dict[str, Need] = {
    **dict.fromkeys(("observe", "note", "unread", "amend", "insert", "rewind"), "log"),
    **dict.fromkeys(("dispute", "evidence", "withdraw", "settle", "appeal", "sign", "seal", "reveal"), "person"),
    **dict.fromkeys(("ruling", "final", "reopen", "access"), "rule"),
    "appoint": "appoint",
    "key": "log or rule",
    "close": "log or rule",
}
"""What each shared event needs. Everything else is an action of a game, and needs `log`."""

CORRECTIONS = frozenset({"amend", "insert", "rewind"})
_OWN_SEAT = frozenset({"sign", "seal", "reveal"})
"""They may say in `seat` whose they are."""
_NAMELESS = frozenset({"reveal"})
"""A card that is turned up for everybody is nobody's doing."""


def preset(
    role: str,
    *,
    seat: str | None = None,
    name: str | None = None,
    eyes: str | None = None,
    record: str | None = None,
    event: str | None = None,
    delay: str | None = None,
    until: int | None = None,
    made_by: str = "",
) -> WantedGrant:
    """A link of a role: `seat` for a seat, `name` for an official, `eyes` for a scribe who sees more than the table.

    Spectators without a `delay` see as late as the service says.
    """
    if role not in MAY_OF:
        raise Refused(f"there is no role {role!r}", mend=f"choose {', '.join(MAY_OF)}")
    named = {"seat": seat, "official": name}
    if (seat is not None and role != "seat") or (name is not None and role != "official"):
        raise Refused(f"{one_of(role)}'s link is not for a person", mend="choose seat or official")
    if role in named and not named[role]:
        raise Refused(f"whose link is it? {one_of(role)} is named", mend="give the seat, or the name of the official")
    if eyes is not None and role != "scribe":
        raise Refused(f"{one_of(role)}'s eyes are fixed", mend="only a scribe's can be chosen")
    usual = {"spectator": "table", "seat": seat, "scribe": eyes or "table", "official": "official", "desk": "official"}
    return WantedGrant(
        role=role,
        may=MAY_OF[role],
        eyes=usual[role] or "",
        record=record,
        event=event,
        acts_as=named.get(role),
        delay=delay or (AS_SERVED if role == "spectator" else "0"),
        until=until,
        one_device=role != "spectator",
        made_by=made_by,
    )


def may_write(grant: Grant, body: Body, cases_head: bool, ruling_by: str | None) -> str | None:
    """Why this link may not write this event, in words; None if it may.

    `cases_head`: whether the table has a head official. `ruling_by`: who gave the ruling that a correction names, None
    if it names none (a settlement has no official).
    """
    do = body.get("do")
    if not isinstance(do, str):
        return "an event says in `do` what was done"
    need = NEEDS.get(do)
    if need is None:
        return None if "log" in grant.may else _needs_log(grant, do)  # an action of a game, as nearly all are
    match need:
        case "person":
            return _as_a_person(grant, body)
        case "rule":
            return _as_an_official(grant, body)
        case "appoint":
            return _as_an_official(grant, body) if cases_head or grant.acts_as else _needs_log(grant, do)
        case "log or rule":
            return _needs_log(grant, do) if "rule" not in grant.may else None
        case "log" if do in CORRECTIONS and body.get("ruling") is not None:
            return _for_a_ruling(grant, body, ruling_by)
        case "log":
            return _needs_log(grant, do)


def with_by(grant: Grant, body: Body) -> Body:
    """The event as it is written: the server names those who write in their own name, and vouches for their device."""
    if grant.acts_as is None or not _is_own(grant, body):
        return body
    written = {**body, "by": grant.acts_as}
    if body["do"] == "sign" and grant.role == "seat" and "signature" not in body and grant.device:
        written["device"] = grant.device
    return written


def _is_own(grant: Grant, body: Body) -> bool:
    """Whether the event is written in the name of the link's person."""
    if grant.acts_as is None:
        return False
    do = str(body.get("do"))
    need = NEEDS.get(do, "log")
    if grant.role == "seat":
        return need == "person"
    if need == "person":
        opens_a_seal = do == "reveal" and body.get("dispute") is not None
        return body.get("by") is None and (do not in _OWN_SEAT or opens_a_seal)
    return need in ("rule", "appoint") or (do in CORRECTIONS and body.get("ruling") is not None)


def _needs_log(grant: Grant, do: str) -> str | None:
    return None if "log" in grant.may else f"{one_of(grant.role)}'s link may not log `{do}`; the scribe's may"


def _as_a_person(grant: Grant, body: Body) -> str | None:
    """A seat for itself; or who logs, for somebody whom they name."""
    do, by = body["do"], body.get("by")
    if do == "sign" and "device" in body:
        return "`device` is filled in by the server, when a player signs on their own"
    if grant.role == "seat" and "claim" in grant.may:
        if by not in (None, grant.acts_as):
            return f"this link is {grant.acts_as}'s and cannot write in the name of {by}"
        if do in _OWN_SEAT and body.get("seat") not in (None, grant.acts_as):
            return f"this link is {grant.acts_as}'s and cannot `{do}` for {body['seat']}"
        if body.get("via") is not None:
            return "only an official brings the claim of an onlooker"
        return None
    if "log" not in grant.may:
        return f"{one_of(grant.role)}'s link may not write `{do}`; that of a seat may, or the scribe's"
    if by is not None or do in _NAMELESS or _is_own(grant, body) or (do in _OWN_SEAT and body.get("seat") is not None):
        return None
    return f"`{do}` is somebody's: name them in `by`"


def _as_an_official(grant: Grant, body: Body) -> str | None:
    do, by = body["do"], body.get("by")
    if "rule" not in grant.may or grant.acts_as is None:
        return f"`{do}` is an official's, and needs the link of one"
    if by not in (None, grant.acts_as):
        return f"this link is {grant.acts_as}'s and cannot write in the name of {by}"
    return None


def _for_a_ruling(grant: Grant, body: Body, ruling_by: str | None) -> str | None:
    """A correction that carries out a ruling is that of its official; of a settlement, of whoever logs."""
    if ruling_by is None and grant.acts_as is None:
        return _needs_log(grant, body["do"])
    refused = _as_an_official(grant, body)
    if refused is None and ruling_by not in (None, grant.acts_as):
        return f"that ruling was given by {ruling_by}, so it is for them to carry out"
    return refused
