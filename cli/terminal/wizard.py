"""What `qm new` asks for: the game, who plays, and, if wanted, variants, open questions, the kit."""

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cli.desk.headers import seated
from records.errors import NotFound, QuartermasterError, Refused
from replay.game import Game, Question
from replay.library import game_ids, game_of


class Agreed(NamedTuple):
    """What is agreed before play, as the options of `qm new` say it."""

    game: str | None
    seats: list[str]
    variants: list[str]
    readings: list[str]
    kit: str | None


Check = Callable[[Agreed], object]
"""Refuses what cannot be a header."""


def complete(given: Agreed, check: Check, *, may_ask: bool) -> Agreed:
    """Ask for what is missing; refuse, saying what, where nobody can be asked. A wrong answer is asked for again."""
    if not may_ask or not (sys.stdin.isatty() and sys.stderr.isatty()):
        missing = "GAME" if given.game is None else "SEAT[=NAME]"
        mend = "qm new loot-island blue=Ann red=Bob; `qm games` lists the games"
        raise Refused(f"{missing} is missing", mend=mend)
    game = _game(given.game)
    if game is None:
        seats = _lines("Seats, clockwise (blue=Ann red=Bob): ")
        return given._replace(seats=_some(seats))
    agreed = given._replace(game=game.id)
    check(
        agreed._replace(seats=list(game.seats[: game.players[0]]))
    )  # an option that is wrong is told before questions
    if not agreed.seats:
        agreed = _until_it_fits(lambda: agreed._replace(seats=_seats(game)), check)
    if _ask("The usual rules, with the box as published? [Y/n] ").lower()[:1] != "n":
        return agreed
    if not agreed.variants:
        agreed = _until_it_fits(lambda: agreed._replace(variants=_variants(game)), check)
    if not agreed.readings:
        agreed = agreed._replace(readings=_readings(game, len(agreed.seats), agreed.variants))
    if agreed.kit is None:
        question = "Kit of your own box (a TOML file), Enter for the usual one: "
        agreed = _until_it_fits(lambda: agreed._replace(kit=_ask(question) or None), check)
    return agreed


def _until_it_fits(ask: Callable[[], Agreed], check: Check) -> Agreed:
    """Ask again while the answer is refused; what was answered before stays."""
    while True:
        agreed = ask()
        try:
            check(agreed)
        except QuartermasterError as error:
            _entry("  ", f"{error}; {error.mend}" if error.mend else str(error))
        else:
            return agreed


def _ask(question: str) -> str:
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise KeyboardInterrupt  # the terminal was closed in the middle of it
    return line.strip()


def _lines(question: str) -> list[str]:
    return _ask(question).replace(",", " ").split()


def _some(seats: list[str]) -> list[str]:
    if not seats:
        raise Refused("there are no players", mend="give at least one seat")
    return seats


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _entry(name: str, text: str) -> None:
    """A name and what it means, wrapped beside it."""
    from shutil import get_terminal_size
    from textwrap import fill

    columns = max(50, get_terminal_size().columns - 1)
    _say(fill(text, columns, initial_indent=name, subsequent_indent=" " * len(name)))


def _game(given: str | None) -> Game | None:
    if given is not None:
        try:
            return game_of(given)
        except NotFound:
            return None
    ids = game_ids()
    for number, id in enumerate(ids, start=1):
        _entry(f"  {number}  {id:<14} ", game_of(id).summary)
    return game_of(_choice("Which game? ", ids))


def _choice(question: str, names: Sequence[str], default: str | None = None) -> str:
    """One of the names, by number or by any beginning that only one of them has."""
    while True:
        answer = _ask(question).lower()
        if not answer and default is not None:
            return default
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        found = [name for name in names if answer and name.lower().startswith(answer)]
        exact = [name for name in found if name.lower() == answer]
        if len(exact or found) == 1:
            return (exact or found)[0]
        _say(f"  one of: {', '.join(names)}")


def _seats(game: Game) -> list[str]:
    """Names in clockwise order, `seat=name`, or a number of anonymous players."""
    low, high = game.players
    _say(f"Who plays, clockwise? {low} to {high} players; the seats are {', '.join(game.seats)}.")
    while True:
        given = _lines("Names (Ann Bob), seats (red=Ann blue), or how many without names: ")
        seats = seated(game, given)
        if low <= len(seats) <= high and len({seat.partition("=")[0] for seat in seats}) == len(seats):
            return seats
        _say(f"  {low} to {high} players, each with a seat of their own")


def _variants(game: Game) -> list[str]:
    if not game.variants:
        return []
    for variant in game.variants:
        _entry(f"  {variant.id:<18} ", variant.text)
    known = {variant.id for variant in game.variants}
    while True:
        given = _lines("Variants, Enter for none: ")
        strange = [name for name in given if name not in known]
        if not strange:
            return given
        _say(f"  there is no variant {strange[0]!r}")


def _readings(game: Game, players: int, variants: list[str]) -> list[str]:
    """The open questions that can come up at this table and that the rules depend on; Enter takes the usual answer."""
    asked = [question for question in game.questions if question.honoured and question.comes_up(players, variants)]
    settle = f"The rulebook leaves {len(asked)} questions open that can come up here. Settle them now? [y/N] "
    if not asked or _ask(settle).lower()[:1] != "y":
        return []
    _say("Enter takes the usual answer; . takes it for all that follow.")
    readings: list[str] = []
    for number, question in enumerate(asked, start=1):
        _show_question(game, question, f"{number} of {len(asked)}")
        answer = _choice("  Answer: ", (*question.answers, _THE_REST), question.default)
        if answer == _THE_REST:
            break
        if answer != question.default:
            readings.append(f"{question.id}={answer}")
    return readings


_THE_REST = "."


def _show_question(game: Game, question: Question, place: str) -> None:
    """The question, the rule it is about, and what each answer means at the table."""
    _say("")
    _entry(f"{question.id} ({place})  ", question.text)
    rule = next((rule for rule in game.rules if rule.id in question.bears_on), None)
    if rule is not None:
        _entry("  the rule  ", rule.text)
    for number, answer in enumerate(question.answers, start=1):
        usual = " (usual)" if answer == question.default else ""
        means = question.means.get(answer, "")
        _entry(f"  {number}  ", f"{answer}{usual}" + (f": {means}" if means else ""))
