"""The table as text: decks, the trick, and a row for each player."""

from replay.action import UNKNOWN
from replay.boards import NOTHING, folded, headline, hidden, marked, marked_list, player_table, who
from replay.game import Frame
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import say
from replay.saying import people, person

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
        lines += ["", f"Winner: {'not known' if isinstance(winner, str) else people(state.table, winner)}"]
    return [line.rstrip() for line in lines]


def _headline(state: State) -> str:
    table = state.table
    words = {
        "pass": "everybody passes a card",
        "lay": f"{person(table, state.turn)} lays" if state.turn else "all cards laid",
        "act": ", ".join(f"{person(table, entry.seat)} acts ({say(table, entry.pair)})" for entry in state.pending)
        or "the trick can end",
        "deal": "round 2 has to be dealt",
        "over": "the game is over",
    }
    where = f"round {state.round} of 2 · trick {state.trick} of {state.cards_each}"
    return headline("Sea or Shore", where, f"{person(table, state.starter)} starts", words[state.phase])


def _deck_cell(state: State, before: State, name: str) -> str:
    deck, old = state.decks[name], before.decks.get(name)
    up, over = deck.up or NOTHING, str(len(deck.down))
    was = ("", "") if old is None else (old.up or NOTHING, str(len(old.down)))
    return f"{name} [{marked(up, was[0])}] over {marked(over, was[1])}"


def _decks(state: State, before: State) -> list[str]:
    decks = "   ".join(_deck_cell(state, before, name) for name in state.decks)
    actions = "   ".join(f"{pair} {number} {ACTION_WORDS[number]}" for pair, number in state.actions.items())
    return [
        f"Treasures  {decks}   additions left {marked(str(state.supply), str(before.supply))}",
        f"Actions    {actions}",
    ]


def _hand(cards: tuple[str, ...]) -> list[str]:
    known = sorted((card for card in cards if card != UNKNOWN), key=_card_order)
    return [*known, *hidden(len(cards) - len(known))] or [NOTHING]


def _card_order(card: str) -> tuple[str, int]:
    colour, _, number = card.partition("-")
    return (colour, int(number))


def _short(card: str) -> str:
    """`r7` for red-7: the first letters differ for all colours, and a hand of twelve fits on a line."""
    colour, _, number = card.partition("-")
    return f"{colour[0]}{number}" if number else card


def _trick(state: State, seat: str) -> tuple[str, str]:
    """What a player has laid in the trick, and the additions with it."""
    laid = [lay for lay in state.lays if lay.seat == seat]
    card = state.played.get(seat) or (str(laid[-1].shows) if laid else "")
    added = sum(lay.add for lay in laid)
    return card, f"+{added}" if card and added else ""


def _cells(state: State, before: State, seat: str) -> list[str]:
    """The row of a player, with marks."""
    parts = zip(_trick(state, seat), _trick(before, seat), strict=True)
    trick = [marked(new, old) for new, old in parts]
    points, scored = (" + ".join(str(item) for item in one.points.get(seat, ())) for one in (state, before))
    pile, was = (one.piles.get(seat, ()) or (NOTHING,) for one in (state, before))
    return [
        f"{'▸' if seat == state.starter else ' '}{who(state.table, seat)}",
        " ".join(part for part in trick if part),
        marked(str(state.additions[seat]), str(before.additions.get(seat, ""))),
        " ".join(marked_list(pile, was, _short)),
        marked(points or NOTHING, scored or NOTHING),
        " ".join(marked_list(_hand(state.hands[seat]), _hand(before.hands.get(seat, ())), _short)),
    ]


def _rows(state: State, before: State, width: int) -> list[str]:
    head = ["player", "trick", "adds", "treasures (top last)", "points", "hand"]
    rows = [_cells(state, before, seat) for seat in state.table.seats]
    return player_table(head, rows, width, may_fold=(_HAND, _TREASURES))
