"""What a reveal tells, in a sentence: values of explorers, a tile, or a field of an earlier event."""

from replay.action import UNKNOWN, Reveal
from replay.games.lost_island.phrases import explorer, explorers, said_of, what_is_told
from replay.games.lost_island.reveals import cell_of, pieces_of
from replay.games.lost_island.state import State
from replay.games.lost_island.words import a_face, told_face
from replay.hindsight import reference
from replay.saying import listed, people
from replay.step import Step


def tell_reveal(step: Step[State, Reveal]) -> str:
    """`it turns out that Ann's explorer on a1 is a 4`."""
    state, reveal = step.before, step.action
    found = reference(reveal.what)
    if found is not None:
        told = "not shown to all" if reveal.value == UNKNOWN else said_of(state, found[1][0], reveal.value)
        return f"told later: {what_is_told(state, reveal)}, {told}"
    cell = cell_of(reveal)
    if cell is not None:
        face = told_face(reveal.value) if isinstance(reveal.value, str) else None
        if face is None:
            return f"{_who_is_shown(state, reveal)} the face of {cell}"
        return f"it turns out that {cell} shows {a_face(state.table, face)}"
    named = pieces_of(reveal, state.table.seats)
    known = [f"{explorer(state, piece)} is a {value}" for piece, value in named if value != UNKNOWN]
    if known:
        return f"it turns out that {listed(known)}"
    return f"{_who_is_shown(state, reveal)} {_values(state, [piece for piece, _ in named])}"


def _who_is_shown(state: State, reveal: Reveal) -> str:
    if not reveal.to:
        return "somebody is shown"
    return f"{people(state.table, reveal.to)} {'is' if len(reveal.to) == 1 else 'are'} shown"


def _values(state: State, pieces: list[str]) -> str:
    if not pieces:
        return "values of explorers"
    return f"the value{'' if len(pieces) == 1 else 's'} of {explorers(state, pieces)}"
