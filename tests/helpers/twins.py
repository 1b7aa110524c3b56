"""Twin games: equal to a dealt one but for one hidden value, for tests of what a viewer may not find out."""

import re
from random import Random
from typing import Any, NamedTuple

import msgspec

from records.record import Head, Record, of_bodies
from records.salt import salt_of
from records.tree import Peaks
from replay.game import Game
from replay.playout import digest, play_out
from replay.read import put, read_body
from replay.reel import played
from replay.step import Placed
from replay.table import Table
from replay.view import TABLE, hidden_fields, is_salt_due, mask_action
from tests.helpers.tools import dealt, timeline

Body = dict[str, Any]
HASH = r"[A-Za-z0-9+/]{43}=|[A-Z2-7]{4}-[A-Z2-7]{4}|[0-9a-f]{64}"
"""A root, a code or a digest, as they are shown."""
Hidden = tuple[int, str, Any]
"""An event, the path of a part of it that a viewer does not see, and the value there."""


def hidden_from(game: Game, table: Table, line: list[Placed], viewer: str) -> list[Hidden]:
    """Every part of a timeline that a viewer does not see."""
    return [
        (seq, path, value)
        for seq, action in line
        for path, value in hidden_fields(game, action, mask_action(game, table, action, viewer))
    ]


def with_another_value(bodies: list[Body], place: Hidden, hidden: list[Hidden], rng: Random) -> list[Body] | None:
    """The same lines with another value of the same shape in that one place; None if there is no other."""
    seq, path, value = place
    same_shape = [
        other
        for _, name, other in hidden
        if name.split(".")[0] == path.split(".")[0] and _shape(other) == _shape(value) and other != value
    ]
    if not same_shape:
        return None
    changed = msgspec.json.decode(msgspec.json.encode(bodies))
    assert put(changed[seq - 1], path.split("."), rng.choice(same_shape))
    return list(changed)


def _shape(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shape(item) for key, item in value.items()}
    return len(value) if isinstance(value, list) else type(value)


class Pair(NamedTuple):
    """A record and its twin, with the viewer who must not tell them apart."""

    one: Record
    other: Record
    viewer: str
    where: str
    """What differs, for a message."""


def pair_of(
    game_id: str, players: int, rng: Random, *, events: int, salted: bool, more: Body | None = None
) -> Pair | None:
    """Twins of a game cut after some events, with corrections, a claim, a count, evidence and a signature behind it.

    `more` are fields of their header.
    """
    game_dealt = dealt(game_id, players, rng.randrange(10_000))
    bodies = game_dealt.full[:events]
    header = {**game_dealt.header, "officials": [{"name": "Kim", "level": "head"}], **(more or {})}
    game, table, line, _ = timeline(header, bodies)
    viewer = rng.choice((*table.seats, TABLE))
    hidden = hidden_from(game, table, line, viewer)
    if not hidden:
        return None
    place = rng.choice(hidden)
    twin = with_another_value(bodies, place, hidden, rng)
    if twin is None:
        return None
    mended = rng.choice((None, place[0]))
    seed = rng.randrange(2**60) if salted else None
    one, other = (
        _with_procedure(header, lines, viewer, mended, word=word, salts=(seed, place[0]))
        for lines, word in ((bodies, "this"), (twin, "that"))
    )
    where = f"{game_id}, {players} players, {events} events, event {place[0]} {place[1]} for {viewer}"
    return Pair(one, other, viewer, f"{where}, amended" if mended else where)


def _with_procedure(
    header: Body, bodies: list[Body], viewer: str, mended: int | None, *, word: str, salts: tuple[int | None, int]
) -> Record:
    """The record with what follows its play; `word` is in all that the viewer may not read."""
    found = played(of_bodies(header, bodies))
    state = digest(found.game, play_out(found.game, found.table, found.record.events, viewer=TABLE).state_at())
    seat = next(seat for seat in found.table.seats if seat != viewer)
    hands = {f"{zone}.{seat}": [word, word] for zone in ("hands", "hand", "values", "no such zone")}
    claim = {"do": "dispute", "by": seat, "about": 1, "claim": "x", "freeze": {"state": state, "recount": hands}}
    behind: list[Body] = [
        {"do": "unread", "said": word},
        {"do": "observe", "by": "Kim", "facts": hands},
        {"do": "reveal", "by": seat, "what": "x", "value": word, "to": []},
        *([{"do": "amend", "target": mended, "action": bodies[mended - 1]}] if mended else []),
        {"do": "amend", "target": len(bodies) + 1, "action": {"do": "unread", "said": word}},
        claim,
    ]
    dispute = len(bodies) + len(behind)
    behind += [{"do": "evidence", "dispute": dispute, "kind": "witness", "text": word, "see": "officials"}]
    lines = _salted(found.game, found.table, [*bodies, *behind], salts, word)
    head = of_bodies(header, lines).head().text()
    sign = {"do": "sign", "seat": seat, "head": head, "statement": "refuse", "text": head, "signature": head}
    return of_bodies(header, [*lines, sign])


def _salted(game: Game, table: Table, bodies: list[Body], salts: tuple[int | None, int], word: str) -> list[Body]:
    """Twins have other salts where a mask takes them away, and only there: what is seen whole is seen with its salt."""
    seed, changed = salts
    if seed is None:
        return bodies
    lines = []
    for seq, body in enumerate(bodies, 1):
        own = word if seq == changed or word in str(body) or body.get("target") == changed else ""
        salt = salt_of(Random(f"{seed} {seq} {own}").randbytes(16))
        lines.append({**body, "salt": salt} if is_salt_due(game, table, read_body(game, table, body)) else body)
    return lines


def hashes_of(record: Record) -> list[str]:
    """Every head and code that the record ever had, as they are shown."""
    peaks, told = Peaks(), []
    for leaf in record.leaves():
        peaks.add(leaf)
        head = Head(peaks.size, peaks.root())
        told += [head.text().partition(":")[2], head.code]
    return told


def hashes_in(text: str) -> set[str]:
    """Everything in a text that looks like a root, a code or a digest."""
    return set(re.findall(HASH, text))


def as_lines(record: Record) -> bytes:
    """The record as a file."""
    return b"".join(line + b"\n" for line in record.lines)
