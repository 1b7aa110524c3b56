"""The table as text: nest and sea, permits and pirates, and a block for each player."""

from functools import cache, partial
from textwrap import wrap
from typing import Any, NamedTuple

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.boards import CHANGED, NOTHING, hidden, mark, marked, marked_list, wrapped
from replay.game import Frame
from replay.games.gold_island.chart import draw_ring, draw_sea
from replay.games.gold_island.kit import Board, Kit
from replay.games.gold_island.phrases import everybody, the_place
from replay.games.gold_island.scoring import result_of
from replay.games.gold_island.state import Isle, Owned, State, Value, usable_fields
from replay.games.gold_island.words import (
    AT_VOLCANO,
    COLOURS,
    LOWER,
    PORT,
    SEVEN,
    UPPER,
    VOLCANOES,
    card_of,
    is_treasure_island,
)
from replay.saying import owner
from replay.scene_parts import Room, as_last
from replay.zones import unseen

WORDS_MAX = 22
_NARROWEST = 40
_BothHeld = tuple[list[str], list[str]]
"""The permits in front of a player, now and before."""


def render(frame: Frame) -> list[str]:
    """Headline, nest, sea and players; what changed since the state before has a `*`."""
    now = _Eyes(frame.state, frame.viewer)
    old = _Eyes(frame.before if frame.before is not None else frame.state, frame.viewer)
    kit: Kit = frame.state.table.kit
    width = max(_NARROWEST, frame.width)
    sea = _sea(now, old, kit, width, frame.kept)
    lines = [*_headline(now, width), "", *_nest(now, old, kit, width), "", *sea, ""]
    for seat in frame.state.owned:
        lines += _player_again(now, old, seat, width, frame.kept)
    lines += _known(now, width)
    if frame.state.phase != "play":
        lines += ["", *_result(frame.state, width)]
    return [line.rstrip() for line in lines]


class _Eyes(NamedTuple):
    """A state as somebody sees it, and who that is."""

    state: State
    viewer: str | None


def _peeks(isle: Isle, was: Isle) -> str:
    """What seers have noted about a chest."""
    notes, old = ([f"{letter(seat)}:{value}" for seat, value in one.peeked.items()] for one in (isle, was))
    return f" ({' '.join(marked_list(notes, old))})" if notes else ""


def letter(seat: str) -> str:
    """A seat as one letter, for the map."""
    return seat[:1].upper()


def _headline(now: _Eyes, width: int) -> list[str]:
    state = now.state
    letters = ", ".join(f"{letter(seat)} {state.table.name(seat)}" for seat in state.owned)
    return [*wrapped("", ["Gold Island", *_phase(state)], width), *wrapped("", [letters], width)]


def _phase(state: State) -> list[str]:
    turn = state.turn
    if state.phase == "settle":
        return ["settling the islands"]
    if state.phase == "over":
        return ["the game is over"]
    if turn is None:
        return ["nobody's turn"]
    done = [word for word, is_so in (("redrawn", turn.redrawn), ("moved", turn.moved), ("used", turn.used)) if is_so]
    words = [f"{owner(state.table, turn.seat)} turn" + (f" ({', '.join(done)})" if done else "")]
    fields = usable_fields(state, turn)
    if fields:
        words.append(f"{' or '.join(the_place(field) for field in fields)} may still be used")
    if state.end is not None:
        words.append(f"last round, still to play: {everybody(state.table, state.end.left)}")
    return words


def _nest(now: _Eyes, old: _Eyes, kit: Kit, width: int) -> list[str]:
    state = now.state

    def captains(field: str) -> list[str]:
        return [
            marked(letter(seat), letter(seat) if old.state.owned[seat].captain == field else "")
            for seat, owned in state.owned.items()
            if owned.captain == field
        ]

    houses = [marked(f"{colour} {state.houses[colour]}", f"{colour} {old.state.houses[colour]}") for colour in COLOURS]
    if state.houses.get(UNKNOWN):
        houses.append(f"unseen {state.houses[UNKNOWN]}")
    deck = marked(f"{state.deck} island cards", f"{old.state.deck} island cards")
    lines = [
        *wrapped("NEST   ", [f"houses: {', '.join(houses)}", deck], width),
        *draw_ring(kit.board.fields, captains, width),
    ]
    off = [f"{letter(seat)} on {owned.captain}" for seat, owned in state.owned.items() if owned.captain not in kit.ring]
    title = "not on this ring: " if kit.ring else "captains: "
    return [*(line for line in lines if line), *(wrapped(title, off, width, ", ") if off else [])]


