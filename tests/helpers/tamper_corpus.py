"""The tamper corpus: named ways to damage a record, and what `verify` must say about each.

The record is the sample of forty events (41 lines). A case is data: what is known of it from elsewhere, the steps
that damage it, and the problems that must be found, as (kind, seq), no more and no less.

Steps on lines          Steps on bytes               Known
drop N COUNT            bytes-cut COUNT              nothing
swap A B, move A B      bytes-append BYTES           head       size and root of the whole
double N TO             bytes-replace OLD NEW        final      the same, and nothing may follow it
insert N BODY           bytes-set BYTES              copy       a copy of the whole
edit N KEY VALUE                                     note       a signed checkpoint of the whole, with its key
cut N                                                code       the short code of the whole
foreign N, join, graft                               older      heads of 20 and 41 lines
key N, revoke N, sign N, sign-key N FLAW, rule-key N FLAW
"""

from typing import Any, NamedTuple

from records.seal import salt_of, seal
from tests.helpers.trust_samples import OTHER_ID, RECORD_ID, SALT, salt


class Case(NamedTuple):
    """One way to damage a record."""

    name: str
    known: str
    steps: list[tuple[Any, ...]]
    found: list[tuple[str, int | None]]
    form: str = "both"
    salted: bool | None = None
    """Whether it is done to the sample with salts, or to the one without; None: to both."""


PASS = {"do": "pass", "by": "red"}
BOMB = seal(RECORD_ID, "blue", "C3", SALT, "bomb")


def reveal(**change: Any) -> dict[str, Any]:
    """The opening at seq 38, changed; None leaves a field out."""
    body = {"do": "reveal", "by": "blue", "what": "C3", "value": "bomb", "salt": SALT, "seal": BOMB, **change}
    return {key: value for key, value in body.items() if value is not None}


FACTS = [
    Case("nothing was done", "copy", [], []),
    Case("a card changed, with a copy", "copy", [("edit", 12, "cards", ["c-99"])], [("changed", 12)]),
    Case("a seat changed, with a copy", "copy", [("edit", 12, "by", "green")], [("changed", 12)]),
    Case("a time changed, with a copy", "copy", [("edit", 12, "at", "2026-11-15T18:11:30Z")], [("changed", 12)]),
    Case("a field went, with a copy", "copy", [("edit", 12, "n", None)], [("changed", 12)]),
    Case("a field came, with a copy", "copy", [("edit", 12, "said", "x")], [("changed", 12)]),
    Case("a player renamed, with a copy", "copy", [("edit", 0, "title", "Heat")], [("changed", 0)]),
    Case(
        "two events changed, with a copy",
        "copy",
        [("edit", 3, "n", 0), ("edit", 30, "n", 0)],
        [("changed", 3), ("changed", 30)],
    ),
    Case("the last event changed, with a copy", "copy", [("edit", 40, "result", "abandoned")], [("changed", 40)]),
    Case("a card changed, with a head", "head", [("edit", 12, "cards", ["c-99"])], [("changed", None)]),
    Case("a card changed, with a checkpoint", "note", [("edit", 12, "cards", ["c-99"])], [("changed", None)]),
    Case("a card changed, with a short code", "code", [("edit", 12, "cards", ["c-99"])], [("code", None)]),
    Case("the last event changed, with two heads", "nearly", [("edit", 40, "result", "abandoned")], [("changed", 40)]),
    Case("a card changed, nothing known", "nothing", [("edit", 12, "cards", ["c-99"])], []),
]

