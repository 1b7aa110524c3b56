"""Examples of what each call takes. Every one is sent, as it stands here, to a running service by a test.

They are of one table and of one tournament. The table's first lines are those of a game that was dealt, so they hold
what is really logged of whichever games are installed; links, devices, seals and passkeys are of that test.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from cli.serve.openapi_actions import Schema
from replay.action import Action, name_of
from replay.deal import deal, header_for
from replay.game import Game

Body = dict[str, Any]
RECORD = "01KA5T0000000000000000TAB1"
HALL = "01KA5T0000000000000000DAY1"
LINES = 8
"""How many lines the table's record has, behind its header."""
SIZE = LINES + 1
TOKEN = "token"
LINK = "link"
DEVICE = "device"
SEAL = "seal"
PASSKEY: Body = {"client": "", "attestation": ""}
PHOTO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
"""One blue dot."""
ENTRANTS = "name,club\nAnn,Harbour\nBob,Harbour\nCleo,\nDee,\n"


class Beginning(NamedTuple):
    """How a game begins that was dealt: the header, the lines before the example's, and that line."""

    header: Body
    before: list[Body]
    line: Body


def dealt_beginning(game: Game, lines: int | None = None) -> Beginning:
    """A game as a scribe logs it, up to a line; without a number, up to the first that is this game's own play."""
    header = header_for(game, game.player_counts[0])
    seen = [{name: value for name, value in body.items() if name != "at"} for body in deal(game, header, 1).scribe]
    place = _first_play(game.actions, seen) if lines is None else lines
    return Beginning(header, seen[:place], seen[place])


def _first_play(kinds: Sequence[type[Action]], bodies: Sequence[Body]) -> int:
    plays = {name_of(kind) for kind in kinds} - {"setup"}
    return next(place for place, body in enumerate(bodies) if body["do"] in plays)


def of_tables(games: Sequence[Game]) -> list[Game]:
    """The games that are played at a table."""
    return [game for game in games if not game.is_linked]


def places_in(call: str, games: Sequence[Game]) -> Body:
    """What stands in the address of a call: the record, the link and so on."""
    at_table = of_tables(games)[:1]
    seats = [game.seats[0] for game in at_table]
    hall = call in HALL_CALLS
    found = {"id": HALL if hall else RECORD, "g": LINK, "seq": "1", "what": "standings"}
    return {**found, **{"game": game.id for game in at_table}, **{"seat": seat for seat in seats}}


HALL_CALLS = (
    "get_tournament",
    "get_hall_board",
    "get_summary",
    "get_standings",
    "get_why",
    "get_code",
    "get_penalties",
    "get_paper",
    "get_hall_list",
    "get_wall",
    "post_entrants",
    "post_drop",
    "post_round_preview",
    "post_round",
    "post_hall_tables",
    "post_collect",
    "post_results",
)


def examples_of(games: Sequence[Game]) -> dict[str, dict[str, Schema]]:
    """The examples of each call by the name of its operation, each with its own name."""
    at_table = of_tables(games)
    if not at_table:
        return {}
    first = at_table[0]
    events = {**_lines(first.seats[0]), **{game.id: _line_of(game) for game in games}}
    found = {**_PLAIN, **_begun(first), "post_events": events, "post_read": _tried(dealt_beginning(first, LINES).line)}
    return {
        call: {name: {"value": value} | _says(name) for name, value in told.items()} for call, told in found.items()
    }


def _says(name: str) -> Schema:
    return {"summary": name.replace("-", " ").capitalize() + "."}


def _line_of(game: Game) -> Body:
    """A line of a game, in a record that has only the lines before it."""
    beginning = dealt_beginning(game)
    return {"key": "9f2c41", "expect": len(beginning.before) + 1, "ago": 850, "events": [beginning.line]}


