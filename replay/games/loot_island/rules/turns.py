"""Rules for turns, small islands and passing (LI-TURN, LI-PASS, LI-ISL)."""

from replay.games.loot_island.actions import AARON, Island, Pass, Play
from replay.games.loot_island.kit import card_of, tile_of
from replay.games.loot_island.rules.common import (
    ASSUMED,
    broken_or_open,
    broken_unless,
    cubes_in_doubt,
    discs_in_doubt,
    en,
    were,
)
from replay.games.loot_island.state import State, actor_of, kit_of, price_of, reading
from replay.games.loot_island.tiles import is_done, toll
from replay.games.loot_island.words import amount_of, cube_count, only, some_cards, the_tile, who, whose
from replay.rule import OK, Answers, Rule, broken, derived, rule, unsure
from replay.saying import counted
from replay.step import Step

_ISLAND = en("Phase 2: Use a small island")
_TILES = en("Small islands")


@rule("LI-TURN-1", cite=en("Phase 2"), judges=(Play, Island, Pass))
def turns_go_clockwise(step: Step[State, Play | Island | Pass]) -> Answers:
    """Turns go clockwise from the first player, skipping those who have passed."""
    state, by = step.before, step.action.by
    if by == state.turn or by in state.passed:
        return OK
    why = f"it is {whose(state.table, state.turn)} turn, not {whose(state.table, by)}"
    return broken(why, by=by, turn=state.turn)


@rule("LI-TURN-2", cite=en("Phase 2: Pass"), judges=(Play, Island, Pass))
def passed_is_passed(step: Step[State, Play | Island | Pass]) -> Answers:
    """A player who has passed takes no more turns this round."""
    if step.action.by not in step.before.passed:
        return OK
    why = f"{who(step.before.table, step.action.by)} has already passed"
    return broken(why, by=step.action.by, passed=list(step.before.passed))


@rule("LI-ISL-1", cite=_ISLAND, judges=Island, may_open=True)
def only_a_face_up_tile(step: Step[State, Island]) -> Answers:
    """Only a face-up tile in play can be used."""
    island = step.action.island
    side = step.before.islands.get(island)
    if side == "up":
        return OK
    if side == "down":
        return broken(f"{the_tile(step.before.table, island)} is face down", island=island)
    assumed = tile_of(kit_of(step.before), island).assumed
    why = f"{the_tile(step.before.table, island)} is not in play"
    return broken_unless(assumed, ASSUMED, why, island=island)


def _right_price(state: State, action: Island) -> bool:
    if len(action.cards) == price_of(state):
        return True
    return state.event == "B9" and len(action.cards) == 2 and reading(state, 13) == "may"


@rule("LI-ISL-2", cite=en("Phase 2: Use a small island; Events B7, B9"), judges=Island, rests_on=("LI-Q13",))
def the_price(step: Step[State, Island]) -> Answers:
    """A small island costs two cards; three under B7, one under B9."""
    state, paid = step.before, len(step.action.cards)
    if _right_price(state, step.action):
        return OK
    why = f"{were(counted(paid, 'card'), paid)} paid instead of {amount_of(price_of(state))}"
    return broken(why, paid=paid, price=price_of(state))


@rule("LI-ISL-3", cite=_ISLAND, judges=Island, may_open=True, rests_on=("LI-Q13",))
def a_pair_of_one_colour(step: Step[State, Island]) -> Answers:
    """Two of the cards paid for a small island have the same colour; a single card paid under B9 may have any."""
    state, cards = step.before, step.action.cards
    if not _right_price(state, step.action) or (state.event == "B9" and len(cards) == 1):
        return OK
    kit = kit_of(state)
    known = [card for card in (kit.map.get(name) or card_of(kit, name) for name in cards) if card is not None]
    if len({card.color for card in known}) < len(known):
        return OK
    if len(known) < len(cards):
        return unsure("one of the cards paid was never named", cards=list(cards))
    return broken(f"no two have the same colour: {some_cards(state.table, cards)}", cards=list(cards))


