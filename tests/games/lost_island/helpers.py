"""What the tests of Stratego Lost Island share: short ways to write its lines."""

from typing import Any

from tests.helpers.tools import Body, audit_of, final_state, found, look

SETUP: Body = {"do": "setup"}
FLAGGED: Body = {"tiles": {"e2": "stone-flag"}}
SEATS = ("red", "purple", "orange", "turquoise")


def header(players: int = 2, **options: Any) -> Body:
    """A header for this many players."""
    head: Body = {"quartermaster": 1, "game": "lost-island", "players": [{"seat": seat} for seat in SEATS[:players]]}
    if options:
        head["options"] = options
    return head


def reading(**answers: str) -> Body:
    """A header for two players who agreed on answers: `reading(Q4="later")`."""
    return header(readings={f"SL-{question}": answer for question, answer in answers.items()})


def position(red: Body | None = None, purple: Body | None = None, **more: Any) -> Body:
    """A setup with explorers where a test needs them; by default red.a on b3 and purple.a on f5."""
    explorers = {"red": {"a": "b3"} if red is None else red, "purple": {"a": "f5"} if purple is None else purple}
    return {"do": "setup", "position": {"explorers": explorers, **more}}


def observed(head: Body, bodies: list[Body], *paths: str) -> list[Any]:
    """The values at these paths after the last event."""
    return [look(head, bodies, path) for path in paths]


def document(head: Body, bodies: list[Body]) -> Body:
    """The whole state after the last event."""
    game, state = final_state(head, bodies)
    return game.document(state)


def findings(head: Body, bodies: list[Body]) -> list[tuple[int, str, str]]:
    """(seq, rule, answer) of every finding, the rules without their prefix."""
    return [(seq, rule.removeprefix("SL-"), answer) for seq, rule, answer in found(head, bodies)]


def facts_of(head: Body, bodies: list[Body], rule: str) -> Body:
    """The facts of the first finding of a rule."""
    return next(item.facts for item in audit_of(head, bodies).findings if item.rule == rule)


def secret(piece: str, target: str, result: str) -> Body:
    return {"do": "battle", "by": piece[:-2], "piece": piece, "target": target, "result": result}
