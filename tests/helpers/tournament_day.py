"""An organiser's day as a story: `python -m tests.helpers.tournament_day` writes it into fixtures/tournament.

Sixteen players, three rounds, four tables in each, and the eight disputes that such a day brings. The tables are games
of the dealers, their seating follows from the log, and results and penalties are those that collecting gives.
"""

from pathlib import Path
from typing import Any

from cli.desk.tournaments.tournament_tables import Tournament, tournament_of
from cli.desk.tournaments.tournaments_collect import Unsigned, collect
from cli.desk.tournaments.tournaments_round import plan_round, table_headers
from records.clock import to_text
from records.errors import NotFound
from records.record import Record, of_bodies
from replay.deal import deal
from replay.games.tournament.scoring import score
from replay.games.tournament.standings import lines_of
from replay.library import game_of
from tests.helpers.tools import FIXTURES, Body
from tests.helpers.tournament_disputes import add, after_the_appeal, disputes_of

STORY = FIXTURES / "tournament" / "harbour-open.jsonl"
NAMES = "Ann Bob Cleo Dee Eve Fay Gus Hal Ida Jan Kit Lou Mia Ned Oda Pia"
CLUBS = {"ann": "Harbour", "bob": "Harbour", "kit": "Quay", "lou": "Quay"}
MORNING = 1_794_992_400_000_000  # 2026-11-18T09:00:00Z
MINUTE = 60_000_000
GAMES = ["loot-island", "lost-island", "gold-island", "sea-or-shore"]


class HarbourOpen:
    """The day while it is written."""

    def __init__(self) -> None:
        self.clock = MORNING
        self.header: Body = {
            "quartermaster": 1,
            "game": "tournament",
            "id": "01M9HARB0VR0PEN00000000000".replace("U", "V"),
            "title": "Harbour Open",
            "players": [{"seat": name.lower(), "name": name} for name in NAMES.split() if name.lower() not in CLUBS],
            "officials": [{"name": "Kim"}, {"name": "Lee"}, {"name": "Mo", "level": "head"}],
        }
        self.lines: list[Body] = []
        self.tables: dict[str, list[Body]] = {}
        """The lines of each table's record, by its name."""

    @property
    def warned(self) -> str:
        """Who was warned in round 2, and will be again: the first at the table of its first game."""
        tables = (lines for name, lines in self.tables.items() if name.startswith("r2"))
        return next((lines[0]["players"][0]["name"] for lines in tables if lines[0]["game"] == GAMES[0]), "")

    @property
    def tournament(self) -> Tournament:
        """The day so far, with its tables."""
        records = {lines[0]["id"]: of_bodies(lines[0], lines[1:]) for lines in self.tables.values()}

        def load(record_id: str) -> Record:
            if record_id not in records:
                raise NotFound(record_id)
            return records[record_id]

        record = of_bodies(self.header, self.lines)
        return tournament_of(record, str(record.header.id), load)

    def log(self, do: str, minutes: int = 1, **fields: Any) -> int:
        """One line of the tournament; its number."""
        self.clock += minutes * MINUTE
        given = {name: value for name, value in fields.items() if value is not None}
        self.lines.append({"at": to_text(self.clock), "do": do, **given})
        return len(self.lines)

    def seat(self, round: int, nonce: str) -> None:
        """A round is seated, and its tables are played."""
        plan = plan_round(self.tournament, nonce)
        ids = [f"01M9HARB0VR{round}TAB1E{number}00000000" for number in range(1, len(plan.tables) + 1)]
        body = plan.body(ids)
        self.log(body.pop("do"), minutes=5, **body)
        for number, header in enumerate(table_headers(self.tournament, round), 1):
            self.tables[f"r{round}t{number}"] = played_table(header, self.clock, round * 10 + number)
        self.clock += 60 * MINUTE

    def collect(self, unsigned: Unsigned | None = None) -> None:
        """What the tables have to tell."""
        for body in collect(self.tournament, unsigned).bodies:
            self.log(**body)

    def argue(self, round: int) -> None:
        """The disputes of a round, each at the table of its game."""
        for name, lines in self.tables.items():
            if name.startswith(f"r{round}t"):
                disputes_of(round, lines, self.warned)
                sign(lines)


def played_table(header: Body, begin: int, seed: int) -> list[Body]:
    """A whole game of the dealer, with times and salts."""
    game = game_of(header["game"])
    lines: list[Body] = [header]
    for number, body in enumerate(deal(game, header, seed).full):
        add(lines, {"at": to_text(begin + (number + 1) * MINUTE // 3), **body})
    return lines


def sign(lines: list[Body]) -> None:
    """Everybody at a table accepts the record."""
    head = of_bodies(lines[0], lines[1:]).head().text()
    for player in lines[0]["players"]:
        add(lines, {"do": "sign", "seat": player["seat"], "by": player["seat"], "statement": "accept", "head": head})


def _begin(day: HarbourOpen) -> None:
    ladder = {"*": {"times": 3, "then": "points"}}
    kits = dict.fromkeys(GAMES, "demo")
    day.log("setup", rounds=3, games=GAMES, ladder=ladder, kits=kits, minutes=60)
    for player, club in CLUBS.items():
        day.log("enter", player=player, name=player.title(), club=club)


def _question(day: HarbourOpen) -> None:
    """A reading, ruled once for all tables."""
    claim = "does an addition count beyond 12?"
    dispute = day.log("dispute", by="cleo", about="conduct", kind="conduct", claim=claim)
    facts = {"standard": "agreed", "text": "asked at r1"}
    more: Body = {"level": "head", "facts": facts, "text": "SS-Q2 is read at all tables as it was at this one"}
    ruling = day.log("ruling", by="Mo", dispute=dispute, verdict="none", remedy="stand", **more)
    question = game_of("sea-or-shore").question("SS-Q2")
    assert question is not None
    day.log("reading", game="sea-or-shore", question="SS-Q2", answer=question.default, ruling=ruling)
    day.log("final", by="Mo", dispute=dispute)


def made() -> HarbourOpen:
    """The whole day."""
    day = HarbourOpen()
    _begin(day)
    day.seat(1, "6 2 5")
    day.argue(1)
    day.collect()
    _question(day)
    day.seat(2, "1 4 4")
    day.argue(2)
    day.collect()
    after_the_appeal(day.tables)
    day.collect()
    day.log("drop", player="oda", why="the last train")
    day.log("enter", player="zoe", name="Zoe", club="Lighthouse")
    day.seat(3, "3 3 6")
    slip = {player: place for place, player in enumerate(day.tournament.state.tables["r3t1"].players, 1)}
    day.log("result", round=3, table=1, how="slip", places=slip, why="the scribe's telephone was empty")
    day.argue(3)
    day.collect()
    _close(day)
    return day


def _close(day: HarbourOpen) -> None:
    state = day.tournament.state
    first = lines_of(state)[0]
    day.log("observe", facts={f"points.{first.player}": first.points, f"place.{first.player}": first.place})
    count = score(state)
    scores = {seat.seat: seat.total for seat in count.seats}
    places = {seat.seat: seat.place for seat in count.seats}
    day.log("close", result={"winners": list(count.winners), "scores": scores, "places": places})


def write() -> Path:
    """Write the day and its tables."""
    day = made()
    folder = STORY.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    for path, lines in (
        (STORY, [day.header, *day.lines]),
        *((folder / f"{n}.jsonl", t) for n, t in day.tables.items()),
    ):
        with path.open("wb") as out:
            of_bodies(lines[0], lines[1:]).write(out)
    return STORY


if __name__ == "__main__":
    print(write())
