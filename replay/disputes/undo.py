"""The undo sheet: what has to be put back, newest first, if play returns to an earlier event."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from records.errors import NotFound
from records.event import Event
from replay.action import SHARED, UNKNOWN, Action, Reveal, body_of, name_of
from replay.diff import changes
from replay.disputes.line import line_of
from replay.disputes.moves import Moves, moves
from replay.game import Game
from replay.playout import fold
from replay.read import read_timeline
from replay.saying import listed, person
from replay.step import Placed, Step
from replay.table import Table
from replay.tell import tell
from replay.view import mask_action

MOST_NAMED = 6
"""How many things that somebody still knows are named."""
_NOT_FACTS = frozenset({"do", "by", "at", "said", "salt"})


class Undone(msgspec.Struct, frozen=True):
    """One step to take back."""

    seq: int
    by: str | None
    text: str
    """What happened."""
    put_back: tuple[str, ...]
    """What goes where, in words."""
    chance: bool
    """Whether chance or a hidden fact was involved: nobody decided it alone, or cards were drawn or seen."""


class UndoSheet(msgspec.Struct, frozen=True):
    """Everything to take back, and what that costs."""

    to: int
    """The event that play returns to, or the one that is struck out."""
    steps: tuple[Undone, ...]
    """Newest first."""
    decisions: dict[str, int]
    """How many decisions of each seat are lost."""
    chance: tuple[int, ...]
    learned: dict[str, tuple[str, ...]]
    """What each seat knows now but did not know then."""
    cannot: tuple[str, ...]
    simple: bool
    """One action, and nothing random."""


def undo_sheet(game: Game, table: Table, events: Sequence[Event], to: int) -> UndoSheet:
    """The sheet for going back to the state after the event `to` of the effective timeline."""
    line = read_timeline(game, table, events)
    steps = list(fold(game, table, game.complete(table, line, False).line))
    index = next((at for at, step in enumerate(steps) if step.seq == to), None)
    if index is None:
        raise NotFound(f"event {to} no longer counts, or never existed", mend="see `qm steps RECORD`")
    falling = {event.seq for event in line_of(table.header, events).falls_away({"do": "rewind", "to": to})}
    later = [step for step in steps[index + 1 :] if step.seq in falling and _is_play(step.action)]
    counted = [placed for placed in line if placed.seq == to or _is_play(placed.action)]
    first = 1 + next(at for at, placed in enumerate(counted) if placed.seq == to)
    return _sheet(game, table, to, later, _learned(game, table, counted, first, len(counted)))


def strike_sheet(game: Game, table: Table, events: Sequence[Event], target: int) -> UndoSheet:
    """The sheet for striking out the event `target` of the effective timeline, while those after it stand."""
    line = read_timeline(game, table, events)
    struck = [step for step in fold(game, table, game.complete(table, line, False).line) if step.seq == target]
    if not struck:
        raise NotFound(f"event {target} no longer counts, or never existed", mend="see `qm steps RECORD`")
    if not _is_play(struck[0].action):  # a note, say: nothing on the table follows from it
        return _sheet(game, table, target, [], {})
    counted = [placed for placed in line if _is_play(placed.action)]
    first = next(at for at, placed in enumerate(counted) if placed.seq == target)
    return _sheet(game, table, target, struck, _learned(game, table, counted, first, first + 1))


def _sheet(
    game: Game, table: Table, to: int, later: Sequence[Step[Any, Any]], learned: dict[str, tuple[str, ...]]
) -> UndoSheet:
    undone = tuple(_undone(game, table, step) for step in reversed(later))
    decisions = Counter(step.action.by for step in later if step.action.by in table.seats)
    chance = tuple(entry.seq for entry in reversed(undone) if entry.chance)
    return UndoSheet(
        to=to,
        steps=undone,
        decisions={seat: decisions[seat] for seat in table.seats if decisions[seat]},
        chance=chance,
        learned=learned,
        cannot=tuple(_cannot(game, table, later, learned)),
        simple=len(undone) == 1 and not chance,
    )


def _is_play(action: Action) -> bool:
    return type(action) is Reveal or not isinstance(action, SHARED)


def _undone(game: Game, table: Table, step: Step[Any, Any]) -> Undone:
    back = _moves(game, table, step)
    return Undone(step.seq, step.action.by, tell(game, step), back.words, _is_chance(game, table, step.action))


def _moves(game: Game, table: Table, step: Step[Any, Any]) -> Moves:
    back = changes(game.document(step.after), game.document(step.before))
    return moves(back, table, game.speech, step.action.by)


def _is_chance(game: Game, table: Table, action: Action) -> bool:
    """Nobody at the table decided it alone, or it holds a fact that not everybody saw."""
    if action.by not in table.seats:
        return True
    secrets = game.secrets.get(name_of(action), ())
    return any(getattr(action, secret.field) not in (None, msgspec.UNSET) for secret in secrets)


def _learned(game: Game, table: Table, line: Sequence[Placed], first: int, end: int) -> dict[str, tuple[str, ...]]:
    """For each seat, the names that it saw in the line from one place to another and had not seen before."""
    learned = {}
    for seat in table.seats:
        seen = [set(_facts(body_of(mask_action(game, table, action, seat)), table)) for _, action in line]
        before: set[str] = set().union(*seen[:first])
        new: dict[str, None] = {}
        for facts in seen[first:end]:
            new.update(dict.fromkeys(sorted(facts - before)))
        if new:
            learned[seat] = tuple(new)
    return learned


def _facts(value: Any, table: Table, key: str = "") -> Iterator[str]:
    """The names of things in an action: any known text that is neither a seat nor a word of the form."""
    if isinstance(value, dict):
        for name, item in value.items():
            if key or name not in _NOT_FACTS:
                yield from _facts(item, table, name)
    elif isinstance(value, list):
        for item in value:
            yield from _facts(item, table, key)
    elif isinstance(value, str) and value != UNKNOWN and value not in table.seats:
        yield value


def _cannot(
    game: Game, table: Table, later: Sequence[Step[Any, Any]], learned: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    """What cannot be undone by hand."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for seat, facts in learned.items():
        alike.setdefault(facts, []).append(person(table, seat))
    for facts, people in alike.items():
        said = [game.say(table, fact) for fact in facts[:MOST_NAMED]]
        more = [f"{len(facts) - MOST_NAMED} more"] if len(facts) > MOST_NAMED else []
        everybody = len(people) == len(table.seats)
        know = "everybody still knows" if everybody else f"{listed(people)} still know{'s' if len(people) == 1 else ''}"
        yield f"{know}: {listed([*said, *more])}"
    unseen: Counter[str] = Counter()
    for step in later:
        unseen.update(_moves(game, table, step).unseen)
    for path, count in unseen.items():
        things = "an unseen thing goes" if count == 1 else f"{count} unseen things go"
        place = game.speech.place(table, path)
        yield f"{things} back to {place}: the record does not say which, or in what order"
    hidden = [
        name_of(step.action) for step in later if game.secrets.get(name_of(step.action)) and step.action.by is None
    ]
    if hidden:
        yield f"what was dealt or drawn ({', '.join(dict.fromkeys(hidden))}) would come out differently next time"
