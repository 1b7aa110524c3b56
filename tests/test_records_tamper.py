"""The tamper corpus, in both forms: every case is found, named, and told apart from the others."""

import io
from typing import Any

import msgspec
import pytest

from records.codec import pack
from records.keys import new_key
from records.record import Head, Record, of_bodies
from records.ruling_signature import signed_ruling
from records.sign import sign_checkpoint
from records.signoff import SignText, key_id, sign
from records.verify import KINDS, Known, Report, verify
from tests.helpers.tamper_corpus import CASES, SALTS, Case
from tests.helpers.trust_samples import OTHER_ID, RECORD_ID, as_text, forty, header, other, salt, sample

ANN = new_key("club.example/ann", bytes([1] * 32))
BOB = new_key("club.example/bob", bytes([2] * 32))


def known_of(*, salted: bool) -> dict[str, Known]:
    """What may be known of the sample with salts, or without."""
    whole = sample(salted=salted)
    lines, head = forty(salted=salted), whole.head()
    note = sign_checkpoint(RECORD_ID, head, ANN).data()
    earlier, nearly = (of_bodies(header(), lines[:size]).head() for size in (19, 39))
    return {
        "nothing": Known(),
        "head": Known(heads=(head,)),
        "final": Known(heads=(head,), final=True),
        "copy": Known(copy=whole),
        "final copy": Known(copy=whole, final=True),
        "copy others": Known(copy=whole, others=(other(),)),
        "others": Known(others=(other(),)),
        "id": Known(record_id=RECORD_ID),
        "note": Known(checkpoints=(note,), keys=(ANN.public(),)),
        "note of another": Known(checkpoints=(note,), keys=(BOB.public(),)),
        "forged note": Known(checkpoints=(note.replace(b"\n41\n", b"\n40\n"),), keys=(ANN.public(),)),
        "no note": Known(checkpoints=(b"41 lines, I swear\n",), keys=(ANN.public(),)),
        "code": Known(code=head.code),
        "final code": Known(code=head.code, final=True),
        "older": Known(heads=(head, earlier)),
        "older copy": Known(heads=(earlier,), copy=whole),
        "nearly": Known(heads=(head, nearly)),
        "two heads": Known(heads=(head, Head(head.size, bytes(32)))),
    }


KNOWN = {salted: known_of(salted=salted) for salted in (False, True)}


def damaged_lines(lines: list[Any], step: tuple[Any, ...]) -> None:
    """Do one step to the bodies of a record."""
    match step:
        case ("drop", at, count):
            del lines[at : at + count]
        case ("swap", first, second):
            lines[first], lines[second] = lines[second], lines[first]
        case ("move", at, to):
            lines.insert(to, lines.pop(at))
        case ("double", at, to):
            lines.insert(to, lines[at])
        case ("insert", at, body):
            lines.insert(at, body)
        case ("edit", at, key, None):
            lines[at] = {name: value for name, value in lines[at].items() if name != key}
        case ("edit", at, key, value):
            lines[at] = {**lines[at], key: value}
        case ("edit-all", at, body):
            lines[at] = body
            lines[10] = {**lines[10], "as": body.get("seal", lines[10]["as"])}
        case ("cut", at):
            del lines[at:]
        case ("foreign", at):
            lines.insert(at, other().events[7].body())
        case ("join",):
            lines.extend(bodies_of(other()))
            del lines[42:]
        case ("graft",):
            lines[:] = bodies_of(other())
        case ("sign", at):
            head = of_bodies(lines[0], lines[1:at]).head()
            lines.insert(at, {"do": "sign", "seat": "blue", "head": head.text(), "statement": "accept"})
        case ("key", at, *seat):
            lines.insert(at, {"do": "key", "seat": seat[0] if seat else "blue", "key": ANN.public().text()})
        case ("revoke", at, *seat):
            who = seat[0] if seat else "blue"
            lines.insert(at, {"do": "key", "seat": who, "key": ANN.public().text(), "revoked": True})
        case ("rule-key", at, *flaw):
            lines.insert(at, ruling_with_flaw(lines, at, flaw[0] if flaw else ""))
        case ("sign-key", at, *flaw):
            lines.insert(at, signed_with_flaw(lines, at, flaw[0] if flaw else ""))
        case _:
            raise AssertionError(f"no such step: {step}")


def signed_with_flaw(lines: list[Any], at: int, flaw: str) -> dict[str, Any]:
    """A sign-off with a key, and what is wrong with it."""
    head = of_bodies(lines[0], lines[1:at]).head().text()
    key = BOB if flaw == "other-key" else ANN
    said = SignText(RECORD_ID, head, "blue", key_id(key.public().text()), "-", "accept", "2026-11-15T21:00:00Z")
    wrong = {"seat": "red", "record_id": OTHER_ID, "statement": "refuse"}
    text = (said._replace(**{flaw: wrong[flaw]}) if flaw in wrong else said).text()
    body = {
        "do": "sign",
        "seat": "blue",
        "head": head,
        "statement": "accept",
        "text": text,
        "signature": sign(text, key),
    }
    match flaw:
        case "changed":
            body["text"] = text.replace("21:00", "22:00")
        case "no-text":
            del body["text"]
        case "nonsense":
            body["text"] = "I accept"
        case "refused":
            body["statement"] = "refuse"
        case "no-signature":
            body["signature"] = "x" * 80
    return body


