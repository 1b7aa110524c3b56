"""A service that answers before its register is open: pages and health at once, whoever has a link a moment later."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import httpx

from cli.machine.folders_and_clock import now, random_bytes
from cli.serve.door.web_app import app_of
from cli.serve.register.late_register import LateRegister
from cli.serve.register.register import Register
from cli.serve.service import Service
from cli.serve.settings import Settings
from records.errors import Damaged
from records.store import Store, open_store


def asked(store: Store, make: Callable[[], Register], told: list[object], free: threading.Event) -> list[int]:
    """The answers to a question about health and to one that needs the register, which is free after the first."""
    late = LateRegister(make, told.append, told.append)

    async def work() -> list[int]:
        service = Service(Settings(names=("qm",)), store, late, clock=now, random=random_bytes)
        await service.start()
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app_of(service)), base_url="http://qm") as phone:
            found = [(await phone.get("/health")).status_code]
            free.set()
            found.append((await phone.get("/api/v1/me", headers={"Authorization": "Bearer nothing"})).status_code)
        while not told:
            await asyncio.sleep(0.001)
        await service.stop()
        return found

    return asyncio.run(work())


def test_who_needs_the_register_waits_for_it(tmp_path: Path) -> None:
    free = threading.Event()
    told: list[object] = []

    def make() -> Register:
        assert free.wait(10)
        return Register(str(tmp_path / "service.db"), clock=now, random=random_bytes)

    with open_store(str(tmp_path / "records.db"), create=True) as store:
        assert asked(store, make, told, free) == [200, 401]
    assert isinstance(told[0], Register)


def test_a_register_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    free = threading.Event()
    told: list[object] = []

    def make() -> Register:
        assert free.wait(10)
        raise Damaged("its pages do not hold together")

    with open_store(str(tmp_path / "records.db"), create=True) as store:
        assert asked(store, make, told, free) == [200, 500]
    assert [str(one) for one in told] == ["its pages do not hold together"]


def test_what_answers_first_loads_no_database_toolkit() -> None:
    """SQLModel takes half a second: a module that everybody imports must not bring it in."""
    looks = (
        "import sys, cli.serve.run, cli.serve.door.web_app; "
        "print(sorted({'sqlmodel', 'sqlalchemy'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", looks], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