ORDER = [
    Case("an event removed, with a copy", "copy", [("drop", 12, 1)], [("removed", 12)]),
    Case(
        "three events removed, with a copy",
        "copy",
        [("drop", 12, 3)],
        [("removed", 12), ("removed", 13), ("removed", 14)],
    ),
    Case("setup removed, with a copy", "copy", [("drop", 1, 1)], [("removed", 1)]),
    Case("an event removed, with a head", "head", [("drop", 12, 1)], [("cut", 40)]),
    Case("an event added, with a copy", "copy", [("insert", 12, PASS)], [("added", 12)]),
    Case("an event added, with a head", "head", [("insert", 12, PASS)], [("added", 12)]),
    Case("two events added, with a head", "head", [("insert", 12, PASS), ("insert", 12, {"do": "x"})], [("added", 12)]),
    Case(
        "events added at two places, with a head",
        "head",
        [("insert", 12, PASS), ("insert", 20, PASS)],
        [("changed", None)],
    ),
    Case("an event added at the end, with a head", "head", [("insert", 41, PASS)], []),
    Case("an event added after the last head", "final", [("insert", 41, PASS)], [("added", 41)]),
    Case("an event added at the end, with a copy", "copy", [("insert", 41, PASS)], []),
    Case("an event added after the last code", "final code", [("insert", 41, PASS)], [("added", 41)]),
    Case("an event added after the last copy", "final copy", [("insert", 41, PASS)], [("added", 41)]),
    Case("an event moved, with a copy", "copy", [("move", 12, 30)], [("moved", 30)]),
    Case("an event moved back, with a copy", "copy", [("move", 30, 12)], [("moved", 12)]),
    Case("neighbours swapped, with a copy", "copy", [("swap", 12, 13)], [("moved", 12)]),
    Case("distant events swapped, with a copy", "copy", [("swap", 12, 30)], [("moved", 12), ("moved", 30)]),
    Case("neighbours swapped, with a head", "head", [("swap", 12, 13)], [("moved", 12)]),
    Case("distant events swapped, with a head", "head", [("swap", 5, 33)], [("moved", 5)]),
    Case("an event doubled, with a copy", "copy", [("double", 12, 13)], [("doubled", 13)]),
    Case("an event doubled elsewhere, with a copy", "copy", [("double", 12, 20)], [("doubled", 20)]),
    Case("an event doubled, with a head", "head", [("double", 12, 13)], [("doubled", 13)]),
    Case("an event doubled elsewhere, with a head", "head", [("double", 12, 20)], [("doubled", 20)]),
    Case("an equal event doubled, with a copy", "copy", [("double", 8, 9)], [("doubled", 9)]),
    Case("the last event doubled", "final", [("double", 40, 41)], [("doubled", 41)]),
    Case("the last event doubled, with a copy", "final copy", [("double", 40, 41)], [("doubled", 41)]),
    Case(
        "one removed and one changed, with a copy",
        "copy",
        [("edit", 30, "n", 0), ("drop", 12, 1)],
        [("removed", 12), ("changed", 29)],
    ),
    Case("the header moved to the end", "copy", [("move", 0, 40)], [("unreadable", 0), ("foreign", 40), ("moved", 40)]),
]

TAIL = [
    Case("the tail cut, with a copy", "copy", [("cut", 30)], [("cut", 30)]),
    Case("the tail cut, with a head", "head", [("cut", 30)], [("cut", 30)]),
    Case("the tail cut, with a checkpoint", "note", [("cut", 30)], [("cut", 30)]),
    Case("the tail cut, with a short code", "code", [("cut", 30)], [("code", None)]),
    Case("the tail cut at a line end, nothing known", "nothing", [("cut", 30)], []),
    Case("all but the header cut, with a head", "head", [("cut", 1)], [("cut", 1)]),
    Case(
        "the tail cut and an event changed, with a copy",
        "copy",
        [("edit", 9, "slot", "D3"), ("cut", 30)],
        [("changed", 9), ("cut", 30)],
    ),
    Case("rolled back to a known state", "older", [("cut", 20)], [("rollback", 20)]),
    Case("rolled back to a known state, with a copy", "older copy", [("cut", 20)], [("rollback", 20)]),
    Case("cut elsewhere than a known state", "older", [("cut", 21)], [("cut", 21)]),
    Case("cut in the middle of the last event", "nothing", [("bytes-cut", 5)], [("cut", 40)]),
    Case("cut in the middle of the last event, with a head", "head", [("bytes-cut", 5)], [("cut", 40)]),
    Case("cut in the middle of the last event, with a copy", "copy", [("bytes-cut", 5)], [("cut", 40)]),
    Case("no final newline", "head", [("bytes-cut", 1)], [("no-final-newline", 40)], "text"),
    Case("nothing left", "nothing", [("bytes-set", b"")], [("cut", 0)]),
]

FORKS = [
    Case(
        "another end, with a copy",
        "copy",
        [("cut", 30), ("insert", 30, PASS), ("insert", 31, {"do": "x"})],
        [("fork", 30)],
    ),
    Case(
        "another end of the same length, with a copy",
        "copy",
        [("cut", 39), ("insert", 39, PASS), ("insert", 40, {"do": "x"})],
        [("fork", 39)],
    ),
    Case("two heads of one size", "two heads", [], [("fork", None)]),
]

