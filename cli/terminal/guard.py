"""The one place where an error becomes words on stderr and an exit code. A traceback never reaches the screen."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from cli.machine.os_errors import from_os
from cli.terminal.passwords import without_password
from records.errors import QuartermasterError
from records.text import printable

if TYPE_CHECKING:
    from typer import TyperException

USAGE = 2
BUG = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


def guarded(arguments: list[str], work: Callable[[], Any]) -> int:
    """Do the work; answer every way in which it can end with an exit code, and with words where they help."""
    _open_closed_streams()
    _never_fail_on_a_letter()
    try:
        code = work()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except SystemExit as stop:
        # typer ends this way after a closed pipe, and after shell completion
        return _pipe_closed() if isinstance(stop.__context__, BrokenPipeError) else _plain_code(stop.code)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _pipe_closed()
    except QuartermasterError as error:
        return tell(error)
    except OSError as error:
        return tell(from_os(error))
    except Exception as error:  # what typer says, or a mistake of ours; this is the edge of the program
        return _tell_last(error, arguments)


def leave(code: int) -> NoReturn:
    """End the process with a code.

    Python would take apart everything that was loaded first, piece by piece, which takes a tenth of a short command;
    the system takes it back at once. Where other threads are still at work, they come to their end as usual.
    """
    threading = sys.modules.get("threading")  # a Tab does without it
    if threading is not None and threading.active_count() > 1:
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # whatever failed was told, where anybody could still be told
            stream.flush()
    os._exit(code)


def tell(error: QuartermasterError) -> int:
    """Say what happened and how to go on."""
    say(str(error), error.mend)
    return error.code


def _open_closed_streams() -> None:
    """A stream that was closed when we began leads nowhere; else the next file that is opened would take its number."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, "r" if name == "stdin" else "w", encoding="utf-8", closefd=False))


def _never_fail_on_a_letter() -> None:
    """A terminal that cannot show a letter gets its number, not an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def say(what: str, mend: str = "") -> None:
    """Words on stderr, if it can still take them. They may quote a record or a file name: see `screen`."""
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError):
        lines = [f"qm: {printable(what)}\n", f"    {printable(mend)}\n" if mend else ""]
        sys.stderr.write(without_password("".join(lines)))
        sys.stderr.flush()


def _tell_last(error: Exception, arguments: list[str]) -> int:
    from typer import Abort, TyperException  # here, so that a Tab which needs no command can do without typer

    if isinstance(error, Abort):
        return INTERRUPTED
    return _tell_usage(error) if isinstance(error, TyperException) else _tell_bug(error, arguments)


def _tell_usage(error: "TyperException") -> int:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "qm"
    message = " ".join(error.format_message().replace("Value error, ", "").split())
    say(message, f"see `{command} --help`")
    return USAGE


def _pipe_closed() -> int:
    """The reader of our output left, as `head` does."""
    let_go_of_stdout()
    return PIPE_CLOSED


def let_go_of_stdout() -> None:
    """What is still buffered for a stdout that failed must not fail again on the way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError, ValueError):
        os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _plain_code(code: object) -> int:
    return code if isinstance(code, int) else 0 if code is None else USAGE


def _tell_bug(error: Exception, arguments: list[str]) -> int:
    from cli.terminal.crash_report import write_report

    path = write_report(error, arguments)
    kept = f"a report is in {path}" if path else "no report could be written"
    say(f"this is a mistake in Quartermaster, not in your input ({type(error).__name__}); {kept}")
    return BUG
