"""How a game of Sea or Shore is typed: `r7` is red-7, `7+2` a card showing 7, with two additions."""

from typing import Any

from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import CARDS, COLOURS
from replay.notation.alphabet import Notation, Scope, Slot, Verb
from replay.notation.kinds import SEAT, either, named, number, suited
from replay.notation.shared import setup_verb

TREASURES = tuple(f"{colour}-{points}" for colour in COLOURS for points in range(100))

CARD = suited("an island card (r7)", lambda scope: CARDS)
TREASURE = suited("a treasure (r4)", lambda scope: TREASURES)
COLOUR = named("a colour", COLOURS, short=lambda name: name[0], unseen=True)
HALF = either("a colour or a number", number("a number", 1, 12), COLOUR, CARD)
PAIR = named("a pair (rb, gp)", ("rb", "gp"))
DECK = named("a deck (rb, gp, all)", ("rb", "gp", "all"))
SOURCE = either("a seat or the pile", SEAT, named("the pile", ("pile",)))
ACTION = number("an action from 1 to 4", 1, 4)
COUNT = number("a number", 0, 99)


def _seats(scope: Scope) -> tuple[str, ...]:
    return scope.table.seats


_DEAL = (
    Slot(field="starter", kind=SEAT),
    Slot(field="treasures", kind=TREASURE, shape="many"),
    Slot(field="actions", kind=ACTION, shape="map", key=PAIR),
    Slot(field="hands", kind=CARD, shape="lists", key=SEAT),
)


def _act(scope: Scope, body: dict[str, Any]) -> dict[str, Any]:
    """Fill in the action still to be carried out if its number was not given, and the deck if there is only one."""
    state: State = scope.state
    waiting = [state.actions[entry.pair] for entry in state.pending if entry.seat == scope.by]
    if "action" not in body and waiting:
        body = {"action": waiting[0], **body}
    if body.get("action") == 3 and "deck" not in body and len(state.decks) == 1:
        body = {**body, "deck": next(iter(state.decks))}
    return body


def turn(state: State, do: str) -> str | None:
    """Who lays, or who acts."""
    if do == "act":
        return state.pending[0].seat if state.pending else None
    return state.turn


EXAMPLE = """\
qm new sea-or-shore p1 p2 p3 p4 --kit demo
  setup p1 r4 g3 rb:1 gp:3    # p1 starts; red 4 and green 3 are face up, actions 1 and 3
  r12 * * p3                  # everybody passes a card, in seat order
  7 ; g ; 11 ; b              # the number or colour showing; 7+2 with two additions; r7 if nothing was covered
  r7 g2 b11 b3                # the covers come off; steal p1:p3 if p1 steals from p3
  act <p4                     # the action still due: two additions from p4
  turn r2 p5                  # the trick ends, new treasures
"""

NOTATION = Notation(
    verbs=(
        setup_verb(*_DEAL),
        Verb(do="pass", by=False, slots=(Slot(field="cards", kind=CARD, shape="map", key=SEAT, order=_seats),)),
        Verb(do="lay", slots=(Slot(field="shows", kind=HALF), Slot(field="add", kind=COUNT, mark="+"))),
        Verb(
            do="show",
            by=False,
            slots=(
                Slot(field="cards", kind=CARD, shape="map", key=SEAT, order=_seats),
                Slot(field="steals", kind=SEAT, shape="map", key=SEAT, loose=False, word="steal"),
                Slot(field="add", kind=COUNT, shape="map", key=SEAT, loose=False),
            ),
        ),
        Verb(
            do="act",
            fill=_act,
            slots=(
                Slot(field="action", kind=ACTION),
                Slot(field="from", kind=SOURCE, mark="<"),
                Slot(field="deck", kind=DECK),
                Slot(field="n", kind=COUNT, loose=False),
                Slot(field="took", kind=CARD, shape="many", loose=False),
                Slot(field="gave", kind=CARD, shape="many", loose=False),
                Slot(field="saw", kind=TREASURE, shape="many", loose=False),
                Slot(field="order", kind=TREASURE, shape="many", loose=False),
                Slot(field="take", kind=CARD, loose=False),
                Slot(field="discard", kind=CARD, loose=False),
            ),
        ),
        Verb(do="turn", by=False, slots=(Slot(field="treasures", kind=TREASURE, shape="many"),)),
        Verb(do="round", by=False, implied=False, slots=_DEAL),
    ),
    turn=turn,
    things=(CARD,),
    example=EXAMPLE,
)
