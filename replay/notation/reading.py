"""From a typed line and the state before it to one event, or to the readings it may have."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from records.canonical import check_profile
from records.errors import Refused
from replay.action import NEVER_REDUCED, SHARED, Action, Unreadable, body_of, name_of
from replay.audit import judge_step
from replay.game import Game
from replay.notation.alphabet import Notation, Scope, Verb
from replay.notation.filling import Failure, fill
from replay.notation.kinds import is_plainly_a_seat, seats_named
from replay.notation.shared import SHARED_VERBS, with_things
from replay.notation.tokens import Typed, split
from replay.read import read_body
from replay.step import Step
from replay.table import Table

Body = dict[str, Any]

MOST_REASONS = 3
SPELLED_OUT = frozenset({"setup"})
"""Verbs without short forms: they clear the table, and `s Bob` is only a question."""
LEFT_OUT, BY_BEGINNING, IN_FULL = 0, 1, 2


class Line(msgspec.Struct, frozen=True):
    """A line that was read: the facts of its event and its action, the mark at its end, and its note."""

    body: Body
    action: Action
    mark: str = ""
    note: str | None = None


class Misread(msgspec.Struct, frozen=True):
    """A line that cannot be read, or can be read in several ways."""

    what: str
    readings: tuple[Body, ...] = ()
    mark: str = ""
    by_name: tuple[Body, ...] = ()
    """Those of the readings that take the first word for the beginning of a player's name."""


class Attempt(msgspec.Struct, frozen=True):
    """One way to start reading a line: who acts, which verb, and the words left."""

    seat: str | None
    verb: Verb
    spelled: int
    """How the verb is given: in full, abbreviated, or not at all."""
    words: tuple[str, ...]
    hinted: bool = False
    """Whether the seat is only the beginning of a player's name, which may just as well be something else."""


class ReadLine(NamedTuple):
    """One way to read a line: the facts of an event, and its action."""

    attempt: Attempt
    body: Body
    action: Action


@cache
def verbs_of(game: Game) -> tuple[Verb, ...]:
    """All verbs of a game: its own, and those that every game has."""
    notation = notation_of(game)
    return (*notation.verbs, *with_things(SHARED_VERBS, notation.things))


@cache
def _spellings(game: Game, *, prose: bool = False) -> tuple[tuple[Verb, tuple[str, ...]], ...]:
    """The verbs that take arguments, or those that take the rest of the line as typed, each with all its names."""
    return tuple((verb, verb.names) for verb in verbs_of(game) if bool(verb.text) == prose)


def notation_of(game: Game) -> Notation:
    """The alphabet of a game; an empty one for a game that has none."""
    return game.notation or Notation(verbs=())


def read_line(game: Game, table: Table, state: Any, text: str) -> Line | Misread:
    """The one event that a line stands for."""
    typed = split(text)
    scope = Scope(table, state)
    prose = _prose(game, scope, text)
    if prose is not None:
        return prose
    if not typed.words:
        return Misread("the line says nothing", mark=typed.mark)
    found: list[ReadLine] = []
    failures: list[tuple[Attempt, Failure]] = []
    for attempt in _attempts(game, scope, typed):
        for outcome in _outcomes(game, table, state, attempt):
            if isinstance(outcome, Failure):
                failures.append((attempt, outcome))
            else:
                found.append(outcome)
    chosen = _chosen(game, state, found)
    if len(chosen) == 1 and not _is_doubtful(game, state, chosen[0], typed.words[0]):
        return Line(chosen[0].body, chosen[0].action, typed.mark, typed.note)
    if chosen:
        by_name = tuple(one.body for one in chosen if one.attempt.hinted)
        what = f"this can mean {len(chosen)} things" if len(chosen) > 1 else f"does {typed.words[0]!r} mean a player?"
        return Misread(what, tuple(one.body for one in chosen), typed.mark, by_name)
    return Misread(_why(scope, typed, failures), mark=typed.mark)


def _why(scope: Scope, typed: Typed, failures: list[tuple[Attempt, Failure]]) -> str:
    """The reason why the attempts that got furthest failed, those with a verb first."""
    spelled = max((attempt.spelled for attempt, _ in failures), default=LEFT_OUT)
    own = [(len(attempt.words) - failure.at, failure) for attempt, failure in failures if attempt.spelled == spelled]
    if spelled == LEFT_OUT and not any(failure.at for _, failure in own):
        kinds = {slot.kind.what: slot.kind for attempt, _ in failures for slot in attempt.verb.slots if slot.loose}
        known = [kind.exists(scope) for kind in kinds.values() if kind.exists is not None]
        return "; ".join([f"no action begins with {typed.words[0]!r}", *dict.fromkeys(known)])
    least = min(left for left, _ in own)
    reasons = list(dict.fromkeys(failure.why for left, failure in own if left == least))
    return "; or ".join(reasons[:MOST_REASONS])


def _prose(game: Game, scope: Scope, text: str) -> Line | None:
    """A note: its words are kept as typed."""
    first, _, rest = text.strip().partition(" ")
    second, _, more = rest.strip().partition(" ")
    for verb, names in _spellings(game, prose=True):
        if first.lower() in names and rest.strip():
            return _told({"do": verb.do, verb.text: rest.strip()}, game, scope)
        seats = [seat for seat in (*scope.table.seats, *scope.table.officials) if seat.lower() == first.lower()]
        if seats and second.lower() in names and more.strip():
            return _told({"do": verb.do, verb.text: more.strip(), "by": seats[0]}, game, scope)
    return None


def _told(body: Body, game: Game, scope: Scope) -> Line:
    return Line(body, read_body(game, scope.table, body))