FOREIGN = [
    Case("an event of another record put in", "copy others", [("foreign", 12)], [("foreign", 12)]),
    Case(
        "an event of another record put in its place",
        "copy others",
        [("drop", 12, 1), ("foreign", 12)],
        [("foreign", 12)],
    ),
    Case("an event of another record, others not known", "copy", [("foreign", 12)], [("added", 12)]),
    Case("another record, with a copy", "copy", [("graft",)], [("foreign", 0)]),
    Case("another record, with its id", "id", [("graft",)], [("foreign", 0)]),
    Case("another record, with a checkpoint", "note", [("graft",)], [("foreign", None)]),
    Case("two records joined", "nothing", [("join",)], [("foreign", 41)]),
    Case(
        "a seal of another record",
        "others",
        [("edit-all", 38, reveal(seal=seal(OTHER_ID, "blue", "C3", SALT, "bomb")))],
        [("foreign", 38)],
    ),
    Case("a checkpoint under an unknown key", "note of another", [], [("checkpoint", None)]),
    Case("a checkpoint with a forged signature", "forged note", [], [("checkpoint", None)]),
    Case("a checkpoint that is none", "no note", [], [("checkpoint", None)]),
]

BYTES = [
    Case("a space", "head", [("bytes-replace", b'"n":-36', b'"n": -36')], [("not-canonical", 3)], "text"),
    Case(
        "another order of keys",
        "head",
        [("bytes-replace", b'{"by":"blue","do":"pass"}', b'{"do":"pass","by":"blue"}')],
        [("not-canonical", 8)],
        "text",
    ),
    Case("an escape", "head", [("bytes-replace", "€".encode(), b"\\u20ac")], [("not-canonical", 9)], "text"),
    Case("windows line ends", "head", [("bytes-replace", b"\n", b"\r\n")], [("not-canonical", 0)], "text"),
    Case(
        "a longer integer",
        "head",
        [("bytes-replace", b"\xa1n\xcc\x81", b"\xa1n\xcd\x00\x81")],
        [("not-canonical", 14)],
        "packed",
    ),
    Case("a key twice", "head", [("bytes-replace", b'"n":-36', b'"n":-36,"n":-36')], [("unreadable", 3)], "text"),
    Case("a float for an integer", "head", [("bytes-replace", b'"n":-36', b'"n":-36.0')], [("unreadable", 3)], "text"),
    Case("an invisible character", "head", [("bytes-replace", b"c-12", b"c-12\\u0000")], [("unreadable", 13)], "text"),
    Case(
        "a byte order mark", "head", [("bytes-replace", b'{"game', b'\xef\xbb\xbf{"game')], [("unreadable", 0)], "text"
    ),
    Case(
        "a brace lost",
        "head",
        [("bytes-replace", b'"cards":["c-12"],', b'"cards":["c-12",')],
        [("unreadable", 13)],
        "text",
    ),
    Case(
        "two lines unreadable",
        "head",
        [("bytes-replace", b'"n":-36', b'"n":'), ("bytes-replace", b'["c-12"]', b'["c-12"')],
        [("unreadable", 3), ("unreadable", 13)],
        "text",
    ),
    Case(
        "an empty line between",
        "head",
        [("bytes-replace", b'\n{"by":"blue","do":"pass"}', b'\n\n{"by":"blue","do":"pass"}')],
        [("unreadable", 8), ("unreadable", 23)],
        "text",
    ),
    Case("empty lines at the end", "head", [("bytes-append", b"\n\n")], [("trailing-bytes", 41)], "text"),
    Case("words at the end", "head", [("bytes-append", b"-- end --\n")], [("trailing-bytes", 41)], "text"),
    Case("zeros at the end", "head", [("bytes-append", b"\0" * 4096)], [("trailing-bytes", 41)]),
    Case("zeros at the end, nothing known", "nothing", [("bytes-append", b"\0" * 4096)], [("trailing-bytes", 41)]),
    Case("garbage at the end", "head", [("bytes-append", b"\xc1\xc1")], [("trailing-bytes", 41)], "packed"),
    Case("half an event at the end", "head", [("bytes-append", b'{"do":"pa')], [("cut", 41)], "text"),
    Case("an event that is none", "head", [("edit", 12, "do", "Not A Name")], [("unreadable", 12), ("changed", None)]),
    Case(
        "the last line unreadable, with a head",
        "head",
        [("bytes-replace", b'"finished"', b'"finished')],
        [("unreadable", 40)],
        "text",
    ),
    Case(
        "the last line unreadable, with a copy",
        "copy",
        [("bytes-replace", b'"finished"', b'"finished')],
        [("unreadable", 40)],
        "text",
    ),
    Case(
        "a line unreadable and another changed, with a copy",
        "copy",
        [("edit", 30, "n", 0), ("bytes-replace", b'["c-12"]', b'["c-12"')],
        [("unreadable", 13), ("changed", 30)],
        "text",
    ),
    Case(
        "unreadable, with a short code",
        "code",
        [("bytes-replace", b'["c-12"]', b'["c-12"')],
        [("unreadable", 13)],
        "text",
    ),
    Case(
        "broken off, with a short code",
        "code",
        [("bytes-replace", b"\xa4c-12", b"\xc1c-12")],
        [("unreadable", 13)],
        "packed",
    ),
    Case(
        "broken off, with a copy", "copy", [("bytes-replace", b"\xa4c-12", b"\xc1c-12")], [("unreadable", 13)], "packed"
    ),
    Case("a header field in an event", "nothing", [("edit", 12, "quartermaster", 1)], []),
    Case("an event without an action", "nothing", [("edit", 12, "do", None)], [("unreadable", 12)]),
]

