"""What a player's phone asks of the service: how matters stand, and secrets that are sealed and opened."""

from pathlib import Path
from typing import Any

import httpx

from records.clock import from_text
from tests.helpers.serving import API, Serving, frames, post


def matters(phone: httpx.Client, record: str) -> dict[str, Any]:
    """How matters stand, as this phone is told."""
    found: dict[str, Any] = phone.get(f"{API}/records/{record}/matters").json()
    return found


def test_a_seat_seals_a_secret_and_opens_it(tmp_path: Path) -> None:
    """The service makes the salt; a lost answer is given again; nobody else is told."""
    with Serving(tmp_path) as serving:
        record = serving.record("sea-or-shore", 2, 1, 10)
        calls = f"{API}/records/{record}"
        with serving.join("seat", record, seat="p1") as mine, serving.join("seat", record, seat="p2") as other:
            body = {"key": "one", "expect": 11, "what": "my plan", "value": "go north", "open_by": "game-end"}
            first, again = (mine.post(f"{calls}/seals", json=body).json() for _ in range(2))
            assert (first["last"], first["repeated"]) == (11, False)
            assert (again["last"], again["repeated"]) == (11, True)
            (sealed,) = matters(mine, record)["seals"]
            assert (sealed["what"], sealed["value"], sealed["opened"]) == ("my plan", "go north", None)
            assert matters(other, record)["seals"] == []
            assert "go north" not in other.get(f"{calls}/now").text
            taken = other.post(f"{calls}/openings", json={"key": "two", "expect": 12, "seal": sealed["seal"]})
            assert taken.status_code == 404
            opening = {"key": "three", "expect": 12, "seal": sealed["seal"]}
            opened, once_more = (mine.post(f"{calls}/openings", json=opening).json() for _ in range(2))
            assert opened["last"] == once_more["last"] == 12 and once_more["repeated"]
            assert "north" in opened["steps"][0]["text"] and opened["steps"][0].get("findings", []) == []
            assert matters(mine, record)["seals"][0]["opened"] == 12


def test_what_could_never_be_opened_is_not_sealed(tmp_path: Path) -> None:
    """A name that the game does not know would be refused later, when it is too late."""
    with Serving(tmp_path) as serving:
        record = serving.record("gold-island", 3, 1, 10)
        with serving.join("seat", record, seat="red") as phone:
            body = {"key": "one", "expect": 11, "what": "my plan", "value": "go north"}
            answer = phone.post(f"{API}/records/{record}/seals", json=body)
            assert answer.status_code == 422 and "could not be opened later" in answer.json()["detail"]
            assert phone.get(f"{API}/records/{record}/now").json()["size"] == 11
        assert list(serving.store.openings(record)) == []


def test_a_scribe_seals_what_a_player_hides(tmp_path: Path) -> None:
    """Only that player is told what it was, and opens it."""
    with Serving(tmp_path) as serving:
        record = serving.record("sea-or-shore", 2, 1, 10)
        calls = f"{API}/records/{record}"
        body = {"key": "one", "expect": 11, "what": "my plan", "value": "go north", "seat": "p1"}
        with serving.join("scribe", record) as scribe, serving.join("seat", record, seat="p1") as mine:
            answers = [scribe.post(f"{calls}/seals", json=body).json() for _ in range(2)]
            assert [(answer["last"], answer["repeated"]) for answer in answers] == [(11, False), (11, True)]
            assert matters(scribe, record)["seals"] == []
            assert "go north" not in scribe.get(f"{calls}/now").text
            (sealed,) = matters(mine, record)["seals"]
            assert (
                mine.post(f"{calls}/openings", json={"key": "two", "expect": 12, "seal": sealed["seal"]}).json()["last"]
                == 12
            )
            assert scribe.post(f"{calls}/seals", json={**body, "key": "x", "seat": "p9"}).status_code == 403
        with serving.join("seat", record, seat="p2") as other:
            assert other.post(f"{calls}/seals", json={**body, "key": "y"}).status_code == 403


def test_only_a_seat_seals(tmp_path: Path) -> None:
    """A spectator may not, and a scribe has no secrets of their own."""
    with Serving(tmp_path) as serving:
        record = serving.record("sea-or-shore", 2, 1, 10)
        for role in ("spectator", "scribe"):
            with serving.join(role, record) as phone:
                body = {"key": "one", "expect": 11, "what": "my plan", "value": "go north"}
                assert phone.post(f"{API}/records/{record}/seals", json=body).status_code == 403


