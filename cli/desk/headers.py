"""Headers of new records: who sits where, readings as people write them, and what a new record needs besides."""

from collections.abc import Callable
from typing import Any

from cli.desk.games_known import check_header, known_game
from records.errors import Refused
from records.event import NO_SEATS, read_header
from records.ids import new_id
from replay.game import Game

Body = dict[str, Any]


def seated(game: Game, given: list[str]) -> list[str]:
    """The seats with their names: names alone get the seats that are left, in order; a number, that many seats."""
    if len(given) == 1 and given[0].isascii() and given[0].isdigit():
        return list(game.seats[: int(given[0])])
    named = [entry.partition("=")[0] for entry in given]
    free = [seat for seat in game.seats if seat not in named]
    seats = []
    for entry, seat in zip(given, named, strict=True):
        if seat in (*game.seats, *NO_SEATS) or "=" in entry:  # whoever cannot be a seat is refused later
            seats.append(entry)
        elif free:
            seats.append(f"{free.pop(0)}={entry}")
        else:
            seats.append(entry)
    return seats


def readings_of(texts: list[str], where: str) -> dict[str, str]:
    """`LI-Q3=clockwise`, one for each question."""
    readings: dict[str, str] = {}
    for text in texts:
        question, equals, answer = text.partition("=")
        if not equals or not question or not answer:
            raise Refused(f"{text!r} answers no question", where=where, mend="write it as LI-Q3=clockwise")
        if readings.setdefault(question, answer) != answer:
            raise Refused(f"{question} has two answers", where=where, mend="give one")
    return readings


def begun(body: Body, moment: int, random: Callable[[int], bytes]) -> tuple[Body, bool]:
    """The header of a new record with its id and the version of its rules, and whether those are known here."""
    body = {**body, "id": new_id(moment, random(10))}
    game = known_game(read_header(body, "the new record"))
    if game is not None:  # the record keeps the defaults of the version it was made for
        body["rules"] = game.version
    return body, check_header(read_header(body, "the new record"))
