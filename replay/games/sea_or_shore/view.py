"""The table as text: decks, the trick, and a row for each player."""

from replay.action import UNKNOWN
from replay.boards import NOTHING, folded, headline, hidden, marked, marked_row, player_table, who
from replay.game import Frame
from replay.games.sea_or_shore.state import State

ACTION_WORDS = {
    1: "take two additions",
    2: "swap two cards",
    3: "look at three treasures",
    4: "take a played card",
}


_TREASURES, _HAND = 3, 5
"""Columns that may grow long; in a narrow window they move below their player."""


def render(frame: Frame) -> list[str]:
    """Decks, the trick, and a row for each player; a cell that changed has a `*`."""
    state: State = frame.state
    before: State = frame.before if frame.before is not None else state
    top = [line for text in (_headline(state), *_decks(state, before)) for line in folded(text, frame.width)]
    lines = [*top, "", *_rows(state, before, frame.width)]
    if state.result is not None:
        winner = state.result.winner
        lines += ["", f"Winner: {winner if isinstance(winner, str) else ', '.join(winner)}"]
    return [line.rstrip() for line in lines]


def _headline(state: State) -> str:
    words = {
        "pass": "everybody passes a card",
        "lay": f"{state.turn} lays" if state.turn else "all cards laid",
        "act": ", ".join(f"{entry.seat} acts ({entry.pair})" for entry in state.pending) or "the trick can end",
        "deal": "round 2 has to be dealt",
        "over": "the game is over",
    }
    where = f"round {state.round} of 2 · trick {state.trick} of {state.cards_each}"
    return headline("Sea or Shore", where, f"{state.starter} starts", words[state.phase])


def _deck_cells(state: State) -> dict[str, str]:
    return {name: f"[{deck.up or '–'}] over {len(deck.down)}" for name, deck in state.decks.items()}


def _decks(state: State, before: State) -> list[str]:
    old = _deck_cells(before)
    decks = "   ".join(f"{name} {marked(cell, old.get(name, ''))}" for name, cell in _deck_cells(state).items())
    actions = "   ".join(f"{pair} {number} {ACTION_WORDS[number]}" for pair, number in state.actions.items())
    return [
        f"Treasures  {decks}   additions left {marked(str(state.supply), str(before.supply))}",
        f"Actions    {actions}",
    ]


def _hand(cards: tuple[str, ...]) -> str:
    known = sorted((card for card in cards if card != UNKNOWN), key=_card_order)
    words = [*(_short(card) for card in known), *hidden(len(cards) - len(known))]
    return " ".join(words) or NOTHING


def _card_order(card: str) -> tuple[str, int]:
    colour, _, number = card.partition("-")
    return (colour, int(number))


def _short(card: str) -> str:
    """`r7` for red-7: the first letters differ for all colours, and a hand of twelve fits on a line."""
    colour, _, number = card.partition("-")
    return f"{colour[0]}{number}" if number else card


def _cells(state: State, seat: str) -> list[str]:
    laid = [lay for lay in state.lays if lay.seat == seat]
    card = state.played.get(seat)
    trick = card or (str(laid[-1].shows) if laid else "")
    added = sum(lay.add for lay in laid)
    if trick and added:
        trick += f" +{added}"
    points = " + ".join(str(item) for item in state.points.get(seat, ()))
    return [
        f"{'▸' if seat == state.starter else ' '}{who(state.table, seat)}",
        trick,
        str(state.additions[seat]),
        " ".join(_short(treasure) for treasure in state.piles[seat]) or NOTHING,
        points or NOTHING,
        _hand(state.hands[seat]),
    ]


def _rows(state: State, before: State, width: int) -> list[str]:
    head = ["player", "trick", "adds", "treasures (top last)", "points", "hand"]
    rows = [
        marked_row(_cells(state, seat), _cells(before, seat) if seat in before.hands else None)
        for seat in state.table.seats
    ]
    return player_table(head, rows, width, may_fold=(_HAND, _TREASURES))
