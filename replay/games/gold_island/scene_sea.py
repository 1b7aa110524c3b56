"""The sea in the picture: port, islands and volcanoes, with what lies and stands on them, and ships."""

import re
from collections.abc import Sequence
from functools import partial

from replay.action import UNKNOWN
from replay.games.gold_island.phrases import pirates_by_colour, the_place
from replay.games.gold_island.scene_layout import Eyes, as_others
from replay.games.gold_island.scene_map import chart_of
from replay.games.gold_island.scene_words import RELIC_SYMBOLS, permit_said, relic_said
from replay.games.gold_island.state import Isle, empty_isle
from replay.games.gold_island.words import AT_VOLCANO, PORT, UPPER, VOLCANOES
from replay.lettering import fitted, width_of
from replay.saying import counted, listed
from replay.scene import LETTERS, Box, Piece, ScenePart, Text, Zone
from replay.scene_parts import again, spread

_NUMBERED = re.compile(r"isle-(\d{1,2})", re.ASCII)
ELSEWHERE = "elsewhere"
"""Where ships are drawn whose place is not on the map."""


def sea(eyes: Eyes) -> list[ScenePart]:
    """Everything at sea, a part for each place."""
    state = eyes.state
    facts = (state.islands, state.relics, state.gold, state.listed, eyes.at_sea)
    return as_others(eyes, "sea", facts, partial(_sea, eyes))


def _sea(eyes: Eyes) -> list[ScenePart]:
    state, boxes = eyes.state, chart_of(eyes).boxes
    moored: dict[str, tuple[str, ...]] = {}
    for seat, owned in state.owned.items():
        moored[owned.ship] = (*moored.get(owned.ship, ()), seat)
    parts = []
    last = {} if eyes.last is None else eyes.last  # as `as_last`, without a call for each place: there are many
    for place, box in boxes.items():
        near = (state.relics, _sevens_of(eyes)) if place in VOLCANOES else state.gold == place
        facts = (box, state.islands.get(place), moored.get(place), near)
        kept = last.get(place)
        if kept is None or kept[0] != facts:
            kept = last[place] = (facts, _kept_place(eyes, place, box))
        parts.append(kept[1])
    lost = [seat for seat, owned in state.owned.items() if owned.ship not in boxes]
    return [*parts, _elsewhere(eyes, lost)] if lost else parts


def _kept_place(eyes: Eyes, place: str, box: Box) -> ScenePart:
    return again(eyes.drawn, (place, box, *_facts(eyes, place)), partial(_place, eyes, place, box))


def _facts(eyes: Eyes, place: str) -> tuple[object, ...]:
    """All that the picture of a place shows, whoever looks."""
    state, isle = eyes.state, eyes.state.islands.get(place)
    ships = tuple(_ships_at(eyes, place))
    if place in VOLCANOES:
        relics = tuple((id, relic.gold) for id, relic in state.relics.items() if relic.at == AT_VOLCANO)
        return ships, tuple(_sevens_of(eyes)), relics, isle and tuple(isle.pirates.items())
    if isle is None:
        return (ships,)
    chest = (_chest_value(eyes, isle), tuple(isle.peeked))
    permits = tuple((permit.seat, permit.value) for permit in isle.stack)
    return ships, isle.colour, chest, permits, tuple(isle.pirates.items()), state.gold == place


def _place(eyes: Eyes, place: str, box: Box) -> ScenePart:
    if place == PORT:
        return _port(eyes, box)
    isle = eyes.state.islands.get(place) or empty_isle(eyes.state, place)
    return _volcano(eyes, place, box, isle) if place in VOLCANOES else _island(eyes, place, box, isle)


def _port(eyes: Eyes, box: Box) -> ScenePart:
    at, side = eyes.look.place, eyes.look.place.ship * 0.78
    middle = box.y + box.h / 2
    words = Text(box.x + at.left + side + 8, middle + 5, "port", at.name)
    left = words.x + width_of("port", at.name) + 8
    ships = _ships_at(eyes, PORT)
    steps = spread(left, box.x + box.w - 8 - left, at.ship, at.ship * 1.1, len(ships))
    mark = Box(box.x + at.left, middle - side / 2, side, side)
    says = _said(eyes, PORT, [])
    corner = box.h * 0.42
    zone = Zone(PORT, box, "tile", says, "box", corner, (words,), "anchor", "mark-ink", mark, dot=_dot(box))
    pieces = [
        _ship(eyes, seat, PORT, Box(x, middle - at.ship / 2, at.ship, at.ship))
        for seat, x in zip(ships, steps, strict=True)
    ]
    return ScenePart([zone], pieces)


