"""Calls of an organiser: who comes and goes, the next round, what the tables say, and slips."""

import asyncio
from collections.abc import Sequence

from cli.desk.tournaments.tournament_tables import Tournament
from cli.desk.tournaments.tournaments_collect import Unsigned, collect
from cli.desk.tournaments.tournaments_cost import costs_of
from cli.desk.tournaments.tournaments_entrants import EntrantLine, drop, enter, entrants_in
from cli.desk.tournaments.tournaments_result import SlipWords, slip_result
from cli.desk.tournaments.tournaments_round import (
    HandTable,
    RoundPlan,
    plan_by_hand,
    plan_round,
    plan_warnings,
    record_ids,
    tables_by_hand,
    troubles,
)
from cli.export.html.paper_pages import seat_words
from cli.serve.calls import Call, Incoming
from cli.serve.hall.organising import HallLines, begin_missing, organise
from cli.serve.messages.tournament_forms import (
    CostOut,
    HallWritten,
    NewCollect,
    NewDrop,
    NewEntrants,
    NewResult,
    NewRound,
    RoundPreview,
    SeatPlanned,
    TablePlanned,
    WantedRound,
)
from records.errors import Refused
from records.limits import BATCH_EVENTS_MAX
from replay.library import game_of
from replay.saying import listed


async def post_entrants(asked: Incoming) -> HallWritten:
    """Let people in; names that look like one person twice are said, and both are kept."""
    sent: NewEntrants = asked.body
    lines = [EntrantLine(_name(name), sent.club or None, sent.number or None) for name in sent.names]
    lines += entrants_in(sent.csv) if sent.csv.strip() else []
    if not lines:
        raise Refused("nobody is named; nothing was written", where="names", mend="give names, or a list")
    if len(lines) > BATCH_EVENTS_MAX:
        raise Refused(f"more than {BATCH_EVENTS_MAX:,} entrants; nothing was written", mend="enter them in parts")

    def make(tournament: Tournament) -> HallLines:
        entered = enter(tournament.state, lines)
        return HallLines(() if sent.dry_run else entered.bodies, entered.warnings)

    return await organise(asked, make, key=sent.key)


def _name(text: str) -> str:
    if not text.strip():
        raise Refused("an entrant needs a name; nothing was written", where="names", mend="write the name")
    return text.strip()


async def post_drop(asked: Incoming) -> HallWritten:
    """Take people out of the rounds to come; they keep their points."""
    sent: NewDrop = asked.body
    if not sent.names:
        raise Refused("nobody is named; nothing was written", where="names", mend="say who drops out")
    return await organise(
        asked, lambda tournament: HallLines(drop(tournament, sent.names, sent.why or None)), key=sent.key
    )


async def post_round_preview(asked: Incoming) -> RoundPreview:
    """The seating of the next round as these dice give it; nothing is written."""
    sent: WantedRound = asked.body

    def look() -> RoundPreview:
        tournament = asked.service.halls.read(asked.id).tournament
        return _preview(tournament, _plan(tournament, sent))

    return await asyncio.to_thread(look)


def _plan(tournament: Tournament, sent: WantedRound) -> RoundPlan:
    """The seating that follows from log and dice, or the one that somebody made by hand."""
    tables = [HandTable(one.game, one.players, f"table {number}") for number, one in enumerate(sent.tables, 1)]
    tables += tables_by_hand(sent.csv) if sent.csv.strip() else []
    if tables:
        return plan_by_hand(tournament, tables, sent.hand or "", sent.nonce or None, sent.out)
    return plan_round(tournament, sent.nonce or None, sent.out)


def _preview(tournament: Tournament, plan: RoundPlan) -> RoundPreview:
    head = tournament.record.head()
    return RoundPreview(
        round=plan.round,
        seed=plan.seed,
        sizes=[len(table.players) for table in plan.tables],
        cost=plan.cost,
        tables=_tables(tournament, plan),
        out=[tournament.state.name(player) for player in plan.out],
        size=head.size,
        code=head.code,
        odd=plan_warnings(tournament, plan),
        costs=[CostOut(*one) for one in costs_of(tournament, plan)],
        by_hand=plan.hand is not None,
        troubles=troubles(tournament),
    )


def _tables(tournament: Tournament, plan: RoundPlan) -> list[TablePlanned]:
    state = tournament.state
    found = []
    for number, table in enumerate(plan.tables, 1):
        game = game_of(table.game)
        seats = [
            SeatPlanned(player, state.name(player), seat_words(seat), _met(tournament, player, table.players))
            for seat, player in zip(game.seats, table.players, strict=False)
        ]
        found.append(TablePlanned(number, table.game, game.title, list(table.players), seats))
    return found


