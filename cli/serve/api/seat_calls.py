"""Calls of a player at the table: how matters stand, and secrets that are sealed now and opened later."""

from typing import Any, Literal

from cli.desk.docket import without_none
from cli.desk.entries import Entry
from cli.desk.seals import value_of
from cli.serve.calls import Call, Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import AppendedOut, Given, NewEvents, Sent
from cli.serve.patience import by_store
from cli.serve.tables.photo_evidence import PhotoSeen
from cli.serve.tables.storing import drafted
from cli.serve.tables.table_view import View
from cli.serve.tables.windows_told import WindowOut, windows_told
from cli.serve.tables.write_path import terms_for, write
from records.errors import Refused
from records.limits import SALT_BYTES
from records.seal import opening, salt_of
from replay.disputes.cases import Case, Cases, Sealed
from replay.disputes.log_reader import cases_of
from replay.saying import person

WHAT_MAX = 200
VALUE_MAX = 4000


class RulingOut(Sent, omit_defaults=False):
    """The ruling that stands in a dispute."""

    seq: int
    by: str
    verdict: str
    remedy: str
    text: str
    appeal_until: str | None
    appealed: bool


class PhotoOut(Sent, omit_defaults=False):
    """A photo among the evidence of a claim, for eyes that may see it."""

    seq: int
    by: str
    text: str


class MatterOut(Sent, omit_defaults=False):
    """A dispute, and what whoever asks can do about it."""

    seq: int
    mine: bool
    ended: bool
    ruling: RulingOut | None
    photos: list[PhotoOut]


class SignOut(Sent, omit_defaults=False):
    """Who signed what."""

    seat: str
    name: str
    size: int | None
    statement: str
    grade: str


class SealOut(Sent, omit_defaults=False):
    """A secret of one's own that was sealed."""

    seq: int
    what: str
    seal: str
    value: str | None
    """What was sealed, if the service keeps it."""
    opened: int | None


class Matters(Sent, omit_defaults=False):
    """How matters stand at a table."""

    size: int
    claims: list[MatterOut]
    signs: list[SignOut]
    seals: list[SealOut]
    """One's own only."""
    windows: list[WindowOut]
    """Until when each kind of claim is in time, where the table agreed on that."""


class NewSeal(Given):
    """A secret to seal: the service makes the salt, and keeps it with the value outside the record."""

    key: str
    expect: int
    what: str
    value: str
    seat: str | None = None
    """Whose secret it is, where whoever logs seals it for them."""
    open_by: Literal["never", "reveal", "game-end", "dispute"] | None = None
    ago: int = 0


class NewOpening(Given):
    """A seal of one's own to open for everybody."""

    key: str
    expect: int
    seal: str
    ago: int = 0


async def get_matters(asked: Incoming) -> Matters:
    """Claims, signatures and one's own seals."""
    view = asked.service.view(asked.session, asked.id)
    cases = _cases(view)
    mine = asked.session.grant.acts_as
    seating = view.table.seating
    signs = [SignOut(one.seat, person(seating, one.seat), one.size, one.statement, one.grade) for one in cases.signs]
    return Matters(
        size=view.size,
        claims=[_matter(view, case, mine, asked.service.photos.seen(view)) for case in cases.cases],
        signs=signs,
        seals=_seals(asked, cases),
        windows=windows_told(cases),
    )


def _cases(view: View) -> Cases:
    return cases_of(view.table.header, view.table.record_id, view.events)


def _matter(view: View, case: Case, mine: str | None, photos: list[PhotoSeen]) -> MatterOut:
    standing, seating = case.standing, view.table.seating
    told = None
    if standing is not None:
        ruling = standing.action
        told = RulingOut(
            seq=standing.seq,
            by=person(seating, ruling.by) if ruling.by else "an official",
            verdict=ruling.verdict,
            remedy=ruling.remedy,
            text=ruling.text or "",
            appeal_until=ruling.appeal_until,
            appealed=any(entry.action.ruling == standing.seq for entry in case.appeals),
        )
    shown = [
        PhotoOut(one.seq, person(seating, one.action.by) if one.action.by else "", one.action.text or "")
        for one in photos
        if one.action.dispute == case.seq
    ]
    return MatterOut(case.seq, mine is not None and case.action.by == mine, case.is_ended, told, shown)


def _seals(asked: Incoming, cases: Cases) -> list[SealOut]:
    """The seals of the seat whose link it is; nobody else is told anything here."""
    grant = asked.session.grant
    if grant.role != "seat":
        return []
    kept = {one.seal: one.value for one in asked.service.store.openings(asked.id) if one.seat == grant.acts_as}
    return [
        SealOut(one.seq, one.what, one.seal, str(kept[one.seal]) if one.seal in kept else None, one.opened)
        for one in cases.seals
        if one.seat == grant.acts_as
    ]


