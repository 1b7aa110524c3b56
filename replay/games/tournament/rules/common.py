"""What several rules need: the games that are known, what is at hand of other records, and who somebody is."""

from collections.abc import Mapping
from typing import Any

from records.errors import QuartermasterError
from replay.game import Game
from replay.games.tournament.state import State, TableState
from replay.library import game_of
from replay.outcome import UNPINNED, Outcome, TableResult
from replay.record_links import RecordLinks
from replay.rule import Cite
from replay.step import Step

FORMAT = Cite("The event's regulations: the format (setup)")
ENTRIES = Cite("The event's regulations: entries")
ROUNDS = Cite("The event's regulations: rounds and seating (setup)")
RESULTS = Cite("The event's regulations: results")
PENALTIES_CITE = Cite("The event's regulations: penalties (setup)")
RULINGS = Cite("The event's regulations: rulings and time")


def known_game(name: str) -> Game | None:
    """The game with this id, if it is one that tables can play."""
    try:
        game = game_of(name)
    except QuartermasterError:
        return None
    return None if game.is_linked else game


def links_of(step: Step[State, Any]) -> RecordLinks | None:
    """What is at hand of this record and of others."""
    links = step.before.table.links
    return links if isinstance(links, RecordLinks) else None


def outcome_at(step: Step[State, Any], record: str | None, head: str | None) -> Outcome | None:
    """A linked record, cut at a head; None if it is not at hand."""
    links = links_of(step)
    return None if links is None else links.at(record, head)


def newest_outcome(step: Step[State, Any], record: str | None) -> Outcome | None:
    """A linked record as it is at hand now."""
    links = links_of(step)
    return None if links is None else links.newest(record)


def is_unpinned(head: str | None) -> bool:
    """Whether a head does not pin its record, because a due salt is missing there."""
    return head is not None and head.endswith(f":{UNPINNED}")


def players_by_seat(outcome: Outcome, table: TableState) -> dict[str, str]:
    """Which player of the tournament has which seat of the table's record: the k-th player has the k-th seat."""
    return dict(zip(outcome.seats, table.players, strict=False))


class ResultThere:
    """The result of a record, by the ids of the tournament's players."""

    def __init__(self, outcome: Outcome, table: TableState) -> None:
        by_seat = players_by_seat(outcome, table)
        result: TableResult = outcome.result
        self.places = {by_seat.get(seat, seat): place for seat, place in result.places.items()}
        self.winners = {by_seat.get(seat, seat) for seat in result.winners}
        self.scores = {by_seat.get(seat, seat): points for seat, points in result.scores.items()}

    def differences(
        self, places: Mapping[str, int], winners: tuple[str, ...] | None, scores: Mapping[str, int | None] | None
    ) -> list[str]:
        """What a result says otherwise: places, winners, scores."""
        found = []
        if dict(places) != self.places:
            found.append("places")
        if set(firsts(places) if winners is None else winners) != self.winners:
            found.append("winners")
        if scores is not None and any(scores.get(player, points) != points for player, points in self.scores.items()):
            found.append("scores")
        return found


def firsts(places: Mapping[str, int]) -> tuple[str, ...]:
    """Those on place 1, who are the winners where a result names none."""
    return tuple(player for player, place in places.items() if place == 1)


def is_ranking(places: Mapping[str, int]) -> bool:
    """Whether each place is one more than the number of players before it."""
    values = list(places.values())
    return all(place == 1 + sum(other < place for other in values) for place in values)


def order_words(state: State, places: Mapping[str, int]) -> str:
    """`1 Ann, 2 Bob`"""
    order = sorted(places.items(), key=lambda item: (item[1], item[0]))
    return ", ".join(f"{place} {state.name(player)}" for player, place in order) or "nobody"


def officials_of(state: State) -> frozenset[str]:
    """Those who may decide here: the header's officials, and whoever was appointed."""
    appointed = (line.body.get("name") for line in state.procedure if line.body.get("do") == "appoint")
    return frozenset((*state.table.officials, *map(str, appointed)))
