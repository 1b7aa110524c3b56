"""What is turned up or shown, as a sentence, with what follows from it in the settlement."""

from collections.abc import Callable
from typing import Any

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import texts_of
from replay.games.gold_island.phrases import a_value, everybody, gold, islands, some_cards, the_place, the_relic, values
from replay.games.gold_island.scoring import result_of, settle
from replay.games.gold_island.settlement import Named, named_by
from replay.games.gold_island.state import State
from replay.games.gold_island.told_fields import field_told
from replay.saying import listed, owner, person, sentence
from replay.step import Step

RevealStep = Step[State, Any]


def tell_reveal(step: RevealStep, action: Reveal) -> str:
    """What was turned up or shown, and to whom if not to the whole table."""
    table = step.after.table
    if action.to is None:
        return _told(step, action)
    if action.what == "gold" and action.to:
        looked = f"{everybody(table, action.to)} {'looks' if len(action.to) == 1 else 'look'} at the gold-island card"
        return f"{looked}: {the_place(str(action.value))}" if action.value != UNKNOWN else looked
    seen = everybody(table, action.to, nobody="nobody at the table")
    return f"shown to {seen}: {sentence(_told(step, action))}"


def _told(step: RevealStep, action: Reveal) -> str:
    named = named_by(action.what)
    words = _WORDS.get(named.kind)
    if words is None:
        return field_told(step.after.table, action.what, action.value)
    return words(step, named, action.value)


def _chest(step: RevealStep, named: Named, value: Any) -> str:
    if type(value) is not int:
        return f"the chest on {the_place(named.of)} is turned up, but its gold was not seen"
    return f"the chest on {the_place(named.of)} holds {gold(value)}{_shared_out(step, named.of)}"


def _permits(step: RevealStep, named: Named, value: Any) -> str:
    island, table = the_place(named.of), step.after.table
    isle = step.before.islands.get(named.of)
    owners = [permit.seat for permit in isle.stack] if isle is not None else []
    if not isinstance(value, list) or not value:
        return f"the permits on {island} are turned up, but not seen"
    each = [f"{owner(table, seat)} {_value(number)}" for seat, number in zip(owners, value, strict=False)]
    each += [f"a further {_value(number)}" for number in value[len(owners) :]]
    start = f"the permits on {island} are, from the bottom," if len(each) > 1 else f"the permit on {island} is"
    return f"{start} {listed(each)}{_shared_out(step, named.of)}"


def _value(value: Any) -> str:
    return str(value) if type(value) is int else "unseen one"


def _permit(step: RevealStep, named: Named, value: Any) -> str:
    permit = f"{owner(step.after.table, named.seat)} permit on {the_place(named.of)}"
    return f"{permit} is {a_value(value)}" if type(value) is int else f"{permit} is turned up, but not seen"


def _shared_out(step: RevealStep, island: str) -> str:
    """Who wins the chest and who gets coins, once chest and permits are both known in the settlement."""
    if step.after.phase == "play":
        return ""
    table = step.after.table
    settled = next((each for each in settle(step.after) if each.island == island), None)
    if settled is None or isinstance(settled.ranks, str) or type(settled.chest) is not int:
        return ""
    first, *others = zip(settled.ranks, settled.paid, strict=True)
    won = f"{person(table, first[0].seat)} wins the chest"
    coins = [f"{person(table, permit.seat)} gets {gold(paid)} in coins" for permit, paid in others]
    return f", so {listed([won, *coins])}"


def _gold(step: RevealStep, named: Named, value: Any) -> str:
    if not isinstance(value, str) or value == UNKNOWN:
        return "the gold-island card is turned up, but not seen"
    return f"the gold island is {the_place(value)}{_outcome(step.after)}"


def _outcome(state: State) -> str:
    """Who is out and who wins, as far as the log can tell."""
    result = result_of(state) if state.phase == "over" else {}
    out, winners = result.get("eliminated"), result.get("winners")
    told = []
    if isinstance(out, list) and out:
        told.append(f"{everybody(state.table, out)} {'is' if len(out) == 1 else 'are'} out")
    if isinstance(winners, list):
        points = f" with {gold(result['score'][winners[0]])}" if winners else ""
        told.append(f"{everybody(state.table, winners)} {'wins' if len(winners) < 2 else 'win'}{points}")
    return f", so {listed(told)}" if told else ""


def _relic(step: RevealStep, named: Named, value: Any) -> str:
    worth = f"is worth {gold(value)}" if type(value) is int else "is looked at, but its gold was not seen"
    return f"{the_relic(named.of)} {worth}"


def _colour(step: RevealStep, named: Named, value: Any) -> str:
    return f"{the_place(named.of)} {f'shows {value}' if value != UNKNOWN else 'has a colour that was not seen'}"


def _shown(what: str, words: Callable[[Any], str]) -> Callable[[RevealStep, Named, Any], str]:
    def told(step: RevealStep, named: Named, value: Any) -> str:
        shows = f"{person(step.after.table, named.of)} shows {what}"
        return f"{shows}: {words(value)}" if isinstance(value, list) else shows

    return told


_WORDS: dict[str, Callable[[RevealStep, Named, Any], str]] = {
    "chest": _chest,
    "permits": _permits,
    "permit": _permit,
    "gold": _gold,
    "relic": _relic,
    "colour": _colour,
    "hand": _shown("their hand", lambda value: some_cards(texts_of(value))),
    "held": _shown("the permits in front of them", values),
    "islandCards": _shown("their island cards", lambda value: islands(texts_of(value))),
}
