"""Photos of the table as evidence: who may send them, who may see them, and that nothing is half-written."""

import base64
import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.desk.photos import photo_cleaning
from cli.serve.api import photo_calls
from cli.serve.tables import photo_evidence
from tests.helpers.photos import PLAIN, PLAIN_PNG, WORD, told_jpeg, told_png
from tests.helpers.serving import API, Phone, Serving, post

LINES = 12
CLAIM = LINES + 1
DIGEST = hashlib.sha256(PLAIN).hexdigest()


@pytest.fixture
def record(serving: Serving) -> str:
    """A table where p2 has contested the last line."""
    found = serving.record("sea-or-shore", 3, 1, LINES, officials=[{"name": "Kim"}])
    with serving.join("seat", found, seat="p2") as player:
        claim = {"do": "dispute", "about": LINES, "claim": "that was another card", "kind": "illegal"}
        assert post(player, found, LINES + 1, claim).status_code == 200
    return found


@pytest.fixture
def seat(serving: Serving, record: str) -> Iterator[Phone]:
    with serving.join("seat", record, seat="p2") as client:
        yield client


def send(client: Phone, record: str, data: bytes = PLAIN, key: str = "k", **more: Any) -> httpx.Response:
    body = {"key": key, "expect": CLAIM + 1, "dispute": CLAIM, "photo": base64.b64encode(data).decode(), **more}
    return client.post(f"{API}/records/{record}/photos", json=body)


def folder(serving: Serving, record: str) -> Path:
    return serving.folder / "records.photos" / record


def kept(serving: Serving, record: str) -> list[str]:
    return sorted(path.name for path in folder(serving, record).glob("*")) + sorted(
        path.name for path in folder(serving, record).glob(".*")
    )


def last(serving: Serving, record: str) -> dict[str, Any]:
    return serving.store.load(record).events[-1].body()


def problem(answer: httpx.Response) -> tuple[int, str]:
    told = answer.json()
    assert told["detail"], told
    return answer.status_code, told["type"].rpartition("/")[2]


@pytest.mark.parametrize(
    ("data", "kind", "stored"),
    [(told_jpeg(), "image/jpeg", PLAIN), (told_png(), "image/png", PLAIN_PNG)],
)
def test_a_photo_is_kept_clean_and_the_record_knows_its_digest(
    serving: Serving, record: str, seat: Phone, data: bytes, kind: str, stored: bytes
) -> None:
    answer = send(seat, record, data, text=" the tile was face up ")
    assert answer.status_code == 200, answer.text
    body = last(serving, record)
    digest = hashlib.sha256(stored).hexdigest()
    assert body.pop("at") and body == {
        "do": "evidence",
        "by": "p2",
        "dispute": CLAIM,
        "kind": "photo",
        "text": "the tile was face up",
        "attachment": {"sha256": digest, "bytes": len(stored), "type": kind},
    }
    (name,) = kept(serving, record)
    path = folder(serving, record) / name
    assert path.stem == digest and path.read_bytes() == stored and WORD not in stored
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {stat.S_IMODE(one.stat().st_mode) for one in (path.parent, path.parent.parent)} == {0o700}


