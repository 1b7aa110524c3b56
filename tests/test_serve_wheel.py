"""The wheel, installed where nothing else of the project is: it serves every page and file, and needs no other host."""

import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from cli.serve.door.web_app import PAGES
from tests.helpers.serve_process import ServeProcess
from tests.helpers.shell import ROOT

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
OFFLINE = ("--no-deps", "--no-index")
ELSEWHERE = re.compile(r"""https?://[^\s"'`<>)]+|(?:src|href|url\()\s*=?\s*["']?//[^\s"'`<>)]+""")
NAMESPACE = "http://www.w3.org/"
"""A name that looks like an address; nothing is fetched from there."""


def run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", folder, ROOT)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def python(wheel: Path) -> str:
    """An environment with the wheel. What it needs comes from here, since there may be no network; we do not.

    A folder that a .pth file names is only searched: the link of an editable install in it is not followed.
    """
    place = wheel.parent / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", place)
    own = place / "bin" / "python"
    run(*PIP, "--python", own, "install", *OFFLINE, wheel)
    (packages,) = place.glob("lib/python*/site-packages")
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return str(own)


def text_files() -> set[str]:
    """Every file of the packages that is not Python."""
    found = (path for name in ("cli", "replay", "records") for path in (ROOT / name).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if path.suffix not in (".py", ".pyc")}


@pytest.mark.slow
def test_every_file_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        assert text_files() <= set(packed.namelist())
        assert not [name for name in packed.namelist() if name.startswith(("tests/", "fixtures/"))]


@pytest.mark.slow
def test_it_serves_every_page_and_file_and_names_no_other_host(python: str, wheel: Path, tmp_path: Path) -> None:
    found = subprocess.run(
        [python, "-c", "import cli; print(cli.__file__)"], capture_output=True, text=True, cwd=tmp_path
    )
    assert found.stdout.startswith(str(wheel.parent)), found.stderr
    with ServeProcess(tmp_path, python=python) as process, process.client() as client:
        shells = [path for path, name in PAGES.items() if f"cli/serve/assets/{name}.html" in text_files()]
        pages = {path: client.get(path.replace("{id}", "01ARZ3NDEKTSV4RRFFQ69G5FAV")) for path in shells}
        assert {answer.status_code for answer in pages.values()} == {200}
        named = {name for answer in pages.values() for name in re.findall(r'"(/assets/[^"]+)"', answer.text)}
        assert named
        folder = sorted(named)[0].rpartition("/")[0]
        names = {Path(name).name for name in text_files() if name.startswith("cli/serve/assets/")}
        files = {f"{folder}/{name}" for name in names if not name.endswith(".html")}
        answers = [*pages.values(), *(client.get(path) for path in sorted(named | files))]
        assert {answer.status_code for answer in answers} == {200}
        for answer in answers:
            assert [host for host in ELSEWHERE.findall(answer.text) if not host.startswith(NAMESPACE)] == [], answer.url