def _sea(now: _Eyes, old: _Eyes, kit: Kit, width: int, kept: Room) -> list[str]:
    islands = tuple(island for island in now.state.islands if is_treasure_island(island))
    before = old.state.islands
    # Islands that the table named itself are not on the kit's map.
    board = kit.board if all(island in kit.places for island in now.state.listed) else Board()

    def cell(place: str) -> list[str]:
        if place == PORT:
            return [_at_sea(now.state, old.state, PORT)]
        return _island(now, old if place in before else _Eyes(_unseen(old.state, place), old.viewer), place)

    def cell_again(place: str) -> list[str]:
        ships = _ships(now.state, place), _ships(old.state, place)
        near = (
            (_sevens(now.state), _sevens(old.state), now.state.relics, old.state.relics) if place in VOLCANOES else ()
        )
        facts = (now.state.islands.get(place), before.get(place), *ships, *near)
        return as_last(kept, ("cell", place), facts, partial(cell, place))

    return [*_legend(width), *draw_sea(board, islands, cell_again, width)]


@cache
def _legend(width: int) -> tuple[str, ...]:
    legend = "SEA    colour <ships> · chest (notes), permits from the bottom · pirates there"
    return tuple(wrap(legend, width, subsequent_indent=" " * 7))


def _at_sea(state: State, before: State, place: str) -> str:
    """A place and the ships there, those that came marked."""
    ships, old = (_ships(one, place) for one in (state, before))
    letters = "".join(marked_list(ships, old))
    return f"{place} <{letters}>" if ships else f"{place} {letters}".strip()


def _ships(state: State, place: str) -> list[str]:
    return [letter(seat) for seat, owned in state.owned.items() if owned.ship == place]


def _unseen(state: State, place: str) -> State:
    """A state with an empty island where it had none, so that everything there counts as new."""
    return replace(state, islands={**state.islands, place: Isle({}, "", "")})


def _island(eyes: _Eyes, old: _Eyes, place: str) -> list[str]:
    """The lines of an island, each fact that changed with its mark."""
    isle, was = eyes.state.islands[place], old.state.islands[place]
    name = _at_sea(eyes.state, old.state, place)
    pirates = " ".join(_marked_pirates(isle.pirates, was.pirates))
    if place == UPPER:
        sevens = (_sevens(eyes.state), _sevens(old.state))
        return [name, f"sevens {' '.join(marked_list(*sevens))}", pirates]
    if place == LOWER:
        relics = (_sunk(eyes.state), _sunk(old.state))
        return [name, f"{marked(*relics)} relics", pirates]
    head, _, ships = name.partition(" ")
    stack, before = ([f"{letter(permit.seat)}{permit.value}" for permit in one.stack] for one in (isle, was))
    title = f"{head} {marked(isle.colour, was.colour)} {ships}" if isle.colour != UNKNOWN else name
    chest = f"chest {marked(f'{isle.chest}', f'{was.chest}')}{_peeks(isle, was)}"
    return [title.strip(), " ".join([chest, *marked_list(stack, before)]), pirates]


def _sevens(state: State) -> list[str]:
    return [letter(seat) for seat, owned in state.owned.items() if owned.volcano > 0] or [NOTHING]


def _sunk(state: State) -> str:
    return str(sum(relic.at == AT_VOLCANO for relic in state.relics.values()))


def _pirates(pirates: dict[str, int]) -> list[str]:
    """Pirates in words; if there are many colours, by their letters, so that they fit in a narrow cell."""
    words = [f"{number} {colour}" for colour, number in pirates.items() if number]
    short = len(" ".join(words)) > WORDS_MAX
    return [f"{n}{colour[0]}" for colour, n in pirates.items() if n] if short else words


def _marked_pirates(new: dict[str, int], old: dict[str, int]) -> list[str]:
    changed = {colour for colour, number in new.items() if number != old.get(colour, 0)}
    kept = [colour for colour, number in new.items() if number]
    words = [word + mark(colour in changed) for colour, word in zip(kept, _pirates(new), strict=True)]
    gone = any(number and not new.get(colour) for colour, number in old.items())
    return [*words, CHANGED] if gone and not changed.intersection(kept) else words


def _player_again(now: _Eyes, old: _Eyes, seat: str, width: int, kept: Room) -> list[str]:
    """A player's lines as they were, if nothing changed that they show: most players wait for their turn."""
    turn = now.state.turn
    pointer = ">" if turn is not None and turn.seat == seat else " "
    before, held = _held_again(old, seat, kept), _held_again(now, seat, kept)  # in this order: most are as they were
    both = [(one.state.owned[seat], one.state.relics) for one in (now, old)]
    facts = (pointer, width, now.viewer, *both, held, before)
    return as_last(kept, ("player", seat), facts, partial(_player, now, old, seat, width, pointer, (held, before)))


def _player(now: _Eyes, old: _Eyes, seat: str, width: int, pointer: str, held: _BothHeld) -> list[str]:
    return wrapped(f"{pointer} {seat:<7}", _player_items(now, old, seat, *held), width)


