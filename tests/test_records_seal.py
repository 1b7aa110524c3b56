"""Seals: hidden now, opened later, and good for one record, one seat and one slot only."""

import base64
import hashlib
import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from records.errors import Damaged, QuartermasterError, Refused
from records.seal import check, check_salt, check_seal, opening, salt_of, seal
from records.store.interface import Opening
from tests.helpers.trust_samples import OTHER_ID, RECORD_ID, SALT

SEAL = "s1.hIg7wGFuhpuuZCKk8DFq39083V_7wGNjsvUmIYWUutY"
"""Of "bomb" on C3, sealed by blue: a published vector that must never change."""

GOOD = opening(RECORD_ID, "blue", "island.C3.piece", SALT, "bomb")


def changed(**change: Any) -> Opening:
    return Opening(**{name: getattr(GOOD, name) for name in GOOD.__struct_fields__} | change)


def test_the_published_vector_holds() -> None:
    assert seal(RECORD_ID, "blue", "island.C3.piece", SALT, "bomb") == SEAL
    assert salt_of(bytes(range(16))) == SALT


def test_a_seal_can_be_checked_without_this_program() -> None:
    data = rfc8785.dumps(["quartermaster/seal/1", RECORD_ID, "blue", "island.C3.piece", SALT, "bomb"])
    assert "s1." + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=") == SEAL


def test_an_opening_opens_its_own_seal() -> None:
    assert GOOD.seal == SEAL
    check(GOOD)


@pytest.mark.parametrize(
    "change",
    [
        {"value": "spy"},
        {"value": ["bomb"]},
        {"value": None},
        {"salt": salt_of(bytes(16))},
        {"seat": "red"},
        {"what": "island.C4.piece"},
        {"record": OTHER_ID},
        {"seal": seal(RECORD_ID, "blue", "island.C3.piece", SALT, "spy")},
    ],
)
def test_one_thing_that_differs_and_the_seal_does_not_open(change: dict[str, Any]) -> None:
    with pytest.raises(Damaged, match="was not made with this value and salt"):
        check(changed(**change))


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        ({"seat": "red"}, "seat", "belongs to seat 'blue', not 'red'"),
        ({"what": "island.C4.piece"}, "slot", "belongs to the slot 'island.C3.piece', not 'island.C4.piece'"),
        ({"record": OTHER_ID}, "record", f"belongs to the record {RECORD_ID}, not {OTHER_ID}"),
        ({"value": "spy"}, "value", 'sealed with another value than the one shown: "bomb"'),
        ({"salt": salt_of(bytes(16))}, "value or salt", "check value, salt, seat and slot"),
    ],
)
def test_what_is_wrong_is_told_apart_if_the_choices_are_known(change: dict[str, Any], kind: str, words: str) -> None:
    with pytest.raises(Damaged) as caught:
        check(
            changed(**change),
            seats=["blue", "red"],
            slots=["island.C3.piece", "island.C4.piece"],
            records=[RECORD_ID, OTHER_ID],
            values=["bomb", "spy", "scout"],
        )
    assert caught.value.kind == kind
    assert words in caught.value.what + caught.value.mend


@pytest.mark.parametrize(
    "salt", ["", SALT[:-1], SALT + "A", SALT + "==", SALT[:-1] + "x", SALT.replace("A", "+"), "1234", None, 7]
)
def test_an_invalid_salt_is_refused(salt: Any) -> None:
    with pytest.raises(Refused, match="is not a salt"):
        check_salt(salt)
    with pytest.raises(QuartermasterError, match="is not a salt"):
        check(changed(salt=salt))


@pytest.mark.parametrize("text", ["", "s1.", SEAL[:-1], SEAL + "=", SEAL.replace("s1.", "s2."), SEAL[:-1] + "Z", None])
def test_an_invalid_seal_is_refused(text: Any) -> None:
    with pytest.raises(Refused, match="is not a seal"):
        check_seal(text)
    with pytest.raises(Refused, match="is not a seal"):
        check(changed(seal=text))


def test_only_facts_of_the_profile_can_be_sealed() -> None:
    with pytest.raises(Refused, match="no integer"):
        seal(RECORD_ID, "blue", "x", SALT, 0.5)
    with pytest.raises(Refused, match="16 random bytes, not 4"):
        salt_of(b"1234")


values = st.none() | st.booleans() | st.integers(-100, 100) | st.lists(st.sampled_from(["bomb", "spy"]), max_size=3)


@settings(max_examples=200, deadline=None)
@given(st.binary(min_size=16, max_size=16), values, values)
def test_any_value_opens_with_its_salt_and_no_other_value_does(random: bytes, value: Any, other: Any) -> None:
    made = opening(RECORD_ID, "blue", "x", salt_of(random), value)
    check(made)
    if json.dumps(other) != json.dumps(value):
        with pytest.raises(Damaged):
            check(Opening(made.record, made.seal, made.seat, made.what, made.salt, other))


def test_equal_values_have_different_seals() -> None:
    seals = {seal(RECORD_ID, "blue", "x", salt_of(bytes([number] * 16)), "bomb") for number in range(50)}
    assert len(seals) == 50
