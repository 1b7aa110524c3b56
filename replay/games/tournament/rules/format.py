"""Rules about the format: TO-SETUP."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from replay.disputes.words import PENALTIES
from replay.games.tournament.actions import Setup
from replay.games.tournament.rules.common import FORMAT, known_game
from replay.games.tournament.state import Format, State
from replay.games.tournament.words import BREAKS, SCORINGS, SYSTEMS
from replay.rule import Answer, Broken, rule
from replay.step import Step


@rule("TO-SETUP-1", cite=FORMAT, judges=Setup)
def the_format_can_be_played(step: Step[State, Setup]) -> Iterator[Answer]:
    """The format can be played."""
    if step.action.position is not None and step.action.position.format is None:
        return
    for why in format_problems(step.after.format):
        yield Broken(why, {"setup": step.seq})


def format_problems(format: Format) -> Iterator[str]:
    """Why a format cannot be played, in words."""
    if format.rounds < 1:
        yield f"there are {format.rounds} rounds; at least one is needed"
    yield from _unknown(format)
    if not 1 <= format.least <= format.want <= format.most:
        yield f"tables of {format.least} to {format.most}, want {format.want}: want must lie between min and max"
        return
    sizes: set[int] = set()
    for number in range(1, max(1, min(format.rounds, len(format.games))) + 1):
        allowed = sizes_of_round(format, number)
        if not allowed and all(map(known_game, format.games_of(number))):
            yield f"no game of round {number} can be played at a table of {format.least} to {format.most}"
        sizes |= set(allowed)
    if format.scoring == "places":
        for size in sorted(sizes):
            yield from _points(format, size)


def sizes_of_round(format: Format, round: int) -> tuple[int, ...]:
    """The sizes that the format and at least one game of a round allow."""
    games = [game for name in format.games_of(round) if (game := known_game(name)) is not None]
    return tuple(
        size
        for size in range(format.least, format.most + 1)
        if any(game.players[0] <= size <= game.players[1] for game in games)
    )


def _unknown(format: Format) -> Iterator[str]:
    named = dict.fromkeys(name for row in format.games for name in row)
    for name in dict.fromkeys((*named, *format.readings, *format.kits)):
        game = known_game(name)
        if game is None:
            yield f"there is no game {name!r}"
        elif format.scoring == "share" and name in named and not game.has_points:
            yield f"{game.title} has no points to share"
    for word, value, known in (("system", format.system, SYSTEMS), ("scoring", format.scoring, SCORINGS)):
        if value not in known:
            yield f"the {word} is {value!r}; it must be {', '.join(known)}"
    for name in format.breaks:
        if name not in BREAKS:
            yield f"there is no break {name!r}; there are {', '.join(BREAKS)}"
    for infraction, rung in format.ladder.items():
        if rung.then not in PENALTIES:
            yield f"the ladder for {infraction!r} leads to {rung.then!r}, which is no level of penalty"


def _points(format: Format, size: int) -> Iterator[str]:
    """What is wrong with the points of the places at tables of a size."""
    row = format.points.get(str(size))
    if row is None:
        yield f"there are no points for tables of {size}"
        return
    if len(row) != size:
        yield f"the points for tables of {size} are {len(row)}"
        return
    if any(later > earlier for earlier, later in pairwise(row)):
        yield f"the points for tables of {size} rise from one place to the next"
    for first, last in combinations(range(size + 1), 2):
        shared = sum(row[first:last])
        if shared % (last - first):
            yield f"at tables of {size}, those level on places {first + 1} to {last} cannot share {shared}"
            return


@rule("TO-SETUP-2", cite=FORMAT, judges=Setup)
def a_tournament_is_set_up_once(step: Step[State, Setup]) -> Iterator[Answer]:
    """The tournament is set up once; the format is changed by an amendment, for everybody to see."""
    if step.before.is_set_up:
        yield Broken("the format had been said before", {"round": step.before.round})


RULES = (the_format_can_be_played, a_tournament_is_set_up_once)
