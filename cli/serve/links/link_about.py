"""What a link is for, told before it is opened on a device: nothing is bound by looking."""

from cli.serve.calls import Call, Incoming
from cli.serve.messages.problems import WebProblem
from cli.serve.messages.wire_forms import Given, Sent
from cli.serve.register.grants import Grant
from cli.serve.tables.live import LiveTable
from records.clock import to_text
from replay.saying import person


class LinkGiven(Given):
    """A link: the secret behind the # of its address."""

    token: str


class LinkAbout(Sent, omit_defaults=False):
    """What a link opens, for whom, and whether another device has it."""

    role: str
    you: str | None
    """Whose link it is, in words."""
    seat: str | None
    title: str
    place: str
    """Round, table and game, as far as they are known."""
    delay: str
    device: str | None
    """The device that has the link, if it is for one device and in use."""
    since: str | None
    watch: bool
    """Whether this table can be watched instead."""
    passkey: bool
    """Whether the link opens only with the passkey that its official made for it."""


def grant_behind(asked: Incoming, token: str) -> Grant:
    """What a link opens. One that opens nothing counts as a guess, whether it never existed, is over or was closed."""
    service = asked.service
    service.limits.check_guesses(asked.address)
    grant = service.register.look(token)
    if grant is None:
        raise unknown_link(asked)
    return grant


def unknown_link(asked: Incoming) -> WebProblem:
    """The answer to every link that opens nothing."""
    asked.service.limits.guess(asked.address)
    return WebProblem("link-unknown", "this link does not open anything (any more)", mend="ask the desk for a new one")


async def post_link(asked: Incoming) -> LinkAbout:
    """What a link is for."""
    grant = grant_behind(asked, asked.body.token)
    table = asked.service.table(grant.record) if grant.record is not None else None
    taken = grant.uses_left == 0
    return LinkAbout(
        role=grant.role,
        you=whose(table, grant),
        seat=grant.acts_as if grant.role == "seat" else None,
        title=_title(table, grant),
        place=_place(table) if table is not None else "",
        delay=asked.service.delay_of(grant),
        device=grant.device if taken else None,
        since=to_text(grant.bound_at) if taken and grant.bound_at is not None else None,
        watch=table is not None and grant.role != "spectator",
        passkey=grant.role == "official" and bool(asked.service.register.passkeys(grant.id)),
    )


def whose(table: LiveTable | None, grant: Grant) -> str | None:
    """Whose link it is, by the name to show."""
    if grant.role == "seat" and table is not None and grant.acts_as is not None:
        return person(table.seating, grant.acts_as)
    return grant.acts_as


def _title(table: LiveTable | None, grant: Grant) -> str:
    if table is None:
        return grant.event or "The desk"
    return table.header.event or table.header.title or table.game.title


def _place(table: LiveTable) -> str:
    header = table.header
    numbered = [f"{word} {value}" for word, value in (("round", header.round), ("table", header.table)) if value]
    named = [header.title if header.event else None, table.game.title]
    told = " · ".join(dict.fromkeys(text for text in (*numbered, *named) if text))
    return told[:1].upper() + told[1:]


CALLS = (Call("POST", "/link", post_link, "", "What a link is for.", takes=LinkGiven, gives=LinkAbout),)
