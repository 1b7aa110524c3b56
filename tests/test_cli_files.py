"""Output files: whole or not at all, and never over another file unless asked."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

import pytest

from cli.machine.files import PRIVATE, Out, put_in_place, write_files, write_output, writer_of
from cli.terminal.screen import Screen
from records.errors import NotFound, QuartermasterError, Refused, Unavailable
from records.text import printable


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def full_disk(stream: BinaryIO) -> None:
    stream.write(b"half")
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_appears_with_its_content_and_nothing_else(tmp_path: Path) -> None:
    write_output(tmp_path / "a.jsonl", b"whole\n")
    assert (tmp_path / "a.jsonl").read_bytes() == b"whole\n"
    assert names(tmp_path) == ["a.jsonl"]


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(Unavailable) as caught:
        write_output(tmp_path / "a.jsonl", full_disk)
    assert caught.value.where.endswith("a.jsonl")
    assert names(tmp_path) == []


def test_a_write_that_fails_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"old")
    with pytest.raises(Unavailable):
        write_output(tmp_path / "a.jsonl", full_disk, force=True)
    assert (tmp_path / "a.jsonl").read_bytes() == b"old"
    assert names(tmp_path) == ["a.jsonl"]


def test_of_two_files_none_appears_if_the_second_fails(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        write_files([Out(tmp_path / "a", writer_of(b"a")), Out(tmp_path / "b", full_disk)])
    assert names(tmp_path) == []


def test_a_program_error_while_writing_leaves_nothing_behind(tmp_path: Path) -> None:
    def broken(stream: BinaryIO) -> None:
        stream.write(b"half")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_output(tmp_path / "a", broken)
    assert names(tmp_path) == []


def test_nothing_is_overwritten_unless_forced(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(Refused) as caught:
        write_output(tmp_path / "a", b"new")
    assert "--force" in caught.value.mend
    assert (tmp_path / "a").read_bytes() == b"old"
    write_output(tmp_path / "a", b"new", force=True)
    assert (tmp_path / "a").read_bytes() == b"new"


def test_a_broken_link_counts_as_existing(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "gone")
    with pytest.raises(Refused):
        write_output(tmp_path / "a", b"new")
    assert names(tmp_path) == ["a"]


def test_whoever_takes_the_name_in_the_meantime_keeps_it(tmp_path: Path) -> None:
    def slow(stream: BinaryIO) -> None:
        stream.write(b"ours")
        (tmp_path / "a").write_bytes(b"theirs")

    with pytest.raises(Refused):
        write_output(tmp_path / "a", slow)
    assert (tmp_path / "a").read_bytes() == b"theirs"
    assert names(tmp_path) == ["a"]


def test_without_hard_links_it_works_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(self: Path, target: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    write_output(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    with pytest.raises(Refused):
        write_output(tmp_path / "a", b"newer")
    assert names(tmp_path) == ["a"]


def test_a_private_file_is_only_for_its_owner(tmp_path: Path) -> None:
    write_files([Out(tmp_path / "key", writer_of(b"secret"), PRIVATE), Out(tmp_path / "pub", writer_of(b"public"))])
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE((tmp_path / "pub").stat().st_mode) == 0o644 & ~umask


@pytest.mark.parametrize(("where", "error"), [("missing/a", NotFound), ("file/a", NotFound)])
def test_a_missing_folder_is_reported(tmp_path: Path, where: str, error: type[QuartermasterError]) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(error):
        write_output(tmp_path / where, b"new")


def test_a_folder_is_not_overwritten_even_with_force(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(QuartermasterError):
        write_output(tmp_path / "folder", b"new", force=True)
    assert names(tmp_path) == ["folder"]


def test_a_device_is_written_through(tmp_path: Path) -> None:
    write_output(Path("/dev/null"), b"gone")
    assert Path("/dev/null").is_char_device()


def test_a_finished_draft_gets_its_name_or_goes_away(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        (tmp_path / "draft").write_bytes(content)
        if content == b"one":
            put_in_place(tmp_path / "draft", tmp_path / "a")
        else:
            with pytest.raises(Refused):
                put_in_place(tmp_path / "draft", tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"one"
    assert names(tmp_path) == ["a"]


def test_text_that_could_steer_a_terminal_is_shown_as_numbers() -> None:
    assert printable("Ann") == "Ann"
    assert printable("Zoë 船") == "Zoë 船"
    assert printable("\x1b[2Jgone") == "\\x1b[2Jgone"
    assert printable("a\u202eb\x9b") == "a\\u202eb\\x9b"
    assert printable("two\nlines\t") == "two\\nlines\\t"


def test_columns_stay_in_line_with_wide_letters(capsys: pytest.CaptureFixture[str]) -> None:
    Screen().table(("name", "game"), [("船長", "a"), ("Ann", "b"), ("Zoë", "c")])
    assert capsys.readouterr().out == "name  game\n船長  a\nAnn   b\nZoë   c\n"


def test_json_and_plain_exclude_each_other() -> None:
    with pytest.raises(Refused):
        Screen(as_json=True, plain=True)
