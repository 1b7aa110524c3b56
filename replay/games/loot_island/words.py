"""What players call the things of this game, and who did what to whom: the words of sentences, reasons and changes."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from replay.action import UNKNOWN
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.geometry import COASTS, CORNERS
from replay.games.loot_island.kit import WILD, Healer, Kit, MapCard, Tile, card_of, healer_of, tile_of
from replay.saying import counted, listed, number, owner, person, plural, things
from replay.table import Table

PHASES = {
    "ready": "the start of a round",
    "preparation": "the refill of hands",
    "actions": "the action phase",
    "loot": "the loot phase",
    "final": "the final exploration",
    "healer": "the choice of healers",
    "over": "the end of the game",
}
FACINGS = {"cw": "clockwise", "ccw": "counter-clockwise"}
_COASTS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_CORNERS = {"NW": "north-west", "NE": "north-east", "SE": "south-east", "SW": "south-west"}
_TREASURES = {"coins": "coin bag"}
_ICONS = {"chest": "chest", "cube": "cube", "draw": "draw icon", "plus": "+1"}
_TILES = {"bottom": "stack", "place": "placing", "draw": "drawing", "treasure": "treasure", "ship": "ship"}


def say(table: Table, name: str) -> str:
    """A card, tile, place or event as players say it, without an article."""
    kit: Kit = table.kit
    return kit.said.get(name) or _in_words(kit, name)


def with_words(kit: Kit) -> Kit:
    """The kit with the words for all that it lists."""
    said = {name: _in_words(kit, name) for part in (kit.map, kit.treasure, kit.healers, kit.islands) for name in part}
    return replace(kit, said=said, a_card={name: a_thing(said[name]) for name in kit.map if name != UNKNOWN})


def _in_words(kit: Kit, name: str) -> str:
    if name == AARON:
        return "Aaron"
    if name in kit.treasure:
        found = kit.treasure[name]
        return f"{_TREASURES.get(found.type, found.type)} {found.ref}"
    if (healer := healer_of(kit, name)) is not None:
        return _healer(healer)
    tile = tile_of(kit, name)
    if tile.kind != "none":
        return _tile(tile)
    if (card := card_of(kit, name)) is not None:
        return _card(card, 1)
    if name in COASTS:
        return f"{_COASTS[name]} coast"
    if name in CORNERS:
        return f"{_CORNERS[name]} corner"
    return f"event {name}" if is_event(name) else as_typed(name)


def as_typed(name: str) -> str:
    """A name that means nothing in this game, in the words that were typed."""
    return name.replace("-", " ").replace("_", " ")


def is_event(name: str) -> bool:
    """Whether this is what the corner of an event card says: `A1`, `B14`."""
    return name[:1] in ("A", "B") and name[1:].isdecimal()


def _card(card: MapCard, copies: int) -> str:
    """`red 3 with a chest`, `red wild`, `red 1s`."""
    many = "s" if copies > 1 else ""
    if card.value == WILD:
        return f"{card.color} wild{many}"
    shown = {icon: getattr(card, icon) for icon in _ICONS}
    icons = [_icon(icon, amount) for icon, amount in shown.items() if amount]
    return f"{card.color} {card.value}{many}" + (f" with {listed(icons)}" if icons else "")


def _icon(icon: str, amount: int) -> str:
    return f"a {_ICONS[icon]}" if amount == 1 else counted(amount, _ICONS[icon])


def _healer(healer: Healer) -> str:
    """By the price printed on it, which is all that tells healers apart."""
    if not healer.per:
        return f"healer for {healer.fixed}"
    return f"healer for {healer.per} per cube" + (f" plus {healer.fixed}" if healer.fixed else "")


def _tile(tile: Tile) -> str:
    return f"{number(tile.n)}-cube tile" if tile.kind == "cubes" else f"{_TILES[tile.kind]} tile"


def a_thing(words: str) -> str:
    """The words with their article: `a red 8`, `an orange 3`."""
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"


# --- lists


def some_cards(table: Table, names: Iterable[str]) -> str:
    """Map cards in a sentence: `a red 3, two red 7s and one unseen card`."""
    kit: Kit = table.kit
    every = list(names)
    if len(every) == 1 and every[0] in kit.a_card:
        return kit.a_card[every[0]]
    known = [_copies(table, name, copies) for name, copies in Counter(every).items() if name != UNKNOWN]
    return things([*known, *(name for name in every if name == UNKNOWN)])


def _copies(table: Table, name: str, copies: int) -> str:
    card = card_of(table.kit, name)
    if copies == 1:
        return a_thing(say(table, name))
    return f"{number(copies)} {_card(card, copies) if card is not None else plural(say(table, name))}"


def some_treasures(table: Table, names: Iterable[str]) -> str:
    """Treasures in a sentence: `crown 52 and one unseen treasure`."""
    return things([name if name == UNKNOWN else say(table, name) for name in names], "treasure")


def one_treasure(table: Table, name: str) -> str:
    """One treasure in a sentence."""
    if name == UNKNOWN:
        return "a treasure that was not named"
    return say(table, name) if name in table.kit.treasure else f"a treasure called {say(table, name)}"


def some_healers(table: Table, names: Iterable[str]) -> str:
    """Healers in a sentence: `the healer for 17 and one unseen healer`."""
    return things([name if name == UNKNOWN else f"the {say(table, name)}" for name in names], "healer")


def one_healer(table: Table, name: str) -> str:
    """One healer in a sentence."""
    return "a healer that was not named" if name == UNKNOWN else f"the {say(table, name)}"


def the_tile(table: Table, name: str) -> str:
    """One small island in a sentence."""
    return "a small island that was not named" if name == UNKNOWN else f"the {say(table, name)}"


def revealed(table: Table, name: str) -> str:
    """What was revealed, whatever it is: a card with its article, a healer, a player."""
    if name == UNKNOWN:
        return "an unseen card"
    if name in (*table.seats, AARON):
        return who(table, name)
    if name in table.kit.treasure:
        return say(table, name)
    if healer_of(table.kit, name) is not None:
        return one_healer(table, name)
    return a_thing(say(table, name)) if card_of(table.kit, name) is not None else say(table, name)


def the_event(table: Table, name: str) -> str:
    """An event card in a sentence."""
    if name == UNKNOWN:
        return "an event that nobody noted"
    return f"event {name}" if is_event(name) else f"an event called {say(table, name)}"


def the_coasts(names: Sequence[str]) -> str:
    """`the north coast`, `the north and east coasts`."""
    return f"the {listed([_COASTS[name] for name in names])} {'coast' if len(names) == 1 else 'coasts'}"


# --- people


def who(table: Table, actor: str | None) -> str:
    """A player, or Aaron, in a sentence."""
    if actor is None:
        return "nobody"
    return "Aaron" if actor == AARON and actor not in table.seats else person(table, actor)


def whose(table: Table, actor: str | None) -> str:
    """Whose a thing is, Aaron's too."""
    if actor is None:
        return "nobody's"
    return "Aaron's" if actor == AARON and actor not in table.seats else owner(table, actor)


def everybody(table: Table, actors: Iterable[str]) -> str:
    """Players, and Aaron, in a row."""
    return listed([who(table, actor) for actor in actors], "nobody")


# --- numbers


def cube_count(amount: int) -> str:
    """`one cube`, `two cubes`."""
    return counted(amount, "cube")


def amount_of(amount: int) -> str:
    """A number that stands alone: `none`, `one`, `12`."""
    return number(amount) if amount else "none"


def only_these(words: str, number: int) -> str:
    """What is there instead of what was named: `only crown 1 is`, `only crown 1 and crown 2 are`, `none is`."""
    if not number:
        return "none is"
    return f"only {words} {'is' if number == 1 else 'are'}"


def only(allowed: int) -> str:
    """How many of something were allowed, after more were told: `only two were allowed`."""
    if allowed <= 0:
        return "none was allowed"
    return f"only {number(allowed)} {'was' if allowed == 1 else 'were'} allowed"
