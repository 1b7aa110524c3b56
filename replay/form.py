"""The form of a tap: what may be logged next, as data for a page that knows no game.

`alphabet` holds what stays the same at a table: seats, verbs, what each takes, every value with its words. `form` is
what may come now. Both are made of what some eyes see, and of nothing else.
"""

from functools import cache
from typing import Any

import msgspec

from records.canonical import canonical
from records.errors import Refused
from replay.action import UNKNOWN, Unreadable, body_of
from replay.form_alphabet import kind_ids, label_of
from replay.game import Game
from replay.notation.coming import coming
from replay.notation.reading import notation_of, verbs_of
from replay.offers import At, Offer, ToAsk, holds, is_set, put_at, unseen
from replay.read import read_body
from replay.step import Step
from replay.table import Table

OFFERS_MAX = 400

Body = dict[str, Any]


class ToAskOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to be asked for, as it is sent. See `ToAsk`."""

    at: At
    kind: str
    question: str
    of: list[tuple[Any, str]] | None = None
    """The values that can be meant, each with its words."""
    n: tuple[int, int | None] | None = None
    when: tuple[Any, ...] = ()
    extra: bool = False
    usual: Any = msgspec.UNSET
    unseen: str = "leave"
    last: bool = False


class OfferOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that may come next, what is said of it, and the places of what it asks in the list of all questions."""

    body: Body
    says: str
    asks: list[int] = []


class TapForm(msgspec.Struct, frozen=True):
    """What may be logged next, as far as the state knows it."""

    turn: list[str]
    """Who may act."""
    offers: list[OfferOut]
    asks: list[ToAskOut]
    """All questions; an offer names its own by their places."""
    open: list[str]
    """Verbs that may come, but of which nothing more is known."""


def form(game: Game, table: Table, state: Any, *, begun: bool = True) -> TapForm:
    """What may be logged next at a table; before it is set up, how it is set up."""
    offers = offers_of(game, state) if begun else list(game.openings(table)) if game.openings else []
    asks: dict[bytes, int] = {}
    told: list[ToAskOut] = []
    sent = [_offer_out(game, table, state, offer, asks, told) for offer in offers[:OFFERS_MAX]]
    if not begun:
        return TapForm([], sent, told, [] if sent else ["setup"])
    expects = notation_of(game).expects
    names = expects(state) if expects is not None else frozenset()
    offered = {offer.body["do"] for offer in offers}
    turn = dict.fromkeys(one.seat for one in coming(game, state) if one.seat in table.seats)
    return TapForm([seat for seat in turn if seat], sent, told, sorted(names - offered))


def offers_of(game: Game, state: Any) -> list[Offer]:
    """What may come next: as the game offers it, or else what it suggests, without the fields that are asked for."""
    if game.offers is not None:
        return list(game.offers(state))
    asked = _asked_slots(game)
    found = []
    for action in game.suggest(state):
        body = body_of(action)
        asks = tuple(ToAsk((field,)) for field in asked.get(body["do"], ()))
        found.append(Offer({name: value for name, value in body.items() if name not in asked[body["do"]]}, asks))
    return found


@cache
def _asked_slots(game: Game) -> dict[str, tuple[str, ...]]:
    return {verb.do: tuple(slot.field for slot in verb.slots if slot.asked) for verb in verbs_of(game)}


def _offer_out(
    game: Game, table: Table, state: Any, offer: Offer, asks: dict[bytes, int], told: list[ToAskOut]
) -> OfferOut:
    places = []
    for ask in offer.asks:
        out = _ask_out(game, table, offer.body["do"], ask)
        key = msgspec.json.encode(out)
        if key not in asks:
            asks[key] = len(told)
            told.append(out)
        places.append(asks[key])
    return OfferOut(offer.body, offer.says or _said(game, table, state, offer), places)


def _ask_out(game: Game, table: Table, do: str, ask: ToAsk) -> ToAskOut:
    verb = next(verb for verb in verbs_of(game) if verb.do == do)
    slot = next((slot for slot in verb.slots if slot.field == ask.at[0]), None)
    kind = kind_ids(game)[slot.kind] if slot is not None else ""
    what = ask.question or (slot.question if slot is not None else "")
    of = None
    if ask.of is not None:
        labels = ask.labels
        of = [(value, labels.get(canonical(value).decode()) or label_of(game, table, value)) for value in ask.of]
    return ToAskOut(
        at=ask.at,
        kind=kind,
        question=what or ask.at[-1],
        of=of,
        n=ask.n,
        when=ask.when,
        extra=ask.extra,
        usual=ask.usual,
        unseen=ask.unseen,
        last=ask.last,
    )


def _said(game: Game, table: Table, state: Any, offer: Offer) -> str:
    """What the game would tell of it, if nothing that is asked for was seen; without the one who does it."""
    verb = next(verb for verb in verbs_of(game) if verb.do == offer.body["do"])
    try:
        action = read_body(game, table, _unseen_body(offer))
        if isinstance(action, Unreadable):
            return verb.label or verb.do
        told = game.tell(Step(0, state, action, game.reduce(state, action)))
    except Refused:
        return verb.label or verb.do
    return phrase(game, table, told, offer.body.get("by"))


def phrase(game: Game, table: Table, told: str, by: str | None) -> str:
    """A sentence as a phrase about somebody who is named already: `turns d5 over`."""
    short = told.partition(";")[0].strip().removesuffix(".")
    name = label_of(game, table, by) if by is not None else ""
    begun = short[:1].lower() + short[1:]
    for start in (name, name[:1].upper() + name[1:]):
        if start and short.startswith(f"{start} "):
            return short[len(start) + 1 :]
    return short if name and name in short else begun


def _unseen_body(offer: Offer) -> Body:
    """The body with what is asked for unseen, and with what follows filled in."""
    body: Body = dict(offer.body)
    for ask in offer.asks:
        if not holds(ask.when, body):
            continue
        if ask.of is not None and len(ask.of) == 1 and not ask.extra:
            body = put_at(body, ask.at, ask.of[0])
        elif ask.extra and is_set(ask.usual):
            body = put_at(body, ask.at, ask.usual)
        elif not ask.extra and (ask.n is not None or ask.unseen == "?"):
            body = put_at(body, ask.at, unseen(max(1, ask.n[0])) if ask.n is not None else UNKNOWN)
    return body
