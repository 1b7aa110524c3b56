"""Audits of many records: in other processes or on a cluster where that is faster, with a line that counts."""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from cli.desk.audits import Wanted, audit_record
from cli.machine.several import Item, Several, stores_closed
from cli.terminal.audit_shares import Answered, answered, audit_given_up, audit_share
from cli.terminal.progress import Progress

_PARALLEL_FROM = 16
"""Fewer records than this are audited faster in one process than it takes to start others."""
SHARE_MOST = 32


class Crew(NamedTuple):
    """Who audits: a number of processes or the address of a scheduler (all cores, if None), and its certificates."""

    workers: str | None = None
    authority: str | None = None
    certificate: str | None = None
    key: str | None = None
    wait: int | None = None
    """For how many seconds a scheduler may be without workers."""

    @property
    def certificates(self) -> tuple[str | None, str | None, str | None]:
        """What proves to the scheduler who asks."""
        return self.authority, self.certificate, self.key

    def amount(self) -> int | None:
        """The number of processes here; None for a cluster."""
        if self.workers is None:
            return os.cpu_count() or 1
        return int(self.workers) if self.workers.isascii() and self.workers.isdigit() else None


def checked_crew(crew: Crew) -> Crew:
    """The same, unless it is neither a number nor an address."""
    from records.errors import Refused

    named = crew.workers
    if named is not None and "://" not in named and not (named.isascii() and named.isdigit() and 0 < int(named) <= 512):
        raise Refused(f"--workers {named!r}", mend="a number of processes, or an address as tcp://host:8786")
    is_here = named is None or "://" not in named
    if crew.wait is not None and is_here:
        raise Refused("--wait is for a scheduler", mend="give its address with --workers tcp://host:8786")
    if any(crew.certificates) and is_here:
        raise Refused("certificates are for a scheduler", mend="give its address with --workers tls://host:8786")
    return crew


def audits(records: Several, wanted: Wanted, crew: Crew) -> Iterator[Answered]:
    """The audits in the order of the records. One that cannot be read is an answer among many, else an error."""
    items = records.items
    if not records.many:
        from cli.desk.audit_ledger import ledger_line

        with stores_closed():
            for item in items:
                answer = audit_record(item.load(), item.name, wanted, item.linked())
                yield answer, ledger_line(answer, "")
        return
    amount = crew.amount()
    progress = Progress(len(items))
    size = SHARE_MOST if amount is None else max(1, min(SHARE_MOST, len(items) // (4 * amount)))
    shares = [items[start : start + size] for start in range(0, len(items), size)]
    for answers in share_answers(shares, len(items), wanted, crew):
        for one in answers:
            yield one
            progress.add()


def share_answers(shares: Iterable[Sequence[Item]], total: int, wanted: Wanted, crew: Crew) -> Iterator[list[Answered]]:
    """The answers of each share, in order, one share after the other or several at once. `total` counts the records."""
    amount = crew.amount()
    every = iter(shares)
    first = list(islice(every, 1))
    alone = amount is not None and (amount <= 1 or total < _PARALLEL_FROM)
    if alone or any(item.path is None and item.url is None for share in first for item in share):
        with stores_closed():
            for share in chain(first, every):
                yield [answered(item, wanted) for item in share]
        return
    from cli.machine.worker_pools import WAIT_SECONDS, Certificates, Patience, shared_out, workers_at
    from cli.terminal.guard import say

    patience = Patience(WAIT_SECONDS if crew.wait is None else crew.wait, say)
    with workers_at(crew.workers or str(amount), Certificates(*crew.certificates), patience) as workers:
        work = partial(audit_share, wanted=wanted)
        yield from shared_out(workers, work, chain(first, every), audit_given_up)
