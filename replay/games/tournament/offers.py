"""What may be logged next by somebody who taps."""

from replay.games.tournament.state import State, TableState
from replay.offers import Offer, ToAsk
from replay.table import Table

GAMES = ("loot-island", "lost-island", "gold-island", "sea-or-shore")
"""The games that a set-up is offered; others are typed."""


def openings(table: Table) -> list[Offer]:
    """The format: how many rounds of which game; the rest is as usual, or typed."""
    return [
        Offer(
            {"do": "setup", "games": [game]},
            (ToAsk(("rounds",), of=(1, 2, 3, 4, 5, 6), unseen="none"),),
            f"sets up a tournament of {game.replace('-', ' ')}",
        )
        for game in GAMES
    ]


def offers(state: State) -> list[Offer]:
    """A slip for each table without a result, and who drops out. Rounds are seated by their own command."""
    if not state.is_set_up:
        return openings(state.table)
    waiting = [one for _, one in sorted(state.tables.items()) if not one.is_done]
    staying = tuple(player for player, one in state.players.items() if one.is_in and not one.out)
    found = [_slip(state, one) for one in waiting]
    if staying and state.phase == "open":
        found.append(Offer({"do": "drop"}, (ToAsk(("player",), of=staying, unseen="none"),), "drops out"))
    return found


def _slip(state: State, table: TableState) -> Offer:
    """The places of a table, as players wrote them on paper."""
    body = {"do": "result", "round": table.round, "table": table.number, "how": "slip"}
    places = tuple(range(1, len(table.players) + 1))
    asks = tuple(
        ToAsk(("places", player), of=places, unseen="none", question=f"Which place has {state.name(player)}?")
        for player in table.players
    )
    return Offer(body, asks, f"brings the slip of table {table.number}")
