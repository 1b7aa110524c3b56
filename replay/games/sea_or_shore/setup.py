"""The start of the game and of each round: hands, face-up treasures, actions."""

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Round, Setup
from replay.games.sea_or_shore.position import from_position
from replay.games.sea_or_shore.state import Deck, Doubt, Past, State
from replay.games.sea_or_shore.words import ADDITIONS, PAIR_OF, cards_each, colour_of, deck_names, deck_size
from replay.table import Table


def start(table: Table) -> State:
    """The table before anything is known about it."""
    seats, players = table.seats, len(table.players)
    return State(
        table=table,
        round=1,
        trick=1,
        phase="pass",
        starter=seats[0],
        turn=None,
        hands={seat: (UNKNOWN,) * cards_each(players) for seat in seats},
        additions=dict.fromkeys(seats, 0),
        supply=ADDITIONS,
        piles=dict.fromkeys(seats, ()),
        decks={name: Deck(UNKNOWN, (UNKNOWN,) * (deck_size(players) - 1)) for name in deck_names(players)},
        actions={"rb": 1, "gp": 3},
        points=dict.fromkeys(seats, ()),
    )


def starter(action: Setup) -> str | None:
    """Who starts, if the set-up says so. A position begins in the middle: who started before it is not known."""
    return action.starter if action.position is None else None


def set_up(state: State, action: Setup) -> State:
    """The state that a setup describes, from its position if it has one."""
    if action.position is not None:
        return from_position(state.table, action.position)
    return _dealt(start(state.table), action, {"rb": 1, "gp": 3})


def next_round(state: State, action: Round) -> State:
    """The state at the start of the next round."""
    return _dealt(replace(state, round=state.round + 1), action, state.actions)


def _dealt(state: State, action: Setup | Round, actions: dict[str, int]) -> State:
    """A round begins: hands, face-up treasures, actions."""
    table = state.table
    seats, players = table.seats, len(table.players)
    kept = type(action) is Round and table.readings["SS-Q11"] == "kept"
    given = action.hands or {}
    starter = action.starter or seats[0]
    passes = not (type(action) is Round and table.readings["SS-Q8"] == "once")
    ups = treasures_to_decks(deck_names(players), action.treasures)
    return State(
        table=table,
        round=state.round,
        trick=1,
        phase="pass" if passes else "lay",
        starter=starter,
        turn=None if passes else starter,
        hands={seat: tuple(given[seat]) if seat in given else (UNKNOWN,) * cards_each(players) for seat in seats},
        additions=state.additions if kept else dict.fromkeys(seats, 0),
        supply=state.supply if kept else ADDITIONS,
        piles=dict.fromkeys(seats, ()),
        decks={name: Deck(up, (UNKNOWN,) * (deck_size(players) - 1)) for name, up in ups.items()},
        actions={**actions, **(action.actions or {})},
        points=state.points,
        unresolved=kept and state.unresolved,
        unresolved_ever=state.unresolved_ever,
        opened=counted({}, action.treasures),
        came_up=state.came_up if kept else frozenset(id for id in state.came_up if id.startswith("SS-Q15.")),
        past=_remembered(state.past, action, kept),
    )


def _remembered(past: Past, action: Setup | Round, kept: bool) -> Past:
    """What is known of the past as a round begins; additions that are kept stay in doubt if they were."""
    if type(action) is Setup:
        return Past(is_set_up=True, given_actions=dict(action.actions or {}))
    doubt = None if past.doubt is None or not kept else Doubt(additions=past.doubt.additions)
    return replace(past, passed=False, doubt=doubt)


def treasures_to_decks(names: tuple[str, ...], treasures: list[str] | None) -> dict[str, str]:
    """The new face-up treasure of each deck; `"?"` where none was named."""
    if names == ("all",):
        return {"all": next((treasure for treasure in treasures or () if treasure != UNKNOWN), UNKNOWN)}
    placed: dict[str, str] = {}
    spare = []
    for treasure in treasures or ():
        deck = PAIR_OF[colour_of(treasure)] if treasure != UNKNOWN else ""
        if treasure == UNKNOWN:
            continue
        if deck in placed:
            spare.append(treasure)
        else:
            placed[deck] = treasure
    for treasure in spare:
        left = next((name for name in names if name not in placed), None)
        if left is not None:
            placed[left] = treasure
    return {name: placed.get(name, UNKNOWN) for name in names}


def counted(opened: dict[str, int], treasures: list[str] | None) -> dict[str, int]:
    """How often each named treasure has come up, including these."""
    if not treasures:
        return opened
    found = dict(opened)
    for treasure in treasures:
        if treasure != UNKNOWN:
            found[treasure] = found.get(treasure, 0) + 1
    return found