SALTS = [
    Case("a salt changed, with a copy", "copy", [("edit", 12, "salt", salt(99))], [("changed", 12)], salted=True),
    Case("a salt gone, with a copy", "copy", [("edit", 12, "salt", None)], [("changed", 12)], salted=True),
    Case("a salt put in, with a copy", "copy", [("edit", 12, "salt", salt(99))], [("changed", 12)], salted=False),
    Case("a salt changed, with a head", "head", [("edit", 12, "salt", salt(99))], [("changed", None)], salted=True),
    Case("a salt changed, with a checkpoint", "note", [("edit", 12, "salt", salt(99))], [("changed", None)]),
    Case("a salt changed, with a short code", "code", [("edit", 12, "salt", salt(99))], [("code", None)]),
    Case("a salt changed, nothing known", "nothing", [("edit", 12, "salt", salt(99))], [], salted=True),
    Case(
        "salts swapped, with a copy",
        "copy",
        [("edit", 12, "salt", salt(14)), ("edit", 14, "salt", salt(12))],
        [("changed", 12), ("changed", 14)],
    ),
    Case(
        "a salt changed and an event removed, with a copy",
        "copy",
        [("edit", 30, "salt", salt(99)), ("drop", 12, 1)],
        [("removed", 12), ("changed", 29)],
    ),
    Case(
        "every salt of the end changed, with a copy",
        "copy",
        [("edit", seq, "salt", salt(100 + seq)) for seq in (34, 35, 36)],
        [("changed", 34), ("changed", 35), ("changed", 36)],
    ),
    Case("a salt that is none, with a copy", "copy", [("edit", 12, "salt", "1234")], [("changed", 12)], salted=True),
]

SEALS = [
    Case("a fact of a game that is called salt", "nothing", [("insert", 41, {"do": "trade", "salt": 4})], []),
    Case(
        "revealed without ever being sealed", "nothing", [("insert", 41, {"do": "reveal", "what": "x", "value": 1})], []
    ),
    Case("opened with another value", "nothing", [("edit-all", 38, reveal(value="spy"))], [("seal", 38)]),
    Case("opened with another salt", "nothing", [("edit-all", 38, reveal(salt=salt_of(bytes(16))))], [("seal", 38)]),
    Case("opened with a salt that is none", "nothing", [("edit-all", 38, reveal(salt="1234"))], [("seal", 38)]),
    Case("opened for another slot", "nothing", [("edit-all", 38, reveal(what="D4"))], [("seal", 38)]),
    Case("opened by another seat", "nothing", [("edit-all", 38, reveal(by="red"))], [("seal", 38)]),
    Case("opened without a value", "nothing", [("edit-all", 38, reveal(value=None))], [("seal", 38)]),
    Case("opened with a seal that is none", "nothing", [("edit-all", 38, reveal(seal="s1.x"))], [("seal", 38)]),
    Case("opened twice alike", "nothing", [("insert", 39, reveal())], []),
    Case("opened twice differently", "nothing", [("insert", 39, reveal(value="spy"))], [("seal", 39), ("seal", 39)]),
    Case("opened without naming the seat", "nothing", [("edit-all", 38, reveal(by=None))], []),
    Case("opened for a seat by an official", "nothing", [("edit-all", 38, reveal(by="kim", seat="blue"))], []),
    Case("stated, because the salt is lost", "nothing", [("edit-all", 38, reveal(salt=None))], []),
]

