"""A trick after the covers come off: groups, winners, losers. Nothing here changes a state."""

from typing import NamedTuple

from replay.action import UNKNOWN
from replay.games.sea_or_shore.kit import Kit
from replay.games.sea_or_shore.state import Doubt, Laid, State
from replay.games.sea_or_shore.words import COLOUR_OF, HIGHEST, NUMBER_OF, PAIR_OF, PAIRS, colour_of, column, points_of


class Group(NamedTuple):
    """Cards that compete: those of one colour or, with three players, of a whole pair."""

    seats: tuple[str, ...]
    """In order of distance from the starting player."""
    winner: str
    pair: str
    deck: str | None
    """The deck whose face-up treasure is at stake; None if an action is."""


def additions_laid(lays: tuple[Laid, ...]) -> dict[str, int]:
    """The addition cards that each seat laid in this trick."""
    laid: dict[str, int] = {}
    for lay in lays:
        if lay.add:
            laid[lay.seat] = laid.get(lay.seat, 0) + lay.add
    return laid


def laid_open(lays: tuple[Laid, ...], seat: str) -> str:
    """The card that a seat laid without covering a half; `"?"` if its last lay does not name it."""
    shown = next((lay.shows for lay in reversed(lays) if lay.seat == seat), UNKNOWN)
    return shown if isinstance(shown, str) and shown in COLOUR_OF else UNKNOWN


def value_of(card: str, additions: int) -> int:
    """What a named card is worth: its number plus its additions, at most 12."""
    return min(HIGHEST, NUMBER_OF[card] + additions)


def is_unresolved(state: State) -> bool:
    """Whether a card of the trick or a face-up treasure is not known, so that who won what is not known either."""
    if UNKNOWN in state.played.values():
        return True
    return any(deck.up == UNKNOWN for deck in state.decks.values())


def open_colours(state: State) -> dict[str, str]:
    """Each colour with a face-up treasure, and its deck (the first if there are two)."""
    found: dict[str, str] = {}
    for name, deck in state.decks.items():
        if deck.up is not None and deck.up != UNKNOWN:
            found.setdefault(colour_of(deck.up), name)
    return found


def groups_of(state: State, values: dict[str, int]) -> list[Group]:
    """The groups of a trick whose cards are all known, those with the nearest winners first."""
    stakes = open_colours(state)
    merges = column(len(state.table.players)) == 3
    members: dict[str, list[str]] = {}
    for seat in state.table.clockwise(state.starter):
        card = state.played.get(seat)
        if card is None:
            continue
        colour = COLOUR_OF[card]
        pair = PAIR_OF[colour]
        merged = merges and not any(other in stakes for other in PAIRS[pair])
        members.setdefault(pair if merged else colour, []).append(seat)
    groups = []
    for key, seats in members.items():
        # max keeps the first of equals, and the seats are in order of distance
        winner = seats[0] if len(seats) == 1 else max(seats, key=values.__getitem__)
        groups.append(Group(tuple(seats), winner, PAIR_OF.get(key, key), stakes.get(key)))
    if len(groups) > 1:
        order = state.table.clockwise(state.starter)
        groups.sort(key=lambda group: order.index(group.winner))
    return groups


def earner(group: Group, values: dict[str, int], readings: dict[str, str]) -> str | None:
    """The loser with the lowest value, who earns addition cards; None if nobody lost."""
    losers = [seat for seat in group.seats if seat != group.winner]
    if readings["SS-Q16"] == "no":
        losers = [seat for seat in losers if values[seat] < values[group.winner]]
    if not losers:
        return None
    if readings["SS-Q9"] == "far":
        losers.reverse()
    return min(losers, key=values.__getitem__)


def questions_of(state: State, groups: list[Group], values: dict[str, int]) -> set[str]:
    """The questions that decide who earns how many addition cards in these groups of two or more."""
    found: set[str] = set()
    earned = 0
    for group in groups:
        earned += len(group.seats)
        played = [values[seat] for seat in group.seats]
        if len(set(played)) < len(played):
            found |= _ties(played, state.table.readings)
    if earned > state.supply:
        readings = state.table.readings
        served = [len(group.seats) for group in groups if earner(group, values, readings) is not None]
        if sum(served) > state.supply:
            found |= {"SS-Q10", "SS-Q18"} if len(served) > 1 else {"SS-Q10"}
    return found


def _ties(played: list[int], readings: dict[str, str]) -> set[str]:
    """The questions raised by ties among the values of a group."""
    best = max(played)
    ties = {"SS-Q16"} if played.count(best) > 1 else set()
    lost = sorted(played)[:-1] if readings["SS-Q16"] == "yes" else [value for value in played if value < best]
    return ties | {"SS-Q9"} if lost.count(min(played)) > 1 else ties


def more_doubt(state: State, steals: dict[str, str]) -> Doubt:
    """What the state may lack after one more trick that could not be resolved.

    A player wins at most one treasure in a trick, and all players together earn at most one addition card for each card
    in it. Which treasure a thief took is certain only as long as the piles were.
    """
    before = state.past.doubt or Doubt()
    kit: Kit = state.table.kit
    ups = [deck.up for deck in state.decks.values() if deck.up is not None]
    is_told = before.is_told and not (kit.assumed and UNKNOWN in ups) and not (steals and state.past.doubt is not None)
    most = max((kit.most if up == UNKNOWN else points_of(up) for up in ups), default=0)
    return Doubt(before.points + most, before.additions + len(state.played), is_told)


def card_values(state: State) -> dict[str, int]:
    """The value of each card of a trick whose cards are all known."""
    laid = additions_laid(state.lays)
    if not laid:
        return {seat: NUMBER_OF[card] for seat, card in state.played.items() if card is not None}
    return {seat: value_of(card, laid.get(seat, 0)) for seat, card in state.played.items() if card is not None}
