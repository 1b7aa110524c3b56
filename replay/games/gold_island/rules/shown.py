"""GI-REV-1: what is shown can be what the log says the player has."""

from replay.action import UNKNOWN, Reveal
from replay.games.gold_island.actions import texts_of
from replay.games.gold_island.fillings import can_show
from replay.games.gold_island.phrases import a_card, some_cards, the_place, values
from replay.games.gold_island.rules.cards import no_more_than_the_box_has, no_more_than_the_kit_has
from replay.games.gold_island.rules.common import RevealStep, at, who
from replay.games.gold_island.rules.islands import each_island_card_once, islands_of_the_board
from replay.games.gold_island.rules.permits import each_value_once, values_one_to_seven
from replay.games.gold_island.settlement import SHOWN, named_by
from replay.games.gold_island.words import card_of, fits
from replay.rule import OK, Answers, Broken, Rule, broken, rule

_FIRST: dict[str, tuple[Rule, ...]] = {
    "held": (values_one_to_seven, each_value_once),
    "islandCards": (islands_of_the_board, each_island_card_once),
    "hand": (no_more_than_the_box_has, no_more_than_the_kit_has),
}
"""The rules that say more about what is shown; if one of them is broken, this one is not asked."""


@rule("GI-REV-1", cite=at("Equipment; Game preparation; relics", "10-11, 42, 46, 48, 98, 148, 165"), judges=Reveal)
def what_is_shown_can_be_theirs(step: RevealStep) -> Answers:
    """What a player shows can be what they have by the log."""
    action = step.action
    kind, seat, _ = named_by(action.what)
    owned = step.before.owned.get(seat)
    if kind not in SHOWN or owned is None or not isinstance(action.value, list):
        return OK
    counts = {"hand": len(owned.hand), "held": owned.held, "islandCards": len(owned.cards)}
    if len(action.value) != counts[kind] or _said_otherwise(step, kind):
        return OK
    if kind == "held":
        return _held(step, seat)
    names = texts_of(action.value)
    return _island_cards(step, owned.cards, names) if kind == "islandCards" else _hand(step, owned.hand, names)


def _said_otherwise(step: RevealStep, kind: str) -> bool:
    checks = (check for each in _FIRST[kind] if (check := each.check) is not None)
    return any(isinstance(answer, Broken) for check in checks for answer in check(step))


def _held(step: RevealStep, seat: str) -> Answers:
    shown = step.action.value
    if can_show(step.before, seat, shown) is not False:
        return OK
    gained = step.before.owned[seat].gained
    why = f"{who(step, seat)} shows {values(shown)}, which cannot be what is left of {values(gained)}"
    return broken(why, seat=seat, shown=list(shown), gained=list(gained))


def _island_cards(step: RevealStep, held: tuple[str, ...], shown: tuple[str, ...]) -> Answers:
    missing = [card for card in held if card != UNKNOWN and card not in shown]
    if len(missing) <= shown.count(UNKNOWN):
        return OK
    seat = named_by(step.action.what).of
    why = f"{who(step, seat)} has the card of {the_place(missing[0])} and did not show it"
    return broken(why, seat=seat, missing=missing)


def _hand(step: RevealStep, hand: tuple[str, ...], shown: tuple[str, ...]) -> Answers:
    taken: dict[int, int] = {}
    for place in range(len(shown)):
        if not _finds_a_card(hand, shown, place, taken, set()):
            seat = named_by(step.action.what).of
            why = f"{who(step, seat)} shows {a_card(shown[place])}, which does not fit the hand: {some_cards(hand)}"
            return broken(why, seat=seat, card=shown[place], hand=list(hand))
    return OK


def _finds_a_card(
    hand: tuple[str, ...], shown: tuple[str, ...], place: int, taken: dict[int, int], tried: set[int]
) -> bool:
    """Whether a card shown can be paired with a card of the hand; earlier ones may have to change theirs."""
    for index, entry in enumerate(hand):
        if index in tried or not fits(card_of(entry), card_of(shown[place])):
            continue
        tried.add(index)
        if index not in taken or _finds_a_card(hand, shown, taken[index], taken, tried):
            taken[index] = place
            return True
    return False


RULES = (what_is_shown_can_be_theirs,)
