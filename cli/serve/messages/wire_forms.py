"""The forms of requests and answers. OpenAPI is made of them, and so is what browsers are sent."""

from typing import Any, Literal

import msgspec

from replay.form import OfferOut, ToAskOut
from replay.score import Adjusted, SeatScore

Body = dict[str, Any]


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """What a request may hold, and nothing else: a misspelt field is said, never ignored."""


class Sent(msgspec.Struct, omit_defaults=True):
    """What an answer holds; what is as usual is left out."""


class ToldFinding(Sent):
    """What the rules say of an event, as these eyes are told it."""

    rule: str
    answer: str
    """`broken`, `open` or `settled`."""
    text: str
    """The rule in a sentence."""
    why: str
    cite: str
    """Where the rule is written."""


class LineOut(Sent):
    """One line of the record, as these eyes see it."""

    seq: int
    text: str
    do: str
    by: str | None = None
    at: str | None = None
    findings: list[ToldFinding] = []
    changes: list[str] = []
    """What changed on the table, in words."""
    event: Body | None = None
    """The event itself, where it was asked for."""


class PictureOut(Sent):
    """A picture. `parts` are elements of SVG or, in a step, [from, count] for elements of the picture before."""

    width: int
    height: int
    title: str
    parts: list[str | tuple[int, int]]


class Counts(Sent):
    """How many findings these eyes are told."""

    broken: int = 0
    open: int = 0


class PenOut(Sent):
    """Who has the pen."""

    device: str
    mine: bool
    since: int
    """In seconds, how long it has been held."""
    asked_by: str | None = None


class PlayerOut(Sent):
    """Who sits where."""

    seat: str
    name: str


class Now(Sent, omit_defaults=False):
    """A table as it is now, in these eyes."""

    record: str
    size: int
    game: str
    title: str
    players: list[PlayerOut]
    role: str
    eyes: str
    you: str | None
    """Whose link it is, in words."""
    delay: str
    memory: str
    closed: bool
    next: str
    """Who is to do what."""
    turn: list[str]
    """The seats that are to do something."""
    steps: list[LineOut]
    """The last lines, the newest last; only one while memory is closed."""
    counts: Counts
    code: str | None
    code_withheld: str | None
    """Why there is no code."""
    claims: list["ClaimOut"]
    pen: PenOut | None
    damaged: str | None
    picture: PictureOut | None
    answers: list["ClosedOut"]
    """What the last line answered about earlier ones, as boards were told it."""
    form: "NextForm | None" = None


class ClaimOut(Sent):
    """A dispute, as everybody at the table may know it."""

    seq: int
    label: str
    by: str
    state: str
    text: str
    about: int | list[int] | str = ""
    at: str | None = None


class StepOut(Sent):
    """What a stream says of one new line."""

    seq: int
    size: int
    step: LineOut
    moved: list[str]
    """What changed in the picture, by the words of the notation."""
    next: str
    counts: Counts
    turn: list[str] = []
    code: str | None = None
    picture: PictureOut | None = None
    form: "NextForm | None" = None


class ClosedOut(Sent, omit_defaults=False):
    """What a stream says once a later line answers what nobody could know at an earlier one."""

    seq: int
    rule: str
    answer: str
    """`ok` or `broken`."""
    text: str
    """The rule in a sentence."""
    why: str
    """Left empty while memory is closed: it may tell what lay on the table before."""
    cite: str
    by: int | None
    """The line that answered it."""


class NextForm(Sent, omit_defaults=False):
    """What may be logged next, as far as these eyes know it."""

    size: int
    turn: list[str]
    """Who may act."""
    offers: list[OfferOut]
    asks: list[ToAskOut]
    """All questions; an offer names its own by their places."""
    open: list[str]
    """Verbs that may come, but of which nothing more is known."""


class NewEvents(Given):
    """Lines to append: `events`, or one typed line in `say`."""

    key: str
    """The sender's own name for this call; a repeated one is answered as the first time."""
    expect: int
    """The size of the record that the sender saw."""
    ago: int | list[int] = 0
    """How many milliseconds ago it happened, or each of several events. The server's clock makes the time of it."""
    events: list[Body] = []
    say: str = ""
    over: bool = False
    """Write although another device has the pen."""
    form: bool = False
    """Whether the answer is to say what may come next."""
    brief: bool = False
    """Whether the answer may leave out what changed on the table and who is next: a stream tells it anyway."""


class AppendedOut(Sent, omit_defaults=False):
    """What was stored, judged in the sender's eyes."""

    first: int
    last: int
    size: int
    repeated: bool
    code: str | None
    steps: list[LineOut]
    next: str
    counts: Counts
    form: NextForm | None = None


class ToRead(Given):
    """A line to try out: typed, or as an event."""

    say: str = ""
    events: list[Body] = []
    expect: int | None = None
    complete: bool = False
    """Whether to say how a typed line may go on; one that cannot be read yet is then no mistake."""


