"""Actions: events read as typed values. Those that every game has are here; a game adds its own."""

from typing import Any, Literal, get_args, get_type_hints

import msgspec

from records.canonical import plain as plain  # games make their documents with it

UNKNOWN = "?"
"""A fact that the record does not know. It is never equal to anything, not even itself."""


class Action(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, tag_field="do"
):
    """What happened in one event. A game's actions inherit from this and give their wire name as `tag`."""

    by: str | None = None
    at: str | None = None
    said: str | None = None
    salt: str | None = None
    """Random letters that keep a hash over the event from telling what is hidden in it. They mean nothing here."""


class Observe(Action, frozen=True, tag="observe"):
    """Something was counted or seen on the table. It never changes the state; a mismatch is a finding."""

    facts: dict[str, Any]


class Reveal(Action, frozen=True, tag="reveal"):
    """A hidden fact becomes known: `what` names it, or `@<seq>.<field>` a field of an earlier event."""

    what: str
    value: Any
    to: list[str] | None = None
    seal: str | None = None
    """The seal that it opens; `salt` is then that of the seal."""
    seat: str | None = None
    """Whose fact it is, if somebody else opens it."""
    dispute: int | None = None
    why: str | None = None


class Seal(Action, frozen=True, tag="seal"):
    """A hidden fact is sealed: the commitment enters the log now, the value when it is revealed."""

    what: str
    seal: str
    seat: str | None = None
    """Whose fact it is; if absent, that of `by`."""
    open_by: str | None = None
    """When it must be opened: never, reveal, game-end or dispute."""


class Access(Action, frozen=True, tag="access"):
    """An official looked at a sealed fact without showing it to the table."""

    what: str
    seat: str
    dispute: int
    why: str
    seal: str | None = None


class Appoint(Action, frozen=True, tag="appoint"):
    """Somebody becomes an official of this table, with a level."""

    name: str
    level: str = "floor"
    why: str | None = None


class Key(Action, frozen=True, tag="key"):
    """From here on a public key belongs to a seat or an official, or (if it was lost) no longer does."""

    seat: str
    key: str
    revoked: bool = False
    why: str | None = None


class Note(Action, frozen=True, tag="note"):
    """Free text."""

    text: str


class Unread(Action, frozen=True, tag="unread"):
    """A line that could not be understood, kept until an amendment replaces it."""


class Amend(Action, frozen=True, tag="amend"):
    """The event `target` is replaced by `action`, or struck out if that is null."""

    target: int
    action: dict[str, Any] | None
    why: str | None = None
    ruling: int | None = None


class Insert(Action, frozen=True, tag="insert"):
    """A forgotten event takes its place after the event `after`."""

    after: int
    action: dict[str, Any]
    why: str | None = None
    ruling: int | None = None


class Rewind(Action, frozen=True, tag="rewind"):
    """What was logged after the event `to`, and stands behind it, no longer counts."""

    to: int
    also: list[int] = []
    """Events that stand behind `to` and were logged before it: they fall away too."""
    why: str | None = None
    ruling: int | None = None


class Dispute(Action, frozen=True, tag="dispute"):
    """A player or official contests something."""

    about: int | list[int] | str
    claim: str
    kind: str = "illegal"
    rule: str | None = None
    asks: str | None = None
    via: str | None = None
    """The official who reports what an onlooker saw."""
    window: dict[str, Any] | None = None
    """The window of this claim, if the header's does not apply."""
    freeze: dict[str, Any] | None = None
    """What was noted before anything was undone: a state's digest, a recount, clocks."""


class Evidence(Action, frozen=True, tag="evidence"):
    """A statement, a recount, or the digest of a photograph."""

    dispute: int
    kind: str
    text: str | None = None
    attachment: dict[str, Any] | None = None
    see: str | None = None
    """Who may see it: officials, parties or public."""


class Settle(Action, frozen=True, tag="settle"):
    """The players agree."""

    dispute: int
    seats: list[str]
    outcome: str


class Withdraw(Action, frozen=True, tag="withdraw"):
    """The claim is taken back."""

    dispute: int
    why: str | None = None


