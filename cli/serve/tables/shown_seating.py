"""The table with the names that its people want shown: those of the header, or those kept beside the record."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from records.event import Header
from replay.game import Game
from replay.library import table_of
from replay.table import Table


def named_header(header: Header, names: Mapping[str, str]) -> Header:
    """A header for display, with the names that are kept beside the record."""
    players = [msgspec.structs.replace(player, name=names.get(player.seat, player.name)) for player in header.players]
    return msgspec.structs.replace(header, players=players)


def shown_seating(game: Game, header: Header, names: Mapping[str, str]) -> Table:
    """Who sits where, by the names to show."""
    table = table_of(game, header)
    shown = told_apart({player.seat: names.get(player.seat) or player.name or "" for player in table.players})
    players = tuple(msgspec.structs.replace(player, name=shown[player.seat] or None) for player in table.players)
    return msgspec.structs.replace(table, players=players)


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names by seat; two people of the same name have their seats behind it, so that nobody is taken for the other."""
    often = Counter(name.casefold() for name in names.values() if name)
    return {seat: f"{name} ({seat})" if often[name.casefold()] > 1 else name for seat, name in names.items()}
