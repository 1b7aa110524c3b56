"""Sign-offs: the text that a seat signs, and what `qm verify` says of those that were given."""

from typing import Any, NamedTuple

import msgspec

from cli.desk.docket import Docket, docket_of
from records.errors import NotFound
from records.ids import id_of
from records.keys import PrivateKey
from records.record import Record
from records.ruling_signature import signed_ruling
from records.signoff import BoundKey, SignText, is_ssh, key_id, read_sign_text
from records.text import counted
from replay.disputes.judge import judge_procedure
from replay.disputes.signed_rulings import signature_words, signatures_of
from replay.playout import play_out
from replay.result import adjustments, with_adjustments
from replay.score import SeatScore
from replay.view import TABLE


class Statement(NamedTuple):
    """What a seat says of the record so far: accept, accept-with the open disputes, or refuse; and when."""

    seat: str
    said: str
    disputes: list[int]
    at: str


def sign_text(docket: Docket, statement: Statement, *, key: str | None = None, ssh: bool = True) -> str:
    """The text that a seat signs with a key: the given one, or the last of its kind that was bound to the seat."""
    bound = _bound(docket, statement.seat, key, ssh=ssh)
    labels = " ".join(case.label for case in docket.cases.cases if case.seq in statement.disputes)
    said = f"{statement.said} {labels}" if statement.said == "accept-with" and labels else statement.said
    head = docket.record.head().text()
    parts = SignText(docket.record_id, head, statement.seat, key_id(bound.key), _result(docket), said, statement.at)
    return parts.text()


def ruling_signed(docket: Docket, body: dict[str, Any], key: PrivateKey) -> dict[str, Any]:
    """A ruling signed with a key of its official, for the place behind the last line."""
    _bound(docket, body["by"], key.public().text(), ssh=False)
    return signed_ruling(docket.record_id, docket.record.head(), body, key)


def signed_elsewhere(text: str, signature: str) -> dict[str, Any]:
    """The fields of a `sign` event whose text and signature were made elsewhere; the text names head and statement."""
    said = read_sign_text(text)
    return {"text": text, "signature": signature, "head": said.head, "statement": said.statement.split(" ")[0]}


def _bound(docket: Docket, seat: str, key: str | None, *, ssh: bool) -> BoundKey:
    """The key of a seat: the given one, which must be bound to it, or the last that was."""
    own = [item for item in docket.cases.keys if item.seat == seat and item.revoked is None and is_ssh(item.key) == ssh]
    if key is not None:
        own = [item for item in own if item.key.split()[:2] == key.split()[:2]]
    if not own:
        raise NotFound(
            f"this key was not given to {seat}" if key else f"{seat} has no such key",
            mend=f"bind it first: qm key bind {docket.record_id[:12]} {seat} KEY",
        )
    return own[-1]


def _result(docket: Docket) -> str:
    """The count so far as the table saw it: `p1 41 p2 37`; without points `p1 won p2 -`; a dash where nobody can count.

    Everybody reads what was signed, so it is made of nothing that is hidden from somebody.
    """
    if docket.game is None or docket.table is None:
        return "-"
    state = play_out(docket.game, docket.table, docket.record.events, viewer=TABLE).state_at()
    count = with_adjustments(docket.game, state, adjustments(docket.cases))
    return " ".join(f"{one.seat} {_total(one) or ('won' if one.seat in count.winners else '-')}" for one in count.seats)


def _total(seat: SeatScore) -> str:
    """The total as it is signed: the ruled one, without the count beside it."""
    return seat.words if seat.ruling is msgspec.UNSET else str(seat.total)


class ProcedureCheck(NamedTuple):
    """Signatures and findings of the procedure: lines with a word before each, and fields for JSON."""

    lines: list[tuple[str, str]]
    fields: dict[str, Any]


def procedure_of(record: Record) -> ProcedureCheck:
    """What was signed in a record, and what breaks a rule of the procedure; neither is damage."""
    docket = docket_of(record, id_of(record))
    judged = judge_procedure(
        docket.record.header, docket.record_id, docket.record.events, game=docket.game, table=docket.table
    )
    lines = []
    for sign in docket.cases.signs:
        later = docket.record.size - sign.seq - 1
        more = f"; {counted(later, 'event')} came later" if later else ""
        with_open = f"; signed with {', '.join(sign.open_disputes)} open" if sign.open_disputes else ""
        words = f"{sign.seat} at event {sign.seq}: {sign.statement}, grade {sign.grade}, for {sign.size} lines"
        lines.append(("signed", f"{words}{with_open}{more}"))
    signatures = signatures_of(docket.record, docket.record_id, docket.cases)
    for seq, signature in signatures.items():
        lines.append(("ruling", f"event {seq}: {signature_words(signature)}"))
    for item in judged.findings:
        lines.append(("procedure", f"event {item.seq}: {item.rule} {item.answer}, {item.why}"))
    fields = {
        "signed": [msgspec.to_builtins(sign) for sign in docket.cases.signs],
        "rulings": [
            {"seq": seq, "signed": None if one is None else msgspec.to_builtins(one)} for seq, one in signatures.items()
        ],
        "procedure": [msgspec.to_builtins(item) for item in judged.findings],
    }
    return ProcedureCheck(lines, fields)