class Ruling(Action, frozen=True, tag="ruling"):
    """The official's decision: facts, rules, remedy and penalty are kept apart."""

    dispute: int
    verdict: str
    remedy: str
    level: str | None = None
    facts: dict[str, Any] | None = None
    rules: list[str] = []
    targets: list[int] = []
    to: int | None = None
    also: list[int] = []
    """For rewind and redo: events behind `to` that were logged before it and fall away too."""
    penalties: list[dict[str, Any]] = []
    adjust: dict[str, Any] | None = None
    """Kind (assigned, weighted or artificial) and outcomes (replay/adjusting.py)."""
    reading: dict[str, Any] | None = None
    """A question of the game and its answer for this record, and the event from which it holds."""
    observe: int | None = None
    """The event with the count from which a position is set."""
    deferred: bool = False
    """Play goes on and the matter is decided later; not a full ruling yet."""
    takes_effect: str | None = None
    """now, or when-final."""
    action: dict[str, Any] | None = None
    """If it takes effect only when final: the event as it should be, for amend and insert."""
    position: dict[str, Any] | None = None
    """The same for resync: the whole position."""
    panel: list[str] = []
    time: int | None = None
    """Seconds added to the clock."""
    deviates: dict[str, Any] | None = None
    """The usual remedy or penalty, and why this one differs."""
    appeal_until: str | None = None
    text: str | None = None
    confirms: list[int] = []
    """Corrections of what was signed or closed that count by this ruling."""
    head: str | None = None
    """If it is signed: the head of the lines before it."""
    signature: str | None = None
    """Made with a key of the official (records/ruling_signature.py)."""


class Appeal(Action, frozen=True, tag="appeal"):
    """The ruling goes to a higher level."""

    ruling: int
    grounds: str | list[str]
    text: str | None = None
    concur: list[str] = []


class Final(Action, frozen=True, tag="final"):
    """The matter is closed."""

    dispute: int
    why: str | None = None


class Reopen(Action, frozen=True, tag="reopen"):
    """The matter is opened again by the head official."""

    dispute: int
    why: str | None = None


class Sign(Action, frozen=True, tag="sign"):
    """A player accepts the record up to here, or refuses to."""

    seat: str
    head: str
    statement: str
    disputes: list[int] = []
    """The disputes that stay open with `accept-with`."""
    text: str | None = None
    """The text signed with the player's own key."""
    signature: str | None = None
    device: str | None = None
    """The player's own device, as attested by the service."""


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """How the table says a game ended. What is not given is not claimed."""

    end: Literal["finished", "abandoned", "misplayed"] = "finished"
    winners: list[str] | None = None
    places: dict[str, int] | None = None
    scores: dict[str, int | None] | None = None
    """Points by seat; None for a player who is out."""
    words: str | None = None


ENDS: tuple[str, ...] = get_args(get_type_hints(Result)["end"])
"""How a game may end."""


class Close(Action, frozen=True, tag="close"):
    """The record is closed."""

    result: str | Result
    """A text, as older records have it, says how the game ended, or is free."""

    @property
    def told(self) -> Result:
        """The result, whatever form it was written in."""
        if isinstance(self.result, Result):
            return self.result
        if self.result in ENDS:
            return msgspec.convert({"end": self.result}, Result)
        return Result(words=self.result)


SHARED: tuple[type[Action], ...] = (
    Observe,
    Reveal,
    Seal,
    Access,
    Note,
    Unread,
    Amend,
    Insert,
    Rewind,
    Dispute,
    Evidence,
    Settle,
    Withdraw,
    Ruling,
    Appeal,
    Final,
    Reopen,
    Appoint,
    Key,
    Sign,
    Close,
)
"""The actions every game has."""


class Unreadable(Action, frozen=True, tag="(unreadable)"):
    """An event whose fields make no sense to its game. Never on the wire: it takes the event's place, as a finding."""

    why: str
    field: str = ""
    body: dict[str, Any] = {}


class Readings(Action, frozen=True, tag="(readings)"):
    """From here on these answers to the open questions are in force, because a ruling said so. Never on the wire.

    It stands in a timeline before the event from which they hold, and is not a step.
    """

    readings: dict[str, str]


NEVER_REDUCED: frozenset[type[Action]] = frozenset[type[Action]]((*SHARED, Unreadable, Readings)) - {Reveal}
"""The kinds of action that change nothing on the table, so reducers never see them."""


def name_of(action: Action | type[Action]) -> str:
    """The wire name: the `do` of the event."""
    tag = action.__struct_config__.tag
    assert isinstance(tag, str), "every action has a name"
    return tag


def body_of(action: Action) -> dict[str, Any]:
    """The action as plain data, as its line in the record would hold it."""
    body = plain(action)
    assert isinstance(body, dict)
    return body
