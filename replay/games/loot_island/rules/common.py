"""Phrases that several rules share."""

from collections.abc import Sequence
from typing import Any

from replay.games.loot_island.actions import Play
from replay.games.loot_island.state import Effects, State
from replay.rule import Answers, Broken, Cite, Open
from replay.step import Step


def broken_unless(doubt: bool, doubting: str, why: str, **facts: Any) -> Answers:
    """Broken; or open, if there is a doubt."""
    return (Open(f"{why}, but {doubting}", facts),) if doubt else (Broken(why, facts),)


def laid_by(step: Step[State, Play]) -> Effects:
    """What the play in this step does."""
    laid = step.after.laid
    assert laid is not None, "the reducer says what a play does"
    return laid


ASSUMED = "this line of the kit is only assumed; a kit counted from the table's own box would settle it"
UNNAMED = "one of the cards played was never named"


def listed(names: Sequence[str | None]) -> str:
    """Names in a row."""
    return ", ".join(str(name) for name in names) or "nothing"


def were(names: Sequence[str | None]) -> str:
    """Names in a row with their verb: `N1 was`, `N1, N2 were`."""
    return f"{listed(names)} {'was' if len(names) == 1 else 'were'}"


def en(section: str) -> Cite:
    """A place in the English rulebook."""
    return Cite(section, language="EN")


def nl_fr(section: str) -> Cite:
    """A place in the Dutch and French rulebooks; that page of the English one is missing."""
    return Cite(section, language="NL, FR")
