"""Small words that all rules share."""

from collections.abc import Sequence
from typing import Any

from replay.games.loot_island.actions import Play
from replay.games.loot_island.state import Effects, State
from replay.rule import Answers, Broken, Cite, Open
from replay.step import Step


def broken_unless(doubt: bool, doubting: str, why: str, **facts: Any) -> Answers:
    """Broken; or open, where the doubt is real."""
    return (Open(f"{why}, but {doubting}", facts),) if doubt else (Broken(why, facts),)


def laid_by(step: Step[State, Play]) -> Effects:
    """What the play of this step does."""
    laid = step.after.laid
    assert laid is not None, "the reducer says what a play does"
    return laid


ASSUMED = "the kit only assumes this line; a kit of the table's own box would settle it"


def listed(names: Sequence[str | None]) -> str:
    """Names in a row."""
    return ", ".join(str(name) for name in names) or "nothing"


def en(section: str) -> Cite:
    """A place in the English rulebook."""
    return Cite(section, language="EN")


def nl_fr(section: str) -> Cite:
    """A place in the Dutch and French rulebooks; the English one lacks the page."""
    return Cite(section, language="NL, FR")
