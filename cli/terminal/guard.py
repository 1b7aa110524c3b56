"""The one place where an error becomes words on stderr and an exit code. A traceback never reaches the screen."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import typer

from cli.machine.os_errors import from_os
from cli.terminal.passwords import without_password
from records.errors import QuartermasterError

USAGE = 2
BUG = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


def guarded(arguments: list[str], work: Callable[[], Any]) -> int:
    """Do the work; answer every way in which it can end with an exit code, and with words where they help."""
    _never_fail_on_a_letter()
    try:
        code = work()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except SystemExit as stop:
        # typer ends this way after a closed pipe, and after shell completion
        return _pipe_closed() if isinstance(stop.__context__, BrokenPipeError) else _plain_code(stop.code)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        return _pipe_closed()
    except QuartermasterError as error:
        return tell(error)
    except typer.TyperException as error:
        return _tell_usage(error)
    except OSError as error:
        return tell(from_os(error))
    except Exception as error:  # whatever is left is a mistake of ours, and this is the edge of the program
        return _tell_bug(error, arguments)


def tell(error: QuartermasterError) -> int:
    """Say what happened and how to go on."""
    _say(str(error), error.mend)
    return error.code


def _never_fail_on_a_letter() -> None:
    """A terminal that cannot show a letter gets its number, not an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _say(what: str, mend: str = "") -> None:
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError):
        sys.stderr.write(without_password(f"qm: {what}\n" + (f"    {mend}\n" if mend else "")))
        sys.stderr.flush()


def _tell_usage(error: typer.TyperException) -> int:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "qm"
    _say(error.format_message().replace("Value error, ", ""), f"see `{command} --help`")
    return USAGE


def _pipe_closed() -> int:
    """The reader of our output left, as `head` does. What is still buffered must not fail again on the way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError, ValueError):
        os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    return PIPE_CLOSED


def _plain_code(code: object) -> int:
    return code if isinstance(code, int) else 0 if code is None else USAGE


def _tell_bug(error: Exception, arguments: list[str]) -> int:
    from cli.terminal.crash_report import write_report

    path = write_report(error, arguments)
    kept = f"a report is in {path}" if path else "no report could be written"
    _say(f"this is a mistake in Quartermaster, not in your input ({type(error).__name__}); {kept}")
    return BUG
