"""Reading a kit: from the plain data of a TOML file, or of a header, to ring, sea and cards."""

from collections import Counter
from typing import Any

import msgspec

from replay.games.gold_island.kit import Board, CardLine, Kit
from replay.games.gold_island.kit_form import Joined, KitForm, faults_of
from replay.games.gold_island.words import PORT, VOLCANOES, card_name
from replay.kit import is_assumed, read_form, shipped


def read_kit(named: str | dict[str, Any], players: int) -> Kit:
    """The kit of a header: a shipped one by name, or the inventory itself."""
    return kit_from(shipped(__package__, named) if isinstance(named, str) else named)


def kit_from(data: dict[str, Any]) -> Kit:
    """A kit from plain data; one that contradicts the box or itself is refused."""
    form = read_form(data, KitForm, faults_of)
    return Kit(**_board(form), **_sea(form, data), **_cards(form, data), **_printed(form, data), id=form.id)


def _board(form: KitForm) -> dict[str, Any]:
    fields = tuple(form.nest.ring) if form.nest else ()
    lines = form.sea.lines if form.sea else []
    joined = tuple(line.between if isinstance(line, Joined) else line for line in lines)
    board = Board(fields, joined)
    return {
        "board": board,
        "ring": board.ring(),
        "ring_firm": form.nest is not None and not _assumed(form.nest, "ring"),
        "lines": board.lines(),
        "lines_firm": form.sea is not None and not _assumed(form.sea, "lines"),
    }


def _sea(form: KitForm, data: dict[str, Any]) -> dict[str, Any]:
    if form.sea is None or not form.sea.islands:
        return {}
    islands = tuple(entry.id for entry in form.sea.islands)
    colours = {entry.id: entry.pirate for entry in form.sea.islands if entry.pirate is not None}
    firm = {raw["id"] for raw in data["sea"]["islands"] if not is_assumed(data["sea"], "islands", raw)}
    return {
        "islands": islands,
        "colours": colours,
        "firm_colours": {island: colour for island, colour in colours.items() if island in firm},
        "places": frozenset((*islands, PORT, *VOLCANOES)),
    }


def _cards(form: KitForm, data: dict[str, Any]) -> dict[str, Any]:
    if form.pirate_cards is None or not form.pirate_cards.cards:
        return {}
    table = data["pirate_cards"]
    copies: Counter[str] = Counter()
    icons: dict[str, dict[bool, None]] = {}
    assumed: set[str] = set()
    deck: list[str] = []
    for entry, raw in zip(form.pirate_cards.cards, table["cards"], strict=True):
        base = card_name(entry.property, entry.move)
        copies[base] += entry.copies
        icons.setdefault(base, {})[entry.poker] = None
        deck += [card_name(entry.property, entry.move, entry.poker)] * entry.copies
        if is_assumed(table, "cards", raw):
            assumed.add(base)
    cards = {base: CardLine(copies[base], tuple(icons[base]), base not in assumed) for base in copies}
    return {"cards": cards, "cards_firm": not _assumed(form.pirate_cards, "cards"), "deck": tuple(deck)}


def _printed(form: KitForm, data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if form.chests is not None and form.chests.values:
        found["chests"] = tuple(form.chests.values)
        found["chests_firm"] = not _assumed(form.chests, "values")
    if form.relics is not None and form.relics.cards:
        gold = {entry.id: entry.gold for entry in form.relics.cards if entry.gold is not None}
        raws = data["relics"]["cards"]
        firm = {raw["id"] for raw in raws if not is_assumed(data["relics"], "cards", raw)}
        found["relics"] = gold
        found["firm_relics"] = {relic: value for relic, value in gold.items() if relic in firm}
    return found


def _assumed(table: Any, field: str) -> bool:
    return is_assumed(msgspec.to_builtins(table), field)
