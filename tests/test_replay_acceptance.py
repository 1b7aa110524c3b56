"""After a signature or a close: any log gives the timeline that the plain model of the page gives."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.record import of_bodies
from replay.disputes.judge import ProcedureJudge, judge_procedure
from replay.disputes.line import line_of
from tests.helpers.acceptance_model import Model
from tests.helpers.dispute_samples import HEADER, RECORD_ID, START, key, lay, signed_with_key
from tests.helpers.slow import many

Body = dict[str, Any]
Choice = tuple[str, int, int, int]
FLOOR_ONLY = {**HEADER, "officials": [{"name": "Kim"}]}
BEGUN = [START, key("p1"), lay("p1"), lay("p2")]
OFFICIALS = ("Kim", "Lee", "Moa", "Kim", "Lee", "Kim", "Max", "Eve")
ACCEPTING = ("sign", "sign", "close")
CORRECTING = ("amend", "amend", "void", "insert", "rewind")
DECIDING = ("dispute", "ruling", "ruling", "ruling", "carry", "carry", "final", "final")
WORDS = (*ACCEPTING, *CORRECTING, *DECIDING, "play", "reopen", "settle", "withdraw", "appoint")


def numbers(bodies: list[Body], *kinds: str) -> list[int]:
    return [seq for seq, body in enumerate(bodies, 1) if body["do"] in kinds]


def pick(found: list[Any], choice: int) -> Any:
    return found[choice % len(found)]


def sign(bodies: list[Body], header: Body, one: int, two: int) -> Body:
    """Mostly a tick for one of the seats; sometimes with a key, an old head, a wrong root, a refusal or a stranger."""
    seat = pick(["p1", "p2", "p3"], one)
    if header is HEADER and seat == "p1" and two % 3 == 0:
        return signed_with_key(bodies, "p1")
    tick = {"do": "sign", "seat": seat, "statement": "accept", "head": of_bodies(header, bodies).head().text()}
    old = {**tick, "head": of_bodies(header, bodies[:-2]).head().text()}
    wrong = {**tick, "head": f"{len(bodies)}:{tick['head'].split(':')[1]}"}
    made: Body = pick(
        [tick, tick, tick, tick, old, wrong, {**tick, "statement": "refuse"}, {**tick, "by": "scribe"}], two
    )
    return made


def ruling(bodies: list[Body], case: int, one: int, two: int, three: int) -> Body:
    """A ruling by somebody, who may be no official, with a remedy, and perhaps confirming corrections."""
    remedy = pick(["stand", "stand", "amend", "void", "insert", "rewind"], two)
    fixes = numbers(bodies, "amend", "insert", "rewind") or [1]
    body: Body = {"do": "ruling", "by": pick(list(OFFICIALS), one // 3), "dispute": case, "verdict": "upheld"}
    body |= {"remedy": remedy, "confirms": [fixes[-1], pick(fixes, three)] if one % 2 else []}
    body |= {"takes_effect": "when-final"} if three % 5 == 0 else {}
    if remedy == "rewind":
        return {**body, "to": three % len(bodies) + 1}
    targets = [pick([*fixes, *numbers(bodies, "lay", "close")], three), three % len(bodies) + 1]
    return {**body, "targets": targets, **({"action": lay("p3", 6)} if one % 4 == 0 and remedy == "amend" else {})}


def carry(bodies: list[Body], one: int, two: int) -> Body:
    """The correction that a ruling orders, or one that takes back what was ordered."""
    rulings = numbers(bodies, "ruling")
    if not rulings:
        return lay("p1")
    seq = rulings[-1] if one % 4 else pick(rulings, one)
    said = bodies[seq - 1]
    named: Body = {"ruling": seq, "by": said["by"] if one % 5 else "scribe"}
    fixes = [at for at, body in enumerate(bodies, 1) if "ruling" in body and body["do"] != "appeal"]
    if fixes and two % 3 == 0:
        return {"do": "amend", "target": pick(fixes, two), "action": None, **named}
    if said["remedy"] == "rewind":
        return {"do": "rewind", "to": said["to"], **named}
    if said["remedy"] == "insert":
        return {"do": "insert", "after": pick(said["targets"], two), "action": lay("p3", 5), **named}
    action = None if said["remedy"] == "void" else said.get("action", lay("p3", 6))
    return {"do": "amend", "target": pick(said["targets"], two), "action": action, **named}


def body_of(bodies: list[Body], header: Body, choice: Choice) -> Body:
    word, one, two, three = choice
    size = len(bodies)
    disputes = numbers(bodies, "dispute") or [1]
    case = disputes[-1] if one % 4 else pick(disputes, one)
    match word:
        case "amend":
            return {
                "do": "amend",
                "target": one % size + 1,
                "action": pick([lay("p2", two % 9 + 1)] * 5 + [CLOSE], two),
            }
        case "void":
            return {"do": "amend", "target": size if two % 3 == 0 else one % size + 1, "action": None}
        case "insert":
            return {"do": "insert", "after": one % size + 1, "action": lay("p3", two % 9 + 1)}
        case "rewind":
            also = [three % size + 1] if three % 4 == 0 else []
            return {"do": "rewind", "to": max(1, size - one % 6), **({"also": also} if also else {})}
        case "sign":
            return sign(bodies, header, one, two)
        case "close":
            return CLOSE
        case "dispute":
            fixes = numbers(bodies, "amend", "insert", "rewind") or [1]
            about = fixes[-1] if one % 3 else pick(fixes, one)
            return {"do": "dispute", "by": "p3", "about": about, "claim": "no"}
        case "ruling":
            return ruling(bodies, case, one, two, three)
        case "carry":
            return carry(bodies, one, two)
        case "final":
            return {"do": "final", "dispute": case, "by": pick(["Kim", "Lee", "Kim", "p1", "Max"], two)}
        case "reopen":
            return {"do": "reopen", "dispute": case, "by": pick(["Lee", "Moa", "Kim"], two), "why": "news"}
        case "settle":
            seats = pick([["p1", "p3"], ["p3"], ["p1", "p2"]], two)
            return {"do": "settle", "dispute": case, "seats": seats, "outcome": "peace"}
        case "withdraw":
            return {"do": "withdraw", "dispute": case, "by": pick(["p3", "p1"], two)}
        case "appoint":
            by, level = pick(["Lee", "scribe", "Kim", "Max", "Eve"], one), pick(["floor", "head"], three)
            return {"do": "appoint", "by": by, "name": pick(["Max", "Eve", "Ann"], two), "level": level}
    return lay("p1", two % 9 + 1)


CLOSE: Body = {"do": "close", "result": "finished"}
numbers_drawn = (st.integers(0, 59), st.integers(0, 59), st.integers(0, 59))


def chosen_from(words: tuple[str, ...]) -> st.SearchStrategy[Choice]:
    return st.tuples(st.sampled_from(words), *numbers_drawn)


def logs(most: int) -> st.SearchStrategy[list[Choice]]:
    """Somebody accepts, something is corrected, and then anything may come."""
    begin = st.tuples(chosen_from(ACCEPTING), chosen_from(WORDS), chosen_from(CORRECTING))
    rest = st.lists(chosen_from(WORDS), min_size=2, max_size=most)
    return st.builds(lambda first, more: [*first, *more], begin, rest)


headers = st.sampled_from((HEADER, HEADER, FLOOR_ONLY))


def check(header: Body, chosen: list[Choice]) -> None:
    bodies = list(BEGUN)
    for choice in chosen:
        bodies.append(body_of(bodies, header, choice))
    record = of_bodies(header, bodies)
    model = Model(header, list(record.events))
    line = line_of(record.header, record.events)
    assert [(event.seq, event.body()) for event in line.events_that_count()] == model.line()
    assert line.idle == model.waiting
    judged = judge_procedure(record.header, RECORD_ID, record.events)
    waiting = {held.seq for held in judged.cases.waiting}
    assert waiting == {item.seq for item in judged.findings if item.rule == "QM-FIX-4"}
    assert waiting <= model.waiting
    desk = ProcedureJudge(record.header, RECORD_ID, [], None, None)
    for event in record.events:
        desk.add(event)
    assert desk.cases == judged.cases


@settings(max_examples=300, deadline=None)
@given(headers, logs(14))
def test_any_log_gives_the_line_of_the_plain_model(header: Body, chosen: list[Choice]) -> None:
    check(header, chosen)


@pytest.mark.slow
@settings(max_examples=many(240, 10_000), deadline=None)
@given(headers, logs(22))
def test_many_more_logs_give_the_line_of_the_plain_model(header: Body, chosen: list[Choice]) -> None:
    check(header, chosen)
