"""Services on one PostgreSQL store: what one appends is on the boards of the others at once, and never lost."""

from pathlib import Path

import psycopg
import pytest

from cli.serve.tables import hub
from tests.helpers.pg import server_or_skip
from tests.helpers.serving import Phone, Serving, frames, post

NOTE = {"do": "note", "text": "the lamp fell over"}


def at_both(scribe: Phone, other: Serving) -> Phone:
    """The same phone at another service, which shares the file of links."""
    there = other.client()
    there.cookies = scribe.cookies
    other.inside(other.service.let_time_pass)  # as it does by itself twice a second
    return there


@pytest.mark.slow
def test_the_bell_wakes_every_service(tmp_path: Path, pg_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither looks by itself here: without the bell nothing would be seen."""
    monkeypatch.setattr(hub, "PAUSE", 3600)
    with Serving(tmp_path, pg_url) as serving, Serving(tmp_path, pg_url) as other:
        record = serving.record("sea-or-shore", 3, 1, 2)
        with (
            serving.join("scribe", record) as scribe,
            at_both(scribe, other) as there,
            frames(scribe, record) as here,
            frames(there, record) as elsewhere,
        ):
            next(here)
            next(elsewhere)
            for size, client in enumerate([scribe, there, scribe], start=3):
                assert post(client, record, size, NOTE).status_code == 200
                assert next(here)[1]["id"] == next(elsewhere)[1]["id"] == size + 1


@pytest.mark.slow
def test_a_bell_whose_line_was_cut_is_heard_again(tmp_path: Path, pg_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was appended meanwhile is looked at when the connection is back."""
    monkeypatch.setattr(hub, "PAUSE", 3600)
    with Serving(tmp_path, pg_url) as serving, Serving(tmp_path, pg_url) as other:
        record = serving.record("sea-or-shore", 3, 1, 2)
        with serving.join("scribe", record) as scribe, at_both(scribe, other) as there, frames(there, record) as seen:
            next(seen)
            with psycopg.connect(pg_url, autocommit=True) as tool:
                tool.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
            for size in (3, 4):
                assert post(scribe, record, size, NOTE).status_code == 200
                assert next(seen)[1]["id"] == size + 1


@pytest.mark.slow
def test_a_database_that_went_away_is_unavailable_and_found_again(tmp_path: Path) -> None:
    with server_or_skip(own=True) as server, Serving(tmp_path, server.url) as serving:
        record = serving.record("sea-or-shore", 3, 1, 2)
        with serving.join("scribe", record) as scribe, frames(scribe, record) as seen:
            next(seen)
            server.stop()
            answer = post(scribe, record, 3, NOTE, key="k")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "1"), answer.text
            server.start()
            while (answer := post(scribe, record, 3, NOTE, key="k")).status_code == 503:
                pass
            assert answer.status_code == 200, answer.text
            assert next(seen)[1]["id"] == 4
            assert serving.store.head(record).size == 4
