"""A finished game as a play for the app BG Stats: its JSON, with ids that are the same at every export."""

import json
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from cli.desk.summaries import occasion_text
from records.clock import from_text
from replay.reel import Reel
from replay.salting import head_for
from replay.score import Score, SeatScore

_NAMES = uuid5(NAMESPACE_URL, "https://quartermaster.invalid/bgstats")
_MINUTE = 60 * 1_000_000


def bgstats(reel: Reel, record_id: str) -> bytes:
    """The play with its game, players and place. Anonymous seats stay anonymous."""
    header = reel.found.record.header
    count = reel.found.game.score(reel.final)
    begun, minutes = _times(reel)
    players = [_player(number, player.seat, player.name, record_id) for number, player in enumerate(header.players, 1)]
    locations = [{"id": 1, "uuid": _uuid("place", header.place), "name": header.place}] if header.place else []
    game = {
        "id": 1,
        "uuid": _uuid("game", reel.found.game.id),
        "name": reel.found.game.title,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
    }
    play: dict[str, Any] = {
        "uuid": _uuid("play", record_id),
        "modificationDate": begun,
        "entryDate": begun,
        "playDate": begun,
        "durationMin": minutes,
        "usesTeams": False,
        "ignored": _result(reel) not in (None, "finished"),
        "manualWinner": False,
        "rounds": 0,
        "board": ", ".join(header.options.variants),
        "comments": _comments(reel, record_id),
        "gameRefId": 1,
        "playerScores": [
            _score(number, seat, count, header.players[number - 1].name) for number, seat in enumerate(count.seats, 1)
        ],
    }
    if locations:
        play["locationRefId"] = 1
    whole = {"games": [game], "players": players, "locations": locations, "plays": [play], "userInfo": {}}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _uuid(*parts: object) -> str:
    return str(uuid5(_NAMES, "\n".join(map(str, parts)))).upper()


def _player(number: int, seat: str, name: str | None, record_id: str) -> dict[str, Any]:
    known = ("player", name) if name else ("seat", record_id, seat)
    return {"id": number, "uuid": _uuid(*known), "name": name or seat, "isAnonymous": name is None}


def _score(number: int, seat: SeatScore, count: Score, name: str | None) -> dict[str, Any]:
    totals = [one.total for one in count.seats]
    known = [total for total in totals if isinstance(total, int)]
    score: dict[str, Any] = {
        "playerRefId": number,
        "score": "" if seat.total is None else str(seat.total),
        "winner": count.over and seat.seat in count.winners,
        "newPlayer": False,
        "startPlayer": False,
        "rank": 1 + sum(total > seat.total for total in known) if isinstance(seat.total, int) else 0,
        "seatOrder": number,
        "role": seat.seat,
    }
    return score if name else {**score, "anonymousName": seat.seat}


def _times(reel: Reel) -> tuple[str, int]:
    """When the game began, and for how many minutes it went on."""
    times = [event.at for event in reel.found.record.events if event.at]
    if not times:
        return "1970-01-01 00:00:00", 0
    minutes = (from_text(times[-1]) - from_text(times[0])) // _MINUTE
    return times[0][:19].replace("T", " "), max(0, minutes)


def _result(reel: Reel) -> str | None:
    closes = [event.fields.get("result") for event in reel.found.record.events if event.do == "close"]
    return str(closes[-1]) if closes else None


def _comments(reel: Reel, record_id: str) -> str:
    found = reel.found
    head = head_for(found.game, found.table, found.record, reel.eyes.viewer)
    code = f", code {head.code}" if head else ""
    parts = [occasion_text(found.record.header), f"Quartermaster record {record_id}{code}"]
    return "; ".join(part for part in parts if part)
