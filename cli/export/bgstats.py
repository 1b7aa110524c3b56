"""Finished games as plays for the app BG Stats: its JSON, with ids that are the same at every export."""

import json
from collections.abc import Iterable
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from msgspec import UNSET

from cli.desk.summaries import occasion_text
from records.clock import from_text
from replay.action import Close, Reveal
from replay.reel import Reel
from replay.result import place_of, result_at
from replay.salting import head_for
from replay.score import Score, SeatScore

_NAMES = uuid5(NAMESPACE_URL, "https://quartermaster.invalid/bgstats")
_MINUTE = 60 * 1_000_000


def bgstats(reel: Reel, record_id: str) -> bytes:
    """The play with its game, players and place. Anonymous seats stay anonymous."""
    return bgstats_of_all([(reel, record_id)])


def bgstats_of_all(records: Iterable[tuple[Reel, str]]) -> bytes:
    """Many plays in one file, with each game, person and place once."""
    book = _Book()
    plays = [_play(book, reel, record_id) for reel, record_id in records]
    whole = {**book.fields(), "plays": plays, "userInfo": {}}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


class _Book:
    """The games, players and places of a file, each under a number of its own."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, dict[str, Any]]] = {"games": {}, "players": {}, "locations": {}}

    def number(self, kind: str, entry: dict[str, Any]) -> int:
        """The number of an entry, which is kept at its first mention."""
        kept = self._kept[kind]
        known = kept.setdefault(entry["uuid"], {"id": len(kept) + 1, **entry})
        return int(known["id"])

    def fields(self) -> dict[str, list[dict[str, Any]]]:
        """All entries, as the file has them."""
        return {kind: list(kept.values()) for kind, kept in self._kept.items()}


def _play(book: _Book, reel: Reel, record_id: str) -> dict[str, Any]:
    header = reel.found.record.header
    count = result_at(reel.found.game, reel.found.record, reel.final)
    begun, minutes = play_times(reel)
    names = {player.seat: player.name for player in header.players}
    orders = {player.seat: order for order, player in enumerate(header.players, 1)}
    numbers = {
        player.seat: book.number("players", _player(player.seat, player.name, record_id)) for player in header.players
    }
    play: dict[str, Any] = {
        "uuid": _uuid("play", record_id),
        "modificationDate": begun,
        "entryDate": begun,
        "playDate": begun,
        "durationMin": minutes,
        "usesTeams": False,
        "ignored": _end(reel) != "finished",
        "manualWinner": False,
        "rounds": 0,
        "board": ", ".join(header.options.variants),
        "comments": _comments(reel, record_id, count),
        "gameRefId": book.number("games", _game(reel)),
        "playerScores": [
            _score(numbers[seat.seat], orders[seat.seat], seat, count, names[seat.seat]) for seat in count.seats
        ],
    }
    if header.place:
        play["locationRefId"] = book.number("locations", {"uuid": _uuid("place", header.place), "name": header.place})
    return play


def _game(reel: Reel) -> dict[str, Any]:
    return {
        "uuid": _uuid("game", reel.found.game.id),
        "name": reel.found.game.title,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
    }


def _uuid(*parts: object) -> str:
    return str(uuid5(_NAMES, "\n".join(map(str, parts)))).upper()


def _player(seat: str, name: str | None, record_id: str) -> dict[str, Any]:
    known = ("player", name) if name else ("seat", record_id, seat)
    return {"uuid": _uuid(*known), "name": name or seat, "isAnonymous": name is None}


def _score(number: int, order: int, seat: SeatScore, count: Score, name: str | None) -> dict[str, Any]:
    score: dict[str, Any] = {
        "playerRefId": number,
        "score": "" if seat.total is None else str(seat.total),
        "winner": count.over and seat.seat in count.winners,
        "newPlayer": False,
        "startPlayer": False,
        "rank": place_of(seat) or 0,
        "seatOrder": order,
        "role": seat.seat,
    }
    return score if name else {**score, "anonymousName": seat.seat}


def play_times(reel: Reel) -> tuple[str, int]:
    """When the game began, and for how many minutes it went on: from its first event to the last play or reveal.

    A ruling may come weeks later, and so may a correction; neither makes the game longer.
    """
    placed = [(step.action, step.action.at) for step in reel.steps if step.action.at]
    if not placed:
        return "1970-01-01 00:00:00", 0
    played = [at for action, at in placed if isinstance(action, (*reel.found.game.actions, Reveal))]
    begun = placed[0][1]
    minutes = (max(map(from_text, played), default=from_text(begun)) - from_text(begun)) // _MINUTE
    return begun[:19].replace("T", " "), max(0, minutes)


def _end(reel: Reel) -> str:
    """How the game ended, by the last close that counts; a record that was never closed is taken as finished."""
    closes = [step.action.told.end for step in reel.steps if isinstance(step.action, Close)]
    return closes[-1] if closes else "finished"


def _comments(reel: Reel, record_id: str, count: Score) -> str:
    found = reel.found
    head = head_for(found.game, found.table, found.record, reel.eyes.viewer)
    code = f", code {head.code}" if head else ""
    adjusted = [seat for seat in count.seats if seat.ruling is not UNSET]
    parts = [
        occasion_text(found.record.header),
        *(f"{seat.seat} {seat.words}" for seat in adjusted),
        f"Quartermaster record {record_id}{code}",
    ]
    if count.adjusted is not UNSET and not adjusted:
        parts.insert(1, f"places as ruled (event {count.adjusted.ruling})")
    return "; ".join(part for part in parts if part)
