"""Where the viewer stands: the place, the eyes, the findings and the search. Knows nothing of the screen."""

import json
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import Any

from replay.finding_words import settled_last
from replay.playout import OFFICIAL
from replay.read import prepare
from replay.reel import Eyes, Findings, Played, Reel, findings_of
from replay.remarks import corrections_of, notes_about, waiting_about
from replay.view import TABLE


class Cursor:
    """A place in a record, and everything that moves it. `name` is how the record is named in a reference."""

    def __init__(self, found: Played, name: str, eyes: Eyes, seq: int | None = None) -> None:
        self.found = found
        self.name = name
        self.eyes = eyes
        self._reels: dict[Eyes, Reel] = {}
        self._findings: dict[Eyes, Findings] = {}
        self.matches: list[int] = []
        self.searched = ""
        prepare(found.game)  # the rules are asked in another thread, which reads events too
        self.place = self.reel.place(seq) if seq is not None else 0

    @property
    def reel(self) -> Reel:
        """The record through the present eyes."""
        return self._reel(self.eyes)

    def _reel(self, eyes: Eyes) -> Reel:
        if eyes not in self._reels:
            self._reels[eyes] = Reel(self.found, eyes)
        return self._reels[eyes]

    @property
    def last(self) -> int:
        """The last place."""
        return max(0, len(self.reel) - 1)

    @property
    def seq(self) -> int:
        """The event at which the cursor stands."""
        return self.reel.seq(self.place)

    @property
    def reference(self) -> str:
        """`RECORD@STEP`, which `qm replay` opens again."""
        return f"{self.name}@{self.seq}"

    # --- findings

    @property
    def judged(self) -> bool:
        """Whether the findings for these eyes are known yet; until then there are none to show."""
        return self.has_judged(self.eyes)

    def has_judged(self, eyes: Eyes) -> bool:
        """Whether the findings for some eyes are known yet."""
        return eyes in self._findings

    @property
    def findings(self) -> Findings:
        """The findings for these eyes, as far as `judge` has made them."""
        return self._findings.get(self.eyes, {})

    def judge(self, eyes: Eyes | None = None) -> None:
        """Make the findings for some eyes, or the present ones. May take a while on a long record."""
        wanted = eyes or self.eyes
        self._findings[wanted] = findings_of(self._reel(wanted))

    def all_findings(self) -> list[dict[str, Any]]:
        """The findings in the order of the timeline, settled ones last."""
        return settled_last([finding for step in self.reel.steps for finding in self.findings.get(step.seq, [])])

    # --- moving

    def go(self, place: int) -> None:
        """To a place, or as near to it as possible."""
        self.place = max(0, min(place, self.last))

    def go_to(self, seq: int) -> None:
        """To an event, or the last one logged before it."""
        self.go(self.reel.place(seq))

    def along(self, stops: list[int], way: int) -> bool:
        """To the next stop that way; at the end of the stops to the end of the record. False if there is none."""
        if way > 0:
            index = bisect_right(stops, self.place)
            found = index < len(stops)
            self.go(stops[index] if found else self.last)
        else:
            index = bisect_left(stops, self.place)
            found = index > 0
            self.go(stops[index - 1] if found else 0)
        return found

    def find(self, way: int) -> bool:
        """To the next match of the search, or finding; stays where it is if there is none."""
        stops = self.matches if self.searched else self.stops_with_findings()
        before = self.place
        if self.along(stops, way):
            return True
        self.place = before
        return False

    def stops_with_findings(self) -> list[int]:
        """The places of the events with findings."""
        return [place for place, step in enumerate(self.reel.steps) if step.seq in self.findings]

    def look_as(self, eyes: Eyes) -> None:
        """Change the eyes and stay at the same event."""
        seq = self.seq
        self.eyes = eyes
        self.place = self.reel.place(seq)
        self.search(self.searched)

    def next_viewer(self) -> str:
        """Whose eyes come after the present ones: the table, each seat in turn, then the table again."""
        viewers = [TABLE, *self.found.table.seats]
        index = viewers.index(self.eyes.viewer) + 1 if self.eyes.viewer in viewers else 0
        return viewers[index % len(viewers)]

    @property
    def viewers(self) -> list[str]:
        """All eyes there are."""
        return [OFFICIAL, TABLE, *self.found.table.seats]

    # --- searching

    def search(self, text: str) -> int:
        """Remember what is searched and where it was found: in words, event or finding. Returns how many match."""
        self.searched = text
        wanted = text.casefold()
        reel = self.reel
        self.matches = [place for place in range(len(reel)) if text and wanted in self._haystack(reel, place)]
        return len(self.matches)

    def _haystack(self, reel: Reel, place: int) -> str:
        found = self.findings.get(reel.seq(place), [])
        rules = " ".join(f"{finding['rule']} {finding['why']} {finding['text']}" for finding in found)
        event = json.dumps(reel.event(place), ensure_ascii=False)
        return f"{reel.text(place)} {event} {rules}".casefold()

    # --- what else to say about an event

    @cached_property
    def notes(self) -> dict[int, list[str]]:
        """Notes about an event."""
        return notes_about(self.found.record)

    @cached_property
    def corrected(self) -> dict[int, int | None]:
        """Events that were corrected, with the correction."""
        return corrections_of(self.found.record)

    @cached_property
    def waiting(self) -> dict[int, list[str]]:
        """Corrections that wait for somebody's word, in words, by the event that they name."""
        return waiting_about(self.found.record)
