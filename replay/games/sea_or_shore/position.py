"""A record that begins in the middle: the state of a position, with what it leaves out filled in."""

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Position
from replay.games.sea_or_shore.state import Deck, Laid, Past, Pending, Result, Span, State
from replay.games.sea_or_shore.words import ADDITIONS, PAIR_OF, cards_each, colour_of, deck_names, deck_size
from replay.table import Table
from replay.zones import unseen


def from_position(table: Table, given: Position) -> State:
    """The state that a position describes."""
    seats = table.seats
    starter = given.starter or seats[0]
    lays = tuple(Laid(lay.seat, lay.shows, lay.add) for lay in given.lays or ())
    additions = {seat: given.additions.get(seat, 0) for seat in seats}
    piles = {seat: tuple(given.piles.get(seat, ())) for seat in seats}
    on_table = sum(additions.values()) + sum(lay.add for lay in lays)
    decks = {name: _deck(table, name, given, piles) for name in deck_names(len(table.players))}
    played = {seat: given.played.get(seat, UNKNOWN) for seat in seats} if given.phase == "act" else dict(given.played)
    opened: dict[str, int] = {}
    for treasure in (*(deck.up for deck in decks.values()), *(item for pile in piles.values() for item in pile)):
        if treasure is not None and treasure != UNKNOWN:
            opened[treasure] = opened.get(treasure, 0) + 1
    return State(
        table=table,
        round=given.round,
        trick=given.trick,
        phase=given.phase,
        starter=starter,
        turn=_turn(table, given, starter, lays),
        hands=_hands(table, given),
        additions=additions,
        supply=ADDITIONS - on_table if given.supply is None else given.supply,
        piles=piles,
        decks=decks,
        actions={"rb": 1, "gp": 3, **given.actions},
        lays=lays,
        played=played,
        pending=tuple(Pending(entry.seat, entry.pair) for entry in given.pending),
        discard=_discard(table, given),
        points={seat: tuple(given.points.get(seat, ())) for seat in seats},
        result=None if given.result is None else Result(dict(given.result.total), given.result.winner),
        opened=opened,
        past=Past(
            is_set_up=True,
            given_actions=dict(given.actions) if given.round == 1 else {},
            spans={seat: tuple(_span(points) for points in given.points.get(seat, ())) for seat in seats},
        ),
    )


def _span(points: int | str) -> Span | None:
    return (points, points) if isinstance(points, int) else None


def tricks_played(table: Table, given: Position) -> int:
    """The tricks that ended before a position; a trick number that cannot be counts as the nearest one that can."""
    most = cards_each(len(table.players))
    return most if given.phase in ("deal", "over") else min(max(given.trick - 1, 0), most)


def hand_size(table: Table, given: Position) -> int:
    """The cards in each hand at a position; one that was laid is in it until it is unveiled."""
    left = cards_each(len(table.players)) - tricks_played(table, given)
    return left - 1 if given.phase == "act" else left


def _hands(table: Table, given: Position) -> dict[str, tuple[str, ...]]:
    size = hand_size(table, given)
    return {seat: tuple(given.hands[seat]) if seat in given.hands else unseen(size) for seat in table.seats}


def _deck(table: Table, name: str, given: Position, piles: dict[str, tuple[str, ...]]) -> Deck:
    entry = given.decks.get(name)
    up = entry.up if entry is not None else None
    if entry is not None and entry.down is not None:
        return Deck(up, tuple(entry.down))
    left = deck_size(len(table.players)) - (up is not None) - won_from(name, piles)
    return Deck(up, unseen(left))


def won_from(deck: str, piles: dict[str, tuple[str, ...]]) -> int:
    """How many of the treasures won are of a deck's colours; with one deck, all of them."""
    return sum(_belongs(treasure, deck) for pile in piles.values() for treasure in pile)


def _belongs(treasure: str, deck: str) -> bool:
    return deck == "all" or (treasure != UNKNOWN and PAIR_OF[colour_of(treasure)] == deck)


def _turn(table: Table, given: Position, starter: str, lays: tuple[Laid, ...]) -> str | None:
    if given.turn is not None or given.phase != "lay":
        return given.turn if given.phase == "lay" else None
    if not lays:
        return starter
    here = table.seats.index(lays[-1].seat)
    laid = {lay.seat for lay in lays}
    return next((seat for seat in table.seats[here + 1 :] + table.seats[:here] if seat not in laid), None)


def _discard(table: Table, given: Position) -> tuple[str, ...]:
    if given.discard is not None:
        return tuple(given.discard)
    return unseen(len(table.seats) * tricks_played(table, given))
