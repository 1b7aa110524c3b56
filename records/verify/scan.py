"""Reading a record to the end, whatever is wrong with it, and noting each problem with its place."""

from collections.abc import Iterable
from typing import BinaryIO

from records.canonical import Json
from records.codec import RecordLine, read_lines
from records.errors import Damaged, QuartermasterError
from records.event import Header, event_of, read_header
from records.ids import id_from
from records.record import Head
from records.tree import Hash, Peaks, leaf_hash
from records.verify.answer import Defects, Known
from records.verify.facts import Facts


class Scan:
    """The leaves of a record as far as it can be read; None stands for a line that cannot."""

    def __init__(self, known: Known) -> None:
        self.findings = Defects()
        self.leaves: list[Hash | None] = []
        self.data: list[bytes] = []
        """The canonical lines, kept only where a copy is there to compare them with."""
        self.header: Header | None = None
        self.record_id = known.record_id
        self.broken_off = False
        """Whether reading ended before the end, so that nothing is known of what follows."""
        self._known = known
        self._facts = Facts(self.record_id, (), (), self.findings)

    @property
    def unchecked_seals(self) -> int:
        """Openings that could not be checked because the record has no id."""
        return self._facts.unchecked_seals

    @property
    def names(self) -> frozenset[str]:
        """The `do` of every event that was read."""
        return frozenset(self._facts.names)

    @property
    def signed_heads(self) -> list[tuple[int, Head, str]]:
        """The heads that sign-offs and signed rulings in the record accept: the seq, the head, and which it is."""
        return self._facts.signed

    def take(self, seq: int, body: Json, data: bytes, where: str) -> None:
        """Look at one readable line."""
        if len(self.leaves) < seq:
            self._fill(seq)
        self.leaves.append(leaf_hash(data))
        if self._known.copy is not None:
            self.data.append(data)
        try:
            if seq == 0:
                self._take_header(body, where)
            elif "quartermaster" in body and "do" not in body:
                self.findings.problem("foreign", seq, where, "another record begins here: two files were joined")
            else:
                self._facts.see(event_of(body, seq), data, where)
        except QuartermasterError as error:
            self.findings.problem("unreadable", seq, where, error.what)

    def miss(self, seq: int) -> None:
        """Note that line `seq` cannot be read."""
        self._fill(seq + 1)

    def _fill(self, size: int) -> None:
        while len(self.leaves) < size:
            self.leaves.append(None)
            if self._known.copy is not None:
                self.data.append(b"")

    def _take_header(self, body: Json, where: str) -> None:
        self.header = header = read_header(body)
        known = self._known.record_id
        if known is not None and header.id not in (None, known):
            self.findings.problem("foreign", 0, where, f"this is the record {header.id}, not {known}")
        self.record_id = header.id or known
        others = [other.header.id for other in self._known.others if other.header.id is not None]
        self._facts = Facts(self.record_id, header.seats, others, self.findings, id_from(self.leaves[0] or b""))


def scan_file(scan: Scan, stream: BinaryIO, name: str, known: Known, expected: int) -> None:
    """Read a record in either form. `expected` is how many lines it is known to have had, or 0."""
    found: list[Damaged] = []
    first_loose: RecordLine | None = None
    loose = 0
    for line in read_lines(stream, name, found):
        if not line.exact:
            loose += 1
            first_loose = first_loose or line
        scan.take(line.seq, line.body, line.data, line.where)
    _report_damage(scan, found, expected)
    unended = {error.seq for error in found if error.kind == "unended"}
    if first_loose is not None and not (loose == 1 and first_loose.seq in unended):
        _report_loose(scan, first_loose, loose, known)


def _report_damage(scan: Scan, found: list[Damaged], expected: int) -> None:
    size = len(scan.leaves)
    behind: Damaged | None = None
    for error in found:
        seq = error.seq or 0
        scan.broken_off = scan.broken_off or error.kind.startswith("lost")
        if size and seq >= size and error.kind in ("blank", "garbage", "lost-garbage") and seq >= expected:
            behind = behind or error
            continue
        if error.kind not in ("unended", "cut"):
            scan.miss(seq)
        scan.findings.problem(_KIND_OF.get(error.kind, "unreadable"), seq, error.where, error.what)
    if behind is not None:
        words = "what follows the last event is not part of a record"
        scan.findings.problem("trailing-bytes", behind.seq, behind.where, words)


_KIND_OF = {"cut": "cut", "unended": "no-final-newline"}


def _report_loose(scan: Scan, line: RecordLine, count: int, known: Known) -> None:
    lines = "one line is" if count == 1 else f"{count} lines are"
    words = f"{lines} not written in canonical form, first that of event {line.seq}; the facts are readable"
    report = scan.findings.problem if known.canonical else scan.findings.warning
    report("not-canonical", line.seq, line.where, words)


def roots_at(leaves: list[Hash | None], sizes: Iterable[int]) -> dict[int, Hash]:
    """The roots of the trees over the first lines, for those sizes that are readable without a gap."""
    wanted = set(sizes)
    peaks = Peaks()
    roots: dict[int, Hash] = {}
    for leaf in leaves:
        if leaf is None:
            break
        peaks.add(leaf)
        if peaks.size in wanted:
            roots[peaks.size] = peaks.root()
    return roots
