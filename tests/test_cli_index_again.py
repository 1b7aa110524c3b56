"""What the index asks again: records that were out of reach, and those of a game whose rules have changed or come."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cli.desk import games_known
from cli.desk.index.index_current import bring_current, is_behind, looking_here, what_lacks
from cli.desk.index.index_entries import unread_entry
from cli.desk.index.index_sql import DEADLY
from cli.machine import game_files
from cli.terminal import index_shares, indexed
from records.errors import NotFound
from records.store import Store, open_store
from replay import library
from replay.game import Game
from tests.helpers.indexes import faults, index_at
from tests.helpers.shell import ROOT, Shell
from tests.helpers.store_samples import create
from tests.helpers.tools import FIXTURES

STORY = FIXTURES / "loot-island" / "left-to-stand.jsonl"
DAY = FIXTURES / "tournament" / "harbour-open.jsonl"
TABLES = sorted((FIXTURES / "tournament" / "harbour-open").glob("*.jsonl"))
SMUGGLERS = ROOT / "tests" / "games" / "smugglers"


def test_what_was_out_of_reach_is_asked_again(qm: Shell) -> None:
    assert qm("import", DAY, *TABLES).code == 0
    questions = [("penalties", "--json"), ("stats", "--json"), ("find", "ann", "--json"), ("list", "--json")]
    before = [qm(*words) for words in questions]
    assert qm("archive", "arch").code == 0
    Path("arch").rename("away")
    assert qm("index", "check").code == 75, "nothing is wrong, but not all could be compared"
    rebuilt = qm("index", "rebuild")
    assert rebuilt.code == 75
    assert "cannot be judged now" in rebuilt.err
    assert qm("index", "update").code == 75
    assert qm("penalties").code == 75
    Path("away").rename("arch")
    assert [qm(*words) for words in questions] == before
    updated = qm("index", "update")
    assert (updated.code, updated.out[:9]) == (0, "0 records")
    assert qm("index", "check").code == 0


def test_what_is_out_of_reach_for_one_process_takes_nothing_from_another(store: Store, tmp_path: Path) -> None:
    one = create(store, 1, events=3)
    with index_at(tmp_path / "i.db") as (index, file):
        bring_current(index, store)
        index.write([unread_entry(store.info(one), "", "the archive is away")], anyway=False)
        assert not is_behind(index, store)
        assert not faults(index, file, store)


def test_a_record_that_killed_every_process_is_asked_again_where_one_may_die(
    qm: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    qm("import", STORY, FIXTURES / "sea-or-shore" / "hurried-table.jsonl")
    record = qm("list", "--json").json_lines[0]["id"]
    looked_here: list[list[str]] = []
    with open_store(qm.db) as store, indexed.indexed(str(qm.db)) as found:
        found.bring_current()
        found.index.write([index_shares.given_up(store, record)], anyway=True)
        assert found.index.deadly() == {record}
        assert what_lacks(found.index, store).deadly == [record]
        bring_current(found.index, store)
        assert found.index.deadly() == {record}, "the service may not die"

        def here(index: Any, store: Store) -> Any:
            looked_here.append([])
            return looking_here(index, store)

        monkeypatch.setattr(indexed, "looking_here", here)
        found.bring_current()
        assert not looked_here
        assert not found.index.deadly()
        assert found.unread() is None
    assert DEADLY != ""


def of_version(version: int | None) -> Callable[[str], Game]:
    """The games as they are, but for one of another version, or that is not there."""

    def game_of(game_id: str) -> Game:
        if game_id != "loot-island":
            return library.game_of(game_id)
        if version is None:
            raise NotFound("there is no game like that")
        return msgspec.structs.replace(library.game_of(game_id), version=version)

    return game_of


def test_other_rules_are_noticed_and_only_their_records_judged_again(
    qm: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    qm("import", STORY, FIXTURES / "sea-or-shore" / "hurried-table.jsonl")
    for version, penalties in ((None, 0), (7, 1), (8, 1)):
        with monkeypatch.context() as patch:
            patch.setattr(games_known, "game_of", of_version(version))
            assert len(qm("find", "ann", "--json").json_lines) >= 2
            with indexed.indexed(str(qm.db)) as found:
                assert not is_behind(found.index, found.store)
                rows = dict(found.index.rows("SELECT game, rules FROM records"))
            assert rows["loot-island"].endswith(f"/{version or '-'}")
            assert penalties == 0 or len(qm("penalties", "--json").json_lines) == penalties
            assert qm("index", "check").code == 0
    assert qm("index", "update").out.startswith("1 record had changed")


def test_the_marks_of_games_tell_without_loading_one() -> None:
    code = (
        "import sys; from cli.machine.game_files import game_files;"
        "print([game_files(name)[1:] for name in ('loot-island', 'smugglers', 'no-such-game', '../x')],"
        " [name for name in sys.modules if name.startswith(('replay.', 'smugglers'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[(True, False), (True, False), (False, False), (False, False)] []\n", done.stderr
    assert game_files.ENTRY_POINTS == library.ENTRY_POINTS


def test_a_game_whose_files_changed_after_it_was_loaded_is_not_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    library.game_of("smugglers")
    assert game_files.game_files("smugglers").mark
    monkeypatch.setattr(game_files, "_BEGUN", 0)
    assert game_files.game_files("smugglers") == ("", True, True), "it may have been loaded from others"


class Packages:
    """A folder of packages beside `qm`, each command in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.packages = folder / "packages"

    def install(self, version: int) -> None:
        """The game of a third party, in this version of its rules; the package keeps its number."""
        ignored = shutil.ignore_patterns("__pycache__")
        for path in (SMUGGLERS / "smugglers", *SMUGGLERS.glob("*.dist-info")):
            shutil.copytree(path, self.packages / path.name, dirs_exist_ok=True, ignore=ignored)
        init = self.packages / "smugglers" / "__init__.py"
        text = init.read_text("utf-8")
        assert text.count("version=1,") == 1
        init.write_text(text.replace("version=1,", f"version={version},"), "utf-8")

    def __call__(self, *words: object, code: int = 0) -> str:
        """What a command says."""
        done = subprocess.run(
            [sys.executable, "-m", "cli", *map(str, words)],
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": f"{self.packages}{os.pathsep}{ROOT}",
                "XDG_DATA_HOME": str(self.folder / "data"),
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr


def rules_of(qm: Packages) -> list[str]:
    """By what the record was judged, as the parts of an audit and the index say it."""
    ledger = (qm.folder / "parts" / "part-000001.ledger").read_text().splitlines()[0]
    return [json.loads(ledger).get("rules", ""), qm("index", "check").strip()]


@pytest.mark.slow
def test_a_game_that_is_installed_later_or_changes_its_rules_is_judged_again(tmp_path: Path) -> None:
    qm = Packages(tmp_path)
    whole = "the index is what a rebuild would give"
    stories = [SMUGGLERS / "fixtures" / "crate-under-the-coat.jsonl", STORY]
    qm("import", *stories)
    parts = ("audit", "--store", "--into", "parts", "-j", 1, "--fail-on", "never")
    qm("index", "update")
    qm(*parts, code=4)
    assert qm("index", "update").startswith("0 records")
    for version in (1, 2):
        qm.install(version)
        assert qm("index", "update").startswith("1 record "), version
        assert qm("index", "update").startswith("0 records"), version
        qm(*parts)
        rules, checked = rules_of(qm)
        assert rules.endswith(f"/{version}") and checked == whole
        assert "2 of them were done before" in qm(*parts)
