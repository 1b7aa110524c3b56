"""Keys, signed notes and checkpoints: the C2SP forms byte for byte, and clear words for what is not valid."""

from typing import Any

import pytest

from records.errors import Damaged, Refused
from records.keys import new_key, read_private_key, read_public_key
from records.record import Head
from records.sign import (
    Checkpoint,
    add_signatures,
    check_checkpoint,
    check_note,
    read_checkpoint,
    read_note,
    sign_checkpoint,
    sign_note,
)
from tests.helpers.trust_samples import RECORD_ID, sample

ZERO = new_key("quartermaster.example/open-2026", bytes(32))
HEAD = Head.from_text("3:nkGmIjoYVrtEEROgredyhi9Qwuspj9kqz/13Cvt+N7k=")
PUBLISHED = (
    "quartermaster.example/open-2026/01JCQ7Z0000000000000000001\n"
    "3\n"
    "nkGmIjoYVrtEEROgredyhi9Qwuspj9kqz/13Cvt+N7k=\n"
    "\n"
    "— quartermaster.example/open-2026 "
    "ze2rz0SfKMPGDeMBy5J4yDoP3CymZX3mHT2Kuaf3tzB7Of7o134ztBhDT4NonS3IWfYRYDvTUQZ0noaoZwPhmQtSgAU=\n"
)

# The example of golang.org/x/mod/sumdb/note, which every tool for signed notes reproduces.
GO_PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
GO_PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
GO_LINE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)

ANN = new_key("club.example/ann", bytes([1] * 32))
BOB = new_key("club.example/bob", bytes([2] * 32))


def test_the_published_checkpoint_comes_out_byte_for_byte() -> None:
    assert sign_checkpoint(RECORD_ID, HEAD, ZERO).data() == PUBLISHED.encode()


def test_keys_and_notes_are_those_of_other_tools() -> None:
    key = read_private_key(GO_PRIVATE)
    assert key.text() == GO_PRIVATE
    assert key.public().text() == GO_PUBLIC
    assert key.public() == read_public_key(GO_PUBLIC)
    assert sign_note(GO_TEXT, [key]).data() == f"{GO_TEXT}\n{GO_LINE}".encode()
    assert check_note(f"{GO_TEXT}\n{GO_LINE}".encode(), [read_public_key(GO_PUBLIC)]).text == GO_TEXT


def test_a_checkpoint_says_which_record_it_is_of_and_who_signed_it() -> None:
    said, checked = check_checkpoint(PUBLISHED.encode(), [ZERO.public()])
    assert said == Checkpoint(f"{ZERO.name}/{RECORD_ID}", HEAD)
    assert said.record_id == RECORD_ID
    assert checked.by == (ZERO.public(),)
    assert checked.unknown == ()
    head = sample().head()
    assert check_checkpoint(sign_checkpoint(RECORD_ID, head, ANN).data(), [ANN.public()])[0].head == head


def test_several_may_sign_and_unknown_signatures_are_kept() -> None:
    note = add_signatures(sign_note("agreed\n", [ANN]), [BOB])
    assert read_note(note.data()) == note
    both = check_note(note.data(), [ANN.public(), BOB.public()])
    assert [key.name for key in both.by] == [ANN.name, BOB.name]
    one = check_note(note.data(), [BOB.public(), ZERO.public()])
    assert one.by == (BOB.public(),)
    assert [signature.name for signature in one.unknown] == [ANN.name]
    assert add_signatures(read_note(note.data()), [ZERO]).signatures[:2] == note.signatures


def test_the_same_name_with_another_key_is_an_unknown_key() -> None:
    impostor = new_key(ANN.name, bytes([9] * 32))
    with pytest.raises(Damaged, match="none of the known keys signed") as caught:
        check_note(sign_note("x\n", [impostor]).data(), [ANN.public()])
    assert caught.value.kind == "unknown-key"
    assert "'club.example/ann'" in caught.value.what


def test_a_known_signature_that_does_not_fit_spoils_the_note() -> None:
    note = add_signatures(sign_note("blue won\n", [ANN]), [BOB]).data()
    with pytest.raises(Damaged, match=r"signature of 'club\.example/ann' does not fit") as caught:
        check_note(note.replace(b"blue", b"red_"), [ANN.public()])
    assert caught.value.kind == "signature"


