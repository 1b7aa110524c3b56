"""What one event after another shows by itself: its time, the seals it makes and opens, the head it signs."""

import re
from collections.abc import Iterable

from records.canonical import Json, canonical
from records.clock import from_text
from records.errors import QuartermasterError, Refused
from records.event import Event
from records.record import Head
from records.ruling_signature import ruling_signature
from records.seal import check, check_salt, check_seal
from records.signoff import BoundKey, Signed, bound, revoked, signature_trouble
from records.store.interface import Opening
from records.verify.answer import PROBLEMS_MAX, Defects

_SEALS = re.compile(rb'"(s1\.[A-Za-z0-9_-]{43})"')
_SLOTS_MAX = 256
_SEATS_MAX = 64


class Facts:
    """Looks at the events in their order."""

    def __init__(
        self,
        record_id: str | None,
        seats: tuple[str, ...],
        other_records: Iterable[str],
        findings: Defects,
        derived_id: str = "",
    ) -> None:
        """`derived_id` is the id that a record without one has in a store."""
        self.unchecked_seals = 0
        self.names: set[str] = set()
        """The `do` of every event seen."""
        self.signed: list[tuple[int, Head, str]] = []
        """The heads that events accept: their seq, the head, and what the event is called."""
        self._record_id = record_id
        self._derived_id = derived_id
        self._seats = seats[:_SEATS_MAX]
        self._other_records = tuple(other_records)
        self._findings = findings
        self._last: Event | None = None
        self._last_data = b""
        self._seals: set[str] = set()
        self._slots: list[str] = []
        self._opened: dict[str, tuple[int, bytes]] = {}
        self._keys: tuple[BoundKey, ...] = ()
        self._owners: dict[str, Json] = {}
        """Whose fact a seal hides, as the event that made it says."""

    def see(self, event: Event, data: bytes, where: str) -> None:
        """Look at one event; `data` are its canonical bytes."""
        self.names.add(event.do)
        self._see_time(event, data, where)
        if event.do == "key":
            self._see_key(event)
        if event.do == "seal" and isinstance(event.fields.get("seal"), str):
            self._owners.setdefault(event.fields["seal"], event.fields.get("seat", event.by))
        if event.do == "sign":
            self._see_signed_head(event, where, "sign-off")
            self._see_signature(event, where)
        if event.do == "ruling" and "signature" in event.fields:
            self._see_signed_head(event, where, "signed ruling")
            self._see_ruling(event, where)
        if event.do == "reveal" and "seal" in event.fields:
            self._see_opening(event, where)
        elif b'"s1.' in data:
            self._seals.update(found.decode() for found in _SEALS.findall(data))

    def _see_time(self, event: Event, data: bytes, where: str) -> None:
        if event.at is None:
            return
        last = self._last
        if last is not None and last.at is not None:
            if _is_before(event.at, last.at):
                words = f"event {event.seq} says {event.at}, event {last.seq} before it {last.at}"
                self._findings.warning("clock", event.seq, where, words)
            elif data == self._last_data and last.seq == event.seq - 1:
                words = f"event {event.seq} says the same as event {last.seq}, at the same time"
                self._findings.warning("doubled", event.seq, where, words)
        self._last, self._last_data = event, data

    def _see_signed_head(self, event: Event, where: str, what: str) -> None:
        text = event.fields.get("head")
        if not isinstance(text, str):
            return
        try:
            head = Head.from_text(text)
        except Refused:
            return
        if head.size > event.seq:
            words = f"the {what} at event {event.seq} accepts {head.size} lines, but only {event.seq} come before it"
            self._findings.problem("removed", event.seq, where, words)
        else:
            self.signed.append((event.seq, head, what))

    def _see_key(self, event: Event) -> None:
        seat, key = event.fields.get("seat"), event.fields.get("key")
        if isinstance(seat, str) and isinstance(key, str):
            change = revoked if event.fields.get("revoked") is True else bound
            self._keys = change(self._keys, seat, key, event.seq)

    def _see_signature(self, event: Event, where: str) -> None:
        if "signature" not in event.fields:
            return
        parts = [event.fields.get(name) for name in ("head", "seat", "statement", "text", "signature")]
        texts = [part for part in parts if isinstance(part, str)]
        if len(texts) == len(parts):
            trouble = signature_trouble(self._keys, self._record_id, Signed(*texts))
        else:
            trouble = "the event does not hold all that was signed"
        if trouble:
            words = f"the signature of {event.fields.get('seat')} at event {event.seq} does not hold: {trouble}"
            self._findings.problem("sign-off", event.seq, where, words)

    def _see_ruling(self, event: Event, where: str) -> None:
        found = ruling_signature(self._keys, self._record_id or self._derived_id, event.seq, event.body())
        if found is not None and found.trouble:
            words = f"the signature of {found.by} under the ruling at event {event.seq} does not hold: {found.trouble}"
            self._findings.problem("sign-off", event.seq, where, words)

    def _see_opening(self, event: Event, where: str) -> None:
        fields = event.fields
        if "salt" not in fields:
            words = f"event {event.seq} names a seal and no salt: the value is stated, not opened"
            self._findings.warning("seal", event.seq, where, words)
            return
        what = fields.get("what")
        try:
            check_seal(fields.get("seal"))
            check_salt(fields.get("salt"))
            if not isinstance(what, str) or "value" not in fields:
                raise Refused("an opening needs `what` and `value`")
        except Refused as error:
            self._findings.problem("seal", event.seq, where, f"event {event.seq}: {error.what}")
            return
        seal: str = fields["seal"]
        if seal not in self._seals:
            words = f"event {event.seq} opens a seal that is nowhere before it in the record"
            self._findings.warning("seal", event.seq, where, words)
        self._compare_openings(event, seal, where)
        if self._record_id is None:
            self.unchecked_seals += 1
        else:
            self._check_opening(event, self._record_id, seal, what, where)
        if what not in self._slots and len(self._slots) < _SLOTS_MAX:
            self._slots.append(what)

    def _compare_openings(self, event: Event, seal: str, where: str) -> None:
        said = canonical([event.fields.get(key) for key in ("what", "value", "salt")])
        seq, before = self._opened.setdefault(seal, (event.seq, said))
        if before != said:
            words = f"event {event.seq} opens a seal differently from event {seq}"
            self._findings.problem("seal", event.seq, where, words)

    def _check_opening(self, event: Event, record_id: str, seal: str, what: str, where: str) -> None:
        named: Json = event.fields.get("seat", self._owners.get(seal, event.by))
        others = [seat for seat in self._seats if seat != named]
        seat = named if isinstance(named, str) else others.pop(0) if others else ""
        opened = Opening(record_id, seal, seat, what, event.fields["salt"], event.fields["value"])
        slots = self._slots if len(self._findings.problems) < PROBLEMS_MAX else []
        try:
            check(opened, seats=others, slots=slots, records=self._other_records)
        except QuartermasterError as error:
            if error.kind == "seat" and not isinstance(named, str):
                return  # the event named no seat, and the seal is that of one at the table
            kind = "foreign" if error.kind == "record" else "seal"
            self._findings.problem(kind, event.seq, where, f"event {event.seq}: {error.what}")


def _is_before(time: str, other: str) -> bool:
    if len(time) == len(other) == 20:
        return time < other
    return from_text(time) < from_text(other)
