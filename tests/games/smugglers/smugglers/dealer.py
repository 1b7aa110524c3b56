"""Legal random games with shuffled crates, and the legal next actions."""

from random import Random

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.dealer import Body, Dealer
from replay.table import Table
from smugglers.actions import ACTIONS, Lay, Pass, Setup, Show, SmugglersAction
from smugglers.kit import CRATES, HAND
from smugglers.reducer import reduce
from smugglers.state import State, is_seen, start


def suggest(state: State) -> list[SmugglersAction]:
    """The legal next actions, as far as the state knows the crates."""
    if state.phase == "deal":
        return [Setup(starter=seat) for seat in state.table.seats]
    if state.phase == "show":
        return [Show(hands={seat: list(hand) for seat, hand in state.hands.items()})]
    if state.turn is None:
        return []
    hand, height = state.hands[state.turn], state.height or 0
    lays: list[SmugglersAction] = [
        Lay(by=state.turn, crate=crate)
        for crate in CRATES[height:]
        if crate in hand or (UNKNOWN in hand and not is_seen(state, crate))
    ]
    must = any(crate in hand for crate in CRATES[height:])
    return lays if must else [*lays, Pass(by=state.turn)]


def deal(table: Table, rng: Random) -> list[Body]:
    """Play a game to its end. Every line is written in full."""
    dealer = Dealer(table, rng, start=start(table), reduce=reduce, actions=ACTIONS)
    crates = rng.sample(CRATES, len(CRATES))
    hands = {seat: [crates.pop() for _ in range(HAND)] for seat in table.seats}
    dealer.log(Setup(starter=rng.choice(table.seats), hands=hands))
    while dealer.state.phase != "over":
        legal = suggest(dealer.state)
        action = legal[min(rng.randrange(len(legal)) for _ in range(3))]  # low crates first, so that games last
        if isinstance(action, Pass) and crates:
            action = replace(action, took=crates.pop())
        dealer.log(action)
    return dealer.lines
