"""Naming the store: an empty name is refused, and no part of a password is ever told."""

import pytest

from cli.terminal.passwords import without_password
from tests.helpers.shell import STORY, Shell

LINES = [
    ("new", "tiny", "blue=Ann"),
    ("list",),
    ("log", "01ABC", "--json", '{"do":"pass"}'),
    ("import", "game.jsonl"),
    ("backup", "copy.db"),
    ("migrate",),
]


@pytest.mark.parametrize("line", LINES)
def test_an_empty_name_is_not_the_usual_store(
    qm: Shell, monkeypatch: pytest.MonkeyPatch, line: tuple[str, ...]
) -> None:
    """A script whose variable is not set must not write to the wrong place."""
    qm.write("game.jsonl", STORY)
    option = qm(*line, "--db", "")
    assert option.code == 2
    assert "--db is empty" in option.err
    monkeypatch.setenv("QUARTERMASTER_DB", "")
    variable = qm(*line)
    assert variable.code == 2
    assert "QUARTERMASTER_DB is empty" in variable.err
    assert not qm.db.exists()


def test_the_option_counts_where_the_variable_is_empty(qm: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERMASTER_DB", "")
    record = qm.new("--db", "here.db")
    assert qm("show", record, "--db", "here.db").code == 0
    monkeypatch.setenv("_QM_COMPLETE", "1")
    assert qm("show", "") == (0, "", "")


PASSWORDS = [
    "Xq@Zw",
    "Xq@@Zw",
    "Xq/Zw",
    "Xq#Zw",
    "Xq?Zw",
    "Xq Zw",
    "Xq:Zw@Xq",
    "@XqZw",
    "[XqZw",
    "Xq]Zw",
    "Xq%Zw",
    "Xq&Zw",
]


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
@pytest.mark.parametrize("password", PASSWORDS)
def test_no_part_of_a_password_is_told(qm: Shell, password: str, scheme: str) -> None:
    for url in (f"{scheme}://ann:{password}@127.0.0.1:1/games", f"{scheme}://127.0.0.1:1/games?password={password}"):
        for line in (("list",), ("show", "01ABC"), ("new", "tiny", "blue=Ann"), ("migrate",)):
            answer = qm(*line, "--db", url)
            assert answer.code in (2, 75), answer.err
            told = answer.out + answer.err
            assert "Xq" not in told and "Zw" not in told, told


def test_a_password_among_the_parameters_is_hidden() -> None:
    text = "postgresql://host/games?user=ann&password=s3cret&x=1 and postgresql://ann:a:b@host/x"
    assert without_password(text) == "postgresql://host/games?user=ann&password=***&x=1 and postgresql://ann:***@host/x"
