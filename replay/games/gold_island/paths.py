"""The observable paths: what can be counted on the table."""

from typing import Any

from replay.action import UNKNOWN, Reveal
from replay.counting import Counting
from replay.games.gold_island.rules.common import HIDDEN, LOG, facts_of
from replay.games.gold_island.scoring import result_of
from replay.games.gold_island.settlement import named_by
from replay.games.gold_island.state import Owned, State
from replay.games.gold_island.told_fields import field_meant, value_told
from replay.games.gold_island.words import COLOURS, card_of, read_card
from replay.observe import Difference, Match
from replay.paths import Lookup, PathDoc, Seen
from replay.rule import OK, Answers, broken
from replay.saying import counted, number, person
from replay.step import Step

_COINS = ("GI-Q19", "GI-Q20", "GI-Q21")

PATHS = (
    PathDoc("captain.<seat>", "the captain's ring field"),
    PathDoc("ship.<seat>", "the ship's place at sea"),
    PathDoc("hand.<seat>", "number of cards in hand"),
    PathDoc("draw.<seat>", "number of cards in the draw pile"),
    PathDoc("discard.<seat>", "number of cards in the discard pile"),
    PathDoc("discardTop.<seat>", "the top card of the discard pile; null if it is empty"),
    PathDoc("houses.<colour>", "pirates of a colour in the nest"),
    PathDoc("crew.<seat>", "pirates in front of a player"),
    PathDoc("crew.<seat>.<colour>", "pirates of a colour in front of a player"),
    PathDoc("pirates.<island>", "pirates on an island"),
    PathDoc("pirates.<island>.<colour>", "pirates of a colour on an island"),
    PathDoc("held.<seat>", "permits in front of a player"),
    PathDoc("nest.<seat>", "a player's permits in the nest"),
    PathDoc("volcano.<seat>", "1 while the player's seven is on the upper volcanic island"),
    PathDoc("placed.<seat>", "a player's permits on treasure islands"),
    PathDoc("stack.<island>", "seats of the permits on an island, from bottom to top"),
    PathDoc("deck", "island cards in the deck"),
    PathDoc("islandCards.<seat>", "island cards in front of a player"),
    PathDoc("relic.<relic>", "`volcano`, or the seat that has it"),
    PathDoc("turn", "the seat whose turn it is; null after the last turn", ("GI-END-2",), ("GI-Q18",)),
    PathDoc("left", "the seats that still have a last turn", ("GI-END-2",), ("GI-Q18",)),
    PathDoc("chests.<seat>", "gold from chests", ("GI-SCORE-1", "GI-SCORE-2")),
    PathDoc("coins.<seat>", "gold in coins, including the gold island's", ("GI-SCORE-3", "GI-SCORE-4"), _COINS),
    PathDoc(
        "score.<seat>",
        "the total; null for a player who is out",
        ("GI-SCORE-6", "GI-SCORE-5"),
        (*_COINS, "GI-Q22"),
    ),
    PathDoc("eliminated", "seats without a permit on the gold island", ("GI-SCORE-5",), ("GI-Q22",)),
    PathDoc("winners", "who has won", ("GI-SCORE-5", "GI-SCORE-6"), (*_COINS, "GI-Q22", "GI-Q23")),
)


def _counted(state: State) -> dict[str, Any]:
    """What can be counted, by the first word of its path."""
    seats, islands = state.owned, state.islands
    return {
        "captain": {seat: owned.captain for seat, owned in seats.items()},
        "ship": {seat: owned.ship for seat, owned in seats.items()},
        "hand": {seat: len(owned.hand) for seat, owned in seats.items()},
        "draw": {seat: owned.draw for seat, owned in seats.items()},
        "discard": {seat: len(owned.discard) for seat, owned in seats.items()},
        "discardTop": {seat: _top(owned) for seat, owned in seats.items()},
        "houses": {colour: state.houses[colour] for colour in COLOURS},
        "crew": {seat: {colour: owned.crew[colour] for colour in COLOURS} for seat, owned in seats.items()},
        "pirates": {name: {colour: isle.pirates[colour] for colour in COLOURS} for name, isle in islands.items()},
        "held": {seat: owned.held for seat, owned in seats.items()},
        "nest": {seat: owned.nest for seat, owned in seats.items()},
        "volcano": {seat: owned.volcano for seat, owned in seats.items()},
        "placed": {seat: owned.placed for seat, owned in seats.items()},
        "stack": {name: [permit.seat for permit in isle.stack] for name, isle in islands.items()},
        "deck": state.deck,
        "islandCards": {seat: len(owned.cards) for seat, owned in seats.items()},
        "relic": {name: relic.at for name, relic in state.relics.items()},
        "turn": _whose_turn(state),
        "left": [] if state.end is None else list(state.end.left),
        **_result(state),
    }


