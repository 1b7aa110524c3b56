"""Arguments and options that are read without pydantic.

typer 0.29 reads every value through a pydantic TypeAdapter, even one that was not given, and has no switch for it:
`parser=` only wraps another adapter. Importing pydantic takes longer than everything else that `qm list` or a Tab does.
Our commands take text, whole numbers, paths and a few choices, so their values are read here. The words of an error and
the look of an argument in the help are ours as well, and do not change with typer.
"""

import os
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption


class Reader(NamedTuple):
    """Makes a value of what was typed. typer asks one for each parameter."""

    kind: Any
    """str, int, Path, an Enum, or a list of them."""
    least: float | None
    most: float | None

    def coerce(self, value: Any, param: TyperArgument | TyperOption, ctx: typer.Context) -> Any:
        """The value of the parameter, whether typed, from the environment or a default."""
        several = get_origin(self.kind) is list
        if value is None:
            return () if several else None
        try:
            if several:
                (kind,) = get_args(self.kind)
                return tuple(self._one(kind, each) for each in value)
            return self._one(self.kind, value)
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx=ctx, param=param) from None

    def _one(self, kind: Any, value: Any) -> Any:
        if isinstance(value, kind):
            return value  # text as it was typed, or a default
        if kind is int:
            return _number(value, self.least, self.most)
        if kind is Path:
            return _path(value)
        assert issubclass(kind, Enum), f"{kind} cannot be read from a command line here"
        return _choice(value, kind)


def _number(value: str, least: float | None, most: float | None) -> int:
    try:
        number = int(value)
    except ValueError:
        raise ValueError(f"{value!r} is not a valid int{'' if least is None else ' range'}.") from None
    if (least is not None and number < least) or (most is not None and number > most):
        raise ValueError(f"{number} is not in the range {_range(least, most)}.")
    return number


def _range(least: float | None, most: float | None) -> str:
    return f"{'' if least is None else f'{least}<='}x<={most}" if most is not None else f"x>={least}"


def _path(value: str) -> Path:
    if os.access(value, os.F_OK) and not os.access(value, os.R_OK):
        raise ValueError(f"Path {value!r} is not readable.")
    return Path(value)


def _choice(value: str, kind: type[Enum]) -> Enum:
    try:
        return kind(value)
    except ValueError:
        choices = ", ".join(repr(each.value) for each in kind)
        raise ValueError(f"{value!r} is not one of {choices}.") from None


class Option(TyperOption):
    """An option whose value is read here."""

    def get_runtime_param(self) -> Any:
        return Reader(self.type_descriptor.annotation, self.min, self.max)


class Argument(TyperArgument):
    """An argument whose value is read here, and whose name in the help says enough."""

    def get_runtime_param(self) -> Any:
        info = self.type_descriptor.parameter_info
        return Reader(self.type_descriptor.annotation, info.min, info.max)

    def display_type_rich(self, ctx: typer.Context) -> None:  # type: ignore[override]  # typer names the Context of its own copy of click
        """Nothing, where typer writes `<str>` after the name."""

    def get_usage_pieces(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # as above
        """The name in brackets, unless it has brackets of its own; our names have their own dots, too."""
        name = self.display_name_raw
        if name.startswith("["):
            return [name]
        return [f"{{{name}}}" if self.required else f"[{name}]"]


def command_of(app: typer.Typer) -> TyperCommand | TyperGroup:
    """The command, or group of commands, that an app describes, with parameters that are read here."""
    command = typer.main.get_command(app)
    assert isinstance(command, TyperCommand | TyperGroup)
    _make_ours(command, None)
    return command


def _make_ours(command: TyperCommand | TyperGroup, parent: typer.Context | None) -> None:
    """Change the class of every parameter: typer has no place to say which class to make them of."""
    context = typer.Context(command, parent=parent, **command.context_settings)
    for parameter in command.get_params(context):  # `--help` is among them; a command makes it once and keeps it
        if isinstance(parameter, TyperArgument):
            parameter.__class__ = Argument
            parameter.min = None  # the help of an argument does not show it
        elif isinstance(parameter, TyperOption):
            parameter.__class__ = Option
    for inner in getattr(command, "commands", {}).values():
        _make_ours(inner, context)
