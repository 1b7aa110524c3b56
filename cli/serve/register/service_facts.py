"""Small facts about the service that other programs on this machine want to know, such as its address."""

from cli.serve.register.service_file import ServiceFile
from cli.serve.register.service_rows import FactRow

ORIGIN = "origin"
"""The address that links begin with."""


SECONDS = "seconds/"
"""The records that other scribes keep of the same table, by the id of the first."""


class ServiceFacts:
    """Facts by their names, in the file."""

    def __init__(self, file: ServiceFile) -> None:
        self._file = file

    def put(self, name: str, value: str) -> None:
        """Note a fact, in place of an earlier one."""
        with self._file.writing() as db:
            db.merge(FactRow(name=name, value=value))

    def get(self, name: str) -> str | None:
        """A fact that was noted."""
        with self._file.reading() as db:
            row = db.get(FactRow, name)
            return None if row is None else row.value
