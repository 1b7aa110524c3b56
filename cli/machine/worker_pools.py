"""Many workers through the standard `Executor`: processes on this machine, or a Dask cluster by its address.

The same loop serves both. The share of a worker that died is done again, alone; one that kills its worker again is
halved until a single record is left, and a record that has done so three times is given up by name, never dropped.
"""

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures import wait as futures_wait
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

from records.errors import Refused, Unavailable

DEATHS_MOST = 3
_AHEAD = 3
"""Shares handed out for each worker before the first answer is awaited."""

WAIT_SECONDS = 60
"""For the workers of a cluster, if nothing else is asked for."""
_LOOK_EVERY = 5.0
_ASK_EVERY = 0.5
_LOGGERS = ("distributed", "distributed.client", "distributed.core", "distributed.comm", "tornado")

R = TypeVar("R")
T = TypeVar("T")


class Certificates(NamedTuple):
    """The files that prove to the scheduler who asks, and the other way round."""

    authority: str | None = None
    certificate: str | None = None
    key: str | None = None


def _say_nothing(words: str) -> None:
    """For whoever has no place for words."""


class Patience(NamedTuple):
    """How long a scheduler may be without workers, and whom to tell that it is."""

    seconds: int = WAIT_SECONDS
    say: Callable[[str], None] = _say_nothing


class Workers(Protocol):
    """Where work is done."""

    amount: int

    def answer(self, future: Future[R]) -> R:
        """The answer of a share, when it is there."""

    def executor(self) -> Executor:
        """An executor that can be used; a new one if the last one broke."""

    def deaths_in(self, error: BaseException) -> int:
        """How many workers have died of a share when it ends with this error; 0 if it says something else."""

    def keeps(self, future: Future[Any]) -> bool:
        """Whether a share that was under way when a worker died will still be answered."""

    def close(self) -> None:
        """Let the workers go."""


class LocalWorkers:
    """Processes on this machine."""

    def __init__(self, amount: int) -> None:
        self.amount = amount
        self._pool: Executor | None = None
        self._broken = False

    def executor(self) -> Executor:
        """The pool; a new one after a process died, because that ends a pool."""
        from concurrent.futures import ProcessPoolExecutor  # heavy, and not needed for one record

        if self._pool is None or self._broken:
            self.close()
            self._pool, self._broken = ProcessPoolExecutor(self.amount, initializer=_end_with_parent), False
        return self._pool

    def answer(self, future: Future[R]) -> R:
        """The answer, or the error that a process died."""
        return future.result()

    def deaths_in(self, error: BaseException) -> int:
        """One, if a process died."""
        self._broken = self._broken or isinstance(error, BrokenExecutor)
        return 1 if isinstance(error, BrokenExecutor) else 0

    def keeps(self, future: Future[Any]) -> bool:
        """Only what was answered before: with one process, its pool ends for all."""
        return future.done() and not future.cancelled() and future.exception() is None

    def close(self) -> None:
        """End the processes, without waiting for what nobody wants any more."""
        if self._pool is not None:
            self._pool.shutdown(wait=not self._broken, cancel_futures=True)
            self._pool = None


def _end_with_parent() -> None:
    """In a worker: end as soon as the process that wants its answers is gone, however that ended.

    A pool waits for work, and a killed parent tells nobody.
    """
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()
    assert parent is not None, "this is for a process that another one started"
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    Thread(target=watch, name="parent", daemon=True).start()


