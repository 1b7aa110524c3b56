"""Help with writing your own kit: a file to fill in, what is wrong with it, and a drawing that shows slips."""

from collections import Counter
from typing import Any

from records.errors import Refused
from replay.boards import wrapped
from replay.games.gold_island.chart import draw_ring, draw_sea
from replay.games.gold_island.kit_file import kit_from
from replay.games.gold_island.kit_form import KitForm, faults_of
from replay.games.gold_island.movement import distances
from replay.games.gold_island.words import COLOURS, LIGHTHOUSE, PORT, card_name
from replay.kit import check_form, shipped

RING_SIZES = (12, 13)
WIDTH = 100
TABLES = ("nest", "sea", "pirate_cards", "chests", "relics")

_HEAD = """\
# Gold Island: the kit of one box. About ten minutes with the box open on the table.
#
# Every value below is a guess. Check it, correct it, then delete the line `basis = "assumed"` of that table:
# only tables without that line count as checked, and only those let the audit call a step broken.
# Delete any table that you cannot check. Then run:  qm kit check FILE   (it draws ring and sea)
game = "gold-island"
id = "my-box"
"""

_NEST = """
# 1. THE NEST. Start at the lighthouse field and go round clockwise. Write the kind of each field:
#    permit, island-card, gamble, pirate-black, pirate-white, pirate-violet, pirate-natural;
#    fields of the same kind get a number: permit-1, permit-2.
[nest]
basis = "assumed"
ring = [
{ring}]
"""

_SEA = """
# 2. THE SEA. Give the twelve treasure islands names (isle-1 to isle-12, or those printed on the cards) and write down
#    the pirate colour printed on each. Then every dotted line once, in either direction. The other places are
#    port, volcano-upper (where the sevens are) and volcano-lower (where the relics are).
[sea]
basis = "assumed"
islands = [
{islands}]
lines = [
{lines}]
"""

_CARDS = """
# 3. THE CARDS. Lay out the sixteen cards of one colour. move: the number in the flag, 0 for the lighthouse symbol;
#    poker: true for the poker icon; copies: how many of the sixteen look like that.
[pirate_cards]
basis = "assumed"
cards = [
{cards}]
"""

_TREASURE = """
# 4. THE CHESTS. The gold on all twelve chest tokens, in any order.
[chests]
basis = "assumed"
values = {chests}

# 5. THE RELICS. The gold printed on each: any-colour (one pirate of any colour lands), move-plus-1 (one more step),
#    hand-5 (five cards in hand), redraw (exchange one or two cards before the turn).
[relics]
basis = "assumed"
cards = [
{relics}]
"""


def kit_template() -> str:
    """A kit file to fill in with the box open on the table."""
    box = shipped(__package__, "box")
    sea = box["sea"]
    ring = "".join(f'  "{field}",\n' for field in box["nest"]["ring"])
    islands = "".join(f'  {{ id = "{island["id"]}", pirate = "{island["pirate"]}" }},\n' for island in sea["islands"])
    lines = "".join(f'  ["{one}", "{other}"],\n' for one, other in sea["lines"])
    cards = "".join(f"  {_card_line(card)},\n" for card in box["pirate_cards"]["cards"])
    relics = "".join(f'  {{ id = "{card["id"]}", gold = {card["gold"]} }},\n' for card in box["relics"]["cards"])
    return (
        _HEAD
        + _NEST.format(ring=ring)
        + _SEA.format(islands=islands, lines=lines)
        + _CARDS.format(cards=cards)
        + _TREASURE.format(chests=box["chests"]["values"], relics=relics)
    )


def _card_line(card: dict[str, Any]) -> str:
    poker = str(card.get("poker", False)).lower()
    copies = card.get("copies", 1)
    return f'{{ property = "{card["property"]}", move = {card["move"]}, poker = {poker}, copies = {copies} }}'


def check_kit(raw: dict[str, Any]) -> list[str]:
    """Where a kit file contradicts the published counts or itself."""
    unknown = [table for table in raw if table not in KitForm.__struct_fields__]
    faults = [f"there is no table [{table}]; the tables are {', '.join(TABLES)}" for table in unknown]
    return [*faults, *check_form(raw, KitForm, faults_of)]


def draw_kit(raw: dict[str, Any]) -> list[str]:
    """Ring and sea as text, a count of the cards, and whatever looks like a slip."""
    try:
        kit = kit_from(raw)
    except Refused:
        return []
    islands = kit.islands

    def cell(place: str) -> list[str]:
        return [f"{place} {kit.colours.get(place, '')}".strip()]

    lines = ["NEST, clockwise from the lighthouse:", *_nest(kit.board.fields), ""]
    lines += ["SEA, rows by distance from the port:", *draw_sea(kit.board, islands, cell, WIDTH), ""]
    if kit.deck:
        cards = Counter(kit.deck)
        faces = [f"{count}× {name}" for name, count in cards.items()]
        lines += [*wrapped("CARDS of one player: ", faces, WIDTH, ", "), ""]
    if kit.chests:
        lines += [f"CHESTS: {', '.join(map(str, sorted(kit.chests)))} = {sum(kit.chests)} gold", ""]
    return [line.rstrip() for line in [*lines, *(f"look again: {slip}" for slip in _slips(raw))]]


def _nest(fields: tuple[str, ...]) -> list[str]:
    return [line for line in draw_ring(fields, lambda field: [], WIDTH) if line]


def _slips(raw: dict[str, Any]) -> list[str]:
    """What is allowed but unlikely, and what still counts as a guess."""
    kit = kit_from(raw)
    found = []
    ring = kit.board.fields
    if ring and len(ring) not in RING_SIZES:
        found.append(f"the ring has {len(ring)} fields; 12 or 13 were expected")
    if ring and ring[0] != LIGHTHOUSE:
        found.append("the ring does not start with the lighthouse")
    missing = [f"pirate-{colour}" for colour in COLOURS if not any(f"pirate-{colour}" in field for field in ring)]
    if ring and missing:
        found.append(f"no field gives {', '.join(missing)}")
    if kit.board.joined:
        reached = distances(kit.board, PORT)
        found += [f"no line leads to {place}" for place in sorted(kit.places) if place not in reached]
        twice = Counter(frozenset(line) for line in kit.board.joined)
        found += [f"the line {'–'.join(sorted(line))} is written twice" for line, count in twice.items() if count > 1]
    if kit.deck and card_name("monument", 0) not in kit.deck and not any("light" in name for name in kit.deck):
        found.append("no card has the lighthouse symbol (move = 0)")
    guessed = [table for table in TABLES if raw.get(table, {}).get("basis") == "assumed"]
    if guessed:
        found.append(f'still a guess: {", ".join(guessed)} (delete `basis = "assumed"` once you have checked)')
    left_out = [table for table in TABLES if table not in raw]
    if left_out:
        found.append(f"left out: {', '.join(left_out)}; whatever depends on them stays open")
    return found
