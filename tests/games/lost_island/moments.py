"""Moments in dealt games of Stratego Lost Island at which a line can be changed."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from replay.games.lost_island.knowledge import knowledge
from replay.games.lost_island.outcome import battle_outcome
from replay.games.lost_island.state import State
from replay.games.lost_island.suggest import own_pieces
from replay.playout import fold
from tests.helpers.tools import Body, dealt, timeline


class Moment(NamedTuple):
    """A place in a dealt game: the state there, its seat, the next line, and the random generator to use."""

    state: State
    seat: str
    line: Body
    action: Any
    rng: Random

    def own(self) -> list[str]:
        return own_pieces(self.state, self.seat)

    def others(self) -> list[str]:
        return sorted(piece for piece in self.state.where if piece[:-2] != self.seat)

    def pick(self, options: Any) -> Any:
        options = sorted(options)
        return self.rng.choice(options) if options else None


Change = Callable[[Moment], Body | None]


def moments(
    players: int, seed: int, *, seen: bool = False, **options: Any
) -> Iterator[tuple[Body, list[Body], Moment]]:
    """(header, lines before, moment) for every line of a dealt game that a seat adds in its turn."""
    simulated = dealt("lost-island", players, seed, **options)
    bodies = simulated.scribe if seen else simulated.full
    game, table, line, _ = timeline(simulated.header, bodies)
    for place, step in enumerate(fold(game, table, line)):
        state: State = step.before
        burning = state.fuse is not None and bodies[place]["do"] != "miner"
        if place and state.phase == "play" and not burning:
            moment = Moment(state, state.turn.seat, bodies[place], step.action, Random(seed * 1000 + place))
            yield simulated.header, bodies[:place], moment


def misreported_battle(header: Body, before: list[Body], moment: Moment) -> Body | None:
    """A battle with a result that no remaining value can explain (SL-HID-4)."""
    if moment.line["do"] != "battle" or "result" not in moment.line:
        return None
    _, table, line, _ = timeline(header, before)
    report = knowledge(table, line, None)
    one, other = (report["candidates"][moment.line[key]] for key in ("piece", "target"))
    rings = moment.state.rings
    ring, other_ring = int(moment.line["piece"] in rings), int(moment.line["target"] in rings)
    can_be = {battle_outcome(a, ring, d, other_ring) for a in one for d in other}
    known = moment.state.values
    if moment.line["piece"] in known and moment.line["target"] in known:
        return None
    wrong = moment.pick({"attacker", "defender", "draw"} - can_be)
    return wrong and {**moment.line, "result": wrong}
