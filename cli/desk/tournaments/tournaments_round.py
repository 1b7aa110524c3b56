"""Seating a round: the seating that follows from seed and log, or one made by hand, and the headers of its tables."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from cli.desk.table_lists import tables_of
from cli.desk.tournaments.tournament_tables import Tournament, player_named
from records.errors import NotFound, Refused
from records.ids import new_id
from replay.games.tournament.rules.linked_results import readings_of
from replay.games.tournament.seating import (
    Seated,
    SeatedTable,
    allowed_sizes,
    meetings,
    seed_of,
)
from replay.games.tournament.seating_cost import cost_of, counts_of
from replay.games.tournament.state import State
from replay.games.tournament.the_round import earlier_rounds, searched, seating_facts, to_be_seated
from replay.library import game_of
from replay.saying import listed

Body = dict[str, Any]


class RoundPlan(NamedTuple):
    """A seating that is not logged yet."""

    round: int
    seed: str
    cost: int
    tables: tuple[SeatedTable, ...]
    out: tuple[str, ...] = ()
    nonce: str | None = None
    hand: str | None = None

    def fields(self) -> Body:
        """As `qm tournament round --dry-run --json` gives it."""
        return {
            "round": self.round,
            "seed": self.seed,
            "sizes": [len(table.players) for table in self.tables],
            "cost": self.cost,
            "tables": [
                {"table": number, "game": table.game, "players": list(table.players)}
                for number, table in enumerate(self.tables, 1)
            ],
            "out": list(self.out),
        }

    def body(self, records: Sequence[str]) -> Body:
        """The `round` event, with the ids of the records of its tables."""
        tables = [
            {"table": number, "game": table.game, "players": list(table.players), "record": record}
            for number, (table, record) in enumerate(zip(self.tables, records, strict=True), 1)
        ]
        more = {"nonce": self.nonce, "out": list(self.out) or None, "hand": self.hand}
        given = {name: value for name, value in more.items() if value is not None}
        return {"do": "round", "round": self.round, "seed": self.seed, "tables": tables, **given}


class HandTable(NamedTuple):
    """A table that was seated by hand: game, and players by name or id in seat order."""

    game: str
    players: Sequence[str]
    where: str = ""


def next_round(tournament: Tournament) -> int:
    """The round to seat now."""
    return max(tournament.state.rounds, default=0) + 1


def troubles(tournament: Tournament) -> list[str]:
    """Why the next round should not be seated yet; each says what to do."""
    state, number = tournament.state, next_round(tournament)
    found = []
    if tournament.is_closed:
        found.append("the tournament is closed; its head official rules on what is to change")
    if not state.is_set_up:
        found.append("the tournament has no format yet: log its `setup` first")
    if number > state.format.rounds and state.is_set_up:
        found.append(f"the format has {state.format.rounds} rounds; amend the setup for more")
    missing = [name for name, table in tournament.tables() if not table.is_done]
    if missing:
        verb, it = ("has", "it") if len(missing) == 1 else ("have", "them")
        found.append(f"{listed(missing)} {verb} no result; collect {it}, or enter a slip")
    return found


def outside(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """Who sits this round out, by id."""
    return tuple(dict.fromkeys(player_named(state, name) for name in names))


def plan_round(tournament: Tournament, nonce: str | None = None, out: Sequence[str] = ()) -> RoundPlan:
    """The seating of the next round, which follows from the log so far and the nonce."""
    state, number = tournament.state, next_round(tournament)
    if state.format.system == "fixed":
        raise Refused("the tables of this format come by hand", mend="give them: --tables FILE.csv --why TEXT")
    sitting_out = outside(state, out)
    seed = seed_of(tournament.record.head().text(), number, nonce)
    facts = seating_facts(state, number, seed, sitting_out)
    found: Seated | None = searched(facts) if facts.players else None
    if found is None:
        raise Refused(
            f"{len(facts.players)} players cannot be divided into tables of "
            f"{listed([str(size) for size in allowed_sizes(facts)], 'or')}",
            mend="give names that sit out (--out NAME), or amend the setup with another size",
        )
    return RoundPlan(number, seed, found.cost, found.tables, sitting_out, nonce)


def plan_by_hand(
    tournament: Tournament, tables: Sequence[HandTable], why: str, nonce: str | None = None, out: Sequence[str] = ()
) -> RoundPlan:
    """A seating that somebody made; the log says why. What is wrong with it is said by the rules."""
    state, number = tournament.state, next_round(tournament)
    seed = seed_of(tournament.record.head().text(), number, nonce)
    seated = []
    for table in tables:
        try:
            game_of(table.game)
            players = tuple(player_named(state, name) for name in table.players)
        except (NotFound, Refused) as error:
            raise type(error)(error.what, where=table.where, mend=error.mend) from None
        seated.append(SeatedTable(table.game, players))
    sitting_out = outside(state, out)
    facts = seating_facts(state, number, seed, sitting_out)
    cost = cost_of(counts_of(facts, seated), facts.weights)
    return RoundPlan(number, seed, cost, tuple(seated), sitting_out, nonce, why)


def tables_by_hand(text: str) -> list[HandTable]:
    """The tables of a CSV with the columns game and players; `blue=Ann` names Ann, for seats follow from the order.

    They are numbered in their order; a column `table` may say the numbers, each once.
    """
    rows = [(f"line {number}", body) for number, body in tables_of(text)]
    seen: dict[Any, str] = {}
    for place, (where, body) in enumerate(rows, 1):
        table = body.get("table", place)
        if table in seen:
            raise Refused(f"table {table} is there twice, in {seen[table]} too", where=where, mend="number each once")
        seen[table] = where
    if set(seen) != set(range(1, len(rows) + 1)):
        given = ", ".join(map(str, seen))
        raise Refused(f"the tables are numbered {given}", mend=f"number them from 1 to {len(rows)}, or not at all")
    rows = [rows[list(seen).index(number)] for number in range(1, len(rows) + 1)]
    return [HandTable(body["game"], [one.rpartition("=")[2] for one in body["players"]], where) for where, body in rows]


def plan_warnings(tournament: Tournament, plan: RoundPlan) -> list[str]:
    """What is odd about a seating: people missing or twice, wrong sizes, and who meets again."""
    state = tournament.state
    seated = [player for table in plan.tables for player in table.players]
    twice = [player for player in dict.fromkeys(seated) if seated.count(player) > 1]
    expected = to_be_seated(state, plan.round, plan.out)
    missing = [player for player in expected if player not in seated]
    strange = [player for player in dict.fromkeys(seated) if player not in expected]
    found = [f"{state.name(player)} sits twice" for player in twice]
    found += [f"{state.name(player)} has no seat" for player in missing]
    found += [f"{state.name(player)} is not to be seated in this round" for player in strange]
    for number, table in enumerate(plan.tables, 1):
        fewest, most = game_of(table.game).players
        if not fewest <= len(table.players) <= most:
            found.append(f"table {number}: {game_of(table.game).title} is for {fewest} to {most} players")
    earlier = earlier_rounds(state, plan.round)
    for (one, other), times in meetings([table.players for table in plan.tables], earlier).items():
        often = "again" if times == 1 else f"for the {times + 1}th time" if times > 2 else "for the third time"
        found.append(f"{state.name(one)} and {state.name(other)} meet {often}")
    return found


def record_ids(plan: RoundPlan, moment: int, random: Callable[[int], bytes]) -> list[str]:
    """New ids for the records of the tables."""
    return [new_id(moment, random(10)) for _ in plan.tables]


def table_headers(tournament: Tournament, number: int) -> list[Body]:
    """The headers of the tables of a round that was logged, as their records begin."""
    state = tournament.state
    made = []
    for _, table in state.tables_of(number):
        if table.record is None:
            continue
        game = game_of(table.game)
        seats = zip(game.seats, table.players, strict=False)
        options = {
            "readings": readings_of(state, table.game, table.seated),
            "kit": state.format.kits.get(table.game),
        }
        header: Body = {
            "quartermaster": 1,
            "game": table.game,
            "rules": game.version,
            "id": table.record,
            "event": tournament.title,
            "round": table.round,
            "table": table.number,
            "players": [{"seat": seat, "name": state.name(player)} for seat, player in seats],
            "officials": [_official(one.name, one.level) for one in tournament.record.header.officials],
            "options": {name: value for name, value in options.items() if value},
        }
        made.append({name: value for name, value in header.items() if value not in ({}, [])})
    return made


def _official(name: str, level: str) -> Body:
    return {"name": name} if level == "floor" else {"name": name, "level": level}


def games_amended(tournament: Tournament, games: Sequence[str]) -> Body:
    """The amendment of the format by which the next round has other games; everybody sees it in the log."""
    record, number = tournament.record, next_round(tournament)
    setup = next((event for event in record.events if event.do == "setup"), None)
    if setup is None:
        raise Refused("the tournament has no format yet", mend="log its `setup` first")
    for game in games:
        game_of(game)
    form = tournament.state.format
    rows = [list(form.games_of(one)) for one in range(1, number)] + [list(games)]
    if number < form.rounds:
        rows.append(list(form.games_of(number + 1)))
    action = {name: value for name, value in setup.body().items() if name not in ("at", "by")}
    return {"do": "amend", "target": setup.seq, "action": {**action, "games": rows}, "why": f"games of round {number}"}


def sizes_words(plan: RoundPlan) -> str:
    """`5 4 4`"""
    return " ".join(str(len(table.players)) for table in plan.tables)
