"""What several test files use."""

from pathlib import Path

import pytest

import records.codec  # noqa: F401  # loads msgpack before a test freezes time: its C code wants the real datetime
from tests.shell import Shell


@pytest.fixture
def qm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The command line, with a data folder of its own."""
    return Shell(tmp_path, monkeypatch)
