"""Rules for the effects of map cards, and for the number 1 (LI-FX, LI-ONE)."""

from replay.action import UNKNOWN
from replay.games.loot_island.actions import Play, copies_of
from replay.games.loot_island.effects import cube_worth, cursed_by, drawing_seats, laid_by
from replay.games.loot_island.kit import card_of
from replay.games.loot_island.rules.common import (
    UNNAMED,
    broken_or_open,
    broken_unless,
    cubes_in_doubt,
    en,
)
from replay.games.loot_island.state import Effects, State, is_unsure, kit_of
from replay.games.loot_island.words import a_thing, cube_count, only, say, who
from replay.rule import OK, Answers, Rule, derived, rule, unsure
from replay.saying import counted, number
from replay.step import Step

_EFFECTS = en("Effects")
_ONE = en("Effects: Card number 1")


def _cubes(step: Step[State, Play], effects: Effects, seat: str) -> int:
    """The cubes a player has when they shed for a play (LI-Q40)."""
    cubes = step.before.cubes.get(seat, 0)
    taken_first = step.before.table.readings["LI-Q40"] == "card-order"
    if taken_first and seat in cursed_by(step.before, step.action, effects):
        cubes += effects.cursing
    return cubes


@rule("LI-FX-3", cite=_EFFECTS, judges=Play, may_open=True, rests_on=("LI-Q9", "LI-Q40"))
def nobody_sheds_too_much(step: Step[State, Play]) -> Answers:
    """Nobody sheds more cubes than the play allows."""
    if not step.action.shed:
        return OK
    state = step.before
    effects, each = laid_by(step), cube_worth(state)
    whole = each == 2 and state.table.readings["LI-Q9"] == "all-or-none"
    for seat in state.table.seats:
        shed = step.action.shed.get(seat, 0)
        cubes, most = _cubes(step, effects, seat), effects.may_shed(seat, each=each)
        allowed = min(most, cubes)
        halved = whole and shed % 2 == 1 and not shed == cubes < most
        if shed > allowed or halved:
            limit = f"{who(state.table, seat)} shed {cube_count(shed)}, but {only(allowed)}"
            why = limit if shed > allowed else f"{who(state.table, seat)} shed only half of what a cube icon is worth"
            doubt = UNNAMED if effects.unnamed else cubes_in_doubt(state, seat) if shed <= most else None
            return broken_or_open(doubt, why, seat=seat, shed=shed, allowed=allowed)
    return OK


@rule("LI-FX-4", cite=_EFFECTS, judges=Play, may_open=True, rests_on=("LI-Q8",))
def nobody_draws_too_much(step: Step[State, Play]) -> Answers:
    """Nobody draws more cards than the play allows, or more than there are."""
    drawn = step.action.draw
    if not drawn:
        return OK
    state = step.before
    effects = laid_by(step)
    left = state.deck + len(state.discard)
    for seat in drawing_seats(state, step.action, effects):
        due = min(effects.may_draw(seat), left)
        drew = len(drawn[seat]) if seat in drawn else due
        if drew > due:
            why = f"{who(state.table, seat)} drew {counted(drew, 'card')}, but {only(due)}"
            return broken_unless(effects.unnamed, UNNAMED, why, seat=seat, drawn=drew, allowed=due)
        left -= drew
    return OK


def _which_way(step: Step[State, Play]) -> Answers:
    """Open if a 1 was played on a column whose value is not known."""
    state, action = step.before, step.action
    column = state.columns[action.landing]
    if not is_unsure(column):
        return OK
    effects = laid_by(step)
    if effects.value is not None or effects.inserts:
        return OK
    if 1 not in effects.values:
        return OK
    return unsure(f"the value at {action.landing} is not known, so it is unclear where the 1 goes")


@rule("LI-ONE-3", cite=_ONE, judges=Play, may_open=True, rests_on=("LI-Q5",))
def only_an_inserted_one_copies(step: Step[State, Play]) -> Answers:
    """Only a 1 inserted at the beginning copies an effect, and each copies only one."""
    copies = copies_of(step.action)
    if not copies:
        return OK
    effects = laid_by(step)
    extra = [name for name in copies[effects.inserted :] if name is not None]
    if not extra:
        return OK
    unknown = effects.value is None and not effects.inserts
    copied = f"{counted(len(copies), 'effect')} {'was' if len(copies) == 1 else 'were'} copied"
    inserted = f"{number(effects.inserted)} {'1 was' if effects.inserted == 1 else '1s were'}"
    why = f"{copied}, but {inserted} inserted"
    return broken_unless(unknown, "the value of the column is not known", why, copied=extra)


@rule("LI-ONE-4", cite=_ONE, judges=Play, may_open=True, rests_on=("LI-Q6", "LI-Q7"))
def a_card_that_lay_there(step: Step[State, Play]) -> Answers:
    """An inserted 1 copies a cube or draw card that was there before the play."""
    copies = copies_of(step.action)
    if not copies:
        return OK
    state, action = step.before, step.action
    effects = laid_by(step)
    column = state.columns[action.landing]
    there = list(column)
    if state.table.readings["LI-Q7"] == "any":
        there += effects.cards
    for name in copies[: effects.inserted]:
        if name is None:
            continue
        card = card_of(kit_of(state), name)
        if name == UNKNOWN:
            return unsure("the copied card was never named")
        if name not in there or card is None or not (card.cube or card.draw):
            words = say(state.table, name)
            why = f"{a_thing(words)} was not there" if name not in there else f"the {words} has nothing to copy"
            return broken_unless(is_unsure(column), "a card in the column was never named", why, card=name)
        if state.table.readings["LI-Q6"] == "distinct":
            there.remove(name)
    return OK


RULES: tuple[Rule, ...] = (
    derived(
        "LI-FX-1",
        "A cube icon lets every player with a disc there, including one just placed, shed one cube.",
        _EFFECTS,
    ),
    derived("LI-FX-2", "A draw icon lets every player with a disc there draw one card.", _EFFECTS),
    nobody_sheds_too_much,
    nobody_draws_too_much,
    derived(
        "LI-FX-5",
        "Effects also reach players who have passed; chests, +1 and wilds do nothing when they are played.",
        en("Effects, notes"),
    ),
    Rule(
        "LI-ONE-1",
        "On an empty column or a value of 1, a 1 is added at the end; on a higher value it goes to the beginning.",
        _ONE,
        "derived",
        (Play,),
        _which_way,
        may_open=True,
        questions=("LI-Q5",),
        rests_on=("LI-Q5",),
    ),
    derived("LI-ONE-2", "For each 1 added at the end, every other player takes one cube.", _ONE, questions=("LI-Q5",)),
    only_an_inserted_one_copies,
    a_card_that_lay_there,
    derived("LI-ONE-5", "Only the player who inserts a 1 gets the effect it copies.", _ONE),
)