def _player_items(eyes: _Eyes, old: _Eyes, seat: str, held: list[str], before: list[str]) -> list[str]:
    """What a player has, each fact that changed with its mark."""
    owned, was = eyes.state.owned[seat], old.state.owned[seat]
    top = f", top {marked(*(one.discard[-1] if one.discard else '' for one in (owned, was)))}" if owned.discard else ""
    permits = " ".join(marked_list(held, before))
    crew = _marked_pirates(owned.crew, was.crew)
    seven, fetched = ("on the volcano" if one.volcano > 0 else "fetched" for one in (owned, was))
    return [
        f"hand {' '.join(marked_list(_hand(owned.hand), _hand(was.hand)))}",
        f"draw {marked(str(owned.draw), str(was.draw))}",
        f"discard {marked(str(len(owned.discard)), str(len(was.discard)))}{top}",
        f"crew {' '.join(crew) if any(owned.crew.values()) else ''.join([NOTHING, *crew])}",
        f"permits {marked(str(owned.held), str(was.held))}" + (f": {permits}" if owned.held else ""),
        f"nest {marked(str(owned.nest), str(was.nest))}",
        f"seven {marked(seven, fetched)}",
        f"island cards {' '.join(marked_list(_grouped(owned.cards), _grouped(was.cards)))}",
        f"relic {', '.join(marked_list(_relics(eyes.state, seat), _relics(old.state, seat)))}",
    ]


def _relics(state: State, seat: str) -> list[str]:
    return [f"{id} ({relic.gold} gold)" for id, relic in state.relics.items() if relic.at == seat] or [NOTHING]


def _hand(hand: tuple[str, ...]) -> list[str]:
    return _grouped(tuple(sorted(hand, key=lambda name: (card_of(name).property, name))))


def _grouped(names: tuple[str, ...]) -> list[str]:
    """Names in order, unseen ones counted at the end."""
    known = [name for name in names if name != UNKNOWN]
    left = len(names) - len(known)
    return [*known, *([UNKNOWN] if left == 1 else hidden(left))] or [NOTHING]


def _held_again(eyes: _Eyes, seat: str, kept: Room) -> list[str]:
    """The permits in front of a player, with the values that follow from what the player received and placed."""
    owned = eyes.state.owned[seat]
    if not owned.held:
        return []
    facts = (owned.held, owned.gained, eyes.state.islands)
    return as_last(
        kept, ("held", seat, eyes.viewer), facts, lambda: _grouped(held_values(eyes.state, seat, eyes.viewer))
    )


def held_values(state: State, seat: str, viewer: str | None) -> tuple[str, ...]:
    """The permits in front of a player, those of known value first."""
    owned = state.owned[seat]
    placed = [permit.value for isle in state.islands.values() for permit in isle.stack if permit.seat == seat]
    left = [value for value in owned.gained if type(value) is int and value not in placed]
    certain = left if UNKNOWN not in placed else _in_front(owned, left, placed) if viewer == seat else []
    return (*map(str, sorted(certain)), *unseen(owned.held - len(certain)))


def _in_front(owned: Owned, left: list[int], placed: list[Value]) -> list[int]:
    """What a player is shown of their own permits: those they placed are not named to them, but the seven is."""
    all_left = owned.gained.count(UNKNOWN) == placed.count(UNKNOWN)
    return [value for value in left if value != SEVEN or all_left][: owned.held]


def _known(now: _Eyes, width: int) -> list[str]:
    """What is known about island cards, to those who may look it up."""
    state = now.state
    if state.gold != UNKNOWN:
        return ["", f"Gold island: {state.gold}"]
    if not state.named:
        return []
    left = [island for island in state.listed if island not in state.named]
    return ["", *wrapped("Not seen on a card: ", left, width, " ")]


def _result(state: State, width: int) -> list[str]:
    result = result_of(state)
    lines: list[str] = []
    for island, settled in result["islands"].items():
        order = settled["order"]
        seats = list(dict.fromkeys(order)) if isinstance(order, list) else []
        paid = [f"{state.table.name(seat)} {settled['pay'][seat]}" for seat in seats] or ["?"]
        lines += wrapped(f"{island:<10} chest {settled['chest']!s:<3} ", paid, width, ", ")
    totals = [f"{state.table.name(seat)} {_parts(result, seat)}{_total(result, seat)}" for seat in state.owned]
    lines += wrapped("", totals, width, " · ")
    if isinstance(result["winners"], list):
        lines += wrapped("Winner: ", everybody(state.table, result["winners"]).split(), width, " ")
    return lines


def _parts(result: dict[str, Any], seat: str) -> str:
    return " ".join(f"{name} {result[name][seat]}" for name in ("chests", "coins", "relic"))


def _total(result: dict[str, object], seat: str) -> str:
    score, out = result["score"], result["eliminated"]
    if isinstance(out, list) and seat in out:
        return " = out"
    return f" = {score[seat]}" if isinstance(score, dict) else ""
