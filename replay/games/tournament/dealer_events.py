"""What happens during a day besides play: people come and go, officials rule, results are corrected."""

from replay.games.tournament.dealer_day import Day
from replay.games.tournament.dealer_tables import Ended, Tables, ranked
from replay.games.tournament.rules.penalties import missed_step
from replay.games.tournament.state import TableState
from replay.games.tournament.the_round import to_be_seated
from replay.games.tournament.words import player_id
from replay.library import game_of

NAMES = "Ann Bob Cleo Dee Eve Fay Gus Hal Ida Jan Kit Lou Mia Ned Oda Pia Quin Ray Sue Tom Una Val Wes Xan Yan Zoe"
CLUBS = ("Harbour", "Lighthouse", "Quay")
FAULTS = ("slow play", "outside help", "a wrong count")
HEAD = "Mo"
FEWEST = 6
"""With fewer players nobody drops out or is thrown out."""


def enter(day: Day) -> None:
    """Somebody new enters."""
    taken = frozenset(day.state.players)
    name = f"{day.rng.choice(NAMES.split())} {len(taken) + 1}"
    club = day.rng.choice(CLUBS) if day.chance(2) else None
    number = str(1000 + len(taken)) if day.chance(3) else None
    day.log("enter", player=player_id(name, taken), name=name, club=club, number=number)


def come_and_go(day: Day) -> None:
    """Between two rounds: late entrants, some who drop out, some who come back."""
    if day.chance(3):
        enter(day)
    staying = to_be_seated(day.state, day.state.round + 1)
    if day.chance(3) and len(staying) > FEWEST:
        day.log("drop", player=day.rng.choice(staying), why="has to leave")
    gone = [player for player, one in day.state.players.items() if not one.is_in]
    if gone and day.chance(3):
        day.log("enter", player=day.rng.choice(gone))


def appoint(day: Day) -> None:
    """A head official, where the header names none."""
    header = day.table.header
    if header is None or not any(one.name == HEAD for one in header.officials):
        by = "scribe" if header is None or not header.officials else header.officials[0].name
        day.log("appoint", by=by, name=HEAD, level="head")


def conduct(day: Day) -> None:
    """Somebody's conduct is judged in the record of the tournament itself; now and then an appeal takes it back."""
    staying = to_be_seated(day.state, day.state.round + 1)
    if len(staying) <= FEWEST:
        return
    rng = day.rng
    player, other = rng.sample(staying, 2)
    level = rng.choice(("caution", "warning", "points", "round-exclusion", "disqualification"))
    dispute = day.log("dispute", by=other, about="conduct", kind="conduct", claim="they look at other tables")
    penalty = {"person": player, "level": level, "infraction": rng.choice(FAULTS), "why": "as seen"}
    ruling = day.log("ruling", **_ruling(dispute, "upheld", "stand"), penalties=[penalty])
    if day.chance(3):
        day.log("withdraw", by=other, dispute=dispute)
    else:
        day.log("final", by=HEAD, dispute=dispute)
    assert ruling < day.last


def _ruling(dispute: int, verdict: str, remedy: str) -> dict[str, object]:
    facts = {"standard": "agreed", "text": "all say so"}
    return {
        "by": HEAD,
        "level": "head",
        "dispute": dispute,
        "verdict": verdict,
        "remedy": remedy,
        "facts": facts,
    }


def answer_question(day: Day) -> None:
    """A question of a game is answered for all tables that are still to come."""
    games = [game_of(name) for row in day.state.format.games for name in row]
    asked = [(game, question) for game in games for question in game.questions if question.honoured]
    if not asked:
        return
    game, question = day.rng.choice(asked)
    claimant = day.rng.choice(list(day.state.players))
    claim = f"how is {question.id} read?"
    dispute = day.log("dispute", by=claimant, about="missing", kind="conduct", claim=claim)
    ruling = day.log("ruling", **_ruling(dispute, "none", "stand"))
    day.log("reading", game=game.id, question=question.id, answer=day.rng.choice(question.answers), ruling=ruling)
    day.log("final", by=HEAD, dispute=dispute)


def penalise(day: Day, tables: Tables, table: TableState, ended: Ended) -> None:
    """A ruling at a table penalises somebody there, and takes time; an appeal may overturn it."""
    rng = day.rng
    player, fault = rng.choice(table.players), rng.choice(FAULTS)
    level = rng.choice(("note", "caution", "warning", "points", "game-loss", "match-loss", "round-exclusion"))
    time = rng.choice((None, 40, 90, 300))
    ruling = tables.ruling(table, player, level, fault, time)
    outcome = tables.go_on(table, ended, rulings=(ruling,))
    source = {"record": outcome.record, "head": outcome.head, "seq": ruling.seq}
    if time is not None and time > 60:
        given = {"record": outcome.record, "seq": ruling.seq}
        day.log("extend", round=table.round, table=table.number, seconds=time, **{"from": given})
    day.log("penalty", player=player, level=level, infraction=fault, **{"from": source})
    assert missed_step(day.state, player, fault, level) is None or ruling.penalties[0].why
    if day.chance(3):
        outcome = tables.go_on(table, ended, rulings=())
        lifted = {"record": outcome.record, "head": outcome.head, "seq": ruling.seq}
        day.log("penalty", player=player, level="lifted", infraction=fault, **{"from": lifted})


def correct(day: Day, tables: Tables | None, name: str) -> None:
    """The head official changes a result after it was given."""
    table = day.state.tables[name]
    about = table.results[-1]
    dispute = day.log("dispute", by=table.players[0], about=about, kind="score", claim="we were counted wrongly")
    ruling = day.log("ruling", **_ruling(dispute, "upheld", "amend"), targets=[about])
    order = day.rng.sample(table.players, len(table.players))
    ended = ranked({player: place for place, player in enumerate(order)})
    given = {"do": "result", "round": table.round, "table": table.number, "how": "ruling", "ruling": ruling}
    if tables is not None and table.record is not None and table.how == "record":
        newest = tables.newest(table.record)
        given |= {"record": newest.record, "head": newest.head}
    action = {**given, "places": ended.places, "winners": ended.winners, "why": "counted again"}
    if day.state.format.scoring == "share":
        action["scores"] = ended.scores
    day.log("amend", by=HEAD, target=about, ruling=ruling, action=action)
    day.log("final", by=HEAD, dispute=dispute)