def test_a_claim_is_its_claimants_until_it_ends(tmp_path: Path) -> None:
    """Who made it may add to it and take it back; signatures are listed for everybody."""
    with Serving(tmp_path) as serving:
        record = serving.record("lost-island", 3, 2)
        with serving.join("seat", record, seat="red") as mine, serving.join("seat", record, seat="purple") as other:
            size = mine.get(f"{API}/records/{record}/now").json()["size"]
            assert post(mine, record, size, {"do": "dispute", "about": 5, "claim": "no"}).status_code == 200
            assert [(one["mine"], one["ended"]) for one in matters(mine, record)["claims"]] == [(True, False)]
            assert [one["mine"] for one in matters(other, record)["claims"]] == [False]
            assert post(mine, record, size + 1, {"do": "withdraw", "dispute": size}).status_code == 200
            assert matters(other, record)["claims"][0]["ended"]
            head = other.get(f"{API}/records/{record}/head").json()
            sign = {"do": "sign", "seat": "purple", "head": head["head"], "statement": "accept"}
            assert post(other, record, head["size"], sign).status_code == 200
            (signed,) = matters(mine, record)["signs"]
            assert (signed["seat"], signed["grade"], signed["size"]) == ("purple", "B", head["size"])


def test_a_picture_from_before_a_restart_is_gone_on_with(tmp_path: Path) -> None:
    """It follows from what its eyes know at a size: what the next process says of a new line fits onto it."""
    with Serving(tmp_path) as serving:
        record = serving.record("lost-island", 3, 2, 30)
        following = serving.record("lost-island", 3, 2, 31)
        body = serving.service.table(following).events[30].unsalted().body()
        with serving.join("spectator", record) as phone:
            before = phone.get(f"{API}/records/{record}/now", params={"picture": "phone"}).json()["picture"]["parts"]
    body.pop("at", None)
    with (
        Serving(tmp_path) as serving,
        serving.join("official", record, name="Kim") as official,
        serving.join("spectator", record) as phone,
        frames(phone, record, picture="phone", after=31) as seen,
    ):
        assert post(official, record, 31, body).status_code == 200
        assert next(seen)[0] == "notice", "what was said before the restart is no longer said"
        name, step = next(seen)
        parts = step["picture"]["parts"]
        whole = phone.get(f"{API}/records/{record}/now", params={"picture": "phone"}).json()["picture"]["parts"]
    made = [one for part in parts for one in ([part] if isinstance(part, str) else before[part[0] : part[0] + part[1]])]
    assert (name, made) == ("step", whole)


def windows(phone: httpx.Client, record: str) -> dict[str, tuple[str, str | None]]:
    """Until when each kind of claim is in time, as this phone is told."""
    return {one["kind"]: (one["words"], one["until"]) for one in matters(phone, record)["windows"]}


def test_a_table_that_agreed_on_times_for_claims_says_them(tmp_path: Path) -> None:
    """The time itself is told once the result is there."""
    agreed = {"claim": {"until": "round-end"}, "score": {"after": "result", "for": "PT1H30M"}}
    with Serving(tmp_path) as serving:
        record = serving.record("sea-or-shore", 2, 1, 10, windows=agreed)
        with serving.join("seat", record, seat="p1") as mine, serving.join("desk") as desk:
            told = windows(mine, record)
            assert told["illegal"] == told["conduct"] == ("until the round ends", None)
            assert told["score"] == ("until 1 hour 30 minutes after the result", None)
            close = {"key": "close", "expect": 11, "end": "abandoned"}
            assert desk.post(f"{API}/records/{record}/close", json=close).status_code == 200
            words, until = windows(mine, record)["score"]
            closed = serving.store.load(record).events[-1].at
            assert words and until is not None and closed is not None
            assert (from_text(until) - from_text(closed)) / 1_000_000 == 90 * 60


def test_where_nothing_was_agreed_no_time_is_said(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        for agreed in (None, {"undo": {"until": "turn-end"}}):
            more = {} if agreed is None else {"windows": agreed}
            record = serving.record("sea-or-shore", 2, 1, 10, **more)
            with serving.join("seat", record, seat="p1") as mine:
                assert windows(mine, record) == {}


def test_a_window_until_the_claimant_signs_is_until_you_sign(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        record = serving.record("sea-or-shore", 2, 1, 10, windows={"claim": {"until": "sign"}})
        with serving.join("seat", record, seat="p1") as mine:
            assert windows(mine, record)["illegal"] == ("until you sign", None)
