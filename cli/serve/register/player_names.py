"""Names of players that are kept outside their records, so that they can be removed."""

from sqlmodel import Session, select

from cli.serve.register.service_file import ServiceFile
from cli.serve.register.service_rows import PersonRow
from cli.serve.register.shown_names import shown_name
from records.errors import Refused
from records.event import is_id


class PlayerNames:
    """Names by record and seat, in the file and in memory."""

    def __init__(self, file: ServiceFile) -> None:
        self._file = file
        self._names: dict[str, dict[str, str]] = {}

    def of(self, record: str) -> dict[str, str]:
        """The names at a table, by seat."""
        return dict(self._names.get(record, {}))

    def put(self, record: str, seat: str, name: str) -> None:
        """Name the player at a seat, in place of an earlier name."""
        name = shown_name(name, "the player")
        if not name:
            raise Refused("the player has no name", mend="give one, or remove the name that is there")
        if not is_id(record) or not seat:
            raise Refused(f"there is no seat {seat!r} at {record!r}")
        with self._file.writing() as db:
            db.merge(PersonRow(record=record, seat=seat, name=name))
        self._names.setdefault(record, {})[seat] = name
        self._file.wipe_log()

    def forget(self, record: str, seat: str) -> None:
        """Remove a name from memory and from the disk; one that is not there is removed already."""
        with self._file.writing() as db:
            row = db.get(PersonRow, (record, seat))
            if row is not None:
                db.delete(row)
        self._names.get(record, {}).pop(seat, None)
        self._file.wipe_log()

    def reload(self, db: Session) -> None:
        """Read all names from the file."""
        self._names = {}
        for row in db.exec(select(PersonRow)):
            self._names.setdefault(row.record, {})[row.seat] = row.name
