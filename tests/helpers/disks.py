"""A small disk, for tests of what happens when one is full."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[Path]:
    """A file system of a small size."""
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    mount = subprocess.run(["mount", *options], capture_output=True, check=False)
    if mount.returncode != 0:
        pytest.skip(f"a small disk cannot be mounted here: {mount.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
