"""Links in words: whose one is, and what it shows and allows."""

from cli.serve.register.grants import Grant
from cli.serve.tables.live import LiveTable
from replay.playout import OFFICIAL
from replay.saying import person
from replay.view import TABLE


def card_title(table: LiveTable, grant: Grant) -> str:
    """Whose link it is: `Ann · red`, `Scribe`, `Kim, official`."""
    if grant.role == "seat" and grant.acts_as is not None:
        name = person(table.seating, grant.acts_as)
        return name if name == grant.acts_as else f"{name} · {grant.acts_as}"
    if grant.role == "official":
        return f"{grant.acts_as}, official" + (f" of {grant.event}" if grant.event else "")
    return {"scribe": "Scribe", "spectator": "Spectators", "desk": "Desk"}[grant.role]


def sees_words(table: LiveTable, grant: Grant, delay: str) -> str:
    """What it shows and allows, to spectators with this delay."""
    if grant.role == "seat":
        return f"sees {person(table.seating, grant.acts_as)}’s secrets, claims, signs"
    if grant.role == "scribe":
        return f"logs, sees what {_eyes(table, grant.eyes)} sees"
    if grant.role == "spectator":
        return f"sees the table{late_words(delay)}"
    return "sees everything, rules; every look is kept"


def late_words(delay: str) -> str:
    """How late a spectator sees: `, 30 s late`."""
    return {"0": "", "round": ", a round late", "end": ", once the game is over"}.get(delay, f", {delay} s late")


def _eyes(table: LiveTable, eyes: str) -> str:
    return {TABLE: "the table", OFFICIAL: "an official"}.get(eyes) or person(table.seating, eyes)
