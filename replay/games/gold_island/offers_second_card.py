"""The second card for somebody who taps: what it does, and then which card it was."""

from collections.abc import Iterator
from typing import Any

from replay.action import UNKNOWN, body_of
from replay.games.gold_island.actions import Use
from replay.games.gold_island.possible_cards import names_held
from replay.games.gold_island.state import State
from replay.games.gold_island.suggest import effects_by
from replay.games.gold_island.words import COLOURS, card_of, property_of
from replay.offers import Offer, ToAsk, unseen

MOST_GOLD = 9
"""More than is printed on any relic."""


def second_cards(state: State, seat: str) -> list[Offer]:
    """What a second card may do, each with the cards that do it."""
    found: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for name in names_held(state, seat):
        for body in _effects(state, seat, name):
            found.setdefault(repr(body), (body, []))[1].append(name)
    return [_offer(state, body, names) for body, names in found.values()]


def _effects(state: State, seat: str, name: str) -> Iterator[dict[str, Any]]:
    kind = card_of(name).property
    if kind != "monument":
        if state.table.readings["GI-Q15"] == "yes":
            yield {"do": "use", "by": seat}
        yield from (_body(use) for use in effects_by(state, seat, kind))
        return
    for other, each in state.owned.items():
        top = property_of(each.discard[-1]) if each.discard else UNKNOWN
        banned = top == "ashore" and state.table.readings["GI-Q13"] == "not-ashore"
        if other != seat and top != "monument" and not banned:
            yield from ({**_body(use), "copy": other} for use in effects_by(state, seat, top))


def _body(use: Use) -> dict[str, Any]:
    """What everybody sees of it: how many cards were robbed, that a chest was looked at, that a permit was placed."""
    body = body_of(use)
    del body["card"]
    if use.rob is not None:
        body["rob"] = {victim: unseen(number) for victim, number in use.rob.items() if isinstance(number, int)}
    if use.island is not None:
        body["value"] = UNKNOWN
    return body


def _offer(state: State, body: dict[str, Any], names: list[str]) -> Offer:
    asks = [ToAsk(("card",), of=tuple(names), unseen="?")]
    if "relic" in body:
        gold = state.relics[body["relic"]].gold
        asks.insert(0, ToAsk(("gold",), of=(gold,) if gold != UNKNOWN else tuple(range(MOST_GOLD)), unseen="?"))
    if "permit" in body:
        asks.insert(0, ToAsk(("shown",), of=COLOURS, extra=True, question="The island turns out to be"))
    return Offer(body, tuple(asks))
