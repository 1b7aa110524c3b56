"""The report of a mistake of ours: a short file that a user can send, instead of a traceback on the screen."""

import platform
import sys
import tempfile
import traceback
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cli import __version__
from cli.machine.folders_and_clock import now, reports_folder
from cli.terminal.passwords import without_password
from records.clock import to_text

PACKAGES = ("typer", "sqlmodel", "sqlalchemy", "msgpack", "msgspec", "cryptography", "prompt_toolkit", "psycopg")


def write_report(error: Exception, arguments: list[str]) -> Path | None:
    """Write the report and give its path, or None if no folder takes it."""
    moment = to_text(now())
    name = f"report-{moment.replace(':', '').replace('-', '')}-"
    text = without_password(_report(error, arguments, moment))
    for folder in (reports_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                "w", prefix=name, suffix=".txt", dir=folder, delete=False, encoding="utf-8", errors="backslashreplace"
            ) as file:
                file.write(text)
            return Path(file.name)
        except OSError:
            continue
    return None


def _report(error: Exception, arguments: list[str], moment: str) -> str:
    lines = [
        "Quartermaster made a mistake. This file stays on your machine; please send it with what you did.",
        f"time       {moment}",
        f"version    {__version__}",
        f"python     {sys.version.split()[0]} on {platform.platform()}",
        f"packages   {', '.join(f'{name} {_version_of(name)}' for name in PACKAGES)}",
        f"command    qm {' '.join(arguments)}",
        "",
        "".join(traceback.format_exception(error)),
    ]
    return "\n".join(lines)


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"
