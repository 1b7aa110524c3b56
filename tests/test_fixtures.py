"""Every story of every game replays to its golden text, and keeps its head for ever."""

import os
from pathlib import Path

import pytest

from records.record import read_record
from replay.library import game_ids
from tests.helpers.goldens import replay_text
from tests.helpers.tools import FIXTURES, first_story, fixtures_of, stories_of

STORIES = [pytest.param(path, id=f"{game_id}/{path.stem}") for game_id in game_ids() for path in stories_of(game_id)]


@pytest.mark.parametrize("path", STORIES)
def test_a_story_replays_to_its_golden_text(path: Path) -> None:
    """Run with QM_UPDATE=1 to rewrite the texts after an intended change; say why in the commit."""
    golden = path.with_suffix("").with_suffix(".replay.txt")
    text = replay_text(path)
    if os.environ.get("QM_UPDATE"):
        golden.write_text(text, "utf-8")

    assert text == golden.read_text("utf-8")


@pytest.mark.parametrize("path", STORIES)
def test_a_story_is_written_canonically_and_listed_in_the_readme_of_its_folder(path: Path) -> None:
    with path.open("rb") as stream:
        record = read_record(stream, path.name)

    assert record.exact
    assert f"`{path.stem}`" in (path.parent / "README.md").read_text("utf-8")


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_a_story(game_id: str) -> None:
    assert first_story(game_id).exists()


def test_every_folder_of_fixtures_belongs_to_a_game() -> None:
    shipped = {game_id for game_id in game_ids() if fixtures_of(game_id).parent == FIXTURES}

    assert {path.name for path in FIXTURES.iterdir() if path.is_dir()} == shipped
