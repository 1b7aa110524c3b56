"""A command that is loaded when it runs, so that `qm --help` imports no command."""

from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperCommand


class CommandEntry(NamedTuple):
    """Where a command lives, and the one line that `qm --help` shows for it."""

    module: str
    help: str


class Later(TyperCommand):
    """Stands for a command in the help, in suggestions and in completion, and becomes it when it is called."""

    def __init__(self, name: str, entry: CommandEntry) -> None:
        super().__init__(name, help=entry.help, rich_markup_mode=None)
        self._module = entry.module

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Load the command and let it read the arguments."""
        command = typer.main.get_command(import_module(self._module).app)
        return command.make_context(info_name, args, parent=parent, **extra)
