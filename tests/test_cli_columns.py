"""Tables on a terminal: side by side where there is room, else with the last columns below, and no word is broken."""

from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from cli.terminal.columns import laid_out, width_of
from tests.helpers.shell import Shell
from tests.helpers.terminal import Terminal

HEADINGS = ("record", "state", "players", "occasion")
ROW = ("01JD0000000000000000000001", "open", "Ann, Bob and Cleo", "Harbour Open, round 2, table 3")
WORDS = st.text(st.sampled_from("abcßü漢字,"), max_size=30)
CELLS = st.lists(WORDS, max_size=5).map(" ".join)


def test_in_a_pipe_and_on_a_wide_terminal_columns_stand_side_by_side() -> None:
    above, lines = laid_out(HEADINGS, [ROW, ("x", "", "", "")], None)
    assert above == ["record                      state  players            occasion"]
    assert lines == ["01JD0000000000000000000001  open   Ann, Bob and Cleo  Harbour Open, round 2, table 3", "x"]
    assert laid_out(HEADINGS, [ROW], 90) == laid_out(HEADINGS, [ROW], None)


def test_a_last_column_is_broken_into_lines_where_it_stands() -> None:
    _, lines = laid_out(HEADINGS, [ROW], 79)
    assert lines == [
        "01JD0000000000000000000001  open   Ann, Bob and Cleo  Harbour Open, round 2,",
        "                                                      table 3",
    ]


def test_what_has_no_room_stands_below() -> None:
    above, lines = laid_out(HEADINGS, [ROW, ("x", "closed", "", "")], 46)
    assert above == ["record                      state", "    players · occasion"]
    assert lines == [
        "01JD0000000000000000000001  open",
        "    Ann, Bob and Cleo · Harbour Open, round 2,",
        "    table 3",
        "x                           closed",
    ]


@example([("aaa aaaaaaaaaaaaaaaaaaaaa字字字字字字字字",)], 40)
@given(st.integers(1, 4).flatmap(lambda width: st.lists(st.tuples(*[CELLS] * width), max_size=5)), st.integers(40, 120))
def test_every_word_is_there_and_no_line_is_too_wide(rows: list[tuple[str, ...]], room: int) -> None:
    headings = ["what"] * (len(rows[0]) if rows else 1)
    above, lines = laid_out(headings, rows, room)
    words = [word for row in rows for cell in row for word in cell.split()]
    fits = all(width_of(word) < 24 for word in words)
    shown = [word for line in lines for word in line.split() if word != "·"]
    assert "".join(shown) == "".join(words)
    assert all(width_of(line) <= room for line in [*above, *lines])
    if fits:
        assert shown == words


def test_a_list_of_records_fits_a_terminal_of_80_columns(qm: Shell, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    names = ("Annelise Schmitt", "Bobby von Trapp", "Konstantin")
    qm(
        "new",
        "lost-island",
        *names,
        "--title",
        "A long evening at the harbour",
        "--event",
        "Harbour Open",
        "--db",
        store,
    )
    with Terminal("list", "--db", store, columns=80) as terminal:
        lines = terminal.rest().splitlines()
    assert terminal.code == 0
    assert lines[0].split() == ["record", "code", "events", "state", "begun"]
    assert all(len(line) < 80 for line in lines)
    shown = " ".join(" ".join(lines).split())
    assert "red Annelise Schmitt, purple Bobby von Trapp, orange Konstantin · A long evening at the harbour" in shown
