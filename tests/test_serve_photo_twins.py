"""Two services whose records hide different photos answer everybody who may not see them with the same bytes."""

import base64
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from records.record import Record, of_bodies
from tests.helpers.photos import PLAIN, PLAIN_PNG
from tests.helpers.route_requests import Case, ask, reads, writes
from tests.helpers.slow import first_ones, many
from tests.helpers.still_service import Guest, Heard, Still, hashes_ever
from tests.helpers.tools import dealt

EVERY = many(4, 1)
"""One in this many requests is sent by each guest."""
HIDDEN: dict[str, tuple[bytes, bytes | None]] = {
    "two photos": (PLAIN, PLAIN_PNG),
    "a photo, and a statement that is called one": (PLAIN, None),
}


class Side:
    """One of two services, with a claim and a photo that its guests may not see."""

    def __init__(self, still: Still, record: Record, see: str, photo: bytes | None) -> None:
        self.still = still
        self.id = still.put(record)
        self.kim = still.join("official", self.id, name="Kim")
        assert still.write(self.id, self.kim, {"do": "dispute", "about": 2, "claim": "no"}).status == 200
        claim = self.claim = still.size(self.id) - 1
        self.photo = still.size(self.id)
        if photo is None:
            said = {"do": "evidence", "dispute": claim, "kind": "photo", "see": see, "text": "it is on the wall"}
            sent: dict[str, Any] = {"key": "photo", "expect": self.photo, "events": [said]}
            answer = still.post(f"/records/{self.id}/events", self.kim, sent)
        else:
            answer = self.send(self.kim, photo, see=see)
        assert answer.status == 200, answer.text
        self.guests: dict[str, Guest] = {
            "spectator": still.join("spectator", self.id),
            "late": still.join("spectator", self.id, delay="60"),
            "scribe": still.join("scribe", self.id),
        }
        if see == "officials":
            self.guests["seat"] = still.join("seat", self.id, seat="p1")
        self.case = Case(self.id, record.header.game, still.size(self.id), [], [])

    def send(self, guest: Guest, photo: bytes, **more: str) -> Heard:
        """Send a photo."""
        body = {"key": "photo", "expect": self.still.size(self.id), "dispute": self.claim, **more}
        return self.still.post(f"/records/{self.id}/photos", guest, {**body, "photo": base64.b64encode(photo).decode()})

    def told(self) -> Iterator[tuple[str, str]]:
        """Every answer to everybody, with heads and codes left out: they are salted, and say nothing."""
        for asked, text in list(self._told()):
            for found in hashes_ever(self.still, self.id):
                text = text.replace(found, "(hash)")
            yield asked, text

    def _told(self) -> Iterator[tuple[str, str]]:
        for place, (who, guest) in enumerate(self.guests.items()):
            if who == "seat":  # who sends the very photo that is hidden is told nothing by it
                yield "the seat sends it", self.send(guest, PLAIN).text
                yield "the seat sees its own", self.still.get(f"/records/{self.id}/photos/{self.photo + 1}", guest).text
            for method, request in [*reads(self.case), *writes(self.case)][place % EVERY :: EVERY]:
                answer = ask(self.still, method, request, guest)
                assert answer.status < 500, answer.text
                yield f"{who}: {method} {request.path}", answer.text
            answer = self.still.get(f"/records/{self.id}/photos/{self.photo}", guest)
            unknown = self.still.get(f"/records/{self.id}/photos/1", guest)
            assert (answer.status, answer) == (404, unknown)


@contextmanager
def two(folder: Path, see: str, photos: tuple[bytes | None, ...]) -> Iterator[list[Side]]:
    game = dealt("sea-or-shore", 3, 1)
    record = of_bodies(dict(game.header), [dict(body) for body in game.scribe[:8]])
    with ExitStack() as stack:
        stills = [stack.enter_context(Still(folder / str(place), memory="open")) for place in range(2)]
        yield [Side(still, record, see, photo) for still, photo in zip(stills, photos, strict=True)]


@pytest.mark.parametrize("hidden", HIDDEN)
@pytest.mark.parametrize("see", first_ones(["officials", "parties"]))
def test_who_may_not_see_a_photo_learns_nothing_of_it(tmp_path: Path, see: str, hidden: str) -> None:
    with two(tmp_path, see, HIDDEN[hidden]) as (one, other):
        for mine, theirs in zip(one.told(), other.told(), strict=True):
            assert mine == theirs
