"""How strong a sign-off is: A for a checked signature with the player's own key, B for an own device, C for a tick."""

from records.errors import QuartermasterError
from records.signoff import check_said, head_of, key_id, read_sign_text, trouble_with
from replay.action import Sign
from replay.disputes.cases import Cases, SignOff


def sign_off(cases: Cases, seq: int, action: Sign) -> SignOff:
    """The sign-off that an event makes, with its grade and what is wrong with its signature."""
    head = head_of(action.head)
    trouble = signature_trouble(cases, action)
    if action.signature is not None and not trouble:
        grade = "A"
    else:
        grade = "B" if action.device is not None and action.signature is None else "C"
    size = head.size if head is not None else None
    still_open = tuple(case.label for case in cases.open_cases)
    return SignOff(seq, action.seat, size, action.statement, grade, trouble, still_open)


def signature_trouble(cases: Cases, action: Sign) -> str:
    """Why the signature of a sign-off does not hold; empty if it holds, or if there is none."""
    if action.signature is None:
        return ""
    if action.text is None:
        return "the text that was signed is not in the event"
    try:
        said = read_sign_text(action.text)
    except QuartermasterError as error:
        return error.what
    parted = check_said(said, cases.table.record_id, action.head, action.seat, action.statement)
    if parted:
        return parted
    bound = [key for key in cases.keys if key_id_of(key.key) == said.key]
    own = [key for key in bound if key.seat == action.seat]
    if not own:
        whose = f"it belongs to seat {bound[0].seat}" if bound else "no event gave it to this seat"
        return f"the key {said.key} is not known here: {whose}"
    if own[-1].revoked is not None:
        return f"the key {said.key} was revoked by event {own[-1].revoked}"
    return trouble_with(action.text, action.signature, own[-1].key)


def key_id_of(key: str) -> str | None:
    """The short name of a key; None for a text that is no key."""
    try:
        return key_id(key)
    except QuartermasterError:
        return None
