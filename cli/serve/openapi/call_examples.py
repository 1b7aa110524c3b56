"""Examples of what each call takes. Every one is sent, as it stands here, to a running service by a test.

They are of one table and of one tournament. The table's first lines are those of a game that was dealt, so they hold
what is really logged of whichever games are installed; links, devices, seals and passkeys are of that test.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from cli.serve.openapi.action_schemas import Schema
from replay.action import Action, name_of
from replay.deal import DealtGame, deal, header_for
from replay.game import Game

Body = dict[str, Any]
RECORD = "01KA5T0000000000000000TAB1"
HALL = "01KA5T0000000000000000DAY1"
LINES = 8
"""How many lines the table's record has, behind its header."""
SIZE = LINES + 1
TOKEN = "mtippHB8QOjMxJWdc5G86w"
LINK = "7xvwye5l"
NOTICE = "xhSUWZ4fa3Hb"
DEVICE = "facda8b6cbba73b8f45747247dc81795e8335d3805b4bf3c7205d56d5ac27064"
SEAL = "s1.a3GzIzACc_oEhh_6ahOMZ2A4_32pH6dxfe-D5a1uImY"
CLIENT = (
    "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiZkhvV1M4Y0JVSG5iOEhBNnhlaDdlS3FpTFVQdnRmck8zVGhQ"
    "SUt4QkdnNCIsIm9yaWdpbiI6Imh0dHBzOi8vY2x1Yi50ZXN0IiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ"
)
ATTESTATION = (
    "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViOduneLH77kUUypXpNk6kw76cnrnxZ0tRKRaNPpvxfONJBAAAAAAAAAAAAAAAA"
    "AAAAAAAAAAAACmtleS1vZi1raW2lAQIDJiABIVggpVdRImHHBKpWLDnVQyOelUb1B5iUkoOp62GfHpIS06oiWCCDoqyVppAbTfaf"
    "M7-IJmwunkFiavcpIrfpxMPe-GcLjA"
)
"""A new passkey, for the question that the test asks."""
PHOTO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
"""One blue dot."""
ENTRANTS = "name,club\nAnn,Harbour\nBob,Harbour\nCleo,\nDee,\n"


class Beginning(NamedTuple):
    """How a game begins that was dealt: the header, the lines before the example's, and that line."""

    header: Body
    before: list[Body]
    line: Body


def dealt(game: Game) -> DealtGame:
    """A game of a table with as few players as it takes; always the same one."""
    return deal(game, header_for(game, game.player_counts[0]), 1)


def beginning(game: Game, whole: DealtGame, lines: int | None = None) -> Beginning:
    """A game as a scribe logs it, up to a line; without a number, up to the first that is this game's own play."""
    seen = [{name: value for name, value in body.items() if name != "at"} for body in whole.scribe]
    place = _first_play(game.actions, seen) if lines is None else lines
    return Beginning(whole.header, seen[:place], seen[place])


def _first_play(kinds: Sequence[type[Action]], bodies: Sequence[Body]) -> int:
    plays = {name_of(kind) for kind in kinds} - {"setup"}
    return next((place for place, body in enumerate(bodies) if body["do"] in plays), 0)


def example_game(games: Sequence[Game], wholes: Mapping[str, DealtGame]) -> Game | None:
    """The game of the table that most examples are about: the first that is played at a table and lasts long enough."""
    return next((game for game in games if not game.is_linked and len(wholes[game.id].scribe) > LINES), None)


def places_in(path: str, game: Game | None) -> Body:
    """What stands in the address of a call: the record, the link and so on."""
    found = {"id": HALL if path.startswith("/tournaments") else RECORD, "g": LINK, "seq": "1", "what": "standings"}
    found["notice"] = NOTICE
    return found if game is None else {**found, "game": game.id, "seat": game.seats[0]}


def examples_of(
    games: Sequence[Game], wholes: Mapping[str, DealtGame], first: Game | None
) -> dict[str, dict[str, Schema]]:
    """The examples of each call by the name of its operation, each with its own name."""
    events = {game.id: _line_of(game, wholes[game.id]) for game in games}
    found = {**_PLAIN, "post_events": events}
    if first is not None:
        whole = wholes[first.id]
        found |= {**_begun(first), **_sealed(whole), "post_read": _tried(beginning(first, whole, LINES).line)}
        found["post_events"] = {**_lines(first.seats[0]), **events}
    return {
        call: {name: {"summary": _says(name), "value": value} for name, value in told.items()}
        for call, told in found.items()
    }