def _seat(asked: Incoming, named: str | None = None) -> str:
    """Whose secret it is: one's own, or that of a player for whom a scribe logs it."""
    grant = asked.session.grant
    if grant.role == "seat" and grant.acts_as is not None and named in (None, grant.acts_as):
        return grant.acts_as
    if named is not None and "log" in grant.may and named in asked.service.table(asked.id).seating.seats:
        return named
    raise WebProblem(
        "not-allowed", "only a player seals secrets of their own; nothing was written", mend="ask the desk"
    )


async def post_seal(asked: Incoming) -> AppendedOut:
    """Seal a secret. A repeated key is answered with the seal of the first time."""
    sent: NewSeal = asked.body
    seat, what = _seat(asked, sent.seat), sent.what.strip()
    if not 1 <= len(what) <= WHAT_MAX or not 1 <= len(sent.value) <= VALUE_MAX:
        raise WebProblem("malformed", "a secret has a name and a value; nothing was written", where="what")
    body = _logged_before(asked, sent.key)
    if body is None:
        value = value_of(sent.value.strip())
        await _check_that_it_can_be_opened(asked, what, value)
        made = opening(asked.id, seat, what, salt_of(asked.service.random(SALT_BYTES)), value)
        # The opening first: a seal in the log that nobody can open would be worth nothing.
        await by_store(asked.service, lambda: asked.service.store.add_openings([made]))
        body = without_none(do="seal", what=what, seal=made.seal, open_by=sent.open_by)
    by = {} if asked.session.grant.role == "seat" else {"by": seat}
    return await write(asked, NewEvents(key=sent.key, expect=sent.expect, ago=sent.ago, events=[{**body, **by}]))


async def _check_that_it_can_be_opened(asked: Incoming, what: str, value: Any) -> None:
    """Refuse what the game could never read when the seal is opened: then it is too late to choose another name."""
    table = asked.service.table(asked.id)
    async with table.lock:
        table.catch_up()
        sent = NewEvents(key="read", expect=table.size)
        terms = terms_for(asked.service, asked.session, sent)._replace(dry_run=True, key=None)
        entry = Entry({"do": "reveal", "what": what, "value": value}, "what")
        try:
            draft = await drafted(table.book, [entry], terms)
        except Refused as error:
            detail = f"this could not be opened later: {error.what}; nothing was sealed"
            raise WebProblem("refused", detail, where="what", mend="name it as the game does") from None
        table.book.drop(draft)


async def post_opening(asked: Incoming) -> AppendedOut:
    """Open a seal of one's own for everybody, with the salt that the service kept."""
    sent: NewOpening = asked.body
    seat = _seat(asked)
    body = _logged_before(asked, sent.key)
    if body is None:
        sealed = _sealed(asked, seat, sent.seal)
        kept = [one for one in asked.service.store.openings(asked.id) if one.seal == sealed.seal]
        if not kept:
            raise WebProblem(
                "refused",
                f"the service does not hold what opens {sealed.what}; nothing was written",
                mend="give value and salt from your slip to the scribe",
            )
        body = {"do": "reveal", "what": sealed.what, "value": kept[0].value, "seal": sealed.seal, "salt": kept[0].salt}
    return await write(asked, NewEvents(key=sent.key, expect=sent.expect, ago=sent.ago, events=[body]))


def _sealed(asked: Incoming, seat: str, seal: str) -> Sealed:
    cases = _cases(asked.service.view(asked.session, asked.id))
    found = next((one for one in cases.seals if one.seal == seal and one.seat == seat), None)
    if found is None:
        raise WebProblem("not-found", "you sealed nothing of this kind; nothing was written")
    if found.opened is not None:
        raise WebProblem("refused", f"line {found.opened} opened it already; nothing was written")
    return found


def _logged_before(asked: Incoming, key: str) -> dict[str, Any] | None:
    """What this very call wrote the first time, if its answer was lost."""
    seq = asked.service.store.find_key(asked.id, f"{asked.session.grant.id}/{key}")
    table = asked.service.table(asked.id)
    if seq is None or not 1 <= seq < table.size:
        return None
    body: dict[str, Any] = table.events[seq - 1].body()
    return {name: value for name, value in body.items() if name not in ("at", "by")}


CALLS = (
    Call("GET", "/records/{id}/matters", get_matters, "look", "Claims, signatures and one's own seals.", gives=Matters),
    Call("POST", "/records/{id}/seals", post_seal, "claim", "Seal a secret.", takes=NewSeal, gives=AppendedOut),
    Call("POST", "/records/{id}/openings", post_opening, "claim", "Open a seal.", takes=NewOpening, gives=AppendedOut),
)
