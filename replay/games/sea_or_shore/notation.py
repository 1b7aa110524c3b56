"""How a game of Sea or Shore is typed: `r7` is red-7, `7+2` a card showing 7, with two additions."""

from typing import Any

from msgspec.structs import replace

from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import CARDS, COLOURS
from replay.notation.alphabet import Choice, Notation, Scope, Slot, Verb
from replay.notation.kinds import SEAT, either, named, number, suited
from replay.notation.shared import setup_verb

TREASURES = tuple(f"{colour}-{points}" for colour in COLOURS for points in range(100))

CARD = suited("an island card (r7)", lambda scope: CARDS)


def _treasures(scope: Scope) -> list[Choice]:
    return [Choice(name, group=name.partition("-")[0]) for name in scope.table.kit.copies]


TREASURE = replace(suited("a treasure (r4)", lambda scope: TREASURES), choices=_treasures)
COLOUR = named("a colour", COLOURS, short=lambda name: name[0], unseen=True)
HALF = either("a colour or a number", number("a number", 1, 12), COLOUR, CARD)
PAIR = named("a pair (rb, gp)", ("rb", "gp"))
DECK = named("a deck (rb, gp, all)", ("rb", "gp", "all"), on_scene=True)
SOURCE = either("a seat or the pile", SEAT, named("the pile", ("pile",), on_scene=True))
ACTION = number("an action from 1 to 4", 1, 4)
COUNT = number("a number", 0, 99)
SHOWN = "What is the card?"


def _seats(scope: Scope) -> tuple[str, ...]:
    return scope.table.seats


_DEAL = (
    Slot(field="starter", kind=SEAT, asked=True, question="Who starts?"),
    Slot(field="treasures", kind=TREASURE, shape="many", asked=True, question="Which treasure is face up?"),
    Slot(field="actions", kind=ACTION, shape="map", key=PAIR, asked=True, question="Which action card is it?"),
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
        Verb(
            do="pass",
            by=False,
            label="everybody passes a card",
            slots=(
                Slot(field="cards", kind=CARD, shape="map", key=SEAT, order=_seats, question="Which card is passed?"),
            ),
        ),
        Verb(
            do="lay",
            label="lays a card",
            slots=(
                Slot(field="shows", kind=HALF, asked=True, question="What does the card show?"),
                Slot(field="add", kind=COUNT, mark="+", asked=True, question="With how many additions?"),
            ),
        ),
        Verb(
            do="show",
            by=False,
            label="the covers come off",
            slots=(
                Slot(field="cards", kind=CARD, shape="map", key=SEAT, order=_seats, asked=True, question=SHOWN),
                Slot(
                    field="steals",
                    kind=SEAT,
                    shape="map",
                    key=SEAT,
                    loose=False,
                    word="steal",
                    question="From whom is a treasure stolen?",
                ),
                Slot(field="add", kind=COUNT, shape="map", key=SEAT, loose=False, question="With how many additions?"),
            ),
        ),
        Verb(
            do="act",
            fill=_act,
            label="carries out an action",
            slots=(
                Slot(field="action", kind=ACTION, question="Which action?"),
                Slot(field="from", kind=SOURCE, mark="<", question="From whom?"),
                Slot(field="deck", kind=DECK, question="Which deck?"),
                Slot(field="n", kind=COUNT, loose=False, question="How many?"),
                Slot(field="took", kind=CARD, shape="many", loose=False, question="Which cards were taken?"),
                Slot(field="gave", kind=CARD, shape="many", loose=False, question="Which cards were given?"),
                Slot(field="saw", kind=TREASURE, shape="many", loose=False, question="Which treasures were seen?"),
                Slot(field="order", kind=TREASURE, shape="many", loose=False, question="In which order?"),
                Slot(field="take", kind=CARD, loose=False, question="Which card is taken?"),
                Slot(field="discard", kind=CARD, loose=False, asked=True, question="Which card is discarded?"),
            ),
        ),
        Verb(
            do="turn",
            by=False,
            label="the trick ends",
            slots=(
                Slot(field="treasures", kind=TREASURE, shape="many", asked=True, question="Which treasure comes up?"),
            ),
        ),
        Verb(do="round", by=False, implied=False, slots=_DEAL, label="the second round begins"),
    ),
    turn=turn,
    things=(CARD,),
    example=EXAMPLE,
)
