"""What the places of a tournament's document are called."""

from typing import Any

from replay.games.tournament.words import points_words
from replay.path_words import PathWord
from replay.saying import person
from replay.table import Table


def _points(table: Table, value: Any) -> str:
    return points_words(value) if isinstance(value, int) else "not known"


def _yes(table: Table, old: Any, new: Any) -> str:
    return "yes" if new else "no"


def _phase(table: Table, value: Any) -> str:
    return "it is over" if value == "over" else "it goes on"


def _standings(table: Table, old: Any, new: Any) -> str:
    """Who changed places."""
    was = {line["player"]: line for line in old or ()}
    moved = [
        f"{person(table, line['player'])} {was[line['player']]['place']} → {line['place']}"
        for line in new or ()
        if line["player"] in was and was[line["player"]]["place"] != line["place"]
    ]
    return ", ".join(moved)


def _penalties(table: Table, old: Any, new: Any) -> str:
    come = [f"{person(table, one['player'])} {one['level']}" for one in new or () if one not in (old or ())]
    gone = [f"{person(table, one['player'])} {one['level']} lifted" for one in old or () if one not in (new or ())]
    return ", ".join([*come, *gone])


def _places(table: Table, old: Any, new: Any) -> str:
    order = sorted((new or {}).items(), key=lambda item: (item[1], item[0]))
    return ", ".join(f"{place} {person(table, player)}" for player, place in order)


PATH_WORDS = (
    PathWord("phase", "the tournament", value=_phase),
    PathWord("round", "the round"),
    PathWord("points.<player>", "{player's} points", value=_points),
    PathWord("place.<player>", "{player's} place"),
    PathWord("players.<player>.in", "{player} is in", change=_yes),
    PathWord("players.<player>.out", "{player} is disqualified", change=_yes),
    PathWord("tables.<table>.places", "the places of {table}", change=_places),
    PathWord("tables.<table>.places.<player>", "{player's} place at {table}"),
    PathWord("penalties", "penalties", change=_penalties),
    PathWord("standings", "the standings", change=_standings),
)
