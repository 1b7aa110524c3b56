"""Photos that the service keeps, from the command line: checked, saved, shown in a report, and named by a backup."""

import base64
from pathlib import Path

import pytest

from cli.desk.photos.photo_cleaning import cleaned
from cli.machine.photo_folder import PhotoFolder, photos_beside, photos_of
from tests.helpers.photos import PLAIN, PLAIN_PNG
from tests.helpers.shell import Shell


@pytest.fixture
def photographed(qm: Shell, game: str) -> str:
    """The record with two photos as phones send them, one for officials only, and a file that is kept elsewhere."""
    folder = PhotoFolder(photos_of(str(qm.db)))
    for data, ending, see in ((PLAIN, "jpg", "public"), (PLAIN_PNG, "png", "officials")):
        folder.put(game, cleaned(data).sha256, ending, data)
        assert qm("evidence", "add", game, "--file", qm.write(f"table.{ending}", data), "--see", see).code == 0
    assert qm("evidence", "add", game, "--file", qm.write("film.mp4", b"a film")).code == 0
    return game


def kept(qm: Shell, record: str) -> list[Path]:
    return sorted((photos_of(str(qm.db)) / record).iterdir())


def test_what_is_kept_is_checked_against_the_record(qm: Shell, photographed: str) -> None:
    answer = qm("evidence", "check", photographed)
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "D1, event 7: kept, and whole",
        "D1, event 8: kept, and whole",
        "D1, event 9: not kept here",
    ]
    states = [one["state"] for one in qm("evidence", "check", photographed, "--json").json_lines]
    assert states == ["whole", "whole", "elsewhere"]
    kept(qm, photographed)[0].write_bytes(b"another picture")
    answer = qm("evidence", "check", photographed)
    assert answer.code == 3 and "another file is in its place" in answer.out


def test_photos_are_saved_to_go_along_with_a_record(qm: Shell, photographed: str, tmp_path: Path) -> None:
    answer = qm("evidence", "save", photographed, tmp_path / "along")
    assert answer.code == 0 and "2 photos saved" in answer.err
    found = {path.name: path.read_bytes() for path in (tmp_path / "along").iterdir()}
    assert found == {"D1-7.jpg": PLAIN, "D1-8.png": PLAIN_PNG}
    assert qm("evidence", "check", photographed, tmp_path / "along" / "D1-7.jpg").code == 0
    assert qm("evidence", "save", photographed, tmp_path / "along").code != 0
    assert qm("evidence", "save", photographed, tmp_path / "along", "--force").code == 0


def test_a_report_shows_the_photos_that_its_readers_may_see(qm: Shell, photographed: str) -> None:
    pictures = [base64.b64encode(data).decode() for data in (PLAIN, PLAIN_PNG)]
    shown = {
        who: [picture in qm("report", photographed, "D1", "--form", "html", "--for", who).out for picture in pictures]
        for who in ("officials", "parties", "public")
    }
    assert shown == {"officials": [True, True], "parties": [True, False], "public": [True, False]}
    kept(qm, photographed)[0].write_bytes(b"another picture")
    kept(qm, photographed)[1].unlink()
    assert "<img" not in qm("report", photographed, "D1", "--form", "html").out


def test_a_backup_says_where_the_photos_are(qm: Shell, photographed: str, tmp_path: Path) -> None:
    assert f"keep a copy of {photos_of(str(qm.db))} too" in qm("backup", tmp_path / "copy.db").err
    for path in kept(qm, photographed):
        path.unlink()
    assert "photo" not in qm("backup", tmp_path / "other.db").err


def test_a_record_without_files_says_so(qm: Shell, game: str) -> None:
    assert qm("evidence", "check", game).out == "no evidence names a file\n"


def test_the_folder_is_the_same_from_the_store_and_from_the_register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    for store, register in (
        ("/club/records.db", "/club/records.service.db"),
        ("games.sqlite", "games.service.db"),
        ("postgresql://db/club", "/data/quartermaster/postgres.service.db"),
    ):
        assert photos_of(store) == photos_beside(register)
