"""Who looked at a table with an official's eyes through the service, as far as it is still kept."""

from pathlib import Path
from typing import NamedTuple

from cli.machine.folders_and_clock import now, random_bytes
from cli.serve.register.register import Register
from records.clock import to_text
from replay.playout import OFFICIAL


class OfficialLook(NamedTuple):
    """One device that looked at some lines, on one day."""

    at: str
    by: str
    device: str
    first: int
    last: int


def official_looks(path: Path) -> dict[str, list[OfficialLook]]:
    """The looks with an official's eyes, by record; none where no service was ever started."""
    found: dict[str, list[OfficialLook]] = {}
    if not path.exists():
        return found
    with Register(str(path), clock=now, random=random_bytes) as register:
        names = {grant.id: grant.acts_as or grant.role for grant in register.grants()}
        for visit in register.visits():
            if visit.eyes == OFFICIAL:
                by = names.get(visit.grant, "a link that is gone")
                look = OfficialLook(to_text(visit.last_at), by, visit.device, visit.from_size - 1, visit.to_size - 1)
                found.setdefault(visit.record, []).append(look)
    return found
