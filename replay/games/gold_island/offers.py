"""What may be logged next by somebody who taps: what is legal with the cards a seat may hold, and what is asked."""

from typing import Any

from replay.action import UNKNOWN, body_of
from replay.games.gold_island.actions import Draw, Reshuffle, Take
from replay.games.gold_island.offers_second_card import second_cards
from replay.games.gold_island.offers_settling import settling
from replay.games.gold_island.possible_cards import all_faces, names_held
from replay.games.gold_island.state import State, Turn, has_relic, usable_fields
from replay.games.gold_island.state import hand_limit as limit_of
from replay.games.gold_island.suggest import field_actions, moves_with
from replay.games.gold_island.suggest import offered as offered_by
from replay.games.gold_island.words import COLOURS, CREW_LIMIT, HAND, card_of, kind_of
from replay.offers import Offer, ToAsk, When, given, offered, unseen
from replay.table import Table


def openings(table: Table) -> list[Offer]:
    """How the table is set up: who starts. Hands, permits, cards and chests were not seen."""
    body: dict[str, Any] = {
        "do": "setup",
        "hands": {seat: unseen(HAND) for seat in table.seats},
        "permits": dict.fromkeys(table.seats, UNKNOWN),
        "islandCards": dict.fromkeys(table.seats, UNKNOWN),
        "gold": UNKNOWN,
        "chests": dict.fromkeys(table.kit.islands, UNKNOWN),
    }
    relics = ToAsk(("relics",), of=(dict(table.kit.relics),), extra=True, question="The relics lie there with")
    first = ToAsk(("first",), of=table.seats, unseen="none")
    return [Offer(body, (relics, first) if table.kit.relics else (first,), "sets the table up")]


def offers(state: State) -> list[Offer]:
    """What may come next."""
    if state.phase != "play":
        return settling(state)
    turn = state.turn
    if turn is None or turn.seat not in state.owned:
        return []
    if not turn.moved:
        return [*_moves(state, turn), *_redraws(state, turn), *_reshuffle(state, turn.seat)]
    fields = [] if turn.used_since else _fields(state, turn)
    second = [] if turn.used else second_cards(state, turn.seat)
    return [*fields, *second, _draw(state, turn.seat), *_reshuffle(state, turn.seat)]


def _moves(state: State, turn: Turn) -> list[Offer]:
    """A movement by where it ends, with the cards that lead there."""
    leading: dict[str | None, list[str]] = {}
    for name in names_held(state, turn.seat):
        ends = [move.path[-1] if move.path else None for move in moves_with(state, turn.seat, name)]
        for end in dict.fromkeys(ends):
            leading.setdefault(end, []).append(name)
    found = []
    for end, names in leading.items():
        body = {"do": "move", "by": turn.seat, **({"to": end} if end is not None else {})}
        says = "" if end is not None else "goes home to lighthouse and port"
        found.append(Offer(body, (ToAsk(("card",), of=tuple(names), unseen="?"),), says))
    return found


def _redraws(state: State, turn: Turn) -> list[Offer]:
    if not has_relic(state, turn.seat, "redraw") or turn.redrawn:
        return []
    asks = (
        ToAsk(("discard",), of=tuple(names_held(state, turn.seat)), n=(1, 2), unseen="?"),
        *(given("cards", unseen(number), When(("discard",), count=number)) for number in (1, 2)),
    )
    return [Offer({"do": "redraw", "by": turn.seat}, asks, "exchanges cards")]


def _fields(state: State, turn: Turn) -> list[Offer]:
    """What the captain's field offers. A permit or an island card was seen by nobody else."""
    found = []
    for field in usable_fields(state, turn):
        kind = kind_of(field) or ""
        if kind == "gamble":
            found.append(_gamble(state, turn.seat))
        elif kind in ("permit", "island-card"):
            found += [offered(action) for action in offered_by(state, turn.seat, field)]
    plain = [action for action in field_actions(state, turn) if isinstance(action, Take)]
    named = {field for offer in found for field in offer.body}
    pirates = [offered(action) for action in plain if not (_is_bare(action) and {"permit", "card"} & named)]
    return list({str(offer.body): offer for offer in (*found, *pirates)}.values())


def _is_bare(take: Take) -> bool:
    return list(body_of(take)) == ["do", "by"]


def _gamble(state: State, seat: str) -> Offer:
    """The card turned up; with the icon, a pirate to choose and a permit that nobody sees."""
    owned = state.owned[seat]
    names = all_faces(state, seat)
    won = When(("card",), among=tuple(name for name in names if card_of(name).poker))
    houses = tuple(colour for colour in COLOURS if state.houses[colour] > 0)
    pirate = bool(houses) and sum(owned.crew.values()) < CREW_LIMIT
    permit = owned.nest > 0
    if state.table.readings["GI-Q17"] == "both-or-none":
        pirate = permit = pirate and permit
    asks = [ToAsk(("card",), of=tuple(names), unseen="?")]
    asks.append(given("permit", UNKNOWN if permit else None, won))
    asks += [ToAsk(("pirate",), of=houses, when=(won,))] if pirate else []
    return Offer({"do": "gamble", "by": seat}, tuple(asks), "gambles")


def _draw(state: State, seat: str) -> Offer:
    """As many cards as the hand lacks and the piles have."""
    owned = state.owned[seat]
    missing = max(0, limit_of(state, seat) - len(owned.hand))
    number = min(missing, max(0, owned.draw) + len(owned.discard))
    return offered(Draw(by=seat), cards=unseen(number))


def _reshuffle(state: State, seat: str) -> list[Offer]:
    owned = state.owned[seat]
    return [offered(Reshuffle(by=seat))] if owned.draw <= 0 and owned.discard else []
