"""The forms of requests and answers. OpenAPI is made of them, and so is what browsers are sent."""

from typing import Any

import msgspec

from replay.form import OfferOut, ToAskOut

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