def _attempts(game: Game, scope: Scope, typed: Typed) -> Iterator[Attempt]:
    starts: list[tuple[str | None, tuple[str, ...]]] = [(None, typed.words)]
    starts += [(seat, typed.words[1:]) for seat in seats_named(scope, typed.words[0])]
    hinted = len(starts) > 1 and not is_plainly_a_seat(scope, typed.words[0])
    for seat, words in starts:
        if not words:
            continue
        yield from _spelled(game, seat, words, hinted and seat is not None)
        for verb in verbs_of(game):
            if verb.implied and (verb.by or seat is None):
                yield Attempt(seat, verb, LEFT_OUT, words, hinted and seat is not None)


def _spelled(game: Game, seat: str | None, words: tuple[str, ...], hinted: bool) -> Iterator[Attempt]:
    word = words[0].lower()
    for verb, names in _spellings(game):
        if word in names or (verb.do not in SPELLED_OUT and any(name.startswith(word) for name in names)):
            yield Attempt(seat, verb, IN_FULL if word in names else BY_BEGINNING, words[1:], hinted)


def _outcomes(game: Game, table: Table, state: Any, attempt: Attempt) -> list[ReadLine | Failure]:
    verb, notation = attempt.verb, notation_of(game)
    turn = notation.turn(state, verb.do) if verb.by else None
    by = attempt.seat or turn
    if verb.by and by is None:
        return [Failure(0, f"who does {verb.do}? start the line with the seat")]
    letters = notation.letters if attempt.spelled == LEFT_OUT else ()
    filled = fill(Scope(table, state, by), verb, attempt.words, letters)
    if isinstance(filled, Failure):
        return [filled]
    start = {"do": verb.do} if by is None else {"do": verb.do, "by": by}
    return [_checked(game, table, attempt, {**start, **fields}) for fields in filled]


def _checked(game: Game, table: Table, attempt: Attempt, body: Body) -> ReadLine | Failure:
    """The facts of the event and its action, or why it is not one."""
    verb, at = attempt.verb, len(attempt.words)
    missing = [field for field in _required(game)[verb.do] if field not in body]
    if missing:
        whats = {slot.field: slot.kind.what for slot in verb.slots}
        return Failure(at, f"{verb.do} needs {whats.get(missing[0], missing[0])}")
    try:
        check_profile(body)
    except Refused as error:
        return Failure(at, error.what)
    action = read_body(game, table, body)
    if isinstance(action, Unreadable):
        return Failure(at, action.why)
    stored = msgspec.to_builtins(action)  # leaves out defaults; values inside a field stay as they are
    return ReadLine(attempt, {field: value for field, value in body.items() if field in stored}, action)


@cache
def _required(game: Game) -> dict[str, list[str]]:
    """The fields that each action must have."""
    kinds: Sequence[type[Action]] = (*SHARED, *game.actions)
    return {
        name_of(kind): [field.encode_name for field in msgspec.structs.fields(kind) if field.required] for kind in kinds
    }


def _chosen(game: Game, state: Any, found: list[ReadLine]) -> list[ReadLine]:
    """The readings to choose from: those with the verb in full, then those that fit the game at this point."""
    if any(item.attempt.spelled == IN_FULL for item in found):
        found = [item for item in found if item.attempt.spelled == IN_FULL]
    if len(_distinct(found)) < 2:
        return _distinct(found)
    found = _without_names(game, state, found)
    plain = [item for item in found if not item.attempt.hinted]
    hinted = [item for item in found if item.attempt.hinted]
    return _distinct([item for some in (plain, hinted) if some for item in _fitting(game, state, some)])


def _fitting(game: Game, state: Any, found: list[ReadLine]) -> list[ReadLine]:
    """The readings that fit the game at this point, as far as that sets any apart."""
    if len(_distinct(found)) < 2:
        return found
    expected = [body_of(action) for action in game.suggest(state)]
    expects = notation_of(game).expects
    names = {body["do"] for body in expected} | (expects(state) if expects else set())
    seats = {body.get("by") for body in expected}
    found = [item for item in found if item.body["do"] in names] or found
    found = [item for item in found if item.attempt.seat is not None and not item.attempt.hinted] or found
    found = [item for item in found if item.body.get("by") in seats] or found
    found = [item for item in found if item.body in expected] or found
    if len({item.body["do"] for item in found}) == 1:
        found = [item for item in found if item.attempt.spelled] or found
    return found


def _without_names(game: Game, state: Any, found: list[ReadLine]) -> list[ReadLine]:
    """A move that the rules allow wins over the beginning of somebody's name; if only the name gives one, that wins."""
    plain = [item for item in found if not item.attempt.hinted]
    hinted = [item for item in found if item.attempt.hinted]
    if not plain or not hinted:
        return found
    return [item for item in plain if _is_legal(game, state, item)] or (
        [item for item in hinted if _is_legal(game, state, item)] or found
    )


def _is_doubtful(game: Game, state: Any, item: ReadLine, word: str) -> bool:
    """Whether a letter that may be a piece was taken for somebody's name, and gives what the rules do not allow."""
    return item.attempt.hinted and word.lower() in notation_of(game).letters and not _is_legal(game, state, item)


def _is_legal(game: Game, state: Any, item: ReadLine) -> bool:
    """Whether the game suggests a reading, or at least no rule is broken by it."""
    if type(item.action) in NEVER_REDUCED or any(body_of(action) == item.body for action in game.suggest(state)):
        return True
    step = Step(0, state, item.action, game.reduce(state, item.action))
    return not any(finding.answer == "broken" for finding in judge_step(game, step))


def _distinct(found: list[ReadLine]) -> list[ReadLine]:
    kept: list[ReadLine] = []
    for item in found:
        if all(item.body != other.body for other in kept):
            kept.append(item)
    return kept
