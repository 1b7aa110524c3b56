"""Rules about setup, rounds and the pass."""

from collections import Counter
from collections.abc import Iterator

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Pass, Round, Setup
from replay.games.sea_or_shore.hindsight import Facts
from replay.games.sea_or_shore.rules.common import is_missing, wrong_treasures
from replay.games.sea_or_shore.rules.passing import highest_of_colour, judge_pass, most_held_colour
from replay.games.sea_or_shore.rules.play import everybody_passes_before_the_first_trick
from replay.games.sea_or_shore.rules.position import a_position_holds_what_the_box_holds
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import card_words, say
from replay.rule import Answer, Broken, Open, rule
from replay.saying import counted, number, people, person
from replay.step import Step

Deal = Step[State, Setup] | Step[State, Round]


def _is_position(step: Deal) -> bool:
    return isinstance(step.action, Setup) and step.action.position is not None


def _given_hands(step: Deal) -> dict[str, list[str]]:
    """The hands named in the log, not those worked out in hindsight."""
    hands = step.action.hands or {}
    facts = step.facts
    worked_out = facts.worked_out.get(step.seq, ()) if isinstance(facts, Facts) else ()
    return {seat: hand for seat, hand in hands.items() if seat not in worked_out}


@rule("SS-SET-1", cite="SET UP", judges=Setup)
def three_to_five_players(step: Step[State, Setup]) -> Iterator[Answer]:
    """The game is for three to five players."""
    players = len(step.before.table.players)
    if not 3 <= players <= 5:
        sit = "sits" if players == 1 else "sit"
        yield Broken(f"{counted(players, 'player')} {sit} at this table", {"players": players})


@rule("SS-SET-2", cite="SET UP", judges=(Setup, Round), may_open=True)
def one_treasure_from_each_deck(step: Deal) -> Iterator[Answer]:
    """One treasure from each deck is face up."""
    if _is_position(step):
        return
    treasures = step.action.treasures
    facts = {"treasures": treasures}
    if treasures is None:
        yield Open("the face-up treasures were not noted", facts)
    elif (why := wrong_treasures(step.after, treasures)) is not None:
        yield Broken(why, facts)
    elif UNKNOWN in treasures:
        yield Open("a face-up treasure was not noted", facts)


@rule("SS-SET-3", cite="SET UP", judges=(Setup, Round))
def everybody_is_dealt_the_right_number(step: Deal) -> Iterator[Answer]:
    """Each player is dealt the number of island cards set for this number of players."""
    if _is_position(step):
        return
    due = step.after.cards_each
    for seat, hand in _given_hands(step).items():
        if len(hand) != due:
            who = person(step.after.table, seat)
            why = f"{who} was dealt {counted(len(hand), 'card')} instead of {due}"
            yield Broken(why, {"seat": seat, "cards": len(hand), "due": due})


@rule("SS-SET-4", cite="Contents", judges=(Setup, Round))
def no_card_is_dealt_twice(step: Deal) -> Iterator[Answer]:
    """No island card is dealt twice."""
    if _is_position(step):
        return
    hands = _given_hands(step)
    if not hands:
        return
    dealt = Counter(card for hand in hands.values() for card in hand if card != UNKNOWN)
    for card, times in dealt.items():
        if times > 1:
            seats = [seat for seat, hand in hands.items() if card in hand]
            why = f"{card_words(card)} was dealt {number(times)} times, to {people(step.after.table, seats)}"
            yield Broken(why, {"card": card, "seats": seats})


@rule("SS-SET-5", cite="ACTION", judges=(Setup, Round))
def two_different_actions(step: Deal) -> Iterator[Answer]:
    """The two action cards show two different actions, and each action is on one of the two cards."""
    if _is_position(step):
        return
    actions = step.action.actions
    if not actions:
        return
    if "rb" in actions and actions["rb"] == actions.get("gp"):
        yield Broken(f"both action cards show action {actions['rb']}", {"actions": actions})
    if isinstance(step.action, Round):
        first = step.before.past.given_actions
        for pair, other in (("rb", "gp"), ("gp", "rb")):
            if pair in actions and actions[pair] == first.get(other):
                facts = {"pair": pair, "action": actions[pair], "actions": actions, "first": first}
                colours = say(step.after.table, other)
                yield Broken(f"action {actions[pair]} is on the card for {colours}, as round 1 showed", facts)


@rule("SS-SET-7", cite="SET UP", judges=Setup)
def set_up_once(step: Step[State, Setup]) -> Iterator[Answer]:
    """The game is set up once; a new game is a new record."""
    before = step.before
    if before.past.is_set_up:
        facts = {"round": before.round, "trick": before.trick, "phase": before.phase}
        yield Broken("the game had been set up before; what follows is judged as another game", facts)


@rule("SS-ROUND-1", cite="GAME END", judges=Round, rests_on=("SS-Q13",))
def the_second_round_follows_the_first(step: Step[State, Round]) -> Iterator[Answer]:
    """The second round starts once the first has ended; there is no third."""
    before = step.before
    facts = {"phase": before.phase, "round": before.round}
    if before.phase != "deal":
        yield Broken(f"round {before.round} has not ended", facts)
    elif before.round != 1:
        yield Broken(f"{counted(before.round, 'round')} have already been played", facts)
    elif before.table.readings["SS-Q13"] == "next":
        due = before.table.next_seat(before.starter)
        if step.after.starter != due:
            why = f"{person(before.table, step.after.starter)} starts, but {person(before.table, due)} is next"
            yield Broken(why, {"starter": step.after.starter, "due": due})


@rule("SS-PASS-2", cite="SET UP", judges=Pass, may_open=True)
def passed_from_the_longest_colour(step: Step[State, Pass]) -> Iterator[Answer]:
    """The passed card is of the colour the player holds most of, or of one tied for most."""
    yield from judge_pass(step, most_held_colour)


@rule("SS-PASS-3", cite="SET UP", judges=Pass, may_open=True)
def passed_the_highest(step: Step[State, Pass]) -> Iterator[Answer]:
    """The passed card is the highest of its colour in the player's hand."""
    yield from judge_pass(step, highest_of_colour)


@rule("SS-PASS-4", cite="SET UP", judges=Pass)
def passed_from_their_own_hand(step: Step[State, Pass]) -> Iterator[Answer]:
    """Players pass a card from their own hand."""
    before = step.before
    for seat, card in (step.action.cards or {}).items():
        if is_missing(before, before.hands, seat, card):
            why = f"{person(before.table, seat)} passed {card_words(card)}, which was not in their hand"
            yield Broken(why, {"seat": seat, "card": card})


RULES = (
    three_to_five_players,
    one_treasure_from_each_deck,
    everybody_is_dealt_the_right_number,
    no_card_is_dealt_twice,
    two_different_actions,
    a_position_holds_what_the_box_holds,
    set_up_once,
    the_second_round_follows_the_first,
    everybody_passes_before_the_first_trick,
    passed_from_the_longest_colour,
    passed_the_highest,
    passed_from_their_own_hand,
)
