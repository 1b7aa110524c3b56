"""What a row of the desk says of a table: who wins, since when somebody is needed there, and who logged last."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.desk.index.play_facts import won_words
from cli.serve.hall.room_facts import RoomFacts
from cli.serve.hall.room_rows import need_of
from records.event import read_header
from replay.library import game_of, table_of
from replay.score import Score, SeatScore
from tests.helpers.still_service import Still
from tests.test_serve_notices import a_table, row, sign


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as running:
        yield running


def test_the_row_of_a_game_that_is_over_counts_from_its_last_play(still: Still) -> None:
    record, desk = a_table(still, None), still.join("desk")
    seat = still.join("seat", record, seat="p1")
    still.wait(365)
    sign(still, record, "p1", seat)
    found = row(still, desk, record)
    assert (found["age"], found["since"]) == (0, 365)


def test_a_silent_table_names_the_device_that_logged(still: Still) -> None:
    record, desk = a_table(still), still.join("desk")
    scribe = still.join("scribe", record, device="Ria's tablet")
    stream = still.follow(record, scribe)
    still.wait(700)
    found = row(still, desk, record)
    assert (found["state"], found["scribe"]["device"], found["scribe"]["here"]) == ("silent", "Ria's tablet", True)
    stream.leave()
    assert row(still, desk, record)["scribe"]["here"] is False
    assert row(still, desk, a_table(still))["scribe"] is None


@pytest.mark.parametrize(
    ("totals", "winners", "words"),
    [
        ((41, 38, 12), ["p1"], "Ann wins by 3."),
        ((41, 41, 12), ["p2"], "Bob wins."),
        ((None, None, None), ["p3"], "Cleo wins."),
        ((41, "?", 12), ["p1"], "Ann wins."),
        ((40, 40, 12), ["p1", "p2"], "Ann and Bob win."),
        ((40, 40, 12), [], ""),
    ],
)
def test_who_wins_is_said_as_far_as_it_is_known(
    still: Still, totals: tuple[int | str | None, ...], winners: list[str], words: str
) -> None:
    seats = tuple(SeatScore(f"p{place}", total) for place, total in enumerate(totals, 1))
    table = still.service.table(a_table(still)).seating
    assert won_words(table, Score(seats, tuple(winners), over=True)) == words
    assert won_words(table, Score(seats, tuple(winners), over=False)) == ""


def test_a_sentence_about_somebody_without_a_name_begins_as_one(still: Still) -> None:
    """Who has no name is the blue player; what the desk reads about them is a sentence all the same."""
    header = {"quartermaster": 1, "game": "loot-island", "players": [{"seat": "blue"}, {"seat": "red"}]}
    table = table_of(game_of("loot-island"), read_header(header, "a header"))
    seats = (SeatScore("blue", 40), SeatScore("red", 31))
    assert won_words(table, Score(seats, ("blue",), over=True)) == "The blue player wins by 9."
    facts = RoomFacts(50, over=True, won="The blue player wins by 9.", unsigned=("the blue player", "the red player"))
    words = (
        "The blue player and the red player have not signed. The blue player wins by 9. Nobody has claimed anything."
    )
    assert need_of(facts, "waiting", "", []) == words
    assert need_of(RoomFacts(50, turn="the red player"), "silent", "", []) == "The red player’s turn."


def test_a_table_that_all_have_signed_needs_nobody_first(still: Still) -> None:
    signed, playing, desk = a_table(still, None, table=12), a_table(still, table=4), still.join("desk")
    for seat in ("p1", "p2", "p3"):
        sign(still, signed, seat, still.join("seat", signed, seat=seat))
    rooms = still.get("/records", desk).json["rooms"]
    assert [(one["id"], one["words"]) for one in rooms] == [(playing, "plays"), (signed, "signed by all")]
