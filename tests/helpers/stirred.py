"""Records in which anything may happen: the play of a dealt game with corrections and procedure in between."""

from typing import Any

from hypothesis import strategies as st

from records.record import Record, of_bodies
from records.salt import salt_of
from replay.library import game_of
from tests.helpers.dispute_samples import HEADER
from tests.helpers.tools import dealt

Body = dict[str, Any]
Choice = tuple[str, int, int]

_COMMON = ("play", "play", "play", "play", "play", "note", "bad", "unread", "again")
_RARE = ("amend", "void", "insert", "rewind", "sign", "close", "dispute", "ruling", "reading", "final", "reopen")
_TOLD = ("observe", "tell", "tell", "reveal", "shown", "evidence", "seal", "put in a close", "another", "late")
WORDS = (*_COMMON, *_RARE, *_TOLD)
CALM = (*_COMMON, "amend", "void", "insert", "rewind", "sign", "dispute", "ruling", "observe", "tell", "late")
"""Without what makes every later event count anew."""


def choices(words: tuple[str, ...], most: int) -> st.SearchStrategy[list[Choice]]:
    """What happens, one after the other."""
    return st.lists(st.tuples(st.sampled_from(words), st.integers(0, 59), st.integers(0, 59)), max_size=most)


def stirred(game_id: str, seed: int, begin: int, chosen: list[Choice], *, full: bool = True) -> Record:
    """A dealt game with this many events of play, and then what was chosen."""
    simulated = dealt(game_id, game_of(game_id).player_counts[0], seed)
    play = simulated.full if full else simulated.scribe
    header = {**simulated.header, "officials": HEADER["officials"]}
    left = iter(play[begin:])
    reveals = simulated.revealed[len(simulated.scribe) :]
    bodies = play[:begin] or play[:1]
    for choice in chosen:
        if choice[0] == "tell" and reveals:
            body = _told(reveals, choice)
        else:
            body = _body(header, bodies, choice, next(left, play[-1]))
        bodies = [*bodies, _with_salt(body, len(bodies), choice)]
    return of_bodies(header, bodies)


def _with_salt(body: Body, size: int, choice: Choice) -> Body:
    """Most events have a salt of their own; some have none, and some share one."""
    salts = [{"salt": salt_of(bytes([size % 256] * 16))}] * 6 + [{}, {"salt": salt_of(bytes(16))}]
    return {**body, **salts[(choice[1] + 7 * choice[2]) % len(salts)]}


def _told(reveals: list[Body], choice: Choice) -> Body:
    """What was hidden is told: mostly as it was, sometimes with what belongs elsewhere."""
    told, other = reveals[choice[1] % len(reveals)], reveals[choice[2] % len(reveals)]
    return told if choice[2] % 3 else {**told, "value": other["value"]}


def _numbers(bodies: list[Body], *kinds: str) -> list[int]:
    return [seq for seq, body in enumerate(bodies, 1) if body["do"] in kinds] or [1]


def _body(header: Body, bodies: list[Body], choice: Choice, play: Body) -> Body:
    word, one, two = choice
    earlier = one % len(bodies) + 1
    match word:
        case "note":
            return {"do": "note", "text": "so"}
        case "bad":
            return {"do": "setup" if one % 2 else play["do"], "by": "p1", "nonsense": 1}
        case "unread":
            return {"do": "unread", "said": "b7?"}
        case "again":
            return bodies[earlier - 1] if bodies[earlier - 1]["do"] not in ("amend", "insert", "rewind") else play
        case "another":
            return bodies[0]
        case "late":
            return {**play, "at": f"2026-11-15T{10 + two % 10}:00:00Z"}
    return _correction(bodies, choice, play) or _procedure(header, bodies, choice) or play


def _correction(bodies: list[Body], choice: Choice, play: Body) -> Body | None:
    word, one, two = choice
    earlier = len(bodies) if two % 3 == 0 else one % len(bodies) + 1
    rulings = _numbers(bodies, "ruling")
    named = {"ruling": rulings[-1], "by": "Lee"} if two % 4 == 0 and rulings != [1] else {}
    match word:
        case "amend":
            return {"do": "amend", "target": earlier, "action": play, **named}
        case "void":
            return {"do": "amend", "target": earlier, "action": None, **named}
        case "insert":
            return {"do": "insert", "after": earlier, "action": play, **named}
        case "put in a close":
            return {"do": "insert", "after": earlier, "action": {"do": "close", "result": "finished"}}
        case "rewind":
            return {"do": "rewind", "to": max(1, len(bodies) - one % 6), **named}
    return None


def _procedure(header: Body, bodies: list[Body], choice: Choice) -> Body | None:
    word, one, two = choice
    seats = [player["seat"] for player in header["players"]]
    seat, case = seats[two % len(seats)], _numbers(bodies, "dispute")[-1]
    questions = game_of(header["game"]).questions
    question = questions[one % len(questions)] if questions else None
    ruling: Body = {"do": "ruling", "by": "Lee", "dispute": case, "verdict": "upheld", "remedy": "stand"}
    ruling |= {"facts": {"standard": "agreed"}, "confirms": _numbers(bodies, "amend", "insert", "rewind")[-1:]}
    ruling |= {"appeal_until": f"2026-11-15T{10 + one % 10}:00:00Z"} if two % 2 else {}
    known: dict[str, Body] = {
        "sign": {"do": "sign", "seat": seat, "statement": "accept", "head": of_bodies(header, bodies).head().text()},
        "close": {"do": "close", "result": "finished"},
        "dispute": {"do": "dispute", "by": seat, "about": [1, one % len(bodies) + 1], "claim": "no"},
        "ruling": ruling,
        "reading": ruling
        if question is None
        else {**ruling, "reading": {"question": question.id, "answer": question.answers[-1], "from": 1 + one % 5}},
        "final": {"do": "final", "dispute": case, "by": "Lee"},
        "reopen": {"do": "reopen", "dispute": case, "by": "Lee", "why": "news"},
        "evidence": {"do": "evidence", "dispute": case, "kind": "witness", "text": "I saw", "see": "parties"},
        "seal": {"do": "seal", "by": seat, "what": "hand", "seal": "ab" * 32},
        "observe": {"do": "observe", "facts": {"turn": seat, "round": one % 3, "turn.seat": seat}},
        "reveal": {"do": "reveal", "what": f"@{one % len(bodies) + 1}.by", "value": seat},
        "shown": {"do": "reveal", "by": seat, "what": f"hands.{seat}", "value": ["x"], "to": [seats[0]]},
    }
    return known.get(word)