def test_a_photo_is_given_as_a_picture_and_as_nothing_else(serving: Serving, record: str, seat: Phone) -> None:
    assert send(seat, record).status_code == 200
    answer = seat.get(f"{API}/records/{record}/photos/{CLAIM + 1}")
    assert (answer.status_code, answer.content) == (200, PLAIN)
    told = answer.headers
    assert (told["content-type"], told["x-content-type-options"]) == ("image/jpeg", "nosniff")
    assert told["content-disposition"] == f'inline; filename="{record}-{CLAIM + 1}.jpg"'
    assert told["content-security-policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"
    assert (told["cache-control"], told["cross-origin-resource-policy"]) == ("no-store", "same-origin")


def test_a_lost_answer_is_asked_for_again(serving: Serving, record: str, seat: Phone) -> None:
    first = send(seat, record).json()
    again = send(seat, record).json()
    assert again == {**first, "repeated": True}
    assert serving.store.head(record).size == CLAIM + 2 and len(kept(serving, record)) == 1


@pytest.mark.parametrize(
    ("role", "more", "by"),
    [("scribe", {}, "p3"), ("official", {"name": "Kim"}, None), ("desk", {}, "p1")],
)
def test_whoever_may_add_evidence_may_add_a_photo(
    serving: Serving, record: str, role: str, more: dict[str, str], by: str | None
) -> None:
    with serving.join(role, None if role == "desk" else record, **more) as client:
        answer = send(client, record, by=by, over=True)
        assert answer.status_code == 200, answer.text
    assert last(serving, record)["by"] == (by or "Kim")


def test_who_may_not_leaves_nothing_behind(serving: Serving, record: str, seat: Phone) -> None:
    with serving.join("spectator", record) as onlooker, serving.join("scribe", record) as scribe:
        assert problem(send(onlooker, record)) == (403, "not-allowed")
        assert problem(send(scribe, record)) == (403, "not-allowed")  # somebody has to be named
    with serving.client() as stranger:
        assert problem(send(stranger, record)) == (401, "no-session")
    assert problem(send(seat, record, by="p1")) == (403, "not-allowed")
    assert problem(send(seat, record, key="late", expect=3)) == (409, "moved-on")
    assert problem(send(seat, record, dispute=3)) == (422, "refused")
    assert problem(send(seat, record, dispute=-1)) == (422, "refused")
    assert kept(serving, record) == [] and serving.store.head(record).size == CLAIM + 1


def test_a_refused_line_takes_no_photo_away_that_another_line_names(serving: Serving, record: str, seat: Phone) -> None:
    assert send(seat, record).status_code == 200
    assert problem(send(seat, record, key="late", expect=3)) == (409, "moved-on")
    assert seat.get(f"{API}/records/{record}/photos/{CLAIM + 1}").content == PLAIN


@pytest.mark.parametrize(
    ("see", "seen"),
    [
        ("public", {"spectator", "p1", "p2", "scribe", "official", "desk"}),
        ("parties", {"p1", "p2", "official", "desk"}),
        ("officials", {"official", "desk"}),
    ],
)
def test_only_eyes_that_may_see_the_evidence_see_the_photo(
    serving: Serving, record: str, seat: Phone, see: str, seen: set[str]
) -> None:
    assert send(seat, record, see=see).status_code == 200
    links = {
        "spectator": serving.join("spectator", record),
        "p1": serving.join("seat", record, seat="p1"),
        "p2": seat,
        "scribe": serving.join("scribe", record),
        "official": serving.join("official", record, name="Kim"),
        "desk": serving.join("desk"),
    }
    shown, refused = set(), set()
    for who, client in links.items():
        answer = client.get(f"{API}/records/{record}/photos/{CLAIM + 1}")
        unknown = client.get(f"{API}/records/{record}/photos/{CLAIM}")
        assert unknown.status_code == 404
        (matter,) = client.get(f"{API}/records/{record}/matters").json()["claims"]
        assert [one["seq"] for one in matter["photos"]] == ([CLAIM + 1] if answer.status_code == 200 else [])
        shown |= {who} if answer.status_code == 200 else set()
        refused |= {(answer.status_code, answer.content)} if answer.status_code != 200 else set()
        assert answer.status_code == 200 or answer.content == unknown.content
        if client is not seat:
            client.close()
    assert shown == seen and len(refused) <= 1


def test_a_late_spectator_sees_a_photo_late(serving: Serving, record: str, seat: Phone) -> None:
    with serving.join("spectator", record, delay="60") as late:
        assert send(seat, record).status_code == 200
        assert problem(late.get(f"{API}/records/{record}/photos/{CLAIM + 1}")) == (404, "not-found")
        serving.ahead += 61_000_000
        assert late.get(f"{API}/records/{record}/photos/{CLAIM + 1}").content == PLAIN


def test_a_link_of_another_table_sees_nothing(serving: Serving, record: str, seat: Phone) -> None:
    assert send(seat, record).status_code == 200
    other = serving.record("sea-or-shore", 3, 1, LINES)
    with serving.join("spectator", other) as stranger:
        assert stranger.get(f"{API}/records/{record}/photos/{CLAIM + 1}").status_code == 404
        assert stranger.get(f"{API}/records/{other}/photos/{CLAIM + 1}").status_code == 404


@pytest.mark.parametrize("line", ["0", "-1", "x", "..%2f..", "999999999999", "1.5", f"{CLAIM}"])
def test_there_is_no_photo_at_any_other_line(record: str, seat: Phone, line: str) -> None:
    assert seat.get(f"{API}/records/{record}/photos/{line}").status_code == 404


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", (422, "refused")),
        (b"GIF89a and so on", (422, "refused")),
        (PLAIN[:400], (422, "refused")),
        (PLAIN + bytes(photo_cleaning.BYTES_MAX), (422, "refused")),
        (bytes(photo_calls.LIMIT.most), (413, "too-large")),
    ],
)
def test_a_bad_photo_is_refused_in_words(
    serving: Serving, record: str, seat: Phone, data: bytes, expected: tuple[int, str]
) -> None:
    assert problem(send(seat, record, data)) == expected
    assert kept(serving, record) == []