def _met(tournament: Tournament, player: str, players: Sequence[str]) -> list[str]:
    """With whom of these somebody sat earlier, and in which round."""
    told = []
    for _, table in tournament.tables():
        same = [other for other in players if other in table.players and other != player]
        if same and player in table.players:
            told.append(f"met {listed([tournament.state.name(other) for other in same])} in round {table.round}")
    return told


async def post_round(asked: Incoming) -> HallWritten:
    """Seat the round that was previewed, and begin the records of its tables."""
    sent: NewRound = asked.body

    def make(tournament: Tournament) -> HallLines:
        wrong = troubles(tournament)
        if wrong and not sent.anyway:
            raise Refused(f"{wrong[0]}; nothing was written", mend="or seat the round all the same, with `anyway`")
        plan = _plan(tournament, sent)
        if plan.hand is not None and not plan.hand.strip():
            mend = "write the reason beside the tables"
            raise Refused("a round that is seated by hand says why; nothing was written", where="hand", mend=mend)
        service = asked.service
        body = plan.body(record_ids(plan, service.clock(), service.random))
        return HallLines([body], [*wrong, *plan_warnings(tournament, plan)])

    told = await organise(asked, make, key=sent.key, expect=sent.expect)
    told.begun = await _begin(asked)
    return told


async def _begin(asked: Incoming) -> list[str]:
    hall = await asyncio.to_thread(asked.service.halls.log_of, asked.id)
    return await begin_missing(asked, hall.tournament)


async def post_hall_tables(asked: Incoming) -> HallWritten:
    """Begin the records of seated tables that are missing: after a power cut, nothing else is needed."""
    told = await organise(asked, lambda _: HallLines(()), key="begin")
    told.begun = await _begin(asked)
    return told


async def post_collect(asked: Incoming) -> HallWritten:
    """Write what the tables say, and name what is not written. Collecting twice does no harm."""
    sent: NewCollect = asked.body

    def make(tournament: Tournament) -> HallLines:
        found = collect(tournament, _unsigned(tournament, sent))
        return HallLines(found.bodies, (), found.left, found.moved)

    return await organise(asked, make, key=sent.key)


def _unsigned(tournament: Tournament, sent: NewCollect) -> Unsigned | None:
    if not sent.unsigned:
        return None
    names = [official.name for official in tournament.record.header.officials]
    same = [name for name in names if sent.by is not None and name.casefold() == sent.by.casefold()]
    if not same:
        mend = f"name one of {', '.join(names)}" if names else "the tournament names no officials"
        raise Refused("an official takes a result that is not signed; nothing was written", where="by", mend=mend)
    return Unsigned(same[0], sent.unsigned)


async def post_result(asked: Incoming) -> HallWritten:
    """Enter a slip. A result that is there stays in the log; the last one counts."""
    sent: NewResult = asked.body
    if any("=" in name for group in sent.order for name in group):
        raise Refused("a player's id has no `=` in it; nothing was written", where="order", mend="give ids or names")
    order = ["=".join(group) for group in sent.order]
    scores = [f"{player}={'out' if points is None else points}" for player, points in sent.scores.items()]
    how = "forfeit" if sent.forfeit else "slip"
    words = SlipWords(sent.table, order, scores, how, None, sent.why or None, sent.by or None, sent.nobody_won)
    words = words._replace(signed=sent.signed, code=sent.code or None)

    def make(tournament: Tournament) -> HallLines:
        made = slip_result(tournament, words, leaves_of=asked.service.halls.leaves_of)
        return HallLines([made.body], made.warnings)

    return await organise(asked, make, key=sent.key)


HALL = "/tournaments/{id}"
CALLS = (
    Call("POST", f"{HALL}/entrants", post_entrants, "desk", "Let people in.", takes=NewEntrants, gives=HallWritten),
    Call("POST", f"{HALL}/drop", post_drop, "desk", "Take people out.", takes=NewDrop, gives=HallWritten),
    Call(
        "POST",
        f"{HALL}/round/preview",
        post_round_preview,
        "desk",
        "The next seating, not written.",
        takes=WantedRound,
        gives=RoundPreview,
    ),
    Call("POST", f"{HALL}/round", post_round, "desk", "Seat the next round.", takes=NewRound, gives=HallWritten),
    Call("POST", f"{HALL}/tables", post_hall_tables, "desk", "Begin records that are missing.", gives=HallWritten),
    Call("POST", f"{HALL}/collect", post_collect, "desk", "Collect results.", takes=NewCollect, gives=HallWritten),
    Call("POST", f"{HALL}/results", post_result, "desk", "Enter a slip.", takes=NewResult, gives=HallWritten),
)
