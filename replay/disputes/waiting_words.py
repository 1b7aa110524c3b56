"""A correction of what was signed or closed, in words."""

from typing import Any

from replay.disputes.cases import Held


def named(held: Held) -> str:
    """`event 110, amend of 103`"""
    joined = {"amend": "of", "insert": "behind", "rewind": "to"}[held.do]
    return f"event {held.seq}, {held.do} {joined} {held.target if held.target is not None else '?'}"


def waits_words(held: Held) -> str:
    """`event 110, amend of 103: waits for an official`"""
    return f"{named(held)}: {state_words(held)}"


def state_words(held: Held) -> str:
    """Whether it counts, and by whose word."""
    if held.state == "refused":
        return f"refused by the ruling of event {held.ruling}, changes nothing"
    if held.state == "waits":
        told = f", or for {', '.join(missing(held))} to accept again" if held.again else ""
        return f"waits for an official{told}"
    if held.ruling is not None:
        return f"counts by the ruling of event {held.ruling}"
    return f"counts: {', '.join(held.again)} accepted again"


def accepted_words(held: Held) -> str:
    """`event 110, amend of 103: p1 accepted again, p2 has not yet`, for those who are about to accept again."""
    told = [f"{', '.join(held.again)} accepted again"] if held.again else []
    left = missing(held)
    told += [f"{', '.join(left)} {'has' if len(left) == 1 else 'have'} not yet"] if left else ["it counts"]
    return f"{named(held)}: {', '.join(told)}"


def why_it_waits(held: Held) -> str:
    """What it waits for, in full, for the one who made it."""
    what = f"event {held.accepted} accepted what this {held.do} changes, so it waits and changes nothing yet"
    again = f" ({', '.join(held.again)} did)" if held.again else ""
    return f"{what}: until an official confirms it, or {', '.join(missing(held))} accept again{again}"


def missing(held: Held) -> tuple[str, ...]:
    """Who has not accepted again."""
    return tuple(seat for seat in held.seats if seat not in held.again)


def held_fields(held: Held) -> dict[str, Any]:
    """A correction of what was signed or closed, as JSON."""
    return {
        "seq": held.seq,
        "do": held.do,
        "target": held.target,
        "state": held.state,
        "again": list(held.again),
        "missing": list(missing(held)),
        "words": waits_words(held),
    }