def _island(eyes: Eyes, place: str, box: Box, isle: Isle) -> ScenePart:
    """A treasure island: number, printed colour and chest on top; permits, pirates and ships below."""
    at = eyes.look.place
    left, top, high = at.chest
    chest = Box(box.x + min(left, box.w - high - 32), box.y + top, high + 32, high)
    printed = Box(box.x + at.printed.x, box.y + at.printed.y, at.printed.w, at.printed.h)
    numbered = _NUMBERED.fullmatch(place)
    if numbered is None:  # a name needs the room in which a number leaves the colour
        printed = Box(box.x + box.w - at.coin - printed.w - 11, box.y + at.rows[0], printed.w, printed.h)
    words = numbered[1] if numbered else fitted(place.replace("-", " "), "b t10", chest.x - box.x - at.left - 3)
    text = Text(box.x + at.left, box.y + at.base, words, at.number if numbered else "b t10")
    value = _chest_value(eyes, isle)
    colour = isle.colour if isle.colour in LETTERS else "none"
    pieces = [
        Piece(f"{place}.colour", place, "round", printed, _colour_said(isle.colour), colour),
        Piece(f"{place}.chest", place, "count", chest, _chest_said(eyes, isle, value), "mark-ink2", value, "", "chest"),
        *_permits(eyes, place, box, isle),
        *_company(eyes, place, box, isle),
    ]
    if eyes.state.gold == place:
        coin = Box(box.x + box.w - at.coin - 9, box.y + at.rows[0] - 1, at.coin, at.coin)
        pieces.append(Piece(f"{place}.gold", place, "coin", coin, "this is the gold island", face="3", star="sw"))
    owners = listed([eyes.names.get(permit.seat, permit.seat) for permit in isle.stack])
    told = [f"permits of {owners}"] if isle.stack else []
    told += [pirates_by_colour(isle.pirates)] if any(isle.pirates.values()) else []
    says = _said(eyes, place, told)
    tap = place in eyes.state.table.kit.places  # the notation does not know names that only the table gave
    return ScenePart([Zone(place, box, "place", says, "island", texts=(text,), tap=tap, dot=_dot(box))], pieces)


def _dot(box: Box) -> tuple[float, float]:
    """On the coast at the lower left, where neither permits nor pirates are."""
    return box.x + 5, box.y + box.h - 6


def _volcano(eyes: Eyes, place: str, box: Box, isle: Isle) -> ScenePart:
    """A volcano: the sevens or the relics that still lie there, pirates and ships."""
    at = eyes.look.place
    side = at.chest[2]
    mark = Box(box.x + at.left, box.y + at.chest[1], side, side)
    upper = place == UPPER
    lying = _sevens(eyes, place, box) if upper else _relics(eyes, place, box)
    words = Text(mark.x + side + 5, box.y + at.base - 2, "sevens" if upper else "relics", at.name)
    number = Text(box.x + box.w - at.left - 5, words.y, str(len(lying)), f"end {at.name}")
    there = counted(len(lying), "seven" if upper else "relic")
    told = [there] + ([pirates_by_colour(isle.pirates)] if any(isle.pirates.values()) else [])
    says = _said(eyes, place, told)
    texts = (words, number)
    zone = Zone(place, box, "place volc", says, "island", 10, texts, "volcano", "mark-rock2", mark, dot=_dot(box))
    return ScenePart([zone], [*lying, *_company(eyes, place, box, isle)])


def _sevens_of(eyes: Eyes) -> list[str]:
    """Whose sevens still lie at the volcano."""
    return [seat for seat, owned in eyes.state.owned.items() if owned.volcano > 0]


def _sevens(eyes: Eyes, place: str, box: Box) -> list[Piece]:
    seats = _sevens_of(eyes)
    return [
        Piece(f"{place}.{seat}", place, "letter", spot, f"{eyes.whose[seat]} seven", seat, _face(seat, 7))
        for seat, spot in zip(seats, _row(eyes, box, len(seats)), strict=True)
    ]


def _relics(eyes: Eyes, place: str, box: Box) -> list[Piece]:
    at = eyes.look.place
    there = [(id, relic) for id, relic in eyes.state.relics.items() if relic.at == AT_VOLCANO]
    lefts = spread(box.x + at.left, box.w - 2 * at.left, at.relic[0], at.relic[0] + 5, len(there))
    return [
        Piece(
            id,
            place,
            "relic",
            Box(x, box.y + at.rows[0] - 1, *at.relic),
            relic_said(id, relic.gold),
            "",
            str(relic.gold),
            "",
            RELIC_SYMBOLS[id],
        )
        for (id, relic), x in zip(there, lefts, strict=True)
    ]


def _row(eyes: Eyes, box: Box, amount: int) -> list[Box]:
    """The places of permits on an island."""
    at = eyes.look.place
    wide, high = at.permit
    lefts = spread(box.x + at.left, box.w - 2 * at.left - at.coin, wide, wide + (3 if wide > 20 else 1.5), amount)
    return [Box(x, box.y + at.rows[0], wide, high) for x in lefts]


def _permits(eyes: Eyes, place: str, box: Box, isle: Isle) -> list[Piece]:
    taken = 0.0 if _NUMBERED.fullmatch(place) else eyes.look.place.printed.w + 3
    spots = _row(eyes, Box(box.x, box.y, box.w - taken, box.h), len(isle.stack))
    return [
        Piece(
            f"{place}.permit.{number}",
            place,
            "letter",
            spot,
            permit_said(eyes.whose.get(permit.seat, permit.seat), permit.value),
            permit.seat,
            _face(permit.seat, permit.value),
        )
        for number, (permit, spot) in enumerate(zip(isle.stack, spots, strict=True), 1)
    ]


