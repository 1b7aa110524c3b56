"""The places that players talk about, in the state document and among what can be counted, and their words."""

from collections.abc import Callable
from typing import Any

from replay.action import UNKNOWN
from replay.diff import difference
from replay.games.gold_island.phrases import a_card, everybody, gold, islands, some_pirates, the_place, where
from replay.games.gold_island.words import AT_VOLCANO, COLOURS, said
from replay.path_words import PathWord
from replay.saying import counted, listed, owner, person, things
from replay.table import Table

_PHASES = {"play": "in play", "settle": "being settled", "over": "over"}


def _phase(table: Table, value: Any) -> str:
    return _PHASES.get(value, "not known")


def _turn(table: Table, value: Any) -> str:
    """Whose turn it is; the document has the whole turn there, a count only the seat."""
    seat = value.get("seat") if isinstance(value, dict) else value
    return "nobody" if seat is None else person(table, seat)


def _turn_change(table: Table, old: Any, new: Any) -> str:
    return f"{_turn(table, new)}, was {_turn(table, old)}" if old is not None else _turn(table, new)


def _place(table: Table, value: Any) -> str:
    return where(value) if isinstance(value, str) and value != UNKNOWN else "not seen"


def _card(table: Table, value: Any) -> str:
    return "nothing" if value is None else a_card(str(value))


def _gold(table: Table, value: Any) -> str:
    """Gold; nothing where a player is out."""
    return "out" if value is None else gold(value)


def _gold_change(table: Table, old: Any, new: Any) -> str:
    return f"{_gold(table, new)}, was {_gold(table, old)}" if type(old) is int else _gold(table, new)


def _look(table: Table, value: Any) -> str:
    return gold(value) if type(value) is int else "not told"


def _seven(table: Table, value: Any) -> str:
    fetched = {1: "on the upper volcanic island", 0: "fetched", -1: "fetched twice"}
    return fetched.get(value, f"counted as {value} on the upper volcanic island")


def _relic_at(table: Table, value: Any) -> str:
    return "on the lower volcanic island" if value == AT_VOLCANO else f"with {person(table, value)}"


def _permit(table: Table, value: Any) -> str:
    """A permit of a stack: `Ann's 5`, `Ann's permit`; in a count only whose it is."""
    if not isinstance(value, list | tuple):
        return f"{owner(table, value)} permit"
    seat, number = value
    return f"{owner(table, seat)} {number if type(number) is int else 'permit'}"


def _stack_change(table: Table, old: Any, new: Any) -> str:
    """A permit placed, or turned up where it lies."""
    before, after = [list(each or []) for each in (old, new)]
    turned = [_permit(table, now) for was, now in zip(before, after, strict=False) if was != now and was[0] == now[0]]
    gone = [_permit(table, was) for was, now in zip(before, after, strict=False) if was[0] != now[0]]
    come = [_permit(table, now) for was, now in zip(before, after, strict=False) if was[0] != now[0]]
    gone += [_permit(table, was) for was in before[len(after) :]]
    come += [_permit(table, now) for now in after[len(before) :]]
    parts = ((turned, "turned up"), (gone, "gone"), (come, "new"))
    return ", ".join(f"{listed(permits)} {how}" for permits, how in parts if permits)


def _cards_change(table: Table, old: Any, new: Any) -> str:
    return _moved(list(old or []), list(new or []), "card", said)


def _island_cards_change(table: Table, old: Any, new: Any) -> str:
    return _moved(list(old or []), list(new or []), "island card", the_place)