def _lines(seat: str) -> dict[str, Body]:
    """Lines that every game has."""
    sent = {"key": "9f2c42", "expect": SIZE}
    claim = {"do": "dispute", "by": seat, "about": LINES, "claim": "That was another card."}
    return {
        "note": {**sent, "ago": 850, "events": [{"do": "note", "text": "A card fell off the table."}]},
        "two-lines": {
            **sent,
            "events": [{"do": "note", "text": "Tea."}, {"do": "unread", "said": "r7?"}],
            "ago": [9, 1],
        },
        "typed": {**sent, "say": "n Ann is back", "form": True},
        "strike": {**sent, "events": [{"do": "amend", "target": LINES, "action": None, "why": "not played"}]},
        "rewind": {**sent, "events": [{"do": "rewind", "to": LINES - 2, "why": "taken back"}]},
        "claim": {**sent, "events": [claim]},
    }


def _tried(line: Body) -> dict[str, Body]:
    return {"event": {"events": [line], "expect": SIZE}, "typed": {"say": "n Ann", "complete": True}}


def _begun(game: Game) -> dict[str, dict[str, Body]]:
    """What names a game."""
    players = [f"{seat}={name}" for seat, name in zip(game.seats, ("Ann", "Bob", "Cleo"), strict=False)]
    table = {"game": game.id, "players": players, "event": "Harbour Open", "round": 1, "table": 3}
    agreed = {"officials": [{"name": "Kim", "level": "head"}], "options": {"kit": "box"}}
    rows = f"event,round,table,game,players\nHarbour Open,1,4,{game.id},{';'.join(players)}\n"
    day = {"title": "Harbour Open", "rounds": 2, "games": [game.id], "officials": ["Kim:head"], "csv": ENTRANTS}
    return {
        "post_record": {"table": {**table, **agreed}},
        "post_list": {"two-tables": {"csv": rows, "dry_run": True}},
        "post_tournament": {"day": day},
    }


_AFTER_CLAIM = {"expect": SIZE + 1, "dispute": SIZE}
_RULED = {"verdict": "dismissed", "remedy": "stand", "facts": "The card lay there all the time.", "standard": "agreed"}
_PLAIN: dict[str, dict[str, Body]] = {
    "post_join": {"link": {"token": TOKEN, "device": "Ann's phone"}},
    "post_link": {"link": {"token": TOKEN}},
    "post_code": {"link": {"token": TOKEN}},
    "post_asking": {"let-in": {"session": DEVICE, "allow": True}},
    "post_consent": {"let-in": {"session": DEVICE, "allow": True}},
    "put_passkey": {"passkey": PASSKEY},
    "post_pen": {"take": {"do": "take"}, "keep": {"do": "keep"}, "give": {"do": "give"}},
    "post_seal": {"plan": {"key": "51a", "expect": SIZE, "what": "my plan", "value": "north", "open_by": "game-end"}},
    "post_opening": {"plan": {"key": "51b", "expect": SIZE + 1, "seal": SEAL}},
    "post_grant": {"scribe": {"role": "scribe"}, "official": {"role": "official", "name": "Kim"}},
    "post_links": {"usual": {}, "officials-too": {"officials": ["Kim"]}},
    "put_person": {"name": {"name": "Zoë"}},
    "post_second": {"from-here": {"scribe": "Zoë", "take_over": True}},
    "post_photo": {"photo": {"key": "77c", **_AFTER_CLAIM, "photo": PHOTO, "text": "The card.", "see": "parties"}},
    "post_whatif": {"without-the-line": {"remedy": "void", "targets": [LINES]}},
    "post_ruling": {"it-stands": {"key": "88d", **_AFTER_CLAIM, **_RULED}},
    "post_final": {"final": {"key": "88e", "expect": SIZE + 2, "dispute": SIZE, "why": "Nobody appeals."}},
    "post_close": {
        "broken-off": {"key": "99f", "expect": SIZE, "end": "abandoned", "result": {"words": "The bar shut."}}
    },
    "post_entrants": {"list": {"key": "e1", "csv": ENTRANTS}, "one": {"key": "e2", "names": ["Eve"], "club": "Quay"}},
    "post_drop": {"home": {"key": "d1", "names": ["Dee"], "why": "Had to go home."}},
    "post_round_preview": {"dice": {"nonce": "6 2 5"}},
    "post_round": {"dice": {"key": "r1", "nonce": "6 2 5", "expect": 0}},
    "post_collect": {"signed": {"key": "c1"}},
    "post_result": {"slip": {"key": "s1", "table": "r1t1", "order": [["p1"], ["p2", "p3"]]}},
}
