"""What is hidden at a table does not show in its tournament, whatever command is asked.

The same is asked of two stores whose tables differ in one hidden value. With salts heads and codes differ, and say
nothing; without salts no head may be there.
"""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.helpers.shell import Shell
from tests.helpers.slow import many, some
from tests.helpers.tools import SECRETIVE
from tests.helpers.twin_halls import DAY, TwinHalls, twin_halls
from tests.helpers.twins import HASH, as_lines, hashes_of

pytestmark = pytest.mark.slow

GAMES = sorted(SECRETIVE, key=lambda name: name != "loot-island")
KINDS = [*product(GAMES, (True, False), (False, True))]
"""A game, whether its record has salts, and whether it is over."""

AT = "2026-11-18T12:00:00Z"

OF_THE_HALL: tuple[tuple[str, ...], ...] = (
    ("standings", DAY),
    ("standings", DAY, "--json"),
    ("standings", DAY, "--csv"),
    ("standings", DAY, "--html"),
    ("standings", DAY, "--plain", "--round", "1"),
    ("standings", DAY, "--at", "3", "--json"),
    ("tournament", "board", DAY),
    ("tournament", "board", DAY, "--all", "--json"),
    ("tournament", "collect", DAY, "--dry-run"),
    ("tournament", "collect", DAY, "--dry-run", "--json", "--at", AT, "--unsigned", "they left", "--by", "Kim"),
    ("tournament", "round", DAY, "--dry-run", "--anyway", "--json"),
    *(("tournament", "print", DAY, page) for page in ("names", "pairings", "slips", "standings", "entrants")),
    *(("tournament", "print", DAY, "results", "--format", form) for form in ("csv", "json", "bgstats")),
    ("state", DAY),
    ("steps", DAY, "--json"),
    ("score", DAY, "--json"),
    ("show", DAY, "--json"),
    ("audit", DAY, "--json", "--fail-on", "never"),
    ("audit", DAY, "--fail-on", "never"),
    ("verify", DAY),
    ("tournament", "result", DAY, "r1t1", "nobody"),
    ("show", f"{DAY}:r9t1"),
    ("show", "r1t9"),
)
"""What the tournament tells everybody."""

FOR_EYES: tuple[tuple[str, ...], ...] = (
    ("state", "r1t1"),
    ("state", f"{DAY}:r1t1", "--json"),
    ("state", "r1t1", "--svg"),
    ("steps", "r1t1", "--json"),
    ("export", "r1t1", "--html"),
    ("export", DAY, "--deep", "--html", "-o", "out", "--force"),
    ("export", DAY, "--deep", "--format", "csv", "-o", "out", "--force"),
    ("export", DAY, "--deep", "--format", "bgstats", "-o", "plays.json", "--force"),
    ("export", "--event", DAY, "--format", "csv", "-o", "out", "--force"),
)
"""What a table is asked through its tournament, with the eyes of somebody."""


def told(qm: Shell, halls: TwinHalls, one: bool) -> list[str]:
    """Everything that is told about a tournament with one of the twins at its table."""
    table = halls.pair.one if one else halls.pair.other
    qm.db.unlink(missing_ok=True)
    qm("import", qm.write("hall.jsonl", as_lines(halls.hall))).ok()
    qm("import", qm.write("table.jsonl", as_lines(table))).ok()
    asked = [*OF_THE_HALL, ("standings", DAY, "--why", table.header.players[0].seat)]
    asked += [(*line, "--as", halls.pair.viewer) for line in FOR_EYES]
    found = []
    for line in asked:
        answer = qm(*line)
        assert answer.code in (0, 1, 2, 4), (line, answer)
        found.append(f"{' '.join(line)} -> {answer.code}\n{answer.out}\n{answer.err}")
        found += [f"{line} {path.name}\n{path.read_text()}" for path in written(qm.folder) if "-o" in line]
    return found


def written(folder: Path) -> Iterator[Path]:
    """The files that a command has written; they are taken away afterwards."""
    for path in sorted([*folder.glob("out/*"), *folder.glob("plays.json")]):
        yield path
        path.unlink()


def check(qm: Shell, halls: TwinHalls, *, salted: bool) -> None:
    texts = []
    for one, record in ((True, halls.pair.one), (False, halls.pair.other)):
        plain = told(qm, halls, one)
        for found in hashes_of(record):
            shown = [text for text in plain if found in text]
            assert salted or not shown, f"a head is told: {halls.pair.where}: {shown[0][:200]}"
        if salted:  # what is made of a head, such as the day's with the result in it, tells as little
            plain = [re.sub(HASH, "(hash)", text) for text in plain]
        texts.append(plain)
    for first, second in zip(*texts, strict=True):
        assert first == second, halls.pair.where


@pytest.mark.parametrize(("game_id", "salted", "over"), some(KINDS, 3))
def test_a_hidden_value_does_not_show_in_the_tournament(qm: Shell, game_id: str, salted: bool, over: bool) -> None:
    for number in range(many(1, 12)):
        rng = Random(f"{game_id} {salted} {over} {number} hall")
        check(qm, twin_halls(game_id, rng, salted=salted, over=over), salted=salted)
