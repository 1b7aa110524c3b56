"""Legal next actions: with the cards that the state knows, and with those that may be among the unseen ones."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from replay.action import UNKNOWN, Action, Reveal
from replay.games.gold_island.actions import Draw, Gamble, Move, Redraw, Take, Use
from replay.games.gold_island.movement import POINTS_MAX, ends
from replay.games.gold_island.rules.robbery import has_ground
from replay.games.gold_island.state import Owned, State, Turn, has_relic, usable_fields
from replay.games.gold_island.unseen_hand import MOST, in_turns, may_be_held, named_in_full
from replay.games.gold_island.words import (
    AT_VOLCANO,
    COLOURS,
    CREW_LIMIT,
    LIGHT,
    LIGHTHOUSE,
    LOWER,
    PORT,
    UPPER,
    VOLCANOES,
    base_of,
    card_of,
    is_treasure_island,
    kind_of,
)


def suggest(state: State) -> list[Action]:
    """What the seat whose turn it is may do next; after the last turn, what may be turned up."""
    if state.phase != "play":
        return list(reveals(state))
    turn = state.turn
    if turn is None or turn.seat not in state.owned:
        return []
    seat, faces = turn.seat, [named_in_full(state, face) for face in may_be_held(state, turn.seat)]
    if not turn.moved:
        guessed = in_turns([list(moves_with(state, seat, face)) for face in faces])
        return [*redraws(state, seat), *moves(state, seat), *guessed][:MOST]
    found: list[Action] = []
    if not turn.used_since:
        found += field_actions(state, turn)
    if turn.used:
        return [*found, Draw(by=seat)]
    guessed = in_turns([list(uses_with(state, seat, face)) for face in faces])
    return [*found, *uses(state, seat), Draw(by=seat), *guessed][:MOST]


def first_of_each(hand: tuple[str, ...]) -> list[str]:
    """The cards in a hand, one of each face: the one that leaves it when that face is played."""
    return list({base_of(name): name for name in reversed(hand)}.values())[::-1]


def redraws(state: State, seat: str) -> Iterator[Redraw]:
    """The known cards, one or two at a time, that the owner of the relic may exchange."""
    turn = state.turn
    if not has_relic(state, seat, "redraw") or turn is None or turn.redrawn:
        return
    for card in first_of_each(tuple(card for card in state.owned[seat].hand if card != UNKNOWN)):
        yield Redraw(by=seat, discard=[card])


def moves(state: State, seat: str) -> Iterator[Move]:
    """For every known card, one route to each place it can lead to."""
    for name in first_of_each(state.owned[seat].hand):
        yield from moves_with(state, seat, name)


def moves_with(state: State, seat: str, name: str) -> Iterator[Move]:
    """One route to each place that a card can lead to."""
    owned, card = state.owned[seat], card_of(name)
    more = 1 if has_relic(state, seat, "move-plus-1") else 0
    if card.flag == LIGHT:
        away = owned.captain != LIGHTHOUSE or owned.ship != PORT
        if away or state.table.readings["GI-Q9"] == "stay":
            yield Move(by=seat, card=name)
            yield from _home_and_one_more(state, seat, name)
    if card.points is None:
        return
    for points in range(card.points, min(card.points + more, POINTS_MAX) + 1):
        for paths in ends(state, owned.captain, owned.ship, points).values():
            yield Move(by=seat, card=name, path=paths[0])


def _home_and_one_more(state: State, seat: str, card: str) -> Iterator[Move]:
    """If the table agreed on it, the relic adds a step even to the way home."""
    if state.table.readings["GI-Q11"] == "no" or not has_relic(state, seat, "move-plus-1"):
        return
    owned, kit = state.owned[seat], state.table.kit
    home = tuple(home for home, at in ((LIGHTHOUSE, owned.captain), (PORT, owned.ship)) if at != home)[:1]
    for place in (*kit.ring.get(LIGHTHOUSE, ()), *kit.lines.get(PORT, ())):
        yield Move(by=seat, card=card, path=(*home, place))


def field_actions(state: State, turn: Turn) -> list[Action]:
    """The action of the captain's field, if it is possible; and of those passed, if the table agreed on it."""
    found: list[Action] = []
    for field in usable_fields(state, turn):
        actions = offered(state, turn.seat, field)
        found += [_as_usual(action) for action in actions] if field == turn.field else actions
    return found


def _as_usual(action: Action) -> Action:
    """On the captain's own field, a `take` need not say what was taken."""
    return Take(by=action.by, drop=action.drop) if isinstance(action, Take) else action


def offered(state: State, seat: str, field: str) -> list[Action]:
    """What a field offers a seat now, each action saying what is taken."""
    kind, owned = kind_of(field) or "", state.owned[seat]
    if kind == "gamble":
        return [Gamble(by=seat, card=UNKNOWN)]
    if kind == "permit":
        return [Take(by=seat, permit=UNKNOWN)] if owned.nest > 0 else []
    if kind == "island-card":
        return [Take(by=seat, card=UNKNOWN)] if state.deck > 0 else []
    colour = kind.removeprefix("pirate-")
    if not kind.startswith("pirate-") or state.houses[colour] <= 0:
        return []
    crew = sum(owned.crew.values())
    if crew < CREW_LIMIT:
        return [Take(by=seat, pirate=colour)]
    if crew > CREW_LIMIT or state.table.readings["GI-Q16"] == "forbidden":
        return []
    swapped = [other for other in COLOURS if owned.crew[other] > 0 and other != colour]
    return [Take(by=seat, pirate=colour, drop=other) for other in swapped]


def uses(state: State, seat: str) -> Iterator[Use]:
    """Every known second card, with everything it can do now."""
    for name in first_of_each(state.owned[seat].hand):
        yield from uses_with(state, seat, name)


