"""Files without an end, or far too long: the answer comes soon, in words, and memory stays as it was."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.shell import ROOT, Shell
from tests.helpers.slow import first_ones

MEMORY = 700 * 1024 * 1024
"""More than any command needs to say that it will not read on."""

pytestmark = pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")


def little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(line: str, **more: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        ["sh", "-c", line.replace("qm ", f'"{sys.executable}" -m cli ')],
        env={**os.environ, "PYTHONPATH": str(ROOT), **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
        preexec_fn=little_memory,
    )


@pytest.mark.parametrize(
    "line",
    first_ones(
        [
            "qm import /dev/zero",
            "qm import - < /dev/zero",
            "qm verify /dev/zero",
            "qm verify game.jsonl --checkpoint /dev/zero",
            "qm verify game.jsonl --digests /dev/zero",
            "qm audit /dev/zero",
            "qm kit check /dev/zero",
            "qm kit check endless.toml",
            "qm new loot-island blue red --kit endless.toml",
            "qm import game.jsonl --with-openings",
            "qm log $record < /dev/zero",
            'yes \'{"do":"note","text":"x"}\' | qm log $record',
            "qm seal $record blue hand.blue < /dev/zero",
            '(cat game.jsonl; yes \'{"do":"note","text":"x"}\' | head -c 300000000) | qm import -',
        ],
        3,
    ),
)
def test_an_endless_file_is_refused_soon(qm: Shell, line: str) -> None:
    record = qm.new()
    qm.write("game.jsonl", qm("export", record).out)
    (qm.folder / "endless.toml").symlink_to("/dev/zero")
    (qm.folder / "game.jsonl.openings.jsonl").symlink_to("/dev/zero")
    done = run(line, record=record)
    said = (done.stdout + done.stderr).decode()
    assert done.returncode in (2, 3), said
    assert "mistake in Quartermaster" not in said
    assert "long" in said or "no line ends" in said or "at most" in said or "events at once" in said, said
    assert len(qm("list", "--json").json_lines) == 1
    assert qm("show", record, "--json").json_lines[0]["events"] == 0


@pytest.mark.slow
def test_evidence_of_any_length_is_hashed_and_a_device_is_none(qm: Shell, game: str) -> None:
    with (qm.folder / "film.bin").open("wb") as film:
        film.truncate(1_000_000_000)
    line = f"qm evidence add {game} D1 --by p2 --kind photo --file "
    assert run(line + "film.bin").returncode == 0
    assert run(line + "/dev/zero").returncode == 2
