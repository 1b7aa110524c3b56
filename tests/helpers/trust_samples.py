"""Records and places that the tests of trust share."""

import hashlib
import io
import os
from pathlib import Path
from typing import Any

import pytest

from records.record import Record, of_bodies
from records.seal import salt_of, seal

RECORD_ID = "01JCQ7Z0000000000000000001"
OTHER_ID = "01JCQ7Z0000000000000000002"
SALT = "AAECAwQFBgcICQoLDA0ODw"


def vectors() -> Path:
    """The folder of public test vectors; without it the test is skipped, with a reason."""
    asked = os.environ.get("QM_VECTORS")
    here = Path(__file__).resolve()
    places = [Path(asked)] if asked else [parent / "shared" / "vectors" for parent in here.parents]
    for place in places:
        if place.is_dir():
            return place
    pytest.skip(
        f"no public test vectors in {', '.join(str(place) for place in places)}; set QM_VECTORS to their folder"
    )


def header(record_id: str | None = RECORD_ID, title: str = "Final, table 3") -> dict[str, Any]:
    """A header for two."""
    body: dict[str, Any] = {
        "quartermaster": 1,
        "game": "loot-island",
        "players": [{"seat": "blue", "name": "Zoë"}, {"seat": "red"}],
        "title": title,
    }
    return body if record_id is None else {**body, "id": record_id}


def forty(*, salted: bool = False) -> list[dict[str, Any]]:
    """Forty short events with most of what a record may hold: umlauts, escapes, numbers, lists, seals, a repeat.

    Salted, every event with cards has a salt of its own.
    """
    bodies: list[dict[str, Any]] = [{"do": "setup", "at": time(0)}]
    for number in range(1, 36):
        seat = ("blue", "red")[number % 2]
        body = {"by": seat, "do": "play", "n": number * number - 40, "cards": [f"c-{number}"]}
        bodies.append(body if number % 3 else {"at": time(number), **body})
    bodies[7] = {"do": "pass", "by": "blue"}
    bodies[8] = {"do": "note", "text": 'He said "no"\n\\ ä€😂\u007f', "at": time(8)}
    bodies[9] = {"do": "hide", "by": "blue", "slot": "C3", "as": seal(RECORD_ID, "blue", "C3", SALT, "bomb")}
    bodies[21] = {"do": "pass", "by": "blue"}
    bodies[22] = {"do": "observe", "facts": {"cubes.blue": 4, "ok": True, "none": None, "deep": [[{}], []]}}
    bodies.append({"do": "amend", "target": 5, "action": None, "why": "never happened", "at": time(36)})
    bodies.append({"do": "reveal", "by": "blue", "what": "C3", "value": "bomb", "salt": SALT, "seal": bodies[9]["as"]})
    bodies.append({"do": "note", "text": "x" * 40})
    bodies.append({"do": "close", "result": "finished", "at": time(39)})
    assert len(bodies) == 40
    if not salted:
        return bodies
    return [{**body, "salt": salt(seq)} if "cards" in body else body for seq, body in enumerate(bodies, 1)]


def salt(number: int) -> str:
    """A salt like no other."""
    return salt_of(hashlib.sha256(f"salt {number}".encode()).digest()[:16])


def time(minute: int) -> str:
    """A time of the evening."""
    return f"2026-11-15T18:{minute:02}:00Z"


def sample(record_id: str | None = RECORD_ID, *, salted: bool = False) -> Record:
    """The record of forty events."""
    return of_bodies(header(record_id), forty(salted=salted))


def other() -> Record:
    """A record from the neighbouring table."""
    bodies = [{"do": "setup"}, *({"do": "play", "by": "red", "cards": [f"o-{number}"]} for number in range(20))]
    return of_bodies(header(OTHER_ID, "Final, table 4"), bodies)


def as_text(record: Record) -> bytes:
    """The record as JSON Lines."""
    return b"".join(line + b"\n" for line in record.lines)


def as_packed(record: Record) -> bytes:
    """The record as msgpack."""
    out = io.BytesIO()
    record.write(out, packed=True)
    return out.getvalue()
