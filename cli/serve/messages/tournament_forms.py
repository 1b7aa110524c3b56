"""The forms of requests and answers about tournaments."""

from cli.serve.messages.wire_forms import Body, Given, LineOut, Sent


class TournamentShort(Sent, omit_defaults=False):
    """A tournament in a list."""

    id: str
    title: str
    closed: bool
    size: int


class TournamentList(Sent, omit_defaults=False):
    """The tournaments that a link reaches, the newest that is still open first."""

    tournaments: list[TournamentShort]


class EntrantOut(Sent, omit_defaults=False):
    """Somebody who entered."""

    player: str
    name: str
    club: str | None
    number: str | None
    state: str
    """`in`, `dropped` or `disqualified`."""
    late: int | None
    """The first round that they could play in, if they came after the first was seated."""
    table: str | None
    """Where they sit in the round that was seated last."""
    playing: bool
    """Whether that table has no result yet."""


class TournamentOut(Sent, omit_defaults=False):
    """A tournament: its format, who is in, and whether the next round can be seated."""

    id: str
    title: str
    size: int
    code: str
    closed: bool
    round: int
    """The round that was seated last; 0 before the first."""
    rounds: int
    games: list[str]
    """Of the next round."""
    system: str
    scoring: str
    minutes: int | None
    officials: list[str]
    entrants: list[EntrantOut]
    troubles: list[str]
    """Why the next round should not be seated yet."""
    over: bool
    """Whether every table of the last round has a result."""


class BoardLine(Sent, omit_defaults=False):
    """A table of the hall, in one line of the control room."""

    table: str
    game: str
    players: list[str]
    """Names, in seat order."""
    record: str | None
    state: str
    words: str
    minutes: int | None
    silent: bool
    places: dict[str, int]
    """By name, once there is a result."""
    code: str | None
    """Of the record, as it was collected."""
    given: int
    """The seconds that the table was given."""


class ClockOut(Sent, omit_defaults=False):
    """The time of a round, by the clock of the service: the device counts on from here."""

    round: int
    minutes: int
    left: int
    """Seconds; below 0 once the time is up."""
    given: dict[str, int]
    """The seconds that tables without a result were given."""


class HallSummary(Sent, omit_defaults=False):
    """What the menu of the desk says of a tournament."""

    round: int
    rounds: int
    ready: int
    """How many tables can be collected now."""
    entrants: int
    """Who is in."""
    penalties: int
    """How many stand."""
    clock: ClockOut | None
    """None if the format sets no length, or nobody plays."""


class HallBoard(Sent, omit_defaults=False):
    """The control room."""

    title: str
    size: int
    round: int
    rounds: int
    tables: list[BoardLine]
    ready: int
    """How many tables can be collected now."""
    officials: list[str]
    """Who may take a result that is not signed."""


class StandingShown(Sent, omit_defaults=False):
    """A line of the standings in the words of people."""

    points: str
    rounds: list[str]
    wins: str
    opponents: str
    """How well those did with whom they sat: points for each of their tables."""
    mark: str
    """`D1 at r2t2: 2–4`, or nothing."""


class StandingsOut(Sent, omit_defaults=False):
    """The standings, now or as they were after an event."""

    tournament: str
    at: int
    round: int
    code: str
    provisional: bool
    standings: list[Body]
    title: str
    heading: str
    notes: list[str]
    """What they wait for."""
    rounds: list[int]
    """The rounds with a result."""
    shown: dict[str, StandingShown]
    """By player."""


class WhyOut(Sent, omit_defaults=False):
    """Why somebody has their place: a line for each table and each penalty."""

    lines: list[str]


class HallPenalty(Sent, omit_defaults=False):
    """A penalty of somebody."""

    player: str
    name: str
    level: str
    infraction: str
    points: str
    """What it takes from the total; nothing if it takes none."""
    table: str | None
    record: str | None
    """The record of the ruling; none for one of the tournament's own."""
    ruling: int
    event: int
    times: int
    """The how-manieth it is of this person for this."""
    next: str
    """What the ladder of the event says follows."""
    by: str | None
    """The official."""
    dispute: int | None
    """The event that opened the dispute."""
    label: str | None
    """What people call it: `D1`."""
    state: str
    """`final`, `ruled`, `appealed`; where it stands no longer `overturned`, `withdrawn`, `settled`."""
    until: str | None
    """Until when it may be appealed, if anybody said."""
    ended_by: str | None
    ended_at: str | None
    on_appeal: bool