def _face(seat: str, value: object) -> str:
    return f"{LETTERS.get(seat, '?')}{value}"


def _company(eyes: Eyes, place: str, box: Box, isle: Isle) -> list[Piece]:
    """Pirates at the lower left, ships moored at the lower right."""
    at = eyes.look.place
    seats = _ships_at(eyes, place)
    right, foot = box.x + box.w + 4, box.y + box.h - 6
    ships = []
    for number, seat in enumerate(seats):
        right -= at.ship * (1 if number == 0 else 1.2 if number == 1 and len(seats) == 2 else 0.7)
        ships.append(_ship(eyes, seat, place, Box(right, foot - at.ship, at.ship, at.ship)))
    left = box.x + at.left + 3  # the coast bends inwards down there
    room = (right if seats else box.x + box.w - 8) - left - 2
    return [*_pirates(place, Box(left, box.y + at.rows[1], room, at.pawn), isle.pirates), *ships]


def _pirates(place: str, box: Box, pirates: dict[str, int]) -> list[Piece]:
    """Pirates side by side; they move together where there are many colours."""
    there = [(colour, number) for colour, number in pirates.items() if number]
    widths = [pawns_width(box.h, number) for _, number in there]
    closer = min(1.0, (box.w - widths[-1]) / sum(widths[:-1])) if len(widths) > 1 else 1.0
    lefts = [box.x + sum(widths[:index]) * closer for index in range(len(widths))]
    return [
        pawns_of(place, Box(x, box.y, wide, box.h), colour, number)
        for (colour, number), x, wide in zip(there, lefts, widths, strict=True)
    ]


def pawns_width(side: float, number: int) -> float:
    """How wide pirates of one colour are, with their number."""
    return side + (1 if number == 1 else 10)


def pawns_of(place: str, box: Box, colour: str, number: int) -> Piece:
    """Pirates of one colour: a figure, and their number if there is more than one."""
    look = colour if colour in LETTERS else "none"
    says = pirates_by_colour({colour: number})
    return Piece(f"{place}.{colour}", place, "pawns", box, says, look, "" if number == 1 else str(number))


def _ships_at(eyes: Eyes, place: str) -> list[str]:
    return [seat for seat, owned in eyes.state.owned.items() if owned.ship == place]


def _ship(eyes: Eyes, seat: str, place: str, box: Box) -> Piece:
    says = f"{eyes.whose[seat]} ship"
    return Piece(f"{seat}.ship", place, "vessel", box, says, seat, symbol="ship")


def _elsewhere(eyes: Eyes, seats: Sequence[str]) -> ScenePart:
    """Ships whose place nobody noted, or whose name is not on the map."""
    area, size = eyes.look.sea, eyes.look.place.ship
    box = Box(area.x + 8, area.y + area.h - size - 30, size * 1.2 * len(seats) + 60, size + 24)
    where = [f"{eyes.names[seat]}: {the_place(eyes.state.owned[seat].ship)}" for seat in seats]
    text = Text(box.x + 4, box.y + 12, fitted(listed(where), "t10", area.w / 2), "t10")
    box = Box(box.x, box.y, max(box.w, width_of(text.words, "t10") + 8), box.h)
    zone = Zone(ELSEWHERE, box, "slot", f"not on the map: {listed(where)}", texts=(text,), tap=False)
    pieces = [
        _ship(eyes, seat, ELSEWHERE, Box(box.x + 4 + size * 1.2 * index, box.y + 18, size, size))
        for index, seat in enumerate(seats)
    ]
    return ScenePart([zone], pieces)


def _chest_value(eyes: Eyes, isle: Isle) -> str:
    """What a chest holds: in brackets if it is only known and not turned up."""
    if isle.chest_up and isle.chest != UNKNOWN:
        return str(isle.chest)
    noted = [isle.chest, *([isle.peeked.get(eyes.viewer, UNKNOWN)] if eyes.viewer else isle.peeked.values())]
    known = [value for value in noted if value != UNKNOWN]
    return f"({known[0]})" if known else UNKNOWN


def _chest_said(eyes: Eyes, isle: Isle, value: str) -> str:
    looked = listed([eyes.names.get(seat, seat) for seat in isle.peeked]) if isle.peeked else ""
    seen = f", looked at by {looked}" if looked else ""
    if value == UNKNOWN:
        return f"a chest, face down{seen}"
    if value.startswith("("):
        return f"a chest, face down, known to hold {value.strip('()')} gold{seen}"
    return f"a chest with {value} gold"


def _colour_said(colour: str) -> str:
    return "the printed colour is not known" if colour == UNKNOWN else f"printed colour: {colour}"


def _said(eyes: Eyes, place: str, told: Sequence[str]) -> str:
    """A place in words, with what is there."""
    ships = [f"{eyes.whose[seat]} ship" for seat in _ships_at(eyes, place)]
    here = [*told, *ships]
    return f"{the_place(place)}: {'; '.join(here)}" if here else f"{the_place(place)}, empty"
