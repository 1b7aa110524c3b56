"""One event, proved to be in a record, by a file that can be checked alone."""

import json
from typing import Any

import pytest

from records.errors import Damaged, NotFound
from records.keys import new_key
from records.proof import check_proof, looks_like_proof, prove
from records.record import Record, of_bodies
from records.sign import sign_checkpoint
from tests.helpers.trust_samples import RECORD_ID, as_packed, as_text, forty, header, sample

ANN = new_key("club.example/ann", bytes([1] * 32))
BOB = new_key("club.example/bob", bytes([2] * 32))


def note_of(record: Record, size: int | None = None) -> bytes:
    part = record if size is None else of_bodies(header(), forty()[: size - 1])
    return sign_checkpoint(RECORD_ID, part.head(), ANN).data()


def edited(content: bytes, **change: Any) -> bytes:
    return json.dumps({**json.loads(content), **change}).encode()


def test_every_event_of_a_record_can_be_proved_with_and_without_a_checkpoint() -> None:
    record = sample()
    note = note_of(record)
    for seq in range(record.size):
        plain = check_proof(prove(record.lines, seq))
        signed = check_proof(prove(record.lines, seq, note), [ANN.public()])
        assert plain.head == signed.head == record.head()
        assert (plain.seq, signed.seq) == (seq, seq)
        assert plain.event == signed.event == (record.events[seq - 1].body() if seq else header())
        assert signed.signed_by == ("club.example/ann",)
        assert signed.origin == f"club.example/ann/{RECORD_ID}"
        assert plain.code == record.head().code


def test_a_proof_keeps_the_other_events_private() -> None:
    content = prove(sample().lines, 9, note_of(sample()))
    assert b"never happened" not in content
    assert b"c-3" not in content


def test_a_proof_says_what_it_does_not_show() -> None:
    record = sample()
    assert any("which record" in words for words in check_proof(prove(record.lines, 3)).cannot)
    assert any("no public key" in words for words in check_proof(prove(record.lines, 3, note_of(record))).cannot)
    signed = check_proof(prove(record.lines, 3, note_of(record)), [ANN.public()])
    assert signed.cannot == ("whether what the event says is true", "what the other events say")


def test_a_checkpoint_of_an_earlier_size_still_proves_what_it_covers() -> None:
    record = sample()
    older = note_of(record, 20)
    assert check_proof(prove(record.lines, 19, older), [ANN.public()]).head.size == 20
    with pytest.raises(NotFound, match="up to event 19, not 20"):
        prove(record.lines, 20, older)


def test_a_checkpoint_that_the_record_does_not_fit_gives_no_proof() -> None:
    record = sample()
    changed = of_bodies(header(), [{"do": "note", "text": "no"}, *forty()[1:]])
    with pytest.raises(Damaged, match="not those of the checkpoint"):
        prove(changed.lines, 3, note_of(record))
    with pytest.raises(Damaged, match="knows 41 lines, the record has 10"):
        prove(record.lines[:10], 3, note_of(record))


@pytest.mark.parametrize("seq", [-1, 41, 1000])
def test_an_event_that_is_not_there_cannot_be_proved(seq: int) -> None:
    with pytest.raises(NotFound, match=f"no event {seq}"):
        prove(sample().lines, seq)


def test_proofs_and_records_are_told_apart_by_content() -> None:
    content = prove(sample().lines, 3)
    assert looks_like_proof(content)
    assert looks_like_proof(json.dumps(json.loads(content), indent=2).encode())
    assert not looks_like_proof(as_text(sample()))
    assert not looks_like_proof(as_packed(sample()))
    assert not looks_like_proof(b"")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seq": 4}, "does not belong to the tree"),
        ({"seq": 41}, "has no line 41"),
        ({"seq": -1}, "has no line -1"),
        ({"size": 42}, "of another head"),
        ({"size": 100}, "the proof has"),
        ({"size": 0}, "has no line 3"),
        ({"event": {"do": "pass"}}, "does not belong to the tree"),
        ({"event": {"do": "x", "n": 0.5}}, "no integer"),
        ({"event": []}, "ill-formed"),
        ({"path": []}, "the proof has 0 hashes"),
        ({"path": ["AAAA"] * 6}, "32 bytes"),
        ({"path": ["!"] * 6}, "not base64"),
        ({"root": "AAAA"}, "does not belong to the tree"),
        ({"root": "?"}, "not base64"),
        ({"quartermaster-proof": 2}, "form 2"),
        ({"extra": 1}, "unknown field"),
        ({"checkpoint": "text\n"}, "no signatures"),
        ({"checkpoint": None}, "no checkpoint"),
    ],
)
def test_a_proof_that_was_edited_does_not_hold(change: dict[str, Any], words: str) -> None:
    content = prove(sample().lines, 3, note_of(sample()))
    with pytest.raises(Damaged) as caught:
        check_proof(edited(content, **change), [ANN.public()], "event3.json")
    assert words in caught.value.what
    assert caught.value.where == "event3.json"


def test_a_proof_under_another_signature_or_another_head_does_not_hold() -> None:
    record = sample()
    content = prove(record.lines, 3, note_of(record))
    with pytest.raises(Damaged, match="none of the known keys"):
        check_proof(content, [BOB.public()])
    with pytest.raises(Damaged, match="of another head"):
        check_proof(edited(content, checkpoint=note_of(record, 20).decode()), [ANN.public()])
    with pytest.raises(Damaged, match="of another head"):
        check_proof(edited(prove(record.lines, 3), checkpoint=note_of(record, 20).decode()))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"quartermaster-proof":1',
        b'{"quartermaster-proof":1,"seq":1,"seq":1}',
        b"9" * 2_000_000,
    ],
)
def test_what_is_not_a_proof_is_refused(content: bytes) -> None:
    with pytest.raises(Damaged) as caught:
        check_proof(content)
    assert caught.value.where == "proof"


def test_no_single_bit_of_a_proof_can_be_flipped_to_show_something_else() -> None:
    """A flip either breaks the proof or leaves every fact it shows unchanged."""
    content = prove(sample().lines, 22, note_of(sample()))
    good = check_proof(content, [ANN.public()])
    for at in range(len(content)):
        for bit in range(8):
            damaged = bytearray(content)
            damaged[at] ^= 1 << bit
            try:
                found = check_proof(bytes(damaged), [ANN.public()])
            except Damaged:
                continue
            assert found == good
