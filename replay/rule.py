"""Rules: small named functions that judge one step. Silence is ok; otherwise they yield Broken or Open."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec

from replay.action import Action
from replay.step import Step

RuleKind = Literal["check", "derived", "report"]


class Cited(msgspec.Struct, frozen=True, omit_defaults=True):
    """A derived rule a value follows from, and how this table reads the questions that affect it."""

    rule: str
    readings: dict[str, str] = {}


class Broken(msgspec.Struct, frozen=True):
    """The step broke the rule: `why` in words, `facts` the seats, cards and numbers that prove it."""

    why: str
    facts: dict[str, Any] = {}
    at: int | None = None
    """The event at fault, if it is not the one being judged."""
    cites: tuple[Cited, ...] = ()
    """The derived rules that say what it should have been."""
    rests_on: tuple[str, ...] | None = None
    """The questions whose answers decide this; None leaves it to the engine to try those that the rule names."""


class Open(msgspec.Struct, frozen=True):
    """The rule cannot be judged from what is known: `why` says what is missing."""

    why: str
    facts: dict[str, Any] = {}
    at: int | None = None
    cites: tuple[Cited, ...] = ()
    rests_on: tuple[str, ...] | None = None


Answer = Broken | Open
Answers = tuple[Answer, ...]
Check = Callable[[Step[Any, Any]], Iterable[Answer]]

OK: Answers = ()
"""Silence."""


def broken(why: str, **facts: Any) -> Answers:
    """One answer: the step broke the rule."""
    return (Broken(why, facts),)


def unsure(why: str, **facts: Any) -> Answers:
    """One answer: the rule cannot be judged."""
    return (Open(why, facts),)


def resting(answers: Answers, *questions: str) -> Answers:
    """The same answers, resting on exactly these questions (none: on no reading at all)."""
    return tuple(msgspec.structs.replace(answer, rests_on=questions) for answer in answers)


class Cite(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a rule is written: the heading in the rulebook, with language, page or line if the text has them."""

    section: str
    page: int | None = None
    language: str | None = None
    line: str | None = None

    def __str__(self) -> str:
        page = f", p. {self.page}" if self.page is not None else ""
        line = f", line {self.line}" if self.line else ""
        language = f"{self.language} " if self.language else ""
        return f"{language}{self.section}{page}{line}"


class Rule(msgspec.Struct, frozen=True):
    """One named rule: its id, the sentence users read, where it is written, and what it judges."""

    id: str
    text: str
    cite: Cite
    kind: RuleKind = "check"
    judges: tuple[type[Action], ...] = ()
    check: Check | None = None
    may_open: bool = False
    """Whether the rule can stay open; a completeness test then demands a record that leaves it open."""
    may_break: bool = True
    """False for a rule that can be open but never broken."""
    questions: tuple[str, ...] = ()
    """For a derived rule: the questions that decide what it says."""
    rests_on: tuple[str, ...] = ()
    """For a check: the questions that its answers may rest on, as its row on the game's page says."""


def rule(
    id: str,
    *,
    cite: Cite | str,
    judges: type[Action] | tuple[type[Action], ...],
    may_open: bool = False,
    may_break: bool = True,
    rests_on: tuple[str, ...] = (),
) -> Callable[[Check], Rule]:
    """Turn a function into a rule; its docstring is the sentence that users read."""

    def make(check: Check) -> Rule:
        text = " ".join((check.__doc__ or "").split())
        assert text, f"{id} needs a docstring: the sentence that users read"
        kinds = judges if isinstance(judges, tuple) else (judges,)
        return Rule(id, text, _cite(cite), "check", kinds, check, may_open, may_break, rests_on=rests_on)

    return make


def derived(id: str, text: str, cite: Cite | str, questions: tuple[str, ...] = ()) -> Rule:
    """A rule that the reducer carries out; it is cited when an observation differs."""
    return Rule(id, text, _cite(cite), "derived", questions=questions)


def report(id: str, text: str, cite: Cite | str) -> Rule:
    """A rule that only reports what is known; never a finding."""
    return Rule(id, text, _cite(cite), "report")


def _cite(cite: Cite | str) -> Cite:
    return cite if isinstance(cite, Cite) else Cite(cite)


Asked = tuple[tuple[Rule, Check], ...]
"""Rules to check, each with its function."""


def by_action(rules: Iterable[Rule]) -> dict[type[Action], Asked]:
    """The rules to check for each kind of action, in order."""
    found: dict[type[Action], list[tuple[Rule, Check]]] = {}
    for rule in rules:
        if rule.check is not None:
            for kind in rule.judges:
                found.setdefault(kind, []).append((rule, rule.check))
    return {kind: tuple(asked) for kind, asked in found.items()}


class Gate(msgspec.Struct, frozen=True, eq=False):
    """Which rules judge a step, and which of them it plainly keeps.

    A look at the step tells at once that an ordinary one keeps most rules, so they are counted as ok and not asked. A
    game has few gates and makes each of them once: they are told apart by identity.
    """

    judges: frozenset[str] | None
    """The only rules that judge the step; None means all of them."""
    kept: frozenset[str] = frozenset()
    """Those of them that would be silent."""
