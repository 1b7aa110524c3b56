"""The form of a reading that a ruling sets: a question of the game, its answer, and from where on it holds."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from records.event import Event

Questions = Mapping[str, Sequence[str]]
"""The questions of a game, each with its answers."""


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """The `reading` of a ruling."""

    question: str
    answer: str
    since: int | None = None
    """The event from whose place on it holds; without one it holds for what is logged after the ruling."""


def read_reading(given: dict[str, Any]) -> Reading:
    """The `reading` of a ruling as a typed value. Raises `msgspec.ValidationError` for what cannot be read."""
    return msgspec.convert(given, Reading)


def reading_problems(given: dict[str, Any], ruling: int, questions: Questions | None) -> list[str]:
    """Why a reading set by the ruling of an event changes nothing. Without a known game only its form is judged."""
    try:
        reading = read_reading(given)
    except msgspec.ValidationError as error:
        return [str(error).replace("`$.", "`").replace("`", "'")]
    problems = []
    if reading.since is not None and not 1 <= reading.since < ruling:
        problems.append(f"there is no event {reading.since} before the ruling")
    if questions is not None and reading.question not in questions:
        problems.append(f"the game has no question {reading.question!r}")
    elif questions is not None and reading.answer not in questions[reading.question]:
        answers = ", ".join(questions[reading.question])
        problems.append(f"{reading.answer!r} does not answer {reading.question}; allowed: {answers}")
    return problems


def sets_reading(event: Event) -> bool:
    """Whether an event is a ruling that sets a reading."""
    return event.do == "ruling" and event.fields.get("reading") is not None
