"""GI-ASH, GI-VOLC, GI-RELIC: going ashore, the volcanic islands and the relics."""

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Redraw, Use
from replay.games.gold_island.effects import ASHORE
from replay.games.gold_island.phrases import the_place, the_relic, where
from replay.games.gold_island.rules.common import HIDDEN, KIT, UseStep, at, facts_of, too_few, unsure, who, whose
from replay.games.gold_island.state import State, has_relic, turn_for
from replay.games.gold_island.words import AT_VOLCANO, LOWER, PORT, RELICS, UPPER, VOLCANOES
from replay.rule import OK, Answers, broken, rule
from replay.saying import counted, number
from replay.step import Step

_LANDING = "Ashore - Treasure Island"
_VOLCANO = "Ashore - volcanic island"
_RELICS = "The advantages of the four relic cards"


def landing_place(step: UseStep) -> str | None:
    """The island where a card goes ashore; None if it does not, or if the ship is in port."""
    if ASHORE not in step.after.effects:
        return None
    ship = step.before.owned[step.action.by or ""].ship
    return None if ship == PORT else ship


def treasure_landing(step: UseStep) -> str | None:
    """The treasure island where a card goes ashore."""
    place = landing_place(step)
    return None if place in VOLCANOES else place


@rule("GI-ASH-1", cite=at(_LANDING, "142, 146"), judges=Use)
def ship_is_at_an_island(step: UseStep) -> Answers:
    """To go ashore, a player's ship must be at an island."""
    if ASHORE in step.after.effects and step.before.owned[step.action.by or ""].ship == PORT:
        return broken("the ship was in port", ship=PORT)
    return OK


@rule("GI-ASH-2", cite=at(_LANDING, "142, 153"), judges=Use, may_open=True)
def landing_costs_pirates(step: UseStep) -> Answers:
    """A treasure island costs one pirate of its printed colour or any two; with the relic for it, any one."""
    island = treasure_landing(step)
    if island is None:
        return OK
    pirates = step.action.pirates or []
    if len(pirates) == 2 or (len(pirates) == 1 and has_relic(step.before, step.action.by, "any-colour")):
        return OK
    if len(pirates) != 1:
        return broken(_put_ashore(pirates), pirates=list(pirates))
    if pirates[0] == UNKNOWN:
        return unsure("the colour of the pirate put ashore was not seen", HIDDEN)
    return _colour_fits(step, island, pirates[0])


def _put_ashore(pirates: list[str]) -> str:
    return f"{counted(len(pirates), 'pirate')} {'was' if len(pirates) == 1 else 'were'} put ashore"


def _colour_fits(step: UseStep, island: str, pirate: str) -> Answers:
    kit = step.before.table.kit
    named = facts_of(step).colours.get(island) or step.after.colours.get(island) or kit.firm_colours.get(island)
    if named is not None:
        why = f"{the_place(island)} is {named}, not {pirate}"
        return OK if named == pirate else broken(why, island=island, colour=named)
    if kit.colours.get(island) == pirate:
        return OK
    return unsure(f"the kit does not settle which colour {the_place(island)} is", KIT, island=island, pirate=pirate)


@rule("GI-ASH-3", cite=at(_LANDING, "142, 146"), judges=Use, may_open=True)
def own_pirates_go_ashore(step: UseStep) -> Answers:
    """The pirates put ashore come from the player's own crew."""
    if landing_place(step) is None:
        return OK
    seat = step.action.by or ""
    return too_few(step.before.owned[seat].crew, step.action.pirates or [], f"{whose(step)} crew")


@rule("GI-ASH-4", cite=at(_LANDING, "142"), judges=Use)
def permit_in_front(step: UseStep) -> Answers:
    """A permit placed on an island is one the player had in front of them."""
    held = step.before.owned[step.action.by or ""].held
    if treasure_landing(step) is None or held > 0:
        return OK
    return broken(f"{who(step)} had no permits to place", seat=step.action.by, held=held)


@rule("GI-ASH-5", cite=at(_LANDING, "142"), judges=Use)
def one_permit_per_island(step: UseStep) -> Answers:
    """A player places no more than one permit on each treasure island."""
    island = treasure_landing(step)
    isle = step.before.islands.get(island) if island is not None else None
    if isle is None or all(permit.seat != step.action.by for permit in isle.stack):
        return OK
    return broken(f"{who(step)} already has a permit on {the_place(island or '')}", island=island)


