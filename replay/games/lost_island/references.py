"""Reveals that name a field of an earlier event (`@7.value`), spelled out as the piece or tile they stand for."""

from typing import Any, NamedTuple

from msgspec.structs import replace

from replay.action import Action, Reveal
from replay.games.lost_island.actions import Battle, Blast, Flip, Move, Reinforce, Setup, Shrink, Spy, Swim
from replay.games.lost_island.state import Evidence
from replay.hindsight import reference


class Told(NamedTuple):
    """An earlier event, and what it showed."""

    action: Action
    evidence: Evidence | None


def resolve(reveal: Reveal, told: dict[int, Told]) -> Reveal:
    """The reveal with `values…` or `tiles.<cell>` for its reference; unchanged if the reference names nothing."""
    found = reference(reveal.what)
    if found is None or found[0] not in told:
        return reveal
    action, evidence = told[found[0]]
    what, value = _meant(action, evidence, found[1], reveal.value)
    return reveal if what is None else replace(reveal, what=what, value=value)


def _meant(action: Action, evidence: Evidence | None, path: list[str], value: Any) -> tuple[str | None, Any]:
    field, rest = path[0], path[1:]
    match action:
        case Spy() if field == "value" and not rest:
            return f"values.{action.target}", value
        case Flip() | Shrink() if field == "tile" and not rest:
            return f"tiles.{action.cell}", value
        case Flip() | Shrink() if field == "stones" and len(rest) == 1:
            return f"tiles.{rest[0]}", value
        case Move() | Swim() | Reinforce() if field == "stone" and not rest:
            return f"tiles.{action.to}", value
        case Battle() if field == "stone" and not rest and evidence is not None and evidence.turned:
            return f"tiles.{evidence.turned[0].cell}", value
        case Battle() if field == "values":
            return _fighters(action, rest, value)
        case Flip() | Blast() if field == "hits" and rest:
            return f"values.{'.'.join(rest)}", value
        case Setup() if field == "values" or path[:2] == ["position", "values"]:
            return ".".join(path[path.index("values") :]), value
        case _:
            return None, value


def _fighters(action: Battle, rest: list[str], value: Any) -> tuple[str | None, Any]:
    pieces = (action.piece, action.target)
    if rest in (["0"], ["1"]):
        return f"values.{pieces[int(rest[0])]}", value
    if rest or not isinstance(value, list) or len(value) != 2:
        return None, value
    values: dict[str, dict[str, Any]] = {}
    for piece, item in zip(pieces, value, strict=True):
        values.setdefault(piece[:-2], {})[piece[-1]] = item
    return "values", values