class ClusterWorkers:
    """The workers of a Dask scheduler. They run what they are sent: use TLS, or a network of your own."""

    def __init__(self, address: str, certificates: Certificates, patience: Patience) -> None:
        try:
            from distributed import Client, KilledWorker
            from distributed.security import Security
        except ImportError:
            raise Refused(
                f"{address} needs the package distributed", mend="pip install 'quartermaster[cluster]'"
            ) from None
        authority, certificate, key = certificates
        security = None
        if any(certificates):
            security = Security(
                require_encryption=True, tls_ca_file=authority, tls_client_cert=certificate, tls_client_key=key
            )
        try:
            self._client = Client(address, security=security, timeout=10, set_as_default=False)
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            raise Unavailable(
                f"no scheduler answers: {str(error).splitlines()[0] if str(error) else type(error).__name__}",
                where=address,
                mend="see `qm help cluster`",
            ) from None
        for name in _LOGGERS:  # what happens to workers is told by our own words
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._address, self._patience = address, patience
        self._killed = KilledWorker
        try:
            self.amount = self._workers_there()
        except BaseException:
            self._client.close()
            raise
        self._executor: Executor = self._client.get_executor(pure=False)

    def executor(self) -> Executor:
        """The cluster as an executor."""
        return self._executor

    def answer(self, future: Future[R]) -> R:
        """The answer; while it is not there, somebody must be working on it."""
        while not futures_wait([future], timeout=_LOOK_EVERY).done:
            self._workers_there()
        try:
            return future.result()
        except CancelledError:
            raise self._gone() from None

    def _workers_there(self) -> int:
        """How many workers there are. Waits for the first one, says so, and gives up after a while."""
        begun = time.monotonic()
        told = False
        while True:
            try:
                amount = len(self._client.scheduler_info(n_workers=-1)["workers"])
            except (OSError, TimeoutError):
                raise self._gone() from None
            if amount:
                return amount
            if not told:
                told = True
                self._patience.say(f"{self._address} has no workers: waiting {self._patience.seconds} seconds for one")
            if time.monotonic() - begun >= self._patience.seconds:
                raise Unavailable(
                    f"no worker came within {self._patience.seconds} seconds",
                    where=self._address,
                    mend=f"start some: dask worker {self._address}; or wait longer: --wait SECONDS",
                )
            time.sleep(_ASK_EVERY)

    def _gone(self) -> Unavailable:
        return Unavailable("the scheduler is gone", where=self._address, mend="start it and its workers, and go on")

    def deaths_in(self, error: BaseException) -> int:
        """How many workers the scheduler let die before it gave a share up: one more than it was told to allow."""
        return int(error.allowed_failures) + 1 if isinstance(error, self._killed) else 0

    def keeps(self, future: Future[Any]) -> bool:
        """Everything: the scheduler hands it to another worker."""
        return True

    def close(self) -> None:
        """Leave the cluster; it goes on without us."""
        self._client.close()


@contextmanager
def workers_at(
    where: str, certificates: Certificates | None = None, patience: Patience | None = None
) -> Iterator[Workers]:
    """The workers that `--workers` names: a number of processes, or the address of a scheduler."""
    workers: Workers
    if "://" in where:
        workers = ClusterWorkers(where, certificates or Certificates(), patience or Patience())
    elif where.isascii() and where.isdigit() and 0 < int(where) <= 512:
        workers = LocalWorkers(int(where))
    else:
        raise Refused(f"--workers {where!r}", mend="a number of processes, or an address as tcp://host:8786")
    try:
        yield workers
    finally:
        workers.close()


def shared_out(
    workers: Workers,
    work: Callable[[Sequence[R]], list[T]],
    shares: Iterable[Sequence[R]],
    given_up: Callable[[R], T],
) -> Iterator[list[T]]:
    """The answers for each share, in order. `given_up` answers for a record that no worker survives.

    `work` is sent to other processes, so it is a function of a module, or a value that can be called.

    No more shares are under way than the workers need, so that memory stays flat however many there are.
    """
    coming = iter(shares)
    ahead: deque[tuple[Sequence[R], Future[list[T]] | None]] = deque()
    while True:
        ahead.extend((share, None) for share in islice(coming, _AHEAD * workers.amount - len(ahead)))
        if not ahead:
            return
        for place, (share, future) in enumerate(ahead):
            if future is None:
                ahead[place] = share, workers.executor().submit(work, share)
        share, future = ahead.popleft()
        assert future is not None
        try:
            answers = workers.answer(future)
        except BaseException as error:
            if not (deaths := workers.deaths_in(error)):
                raise
            ahead = deque((each, one if one is not None and workers.keeps(one) else None) for each, one in ahead)
            answers = list(_alone(workers, work, share, given_up, deaths))
        yield answers


def _alone(
    workers: Workers,
    work: Callable[[Sequence[R]], list[T]],
    share: Sequence[R],
    given_up: Callable[[R], T],
    deaths: int = 0,
) -> Iterator[T]:
    """A share whose worker died, with nothing else under way, so that it is known who killed the next one."""
    while deaths < DEATHS_MOST:
        try:
            yield from workers.answer(workers.executor().submit(work, share))
            return
        except BaseException as error:
            if not (died := workers.deaths_in(error)):
                raise
            deaths += died
        if len(share) > 1:
            break
    if len(share) == 1:
        yield given_up(share[0])
        return
    half = len(share) // 2
    yield from _alone(workers, work, share[:half], given_up)
    yield from _alone(workers, work, share[half:], given_up)
