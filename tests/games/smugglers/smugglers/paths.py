"""What can be counted at the table and compared with the record."""

from replay.game import PathDoc, Seen
from smugglers.scoring import winners
from smugglers.state import State

PATHS = (
    PathDoc("turn", "who is to go up or pass, or null", ("SM-TURN-11",)),
    PathDoc("starter", "who started"),
    PathDoc("pier", "the crates laid, the last one on top"),
    PathDoc("cave", "crates left in the cave", ("SM-CAVE-11",)),
    PathDoc("hands.<seat>", "the crates in hand, in any order"),
    PathDoc("hands.<seat>.count", "how many crates are in hand", ("SM-CAVE-11",)),
    PathDoc("winners", "the winners", ("SM-END-11",)),
)


def look(state: State, path: str) -> Seen | None:
    """The value at an observable path; None for an unknown path."""
    match path.split("."):
        case ["turn" | "starter" | "cave" as name]:
            return Seen(getattr(state, name))
        case ["pier"]:
            return Seen(list(state.pier))
        case ["hands", seat] if seat in state.hands:
            return Seen(sorted(state.hands[seat]), ordered=False)
        case ["hands", seat, "count"] if seat in state.hands:
            return Seen(len(state.hands[seat]))
        case ["winners"]:
            return Seen(winners(state))
        case _:
            return None
