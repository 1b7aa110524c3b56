"""A result from a paper slip, a forfeit, or one that was ruled: the order of the players as people write it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from cli.desk.tournaments.tournament_tables import Tournament, player_named, table_named
from cli.desk.tournaments.tournaments_codes import LeavesOf, slip_code_words
from records.errors import NotFound, Refused
from records.record import read_code
from replay.saying import listed

Body = dict[str, Any]


class SlipWords(NamedTuple):
    """A slip as it is typed: players in order, level ones joined by `=`."""

    table: str
    order: Sequence[str]
    scores: Sequence[str] = ()
    """`ann=12`, or `ann=out`."""
    how: str = "slip"
    ruling: int | None = None
    why: str | None = None
    by: str | None = None
    nobody_won: bool = False
    signed: Sequence[str] = ()
    """Who signed on paper; nothing is said about signatures if nobody is named."""
    code: str | None = None
    """The code that stands on the slip."""


class SlipResult(NamedTuple):
    """The event, and what is worth a second look."""

    body: Body
    warnings: list[str]


def slip_result(
    tournament: Tournament, words: SlipWords, *, anyway: bool = False, leaves_of: LeavesOf | None = None
) -> SlipResult:
    """The `result` event of a slip. It is of those who sat there; a result that is there stays in the log.

    With `leaves_of`, the code on the slip is looked up in the record of the table.
    """
    name, table = table_named(tournament, words.table)
    places = _places(tournament, words.order)
    if not anyway:
        _check_sat_there(tournament, name, list(places))
    body: Body = {"do": "result", "round": table.round, "table": table.number, "places": places, "how": words.how}
    if words.nobody_won:
        body["winners"] = []
    if words.scores:
        body["scores"] = _scores(tournament, words.scores)
    if words.signed:
        signers = {player_named(tournament.state, one) for one in words.signed}
        body["signed"] = {player: "C" if player in signers else "none" for player in table.players}
    code = None if words.code is None else read_code(words.code)
    why = "; ".join(part for part in (words.why, f"code {code} on the slip" if code else None) if part)
    given = {"ruling": words.ruling, "why": why or None, "by": words.by}
    body |= {field: value for field, value in given.items() if value is not None}
    warnings = _warnings(tournament, name, body)
    if code is not None and leaves_of is not None:
        odd = slip_code_words(name, table.record, code, leaves_of)
        warnings += [odd] if odd is not None else []
    return SlipResult(body, warnings)


def _places(tournament: Tournament, order: Sequence[str]) -> dict[str, int]:
    """`ann bob=cleo dee`: ann first, bob and cleo level on 2, dee on 4."""
    places: dict[str, int] = {}
    for group in order:
        players = [player_named(tournament.state, name) for name in group.split("=") if name.strip()]
        place = len(places) + 1
        for player in players:
            if player in places:
                raise Refused(f"{tournament.state.name(player)} is named twice", mend="name each player once")
            places[player] = place
    if not places:
        raise Refused("no order is given", mend="name the players from first to last: ann bob=cleo dee")
    return places


def _check_sat_there(tournament: Tournament, name: str, named: list[str]) -> None:
    state, table = tournament.state, tournament.state.tables[name]
    sat = listed([state.name(player) for player in table.players])
    strangers = [player for player in named if player not in table.players]
    missing = [player for player in table.players if player not in named]
    mend = f"{sat} sat there; --anyway writes it all the same, with a finding"
    if strangers:
        where = {player: _tables_of(tournament, player, table.round) for player in strangers}
        told = listed([f"{state.name(player)}{where[player]}" for player in strangers])
        raise Refused(f"{told} did not sit at {name}", mend=mend)
    if missing:
        names, verb = listed([state.name(player) for player in missing]), "has" if len(missing) == 1 else "have"
        raise Refused(f"{names} sat at {name} and {verb} no place", mend=mend)


def _tables_of(tournament: Tournament, player: str, round: int) -> str:
    tables = [name for name, table in tournament.state.tables_of(round) if player in table.players]
    return f" (at {tables[0]})" if tables else ""


def _scores(tournament: Tournament, texts: Sequence[str]) -> dict[str, int | None]:
    scores: dict[str, int | None] = {}
    for text in texts:
        name, equals, points = text.rpartition("=")
        plain = points.strip()
        whole = plain.removeprefix("-").isdecimal() and plain.isascii() and len(plain) < 12
        if not equals or not (whole or plain == "out"):
            raise Refused(f"--score {text!r}", mend="write it as --score ann=12, or ann=out")
        scores[player_named(tournament.state, name)] = None if plain == "out" else int(plain)
    return scores


def _warnings(tournament: Tournament, name: str, body: Body) -> list[str]:
    table = tournament.state.tables[name]
    found = []
    if table.is_done:
        same = table.places == body["places"]
        words = "says the same" if same else "says otherwise"
        found.append(f"{name} has a result already (event {table.results[-1]}), which {words}; both stay in the log")
    if table.record is not None and body["how"] == "slip":
        found.append(f"{name} has a record; its result replaces the slip as soon as it can be collected")
    if tournament.is_closed:
        found.append("the tournament is closed: the head official rules on it, and a new close follows")
    scores = body.get("scores", {})
    strange = [player for player in scores if player not in table.players]
    if strange:
        raise NotFound(f"{listed([tournament.state.name(player) for player in strange])} did not sit at {name}")
    return found
