"""What several test files use."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from records.store import Store, open_store
from tests.helpers.disputes import PLAY
from tests.helpers.pg import Server, empty_schema, server_or_skip
from tests.helpers.shell import Shell

if TYPE_CHECKING:
    from tests.helpers.browser import Browser
    from tests.helpers.serving import Phone, Serving

# A third-party game is found among the shipped ones, in this process (`pythonpath` in pyproject.toml) and in those
# that it starts; see tests/games/smugglers.
os.environ["PYTHONPATH"] = str(Path(__file__).parent / "games" / "smugglers")

# Commands that the tests start may keep what they compiled, or each of hundreds would compile the program again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Tests commit thousands of times, and each commit would wait for the disk. Their folders are in memory where there is
# room and programs may be run: a killed process leaves the same there. That a commit asks for the disk is asserted.
MEMORY = Path("/dev/shm")
if (
    MEMORY.is_dir()
    and os.access(MEMORY, os.W_OK)
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    and shutil.disk_usage(MEMORY).free > 4 << 30
):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say at the end that not everything was run, and how to run the rest."""
    if config.option.markexpr == "not slow":
        terminalreporter.write_line("slow tests left out: .venv/bin/python -m pytest -q -m slow runs them")


@pytest.fixture
def qm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The command line, with its own data folder."""
    return Shell(tmp_path, monkeypatch)


@pytest.fixture
def game(qm: Shell) -> str:
    """A record of Sea or Shore with an illegal play, and a dispute about it (event 6)."""
    officials = ("--official", "Kim", "--official", "Lee:head", "--official", "Moa:committee")
    seats = ("p1=Ann", "p2=Bob", "p3=Cleo")
    record: str = qm("new", "sea-or-shore", *seats, "--kit", "demo", *officials, "--event", "Open", "--json").json["id"]
    assert qm("log", record, stdin=PLAY).code == 0
    assert qm("dispute", "open", record, "--by", "p2", "--about", 4, "--claim", "my turn").code == 0
    return record


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Serving]":
    """A service that runs for the tests of one file. Only those load what it needs."""
    from tests.helpers.serving import Serving

    with Serving(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture
def scribe(serving: "Serving", record: str) -> "Iterator[Phone]":
    """Somebody with a scribe's link to the file's own `record`."""
    with serving.join("scribe", record) as client:
        yield client


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Browser]":
    """One browser for all tests of a file."""
    from tests.helpers.browser import Browser

    found = Browser(tmp_path_factory.mktemp("browser"))
    yield found
    found.close()


@pytest.fixture
def browser(chromium: "Browser") -> "Browser":
    """A new page of it, as wide as a phone."""
    chromium.new_page()
    chromium.room(412, 844, touch=True)
    return chromium


@pytest.fixture(scope="session")
def pg_server() -> Iterator[Server]:
    """A PostgreSQL server, started when the first test asks for it. Without one the test is skipped, or fails in CI."""
    with server_or_skip() as server:
        yield server


@pytest.fixture
def pg_url(pg_server: Server) -> Iterator[str]:
    """The URL of an empty schema on that server, for one test."""
    with empty_schema(pg_server) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store may be made: each test that asks runs on both databases."""
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    url: str = request.getfixturevalue("pg_url")
    return url


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store, on each database in turn."""
    opened = open_store(store_url)
    yield opened
    opened.close()
