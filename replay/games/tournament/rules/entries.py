"""Rules about who comes and goes: TO-ENTER, TO-DROP."""

from collections.abc import Iterator

from replay.games.tournament.actions import Drop, Enter
from replay.games.tournament.rules.common import ENTRIES
from replay.games.tournament.state import State
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step


def _same(text: str) -> str:
    return text.strip().casefold()


@rule("TO-ENTER-1", cite=ENTRIES, judges=Enter, may_open=True)
def one_person_has_one_place(step: Step[State, Enter]) -> Iterator[Answer]:
    """One person has one place in the tournament."""
    action, known = step.action, step.before.players.get(step.action.player)
    if known is not None and known.is_in:
        yield Broken(f"{known.name} is in already", {"player": action.player})
        return
    own = step.after.players[action.player]
    for player, one in step.before.players.items():
        if player == action.player:
            continue
        if _same(one.name) == _same(own.name):
            yield Open(
                f"{one.name} is in already as {player}; are they two people?", {"players": [player, action.player]}
            )
        elif own.number is not None and one.number is not None and _same(one.number) == _same(own.number):
            numbered = {"players": [player, action.player], "number": own.number}
            yield Open(f"{one.name} has the number {one.number} too", numbered)


@rule("TO-DROP-1", cite=ENTRIES, judges=Drop)
def only_who_is_in_drops_out(step: Step[State, Drop]) -> Iterator[Answer]:
    """Only who is in drops out."""
    player = step.action.player
    known = step.before.players.get(player)
    if known is None:
        yield Broken(f"nobody entered as {player}", {"player": player})
    elif not known.is_in:
        yield Broken(f"{known.name} had dropped out before", {"player": player})


RULES = (one_person_has_one_place, only_who_is_in_drops_out)