SIGNED = [
    Case("a sign-off fits", "nothing", [("sign", 30)], []),
    Case("an event before a sign-off changed", "nothing", [("sign", 30), ("edit", 12, "n", 0)], [("changed", None)]),
    Case("an event before a sign-off removed", "nothing", [("sign", 30), ("drop", 12, 1)], [("removed", 29)]),
    Case("an event before a sign-off doubled", "nothing", [("sign", 30), ("double", 12, 13)], [("changed", None)]),
]

KEYED = [
    Case("a signed ruling", "nothing", [("key", 29, "Kim"), ("rule-key", 30)], []),
    Case("a signed ruling with empty fields", "nothing", [("key", 29, "Kim"), ("rule-key", 30, "empty")], []),
    *(
        Case(f"a signed ruling: {name}", "nothing", [("key", 29, who), ("rule-key", 30, flaw)], [("sign-off", 30)])
        for name, who, flaw in (
            ("another key", "Kim", "other-key"),
            ("the key of somebody else", "red", ""),
            ("made for another record", "Kim", "record"),
            ("made for an earlier place", "Kim", "old"),
            ("another verdict", "Kim", "changed"),
            ("another official", "Kim", "by"),
            ("without its head", "Kim", "no-head"),
            ("with a head that is none", "Kim", "nonsense"),
            ("with a signature that is none", "Kim", "no-signature"),
        )
    ),
    Case(
        "a signed ruling: the key was revoked",
        "nothing",
        [("key", 28, "Kim"), ("revoke", 29, "Kim"), ("rule-key", 30)],
        [("sign-off", 30)],
    ),
    Case("a signed ruling: a key given later", "nothing", [("rule-key", 29), ("key", 30, "Kim")], [("sign-off", 29)]),
    Case(
        "a signed ruling: its key was revoked later",
        "nothing",
        [("key", 28, "Kim"), ("rule-key", 29), ("revoke", 30, "Kim")],
        [],
    ),
    Case(
        "an event before a signed ruling changed",
        "nothing",
        [("key", 29, "Kim"), ("rule-key", 30), ("edit", 12, "n", 0)],
        [("changed", None)],
    ),
    Case("a signature that holds", "nothing", [("key", 29), ("sign-key", 30)], []),
    Case("a signature under another key", "nothing", [("key", 29), ("sign-key", 30, "other-key")], [("sign-off", 30)]),
    Case("a signature without a key", "nothing", [("sign-key", 30)], [("sign-off", 30)]),
    Case("a key of another seat", "nothing", [("key", 29, "red"), ("sign-key", 30)], [("sign-off", 30)]),
    Case("a key that was revoked", "nothing", [("key", 28), ("revoke", 29), ("sign-key", 30)], [("sign-off", 30)]),
    Case("a signed text for another seat", "nothing", [("key", 29), ("sign-key", 30, "seat")], [("sign-off", 30)]),
    Case(
        "a signed text of another record", "nothing", [("key", 29), ("sign-key", 30, "record_id")], [("sign-off", 30)]
    ),
    Case(
        "a signed text that says otherwise", "nothing", [("key", 29), ("sign-key", 30, "statement")], [("sign-off", 30)]
    ),
    Case("a signed text changed later", "nothing", [("key", 29), ("sign-key", 30, "changed")], [("sign-off", 30)]),
    Case("a signed text left out", "nothing", [("key", 29), ("sign-key", 30, "no-text")], [("sign-off", 30)]),
    Case("a signed text that is none", "nothing", [("key", 29), ("sign-key", 30, "nonsense")], [("sign-off", 30)]),
    Case(
        "a statement changed after signing", "nothing", [("key", 29), ("sign-key", 30, "refused")], [("sign-off", 30)]
    ),
    Case("a signature that is none", "nothing", [("key", 29), ("sign-key", 30, "no-signature")], [("sign-off", 30)]),
    Case(
        "an event before a signature changed",
        "nothing",
        [("key", 29), ("sign-key", 30), ("edit", 12, "n", 0)],
        [("changed", None)],
    ),
]

CASES = [*FACTS, *ORDER, *TAIL, *FORKS, *FOREIGN, *BYTES, *SALTS, *SEALS, *SIGNED, *KEYED]