def _moved(old: list[str], new: list[str], unit: str, say: Callable[[str], str]) -> str:
    """What left a place and what came to it, or what is seen now of the same cards."""
    gone, come = difference(old, new), difference(new, old)
    if all(name == UNKNOWN for name in (*gone, *come)):
        change = len(new) - len(old)
        return f"{counted(abs(change), unit)} {'more' if change > 0 else 'fewer'}" if change else ""
    if not new:
        return "empty"
    hidden = [set(each) == {UNKNOWN} for each in (gone, come)]
    if len(gone) == len(come) and any(hidden):
        named = listed([say(name) for name in (come if hidden[0] else gone)])
        return f"{named} {'now seen' if hidden[0] else 'not known any more'}"
    told = [(things((name if name == UNKNOWN else say(name) for name in each), unit)) for each in (gone, come)]
    return ", ".join(
        f"{words} {how}" for words, each, how in zip(told, (gone, come), ("gone", "new"), strict=True) if each
    )


def _seats(table: Table, value: Any) -> str:
    return everybody(table, value) if isinstance(value, list) else "not known"


def _seats_change(table: Table, old: Any, new: Any) -> str:
    return _seats(table, new)


def _round(table: Table, value: Any) -> str:
    if not isinstance(value, dict):
        return "not begun"
    return f"begun by {person(table, value['by'])}; {everybody(table, value['left'])} still to play"


def _last_round(table: Table, old: Any, new: Any) -> str:
    return _round(table, new)


def _order(table: Table, value: Any) -> str:
    return ", ".join(person(table, seat) for seat in value) if isinstance(value, list) and value else "not known"


def _order_change(table: Table, old: Any, new: Any) -> str:
    return _order(table, new)


def _unseen(table: Table, value: Any) -> str:
    return counted(value, "unseen pirate") if type(value) is int else "none"


def _island(table: Table, value: Any) -> str:
    return the_place(value) if isinstance(value, str) and value != UNKNOWN else "not known"


def _crew(table: Table, value: Any) -> str:
    """All pirates of a place, as the document has them, colour by colour."""
    counts = value.items() if isinstance(value, dict) else ()
    return some_pirates([colour for colour, amount in counts for _ in range(amount)])


def _whole_island(table: Table, value: Any) -> str:
    """Everything that is known of an island; a volcanic one has only pirates."""
    if not isinstance(value, dict):
        return "not known"
    if "chest" not in value:
        return f"{_crew(table, value['pirates'])} there"
    permits = listed([_permit(table, permit) for permit in value["stack"]], nothing="no permits")
    chest = f"chest {_gold(table, value['chest'])}"
    looks = [f"{person(table, seat)} looked at it ({_look(table, seen)})" for seat, seen in value["peeked"].items()]
    parts = [f"colour {_colour(table, value['colour'])}", ", ".join([chest, *looks]), permits]
    return "; ".join([*parts, f"{_crew(table, value['pirates'])} there"])


def _new_island(table: Table, old: Any, new: Any) -> str:
    return "named for the first time" if old is None else "not named any more"


def _all_held(table: Table, value: Any) -> str:
    held = value.items() if isinstance(value, dict) else ()
    return "; ".join(f"{person(table, seat)} has {islands(cards)}" for seat, cards in held) or "not known"


def _untold(table: Table, old: Any, new: Any) -> str:
    """For what only the log remembers."""
    return ""


def _colour(table: Table, value: Any) -> str:
    return value if value in COLOURS else "not seen"


def _pirates(path: str, noun: str) -> tuple[PathWord, ...]:
    """A place with pirates, colour by colour: `Ann's crew: one black pirate, one more`."""
    seen = [PathWord(f"{path}.{colour}", noun, f"{colour} pirate") for colour in COLOURS]
    return (*seen, PathWord(f"{path}.{UNKNOWN}", noun, "unseen pirate", _unseen))


