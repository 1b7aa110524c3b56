"""What the desk is told about disputes, and the forms of what officials send."""

from typing import Any

from cli.serve.messages.wire_forms import Body, Given, PictureOut, Sent, ToldFinding, UndoSheetOut


class AroundLine(Sent, omit_defaults=False):
    """A line near the one that is contested."""

    seq: int
    text: str
    mark: str
    """`✗`, `?`, or nothing."""
    contested: bool


class EvidenceOut(Sent, omit_defaults=False):
    """A piece of evidence."""

    seq: int
    by: str
    kind: str
    text: str
    see: str
    at: str | None
    file: str | None
    photo: bool
    """Whether it is a photo that is kept here."""


class RulingTold(Sent, omit_defaults=False):
    """A ruling in words."""

    seq: int
    by: str
    level: str
    verdict: str
    remedy: str
    text: str
    facts: str
    penalties: list[str]
    deferred: bool
    stands: bool
    holds: bool
    until: str | None
    at: str | None


class Rung(Sent, omit_defaults=False):
    """One level of the ladder: who decides there, and what they have said."""

    level: str
    words: str


class PenaltyOut(Sent, omit_defaults=False):
    """A penalty that stands, in this event."""

    seat: str
    person: str
    level: str
    infraction: str
    where: str


class LadderStep(Sent, omit_defaults=False):
    """A step of the ladder of an event: from this many penalties on, at least this level."""

    times: int
    then: str


class DisputeOut(Sent, omit_defaults=False):
    """One dispute with everything about it."""

    seq: int
    label: str
    state: str
    stopped: bool
    """Whether nobody has played on since."""
    by: str
    text: str
    kind: str
    about: str
    line: int | None
    before: int | None
    """The last line before it that counts."""
    against: str | None
    """The seat whose line is contested."""
    at: str | None
    since: int | None
    window: str
    late: bool | None
    findings: list[ToldFinding]
    around: list[AroundLine]
    evidence: list[EvidenceOut]
    rulings: list[RulingTold]
    ladder: list[Rung]
    may: dict[str, str]
    """What this link may do now: rule, defer, final, reopen; empty, or the reason why not."""


class DisputeList(Sent, omit_defaults=False):
    """The disputes of a record."""

    size: int
    title: str
    table: int | str | None
    players: list[dict[str, str]]
    officials: list[dict[str, str]]
    me: str | None
    """The official whose link this is."""
    disputes: list[DisputeOut]
    penalties: list[PenaltyOut]
    steps: dict[str, LadderStep]
    """The ladder of the event, by infraction; `*` for any."""
    words: dict[str, list[str]]
    """The words that a ruling may use: verdicts, remedies, penalties, standards."""


class UndoQuery(Given):
    """Back to where, or which line to strike out: one of both."""

    to: int | None = None
    strike: int | None = None


class RemedyToTry(Given):
    """A remedy to try."""

    remedy: str
    targets: list[int] = []
    to: int | None = None
    also: list[int] = []
    observe: int | None = None
    action: Body | None = None
    position: Body | None = None


class OutcomeOut(Sent, omit_defaults=False):
    """One of two ends of the game."""

    picture: PictureOut | None
    broken: int
    open: int


class BothSides(Sent, omit_defaults=False):
    """A fact on both sides."""

    what: str
    now: str
    then: str
    rule: str = ""
    """Its id, for a finding."""


class WhatIfOut(Sent, omit_defaults=False):
    """As it is beside what it would be."""

    size: int
    now: OutcomeOut
    then: OutcomeOut
    changes: list[str]
    scores: list[BothSides]
    findings: list[BothSides]
    falls: list[int]
    """Lines that would no longer count."""
    sheet: UndoSheetOut | None
    """What to put back for it; None if every line stays."""


class NewRuling(Given):
    """A ruling, with everything that carries it out."""

    key: str
    expect: int
    dispute: int
    """The line of the claim."""
    verdict: str = "none"
    remedy: str = "stand"
    facts: str = ""
    standard: str = "agreed"
    level: str | None = None
    rules: list[str] = []
    targets: list[int] = []
    to: int | None = None
    also: list[int] = []
    observe: int | None = None
    action: Body | None = None
    position: Body | None = None
    adjust: Body | None = None
    reading: Body | None = None
    penalties: list[Body] = []
    panel: list[str] = []
    time: int | None = None
    text: str | None = None
    defer: bool = False
    """Play goes on, and the matter is decided later."""
    when_final: bool = False
    appeal_until: str | None = None
    appeal_minutes: int | None = None
    """For how long it may be appealed, instead of a time: from now on, by the clock of the service."""
    confirms: list[int] = []
    deviates: dict[str, Any] | None = None
    anyway: bool = False
    """Write it although a rule of the procedure is against it."""


class NewFinal(Given):
    """The word that a matter is final."""

    key: str
    expect: int
    dispute: int
    why: str | None = None
    anyway: bool = False


class NewClose(Given):
    """The end of a game, with its result: the counted one, unless told otherwise."""

    key: str
    expect: int
    end: str | None = None
    result: Body = {}
    anyway: bool = False
