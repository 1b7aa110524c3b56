"""The state as plain data."""

from typing import Any

from replay.action import plain
from replay.games.tournament.standings import lines_of
from replay.games.tournament.state import Format, PenaltyState, State, TableState

Body = dict[str, Any]


def document(state: State) -> Body:
    """The state as plain data. It is a position, so that a record can begin anew from it."""
    body: Body = plain(
        {
            "phase": state.phase,
            "round": state.round,
            "format": _format(state.format) if state.is_set_up else None,
            "players": {
                player: {
                    "name": one.name,
                    **_named(club=one.club, number=one.number),
                    "in": one.is_in,
                    "out": one.out,
                }
                for player, one in state.players.items()
            },
            "tables": {name: _table(one) for name, one in state.tables.items()},
            "rounds": {
                str(number): {"seed": one.seed, "out": one.out, "event": one.event}
                for number, one in state.rounds.items()
            },
            "penalties": [_penalty(one) for one in state.penalties],
            "readings": state.readings,
            "extended": _extended(state),
            "standings": [
                {
                    "player": line.player,
                    "place": line.place,
                    "points": line.points,
                    "wins": line.wins,
                    "seconds": line.seconds,
                    "tables": line.tables,
                }
                for line in lines_of(state)
            ],
        }
    )
    return body


def _named(**fields: Any) -> Body:
    return {name: value for name, value in fields.items() if value is not None}


def _format(format: Format) -> Body:
    """The fields of a set-up."""
    return {
        "rounds": format.rounds,
        "games": format.games[0] if len(format.games) == 1 else format.games,
        "size": {"want": format.want, "min": format.least, "max": format.most},
        "system": format.system,
        "scoring": format.scoring,
        "points": format.points,
        "breaks": format.breaks,
        "bye": format.bye,
        "deduct": format.deduct,
        "ladder": format.ladder,
        "weights": format.weights,
        "readings": format.readings,
        "kits": format.kits,
        **_named(minutes=format.minutes),
    }


def _table(table: TableState) -> Body:
    return {
        "game": table.game,
        "players": table.players,
        **_named(
            record=table.record,
            head=table.head,
            places=table.places,
            winners=table.winners,
            scores=table.scores,
            how=table.how,
            signed=table.signed,
            event=table.results[-1] if table.results else None,
        ),
    }


def _penalty(one: PenaltyState) -> Body:
    source = None if one.record is None else {"record": one.record, "seq": one.ruling, **_named(head=one.head)}
    return {
        "player": one.player,
        "level": one.level,
        "infraction": one.infraction,
        "points": one.points,
        "table": one.table,
        "event": one.event,
        "round": one.round,
        **_named(**{"from": source}),
        **({} if one.strikes else {"strikes": False}),
    }


def _extended(state: State) -> dict[str, int]:
    """The seconds that each table was given."""
    found: dict[str, int] = {}
    for one in state.extensions:
        found[one.table] = found.get(one.table, 0) + one.seconds
    return found
