"""A command that is loaded when it runs, so that `qm --help` imports no command."""

from importlib import import_module
from typing import Any

from typer.core import TyperCommand

from cli.terminal.parameters import command_of


class Later(TyperCommand):
    """Stands for a command in the help, in suggestions and in completion, and becomes it when it is called."""

    def __init__(self, name: str, module: str, help: str) -> None:
        super().__init__(name, help=help, rich_markup_mode=None)
        self._module = module

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Load the command and let it read the arguments."""
        command = command_of(import_module(self._module).app)
        return command.make_context(info_name, args, parent=parent, **extra)
