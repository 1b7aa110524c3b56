"""Whether an event can be tapped: whether some offer, with its questions answered, is exactly that event."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET

from records.event import event_of, read_header
from replay.action import UNKNOWN, body_of
from replay.deal import deal, header_for
from replay.form import offers_of
from replay.form_alphabet import usual_values
from replay.game import Game
from replay.library import table_of
from replay.notation.alphabet import Scope
from replay.notation.kinds import choices_of
from replay.notation.reading import verbs_of
from replay.offers import Offer, ToAsk, holds, is_set, put_at, value_at
from replay.read import read_body, read_timeline
from replay.table import Table

Body = dict[str, Any]
LEFT_OUT = ("at", "said", "salt")


class Moment(NamedTuple):
    """An event of a dealt game, as somebody who taps has to log it, and the state before it."""

    table: Table
    state: Any
    body: Body
    begun: bool


def moments(
    game: Game, players: int, seed: int, options: Body | None = None, players_named: Sequence[str] = ()
) -> Iterator[Moment]:
    """Every event of a game that a scribe saw."""
    header = header_for(game, players, options=options)
    for player, name in zip(header["players"], players_named, strict=False):
        player["name"] = name
    table = table_of(game, read_header(header))
    bodies = deal(game, header, seed).scribe
    line = read_timeline(game, table, [event_of(body, seq) for seq, body in enumerate(bodies, 1)])
    state, begun = game.start(table), False
    for _, action in line:
        yield Moment(table, state, as_tapped(game, body_of(action)), begun)
        state, begun = game.reduce(state, action), True


def as_tapped(game: Game, body: Body) -> Body:
    """An event as somebody logs it who taps: where a way ended instead of the whole way."""
    verb = next(verb for verb in verbs_of(game) if verb.do == body["do"])
    tapped = {field: value for field, value in body.items() if field not in LEFT_OUT}
    for slot in verb.slots:
        if slot.instead and tapped.get(slot.field):
            tapped[slot.instead] = tapped.pop(slot.field)[-1]
    return tapped


def offers_at(game: Game, moment: Moment) -> list[Offer]:
    """What was offered at that moment."""
    if moment.begun:
        return offers_of(game, moment.state)
    return list(game.openings(moment.table)) if game.openings else []


def facts_in(game: Game, moment: Moment, offer: Offer) -> int | None:
    """How many questions have to be answered until an offer is the event; None if it never is."""
    told = dict(offer.body)
    asked = 0
    for ask in offer.asks:
        if not holds(ask.when, told):
            continue
        value = _with_default(game, moment, ask)
        if value is UNSET:
            if not ask.extra and not ask.last and ask.unseen != "leave":
                return None
            if ask.extra and is_set(ask.usual):
                return None
            asked += not ask.extra and not _is_forced(ask)
            if _is_forced(ask):
                return None
            continue
        if not _may_be(game, moment, ask, value):
            return None
        told = put_at(told, ask.at, value)
        if not _is_forced(ask) and not (ask.extra and is_set(ask.usual) and ask.usual == value):
            asked += len(value) if ask.n is not None else 1
    return asked if says_the_same(game, moment, _tidy(game, told)) else None


def says_the_same(game: Game, moment: Moment, tapped: Body) -> bool:
    """Whether an event says all that the logged one says; what it adds must go without saying there."""
    wanted = moment.body
    if tapped == wanted:
        return True
    if any(field not in tapped or tapped[field] != value for field, value in wanted.items()):
        return False
    one, other = (read_body(game, moment.table, body) for body in (tapped, wanted))
    after = [game.document(game.reduce(moment.state, action)) for action in (one, other)]
    return after[0] == after[1]


def _is_forced(ask: ToAsk) -> bool:
    return ask.of is not None and len(ask.of) == 1 and not ask.extra and ask.n is None


def _with_default(game: Game, moment: Moment, ask: ToAsk) -> Any:
    """What the event says there; what it leaves out because it is as usual."""
    value = value_at(moment.body, ask.at)
    usual = _usual(game, moment.body["do"]).get(ask.at[0], UNSET)
    if value is UNSET and len(ask.at) == 1 and ask.of is not None and usual is not UNSET and usual in ask.of:
        return usual
    return value


def _may_be(game: Game, moment: Moment, ask: ToAsk, value: Any) -> bool:
    if ask.n is not None:
        least, most = ask.n
        return (
            isinstance(value, list)
            and least <= len(value) <= (most if most is not None else len(value))
            and all(_is_among(game, moment, ask, item) for item in value)
        )
    return _is_among(game, moment, ask, value)


def _is_among(game: Game, moment: Moment, ask: ToAsk, value: Any) -> bool:
    if ask.of is not None:
        return value in ask.of or (value == UNKNOWN and ask.unseen == "?")
    verb = next(verb for verb in verbs_of(game) if verb.do == moment.body["do"])
    slot = next(slot for slot in verb.slots if slot.field == ask.at[0])
    known = [choice.value for choice in choices_of(slot.kind, Scope(moment.table, moment.state))]
    return value in known or (value == UNKNOWN and ask.unseen == "?")


def _usual(game: Game, do: str) -> Body:
    return usual_values(game)[do]


def _tidy(game: Game, body: Body) -> Body:
    usual = _usual(game, body["do"])
    return {field: value for field, value in body.items() if field not in usual or usual[field] != value}


def whole_body(offer: Offer) -> Body:
    """An offer with the first answer to each of its questions."""
    body = dict(offer.body)
    for ask in offer.asks:
        if ask.of and holds(ask.when, body) and not (ask.extra and is_set(ask.usual)):
            body = put_at(body, ask.at, [ask.of[0]] * max(1, ask.n[0]) if ask.n is not None else ask.of[0])
    return body
