"""One changed fact: a legal game in which one card, tile or number is another than it was.

If the record is to be worth anything, such a slip or lie must show. So the audit of the changed game is never clean
unless the changed game is legal too, which a check of the game's own decides that shares no code with its rules. And
where the changed game is legal, the audit accuses nobody.

A game says which of its facts can be changed (`FactsOf`) and how to tell a legal game (`IsLegal`); the rest is here.
"""

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from replay.read import get, put
from tests.helpers.tools import Body, audit_of


class Fact(NamedTuple):
    """A fact that a line of a game names: where it stands, and other values of its kind."""

    seq: int
    path: str
    """The way to it inside its line: `cards.p1`, `treasures.0`."""
    others: tuple[Any, ...]


FactsOf = Callable[[Body, list[Body]], Iterable[Fact]]
"""The facts of a game, from its header and lines. The lines are in full, nothing is hidden."""
IsLegal = Callable[[Body, list[Body]], bool]
"""Whether a game is legal, told without the rules under test."""


class Change(NamedTuple):
    """A game in which one fact was changed."""

    header: Body
    lines: list[Body]
    seq: int
    path: str
    was: Any
    now: Any

    @property
    def line(self) -> Body:
        """The line that was changed, as it is now."""
        return self.lines[self.seq - 1]

    @property
    def kind(self) -> str:
        """The action and the field that was changed: `show.cards`."""
        return f"{self.line['do']}.{self.path.split('.')[0]}"

    def __str__(self) -> str:
        return f"event {self.seq}, {self.kind} ({self.path}): {self.was!r} became {self.now!r}, {self.line}"


class Report(NamedTuple):
    """What came of many changes."""

    tried: Counter[str]
    """How often each kind of fact was changed."""
    legal: Counter[str]
    """How often the changed game was legal too."""
    silent: list[Change]
    """Illegal games with a clean audit that nothing explains."""
    explained: Counter[str]
    """Illegal games with a clean audit, by the explanation that covers them."""
    accused: list[tuple[Change, str]]
    """Legal games in which the audit calls something broken, with the rule."""


Explanations = Mapping[str, Callable[[Change], bool]]
"""Changes that no audit can notice, in the words of the game's page, and how to tell them."""


def changed(header: Body, lines: list[Body], seq: int, path: str, value: Any) -> Change:
    """The game with another value in one place."""
    line = copy.deepcopy(lines[seq - 1])
    keys = path.split(".")
    was = get(line, keys)
    assert put(line, keys, value), f"event {seq} has no {path}"
    return Change(header, [*lines[: seq - 1], line, *lines[seq:]], seq, path, was, value)


def some_changes(header: Body, lines: list[Body], facts_of: FactsOf, rng: Random, number: int) -> Iterator[Change]:
    """Random changes of a game, every kind of fact as often as the others, however many facts of it there are."""
    kinds: dict[str, list[Fact]] = {}
    for fact in facts_of(header, lines):
        if fact.others:
            kinds.setdefault(f"{lines[fact.seq - 1]['do']}.{fact.path.split('.')[0]}", []).append(fact)
    for _ in range(number):
        fact = rng.choice(kinds[rng.choice(sorted(kinds))])
        yield changed(header, lines, fact.seq, fact.path, rng.choice(fact.others))


def judged(changes: Iterable[Change], is_legal: IsLegal, explanations: Explanations | None = None) -> Report:
    """Audit every changed game, and compare with the game's own check of what is legal."""
    report = Report(Counter(), Counter(), [], Counter(), [])
    for change in changes:
        report.tried[change.kind] += 1
        findings = audit_of(change.header, change.lines).findings
        if is_legal(change.header, change.lines):
            report.legal[change.kind] += 1
            report.accused.extend((change, finding.rule) for finding in findings if finding.answer == "broken")
        elif not findings:
            why = next((why for why, covers in (explanations or {}).items() if covers(change)), None)
            if why is None:
                report.silent.append(change)
            else:
                report.explained[why] += 1
    return report
