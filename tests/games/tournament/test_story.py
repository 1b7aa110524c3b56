"""The organiser's day: its standings after every event, its links, and that it can be made again."""

import os
from typing import Any

import pytest

from records.record import Record, read_record
from replay.games.tournament.standings import lines_of
from replay.games.tournament.words import points_words
from replay.read import read_timeline
from replay.reel import played
from replay.step import Step
from replay.tell import tell
from replay.whole_record import audit_line
from tests.helpers.goldens import at_hand
from tests.helpers.tournament_day import STORY, made


def story() -> Record:
    """The day as it is in the fixtures."""
    with STORY.open("rb") as stream:
        return read_record(stream, STORY.name)


def _standings(step: Step[Any, Any]) -> list[str]:
    state = step.after
    return [
        f"    {line.place:>2} {state.name(line.player):<5} {points_words(line.points):>6}"
        f"  {' '.join(f'{one.table} {points_words(one.points)}' for one in line.tables)}".rstrip()
        for line in lines_of(state)
    ]


def standings_text() -> str:
    """The standings after every event that changes them."""
    found = played(story(), at_hand(STORY))
    steps = audit_line(found, read_timeline(found.game, found.table, found.record.events), "effective").steps
    lines: list[str] = []
    before: list[str] = []
    for step in steps:
        lines.append(f"#{step.seq}  {tell(found.game, step)}")
        now = _standings(step)
        lines += now if now != before else ["    as before"]
        before = now
    return "\n".join([*lines, ""])


def test_the_standings_after_every_event_are_the_golden_ones() -> None:
    golden = STORY.with_suffix(".standings.txt")
    text = standings_text()
    if os.environ.get("QM_UPDATE"):
        golden.write_text(text, "utf-8")

    assert text == golden.read_text("utf-8")


def test_the_day_and_all_its_tables_are_in_order() -> None:
    found = played(story(), at_hand(STORY))
    audited = audit_line(found, read_timeline(found.game, found.table, found.record.events), "effective")

    # The floor official's ruling was not final when the table was collected first; it was collected again later.
    assert [(item.seq, item.rule, item.answer) for item in audited.findings] == [(24, "TO-RESULT-6", "open")]
    assert audited.final.phase == "over"


@pytest.mark.slow
def test_the_story_is_the_one_that_its_script_writes() -> None:
    day = made()

    assert [event.body() for event in story().events] == day.lines
    for name, lines in day.tables.items():
        with (STORY.with_suffix("") / f"{name}.jsonl").open("rb") as stream:
            assert [event.body() for event in read_record(stream, name).events] == lines[1:]
