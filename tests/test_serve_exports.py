"""Files of a record: names that are kept beside it come along only where somebody asks for them, in every form."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from records.record import from_bytes
from tests.helpers.route_requests import FORMS
from tests.helpers.still_service import API, Still
from tests.helpers.tools import dealt

GAME = dealt("sea-or-shore", 3, 1)
PLAYERS = [{"seat": "p1", "name": "Wilhelmina"}, {"seat": "p2"}, {"seat": "p3"}]
HEADER = {**GAME.header, "players": PLAYERS}
LINES = ("jsonl", "qm")


@pytest.fixture
def still(tmp_path: Path) -> Iterator[Still]:
    with Still(tmp_path) as running:
        yield running


def named(still: Still, *events: dict[str, object]) -> str:
    """A table with a name in its first line, and one that is kept beside it."""
    record = still.record(HEADER, [*GAME.scribe[:6], *events])
    still.register.put_person(record, "p2", "Bartholomew")
    return record


@pytest.mark.parametrize("form", FORMS)
def test_a_kept_name_leaves_the_house_only_when_it_is_asked_for(still: Still, form: str) -> None:
    record = named(still)
    desk = still.join("desk")
    path = f"/records/{record}/export"
    plain, without, with_them = (
        still.get(path, desk, format=form, **more) for more in ({}, {"names": "no"}, {"names": "yes"})
    )
    assert plain.body == without.body
    assert (b"Bartholomew" in without.body, b"Bartholomew" in with_them.body) == (False, True)
    for file in (without, with_them):
        assert file.status == 200 and b"Wilhelmina" in file.body
    assert still.get(path, desk, format=form, names="some").status == 400


@pytest.mark.parametrize("form", LINES)
def test_a_record_file_without_names_is_the_record_and_with_them_another(still: Still, form: str) -> None:
    record = named(still)
    desk = still.join("desk")
    path = f"/records/{record}/export"
    assert from_bytes(still.get(path, desk, format=form).body).head() == still.store.head(record)
    found = from_bytes(still.get(path, desk, format=form, names="yes").body)
    assert [player.name for player in found.header.players] == ["Wilhelmina", "Bartholomew", None]
    whole = BytesIO()
    found.write(whole, packed=form == "qm")
    assert found.head() != still.store.head(record) and from_bytes(whole.getvalue()) == found


@pytest.mark.parametrize("form", FORMS)
def test_no_file_breaks_what_was_signed(still: Still, form: str) -> None:
    record = named(still)
    signed = {"do": "sign", "seat": "p1", "head": still.store.head(record).text(), "statement": "accept"}
    still.store.append(record, [signed], at=still.now)
    desk = still.join("desk")
    answer = still.get(f"/records/{record}/export", desk, format=form, names="yes")
    if form in LINES:
        assert answer.status == 422 and "signature" in answer.json["detail"]
        assert still.get(f"/records/{record}/export", desk, format=form).status == 200
    else:
        assert answer.status == 200 and b"Bartholomew" in answer.body


def test_a_name_that_was_removed_is_in_no_file(still: Still) -> None:
    record = named(still)
    desk = still.join("desk")
    assert still.ask("DELETE", f"{API}/records/{record}/people/p2", desk).status == 200
    for form in FORMS:
        answer = still.get(f"/records/{record}/export", desk, format=form, names="yes")
        assert answer.status == 200 and b"Bartholomew" not in answer.body
