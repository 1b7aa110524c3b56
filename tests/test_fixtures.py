"""Every record in fixtures/ replays to its golden text, and keeps its head for ever."""

import os
from pathlib import Path

import pytest

from records.record import read_record
from replay.library import game_ids
from tests.helpers.goldens import replay_text
from tests.helpers.tools import FIXTURES

STORIES = sorted(path for path in FIXTURES.glob("*/*.jsonl") if path.stem != "rules")


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", STORIES, ids=name)
def test_a_story_replays_to_its_golden_text(path: Path) -> None:
    """Run with QM_UPDATE=1 to rewrite the texts after a change that is meant; say why in the commit."""
    golden = path.with_suffix("").with_suffix(".replay.txt")
    text = replay_text(path)
    if os.environ.get("QM_UPDATE"):
        golden.write_text(text, "utf-8")

    assert text == golden.read_text("utf-8")


@pytest.mark.parametrize("path", STORIES, ids=name)
def test_a_story_is_written_canonically_and_told_in_the_list(path: Path) -> None:
    with path.open("rb") as stream:
        record = read_record(stream, path.name)

    assert record.exact
    assert f"`{name(path)}`" in (FIXTURES / "README.md").read_text("utf-8")


def test_every_game_has_stories() -> None:
    assert {path.parent.name for path in STORIES} == set(game_ids())
