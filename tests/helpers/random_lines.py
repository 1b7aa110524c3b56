"""Lines that may come next in any record: play, what fits badly, corrections of anything, parts of the procedure."""

from functools import cache
from random import Random

from records.event import Event
from records.record import of_bodies
from records.timeline import CORRECTIONS
from replay.game import Game
from replay.library import game_of
from tests.helpers.tools import Body, cases, dealt

STAMP = "2026-11-15T21:00:00Z"


@cache
def game_lines(game_id: str, seed: int) -> tuple[Body, list[Body], list[Body], list[Body]]:
    """The header of a dealt game, its lines in full, as a scribe saw them, and what was revealed afterwards."""
    rng = Random(seed)
    game = dealt(game_id, rng.randint(*game_of(game_id).players), seed)
    header = {**game.header, "officials": [{"name": "Kim", "level": "head"}]}
    return header, game.full, game.scribe, game.revealed[len(game.scribe) :]


@cache
def odd_lines(game_id: str) -> list[Body]:
    """The lines of all cases: counts, reveals and broken rules of every kind, at any table."""
    return [body for case in cases(game_id) for body in case.record[1:]]


def a_log(game_id: str, rng: Random, most: int) -> tuple[Body, list[Body]]:
    """A dealt game up to some event, with all, some or none of its hidden facts."""
    if rng.random() < 0.3:  # of a rule: short, so that every correction reaches it
        case = rng.choice(cases(game_id))
        return case.record[0], case.record[1:] or [{"do": "note", "text": "nothing yet"}]
    header, full, scribe, reveals = game_lines(game_id, rng.randint(0, 2))
    length = rng.randint(1, min(most, len(scribe)))
    if rng.random() < 0.3:
        return header, full[:length]
    if rng.random() < 0.3:  # one game after another, the last of them begun
        told = [body for body in reveals if rng.random() < 0.5]
        return header, [*full[: rng.randint(1, most)], *scribe[: rng.randint(1, most)], *told, *full[:length]]
    return header, [*scribe[:length], *(body for body in reveals if rng.random() < 0.5)]


def a_line(game_id: str, rng: Random, events: list[Event]) -> Body:
    """Any line: one of the play, one that fits badly, or a part of the procedure."""
    _, full, scribe, reveals = game_lines(game_id, rng.randint(0, 2))
    pools = (full, scribe, odd_lines(game_id), reveals or scribe)
    drawn = rng.choice([*pools, [event.body() for event in events if event.do not in CORRECTIONS]])
    body = dict(rng.choice(drawn))
    return {name: (True if value == 1 and rng.random() < 0.5 else value) for name, value in body.items()}


def a_correction(game_id: str, rng: Random, events: list[Event]) -> Body:
    """A correction of any event, of another correction perhaps, or of none that exists."""
    seq = rng.randint(1, len(events) + rng.choice([0, 0, 0, 1]))
    corrected = [event.seq for event in events if event.do in CORRECTIONS]
    if corrected and rng.random() < 0.3:
        seq = rng.choice(corrected)
    match rng.choice(["amend", "alter", "strike", "insert", "rewind"]):
        case "amend":
            return {"do": "amend", "target": seq, "action": a_line(game_id, rng, events)}
        case "alter":
            body = events[min(seq, len(events)) - 1].body()
            kept = {name: value for name, value in body.items() if name == "do" or rng.random() < 0.8}
            return {"do": "amend", "target": seq, "action": kept}
        case "strike":
            return {"do": "amend", "target": seq, "action": None}
        case "insert":
            return {"do": "insert", "after": seq, "action": a_line(game_id, rng, events)}
        case _:
            return {"do": "rewind", "to": seq}


def a_procedure(rng: Random, events: list[Event], game: Game, header: Body) -> Body:
    """What may make corrections wait, or changes how the table reads a question."""
    reading = {}
    if game.questions:
        question = rng.choice(game.questions)
        given = {"question": question.id, "answer": rng.choice(question.answers), "from": rng.randint(1, len(events))}
        reading = {"reading": given}
    disputes = [event.seq for event in events if event.do == "dispute"]
    seats = [player["seat"] for player in header["players"]]
    waiting = [event.seq for event in events if event.do in CORRECTIONS]
    orders: list[Body] = [{"remedy": "stand"}, {"remedy": "stand", "confirms": waiting[-2:]}]
    orders.append({"remedy": "void", "targets": [rng.randint(1, len(events))]})
    return rng.choice(
        [
            {"do": "close"},
            {"do": "sign", "seat": rng.choice(seats), "head": head_after(header, events), "statement": "accept"},
            {"do": "dispute", "by": game.seats[0], "about": rng.randint(1, len(events)), "claim": "it was another"},
            {"do": "ruling", "by": "Kim", "dispute": max(disputes, default=1), "verdict": "upheld", **reading}
            | {"facts": {"standard": "agreed", "text": "all saw it"}, **rng.choice(orders)},
        ]
    )


def head_after(header: Body, events: list[Event]) -> str:
    """The head of the lines so far, as a signature names it."""
    return of_bodies(header, [event.body() for event in events]).head().text()


def next_line(game: Game, rng: Random, events: list[Event], header: Body, procedure: float = 0.1) -> Body:
    """What is logged next: mostly a correction, or else a line of play or (with a chance) of the procedure."""
    chance = rng.random()
    if chance < 0.65 - procedure / 2:
        return a_correction(game.id, rng, events)
    if chance < 0.65 + procedure / 2:
        return a_procedure(rng, events, game, header)
    return a_line(game.id, rng, events)
