"""The form of a tap over HTTP: for those who may log, in their eyes, with every new line."""

from typing import Any

import httpx
import pytest

from replay.action import UNKNOWN
from tests.helpers.serving import API, Serving, frames, post


@pytest.fixture
def record(serving: Serving) -> str:
    return serving.record("sea-or-shore", 3, 1, 2)


def now(client: httpx.Client, record: str) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"{API}/records/{record}/now", params={"form": "true"}).json()
    return answer


def test_the_alphabet_is_for_everybody_who_may_look(serving: Serving, record: str, scribe: httpx.Client) -> None:
    told = scribe.get(f"{API}/records/{record}/alphabet").json()

    assert [seat for seat, _ in told["seats"]] == ["p1", "p2", "p3"]
    assert "lay" in [verb["do"] for verb in told["verbs"]]
    with serving.join("spectator", record) as looker:
        assert looker.get(f"{API}/records/{record}/alphabet").json() == told, "it tells nothing of what happened"


def test_what_was_tapped_is_stored_and_answered_with_what_comes_next(record: str, scribe: httpx.Client) -> None:
    form = now(scribe, record)["form"]
    lay = form["offers"][0]
    assert (form["size"], form["turn"], lay["body"]["do"]) == (3, [lay["body"]["by"]], "lay")

    answer = post(scribe, record, 3, {**lay["body"], "shows": 7}, form=True).json()

    assert answer["steps"][0]["text"].endswith("lays a card showing 7.")
    assert answer["form"]["size"] == 4
    assert answer["form"]["turn"] != form["turn"]


def test_a_line_on_the_stream_says_what_comes_next_to_those_who_log(
    serving: Serving, record: str, scribe: httpx.Client
) -> None:
    with serving.join("spectator", record) as looker:
        assert now(looker, record)["form"] is None
        with frames(scribe, record, form="true") as logging, frames(looker, record, form="true") as looking:
            assert next(logging)[1]["form"]["size"] == 3
            assert next(looking)[1]["form"] is None
            post(scribe, record, 3, {"do": "note", "text": "tea"})
            assert next(logging)[1]["form"]["size"] == 4
            assert "form" not in next(looking)[1]


def test_a_record_without_lines_is_set_up_first(serving: Serving) -> None:
    for game_id in ("sea-or-shore", "loot-island", "lost-island", "gold-island"):
        record = serving.record(game_id, 3, 1, 0)
        with serving.join("scribe", record) as scribe:
            form = now(scribe, record)["form"]
            assert [offer["body"]["do"] for offer in form["offers"]] == ["setup"]


def test_a_scribe_is_offered_nothing_that_only_a_player_saw(serving: Serving) -> None:
    record = serving.record("gold-island", 2, 1, 1)
    with serving.join("scribe", record) as scribe:
        form = now(scribe, record)["form"]
    cards = [ask for ask in form["asks"] if ask["at"] == ["card"]]

    assert cards
    assert all(ask["unseen"] == UNKNOWN for ask in cards)
    assert len({value for ask in cards for value, _ in ask["of"]}) > 10
