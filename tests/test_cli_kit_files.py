"""Kit files from anywhere: whatever is in them, the answer is in words."""

import pytest

from tests.helpers.shell import Shell

ODD: dict[str, str | bytes] = {
    "deep": "x = " + "[" * 20_000,
    "deep-tables": "x" + ".x" * 2_000 + " = 1",
    "long-number": "x = " + "9" * 5_000,
    "long-hexadecimal": "x = 0x" + "f" * 5_000,
    "negative": "x = -" + "9" * 400,
    "fraction": "game = 'loot-island'\ncards = 1.5",
    "endless": "game = 'loot-island'\ncards = inf",
    "date": "game = 'loot-island'\ncards = 2026-11-15",
    "surrogate": 'game = "loot-island"\nname = "\\ud800"',
    "not-utf-8": b"x = '\xff'",
    "nul": b"x = '\0'",
    "empty": "",
    "huge": "#" * 2_000_000,
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_kit_file_is_refused_in_words(qm: Shell, name: str) -> None:
    qm.write("kit.toml", ODD[name])
    checked = qm("kit", "check", "kit.toml")
    assert checked.code in (3, 4), checked.err
    assert checked.err.startswith("qm: ")
    assert len(checked.err) < 1_000
    begun = qm("new", "loot-island", "blue=Ann", "red=Bob", "--kit", "kit.toml")
    assert begun.code == 2, begun.err
    assert len(begun.err) < 1_000
