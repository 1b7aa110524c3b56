"""Small facts about the service that other programs on this machine want to know, such as its address."""

from typing import NamedTuple

from cli.serve.register.service_file import ServiceFile
from cli.serve.register.service_rows import FactRow

ORIGIN = "origin"
"""Where each service was started, and the address that its links begin with: one a line, the last start last."""
ORIGINS_MAX = 20
"""How many starts at different places are remembered."""

SECONDS = "seconds/"
"""The records that other scribes keep of the same table, by the id of the first."""


class Started(NamedTuple):
    """A service that was started: where it listens (`127.0.0.1:8080`), and what its links begin with."""

    place: str
    origin: str


def started_in(text: str | None) -> list[Started]:
    """The services that were noted, in the order of their last starts. Earlier versions noted one address alone."""
    return [Started(*line.rpartition(" ")[::2]) for line in (text or "").splitlines()]


def with_started(text: str | None, one: Started) -> str:
    """The same with one more start, in place of the one before at the same place."""
    others = [each for each in started_in(text) if each.place not in ("", one.place)]
    return "\n".join(f"{each.place} {each.origin}" for each in [*others, one][-ORIGINS_MAX:])


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
