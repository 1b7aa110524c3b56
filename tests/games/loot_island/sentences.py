"""Every sentence that a record can produce: told steps, changes, reasons, what comes next, and the count."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from replay.action import Observe
from replay.audit import Audit, audit
from replay.diff import Changed, changes
from replay.game import Game
from replay.notation.coming import coming_words
from replay.notation.reading import Misread, read_line
from replay.notation.writing import write_line
from replay.playout import fold
from replay.step import Step
from replay.tell import tell
from tests.helpers.readable import unreadable
from tests.helpers.tools import Body, timeline

NAMES = ("Ann", "Bob", "Cleo", "James", "Eva", "Finn")
KEPT_FOR_THE_PROGRAM = ("turns", "renewed.", "aaron.given")
"""Places that change but that nobody talks about: counters, and what the sentence itself has told."""

_DEEDS = "lays|pays|passes|keeps|buries|takes|draws|sheds|shed|chooses|wins|has|is out"
_SEAT = r"\b(blue|red|white|yellow|black)\b"
_FAULTS = {
    "a wire name of this game": re.compile(r"\b(amulet|coins|book|jewel|crown|skull|healer|cubes)-\d"),
    "Aaron in small letters": re.compile(r"\baaron\b"),
    "a seat without a noun": re.compile(rf"{_SEAT} ({_DEEDS})\b"),
}


def named(header: Body) -> Body:
    """The same header with a name for everybody."""
    players = [{**player, "name": NAMES[place]} for place, player in enumerate(header["players"])]
    return {**header, "players": players}


def faults(text: str, *, names: bool) -> list[str]:
    """What is wrong with a sentence; where everybody has a name, a colour with `player` is wrong too."""
    found = unreadable(text)
    found += [f"{what}: {text!r}" for what, fault in _FAULTS.items() if fault.search(text)]
    return [*found, *([f"a player without a name: {text!r}"] if names and re.search(rf"{_SEAT} player", text) else [])]


def sentences(header: Body, bodies: list[Body]) -> Iterator[str]:
    """What people may read of a record, step by step, and what its audit says."""
    game, table, line, _ = timeline(header, bodies)
    completed = game.complete(table, line, False)
    document = game.document(game.start(table))
    for step in fold(game, table, completed.line, completed.facts):
        if is_about_a_place_nobody_has(game, step):
            continue
        yield tell(game, step)
        after = game.document(step.after)
        yield from game.speech.changes(table, changes(document, after))
        yield coming_words(game, table, step.after)
        document = after
    audited: Audit = audit(game, table, line)
    yield from (finding.why for finding in audited.findings if "path that can be compared" not in finding.why)
    yield from count_words(game, audited.final)
    for path, value in game.document(audited.final).items():
        yield from game.speech.spoken(table, path, value)


def count_words(game: Game, state: Any) -> Iterator[str]:
    """The words of the count."""
    score = game.score(state)
    for seat in score.seats:
        yield from (word for line in seat.lines for word in (line.what, line.why) if word)
    yield from score.notes


def is_about_a_place_nobody_has(game: Game, step: Step[Any, Any]) -> bool:
    """Whether a step counts something at a path that the game does not have, which can only be told as it was typed."""
    if not isinstance(step.action, Observe):
        return False
    return any(game.look(step.after, path) is None for path in step.action.facts)


def untold(header: Body, bodies: list[Body]) -> list[Changed]:
    """The changes of places that people see and that no words tell."""
    game, table, line, _ = timeline(header, bodies)
    document = game.document(game.start(table))
    found: list[Changed] = []
    for step in fold(game, table, line):
        after = game.document(step.after)
        changed = [item for item in changes(document, after) if not item.path.startswith(KEPT_FOR_THE_PROGRAM)]
        found += [item for item in changed if not game.speech.changes(table, [item]) and not _ends(item)]
        document = after
    return found


def _ends(item: Changed) -> bool:
    """Whether the search for loot is over: that is told by what comes then."""
    return item.path == "loot" and item.new is None


def refusals(header: Body, bodies: list[Body], rng: Random) -> Iterator[str]:
    """What is said of lines with a word too many, a word missing, or a word from elsewhere."""
    game, table, line, _ = timeline(header, bodies)
    words: list[str] = []
    for step in fold(game, table, line):
        typed = write_line(game, table, step.before, step.action).split()
        words += typed
        typed[rng.randrange(len(typed))] = rng.choice([*words, "skull", "geen", "p3", "N9", "crown-99", "zzz"])
        read = read_line(game, table, step.before, " ".join(typed))
        if isinstance(read, Misread) and not read.readings:
            yield said(read.what)


def said(message: str) -> str:
    """A message without what it only quotes: words as typed, and how something is typed."""
    plain = re.sub(r" \([^)]*\)|, <E2", "", message)
    return re.sub(r"^\S+: ", "", re.sub(r"'[^']*'|\b[a-z]+-\d+\b", "X", plain))