_DOCUMENT = (
    PathWord("phase", "the game", value=_phase),
    PathWord("turn.seat", "to play", value=_turn),
    PathWord("captains.<seat>", "{seat's} captain", value=_place),
    PathWord("ships.<seat>", "{seat's} ship", value=_place),
    PathWord("hands.<seat>", "{seat's} hand", "card", change=_cards_change),
    PathWord("draw.<seat>", "{seat's} draw pile", "card"),
    PathWord("discard.<seat>", "{seat's} discard pile", "card", change=_cards_change),
    *_pirates("houses", "the houses in the nest"),
    *_pirates("crew.<seat>", "{seat's} crew"),
    *_pirates("islands.<island>.pirates", "pirates on {island}"),
    PathWord("permits.<seat>.held", "in front of {seat}", "permit"),
    PathWord("permits.<seat>.nest", "{seat's} part of the nest", "permit"),
    PathWord("permits.<seat>.volcano", "{seat's} seven", value=_seven),
    PathWord("islandCards.deck", "the deck of island cards", "card"),
    PathWord("islandCards.gold", "the gold island", value=_island),
    PathWord("islandCards.held", "island cards in front of players", value=_all_held),
    PathWord("islandCards.held.<seat>", "{seat's} island cards", "island card", _island, _island_cards_change),
    PathWord("islandCards.named", "the island cards that were seen", change=_untold),
    PathWord("relics.<relic>.at", "the {relic}", value=_relic_at),
    PathWord("relics.<relic>.gold", "the gold on the {relic}", value=_gold),
    PathWord("islands.<island>", "{island}", value=_whole_island, change=_new_island),
    PathWord("islands.<island>.colour", "the colour of {island}", value=_colour),
    PathWord("islands.<island>.chest", "the chest on {island}", value=_gold),
    PathWord("islands.<island>.peeked.<seat>", "{seat's} look at the chest on {island}", value=_look),
    PathWord("islands.<island>.stack", "permits on {island}", "permit", value=_permit, change=_stack_change),
    PathWord("end", "the last round", value=_round, change=_last_round),
    PathWord("end.left", "still to play in the last round", value=_seats, change=_seats_change),
    PathWord("result.islands.<island>.order", "order on {island}", value=_order, change=_order_change),
    PathWord("result.chests.<seat>", "{seat's} chests", value=_gold, change=_gold_change),
    PathWord("result.coins.<seat>", "{seat's} coins", value=_gold, change=_gold_change),
    PathWord("result.relic.<seat>", "the gold on {seat's} relic", value=_gold, change=_gold_change),
    PathWord("result.eliminated", "out", value=_seats, change=_seats_change),
    PathWord("result.winners", "won by", value=_seats, change=_seats_change),
)

_COUNTED = (
    PathWord("captain.<seat>", "{seat's} captain", value=_place),
    PathWord("ship.<seat>", "{seat's} ship", value=_place),
    PathWord("hand.<seat>", "{seat's} hand", "card"),
    PathWord("discardTop.<seat>", "the top of {seat's} discard pile", value=_card),
    PathWord("crew.<seat>", "{seat's} crew", "pirate", _crew),
    *_pirates("pirates.<island>", "on {island}"),
    PathWord("pirates.<island>", "on {island}", "pirate"),
    PathWord("held.<seat>", "in front of {seat}", "permit"),
    PathWord("nest.<seat>", "{seat's} part of the nest", "permit"),
    PathWord("volcano.<seat>", "{seat's} seven", value=_seven),
    PathWord("placed.<seat>", "{seat's} permits on treasure islands", "permit"),
    PathWord("stack.<island>", "permits on {island}, from the bottom", "permit", value=_permit),
    PathWord("deck", "the deck of island cards", "card"),
    PathWord("islandCards.<seat>", "{seat's} island cards", "island card", value=_island),
    PathWord("relic.<relic>", "the {relic}", value=_relic_at),
    PathWord("turn", "to play", value=_turn, change=_turn_change),
    PathWord("left", "still to play in the last round", value=_seats),
    PathWord("chests.<seat>", "{seat's} chests", value=_gold),
    PathWord("coins.<seat>", "{seat's} coins", value=_gold),
    PathWord("score.<seat>", "{seat's} total", value=_gold),
    PathWord("eliminated", "out", value=_seats),
    PathWord("winners", "won by", value=_seats),
)

PATH_WORDS = (*_DOCUMENT, *_COUNTED)
"""The first that fits a path is used: `islandCards.deck` comes before `islandCards.<seat>`."""
