"""Cases for the rules of a tournament: `python -m tests.helpers.tournament_cases` writes them into fixtures/tournament.

Seeds and heads follow from the lines before them, so such a file is not written by hand. What each case must find is
worked out by the audit, and checked here against what the case is for.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from records.record import of_bodies
from replay.games.tournament.seating import seed_of
from replay.games.tournament.state import State
from replay.games.tournament.the_round import searched, seating_facts
from replay.playout import play_out
from replay.reel import played
from tests.helpers.tools import FIXTURES, Body, found

OFFICIALS = [{"name": "Kim"}, {"name": "Mo", "level": "head"}]
NAMES = {name.lower(): name for name in ("Ann", "Bob", "Cleo", "Dee", "Eve", "Fay", "Gus", "Hal")}
TITLE = "Harbour Open"
FACTS = {"standard": "agreed", "text": "all say so"}


def record_id(round: int, table: int) -> str:
    """The id of the record of a table."""
    return f"01M7CQZS80A1BCDEFGH0000{round}{table}0"


def table_record(order: list[str], *more: Body, **header: Any) -> list[Body]:
    """A short record of a table: an official gave its places, and all signed. `more` comes before they sign."""
    seats = [f"p{number}" for number in range(1, len(order) + 1)]
    head: Body = {
        "quartermaster": 1,
        "id": record_id(1, 1),
        "game": "sea-or-shore",
        "event": TITLE,
        "round": 1,
        "table": 1,
        "officials": OFFICIALS,
        "players": [{"seat": seat, "name": name} for seat, name in zip(seats, order, strict=True)],
        **header,
    }
    places = {seat: place for place, seat in enumerate(seats, 1)}
    lines: list[Body] = [head, {"do": "setup", "starter": "p1"}, *decided(2, places), *more]
    return signed(lines, seats)


def decided(dispute: int, places: dict[str, int], by: str = "Mo", **ruling: Any) -> list[Body]:
    """A claim, the ruling that gives these places, and that it is final; the claim is event `dispute`."""
    adjust = {"kind": "assigned", "outcomes": [{"result": {"places": places}}]}
    return [
        {"do": "dispute", "by": "p1", "about": "result", "kind": "score", "claim": "who came first?"},
        _ruling(dispute, "adjust", by=by, adjust=adjust, **ruling),
        {"do": "final", "by": "Mo", "dispute": dispute},
    ]


def penalised(dispute: int, person: str, level: str, infraction: str, **ruling: Any) -> list[Body]:
    """A claim about conduct at a table, and the ruling that penalises somebody."""
    penalty = {"person": person, "level": level, "infraction": infraction, **ruling.pop("penalty", {})}
    return [
        {"do": "dispute", "by": "p1", "about": "conduct", "kind": "conduct", "claim": "too slow"},
        _ruling(dispute, "stand", by="Kim", penalties=[penalty], **ruling),
        {"do": "final", "by": "Mo", "dispute": dispute},
    ]


def _ruling(dispute: int, remedy: str, **more: Any) -> Body:
    return {"do": "ruling", "dispute": dispute, "verdict": "upheld", "remedy": remedy, "facts": FACTS, **more}


def signed(lines: list[Body], seats: list[str], **more: Any) -> list[Body]:
    """The lines, signed by these seats under the head of all before."""
    head = of_bodies(lines[0], lines[1:]).head().text()
    signs = [{"do": "sign", "seat": seat, "by": seat, "statement": "accept", "head": head, **more} for seat in seats]
    return [*lines, *signs]


def head_of(lines: list[Body], size: int | None = None) -> str:
    """The head of a record, or of its first lines."""
    cut = lines[:size]
    return of_bodies(cut[0], cut[1:]).head().text()


class Writer:
    """A tournament that is written line by line."""

    def __init__(self, *players: str, **header: Any) -> None:
        seats = [{"seat": player, "name": NAMES[player]} for player in players or ("ann", "bob", "cleo", "dee")]
        self.header: Body = {
            "quartermaster": 1,
            "game": "tournament",
            "title": TITLE,
            "players": seats,
            "officials": OFFICIALS,
            **header,
        }
        self.lines: list[Body] = []
        self.tables: list[list[Body]] = []

    def add(self, *bodies: Body) -> "Writer":
        """Write lines as they are."""
        self.lines += bodies
        return self

    def setup(self, **more: Any) -> "Writer":
        """Two rounds of one game, unless said otherwise."""
        return self.add({"do": "setup", "rounds": 2, "games": ["sea-or-shore"], **more})

    @property
    def state(self) -> State:
        """The state so far."""
        game, table = played(of_bodies(self.header, self.lines))[1:]
        state: State = play_out(game, table, of_bodies(self.header, self.lines).events).state_at()
        return state

    def seating(self, round: int, **more: Any) -> Body:
        """The `round` that follows from the lines so far."""
        head = of_bodies(self.header, self.lines).head().text()
        seed = seed_of(head, round, more.get("nonce"))
        made = searched(seating_facts(self.state, round, seed, more.get("out", [])))
        assert made is not None
        tables = [
            {"table": number, "game": one.game, "players": list(one.players), "record": record_id(round, number)}
            for number, one in enumerate(made.tables, 1)
        ]
        return {"do": "round", "round": round, "seed": seed, "tables": tables, **more}

    def round(self, round: int = 1, **more: Any) -> "Writer":
        """A round as it should be."""
        return self.add(self.seating(round, **more))

    def order(self, name: str = "r1t1") -> list[str]:
        """The players of a table, in seat order."""
        return list(self.state.tables[name].players)

    def names(self, name: str = "r1t1") -> list[str]:
        """The same by name."""
        return [NAMES[player] for player in self.order(name)]

    def slip(self, round: int = 1, table: int = 1, **more: Any) -> "Writer":
        """A result on paper: the players in seat order."""
        players = self.order(f"r{round}t{table}")
        places = {player: place for place, player in enumerate(players, 1)}
        return self.add({"do": "result", "round": round, "table": table, "how": "slip", "places": places, **more})

    def collected(self, lines: list[Body], size: int | None = None, at_hand: bool = True, **more: Any) -> "Writer":
        """The result of table 1 of round 1, from its record."""
        players = self.order()
        if at_hand:
            self.tables = [lines]
        return self.add(
            {
                "do": "result",
                "round": 1,
                "table": 1,
                "how": "record",
                "record": lines[0]["id"],
                "head": head_of(lines, size),
                "signed": dict.fromkeys(players, "C"),
                "places": {player: place for place, player in enumerate(players, 1)},
                **more,
            }
        )

    def record(self, *more: Body, **header: Any) -> list[Body]:
        """The record of table 1 of round 1."""
        return table_record(self.names(), *more, **header)


def seated() -> Writer:
    """Four players at one table."""
    return Writer().setup().round()


def three_tables() -> Writer:
    """Eight players at two tables, with results, before round 2."""
    return Writer(*NAMES).setup().round().slip(1, 1).slip(1, 2)


def disputed(about: Any, **more: Any) -> list[Body]:
    """A claim in the record of the tournament itself."""
    return [{"do": "dispute", "by": "ann", "about": about, "kind": "score", "claim": "wrong", **more}]


CaseOf = tuple[str, str, Writer, str]
"""Rule, answer, the tournament, and what it shows."""


def write() -> Path:
    """Write the cases."""
    from tests.helpers import tournament_case_list

    path = FIXTURES / "tournament" / "rules.jsonl"
    path.parent.mkdir(exist_ok=True)
    lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in _cases(tournament_case_list.cases())]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def _cases(made: Iterator[CaseOf]) -> Iterator[Body]:
    for rule, answer, writer, why in made:
        expect = found(writer.header, writer.lines, writer.tables)
        told = [how for _, name, how in expect if name == rule]
        broken = [name for _, name, how in expect if how == "broken"]
        fits = broken == [rule] if answer == "broken" else told == ["open"] if answer == "open" else not told
        assert fits or rule.endswith(("-11", "-12")), (rule, answer, why, expect)
        case = {"rule": rule, "answer": answer, "expect": expect, "why": why}
        yield {**case, "record": [writer.header, *writer.lines], **({"tables": writer.tables} if writer.tables else {})}


if __name__ == "__main__":
    print(write())
