"""What the page knows: every step of every view that its reader may see, and nothing else."""

from typing import Any, NamedTuple

from replay.finding_words import behind_words, cite_text, kind_of
from replay.playout import OFFICIAL
from replay.read import TimelineName
from replay.reel import Eyes, Findings, Played, Reel, judged
from replay.remarks import correction_words, corrections_of, notes_about, waiting_about
from replay.view import TABLE

WIDE = 100
NARROW = 56
"""Columns of the table on a screen, and on a telephone."""


class Shown(NamedTuple):
    """A view of the page: through whose eyes, and what they see."""

    reel: Reel
    findings: Findings


class Texts:
    """A list that holds each text once: views and steps have most of theirs in common."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: dict[str, int] = {}

    def place(self, text: str) -> int:
        """The place of a text, added if it is new."""
        if text not in self._places:
            self._places[text] = len(self.texts)
            self.texts.append(text)
        return self._places[text]

    def places(self, texts: list[str]) -> list[int]:
        """The places of several."""
        return [self.place(text) for text in texts]


def views_of(found: Played, viewer: str | None) -> list[Shown]:
    """The views on the page: one viewer's or, for the official, everybody's. The first is shown first."""
    viewers = [viewer] if viewer is not None else [OFFICIAL, TABLE, *found.table.seats]
    timelines: list[TimelineName] = ["effective", "recorded"] if corrections_of(found.record) else ["effective"]
    shown: list[Shown] = []
    for name in viewers:
        for timeline in timelines:
            with_hindsight = _shown(found, Eyes(name, timeline, True))
            then = _shown(found, Eyes(name, timeline, False))
            shown.append(with_hindsight)
            if _differ(with_hindsight, then):
                shown.append(then)
    return shown


def _shown(found: Played, eyes: Eyes) -> Shown:
    return Shown(*judged(found, eyes))


def _differ(one: Shown, other: Shown) -> bool:
    pairs = zip(one.reel.steps, other.reel.steps, strict=True)
    return one.findings != other.findings or any(a.action != b.action or a.after != b.after for a, b in pairs)


def page_data(found: Played, views: list[Shown], about: dict[str, Any], file: dict[str, str] | None) -> dict[str, Any]:
    """All that the script of the page works with."""
    texts, drawn = Texts(), Drawn()
    encoded = [_view(found, shown, texts, drawn) for shown in views]
    return {"about": about, "views": encoded, "texts": texts.texts, "file": file}


class Drawn:
    """Boards that were drawn already. Drawing is most of the work, and many steps and views have the same table."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int], tuple[Any, Any, list[list[str]]]] = {}
        self._still: tuple[Any, str, list[list[str]]] | None = None

    def boards(self, reel: Reel, place: int) -> list[list[str]]:
        """The table after a step, wide and narrow."""
        step, viewer = reel.steps[place], reel.eyes.viewer
        if step.after is step.before and self._still is not None and self._still[:2] == (step.after, viewer):
            return self._still[2]
        kept = self._kept.get((viewer, step.seq))
        if kept is not None and kept[0] == step.before and kept[1] == step.after:
            return kept[2]
        boards = [reel.board(place, width) for width in (WIDE, NARROW)]
        self._kept[viewer, step.seq] = (step.before, step.after, boards)
        if step.after is step.before:
            self._still = (step.after, viewer, boards)
        return boards


def _view(found: Played, shown: Shown, texts: Texts, drawn: Drawn) -> dict[str, Any]:
    eyes, reel = shown.reel.eyes, shown.reel
    notes, corrected, waiting = notes_about(found.record), corrections_of(found.record), waiting_about(found.record)
    return {
        "as": eyes.viewer,
        "timeline": eyes.timeline,
        "hindsight": eyes.hindsight,
        "turns": reel.turns,
        "rounds": reel.rounds,
        "steps": [
            _step(reel, place, texts, drawn.boards(reel, place))
            | _remarks(reel.seq(place), shown, notes, corrected)
            | _waiting(waiting.get(reel.seq(place), []))
            for place in range(len(reel))
        ],
    }


def _step(reel: Reel, place: int, texts: Texts, boards: list[list[str]]) -> dict[str, Any]:
    event = reel.event(place)
    wide, narrow = boards
    step: dict[str, Any] = {
        "seq": reel.seq(place),
        "text": texts.place(reel.text(place)),
        "board": texts.places(wide),
        "changes": texts.places(reel.changes_told(place)),
    }
    step |= {key: event[key] for key in ("by", "at") if event.get(key)}
    if narrow != wide:
        step["narrow"] = texts.places(narrow)
    return step


def _remarks(seq: int, shown: Shown, notes: dict[int, list[str]], corrected: dict[int, int | None]) -> dict[str, Any]:
    """What to say about a step beside what it did."""
    remarks: dict[str, Any] = {}
    if seq in shown.findings:
        remarks["findings"] = [finding_data(finding) for finding in shown.findings[seq]]
    if seq in notes:
        remarks["notes"] = notes[seq]
    if seq in corrected:
        remarks["corrected"] = correction_words(seq, corrected[seq])
    return remarks


def _waiting(words: list[str]) -> dict[str, Any]:
    """Corrections of this event that wait for somebody's word."""
    return {"waiting": [f"… {text}" for text in words]} if words else {}


def finding_data(finding: dict[str, Any]) -> dict[str, Any]:
    """A finding as the page shows it."""
    told = {key: finding[key] for key in ("seq", "rule", "answer", "why", "text")}
    told["cite"] = cite_text(finding["cite"])
    told["kind"] = kind_of(finding)
    if behind := behind_words(finding):
        told["behind"] = "; ".join(behind)
    return told
