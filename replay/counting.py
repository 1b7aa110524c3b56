"""The counting rule, `<PREFIX>-OBS-1`: the same for every game, and provided by the engine."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from replay.action import UNKNOWN, Action, Observe, Reveal
from replay.observe import Difference, Match, compare, in_words
from replay.path_words import PathSpeech
from replay.paths import Lookup, Seen
from replay.rule import Answer, Answers, Broken, Cite, Cited, Open, Rule, broken
from replay.step import Step

State = Any
Contradiction = tuple[Any, Any]
"""What an event named, and what a reveal says instead."""

TEXT = "What was counted on the table matches what follows from the log."
CITE = Cite("The form of a record")


class Counting(msgspec.Struct, frozen=True):
    """What a game adds to the counting rule. All of it is optional."""

    match: Callable[[State, str, Seen, Any], Match | None] | None = None
    """Compares what was counted at a path in the game's own way; None means the usual way."""
    doubt: Callable[[State, str], str | None] | None = None
    """Why the state may be behind the table at a path, so that a difference there is open, not broken."""
    unsure: Callable[[State, Difference], str | None] | None = None
    """The same where the reason depends on what was counted too."""
    bears: Callable[[State, Difference, str], bool] | None = None
    """Whether a rule or question listed for a path affected its present value; without this, all of them do."""
    reveals: Callable[[Step[Any, Reveal]], Iterable[Answer]] | None = None
    """Judges a `reveal` too: whether what was logged before rules it out."""
    open_facts: Callable[[list[Difference]], dict[str, Any]] | None = None
    """Further facts for an open answer, if all open answers of the game have them."""
    unknown_agrees: bool = False
    """If true, a `"?"` in the state agrees with whatever was counted; if false, the answer is then open."""


def differences(look: Lookup, counting: Counting, state: State, facts: dict[str, Any]) -> list[Difference]:
    """The facts that differ from a state, or cannot be compared with it, in the order given."""
    seen_at = look.on(state)
    found = []
    for path, told in _spread(seen_at, facts):
        seen = seen_at(path)
        if seen is None:
            found.append(Difference(path, told, None, False))
            continue
        match = counting.match(state, path, seen, told) if counting.match is not None else None
        if match is None:
            match = compare(seen, told)
        if match != "same":
            # Only a path that cannot be observed has no value in the record.
            value = UNKNOWN if match == "unknown" and seen.value is None else seen.value
            found.append(Difference(path, told, value, match == "differs"))
    return found


def _spread(seen_at: Callable[[str], Seen | None], facts: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """The facts, with a map given as one value split into its paths, so that a `"?"` in it can be anything."""
    for path, told in facts.items():
        seen = seen_at(path) if isinstance(told, dict) else None
        if seen is not None and isinstance(seen.value, dict) and set(seen.value) <= set(told):
            yield from _spread(seen_at, {f"{path}.{key}": item for key, item in told.items()})
        else:
            yield path, told


def contradicted(what: str, contradiction: Contradiction) -> Answers:
    """One answer: a reveal contradicts what its event named."""
    named, told = contradiction
    return broken(f"{what} was logged as {named!r} but revealed as {told!r}", named=named, told=told)


def counting_rule(prefix: str, look: Lookup, rules: Iterable[Rule], counting: Counting, speech: PathSpeech) -> Rule:
    """The counting rule for a game with these paths and derived rules."""
    questions = {rule.id: rule.questions for rule in rules if rule.kind == "derived"}
    judged = _Counted(look, questions, counting, speech)
    kinds: tuple[type[Action], ...] = (Observe,) if counting.reveals is None else (Observe, Reveal)
    return Rule(f"{prefix}-OBS-1", TEXT, CITE, "check", kinds, judged.check, may_open=True)


class _Counted:
    """The check, for one game."""

    def __init__(
        self, look: Lookup, questions: dict[str, tuple[str, ...]], counting: Counting, speech: PathSpeech
    ) -> None:
        self._speech = speech
        self._look = look
        self._questions = questions
        self._counting = counting

    def check(self, step: Step[Any, Any]) -> Iterable[Answer]:
        if type(step.action) is Reveal:
            assert self._counting.reveals is not None, "a reveal is judged only if the game says how"
            return self._counting.reveals(step)
        return self._observed(step.before, step.action.facts)

    def _observed(self, state: State, facts: dict[str, Any]) -> Answers:
        found = differences(self._look, self._counting, state, facts)
        if not found:
            return ()
        doubts = {item.path: self._doubt(state, item) for item in found}
        certain = [item for item in found if item.known and doubts[item.path] is None]
        if certain:
            return (Broken(in_words(self._speech, state.table, certain), *self._proof(state, certain)),)
        unsure = [item for item in found if item.known or not self._agrees(item)]
        if not unsure:
            return ()
        reasons = dict.fromkeys(doubts[item.path] for item in unsure if item.known or item.record is not None)
        words = "; ".join(
            [in_words(self._speech, state.table, unsure), *(reason for reason in reasons if reason is not None)]
        )
        facts, at, cites = self._proof(state, unsure)
        further = self._counting.open_facts(unsure) if self._counting.open_facts is not None else {}
        return (Open(words, {**further, **facts}, at, cites),)

    def _doubt(self, state: State, item: Difference) -> str | None:
        if self._counting.unsure is not None:
            return self._counting.unsure(state, item)
        return self._counting.doubt(state, item.path) if self._counting.doubt is not None else None

    def _agrees(self, item: Difference) -> bool:
        """Whether the game accepts a count where the record does not know the value."""
        return self._counting.unknown_agrees and item.record is not None

    def _proof(self, state: State, found: list[Difference]) -> tuple[dict[str, Any], None, tuple[Cited, ...]]:
        """The differences as data, each with the rules its value follows from, and all those rules."""
        cites: dict[str, dict[str, str]] = {}
        told = []
        for item in found:
            own = self._cited(state, item) if item.known else {}
            told.append({**msgspec.to_builtins(item), "rules": list(own)})
            for rule, readings in own.items():
                cites.setdefault(rule, {}).update(readings)
        return {"differences": told}, None, tuple(Cited(rule, readings) for rule, readings in cites.items())

    def _cited(self, state: State, item: Difference) -> dict[str, dict[str, str]]:
        """The derived rules of a path, each with the answers in force to the questions that affect it."""
        bears = self._counting.bears
        found: dict[str, dict[str, str]] = {}
        for doc in self._look.docs_at(item.path):
            for rule in doc.rules:
                if bears is None or bears(state, item, rule):
                    asked = (*self._questions.get(rule, ()), *doc.questions)
                    named = (id for id in asked if bears is None or bears(state, item, id))
                    readings = found.setdefault(rule, {})
                    readings.update((id, state.table.readings[id]) for id in named)
        return found
