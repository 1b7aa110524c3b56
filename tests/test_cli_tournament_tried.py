"""What trying a whole day by hand brought to light."""

import json
from typing import Any

from cli.machine.round_tables import tournaments
from records.store import open_store
from tests.helpers.shell import Shell
from tests.test_cli_tournament import DAY, day, play, seated, sitting

__all__ = ["day", "seated"]  # fixtures


def test_one_name_is_for_one_tournament_that_goes_on(day: Shell) -> None:
    """Else the name would mean the newer, empty one from then on."""
    said = day("tournament", "new", DAY.upper(), "--rounds", "1", "--game", "loot-island").failed(2).err
    assert "has begun already" in said and "another name" in said
    with open_store(str(day.db), create=False) as store:
        assert len(tournaments(store)) == 1
    assert sitting(day, "r1t1")


def plays(qm: Shell) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(qm("tournament", "print", DAY, "results", "--format", "bgstats").ok().out)[
        "plays"
    ]
    return found


def test_games_that_are_not_over_are_no_plays(day: Shell) -> None:
    assert plays(day) == []
    play(day, "r1t1", signed=False)
    assert [sorted(one["rank"] for one in found["playerScores"]) for found in plays(day)] == [[1, 2, 3, 4, 5]]
