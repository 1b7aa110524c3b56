"""The state of every dispute in a record, and of everything around it: officials, seals, keys, signatures."""

from typing import Any, Literal

import msgspec

from records.signoff import BoundKey
from replay.action import Appeal, Dispute, Evidence, Final, Reopen, Ruling, Settle, Withdraw
from replay.disputes.grown import Grown
from replay.disputes.words import ENDED, CaseState


class Logged(msgspec.Struct, frozen=True):
    """An action of procedure, at its place in the log."""

    seq: int
    action: Any
    holds: bool = True
    """False for a decision that breaks a rule on who may decide, or when: it is kept, and changes nothing."""

    @property
    def by(self) -> str | None:
        """Who did it."""
        by: str | None = self.action.by
        return by


class Window(msgspec.Struct, frozen=True):
    """How long a claim could be made, and whether it came in time."""

    policy: dict[str, Any]
    words: str
    ended: int | str | None = None
    """The event, or the time, at which it ended; None while it is open."""
    late: bool | None = False
    """None if the log does not say."""


class Case(msgspec.Struct, frozen=True):
    """One dispute with everything that was logged about it."""

    seq: int
    number: int
    action: Dispute
    window: Window
    state: CaseState = "open"
    evidence: tuple[Logged, ...] = ()
    rulings: tuple[Logged, ...] = ()
    appeals: tuple[Logged, ...] = ()
    ended: tuple[Logged, ...] = ()
    """Settlements, withdrawals, finals and reopenings."""
    corrections: tuple[int, ...] = ()
    """Amendments, insertions and rewinds that its rulings or settlements ordered."""

    @property
    def label(self) -> str:
        """`D1`, as people call it."""
        return f"D{self.number}"

    @property
    def is_ended(self) -> bool:
        """Whether nothing is left to decide."""
        return self.state in ENDED

    @property
    def full_rulings(self) -> tuple[Logged, ...]:
        """The rulings that decide. One that only defers does not, nor one that its official could not give."""
        return tuple(entry for entry in self.rulings if entry.holds and not entry.action.deferred)

    @property
    def standing(self) -> Logged | None:
        """The ruling that stands: the last full one, unless the matter was settled or withdrawn and not reopened."""
        full = self.full_rulings
        if not full:
            return None
        over = False
        for entry in self.ended:
            if entry.holds and entry.seq > full[-1].seq and not isinstance(entry.action, Final):
                over = not isinstance(entry.action, Reopen)
        return None if over else full[-1]

    @property
    def in_effect(self) -> Logged | None:
        """The standing ruling, once it has taken effect: at once, or with `when-final` while the matter is final."""
        standing = self.standing
        if standing is None or (standing.action.takes_effect == "when-final" and self.state != "final"):
            return None
        return standing

    def open_appeal(self) -> Logged | None:
        """The appeal waiting for its ruling; letting play go on in the meantime does not decide it."""
        standing = self.standing
        if standing is None or self.state not in ("appealed", "deferred"):
            return None
        return next((entry for entry in self.appeals if entry.action.ruling == standing.seq), None)

    def actions(self, kind: type[Evidence] | type[Ruling] | type[Appeal] | type[Settle] | type[Withdraw]) -> list[Any]:
        """The actions of one kind, in order."""
        every = (*self.evidence, *self.rulings, *self.appeals, *self.ended)
        return [entry.action for entry in every if isinstance(entry.action, kind)]


class OfficialAt(msgspec.Struct, frozen=True):
    """An official, their level, and the event that appointed them (0 means the header)."""

    name: str
    level: str
    since: int = 0
    by: str | None = None
    """Who appointed them."""


class Sealed(msgspec.Struct, frozen=True):
    """A seal in the log, and how it was opened."""

    seq: int
    seat: str | None
    what: str
    seal: str
    open_by: str | None = None
    opened: int | None = None
    stated: int | None = None
    """The event that gave the value without the salt: stated, not opened."""


class Look(msgspec.Struct, frozen=True):
    """Somebody other than its owner saw, or showed, a sealed fact."""

    seq: int
    by: str | None
    seat: str | None
    what: str
    dispute: int | None
    why: str | None
    shown: bool
    """Whether the table saw it too."""
    at: str | None = None


class SignOff(msgspec.Struct, frozen=True):
    """A seat's sign-off on the record so far."""

    seq: int
    seat: str
    size: int | None
    statement: str
    grade: str
    """A: the player's own key, checked. B: their own device. C: a tick on the scribe's device."""
    trouble: str = ""
    """Why a signature is not valid."""
    open_disputes: tuple[str, ...] = ()
    """The disputes that were open then, as D3."""
    wrong_head: str = ""
    """Why the head is not that of lines before it."""


