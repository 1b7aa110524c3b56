"""The photos among a table's evidence: which of them some eyes may see, and how their bytes are kept and let go."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

from cli.desk.photos.photo_cleaning import ENDINGS, CleanPhoto
from cli.machine.photo_folder import PhotoFolder
from cli.serve.messages.problems import WebProblem
from cli.serve.tables.table_view import View
from records.errors import Conflict, NotFound, Refused
from records.event import Event
from replay.action import Evidence
from replay.playout import OFFICIAL
from replay.read import read_event
from replay.view import mask_action

SWEEP_AFTER = 3600
"""Seconds after which a photo that no line names is a leftover: its service was killed before the line was stored."""
_SHA256 = re.compile(r"[0-9a-f]{64}")
_REFUSALS = (WebProblem, Refused, Conflict, NotFound)
"""After these nothing was written. After any other error that is not known."""


class PhotoSeen(NamedTuple):
    """A photo that some eyes may see: the line that names it, and what it says."""

    seq: int
    action: Evidence
    sha256: str
    ending: str


def photos_seen(view: View) -> list[PhotoSeen]:
    """The photos that these eyes may see by now: those of evidence whose file is not hidden from them."""
    lines = [event for event in view.events if event.do == "evidence"]
    return [photo for event in lines if (photo := _photo(view, event)) is not None]


def _photo(view: View, event: Event) -> PhotoSeen | None:
    seating, eyes = view.table.seating, view.key.eyes
    action = read_event(view.game, seating, event)
    if eyes != OFFICIAL:
        action = mask_action(view.game, seating, action, eyes)
    if not isinstance(action, Evidence) or action.attachment is None:
        return None
    digest, ending = action.attachment.get("sha256"), ENDINGS.get(str(action.attachment.get("type")))
    if not isinstance(digest, str) or not _SHA256.fullmatch(digest) or ending is None:
        return None
    return PhotoSeen(event.seq, action, digest, ending)


def named_in(events: Sequence[Event]) -> set[str]:
    """The digests that evidence names, whoever may see it: what must be kept."""
    files = (event.fields.get("attachment") for event in events if event.do == "evidence")
    return {str(file.get("sha256")) for file in files if isinstance(file, dict)}


class PhotoKeeper:
    """The photos of a store, while lines that name them are written."""

    def __init__(self, folder: PhotoFolder) -> None:
        self.folder = folder
        self._in_hand: Counter[tuple[str, str]] = Counter()

    def seen(self, view: View) -> list[PhotoSeen]:
        """The photos that some eyes may see and that are kept here."""
        found = photos_seen(view)
        there = self.folder.names(view.table.record_id) if found else ()
        return [photo for photo in found if f"{photo.sha256}.{photo.ending}" in there]

    def lines(self, view: View) -> set[int]:
        """The lines that name them."""
        return {photo.seq for photo in self.seen(view)}

    @asynccontextmanager
    async def kept(self, record_id: str, photo: CleanPhoto, events: Sequence[Event], now: int) -> AsyncIterator[None]:
        """Keep a photo before its line is written; it goes again if the line is refused and no other names it.

        `events` are the lines of the record, as they grow.
        """
        name = (photo.sha256, ENDINGS[photo.type])
        held = (record_id, photo.sha256)
        self._in_hand[held] += 1
        try:
            await asyncio.to_thread(self._put, record_id, photo, named_in(events), now)
            yield
        except _REFUSALS:
            if self._in_hand[held] == 1 and photo.sha256 not in named_in(events):
                self.folder.remove(record_id, *name)
            raise
        finally:
            self._in_hand[held] -= 1
            if not self._in_hand[held]:
                del self._in_hand[held]

    def _put(self, record_id: str, photo: CleanPhoto, named: set[str], now: int) -> None:
        self.folder.sweep(record_id, named, now / 1_000_000 - SWEEP_AFTER)
        self.folder.put(record_id, photo.sha256, ENDINGS[photo.type], photo.data)