def ruling_with_flaw(lines: list[Any], at: int, flaw: str) -> dict[str, Any]:
    """Kim's ruling, signed with a key, and what is wrong with it."""
    place = at - 1 if flaw == "old" else at
    head = of_bodies(lines[0], lines[1:place]).head()
    ruling = {"do": "ruling", "by": "Kim", "dispute": 4, "verdict": "upheld", "remedy": "stand"}
    record_id = OTHER_ID if flaw == "record" else RECORD_ID
    body = signed_ruling(record_id, head, ruling, BOB if flaw == "other-key" else ANN)
    match flaw:
        case "changed":
            body["verdict"] = "dismissed"
        case "by":
            body["by"] = "Lee"
        case "no-head":
            del body["head"]
        case "nonsense":
            body["head"] = "soon"
        case "no-signature":
            body["signature"] = "x" * 80
        case "empty":
            body |= {"targets": [], "deferred": False, "text": None}
    return body


def damaged_bytes(content: bytes, step: tuple[Any, ...]) -> bytes:
    """Do one step to the bytes of a file."""
    match step:
        case ("bytes-cut", count):
            return content[:-count]
        case ("bytes-append", more):
            return content + bytes(more)
        case ("bytes-replace", old, new):
            assert old in content, "the case would do nothing"
            return content.replace(old, new)
        case ("bytes-set", new):
            return bytes(new)
    raise AssertionError(f"no such step: {step}")


def bodies_of(record: Record) -> list[Any]:
    return [msgspec.json.decode(line) for line in record.lines]


def tampered(case: Case, form: str, salted: bool) -> bytes:
    lines = bodies_of(sample(salted=salted))
    for step in case.steps:
        if not step[0].startswith("bytes-"):
            damaged_lines(lines, step)
    encode = pack if form == "packed" else lambda body: msgspec.json.encode(body, order="deterministic") + b"\n"
    content = b"".join(encode(body) for body in lines)
    assert form == "packed" or case.steps or content == as_text(sample(salted=salted))
    for step in case.steps:
        if step[0].startswith("bytes-"):
            content = damaged_bytes(content, step)
    return content


def judged(case: Case, form: str, salted: bool) -> Report:
    return verify(io.BytesIO(tampered(case, form, salted)), "game", KNOWN[salted][case.known])


RUNS = [
    (case, form, salted)
    for case in CASES
    for form in ("text", "packed")
    for salted in (False, True)
    if case.form in ("both", form) and case.salted in (None, salted)
]


@pytest.mark.parametrize(
    ("case", "form", "salted"),
    RUNS,
    ids=[f"{case.name} ({form}{', salted' if salted else ''})" for case, form, salted in RUNS],
)
def test_every_way_to_tamper_is_found_and_named(case: Case, form: str, salted: bool) -> None:
    report = judged(case, form, salted)
    assert [(problem.kind, problem.seq) for problem in report.problems] == case.found
    assert report.ok == (not case.found)
    assert all(problem.words and problem.where for problem in report.problems)
    assert report.cannot


def test_the_corpus_has_the_size_and_the_kinds_it_should() -> None:
    assert len(CASES) >= 60
    assert len({case.name for case in CASES}) == len(CASES)
    named = {kind for case in CASES for kind, _ in case.found}
    assert named == set(KINDS) - {"leaf"}, "a stored hash is damaged only in a store"


def test_every_problem_in_the_corpus_is_reported_in_its_own_words() -> None:
    words = [problem.words for run in RUNS for problem in judged(*run).problems]
    assert not any("\n" in text for text in words)
    assert len(set(words)) > 60
    assert OTHER_ID in " ".join(words)


@pytest.mark.parametrize("form", ["text", "packed"])
def test_where_only_a_salt_differs_that_is_said_and_no_salt_is_told(form: str) -> None:
    said = {}
    for case in SALTS:
        if case.known == "copy" and case.salted is not False:
            problems = judged(case, form, True).problems
            said[case.name] = [problem.words for problem in problems]
            assert not any(salt(number) in problem.words for number in range(150) for problem in problems)
    assert said["a salt changed, with a copy"] == ["event 12 was changed: only its salt differs"]
    removed, changed = said["a salt changed and an event removed, with a copy"]
    assert "event 12 of the copy is missing" in removed
    assert changed == "event 29 was changed: only its salt differs"
