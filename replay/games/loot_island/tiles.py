"""Small islands: cards are paid, the action is done, the tile is turned."""

from msgspec import UNSET

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Island
from replay.games.loot_island.draft import Draft, draft_of
from replay.games.loot_island.kit import Tile, readable, tile_of, treasures
from replay.games.loot_island.state import Plan, State, actor_of, kit_of, reading, treasures_left
from replay.games.loot_island.turns import pass_turn
from replay.zones import without


def is_done(tile: Tile, action: Island) -> bool:
    """Whether the tile's action is done: not if it was declined, or if the log lacks what it needs."""
    if not action.use:
        return False
    if tile.kind in ("bottom", "place"):
        return action.landing is not None
    return tile.kind != "treasure" or action.reveal is not UNSET


def toll(state: State, actor: str) -> int:
    """The cube that A3 charges for each use of a small island."""
    return int(state.event == "A3" and actor != AARON)


def goes_down(state: State, action: Island) -> bool:
    """Whether the stack tile moves a disc to the bottom; under B13 it goes to the top (LI-Q39)."""
    return state.event != "B13" or (reading(state, 39) == "either" and action.to == "bottom")


def ends_turn(state: State, action: Island) -> bool:
    """Whether B9 makes the user pass (LI-Q13: two cards may be paid instead)."""
    if state.event != "B9":
        return False
    return not (reading(state, 13) == "may" and len(action.cards) == 2)


def island_used(state: State, action: Island) -> State:
    """A small island is paid for and used."""
    draft = draft_of(state)
    actor = actor_of(state, action)
    paid = readable(draft.kit, action.cards)
    draft.leave_hand(actor, paid)
    draft.discard += paid
    toll_after = state.table.readings["LI-Q12"] == "after"
    if not toll_after:
        draft.curse(actor, toll(state, actor))
    tile = tile_of(kit_of(state), action.island)
    if is_done(tile, action):
        _act(draft, action, actor, tile)
    if toll_after:
        draft.curse(actor, toll(state, actor))
    draft.islands = {**state.islands, action.island: "down"}
    _end_turn(draft, action, actor)
    if state.phase == "actions":
        draft.turns += 1
    return draft.finished()


def _act(draft: Draft, action: Island, actor: str, tile: Tile) -> None:
    match tile.kind:
        case "cubes":
            draft.shed(actor, tile.n, action.shed)
        case "draw":
            due = () if actor == AARON else (UNKNOWN,) * 2
            draft.draw(actor, action.draw if action.draw is not None else due)
        case "bottom":
            _move_disc(draft, action, actor)
        case "place":
            assert action.landing is not None
            draft.disc(actor, action.landing, action.from_)
        case "treasure":
            _turn_up(draft, action, actor)
        case "ship":
            draft.move_ship()


def _move_disc(draft: Draft, action: Island, actor: str) -> None:
    assert action.landing is not None
    stack = draft.stacks[action.landing]
    if actor in stack:
        rest = without(stack, actor)
        moved = (actor, *rest) if goes_down(draft.before, action) else (*rest, actor)
        draft.stacks = {**draft.stacks, action.landing: moved}


def _turn_up(draft: Draft, action: Island, actor: str) -> None:
    draft.curse(actor, 1)
    if isinstance(action.reveal, str):
        (name,) = shown = treasures(draft.kit, (action.reveal,))
        draft.turn_up(shown)
        keep = action.keep or (actor == AARON and draft.table.readings["LI-Q41"] == "keeps")
        if actor == AARON and name == UNKNOWN and keep:
            draft.blind = True
        draft.gain(actor, name, keep, action.shed)
    elif draft.before.phase == "actions" and not treasures_left(draft.before):
        draft.cutoff = True
        draft.remember(failed=True)


def _end_turn(draft: Draft, action: Island, actor: str) -> None:
    """Whose turn is next; under B9 the user passes at once (LI-Q23), and an empty deck may end the game (LI-Q32)."""
    passes = ends_turn(draft.before, action)
    if passes and actor == AARON:
        answer = draft.table.readings["LI-Q23"]
        draft.done = draft.done or answer == "aaron-done"
        passes = answer == "actor-passes"
    if passes:
        pass_turn(draft, action.by)
    elif draft.before.phase == "actions":
        draft.next_turn(action.by)
    if draft.cutoff and not draft.before.cutoff and draft.table.readings["LI-Q32"] == "at-once":
        draft.phase, draft.turn, draft.loot = "final", None, Plan()
