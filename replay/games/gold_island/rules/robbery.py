"""GI-ROB: who may be robbed, and of how many island cards."""

from replay.action import UNKNOWN
from replay.games.gold_island.actions import Use, stolen
from replay.games.gold_island.phrases import islands, the_place, where
from replay.games.gold_island.rules.common import UseStep, at, only, reading, who, whose
from replay.games.gold_island.state import State
from replay.games.gold_island.words import LIGHTHOUSE, PORT, kind_of
from replay.rule import OK, Answers, broken, rule
from replay.saying import counted, number


@rule("GI-ROB-1", cite=at("Robbery", "74, 110-118"), judges=Use, rests_on=("GI-Q2",))
def robbery_needs_a_ground(step: UseStep) -> Answers:
    """A player may rob if their captain shares a field with the victim's, or their ship an island with the victim's;
    once the island deck is empty, a player whose captain is on an island-card field may rob anyone."""
    action, state = step.action, step.before
    agreed = reading(step, "GI-Q2")
    found: Answers = OK
    for victim in action.rob or {}:
        if victim in state.owned and not has_ground(state, action.by or "", victim, agreed):
            why = _no_ground(step, victim)
            found += broken(why, thief=action.by, victim=victim, deck=state.deck)
    return found


def has_ground(state: State, thief: str, victim: str, agreed: str) -> bool:
    """Whether a thief may rob a victim from where both are, by the table's reading of shared places."""
    own, other = state.owned[thief], state.owned[victim]
    if state.deck <= 0 and kind_of(own.captain) == "island-card":
        return True
    if own.ship == other.ship and (own.ship != PORT or agreed == "literal-port"):
        return True
    if own.captain != other.captain:
        return False
    if own.captain != LIGHTHOUSE or agreed in ("literal", "literal-port"):
        return True
    return agreed == "active" and own.ship == other.ship == PORT


def _no_ground(step: UseStep, victim: str) -> str:
    """Where the four figures were, and which shared place does not count by the table's reading."""
    own, other = step.before.owned[step.action.by or ""], step.before.owned[victim]
    words = [
        f"{whose(step)} captain was {where(own.captain)}, the ship {where(own.ship)}; "
        f"{whose(step, victim)} captain was {where(other.captain)}, the ship {where(other.ship)}"
    ]
    if own.captain == other.captain == LIGHTHOUSE:
        words.append(f"both captains were {where(LIGHTHOUSE)}, which does not count here by the answer in force")
    if own.ship == other.ship == PORT:
        words.append(f"both ships were {where(PORT)}, which does not count by the answer in force")
    return "; ".join(words)


def _number_taken(step: UseStep) -> int:
    return sum(len(stolen(cards)) for cards in (step.action.rob or {}).values())


@rule("GI-ROB-2", cite=at("Robbery; Double Robbery", "112, 122"), judges=Use)
def robbery_takes_one(step: UseStep) -> Answers:
    """A robbery takes exactly one island card, a double robbery one or two."""
    if step.action.rob is None:
        return OK
    taken, used = _number_taken(step), step.after.effective
    most = 1 if used == "robbery" else 2
    if 1 <= taken <= most:
        return OK
    return broken(f"{counted(taken, 'island card')} {'was' if taken == 1 else 'were'} taken", taken=taken, most=most)


@rule("GI-ROB-3", cite=at("Robbery; Double Robbery", "112, 122"), judges=Use, rests_on=("GI-Q4",))
def one_victim(step: UseStep) -> Answers:
    """There is only one victim, who must be another player."""
    if step.action.rob is None:
        return OK
    victims = list(step.action.rob)
    most = 2 if reading(step, "GI-Q4") == "two" else 1
    if not 1 <= len(victims) <= most:
        why = f"{counted(len(victims), 'player')} were robbed, and the table agreed on {number(most)} at most"
        return broken(why, victims=victims)
    for victim in victims:
        if victim == step.action.by or victim not in step.before.owned:
            return broken(f"{who(step, victim)} is not another player", victims=victims)
    return OK


@rule("GI-ROB-4", cite=at("Robbery", "112"), judges=Use)
def victim_has_the_cards(step: UseStep) -> Answers:
    """The victim must have as many island cards as are taken."""
    for victim, cards in (step.action.rob or {}).items():
        if victim in step.before.owned and len(stolen(cards)) > len(step.before.owned[victim].cards):
            held = len(step.before.owned[victim].cards)
            why = f"{who(step, victim)} had {only(held, 'island card')}"
            return broken(why, victim=victim, held=held)
    return OK


@rule("GI-ROB-5", cite=at("Robbery", "98, 112"), judges=Use)
def stolen_card_was_the_victims(step: UseStep) -> Answers:
    """A stolen island card, if named, was one of the victim's."""
    for victim, cards in (step.action.rob or {}).items():
        if victim in step.before.owned:
            found = _not_the_victims(step, victim, stolen(cards))
            if found:
                return found
    return OK


def _not_the_victims(step: UseStep, victim: str, cards: tuple[str, ...]) -> Answers:
    held = step.before.owned[victim].cards
    for place, card in enumerate(cards):
        if card == UNKNOWN:
            continue
        if card in cards[:place]:
            why = f"the card of {the_place(card)} was taken from {who(step, victim)} twice"
            return broken(why, victim=victim, card=card, held=list(held))
        if card in held:
            continue
        owners = [seat for seat, owned in step.before.owned.items() if card in owned.cards]
        if owners or UNKNOWN not in held:
            had = f"{who(step, owners[0])} had it" if owners else f"{who(step, victim)} had {islands(held)}"
            why = f"the card of {the_place(card)} was not {whose(step, victim)}: {had}"
            return broken(why, victim=victim, card=card, held=list(held))
    return OK


RULES = (
    robbery_needs_a_ground,
    robbery_takes_one,
    one_victim,
    victim_has_the_cards,
    stolen_card_was_the_victims,
)
