"""What the page knows: every step of every view that its reader may see, and nothing else."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from cli.export.html.page_lists import Shared
from cli.export.html.pictures import Pictures
from replay.finding_words import behind_words, cite_text, kind_of, things_named
from replay.playout import OFFICIAL
from replay.read import TimelineName
from replay.reel import Findings, Played, Reel, ToldChanges, judged_then_too, logged_line
from replay.remarks import correction_words, corrections_of, notes_about, waiting_about
from replay.saying import person
from replay.scene import WIDE as WIDE_PICTURE
from replay.view import TABLE

WIDE = 100
NARROW = 56
"""Columns of the table as text: on a screen, and where there is little room or a picture says it better."""


class Shown(NamedTuple):
    """A view of the page: through whose eyes, and what they see."""

    reel: Reel
    findings: Findings


def views_of(found: Played, viewer: str | None) -> list[Shown]:
    """The views on the page: one viewer's or, for the official, everybody's. The first is shown first."""
    viewers = [viewer] if viewer is not None else [OFFICIAL, TABLE, *found.table.seats]
    timelines: list[TimelineName] = ["effective", "recorded"] if corrections_of(found.record) else ["effective"]
    lines = [logged_line(found, timeline) for timeline in timelines]
    shown: list[Shown] = []
    for name in viewers:
        for logged in lines:
            now, *then = [Shown(*judged) for judged in judged_then_too(found, name, logged)]
            shown += [now, *(one for one in then if _differ(now, one))]
    return shown


def _differ(one: Shown, other: Shown) -> bool:
    pairs = zip(one.reel.steps, other.reel.steps, strict=True)
    return one.findings != other.findings or any(a.action != b.action or a.after != b.after for a, b in pairs)


def page_data(found: Played, views: list[Shown], about: dict[str, Any], file: dict[str, str] | None) -> dict[str, Any]:
    """All that the script of the page works with."""
    shared = Shared()
    encoded = list(_Views(found, shared, views[0].reel.eyes.viewer).encoded(views))
    return {"about": about, "views": encoded, **shared.data(), "file": file}


class _Views:
    """Makes the views of a page. Drawing is most of the work, and many steps and views have the same table."""

    def __init__(self, found: Played, shared: Shared, first: str) -> None:
        self._first = first
        self._shared = shared
        self._pictures = Pictures(shared)
        self._kept: dict[Any, Any] = {}
        self._told: ToldChanges = {}
        self._boards: dict[tuple[str, int, int], tuple[Any, Any, list[int]]] = {}
        record = found.record
        self._notes, self._corrected = notes_about(record), corrections_of(record)
        self._waiting = waiting_about(record)

    def encoded(self, views: list[Shown]) -> Iterator[dict[str, Any]]:
        """The views as data."""
        for shown in views:
            eyes, reel = shown.reel.eyes, shown.reel
            yield {
                "as": eyes.viewer,
                "timeline": eyes.timeline,
                "hindsight": eyes.hindsight,
                "turns": self._shared.row(reel.turns),
                "rounds": self._shared.row(reel.rounds),
                "groups": self._shared.row(reel.groups),
                "headings": self._shared.row(self._shared.texts.places(reel.groups.values())),
                **self._rows(reel),
                **self._tables(reel),
                "remarks": {str(place): told for place in range(len(reel)) if (told := self._remarks(place, shown))},
            }

    def _rows(self, reel: Reel) -> dict[str, int]:
        """What stands beside the tables: one value for each step."""
        texts, row = self._shared.texts, self._shared.row
        actions = [step.action for step in reel.steps]
        return {
            "seq": row([step.seq for step in reel.steps]),
            "by": self._shared.row_of_words([action.by for action in actions]),
            "at": self._shared.row_of_words([action.at for action in actions]),
            "text": row([texts.place(reel.text(place)) for place in range(len(reel))]),
            "changes": self._shared.row_of_lists(reel.changes_told(place, self._told) for place in range(len(reel))),
        }

    def _tables(self, reel: Reel) -> dict[str, Any]:
        """The table after each step. Beside pictures the first viewer has it as text too; without, everybody has."""
        pictures = self._pictures.film(reel)
        widths = {"board": WIDE, "narrow": NARROW}
        if pictures:
            widths = {"board": NARROW} if reel.eyes.viewer == self._first else {}
        boards = {name: self._shared.film(self._texts(reel, width)) for name, width in widths.items()}
        return {**boards, **pictures}

    def _texts(self, reel: Reel, width: int) -> list[list[int]]:
        tables: list[list[int]] = []
        for place, step in enumerate(reel.steps):
            if place and step.after is step.before is reel.steps[place - 1].after is reel.steps[place - 1].before:
                tables.append(tables[-1])
                continue
            kept = self._boards.get((reel.eyes.viewer, step.seq, width))
            if kept is None or kept[0] != step.before or kept[1] != step.after:
                lines = self._shared.texts.places(reel.board(place, width, kept=self._kept))
                kept = self._boards[reel.eyes.viewer, step.seq, width] = (step.before, step.after, lines)
            tables.append(kept[2])
        return tables

    def _remarks(self, place: int, shown: Shown) -> dict[str, Any]:
        """What to say about a step beside what it did."""
        seq = shown.reel.seq(place)
        remarks: dict[str, Any] = {}
        if seq in shown.findings:
            remarks["findings"] = [_pinned(finding, shown.reel, place) for finding in shown.findings[seq]]
        if seq in self._notes:
            remarks["notes"] = self._notes[seq]
        if seq in self._corrected:
            remarks["corrected"] = correction_words(seq, self._corrected[seq])
        if seq in self._waiting:
            remarks["waiting"] = [f"… {text}" for text in self._waiting[seq]]
        return remarks


def finding_data(finding: dict[str, Any]) -> dict[str, Any]:
    """A finding as the page shows it."""
    told = {key: finding[key] for key in ("seq", "rule", "answer", "why", "text")}
    told["cite"] = cite_text(finding["cite"])
    told["kind"] = kind_of(finding)
    if behind := behind_words(finding):
        told["behind"] = "; ".join(behind)
    return told


def _pinned(finding: dict[str, Any], reel: Reel, place: int) -> dict[str, Any]:
    """A finding with the thing of the picture that it is about, if there is a picture and it names one."""
    scene = reel.scene(place, WIDE_PICTURE)
    if scene is None:
        return finding_data(finding)
    return {**finding_data(finding), "about": things_named(finding, reel.event(place), scene)[:1]}


def people_of(found: Played) -> dict[str, str]:
    """The players by name, by their seats."""
    return {seat: person(found.table, seat) for seat in found.table.seats}
