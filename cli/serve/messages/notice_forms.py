"""What is said over HTTP about notices: what the desk says to people at one table, and what became of it."""

from typing import Literal

from cli.serve.messages.wire_forms import Given, Sent


class NewNotice(Given):
    """Something to say to people at a table.

    `send` an official to a claim, `call` the table out, `remind` those who have not signed.
    """

    kind: Literal["send", "call", "remind"]
    dispute: int | None = None
    """send: the line of the claim."""
    official: str | None = None
    """send: who is to go there."""


class NoticeAnswer(Given):
    """That a notice was shown, or what it asks for: that all is well, or that the official is on the way."""

    do: Literal["seen", "answer"]


class NoticeOut(Sent, omit_defaults=False):
    """A notice as a page shows it, until it is acted on or no longer true."""

    id: str
    record: str
    """The table that it is about; for those who watch in the hall what they follow."""
    kind: Literal["sent", "coming", "called", "wall", "unsigned"]
    """`sent`: to an official; `coming`: to the table, that they are on the way; `called`: to the table, which answers
    that all is well; `wall`: the same to those who watch in the hall; `unsigned`: to a seat that has not signed."""
    words: str
    at: str
    """When the desk said it."""
    dispute: int | None
    """sent: the line of the claim, to be opened at the desk."""


class NoticesOut(Sent, omit_defaults=False):
    """What a stream says whenever something changes in it: every notice that stands for these eyes now."""

    notices: list[NoticeOut]


class NoticeTold(Sent, omit_defaults=False):
    """A notice as the desk sees it."""

    id: str
    kind: Literal["send", "call", "remind"]
    dispute: int | None
    to: list[str]
    """For whom it is: the official, the players who have not signed, or nobody by name."""
    since: int
    """Seconds since it was said."""
    seen: list[str]
    """Who has seen it: players who are reminded by their names, others by their devices."""
    here: int
    """How many devices that it is for are connected now."""
    answered: int | None
    """Seconds since it was answered."""
    by: str
    """The device that answered."""
    words: str
    """Said where nobody was reached yet; empty otherwise."""


class ScribeSeen(Sent, omit_defaults=False):
    """The device that logs at a table, or did last."""

    device: str
    seen: str
    """When it was last here."""
    here: bool
    """Whether it is connected now."""
