"""The bell of a store on PostgreSQL: a service that appended rings it, and every service looks at the feed at once.

The feed stays the truth, and every hub looks by itself twice a second: a bell that is not heard costs half a second,
never a line. Each of the two threads has a connection of its own, and opens another when the database was away.
"""

import threading
from collections.abc import Callable

from cli.serve.logs import log_line
from records.errors import Unavailable
from records.store.postgres.connection import PostgresConnections

CHANNEL = "quartermaster"
"""Shared by all stores of a database: who is woken for nothing finds nothing new."""
TURN = 0.5
"""How long one wait for the bell lasts, in seconds; then it is asked whether the service stops."""
AGAIN = 1.0
"""How long to wait before a lost connection is opened again."""


class Bell:
    """Rings for others, and hears them."""

    def __init__(self, url: str) -> None:
        self._connections = PostgresConnections(url)
        self._heard: Callable[[], None] = lambda: None
        self._wanted = threading.Event()
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._keep_on, args=(work,), name=f"quartermaster-bell-{name}", daemon=True)
            for name, work in (("hears", self._hear), ("rings", self._ring))
        ]

    def start(self, heard: Callable[[], None]) -> None:
        """Begin. `heard` is called in another thread whenever somebody may have appended."""
        self._heard = heard
        for thread in self._threads:
            thread.start()

    def ring(self) -> None:
        """Something was appended. Nobody waits for the bell; what comes meanwhile is rung for once."""
        self._wanted.set()

    def stop(self) -> None:
        """End both threads."""
        self._stopped.set()
        self._wanted.set()
        for thread in self._threads:
            thread.join(2 * TURN)

    def _keep_on(self, work: Callable[[], None]) -> None:
        """Do the work of a thread until the service stops, on a new connection after every failure."""
        trouble = ""
        while not self._stopped.is_set():
            try:
                work()
            except (Unavailable, self._connections.failures) as error:
                if trouble != str(error):
                    log_line("bell", trouble=str(error))
                trouble = str(error)
                self._stopped.wait(AGAIN)

    def _hear(self) -> None:
        with self._connections.open(durable=False) as connection:
            connection.execute(f"LISTEN {CHANNEL}".encode())
            self._heard()  # whoever rang while nobody listened was not heard
            while not self._stopped.is_set():
                for _ in connection.notifies(timeout=TURN):
                    self._heard()

    def _ring(self) -> None:
        with self._connections.open(durable=False) as connection:
            while not self._stopped.is_set():
                self._wanted.wait()
                self._wanted.clear()
                connection.execute(f"NOTIFY {CHANNEL}".encode())


def bell_of(url: str) -> Bell | None:
    """The bell of a store, if it has one: in a file, looking costs less than ringing would."""
    return Bell(url) if url.startswith(("postgresql://", "postgres://")) else None
