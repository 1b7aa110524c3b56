"""Audits of a whole store: the same digest however it is run, on from where it stopped, and past workers that die."""

import json
import os
import re
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest

from cli.desk.audits import Wanted, audit_record
from cli.machine.folders_and_clock import now
from cli.machine.linked_records import LoadRecord
from cli.machine.worker_pools import LocalWorkers, shared_out
from cli.serve.certificates import own_certificate
from cli.terminal import audit_shares
from cli.terminal.progress import Progress
from records.record import Record
from records.store.postgres.sql import READ_ROLE
from tests.helpers.clusters import cluster
from tests.helpers.shell import Answer, Shell
from tests.helpers.tools import FIXTURES, dealt

NEVER = ("--fail-on", "never")


def many_records(qm: Shell, amount: int, *more: str) -> list[str]:
    """Short records of one game, each under its own title, and a whole one with findings."""
    game = dealt("sea-or-shore", 3, 7)
    files: list[object] = [FIXTURES / "sea-or-shore" / "hurried-table.jsonl"]
    for number in range(amount):
        bodies = ({**game.header, "title": f"Game {number}"}, *game.scribe[:9])
        text = "\n".join(json.dumps(body, sort_keys=True, separators=(",", ":")) for body in bodies)
        files.append(qm.write(f"{number}.jsonl", text + "\n"))
    return [line.split("\t")[1] for line in qm("import", *files, *more, "--plain").out.splitlines()]


def digest(answer: Answer) -> str:
    assert answer.code == 0, answer.err
    return str(re.findall(r"digest of all answers: (\w{64})", answer.err)[0])


def test_one_process_a_pool_and_parts_give_the_same_digest(qm: Shell) -> None:
    ids = many_records(qm, 60)
    one = digest(qm("audit", "--store", "--json", "--workers", 1, *NEVER))
    assert digest(qm("audit", "--all", "--csv", "-j", 2, *NEVER)) == one
    assert digest(qm("audit", "--store", "--into", "parts", "--workers", 2, *NEVER)) == one
    lines = [line for path in sorted(Path("parts").glob("*.jsonl")) for line in path.read_text().splitlines()]
    assert [json.loads(line)["record"] for line in lines] == ids
    assert lines == qm("audit", "--store", "--json", "-j", 1, *NEVER).out.splitlines()
    assert len(qm("audit", "--store", "--title", "game 1", "--last", 3, "--json").json_lines) == 3
    assert digest(qm("audit", "--store", "--last", 5, "--json", *NEVER)) != one
    assert qm("audit", "--store", "--csv", "-j", 2, *NEVER).out == qm("audit", *ids, "--csv", "-j", 1, *NEVER).out