def uses_with(state: State, seat: str, name: str) -> Iterator[Use]:
    """Everything that a second card can do now."""
    kind = card_of(name).property
    if kind != "monument":
        yield from (_with(use, name) for use in effects_by(state, seat, kind))
        return
    for other, each in state.owned.items():
        top = card_of(each.discard[-1]).property if each.discard else UNKNOWN
        banned = top == "ashore" and state.table.readings["GI-Q13"] == "not-ashore"
        if other != seat and top != "monument" and not banned:
            yield from (_with(use, name, other) for use in effects_by(state, seat, top))


def _with(use: Use, card: str, copy: str | None = None) -> Use:
    # Built from scratch, not with replace: the template has no card.
    return Use(
        by=use.by,
        card=card,
        copy=copy,
        rob=use.rob,
        island=use.island,
        pirates=use.pirates,
        permit=use.permit,
        relic=use.relic,
    )


def effects_by(state: State, seat: str, kind: str) -> Iterator[Use]:
    """What a property can do for a seat now."""
    owned = state.owned[seat]
    if kind in ("robbery", "double-robbery"):
        yield from _robberies(state, seat, 2 if kind == "double-robbery" else 1)
    elif kind == "seer":
        only = owned.ship if state.table.readings["GI-Q24"] == "own-island" else None
        for island in state.listed:
            if only in (None, island):
                yield Use(by=seat, card=UNKNOWN, island=island)
    elif kind in ("pirate", "double-pirate"):
        yield from _pick_ups(state, seat, 2 if kind == "double-pirate" else 1)
    elif kind == "ashore" and owned.ship != PORT:
        yield from _landings(state, seat)


def _robberies(state: State, seat: str, most: int) -> Iterator[Use]:
    robbed: list[str] = []
    for victim, each in state.owned.items():
        if victim == seat or not has_ground(state, seat, victim, state.table.readings["GI-Q2"]):
            continue
        robbed.append(victim)
        for number in range(1, min(most, len(each.cards)) + 1):
            yield Use(by=seat, card=UNKNOWN, rob={victim: number})
    if most == 2 and state.table.readings["GI-Q4"] == "two":
        for pair in combinations([victim for victim in robbed if state.owned[victim].cards], 2):
            yield Use(by=seat, card=UNKNOWN, rob=dict.fromkeys(pair, 1))


def _pick_ups(state: State, seat: str, most: int) -> Iterator[Use]:
    owned = state.owned[seat]
    isle = state.islands.get(owned.ship)
    room = CREW_LIMIT - sum(owned.crew.values())
    closed = owned.ship in VOLCANOES and state.table.readings["GI-Q25"] == "no"
    if isle is None or owned.ship == PORT or closed:
        return
    for number in range(1, min(most, room) + 1):
        for colours in _picks(isle.pirates, number):
            yield Use(by=seat, card=UNKNOWN, pirates=colours)


def _picks(pirates: dict[str, int], number: int) -> Iterator[list[str]]:
    """Every choice of `number` of these pirates."""
    for colours in combinations_with_replacement(COLOURS, number):
        if all(pirates[colour] >= colours.count(colour) for colour in colours):
            yield list(colours)


def _landings(state: State, seat: str) -> Iterator[Use]:
    owned = state.owned[seat]
    if owned.ship == UPPER:
        if owned.volcano == 1:
            yield from (Use(by=seat, card=UNKNOWN, pirates=crew) for crew in _picks(owned.crew, 1))
    elif owned.ship == LOWER:
        if all(relic.at != seat for relic in state.relics.values()):
            for id, relic in state.relics.items():
                if relic.at == AT_VOLCANO:
                    yield from (Use(by=seat, card=UNKNOWN, pirates=crew, relic=id) for crew in _picks(owned.crew, 1))
    elif may_place(state, seat, owned, owned.ship):
        for crew in fares(state, seat, owned.ship):
            yield Use(by=seat, card=UNKNOWN, pirates=crew, permit=UNKNOWN)


def may_place(state: State, seat: str, owned: Owned, island: str) -> bool:
    """Whether a seat has a permit to place and none on this island yet."""
    isle = state.islands.get(island)
    return owned.held > 0 and isle is not None and all(permit.seat != seat for permit in isle.stack)


def fares(state: State, seat: str, island: str) -> Iterator[list[str]]:
    """The pirates a seat can pay for a treasure island with."""
    crew = state.owned[seat].crew
    colour = state.islands[island].colour if island in state.islands else UNKNOWN
    if colour == UNKNOWN:
        colour = state.table.kit.colours.get(island, UNKNOWN)
    for one in _picks(crew, 1):
        if one[0] == colour or has_relic(state, seat, "any-colour"):
            yield one
    yield from _picks(crew, 2)


def reveals(state: State) -> Iterator[Reveal]:
    """What may be turned up next: chests with a single permit, then islands with several, then the gold island."""
    if state.phase == "over":
        return
    islands = [(island, isle) for island, isle in state.islands.items() if isle.stack and is_treasure_island(island)]
    single = [island for island, isle in islands if len(isle.stack) == 1 and not isle.chest_up]
    several = [(island, isle) for island, isle in islands if len(isle.stack) > 1 and not isle.chest_up]
    if single:
        yield from (Reveal(what=f"chest.{island}", value=UNKNOWN) for island in single)
    elif several:
        for island, isle in several:
            yield Reveal(what=f"permits.{island}", value=[permit.value for permit in isle.stack])
            yield Reveal(what=f"chest.{island}", value=isle.chest)
    else:
        yield Reveal(what="gold", value=state.gold)