class PenaltiesOut(Sent, omit_defaults=False):
    """Those that stand, those that no longer do, and the ladder."""

    standing: list[HallPenalty]
    lifted: list[HallPenalty]
    ladder: list[str]


class SeatPlanned(Sent, omit_defaults=False):
    """Somebody's seat in a seating that is not logged yet."""

    player: str
    name: str
    seat: str
    met: list[str]
    """Who sat with them earlier, and when."""


class TablePlanned(Sent, omit_defaults=False):
    """A table of such a seating. The first one starts."""

    table: int
    game: str
    title: str
    players: list[str]
    seats: list[SeatPlanned]


class CostOut(Sent, omit_defaults=False):
    """One kind of cost of a seating, and how often it has it."""

    kind: str
    words: str
    count: int


class CodeOut(Sent, omit_defaults=False):
    """Of what a code is that somebody wrote down."""

    known: bool
    words: str


class NewTournament(Given):
    """A tournament to begin: what is left out is as usual."""

    title: str
    rounds: int
    games: list[str]
    """Ids; with commas for one round each."""
    officials: list[str] = []
    """`Kim`, `Mo:head`."""
    csv: str = ""
    """Entrants."""
    scoring: str | None = None
    system: str | None = None
    size: str | None = None
    """`3-4-5`: the fewest, the usual and the most at a table."""
    breaks: str | None = None
    minutes: int | None = None


class TournamentBegun(TournamentShort, omit_defaults=False):
    """A tournament that was begun."""

    odd: list[str]
    """What is worth a second look: names that are close, a format that cannot be played."""


class RoundPreview(Sent, omit_defaults=False):
    """The seating of the next round as it would be."""

    round: int
    seed: str
    sizes: list[int]
    cost: int
    tables: list[TablePlanned]
    out: list[str]
    size: int
    """Of the record that it rests on: give it as `expect` to seat exactly this."""
    code: str
    """The day code that the seed is made of."""
    odd: list[str]
    """Who meets again, and what else is worth a look."""
    costs: list[CostOut]
    by_hand: bool
    troubles: list[str]


class NewEntrants(Given):
    """People to let in: one by one, or a CSV."""

    key: str
    names: list[str] = []
    club: str | None = None
    number: str | None = None
    csv: str = ""
    dry_run: bool = False
    """Only say what would be written."""


class NewDrop(Given):
    """People to take out of the rounds to come."""

    key: str
    names: list[str]
    why: str | None = None


class HandRow(Given):
    """A table that is seated by hand: names or ids in seat order."""

    game: str
    players: list[str]


class WantedRound(Given):
    """The dice, and who sits out; or tables that were seated by hand."""

    nonce: str | None = None
    out: list[str] = []
    tables: list[HandRow] = []
    """Seated by hand, largest first."""
    csv: str = ""
    """The same as a CSV with the columns game and players."""
    hand: str | None = None
    """Why it is seated by hand."""


class NewRound(WantedRound):
    """A round to seat."""

    key: str = ""
    expect: int = 0
    """The size that the preview rests on."""
    anyway: bool = False
    """Although results are missing."""


class NewCollect(Given):
    """What the tables say is to be written."""

    key: str
    unsigned: str | None = None
    """Why results are taken that somebody has not signed."""
    by: str | None = None
    """The official who says so."""


class NewResult(Given):
    """A slip: the players from first to last, level ones together."""

    key: str
    table: str
    order: list[list[str]]
    scores: dict[str, int | None] = {}
    """Points at the table, by player; none for somebody who is out."""
    forfeit: bool = False
    nobody_won: bool = False
    signed: list[str] = []
    """Who signed the slip."""
    code: str | None = None
    """The code that stands on it."""
    why: str | None = None
    by: str | None = None


class HallWritten(Sent, omit_defaults=False):
    """What was written into the tournament, and what was not."""

    size: int
    code: str
    written: int
    """How many lines."""
    repeated: bool
    """Whether this was written before, under the same key."""
    steps: list[LineOut]
    warnings: list[str]
    left: list[str]
    """What was not written, with the reason."""
    moved: list[str]
    """Places that changed."""
    begun: list[str]
    """The tables whose records were begun."""
