"""What may be turned up after the last turn, for somebody who taps."""

from replay.action import UNKNOWN
from replay.games.gold_island.state import State
from replay.games.gold_island.suggest import reveals
from replay.games.gold_island.words import SEVEN
from replay.offers import Offer, ToAsk
from replay.saying import owner

MOST_IN_A_CHEST = 9
"""More than any chest holds, for a kit that does not say what is in them."""


def settling(state: State) -> list[Offer]:
    """Chests with the values that occur in them, permits in the order of the stack, and the gold island."""
    chests = tuple(dict.fromkeys(state.table.kit.chests)) or tuple(range(1, MOST_IN_A_CHEST))
    found = []
    for reveal in reveals(state):
        kind, _, island = reveal.what.partition(".")
        place = state.table.kit.islands if kind == "gold" else ()
        body = {"do": "reveal", "what": reveal.what}
        if kind == "permits":
            found.append(_permits(state, body, island))
        elif kind == "chest":
            says = f"the chest on {island.replace('-', ' ')} is opened"
            found.append(Offer(body, (ToAsk(("value",), of=chests, unseen="?", question="How much gold?"),), says))
        else:
            asked = ToAsk(("value",), of=tuple(place), unseen="?", question="Which island is it?")
            found.append(Offer(body, (asked,), "the gold island is turned up"))
    return found


def _permits(state: State, body: dict[str, str], island: str) -> Offer:
    stack = state.islands[island].stack
    values = [permit.value for permit in stack]
    asks = [
        ToAsk(
            ("value", str(place)),
            of=tuple(range(1, SEVEN + 1)),
            unseen="?",
            question=f"{owner(state.table, permit.seat)} permit?",
        )
        for place, permit in enumerate(stack)
        if permit.value == UNKNOWN
    ]
    says = f"the permits on {island.replace('-', ' ')} are turned up"
    return Offer({**body, "value": values}, tuple(asks), says)