@rule("LI-ISL-4", cite=_TILES, judges=Island, may_open=True, rests_on=("LI-Q12",))
def cubes_up_to_the_number(step: Step[State, Island]) -> Answers:
    """A cube tile lets its user shed up to the number of cubes it shows."""
    state, action = step.before, step.action
    tile = tile_of(kit_of(state), action.island)
    actor = actor_of(state, action)
    if tile.kind != "cubes" or not action.shed or not action.use or actor == AARON:
        return OK
    player = who(state.table, actor)
    has = state.cubes.get(actor, 0) + (toll(state, actor) if reading(state, 12) == "before" else 0)
    if action.shed > tile.n:
        why = f"{player} shed {cube_count(action.shed)} with {the_tile(state.table, tile.name)}"
        if not tile.assumed or action.shed <= has:
            return broken_unless(tile.assumed, ASSUMED, why, shed=action.shed, allowed=tile.n)
    if action.shed <= has:
        return OK
    why = f"{player} shed {cube_count(action.shed)}, but had {amount_of(has)}"
    return broken_or_open(cubes_in_doubt(state, actor), why, shed=action.shed, cubes=has)


@rule("LI-ISL-5", cite=_TILES, judges=Island, may_open=True)
def a_disc_that_is_there(step: Step[State, Island]) -> Answers:
    """The stack tile moves its user's own disc at a landing where they have one."""
    state, action = step.before, step.action
    tile = tile_of(kit_of(state), action.island)
    if tile.kind != "bottom" or not is_done(tile, action) or action.landing is None:
        return OK
    actor = actor_of(state, action)
    if actor in state.stacks[action.landing]:
        return OK
    why = f"{who(state.table, actor)} has no discs at {action.landing}"
    return broken_or_open(discs_in_doubt(state, actor), why, actor=actor, landing=action.landing)


@rule("LI-ISL-6", cite=_TILES, judges=Island, may_open=True, rests_on=("LI-Q33",))
def a_disc_where_the_user_has_none(step: Step[State, Island]) -> Answers:
    """The placing tile puts a disc on a landing where its user has none."""
    state, action = step.before, step.action
    tile = tile_of(kit_of(state), action.island)
    if tile.kind != "place" or not is_done(tile, action) or action.landing is None:
        return OK
    actor = actor_of(state, action)
    if actor in state.stacks[action.landing]:
        why = f"{who(state.table, actor)} already has a disc at {action.landing}"
        return broken_or_open(discs_in_doubt(state, actor), why, actor=actor, landing=action.landing)
    if reading(state, 33) == "no" and not state.columns[action.landing]:
        return broken(f"{action.landing} has no cards", landing=action.landing)
    return OK


@rule("LI-ISL-7", cite=_TILES, judges=Island)
def two_cards_at_most(step: Step[State, Island]) -> Answers:
    """The drawing tile gives its user at most two cards."""
    state, action = step.before, step.action
    if not action.draw or not action.use or tile_of(kit_of(state), action.island).kind != "draw":
        return OK
    if actor_of(state, action) == AARON:
        return OK
    left = state.deck + len(state.discard) + len(action.cards)
    allowed = min(2, left)
    if len(action.draw) <= allowed:
        return OK
    why = f"{were(counted(len(action.draw), 'card'), len(action.draw))} drawn, but {only(allowed)}"
    return broken(why, drawn=len(action.draw), allowed=allowed)


RULES: tuple[Rule, ...] = (
    turns_go_clockwise,
    passed_is_passed,
    derived("LI-TURN-3", "The phase ends when all players have passed.", en("Phase 2")),
    derived(
        "LI-PASS-1",
        "The first to pass takes the first-player tile, even if they already have it.",
        en("Phase 2: Pass"),
    ),
    only_a_face_up_tile,
    the_price,
    a_pair_of_one_colour,
    cubes_up_to_the_number,
    a_disc_that_is_there,
    a_disc_where_the_user_has_none,
    two_cards_at_most,
    derived("LI-ISL-8", "A small island is paid for and turned face down whether or not its action is done.", _ISLAND),
    derived("LI-ISL-9", "The treasure tile costs one cube; its treasure is then kept or buried as usual.", _TILES),
)
