"""Opening seals: which one is meant, and where its salt lies."""

from typing import Any

from records.errors import NotFound, Refused
from records.store import Opening, Store
from records.strict import read_json
from replay.disputes.cases import Cases, Sealed


def value_of(text: str) -> Any:
    """A value as people type it: JSON where it is written as such, else text."""
    if text[:1] in ("[", "{", '"') or text in ("true", "false", "null") or text.lstrip("-").isdigit():
        try:
            return read_json(text.encode())[0]
        except Refused:
            return text
    return text


def find_sealed(cases: Cases, what: str, seat: str | None) -> Sealed | None:
    """The seal of a fact that is not opened yet; None if the fact was never sealed."""
    every = [item for item in cases.seals if item.what == what and seat in (None, item.seat)]
    closed = [item for item in every if item.opened is None]
    if len({item.seat for item in closed}) > 1:
        raise Refused(f"several seats sealed {what!r}", mend=f"name one: --seat {closed[0].seat}")
    if every and not closed:
        raise Refused(f"{what!r} was opened by event {every[-1].opened}", mend="a seal is opened once")
    return closed[-1] if closed else None


def opening_of(store: Store, record_id: str, sealed: Sealed, value: Any, salt: str | None) -> Opening:
    """Salt and value of a seal: given, or from the store."""
    kept = [item for item in store.openings(record_id) if item.seal == sealed.seal]
    if salt is None and kept:
        return kept[0]
    if salt is None or value is None:
        raise NotFound(
            f"the store does not hold what opens {sealed.what!r}",
            mend="give VALUE and --salt from the slip; if the salt is lost, --stated tells the value without proof",
        )
    return Opening(record_id, sealed.seal, sealed.seat or "", sealed.what, salt, value)
