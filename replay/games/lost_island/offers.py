"""What may be logged next by somebody who taps: what is legal, and what only the table can know."""

from functools import cache
from itertools import permutations
from typing import Any

from records.canonical import canonical
from replay.action import UNKNOWN, Action, body_of
from replay.games.lost_island.actions import Battle, Blast, Flip, Miner, Move, Reinforce, Shrink, Swim
from replay.games.lost_island.draft import nearest
from replay.games.lost_island.kit import Kit
from replay.games.lost_island.notation import FACES, fight_choices, fight_words
from replay.games.lost_island.offers_tiles import after_turning, met
from replay.games.lost_island.state import State
from replay.games.lost_island.suggest import suggest
from replay.games.lost_island.words import LETTERS, STONE, STONE_FACES, WATER, is_ordinary_face
from replay.offers import Offer, ToAsk, offered
from replay.saying import owner, person
from replay.table import Table

ON_BOARD = LETTERS[:3]
"""The explorers that begin on the island."""


def openings(table: Table) -> list[Offer]:
    """How the table is set up: who begins, and what the box leaves to the players."""
    kit: Kit = table.kit
    orders = tuple(list(order) for order in permutations(LETTERS[3:]))
    body: dict[str, Any] = {"do": "setup", "values": {seat: dict.fromkeys(LETTERS, UNKNOWN) for seat in table.seats}}
    asks = [ToAsk(("first",), of=table.seats, unseen="none")]
    if "landscape" in table.variants:
        asks.append(ToAsk(("stones",), of=kit.board.cells, n=(4, 4), question="Where do the stones lie?"))
    else:
        body["stones"] = list(kit.stones)
    for seat in table.seats:
        what = f"In which order do {owner(table, seat)} explorers lie in the boat?"
        asks.append(ToAsk(("boats", seat), of=orders, question=what))
    if {"landscape", "free-landing"} & set(table.variants):
        for seat in table.seats:
            for letter in ON_BOARD:
                what = f"Where does {owner(table, seat)} explorer {letter} start?"
                asks.append(ToAsk(("start", seat, letter), of=kit.board.cells, question=what))
    return [Offer(body, tuple(asks), "sets the table up")]


def offers(state: State) -> list[Offer]:
    """What may come next."""
    if state.fuse is not None:
        others = [action for action in suggest(state) if not isinstance(action, Blast | Miner)]
        return [_blast(state), *_miners(state), *(_offer(state, action) for action in others)]
    return [_offer(state, action) for action in suggest(state)]


def _offer(state: State, action: Action) -> Offer:
    match action:
        case Move() | Swim() | Reinforce() if state.tiles[action.to] == STONE:
            return offered(action, ToAsk(("stone",), of=STONE_FACES))
        case Battle():
            return offered(action, *_fight(state, action))
        case Flip():
            return offered(action, *_flip(state, action))
        case Shrink():
            return offered(action, *_shrink(state, action))
        case _:
            return offered(action)


def faces_of(kit: Kit) -> tuple[str, ...]:
    """What an ordinary tile can show."""
    return tuple(face for face in FACES if is_ordinary_face(face) and kit.limit("ordinary", face) != 0)


@cache
def _pairs() -> tuple[list[Any], ...]:
    return tuple(choice.value for choice in fight_choices())


@cache
def _words_of_pairs() -> dict[str, str]:
    return {canonical(pair).decode(): fight_words(*pair) for pair in _pairs()}


def _fight(state: State, action: Battle) -> list[ToAsk]:
    """The two values, as far as they were not shown before; who stays follows from them, unless they stay secret."""
    result = ToAsk(("result",), of=("attacker", "defender", "draw"), extra=True)
    if state.plays("secret-battles"):
        asked = ToAsk(("result",), of=("attacker", "defender", "draw"))
        return [ToAsk(("values",), of=([UNKNOWN, UNKNOWN],), unseen="none"), asked]
    known = [state.values.get(action.piece), state.values.get(action.target)]
    fitting = tuple(
        pair for pair in _pairs() if all(had in (None, shown) for had, shown in zip(known, pair, strict=True))
    )
    return [result, ToAsk(("values",), of=fitting, labels=_words_of_pairs())]


def _flip(state: State, action: Flip) -> list[ToAsk]:
    stone = state.tiles[action.cell] == STONE
    beside = state.board.sides[action.cell]
    near = tuple(
        sorted(piece for piece, cell in state.where.items() if piece[:-2] == state.turn.seat and cell in beside)
    )
    return [
        ToAsk(("piece",), of=near, extra=True),
        ToAsk(("tile",), of=STONE_FACES if stone else faces_of(state.kit)),
        *after_turning(state, action),
    ]


def _shrink(state: State, action: Shrink) -> list[ToAsk]:
    asks = []
    if state.tiles[action.cell] == UNKNOWN:
        asks.append(ToAsk(("tile",), of=faces_of(state.kit)))
    if state.flag_cell() == action.cell:
        near = nearest(state, {**state.tiles, action.cell: WATER}, action.cell)
        asks += [ToAsk(("flagTo",), of=tuple(near))] if near else []
    return [*asks, *after_turning(state, action)] if state.plays("shrink-storms") else asks


def _blast(state: State) -> Offer:
    assert state.fuse is not None
    first, *others = met(state, state.fuse.queue)
    return Offer({"do": "blast"}, (_must(first), *others), "the bomb goes on")


def _must(ask: ToAsk) -> ToAsk:
    return ToAsk(ask.at, of=ask.of, question=ask.question, unseen="none", labels=ask.labels)


def _miners(state: State) -> list[Offer]:
    named = state.reads("SL-Q19", "named")
    piece = ToAsk(("piece",), of=tuple(sorted(state.where)), extra=not named, unseen="none")
    found = []
    for action in suggest(state):
        if isinstance(action, Miner):
            body = {field: value for field, value in body_of(action).items() if field != "piece"}
            found.append(Offer(body, (piece,), f"{person(state.table, action.by)} pays a miner"))
    return found
