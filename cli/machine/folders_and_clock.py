"""What the pure parts must not reach for: the folders of this machine, its clock and its randomness."""

import os
import time
from pathlib import Path

from records.errors import Refused

APP = "quartermaster"
STORE_VARIABLE = "QUARTERMASTER_DB"


def now() -> int:
    """The time now, in microseconds since 1970, UTC."""
    return time.time_ns() // 1000


def random_bytes(count: int) -> bytes:
    """Bytes that nobody can guess."""
    return os.urandom(count)  # as `secrets` does, which loads hashes and random numbers for it


def store_url(db: str | None) -> str:
    """The store to use: what `--db` or QUARTERMASTER_DB names, else `records.db` in the user's data folder.

    An empty name is refused: a script with a variable that is not set would write to the wrong place.
    """
    name = "--db" if db == "" else STORE_VARIABLE
    if db == "" or (db is None and os.environ.get(STORE_VARIABLE) == ""):
        raise Refused(f"{name} is empty", mend=f"name a store, or leave {name} out for the usual one")
    return db if db is not None else str(data_folder() / "records.db")


def is_file_store(url: str) -> bool:
    """Whether the store is a SQLite file, not a server."""
    return "://" not in url


def data_folder() -> Path:
    """Where records and keys live: `~/.local/share/quartermaster` on Linux, or below XDG_DATA_HOME."""
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def keys_folder() -> Path:
    """Where signing keys live."""
    return data_folder() / "keys"


def reports_folder() -> Path:
    """Where reports of our own mistakes go."""
    from platformdirs import user_state_path

    return user_state_path(APP, appauthor=False) / "reports"


def history_file() -> Path:
    """Where the lines typed at the prompt of `qm log` are kept."""
    from platformdirs import user_state_path

    return user_state_path(APP, appauthor=False) / "typed-lines"
