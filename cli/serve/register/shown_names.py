"""Names that people type and others see: of devices, players and organisers."""

import unicodedata

from records.errors import Refused
from records.limits import NAME_CHARS_MAX


def shown_name(text: str, what: str, *, most: int = NAME_CHARS_MAX) -> str:
    """The name with single spaces, in one spelling; refused if it is long or has what cannot be seen."""
    try:
        name = unicodedata.normalize("NFC", " ".join(text.split()))
        name.encode()
    except UnicodeEncodeError:
        raise Refused(f"the name of {what} is not text", mend="type it anew") from None
    if len(name) > most:
        raise Refused(f"the name of {what} has {len(name)} characters", mend=f"use at most {most}")
    if not name.isprintable():
        raise Refused(f"the name of {what} has characters that cannot be seen", mend="use letters and spaces")
    return name
