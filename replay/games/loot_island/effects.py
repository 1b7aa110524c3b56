"""Playing map cards: where they go, and what they do to whom."""

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Play, copies_of
from replay.games.loot_island.draft import Draft, going_on
from replay.games.loot_island.hands import out_of_slots
from replay.games.loot_island.kit import WILD, Kit, card_of, readable
from replay.games.loot_island.moves import next_in_turn, out_of_hand, with_disc
from replay.games.loot_island.state import Effects, Just, State, actor_of, column_value, kit_of
from replay.step import Step


def effects_of(state: State, action: Play) -> Effects:
    """What a play does by the rules, with its copies as logged."""
    kit: Kit = state.table.kit
    actor = action.by if action.for_ is None else actor_of(state, action)
    column, stack = state.columns[action.landing], state.stacks[action.landing]
    value = column_value(kit, column)
    inserts = (value is not None and value >= 2) or (column != () and _follows_a_wild(state, kit, column))
    cards, shown = action.cards, kit.map.get(action.cards[0]) if len(action.cards) == 1 else None
    colors: tuple[str, ...]
    values: tuple[int, ...]
    if shown is not None:
        colors, values, cube, draw = (shown.color,), (shown.value,), shown.cube, shown.draw
    else:
        cards = readable(kit, cards)
        colors, values, cube, draw = _shown(kit, cards)
    ones = values.count(1)
    inserted = ones if inserts else 0
    own_cube = own_draw = 0
    if inserted and action.copy is not None:
        own_cube, own_draw = _copied(kit, copies_of(action)[:inserted])
    there = stack if actor in stack else (*stack, actor)
    cursing = ones if not inserts and value is not None else 0
    return Effects(
        actor,
        cards,
        colors,
        values,
        value,
        inserts,
        inserted,
        cursing,
        there,
        cube,
        draw,
        own_cube,
        own_draw,
    )


def laid_by(step: Step[State, Play]) -> Effects:
    """What the play in this step does. The reducer has said so, and it is not worked out once more."""
    laid = step.after.just.laid
    assert laid is not None, "the reducer says what a play does"
    return laid


def _shown(kit: Kit, names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...], int, int]:
    """Colours and numbers of the cards that can be read, and how many cubes and draws they show."""
    cards = [card for name in names if (card := card_of(kit, name)) is not None]
    return (
        tuple([card.color for card in cards]),
        tuple([card.value for card in cards]),
        sum([card.cube for card in cards]),
        sum([card.draw for card in cards]),
    )


def _follows_a_wild(state: State, kit: Kit, column: tuple[str, ...]) -> bool:
    """Whether a wild at the end of the column lets 1s be inserted (LI-Q5)."""
    if state.table.readings["LI-Q5"] != "insert":
        return False
    last = card_of(kit, column[-1])
    return last is not None and last.value == WILD


def _copied(kit: Kit, names: tuple[str | None, ...]) -> tuple[int, int]:
    """How many cube and draw cards are copied."""
    cards = [card_of(kit, name) for name in names if name is not None]
    return sum(bool(card and card.cube) for card in cards), sum(bool(card and card.draw) for card in cards)


def cursed_by(state: State, action: Play, effects: Effects) -> tuple[str, ...]:
    """Who takes a cube for each 1 added the usual way (LI-Q22)."""
    if not effects.cursing:
        return ()
    spared = effects.actor
    if spared == AARON and state.table.readings["LI-Q22"] == "opponent":
        spared = action.by
    return tuple(seat for seat in state.table.seats if seat != spared)


def drawing_seats(state: State, action: Play, effects: Effects) -> tuple[str, ...]:
    """The order in which players draw for a play (LI-Q8)."""
    seats = state.table.clockwise(action.by)
    if state.table.readings["LI-Q8"] == "stack":
        there = tuple(seat for seat in effects.there if seat in seats)
        return (*there, *(seat for seat in seats if seat not in there))
    return seats


def cube_worth(state: State) -> int:
    """How many cubes an icon is worth."""
    return 2 if state.event == "B6" else 1


