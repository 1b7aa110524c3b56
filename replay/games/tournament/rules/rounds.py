"""Rules about rounds and their tables: TO-ROUND-1, TO-SEAT-1 and 2."""

from collections import Counter
from collections.abc import Iterator

from replay.games.tournament.actions import Round, TableOfRound
from replay.games.tournament.rules.common import ROUNDS, known_game
from replay.games.tournament.state import State
from replay.games.tournament.the_round import to_be_seated
from replay.rule import Answer, Broken, Open, rule
from replay.step import Step


@rule("TO-ROUND-1", cite=ROUNDS, judges=Round)
def rounds_follow_one_another(step: Step[State, Round]) -> Iterator[Answer]:
    """Rounds follow one another, each after the results of those before."""
    before, number = step.before, step.action.round
    if number != before.round + 1:
        yield Broken(f"round {number} was seated after round {before.round}", {"round": number, "last": before.round})
    elif before.is_set_up and number > before.format.rounds:
        yield Broken(f"there are {before.format.rounds} rounds", {"round": number, "rounds": before.format.rounds})
    missing = [name for name, one in before.tables.items() if one.round < number and not one.is_done]
    if missing:
        yield Broken(f"{', '.join(missing)} had no result yet", {"tables": missing})


@rule("TO-SEAT-1", cite=ROUNDS, judges=Round)
def everybody_sits_once(step: Step[State, Round]) -> Iterator[Answer]:
    """Everybody who is in sits once in a round, or is out by name."""
    before, action = step.before, step.action
    seated = Counter(player for table in action.tables for player in table.players)
    due = to_be_seated(before, action.round, action.out)
    missing = [player for player in due if player not in seated]
    if missing:
        yield Broken(f"{_names(before, missing)} sits nowhere", {"missing": missing})
    for player, times in seated.items():
        if times > 1:
            yield Broken(f"{before.name(player)} sits {times} times", {"player": player, "times": times})
        elif player in action.out:
            yield Broken(f"{before.name(player)} sits at a table and is out by name", {"player": player})
        elif player not in due:
            yield Broken(f"{before.name(player)} {_why_not(before, player)}", {"player": player})
    yield from _twice(before, action)


def _names(state: State, players: list[str]) -> str:
    return ", ".join(state.name(player) for player in players)


def _why_not(state: State, player: str) -> str:
    known = state.players.get(player)
    if known is None:
        return "has not entered"
    if known.out:
        return "is disqualified"
    return "is excluded from this round" if known.is_in else "has dropped out"


def _twice(before: State, action: Round) -> Iterator[Answer]:
    """A table number, or the record of a table, that is there already."""
    numbers = Counter(table.table for table in action.tables)
    for number, times in numbers.items():
        if times > 1:
            yield Broken(f"table {number} is there {times} times", {"table": number})
    used = Counter(one.record for one in before.tables.values() if one.round != action.round)
    used.update(table.record for table in action.tables)
    for record, times in used.items():
        if record is not None and times > 1:
            yield Broken(f"the record {record} belongs to {times} tables", {"record": record})


@rule("TO-SEAT-2", cite=ROUNDS, judges=Round, may_open=True)
def tables_have_a_size_that_is_allowed(step: Step[State, Round]) -> Iterator[Answer]:
    """A table has as many players as its game and the format allow."""
    format = step.before.format
    for table in step.action.tables:
        game, size = known_game(table.game), len(table.players)
        facts = {"table": table.table, "players": size}
        if game is not None and not game.players[0] <= size <= game.players[1]:
            fewest, most = game.players
            yield Broken(f"{_called(table)} has {size} players; {game.title} is for {fewest} to {most}", facts)
        elif step.before.is_set_up and not format.least <= size <= format.most:
            why = f"{_called(table)} has {size} players; the format says {format.least} to {format.most}"
            yield Broken(why, facts) if step.action.hand is None else Open(f"{why}; it was seated by hand", facts)


def _called(table: TableOfRound) -> str:
    return f"table {table.table}"


RULES = (rounds_follow_one_another, everybody_sits_once, tables_have_a_size_that_is_allowed)
