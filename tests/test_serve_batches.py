"""Several lines in one call: each with its own time, all or none, and answered as the first time."""

import httpx
import pytest

from records.clock import from_text
from tests.helpers.serving import API, Serving, post

NOTES = [{"do": "note", "text": text} for text in ("one", "two", "three")]
AGOS = [9000, 5000, 1000]


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, 2)


def times(serving: Serving, record: str, first: int) -> list[int]:
    """When the lines from one on happened, in milliseconds before the last of them."""
    found = [from_text(str(event.at)) // 1000 for event in serving.store.load(record).events[first - 1 :]]
    return [found[-1] - one for one in found]


def test_each_line_keeps_its_own_time(serving: Serving, record: str, scribe: httpx.Client) -> None:
    assert post(scribe, record, 3, *NOTES, ago=AGOS).status_code == 200

    assert times(serving, record, 3) == [8000, 4000, 0]


def test_lines_sent_again_are_answered_as_the_first_time(serving: Serving, record: str, scribe: httpx.Client) -> None:
    """Later, so that the ages are others."""
    first = post(scribe, record, 3, *NOTES, ago=AGOS, key="mine").json()
    again = post(scribe, record, 3, *NOTES, ago=[ago + 2500 for ago in AGOS], key="mine").json()

    assert (again["repeated"], again["first"], again["last"]) == (True, first["first"], first["last"])
    assert serving.store.head(record).size == 6


def test_other_lines_under_the_same_key_are_refused(serving: Serving, record: str, scribe: httpx.Client) -> None:
    post(scribe, record, 3, *NOTES, ago=AGOS, key="mine")

    assert post(scribe, record, 3, *NOTES[:2], {"do": "note", "text": "x"}, ago=AGOS, key="mine").status_code == 409
    assert serving.store.head(record).size == 6


@pytest.mark.parametrize("agos", [[], [1], [1, 2, -3]])
def test_there_is_a_time_for_each_line(serving: Serving, record: str, scribe: httpx.Client, agos: list[int]) -> None:
    answer = post(scribe, record, 3, *NOTES, ago=agos)

    assert (answer.status_code, answer.json()["where"]) == (400, "ago")
    assert serving.store.head(record).size == 3


def test_whether_a_line_was_stored_can_be_asked(serving: Serving, record: str, scribe: httpx.Client) -> None:
    """With a size that no record has, nothing is written."""
    post(scribe, record, 3, NOTES[0], key="known")

    assert post(scribe, record, 0, NOTES[0], key="known").json()["repeated"] is True
    assert post(scribe, record, 0, NOTES[1], key="new").json()["type"].endswith("/moved-on")
    assert serving.store.head(record).size == 4


def test_a_typed_line_is_told_how_it_may_go_on(serving: Serving, record: str, scribe: httpx.Client) -> None:
    def read(say: str) -> httpx.Response:
        return scribe.post(f"{API}/records/{record}/read", json={"say": say, "complete": True})

    told = read("sh").json()
    assert told["events"] == []
    assert all(line.startswith("sh") for line in told["continuations"])
    assert read("xyzzy and the like").json()["unread"]
    assert scribe.post(f"{API}/records/{record}/read", json={"say": "xyzzy"}).status_code == 422