def _says(name: str) -> str:
    return name.replace("-", " ").capitalize() + "."


def _line_of(game: Game, whole: DealtGame) -> Body:
    """A line of a game, in a record that has only the lines before it."""
    begun = beginning(game, whole)
    return {"key": "9f2c41", "expect": len(begun.before) + 1, "ago": 850, "events": [begun.line]}


def _sealed(whole: DealtGame) -> dict[str, dict[str, Body]]:
    """A fact that is hidden in the first line, sealed by whom it belongs to."""
    hidden = [*whole.revealed[len(whole.scribe) :], {"what": "my plan", "value": "north"}][0]
    fact = {"what": hidden["what"], "value": msgspec.json.encode(hidden["value"]).decode()}
    return {"post_seal": {"hidden-fact": {"key": "51a", "expect": SIZE, **fact, "open_by": "game-end"}}}


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
    day = {"title": "Quay Open", "rounds": 2, "games": [game.id], "officials": ["Kim:head"], "csv": ENTRANTS}
    return {
        "post_record": {"table": {**table, **agreed}},
        "post_list": {"two-tables": {"csv": rows, "dry_run": True}},
        "post_tournament": {"day": day},
    }


_AFTER_CLAIM = {"expect": SIZE + 1, "dispute": SIZE}
_RULED = {
    "verdict": "dismissed",
    "remedy": "stand",
    "facts": "The card was on the table all the time.",
    "standard": "agreed",
}
_PLAIN: dict[str, dict[str, Body]] = {
    "post_join": {"link": {"token": TOKEN, "device": "Ann's phone"}},
    "post_link": {"link": {"token": TOKEN}},
    "post_code": {"link": {"token": TOKEN}},
    "post_asking": {"let-in": {"session": DEVICE, "allow": True}},
    "post_consent": {"let-in": {"session": DEVICE, "allow": True}},
    "put_passkey": {"passkey": {"client": CLIENT, "attestation": ATTESTATION}},
    "post_pen": {"take": {"do": "take"}, "keep": {"do": "keep"}, "give": {"do": "give"}},
    "post_opening": {"hidden-fact": {"key": "51b", "expect": SIZE + 1, "seal": SEAL}},
    "post_grant": {"scribe": {"role": "scribe"}, "official": {"role": "official", "name": "Kim"}},
    "post_links": {"usual": {}, "officials-too": {"officials": ["Kim"]}},
    "put_person": {"name": {"name": "Zoë"}},
    "post_second": {"from-here": {"scribe": "Zoë", "take_over": True}},
    "post_photo": {"photo": {"key": "77c", **_AFTER_CLAIM, "photo": PHOTO, "see": "parties", "over": True}},
    "post_notice": {"call-out": {"kind": "call"}},
    "post_notice_answer": {"all-is-well": {"do": "answer"}},
    "post_whatif": {"without-the-line": {"remedy": "void", "targets": [LINES]}},
    "post_ruling": {"it-stands": {"key": "88d", **_AFTER_CLAIM, **_RULED}},
    "post_final": {"final": {"key": "88e", "expect": SIZE + 2, "dispute": SIZE, "why": "Nobody appeals."}},
    "post_close": {
        "broken-off": {"key": "99f", "expect": SIZE, "end": "abandoned", "result": {"words": "The bar shut."}}
    },
    "post_entrants": {"list": {"key": "e1", "csv": ENTRANTS}, "one": {"key": "e2", "names": ["Eve"], "club": "Quay"}},
    "post_drop": {"home": {"key": "d1", "names": ["Dee"], "why": "Had to go home."}},
    "post_round_preview": {"dice": {"nonce": "6 2 5"}},
    "post_round": {"dice": {"key": "r1", "nonce": "6 2 5", "expect": 7}},
    "post_collect": {"signed": {"key": "c1"}},
    "post_result": {"slip": {"key": "s1", "table": "r1t1", "order": [["cleo"], ["ann", "bob"]]}},
}
