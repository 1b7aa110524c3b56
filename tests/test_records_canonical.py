"""Canonical bytes: one way to write a fact, the same as RFC 8785, and nothing outside the profile."""

import json
from typing import Any

import pytest
import rfc8785
from hypothesis import example, given, settings
from hypothesis import strategies as st

from records.canonical import canonical, check_profile
from records.errors import Refused
from records.limits import DEPTH_MAX, INTEGER_MAX
from tests.helpers.slow import many
from tests.helpers.trust_samples import vectors

TRICKY = 'aZ0 _-"\\/\b\t\n\f\r\x01\x1f\x7f\x80é€\u2028\ud7ff\ue000\uf8ff\ufb33\uffff\U00010000\U0001f602\U0010ffff'
"""Characters that encoders disagree on: escapes, the edges of the planes, and those that UTF-16 sorts differently."""

keys = st.text(st.sampled_from(TRICKY), max_size=4)
texts = keys | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
scalars = st.none() | st.booleans() | st.integers(-INTEGER_MAX, INTEGER_MAX) | texts
shallow = scalars | st.lists(scalars, max_size=3) | st.dictionaries(keys, scalars, max_size=3)
deep = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4), max_leaves=8
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(keys, shallow, max_size=3))
@example({"\U0001f602": 1, "\ufb33": 2, "\uffff": 3, "\U0010ffff": 4, "a": 5})
@example({"": '\b\t\n\f\r\x01\x1f\x7f\x80"\\/', "n": [INTEGER_MAX, -INTEGER_MAX, 0, -1]})
def test_our_encoder_writes_what_the_reference_encoder_writes(value: dict[str, Any]) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.slow
@settings(max_examples=many(1_500, 9_000), deadline=None)
@given(st.dictionaries(keys, shallow, max_size=3))
def test_our_encoder_writes_what_the_reference_encoder_writes_thousands_of_times(value: dict[str, Any]) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(deep)
@example({"\U00010000": {"\ue000": 0, "\U00010001": 0}, "\ue000": [{"\U00010002": 0, "\uf8ff": 0}]})
def test_our_encoder_writes_what_the_reference_encoder_writes_however_deep(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_keys_are_sorted_by_utf16_units_and_not_by_code_points() -> None:
    by_code_point = {"\ufb33": 1, "\U0001f602": 2}
    assert canonical(by_code_point) == '{"\U0001f602":2,"\ufb33":1}'.encode()


@pytest.mark.parametrize("name", ["arrays", "french", "unicode", "weird"])
def test_public_vectors_without_floats_come_out_byte_for_byte(name: str) -> None:
    folder = vectors() / "jcs"
    value = json.loads((folder / f"input-{name}.json").read_text("utf-8"))
    assert canonical(value) == (folder / f"output-{name}.json").read_bytes().rstrip(b"\n")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("structures", "no integer"), ("values", "no integer"), ("unicode", "NFC"), ("weird", "NFC")],
)
def test_public_vectors_outside_the_profile_are_refused(name: str, reason: str) -> None:
    value = json.loads((vectors() / "jcs" / f"input-{name}.json").read_text("utf-8"))
    with pytest.raises(Refused, match=reason):
        check_profile(value)


@pytest.mark.parametrize("name", ["arrays", "french"])
def test_public_vectors_within_the_profile_pass_it(name: str) -> None:
    check_profile(json.loads((vectors() / "jcs" / f"input-{name}.json").read_text("utf-8")))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"a": 0.5}, "$.a is the number 0.5, which is no integer"),
        ({"a": 1.0}, "$.a is the number 1.0, which is no integer"),
        ({"a": float("nan")}, "$.a is the number nan"),
        ({"a": 2**53}, "$.a is the integer 9007199254740992, beyond 2^53"),
        ({"a": -(2**53)}, "$.a is the integer -9007199254740992, beyond 2^53"),
        ({"a": [{"b": "x\0"}]}, "$.a[0].b holds a NUL"),
        ({"a": "é\0"}, "$.a holds a NUL"),
        ({"a": "A\u030a"}, "$.a is not in the NFC form"),
        ({"A\u030a": 1}, ") is not in the NFC form"),
        ({"a": "\ud83d"}, "$.a holds half of a surrogate pair"),
        ({1: "a"}, "$ has the key 1, which is not text"),
        ({"a": b"bytes"}, "$.a is a bytes"),
        ({"a": {1, 2}}, "$.a is a set"),
    ],
)
def test_what_a_record_may_not_hold_is_refused_with_its_field(value: Any, words: str) -> None:
    with pytest.raises(Refused) as caught:
        check_profile(value, "game.jsonl line 7")
    assert words in caught.value.what
    assert caught.value.where == "game.jsonl line 7"
    assert caught.value.mend


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def test_sixteen_levels_may_nest_and_seventeen_may_not() -> None:
    check_profile(nested(DEPTH_MAX))
    with pytest.raises(Refused, match="nests deeper than 16"):
        check_profile(nested(DEPTH_MAX + 1))


def test_a_message_about_a_huge_field_name_stays_short() -> None:
    with pytest.raises(Refused) as caught:
        check_profile({"k" * 60_000: 0.5})
    assert len(caught.value.what) < 300


@pytest.mark.parametrize("value", [INTEGER_MAX, -INTEGER_MAX, True, None, "", "é", "\U0001f602", [], {}, ()])
def test_what_a_record_may_hold_passes(value: Any) -> None:
    check_profile({"a": value})
