"""What was answered about each record in a long run, in one line each: enough to add up, to compare, and to go on.

The digest of a run covers record, root, counts and findings of every record in order. It is the same in one process, in
a pool and on a cluster, and whether or not the run was interrupted.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

_encode = msgspec.json.Encoder(order="deterministic").encode
_LEFT_OUT = ("target", "knowledge")


class LedgerLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One record of a run."""

    target: str
    digest: str
    size: int = 0
    root: str = ""
    rules: str = ""
    game: str = ""
    answers: dict[str, int] = {}
    error: str = ""
    mend: str = ""
    code: int = 0


def ledger_line(answer: dict[str, Any], rules: str) -> LedgerLine:
    """The line of an audit, or of what could not be audited."""
    told = {name: value for name, value in answer.items() if name not in _LEFT_OUT}
    digest = hashlib.sha256(_encode(told)).hexdigest()
    if "error" in answer:
        return LedgerLine(answer["target"], digest, error=answer["error"], mend=answer["mend"], code=answer["code"])
    return LedgerLine(
        answer["target"],
        digest,
        answer["size"],
        answer["root"],
        rules=rules,
        game=answer["game"],
        answers=answer["answers"],
    )


class RunDigest:
    """The digest of a run, line by line."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()

    def add(self, lines: Iterable[LedgerLine]) -> None:
        """The next lines, in the order of the records."""
        for line in lines:
            self._sum.update(f"{line.target} {line.digest}\n".encode())

    def text(self) -> str:
        """The digest so far, in hex."""
        return self._sum.hexdigest()
