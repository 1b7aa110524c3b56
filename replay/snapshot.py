"""Snapshots: a state as bytes, so that a long record need not be folded again from its beginning."""

from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from replay.game import Game, State
from replay.table import Table

_NO_TABLE = Table("", (), (), (), {})
_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def pack_state(game: Game, state: State) -> bytes:
    """The state as bytes, without the table, which the header describes."""
    return _encode(replace(state, table=_NO_TABLE))


def unpack_state(game: Game, table: Table, packed: bytes) -> State:
    """The inverse of `pack_state`; whoever came after the header was written is at the table too."""
    state = replace(_decoder(game)(packed), table=table)
    return state if game.seated is None else replace(state, table=game.seated(state))


@cache
def _decoder(game: Game) -> Any:
    return msgspec.msgpack.Decoder(game.state).decode
