"""Passkeys of officials' links: with one, a link that was read or copied opens nothing by itself."""

import msgspec
from sqlmodel import Session, col, delete, select

from cli.serve.register.passkey_facts import Passkey
from cli.serve.register.service_file import ServiceFile
from cli.serve.register.service_rows import GrantRow, PasskeyRow


class Passkeys:
    """The passkeys of all links."""

    def __init__(self, file: ServiceFile) -> None:
        self._file = file

    def of(self, grant_id: str) -> list[Passkey]:
        """Those of a link, the oldest first."""
        with self._file.reading() as db:
            rows = db.exec(select(PasskeyRow).where(PasskeyRow.grant == grant_id).order_by(col(PasskeyRow.made_at)))
            return [Passkey(row.grant, row.site, row.credential, row.device, row.made_at) for row in rows]

    def add(self, made: Passkey) -> None:
        """Keep a new one."""
        with self._file.writing() as db:
            db.add(PasskeyRow(**msgspec.structs.asdict(made)))


def forget_passkeys(db: Session) -> None:
    """Delete those of links that are gone."""
    db.exec(delete(PasskeyRow).where(col(PasskeyRow.grant).not_in(select(GrantRow.id))))