def _top(owned: Owned) -> str | None:
    return owned.discard[-1] if owned.discard else None


def _result(state: State) -> dict[str, Any]:
    """The result of the settlement; not known during play."""
    counted = result_of(state) if state.phase != "play" else {}
    found = {name: counted.get(name, UNKNOWN) for name in ("eliminated", "winners")}
    for name in ("chests", "coins", "score"):
        each = counted.get(name, UNKNOWN)
        found[name] = {seat: each.get(seat) if isinstance(each, dict) else each for seat in state.owned}
    return found


def _totals(state: State) -> dict[str, Any]:
    """Pirates of all colours, including those whose colour was not seen."""
    return {
        **{f"crew.{seat}": sum(owned.crew.values()) for seat, owned in state.owned.items()},
        **{f"pirates.{name}": sum(isle.pirates.values()) for name, isle in state.islands.items()},
    }


def _whose_turn(state: State) -> str | None:
    return None if state.turn is None else state.turn.seat


LOOK = Lookup(PATHS, _counted, _totals, quick={"turn": _whose_turn})


def _match(state: State, path: str, seen: Seen, told: Any) -> Match | None:
    """Two names of a card agree if they can mean the same card."""
    if not path.startswith("discardTop.") or not isinstance(told, str) or seen.value is None:
        return None
    pile, card = card_of(seen.value), read_card(told)
    if card is None:
        return None
    parts = ((pile.property, card.property), (pile.flag, card.flag))
    if any(UNKNOWN not in pair and pair[0] != pair[1] for pair in parts):
        return None
    return "unknown" if any(one == UNKNOWN != other for one, other in parts) else "same"


def _bears(state: State, item: Difference, id: str) -> bool:
    """Whether a rule affects what differs. Being out affects a score only if one side says so."""
    is_score = item.path.startswith("score.")
    return not (is_score and id == "GI-SCORE-5") or None in (item.table, item.record)


def _reveals(step: Step[State, Reveal]) -> Answers:
    """A reveal agrees with a field that was named, and a hand shown whole has as many cards as the log says."""
    action = step.action
    contradiction = facts_of(step).contradictions.get(step.seq)
    if contradiction is not None:
        named, told = (value_told(step.before.table, action.what, value) for value in contradiction)
        why = f"{field_meant(step.before.table, action.what)}, was logged as {named}, but is told as {told}"
        return broken(why, named=contradiction[0], told=contradiction[1])
    kind, seat, _ = named_by(action.what)
    owned = step.before.owned.get(seat)
    if kind not in ("hand", "held", "islandCards") or owned is None or not isinstance(action.value, list):
        return OK
    counts = {"hand": len(owned.hand), "held": owned.held, "islandCards": len(owned.cards)}
    if len(action.value) == counts[kind]:
        return OK
    units = {"hand": "card", "held": "permit", "islandCards": "island card"}
    shown = f"{person(step.before.table, seat)} shows {counted(len(action.value), units[kind])}"
    why = f"{shown}, but has {number(counts[kind])} by the record"
    return broken(why, shown=len(action.value), record=counts[kind])


def _reason(found: list[Difference]) -> dict[str, Any]:
    return {"reason": LOG if all(item.record is None for item in found) else HIDDEN}


COUNTING = Counting(match=_match, bears=_bears, reveals=_reveals, open_facts=_reason)