class TriedOut(Sent, omit_defaults=False):
    """What a line would be, without writing it."""

    size: int
    events: list[Body]
    steps: list[LineOut]
    readings: list[str]
    """Where it is unclear: the lines that it may stand for."""
    falls: list[LineOut]
    """What would no longer count."""
    consequences: list[str]
    """What would become of the findings."""
    continuations: list[str] = []
    """How the line may go on, where that was asked for."""
    unread: str = ""
    """Why it cannot be read yet, where that was asked for."""


class PenMoved(Sent):
    """What a stream says to those who log once the pen was asked for, kept or given: ask who has it now."""


class StreamClosing(Sent, omit_defaults=False):
    """What a stream says before the service stops."""

    wait: int
    """After how many milliseconds to come back."""


class SessionOver(Sent, omit_defaults=False):
    """What a stream says once its link was taken back."""

    why: str


class FindingNamed(Sent, omit_defaults=False):
    """A finding by its line and its rule."""

    seq: int
    rule: str
    answer: str
    """`broken` or `open`."""


DeskWord = Literal[
    "begin",
    "table",
    "new",
    "links",
    "people",
    "claim",
    "finding",
    "silent",
    "notice",
    "damaged",
    "unavailable",
    "available",
]


class DeskTold(Sent, omit_defaults=False):
    """What the stream of the desk says of a record; for more than that, ask for the record."""

    what: DeskWord
    """`begin` is the first word of a stream; `table` means that there are new lines, `notice` that something was said
    to its people, seen or answered, `unavailable` that some could not be stored, `available` that they can be again."""
    record: str | None
    """None at the beginning."""
    line: int | msgspec.UnsetType = msgspec.UNSET
    """The line of a claim, or the last one of a table that fell silent."""
    seq: int | msgspec.UnsetType | None = msgspec.UNSET
    """The line of the dispute that a claim opens, or that an appeal is about."""
    kind: Literal["dispute", "appeal"] | msgspec.UnsetType = msgspec.UNSET
    findings: list[FindingNamed] | msgspec.UnsetType = msgspec.UNSET
    more: int | msgspec.UnsetType = msgspec.UNSET
    """How many new findings are not named."""
    since: str | msgspec.UnsetType = msgspec.UNSET
    """Since when lines cannot be stored."""
    why: str | msgspec.UnsetType = msgspec.UNSET
    do: str | msgspec.UnsetType = msgspec.UNSET
    """What whoever runs the service can do about it."""


class PenHeld(Sent, omit_defaults=False):
    """The device that has the pen."""

    device: str


class ToldProblem(Sent, omit_defaults=False):
    """Why not, in the form of RFC 9457: what went wrong, where, and how to go on (`mend`)."""

    type: str
    title: str
    status: int
    detail: str
    where: str | msgspec.UnsetType = msgspec.UNSET
    """The part of the request that is meant."""
    mend: str | msgspec.UnsetType = msgspec.UNSET
    size: int | msgspec.UnsetType = msgspec.UNSET
    """moved-on: the size of the record now."""
    since: list[LineOut] | msgspec.UnsetType = msgspec.UNSET
    """moved-on: the lines that the sender has not seen, with their events."""
    pen: PenHeld | msgspec.UnsetType = msgspec.UNSET
    """pen: who has it."""
    readings: list[str] | msgspec.UnsetType = msgspec.UNSET
    """refused: the lines that an unclear one may stand for."""
    rule: str | msgspec.UnsetType = msgspec.UNSET
    """refused: the rule that a strict table does not let be broken."""
    retry_after: int | msgspec.UnsetType = msgspec.UNSET
    """too-fast: in how many seconds to try again."""
    device: str | msgspec.UnsetType = msgspec.UNSET
    """in-use: the device that has the link."""
    role: str | msgspec.UnsetType = msgspec.UNSET
    """in-use: what the link is for."""
    watch: bool | msgspec.UnsetType = msgspec.UNSET
    """in-use: whether one may watch instead."""
    options: Body | msgspec.UnsetType = msgspec.UNSET
    """passkey: what the browser asks the passkey with."""


class ScoreOut(Sent, omit_defaults=False):
    """The count so far, in lines that players can check by hand."""

    size: int
    seats: list[SeatScore]
    winners: list[str]
    over: bool
    """Whether the game has ended, or a ruling has decided it."""
    notes: list[str]
    adjusted: Adjusted | msgspec.UnsetType = msgspec.UNSET
    """The ruling that changed the result, if one did."""


class UndoneLine(Sent, omit_defaults=False):
    """A line to take back, and what goes where."""

    seq: int
    text: str
    put_back: list[str]
    chance: bool
    """Whether it was not anybody's decision alone, or told what not everybody saw."""


class LostDecisions(Sent, omit_defaults=False):
    """How many decisions of somebody are lost."""

    name: str
    count: int


class FactsLearned(Sent, omit_defaults=False):
    """What somebody knows now but did not know then."""

    name: str
    facts: list[str]


class UndoSheetOut(Sent, omit_defaults=False):
    """What goes back where if play returns to a line, what that costs, and what cannot be put back."""

    to: int
    simple: bool
    """One action, and nothing random."""
    steps: list[UndoneLine]
    """The newest first."""
    decisions: list[LostDecisions]
    chance: list[int]
    learned: list[FactsLearned]
    cannot: list[str]
    """What cannot be put back, and why."""