@rule("GI-VOLC-1", cite=at(_VOLCANO, "146"), judges=Use)
def volcano_costs_one_pirate(step: UseStep) -> Answers:
    """A volcanic island costs exactly one pirate, of any colour."""
    place, pirates = landing_place(step), step.action.pirates or []
    if place not in VOLCANOES or len(pirates) == 1:
        return OK
    return broken(f"{_put_ashore(pirates)} {where(place or '')}", pirates=list(pirates))


@rule("GI-VOLC-2", cite=at(_VOLCANO, "46, 148"), judges=Use)
def seven_is_fetched_once(step: UseStep) -> Answers:
    """A player's seven can be fetched from the upper volcanic island only while it is there."""
    volcano = step.before.owned[step.action.by or ""].volcano
    if landing_place(step) != UPPER or volcano >= 1:
        return OK
    return broken(f"{whose(step)} seven was no longer there", seat=step.action.by, volcano=volcano)


@rule("GI-VOLC-3", cite=at(_VOLCANO, "149"), judges=Use)
def one_relic_is_taken(step: UseStep) -> Answers:
    """At the lower volcanic island the player takes one of the relics still there."""
    if landing_place(step) != LOWER:
        return OK
    relic = step.action.relic
    if relic is None or relic not in RELICS:
        return broken("no relic was named")
    owner = step.before.relics[relic].at
    return OK if owner == AT_VOLCANO else broken(f"{who(step, owner)} has {the_relic(relic)}", relic=relic, at=owner)


@rule("GI-VOLC-4", cite=at(_VOLCANO, "146-149"), judges=Use)
def no_permit_on_a_volcano(step: UseStep) -> Answers:
    """No permit is placed on a volcanic island, and relics come only from the lower one."""
    place = landing_place(step)
    if place is None:
        return OK
    if place in VOLCANOES and step.action.permit is not None:
        return broken(f"a permit was placed {where(place)}", place=place)
    if step.action.relic is not None and place != LOWER:
        return broken(f"a relic was taken {where(place)}", place=place, relic=step.action.relic)
    return OK


@rule("GI-RELIC-1", cite=at(_RELICS, "161"), judges=Use)
def one_relic_each(step: UseStep) -> Answers:
    """Nobody may have two relics."""
    if step.action.relic is None or landing_place(step) is None:
        return OK
    owned = [relic for relic, each in step.before.relics.items() if each.at == step.action.by]
    return broken(f"{who(step)} had {the_relic(owned[0])} already", relic=owned[0]) if owned else OK


RedrawStep = Step[State, Redraw]


@rule("GI-RELIC-2", cite=at(_RELICS, "159"), judges=Redraw)
def only_the_owner_redraws(step: RedrawStep) -> Answers:
    """Only the owner of the redraw relic may exchange cards."""
    owner = step.before.relics["redraw"].at
    return OK if owner == step.action.by else broken(f"the relic does not belong to {who(step)}", at=owner)


@rule("GI-RELIC-3", cite=at(_RELICS, "159"), judges=Redraw)
def redraw_at_the_start(step: RedrawStep) -> Answers:
    """Cards are exchanged only at the start of a turn, and only once."""
    turn = turn_for(step.before, step.action.by)
    if turn is None or not (turn.moved or turn.used or turn.redrawn):
        return OK
    done = "exchanged cards" if turn.redrawn else "moved or used a card"
    return broken(f"{who(step, turn.seat)} had already {done} this turn", seat=turn.seat)


@rule("GI-RELIC-4", cite=at(_RELICS, "159"), judges=Redraw)
def one_or_two_for_as_many(step: RedrawStep) -> Answers:
    """One or two cards are exchanged for the same number of new ones."""
    amount, cards = len(step.action.discard), step.action.cards
    if amount not in (1, 2):
        return broken(f"{counted(amount, 'card')} {'was' if amount == 1 else 'were'} exchanged", discarded=amount)
    if isinstance(cards, list) and len(cards) != amount:
        why = f"{who(step)} drew {counted(len(cards), 'card')} instead of {number(amount)}"
        return broken(why, discarded=amount, drawn=len(cards))
    return OK


RULES = (
    ship_is_at_an_island,
    landing_costs_pirates,
    own_pirates_go_ashore,
    permit_in_front,
    one_permit_per_island,
    volcano_costs_one_pirate,
    seven_is_fetched_once,
    one_relic_is_taken,
    no_permit_on_a_volcano,
    one_relic_each,
    only_the_owner_redraws,
    redraw_at_the_start,
    one_or_two_for_as_many,
)
