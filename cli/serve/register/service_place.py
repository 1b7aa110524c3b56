"""Where the register of a store lies."""

from pathlib import Path

from cli.machine.folders_and_clock import data_folder, is_file_store


def register_path(store: str) -> Path:
    """Beside a store in a file, else in the user's data folder."""
    if is_file_store(store):
        return Path(store).with_suffix(".service.db")
    return data_folder() / "postgres.service.db"