def played(state: State, action: Play) -> State:
    """Cards go to a landing with a disc, and their effects follow."""
    effects = effects_of(state, action)
    actor, landing, by = effects.actor, action.landing, action.by
    stacks, compasses = state.stacks, state.compasses
    if effects.there is not stacks[landing]:
        stacks, compasses = with_disc(stacks, compasses, actor, landing, action.from_)
    columns = state.columns.copy()
    column = columns[landing]
    columns[landing] = _with_ones(state, column, effects) if effects.inserted else column + effects.cards
    hands, slots, sight = out_of_hand(state.hands, actor, effects.cards), state.slots, state.sight
    draws = effects.draw or effects.own_draw or action.draw
    plain = not draws and effects.value is not None and not effects.unnamed
    if plain and hands is None and (found := out_of_slots(state, actor, effects.cards)):
        hands, slots, sight, _ = found
    acts = state.phase == "actions"
    cubes = state.cubes
    if effects.cursing or effects.cube or effects.own_cube or action.shed:
        cubes = _cubes(state, action, effects)
    after = replace(
        state,
        turn=next_in_turn(state.table.seats, state.passed, by) if acts else state.turn,
        turns=state.turns + acts,
        hands=state.hands if hands is None else hands,
        cubes=cubes,
        compasses=compasses,
        columns=columns,
        stacks=stacks,
        tick=state.tick + 1,
        slots=slots,
        sight=sight,
        just=Just(False, effects),
    )
    if plain and hands is not None:
        return after
    return _played_oddly(state, after, action, effects, known=hands is not None)


def _played_oddly(state: State, after: State, action: Play, effects: Effects, *, known: bool) -> State:
    """What else a play does: cards are drawn, or it is not known where one came from or what it was."""
    draft = going_on(after, state)
    if not known:
        draft.leave_unknown(effects.actor, effects.cards)
    if effects.draw or effects.own_draw or action.draw:
        _draw(draft, action, effects)
    if effects.value is None or effects.unnamed:
        _doubt(draft, action, effects)
    return draft.finished()


def _cubes(state: State, action: Play, effects: Effects) -> dict[str, int]:
    """Everybody's cubes once the 1s cursed them and the icons were used, in the order of LI-Q40."""
    cubes, sheds = state.cubes.copy(), effects.cube or effects.own_cube or action.shed
    shed_first = state.table.readings["LI-Q40"] == "shed-first"
    if sheds and shed_first:
        _shed(cubes, state, action, effects)
    if effects.cursing:
        for seat in cursed_by(state, action, effects):
            if seat in cubes:
                cubes[seat] += effects.cursing
    if sheds and not shed_first:
        _shed(cubes, state, action, effects)
    return cubes


def _shed(cubes: dict[str, int], state: State, action: Play, effects: Effects) -> None:
    """Players put cubes back: the number logged, or as many as they may; `cubes` is changed in place."""
    logged, each = action.shed or {}, cube_worth(state)
    for seat in state.table.seats:
        number = logged.get(seat)
        if number is None:
            number = effects.may_shed(seat, each=each)
        if number and seat in cubes:
            cubes[seat] = max(0, cubes[seat] - number)


def _doubt(draft: Draft, action: Play, effects: Effects) -> None:
    """Whose cubes and hands are not certain any more, because it is not known what a card was or where a 1 went."""
    state = draft.before
    reached: set[str] = set()
    if effects.unnamed:
        reached |= set(effects.there)
    lost_one = effects.value is None and not effects.inserts and 1 in effects.values
    if lost_one or (effects.unnamed and not effects.inserts):
        reached |= set(state.table.seats) - {effects.actor}
    if lost_one and action.copy is not None:
        reached.add(effects.actor)
    found = tuple(seat for seat in state.table.seats if seat in reached or seat in draft.memory.unsure)
    if found != draft.memory.unsure:
        draft.remember(unsure=found)


def _draw(draft: Draft, action: Play, effects: Effects) -> None:
    logged = action.draw or {}
    for seat in drawing_seats(draft.before, action, effects):
        cards = logged.get(seat)
        draft.draw(seat, cards if cards is not None else (UNKNOWN,) * effects.may_draw(seat))
    draft.draw(AARON, logged.get(AARON, ()))


def _with_ones(state: State, column: tuple[str, ...], effects: Effects) -> tuple[str, ...]:
    """The column with the cards added, and the inserted 1s at its beginning."""
    kit = kit_of(state)
    ones = [name for name in effects.cards if _is_one(kit, name)]
    others = [name for name in effects.cards if not _is_one(kit, name)]
    return (*ones, *column, *others)


def _is_one(kit: Kit, name: str) -> bool:
    card = card_of(kit, name)
    return card is not None and card.value == 1
