"""Who is meant: people are named by seat, by the player's name, or as an official."""

from records.errors import Refused
from replay.disputes.cases import Cases


def person(cases: Cases, text: str) -> str:
    """The seat or official that a text names; in any case of letters, and by the name of a player too.

    What names nobody is left as it is: the rules of the procedure say what is wrong with it.
    """
    seats, names = cases.table.seats, cases.table.names
    officials = [official.name for official in cases.officials]
    if text in (*seats, *officials):
        return text
    wanted = text.casefold()
    sitting = [seat for seat in seats if wanted in (seat.casefold(), names.get(seat, "").casefold())]
    if len(sitting) > 1:
        raise Refused(f"{text} sits at {' and '.join(sitting)}", mend="name the seat")
    ruling = [name for name in dict.fromkeys(officials) if name.casefold() == wanted]
    return (sitting or ruling or [text])[0]


def official(cases: Cases, text: str) -> str:
    """The official that a text names, in any case of letters; anything else is left as it is."""
    names = [known.name for known in cases.officials]
    same = [name for name in dict.fromkeys(names) if name.casefold() == text.casefold()]
    return text if text in names or not same else same[0]
