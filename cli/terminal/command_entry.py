"""A command as the help lists it, before its module is loaded."""

from typing import NamedTuple


class CommandEntry(NamedTuple):
    """Where a command lives, and the one line that `qm --help` shows for it."""

    module: str
    help: str
