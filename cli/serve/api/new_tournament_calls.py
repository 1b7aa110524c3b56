"""The call that begins a tournament: its format, its officials, and those who have entered."""

import asyncio
from typing import NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament, tournament_of
from cli.desk.tournaments.tournaments_begin import FormatWords, check_name, header_of, setup_of
from cli.desk.tournaments.tournaments_entrants import enter, entrants_in
from cli.desk.written import official_of
from cli.machine.round_tables import TOURNAMENT
from cli.serve.calls import Call, Incoming
from cli.serve.messages.tournament_forms import NewTournament, TournamentBegun
from cli.serve.messages.wire_forms import Body
from cli.serve.patience import by_store
from records.clock import to_text
from records.errors import Refused
from records.record import of_bodies
from replay.games.tournament.rules.format import format_problems

ROUNDS_MAX = 99


async def post_tournament(asked: Incoming) -> TournamentBegun:
    """Begin a tournament. What cannot be read is refused before anything is written."""
    service = asked.service
    made = await asyncio.to_thread(_made, asked)
    record_id, now = made.header["id"], service.clock()
    await by_store(service, lambda: service.store.create(made.header, record_id=record_id, at=now))
    await by_store(service, lambda: service.store.append(record_id, made.bodies, at=now))
    service.tell_desk("new", record_id)
    return TournamentBegun(record_id, asked.body.title.strip(), False, 1 + len(made.bodies), made.odd)


class _Made(NamedTuple):
    """A tournament that can be written, and what is odd about it."""

    header: Body
    bodies: list[Body]
    odd: list[str]


def _made(asked: Incoming) -> _Made:
    sent: NewTournament = asked.body
    service = asked.service
    _check_title(asked, sent.title.strip())
    if not 1 <= sent.rounds <= ROUNDS_MAX:
        raise Refused(f"{sent.rounds} rounds; nothing was written", where="rounds", mend=f"1 to {ROUNDS_MAX}")
    if not sent.games:
        raise Refused("no game is named; nothing was written", where="games", mend="choose at least one")
    officials = [official_of(one.strip()) for one in sent.officials if one.strip()]
    now = service.clock()
    header = header_of(TOURNAMENT, sent.title, officials, None, now, service.random)
    words = FormatWords(sent.rounds, sent.games, sent.scoring, sent.system, sent.size, sent.breaks, None, sent.minutes)
    lines = entrants_in(sent.csv) if sent.csv.strip() else []
    format = setup_of(words)
    empty = _read(header, [format])
    entered = enter(empty.state, lines)
    bodies: list[Body] = [{"at": to_text(now), **body} for body in (format, *entered.bodies)]
    _read(header, bodies)  # whatever it cannot hold is refused here
    return _Made(header, bodies, [*format_problems(empty.state.format), *entered.warnings])


def _read(header: Body, bodies: list[Body]) -> Tournament:
    return tournament_of(of_bodies(header, bodies), header["id"])


def _check_title(asked: Incoming, title: str) -> None:
    """A desk of one event begins no other, and one name is for one tournament that goes on."""
    event = asked.session.grant.event
    if event is not None and title != event:
        raise Refused(f"this desk is for {event}; nothing was written", where="title", mend=f"call it {event}")
    check_name(title, asked.service.halls.every())


CALLS = (
    Call(
        "POST",
        "/tournaments",
        post_tournament,
        "desk",
        "Begin a tournament.",
        takes=NewTournament,
        gives=TournamentBegun,
    ),
)
