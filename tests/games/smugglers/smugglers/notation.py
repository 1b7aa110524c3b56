"""How a game is typed: `7` lays crate-7, `pass *` passes and takes a crate that nobody saw."""

from replay.notation.alphabet import Notation, Slot, Verb
from replay.notation.kinds import SEAT, named
from replay.notation.shared import setup_verb
from smugglers.kit import CRATES
from smugglers.state import State

CRATE = named("a crate (7)", CRATES, short=lambda name: name.removeprefix("crate-"), unseen=True)
HANDS = Slot(field="hands", kind=CRATE, shape="lists", key=SEAT)

EXAMPLE = """\
qm new smugglers p1 p2 p3
  setup p1                    # p1 starts; setup p1 p2:4,7,9 where a hand is known
  5 ; 7                       # p1 lays crate-5, p2 crate-7
  pass *                      # p3 has nothing higher and takes a crate out of the cave, unseen
  11 ; 12 ; pass ; pass ; pass
  show p1:1,10 p2:2 p3:3,4,6,8,9   # the crates left
"""


def turn(state: State, do: str) -> str | None:
    """Whoever is to go up or pass."""
    return state.turn


NOTATION = Notation(
    verbs=(
        setup_verb(Slot(field="starter", kind=SEAT), HANDS),
        Verb(do="lay", slots=(Slot(field="crate", kind=CRATE),)),
        Verb(do="pass", implied=False, slots=(Slot(field="took", kind=CRATE),)),
        Verb(do="show", by=False, slots=(HANDS,)),
    ),
    turn=turn,
    things=(CRATE,),
    example=EXAMPLE,
)
