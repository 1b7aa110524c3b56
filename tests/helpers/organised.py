"""A tournament in a store: tables are dealt, signed and closed, as if people had played them."""

from typing import Any

import msgspec

from records.record import Head
from records.salt import salt_of
from records.store import Store
from records.tree import leaf_hash, root_of
from replay.deal import deal
from replay.library import game_of

Body = dict[str, Any]
AT = 1_700_000_000_000_000


def play_table(
    store: Store, record_id: str, seed: int = 1, *, signed: bool = True, without: tuple[str, ...] = ()
) -> None:
    """Deal a whole game into the record of a table, and let everybody sign it, but for the seats `without`."""
    info = store.info(record_id)
    game = game_of(info.header.game)
    dealt = deal(game, msgspec.to_builtins(info.header), seed)
    bodies = [{**body, "salt": salt_of(number.to_bytes(16, "big"))} for number, body in enumerate(dealt.full, 1)]
    store.append(record_id, bodies, at=AT)
    if signed:
        sign_table(store, record_id, without)


def sign_table(store: Store, record_id: str, without: tuple[str, ...] = ()) -> None:
    """Every seat ticks the record as it is now."""
    lines = list(store.read(record_id))
    head = Head(len(lines), root_of([leaf_hash(line) for line in lines])).text()
    seats = [seat for seat in store.info(record_id).header.seats if seat not in without]
    signs = [{"do": "sign", "seat": seat, "by": seat, "head": head, "statement": "accept"} for seat in seats]
    store.append(record_id, signs, at=AT)
