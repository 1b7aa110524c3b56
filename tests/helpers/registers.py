"""A register of the service with a clock that tests move and randomness that repeats itself."""

from pathlib import Path
from random import Random
from typing import Any

from cli.serve.register.register import Register
from cli.serve.register.roles import preset
from cli.serve.register.sessions import SECOND, DeviceSession

RECORD = "01JD0000000000000000000000"
START = 1_763_400_000 * SECOND
"""A day in November 2025."""


class Bench:
    """One register, which can be closed and opened again, and others on the same file."""

    def __init__(self, folder: Path, seed: int = 1) -> None:
        self.path = folder / "service.db"
        self.now = START
        self._random = Random(seed)
        self.register = self.another()

    def another(self) -> Register:
        """A register of another program on the same file."""
        return Register(str(self.path), clock=lambda: self.now, random=self._random.randbytes)

    def reopen(self) -> None:
        """Close and open, as a restart of the server does."""
        self.close()
        self.register = self.another()

    def close(self) -> None:
        """Close the register."""
        self.register.close()

    def pass_time(self, seconds: int) -> None:
        """Let time pass."""
        self.now += seconds * SECOND

    def link(self, role: str = "seat", **more: Any) -> tuple[str, str]:
        """A new link: the id of its grant, and its token."""
        who: dict[str, dict[str, Any]] = {"seat": {"seat": "p1"}, "official": {"name": "Kim"}}
        grant, token = self.register.make_grant(preset(role, **{"record": RECORD, **who.get(role, {}), **more}))
        return grant.id, token

    def scribes(self, count: int) -> list[DeviceSession]:
        """Scribes, each with a link and a device."""
        links = [self.link("scribe") for _ in range(count)]
        return [self.register.join(token, f"phone {number}").session for number, (_, token) in enumerate(links)]


def everything_on_disk(bench: Bench) -> bytes:
    """The bytes of the file and of what lies beside it."""
    return b"".join(path.read_bytes() for path in sorted(bench.path.parent.iterdir()))
