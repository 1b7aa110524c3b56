"""How strong a sign-off is: A for a checked signature with the player's own key, B for a device, C for a tick."""

from records.record import Head
from records.signoff import Signed, head_of, signature_trouble
from replay.action import Sign
from replay.disputes.cases import Cases, SignOff
from replay.disputes.log import Log


def sign_off(cases: Cases, log: Log, seq: int, action: Sign) -> SignOff:
    """The sign-off that an event makes, with its grade and what is wrong with its signature or its head."""
    head = head_of(action.head)
    trouble = _trouble(cases, action)
    if action.signature is not None and not trouble:
        grade = "A"
    else:
        grade = "B" if action.device is not None and action.signature is None else "C"
    size = head.size if head is not None else None
    still_open = tuple(case.label for case in cases.open_cases)
    wrong_head = _wrong_head(log, seq, head)
    return SignOff(seq, action.seat, size, action.statement, grade, trouble, still_open, wrong_head)


def _wrong_head(log: Log, seq: int, head: Head | None) -> str:
    """Why a head is not that of lines before the event; empty if it is."""
    if head is None or not 1 <= head.size <= seq:
        return f"it does not belong to the {seq} lines before it"
    if log.heads is not None and log.heads.root(head.size) != head.root:
        return f"the first {head.size} lines have another root"
    return ""


def _trouble(cases: Cases, action: Sign) -> str:
    if action.signature is None:
        return ""
    signed = Signed(action.head, action.seat, action.statement, action.text, action.signature)
    return signature_trouble(cases.keys, cases.table.record_id, signed)