def test_an_interrupted_run_goes_on_and_only_what_changed_is_done_again(
    qm: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = many_records(qm, 119)
    whole = digest(qm("audit", "--store", "--into", "whole", "-j", 1, *NEVER))
    audited: list[str] = []
    real = audit_record

    def stops(record: Record, name: str, wanted: Wanted, load: LoadRecord) -> dict[str, Any]:
        if len(audited) == 70:
            raise KeyboardInterrupt
        audited.append(name)
        return real(record, name, wanted, load)

    monkeypatch.setattr(audit_shares, "audit_record", stops)
    assert qm("audit", "--store", "--into", "parts", "-j", 1, *NEVER).code == 130
    del audited[:]
    went_on = qm("audit", "--store", "--into", "parts", "-j", 1, *NEVER)
    assert (digest(went_on), len(audited)) == (whole, 70)
    assert "50 of them were done before" in went_on.err
    del audited[:]
    assert qm("log", ids[60], "--json", '{"do":"note","text":"tea"}').code == 0
    new = many_records(qm, 121)[-2:]
    assert digest(qm("audit", "--store", "--into", "parts", "-j", 1, *NEVER)) != whole
    assert audited == [*ids[50:100], *new], "the part of the record that grew, and the new ones"
    assert qm("audit", "--store", "--into", "parts", "--csv").code == 2, "another run"
    assert qm("audit", "--store", "--into", ".").code == 2, "a folder with something else in it"


DEADLY = "deadly"


def deadly_share(items: Sequence[str]) -> list[str]:
    """What a worker does in these tests: it dies of one item, and once of another; how often stands in the file that
    an item names."""
    for item in items:
        once = Path(item.removeprefix("once:"))
        word, _, where = item.partition(":")
        if word == DEADLY or (item.startswith("once:") and not once.exists()):
            if where:
                with Path(where).open("a") as deaths:
                    deaths.write("x")
            os.kill(os.getpid(), signal.SIGKILL)
    return [f"{item} done" for item in items]


def test_a_dead_workers_share_is_done_again_and_a_deadly_record_is_named(tmp_path: Path) -> None:
    items = [f"item {number}" for number in range(40)]
    items[7], items[22] = f"once:{tmp_path / 'flag'}", DEADLY
    shares = [items[start : start + 5] for start in range(0, 40, 5)]
    workers = LocalWorkers(2)
    try:
        found = list(shared_out(workers, deadly_share, shares, lambda item: f"{item} given up"))
    finally:
        workers.close()
    assert [answer for share in found for answer in share] == [
        "deadly given up" if item == DEADLY else f"{item} done" for item in items
    ]


def test_what_cannot_be_meant_is_refused(qm: Shell) -> None:
    many_records(qm, 20)
    assert qm("audit", "--store", "--workers", "none").code == 2
    assert qm("audit", "--store", "-j", 2, "--tls-ca", "x.pem").code == 2
    assert qm("audit", "--all", "--into", "parts", "--html").code == 2
    assert qm("audit", "0.jsonl", "--into", "parts").code == 2


def test_progress_tells_how_fast_and_how_long() -> None:
    progress = Progress(100, 20)
    begun = progress._begun
    progress.add(40)
    assert progress.words(begun + 2) == "[##################............] 60/100  20 records/s, 2 s left"
    progress.add(40)
    assert progress.words(begun + 4) == "[##############################] 100/100  20 records/s"


def test_a_role_that_can_only_read_can_audit_and_nothing_else(qm: Shell, pg_url: str) -> None:
    many_records(qm, 3, "--db", pg_url)
    with psycopg.connect(pg_url, autocommit=True) as connection:
        schema = connection.execute("SELECT current_schema()").fetchone()
        assert schema is not None
        role = f"reader_{schema[0]}"
        connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        try:
            connection.execute(READ_ROLE.format(schema=schema[0], role=role).encode())
            reading = pg_url.replace("//qm@", f"//{role}@")
            assert len(qm("audit", "--store", "--db", reading, "--json", *NEVER).json_lines) == 4
            assert qm("penalties", "--db", reading).code == 0
            record = qm("list", "--db", reading, "--json").json_lines[0]["id"]
            assert qm("log", record, "--db", reading, "--json", '{"do":"note","text":"tea"}').code == 75
            assert qm("new", "sea-or-shore", "3", "--db", reading).code == 75
        finally:
            connection.execute(f"DROP OWNED BY {role}; DROP ROLE {role}".encode())


@pytest.mark.slow
def test_a_cluster_gives_the_same_digest_although_a_worker_is_killed(qm: Shell, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    many_records(qm, 250)
    alone = digest(qm("audit", "--store", "--json", "-j", 1, *NEVER))
    made = own_certificate(tmp_path, ["127.0.0.1"], now())
    files = (made.cert, made.cert, made.key)
    tls = zip(("--tls-ca-file", "--tls-cert", "--tls-key"), files, strict=True)
    ours = [word for pair in zip(("--tls-ca", "--tls-cert", "--tls-key"), files, strict=True) for word in pair]
    with cluster(tmp_path, *(word for pair in tls for word in pair)) as (address, workers):
        assert address.startswith("tls://")

        def kill_one() -> None:
            while not list(tmp_path.glob("parts/part-*.ledger")):
                time.sleep(0.01)
            workers[0].kill()

        killer = threading.Thread(target=kill_one, daemon=True)
        killer.start()
        answer = qm("audit", "--store", "--into", "parts", "--workers", address, *ours, *NEVER)
        killer.join(30)
        assert workers[0].wait(30) == -signal.SIGKILL
        assert digest(answer) == alone
        assert digest(qm("audit", "--store", "--json", "--workers", address, *ours, *NEVER)) == alone