def test_every_single_bit_of_a_checkpoint_counts() -> None:
    """Either the note is no longer valid, or the flip only renamed a signer, who is then unknown."""
    content = PUBLISHED.encode()
    for at in range(len(content)):
        for bit in range(8):
            damaged = bytearray(content)
            damaged[at] ^= 1 << bit
            with pytest.raises(Damaged):
                check_checkpoint(bytes(damaged), [ZERO.public()])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no signatures"),
        (b"text only\n", "no signatures"),
        (b"text\n\n", "no signatures"),
        (b"text\n\n\n", "no signatures"),
        (b"\xff\n\n", "is not UTF-8"),
        (GO_LINE.encode(), "no signatures"),
        (f"{GO_TEXT}\n{GO_LINE}".encode()[:-1], "does not end with a newline"),
        (f"{GO_TEXT}\n{GO_LINE}".replace("— ", "- ").encode(), "is not a signature"),
        (f"{GO_TEXT}\n{GO_LINE}".replace("JnAM=", "JnAN=").encode(), "is not a signature"),
        (f"{GO_TEXT}\n{GO_LINE}".replace("PeterNeumann x", "Peter+Neumann x").encode(), "is not a signature"),
        (f"{GO_TEXT}\n— PeterNeumann \n".encode(), "is not a signature"),
        (f"{GO_TEXT}\n— PeterNeumann AAAA\n".encode(), "is not a signature"),
        (f"{GO_TEXT}\n{GO_LINE}\n".encode(), "no signatures"),
        (f"a\tb\n\n{GO_LINE}".encode(), "control character"),
        (f"{GO_TEXT}\n{GO_LINE * 65}".encode(), "at most 64 signatures"),
        (b"x" * 300_000, "at most 262,144 bytes"),
    ],
)
def test_what_is_not_a_note_is_refused_in_words(content: bytes, words: str) -> None:
    with pytest.raises(Damaged) as caught:
        read_note(content, "head.note")
    assert words in caught.value.what
    assert caught.value.where.startswith("head.note")


@pytest.mark.parametrize(
    "text",
    [
        "origin\n3\n",
        "origin\n03\nnkGmIjoYVrtEEROgredyhi9Qwuspj9kqz/13Cvt+N7k=\n",
        "origin\n-3\nnkGmIjoYVrtEEROgredyhi9Qwuspj9kqz/13Cvt+N7k=\n",
        "origin\n3\nnkGmIjoY\n",
        "origin\n3\nnkGmIjoYVrtEEROgredyhi9Qwuspj9kqz/13Cvt+N7l=\n",
        "\n3\nnkGmIjoYVrtEEROgredyhi9Qwuspj9kqz/13Cvt+N7k=\n",
        "origin\n3\nnkGmIjoYVrtEEROgredyhi9Qwuspj9kqz/13Cvt+N7k=\n\nmore\n",
    ],
)
def test_a_note_that_is_not_a_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(Damaged):
        read_checkpoint(text)


def test_extension_lines_of_others_are_kept() -> None:
    said = read_checkpoint(f"{PUBLISHED.split(chr(10) * 2)[0]}\nextra\n")
    assert said.extensions == ("extra",)
    assert read_checkpoint(said.text()) == said


@pytest.mark.parametrize("name", ["", "two words", "a+b", "tab\tname", "no\u00a0break", "line\n"])
def test_a_key_needs_a_name_that_notes_can_carry(name: str) -> None:
    with pytest.raises(Refused, match="cannot be the name of a key"):
        new_key(name, bytes(32))


@pytest.mark.parametrize("random", [b"", b"short", bytes(33)])
def test_a_key_needs_32_random_bytes(random: bytes) -> None:
    with pytest.raises(Refused, match="32 random bytes"):
        new_key("club.example", random)


def test_no_part_of_a_key_and_no_changed_key_is_taken_for_a_key() -> None:
    for text, read in ((GO_PUBLIC, read_public_key), (GO_PRIVATE, read_private_key)):
        read_any: Any = read
        for end in range(len(text)):
            with pytest.raises(Refused):
                read_any(text[:end])
        for at in range(len(text)):
            with pytest.raises(Refused):
                read_any(text[:at] + chr(ord(text[at]) + 1) + text[at + 1 :])


def test_a_private_key_given_for_a_public_one_is_pointed_out() -> None:
    with pytest.raises(Refused, match="this is a private key"):
        read_public_key(GO_PRIVATE)


def test_a_private_key_does_not_show_itself_in_a_crash_report() -> None:
    shown = repr(ANN) + repr(ANN.__rich_repr__())
    assert "club.example/ann" in shown
    assert "\\x01" not in shown