def test_only_json_is_taken(record: str, seat: Phone) -> None:
    """So no page of another site can send one without being asked first."""
    answer = seat.post(f"{API}/records/{record}/photos", content=PLAIN, headers={"Content-Type": "image/jpeg"})
    assert problem(answer) == (415, "not-json")


def test_there_is_an_end_to_photos(serving: Serving, record: str, seat: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_calls, "DISPUTE_MAX", 1)
    assert send(seat, record).status_code == 200
    answer = send(seat, record, PLAIN_PNG, key="two", expect=CLAIM + 2)
    assert problem(answer) == (422, "refused") and "enough photos" in answer.text
    assert send(seat, record).json()["repeated"]  # the last one that was taken is still answered
    assert len(kept(serving, record)) == 1


def test_nobody_sends_photos_without_end(record: str, seat: Phone) -> None:
    answers = [problem(send(seat, record, b"no photo", key=str(number))) for number in range(6)]
    assert answers == [(422, "refused")] * 5 + [(429, "too-fast")]


@pytest.mark.parametrize("failing", ["fsync", "mkdir"])
def test_a_full_disk_writes_nothing(
    serving: Serving, record: str, seat: Phone, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os if failing == "fsync" else Path, failing, full)
        assert problem(send(seat, record)) == (503, "unavailable")
    assert kept(serving, record) == [] and serving.store.head(record).size == CLAIM + 1
    assert send(seat, record).status_code == 200


def test_a_photo_that_was_exchanged_is_not_shown(serving: Serving, record: str, seat: Phone) -> None:
    assert send(seat, record).status_code == 200
    (folder(serving, record) / f"{DIGEST}.jpg").write_bytes(PLAIN_PNG)
    assert problem(seat.get(f"{API}/records/{record}/photos/{CLAIM + 1}")) == (500, "damaged")


def test_a_photo_that_is_gone_is_said_to_be_gone(serving: Serving, record: str, seat: Phone) -> None:
    """Somebody may have had it removed: the record goes on, with its digest."""
    assert send(seat, record).status_code == 200
    (folder(serving, record) / f"{DIGEST}.jpg").unlink()
    assert problem(seat.get(f"{API}/records/{record}/photos/{CLAIM + 1}")) == (404, "not-found")
    with serving.join("official", record, name="Kim") as kim:
        (case,) = kim.get(f"{API}/records/{record}/disputes").json()["disputes"]
    assert [(one["photo"], one["file"]) for one in case["evidence"]] == [(False, DIGEST[:12])]


def test_what_a_killed_service_left_is_swept_away(
    serving: Serving, record: str, seat: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Photos whose lines were never stored, and drafts; but not before they are old."""
    folder(serving, record).mkdir(parents=True)
    left = [folder(serving, record) / name for name in (f"{'0' * 64}.jpg", f".{'1' * 64}.jpg.xyz.part")]
    for path in left:
        path.write_bytes(PLAIN)
    assert send(seat, record).status_code == 200
    assert all(path.exists() for path in left)
    serving.ahead += (photo_evidence.SWEEP_AFTER + 60) * 1_000_000
    assert send(seat, record, PLAIN_PNG, key="two", expect=CLAIM + 2).status_code == 200
    assert not any(path.exists() for path in left) and len(kept(serving, record)) == 2


def test_a_photo_named_by_hand_leads_nowhere(serving: Serving, record: str, seat: Phone) -> None:
    """Evidence may name any file; only digests become names of files here."""
    for number, digest in enumerate(("../../records.db", "A" * 64, 7, DIGEST)):
        body = {"do": "evidence", "dispute": CLAIM, "kind": "photo"}
        body |= {"attachment": {"sha256": digest, "bytes": 1, "type": "image/jpeg"}}
        assert post(seat, record, CLAIM + 1 + number, body).status_code == 200
        assert seat.get(f"{API}/records/{record}/photos/{CLAIM + 1 + number}").status_code == 404
