"""What `verify` is told, and what it answers."""

import msgspec

from records.record import Head, Record
from records.sign import PublicKey

PROBLEMS_MAX = 200
"""Problems and warnings listed one by one; the rest is counted."""

KINDS = {
    "sign-off": "a signature under the record does not hold",
    "changed": "a fact of an event, or the header, is not what it was",
    "removed": "an event is missing between others",
    "added": "an event was put in that was not there",
    "moved": "an event is at another place than before",
    "doubled": "an event is there twice",
    "cut": "the end is missing",
    "rollback": "the record is a valid older state of itself",
    "fork": "two histories of one record exist",
    "foreign": "something belongs to another record",
    "not-canonical": "the facts are readable, but not written in the one canonical form",
    "trailing-bytes": "bytes follow the last event",
    "no-final-newline": "the last line is not ended",
    "unreadable": "a line cannot be read as an event",
    "seal": "an opening does not fit its seal",
    "leaf": "a stored hash is damaged, the facts are not",
    "code": "the short code is that of another record or another state",
    "checkpoint": "a checkpoint is ill-formed or not signed by a known key",
}
"""Every kind of problem, in words."""

WARNINGS = {
    "clock": "the time of an event lies before that of the event before it",
    "grown": "events were added after the known head, as they may be",
    "doubled": "two events in a row say the same, at the same time",
    "seal": "a reveal names a seal that is not in the record, or gives no salt to open it",
    "copy": "the copy it was compared with does not fit the known head either",
    "not-canonical": KINDS["not-canonical"],
    "signature": "the signature of a checkpoint was not checked: no key that is known signed it",
}
"""Every kind of warning, in words."""


class Defect(msgspec.Struct, frozen=True):
    """One thing that is wrong. `seq` is the event it is about, if it can be named."""

    kind: str
    seq: int | None
    where: str
    words: str
    since: int | None = None
    """The first event that stands elsewhere because of it, where that is not `seq`."""

    @property
    def first(self) -> int | None:
        """The first event that is not as it was."""
        return self.seq if self.since is None else self.since


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What `verify` found."""

    ok: bool
    problems: list[Defect]
    warnings: list[Defect]
    more: int
    """How many further problems and warnings are not listed."""
    head: Head | None
    """Size and root of what was read; None if a part was unreadable."""
    code: str | None
    compared: list[str]
    """What the record was compared with."""
    cannot: list[str]
    """What `verify` cannot find, in words. Always worth showing."""
    names: frozenset[str] = frozenset()
    """The `do` of every event that was read."""

    @property
    def unchecked(self) -> bool:
        """Whether it was compared with a checkpoint whose signature nobody could check."""
        return any(warning.kind == "signature" for warning in self.warnings)

    @property
    def first(self) -> int | None:
        """The first wrong seq, if one can be named."""
        return min((problem.first for problem in self.problems if problem.first is not None), default=None)


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about a record from elsewhere. The more of it, the more `verify` can find."""

    heads: tuple[Head, ...] = ()
    """Heads noted at some time, in any order."""
    code: str | None = None
    """A short code from paper, in the form of `read_code`."""
    checkpoints: tuple[bytes, ...] = ()
    """Signed notes."""
    keys: tuple[PublicKey, ...] = ()
    """Whom to trust: one of them must have signed every checkpoint."""
    own_keys: tuple[PublicKey, ...] = ()
    """Where no `keys` are named, those that happen to be known. A checkpoint that none of them signed is a warning,
    and a problem if one of them bears the name that it claims."""
    copy: Record | None = None
    """A copy of the record that is right: differences are named event by event."""
    others: tuple[Record, ...] = ()
    """Other records, to recognise an event or a seal that belongs to one of them."""
    record_id: str | None = None
    """The id, where the header has none."""
    final: bool = False
    """Whether the known heads, code and copy are the last state, after which nothing may follow."""
    canonical: bool = True
    """Whether a file must be written in canonical form; if not, that is only a warning."""
    search: bool = True
    """Whether to search for the one event that was added, doubled or moved, when only a head is known."""


class Defects:
    """Collects problems and warnings, and counts those that are too many to list."""

    def __init__(self) -> None:
        self.problems: list[Defect] = []
        self.warnings: list[Defect] = []
        self.more = 0

    def problem(self, kind: str, seq: int | None, where: str, words: str, since: int | None = None) -> None:
        """Add a problem."""
        assert kind in KINDS, kind
        self._add(self.problems, Defect(kind, seq, where, words, since))

    def warning(self, kind: str, seq: int | None, where: str, words: str) -> None:
        """Add a warning."""
        assert kind in WARNINGS, kind
        self._add(self.warnings, Defect(kind, seq, where, words))

    def _add(self, to: list[Defect], problem: Defect) -> None:
        if len(to) < PROBLEMS_MAX:
            to.append(problem)
        else:
            self.more += 1
