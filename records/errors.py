"""What can go wrong through a file or a user, each with its exit code.

QuartermasterError
├── Refused      2   the input is not allowed: a fact outside the profile, an unknown field, a bad option
├── Damaged      3   a record, a proof or a checkpoint does not hold together
├── NotFound     4   no such record, event, file or game
├── Conflict     5   somebody else appended first, or the same key was used for something else
└── Unavailable 75   the store cannot take the write now: disk full, locked, read-only

A move that broke a rule at the table is never an error: it is a finding. A mistake of ours is an assertion.
"""

BUSY = "busy"
"""The `kind` of `Unavailable` where another program writes just now: soon it may be possible."""


class QuartermasterError(Exception):
    """Something the user can mend. `what` says what happened, `mend` how to go on, `where` the place.

    `kind` is a word for programs, where one class of error covers several cases.
    """

    code = 2

    def __init__(self, what: str, *, where: str = "", mend: str = "", seq: int | None = None, kind: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.mend = mend
        self.seq = seq
        self.kind = kind

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what}"

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.what, self.where, self.mend, self.seq, self.kind))


class Refused(QuartermasterError):
    """The input is not allowed, and nothing was written."""

    code = 2


class Damaged(QuartermasterError):
    """A record, proof or checkpoint does not hold together."""

    code = 3


class NotFound(QuartermasterError):
    """There is no such record, event, file or game."""

    code = 4


class Conflict(QuartermasterError):
    """The record has moved on since it was read, or a key was used twice for different events."""

    code = 5


class Unavailable(QuartermasterError):
    """The store cannot take the write now. Nothing was written; reading goes on."""

    code = 75


def _rebuild(
    error: type[QuartermasterError], what: str, where: str, mend: str, seq: int | None, kind: str
) -> QuartermasterError:
    return error(what, where=where, mend=mend, seq=seq, kind=kind)
