"""Playing map cards: where they go, and what they do to whom."""

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON, Play, copies_of
from replay.games.loot_island.draft import Draft, draft_of
from replay.games.loot_island.kit import WILD, Kit, card_of, readable
from replay.games.loot_island.state import Effects, State, actor_of, column_value, kit_of


def effects_of(state: State, action: Play) -> Effects:
    """What a play does by the rules, with its copies as logged."""
    kit: Kit = state.table.kit
    actor = actor_of(state, action)
    column, stack = state.columns[action.landing], state.stacks[action.landing]
    cards = readable(kit, action.cards)
    value = column_value(kit, column)
    inserts = (value is not None and value >= 2) or (column != () and _follows_a_wild(state, kit, column))
    colors: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    cube = draw = 0
    for name in cards:
        card = kit.map.get(name) or card_of(kit, name)
        if card is not None:
            colors += (card.color,)
            values += (card.value,)
            cube += card.cube
            draw += card.draw
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
    draft = draft_of(state)
    draft.laid = effects
    draft.leave_hand(effects.actor, effects.cards)
    draft.disc(effects.actor, action.landing, action.from_)
    draft.columns = {**state.columns, action.landing: _column(state, action.landing, effects)}
    curses = effects.cursing > 0
    shed_first = curses and state.table.readings["LI-Q40"] == "shed-first"
    if curses and not shed_first:
        _curse(draft, action, effects)
    if effects.cube or effects.own_cube or action.shed:
        for seat in state.table.seats:
            logged = (action.shed or {}).get(seat)
            draft.shed(seat, effects.may_shed(seat, each=cube_worth(state)), logged)
    if shed_first:
        _curse(draft, action, effects)
    if effects.draw or effects.own_draw or action.draw:
        _draw(draft, action, effects)
    if effects.value is None or len(effects.colors) < len(effects.cards):
        _doubt(draft, action, effects)
    if state.phase == "actions":
        draft.next_turn(action.by)
        draft.turns += 1
    return draft.finished()


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


def _curse(draft: Draft, action: Play, effects: Effects) -> None:
    for seat in cursed_by(draft.before, action, effects):
        draft.curse(seat, effects.cursing)


def _draw(draft: Draft, action: Play, effects: Effects) -> None:
    logged = action.draw or {}
    for seat in drawing_seats(draft.before, action, effects):
        cards = logged.get(seat)
        draft.draw(seat, cards if cards is not None else (UNKNOWN,) * effects.may_draw(seat))
    draft.draw(AARON, logged.get(AARON, ()))


def _column(state: State, landing: str, effects: Effects) -> tuple[str, ...]:
    """The column with the cards added, and any inserted 1s at its beginning."""
    column = state.columns[landing]
    if not effects.inserted:
        return column + effects.cards
    kit = kit_of(state)
    ones = tuple(name for name in effects.cards if _is_one(kit, name))
    others = tuple(name for name in effects.cards if not _is_one(kit, name))
    return (*ones, *column, *others)


def _is_one(kit: Kit, name: str) -> bool:
    card = card_of(kit, name)
    return card is not None and card.value == 1
