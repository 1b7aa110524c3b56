"""Results as people type them: points and places as `p1=40`, weighted outcomes as `2: p1=40 p2=0`, readings."""

from typing import Any

from cli.desk.people import person
from records.errors import Refused
from replay.disputes.cases import Cases

Body = dict[str, Any]


def numbers_of(cases: Cases, texts: list[str], flag: str) -> dict[str, int]:
    """`p1=40` or `Ann=40`, each by its seat."""
    found: dict[str, int] = {}
    for text in texts:
        name, equals, number = text.rpartition("=")
        if not equals or not _is_whole(number.strip()):
            raise Refused(f"{flag} {text!r}", mend=f"write it as {flag} {next(iter(cases.table.seats), 'p1')}=40")
        found[person(cases, name.strip())] = int(number)
    return found


def scores_of(cases: Cases, texts: list[str]) -> dict[str, int | None]:
    """Points as a close has them: `p1=40`, or `p1=out`."""
    out = [text for text in texts if text.rpartition("=")[2].strip() == "out"]
    points = numbers_of(cases, [text for text in texts if text not in out], "--score")
    return {**points, **{person(cases, text.rpartition("=")[0].strip()): None for text in out}}


def adjust_of(
    cases: Cases,
    kind: str | None,
    scores: list[str],
    places: list[str],
    winners: list[str],
    outcomes: list[str],
) -> Body | None:
    """The `adjust` that the options of `qm rule` stand for; None if none of them was given."""
    if outcomes:
        if scores or places or winners:
            raise Refused("--outcome stands alone", mend="give every outcome with its weight: --outcome '2: p1=40'")
        return {"kind": kind or "weighted", "outcomes": [_outcome(cases, text) for text in outcomes]}
    result: Body = {}
    if scores:
        result["scores"] = numbers_of(cases, scores, "--score")
    if places:
        result["places"] = numbers_of(cases, places, "--place")
    if winners:
        result["winners"] = [person(cases, name.strip()) for name in winners]
    return {"kind": kind or "assigned", "outcomes": [{"result": result}]} if result else None


def _outcome(cases: Cases, text: str) -> Body:
    weight, colon, points = text.partition(":")
    if not colon or not _is_whole(weight.strip()):
        raise Refused(f"--outcome {text!r}", mend="write it as --outcome '2: p1=40 p2=0', the weight first")
    scores = numbers_of(cases, points.replace(",", " ").split(), "--outcome")
    return {"weight": int(weight), "result": {"scores": scores}}


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 12


def reading_of(text: str | None, since: int | None) -> Body | None:
    """`SS-Q2=wasted` as the `reading` of a ruling, and the event from which it holds."""
    if text is None:
        if since is not None:
            raise Refused("--reading-from needs --reading", mend="give --reading SS-Q2=wasted")
        return None
    question, equals, answer = text.partition("=")
    if not equals:
        raise Refused(f"--reading {text!r}", mend="write it as --reading SS-Q2=wasted (qm questions GAME)")
    body: Body = {"question": question.strip(), "answer": answer.strip()}
    return body if since is None else {**body, "from": since}
