"""Calls of those who play and watch: the wall of the hall, and where a player sits next."""

import asyncio
from collections.abc import Iterator

from cli.desk.tournaments.tournament_tables import Tournament
from cli.export.html.paper_pages import seat_words
from cli.serve.api.tournament_calls import standings_out
from cli.serve.calls import Call, Incoming
from cli.serve.messages.tournament_forms import StandingsOut
from cli.serve.messages.wire_forms import Sent
from records.errors import QuartermasterError
from replay.games.tournament.state import TableState
from replay.library import game_of


class WallSeat(Sent, omit_defaults=False):
    """Where somebody sits: by name, for people who look for theirs."""

    name: str
    table: int | None
    """None for somebody who is out this round."""
    seat: str
    game: str
    starts: bool


class WallOut(Sent, omit_defaults=False):
    """The wall of the hall."""

    title: str
    size: int
    round: int
    rounds: int
    minutes: int | None
    seats: list[WallSeat]
    """Of the round that was seated last, by name."""
    done: int
    """How many of its tables have a result."""
    tables: int
    standings: StandingsOut


class NextTable(Sent, omit_defaults=False):
    """The table at which a player sits next; none where they sit out."""

    table: str | None
    seat: str
    game: str
    words: str
    """`Next: r2t3, seat 2, Sea or Shore`"""


class NextOut(Sent, omit_defaults=False):
    """Where a player sits next; nothing before the round is seated, and for whoever is no player there."""

    next: NextTable | None


async def get_wall(asked: Incoming) -> WallOut:
    """Standings, and who sits where, as late as the link may see them.

    Whoever sees late is shown what the tournament's own log said then: what its tables say now would be early.
    """
    service = asked.service
    view = service.view(asked.session, asked.id)
    late = service.delay_of(asked.session.grant) != "0"
    read = service.halls.log_of if late else service.halls.read
    hall = await asyncio.to_thread(read, asked.id, view.size - 1)
    return await asyncio.to_thread(lambda: _wall(hall.tournament, standings_out(hall.standings)))


def _wall(tournament: Tournament, standings: StandingsOut) -> WallOut:
    state = tournament.state
    tables = state.tables_of(state.round)
    return WallOut(
        title=tournament.title,
        size=tournament.record.size,
        round=state.round,
        rounds=state.format.rounds,
        minutes=state.format.minutes,
        seats=sorted(_seats(tournament), key=lambda one: (one.name.casefold(), one.table or 0)),
        done=sum(table.is_done for _, table in tables),
        tables=len(tables),
        standings=standings,
    )


def _seats(tournament: Tournament) -> Iterator[WallSeat]:
    state = tournament.state
    for _, table in state.tables_of(state.round):
        game = game_of(table.game)
        for place, (seat, player) in enumerate(zip(game.seats, table.players, strict=False)):
            yield WallSeat(state.name(player), table.number, seat_words(seat), game.title, place == 0)
    seated = state.rounds.get(state.round)
    for player in seated.out if seated is not None else ():
        yield WallSeat(state.name(player), None, "out this round", "", False)


async def get_next(asked: Incoming) -> NextOut:
    """Where the player of this link sits in the next round, once it is seated."""
    grant = asked.session.grant
    if grant.role != "seat" or grant.acts_as is None:
        return NextOut(None)
    return NextOut(await asyncio.to_thread(_next, asked, grant.acts_as))


def _next(asked: Incoming, seat: str) -> NextTable | None:
    service = asked.service
    header = service.store.info(asked.id).header
    for info in reversed(service.halls.every()):
        if header.event is None or info.header.title != header.event:
            continue
        try:
            tournament = service.halls.log_of(info.id).tournament
        except QuartermasterError:  # a damaged tournament is the desk's matter, not that of a phone
            continue
        name = tournament.state.table_of_record(asked.id)
        if name is not None:
            return _after(tournament, tournament.state.tables[name], seat)
    return None


def _after(tournament: Tournament, table: TableState, seat: str) -> NextTable | None:
    """Where the player of a seat is in the round that was seated last, if that is a later one."""
    state = tournament.state
    player = dict(zip(game_of(table.game).seats, table.players, strict=False)).get(seat)
    if player is None or state.round <= table.round:
        return None
    for name, one in state.tables_of(state.round):
        if player in one.players:
            game = game_of(one.game)
            words = seat_words(game.seats[one.players.index(player)])
            return NextTable(name, words, game.title, f"Next: {name}, {words}, {game.title}")
    if player in state.rounds[state.round].out:
        return NextTable(None, "", "", f"Next: you sit out round {state.round}")
    return None


CALLS = (
    Call(
        "GET",
        "/tournaments/{id}/wall",
        get_wall,
        "look",
        "Standings, and who sits where, for the wall of the hall.",
        gives=WallOut,
    ),
    Call("GET", "/records/{id}/next", get_next, "look", "Where a player sits next.", gives=NextOut),
)
