"""What several test files use."""

from pathlib import Path

import pytest

from tests.shell import Shell


@pytest.fixture
def qm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The command line, with a data folder of its own."""
    return Shell(tmp_path, monkeypatch)