class Acceptance(msgspec.Struct, frozen=True):
    """Somebody vouched for the events up to a number: a seat that signed, or everybody by a close."""

    seq: int
    upto: int
    seat: str | None = None
    """None for a close, which speaks for every seat."""
    grade: str = ""


class Flaw(msgspec.Struct, frozen=True):
    """Why a correction does not do what the ruling that it names ordered."""

    why: str
    facts: dict[str, Any] = {}


class Work(msgspec.Struct, frozen=True):
    """What a correction works on, as fixed by the line when it was logged."""

    first: int | None = None
    """The earliest event, from which the undo window runs; None if it changes nothing."""
    order: Literal["none", "carries", "takes-back", "flawed"] = "none"
    """Whether it carries out the ruling or settlement that it names, or takes back what such a ruling had ordered."""
    flaw: Flaw | None = None


NO_WORK = Work()


class Held(msgspec.Struct, frozen=True):
    """A correction of what was signed or closed, and whether it counts."""

    seq: int
    do: str
    target: int | None
    state: Literal["waits", "refused", "counts"]
    accepted: int
    """The first acceptance that covers what it touches."""
    seats: tuple[str, ...]
    """For whom that was accepted."""
    again: tuple[str, ...]
    """Who of them has accepted again since."""
    ruling: int | None = None
    """The ruling by which it counts, or which refuses it."""


class Correction(msgspec.Struct, frozen=True):
    """An amendment, insertion or rewind: who ordered it, or whether the scribe was still in time."""

    seq: int
    do: str
    target: int
    ruling: int | None
    in_window: bool
    window: str
    """The undo window in words."""
    work: Work = NO_WORK
    by: str | None = None


class NamedRules(msgspec.Struct, frozen=True):
    """The names that claims and rulings may use: rules, and questions of the game."""

    rules: frozenset[str] = frozenset()
    questions: frozenset[str] = frozenset()
    has_game: bool = False
    """Whether the rules of the game are among them: those of an unknown game cannot be looked up."""


class HeaderFacts(msgspec.Struct, frozen=True):
    """What the header says about the people and the agreed windows."""

    record_id: str
    seats: tuple[str, ...]
    names: dict[str, str]
    """Player's name by seat."""
    windows: dict[str, dict[str, Any]] = {}
    scribe: str | None = None
    named: NamedRules = NamedRules()
    questions: dict[str, tuple[str, ...]] | None = None
    """The open questions of the game and their answers; None if the game is not known."""


class Cases(msgspec.Struct, frozen=True):
    """All disputes in a record after some event, and what belongs to them."""

    table: HeaderFacts
    officials: tuple[OfficialAt, ...] = ()
    cases: tuple[Case, ...] = ()
    seals: tuple[Sealed, ...] = ()
    looks: tuple[Look, ...] = ()
    keys: tuple[BoundKey, ...] = ()
    signs: tuple[SignOff, ...] = ()
    corrections: Grown[Correction] = Grown()
    acceptances: tuple[Acceptance, ...] = ()
    held: tuple[Held, ...] = ()
    """Corrections of what was signed or closed."""
    taken_back: frozenset[int] = frozenset()
    """Corrections that a later one took back."""
    closed: int | None = None
    closed_at: str | None = None

    def case(self, seq: int | None) -> Case | None:
        """The dispute that was opened by the event `seq`."""
        return next((case for case in self.cases if case.seq == seq), None)

    def case_of_ruling(self, seq: int | None) -> Case | None:
        """The dispute in which the event `seq` is a ruling."""
        return next((case for case in self.cases if any(entry.seq == seq for entry in case.rulings)), None)

    def ruling(self, seq: int | None) -> Ruling | None:
        """The ruling at the event `seq`."""
        for case in self.cases:
            for entry in case.rulings:
                if entry.seq == seq:
                    ruling: Ruling = entry.action
                    return ruling
        return None

    def held_at(self, seq: int) -> Held | None:
        """What is known of the correction at the event `seq`, if it is one of what was signed or closed."""
        return next((held for held in self.held if held.seq == seq), None)

    @property
    def waiting(self) -> tuple[Held, ...]:
        """The corrections that wait for somebody's word."""
        return tuple(held for held in self.held if held.state == "waits" and held.seq not in self.taken_back)

    def level(self, name: str | None) -> str | None:
        """The level of an official; the last appointment counts."""
        found = [official.level for official in self.officials if official.name == name]
        return found[-1] if found else None

    def plays(self, name: str | None) -> bool:
        """Whether somebody sits at this table, by seat or by name."""
        if name is None:
            return False
        return name in self.table.seats or name.casefold() in {
            player.casefold() for player in self.table.names.values()
        }

    @property
    def open_cases(self) -> tuple[Case, ...]:
        """The disputes in which something is still to be decided, or may still be appealed."""
        return tuple(case for case in self.cases if not case.is_ended)
