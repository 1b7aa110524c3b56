"""Rules about the action cards."""

from collections.abc import Iterable, Iterator

from replay.action import UNKNOWN
from replay.games.sea_or_shore.actions import Act, Turn
from replay.games.sea_or_shore.reducer import move_cards, moved_cards
from replay.games.sea_or_shore.rules.common import is_missing
from replay.games.sea_or_shore.state import Pending, State
from replay.games.sea_or_shore.words import (
    card_words,
    colour_of,
    deck_colours,
    deck_words,
    how_many,
    say,
    treasure_words,
    treasures_words,
)
from replay.rule import OK, Answer, Answers, Broken, Open, broken, rule
from replay.saying import counted, number, people, person
from replay.step import Step
from replay.zones import same_cards

ActStep = Step[State, Act]


def _is_due(state: State, seat: str) -> bool:
    return state.phase == "act" and seat in [entry.seat for entry in state.pending]


@rule("SS-ACT-1", cite="ACTIVATE", judges=Act, may_open=True)
def only_winners_without_a_treasure_act(step: ActStep) -> Answers:
    """Only a player who won a colour with no face-up treasure may carry out an action."""
    before, seat = step.before, step.action.by
    if _is_due(before, seat):
        return OK
    who = person(before.table, seat)
    facts = {"seat": seat, "phase": before.phase, "pending": [entry.seat for entry in before.pending]}
    unknown = UNKNOWN in before.played.values() or any(deck.up == UNKNOWN for deck in before.decks.values())
    if before.phase == "act" and unknown:
        return (Open(f"whether {who} won is not known: a card or a treasure was not noted", facts),)
    return (Broken(f"{who} acted without winning an action", facts),)


@rule("SS-ACT-2", cite="ACTIVATE", judges=Turn, rests_on=("SS-Q7", "SS-Q17"))
def every_winner_acts(step: Step[State, Turn]) -> Answers:
    """Every player who won an action carries it out."""
    before = step.before
    if not before.pending:
        return OK
    left = [entry.seat for entry in before.pending if is_asked_for(before, entry)]
    return broken(f"the trick ended before {people(before.table, left)} had acted", seats=left) if left else OK


def is_asked_for(state: State, entry: Pending) -> bool:
    """Whether the winner of an action has to carry it out before the trick ends."""
    readings = state.table.readings
    if readings["SS-Q7"] == "may":
        return False
    if state.actions[entry.pair] == 1:
        others = [held for seat, held in state.additions.items() if seat != entry.seat]
        return state.supply > 0 or max(others, default=0) >= 2
    return not state.is_last_trick or readings["SS-Q17"] == "every"


@rule("SS-ACT-3", cite="ACTION", judges=Act)
def the_action_face_up(step: ActStep) -> Answers:
    """The action carried out is the one face up for that colour's pair."""
    before, action = step.before, step.action
    if not _is_due(before, action.by):
        return OK
    pair = next(entry.pair for entry in before.pending if entry.seat == action.by)
    due = before.actions[pair]
    if action.action == due:
        return OK
    facts = {"seat": action.by, "action": action.action, "due": due, "pair": pair}
    who, colours = person(before.table, action.by), say(before.table, pair)
    return (Broken(f"{who} carried out action {action.action}, but action {due} is face up for {colours}", facts),)


@rule("SS-ACT-4", cite="TRICK END", judges=Act)
def actions_go_clockwise(step: ActStep) -> Answers:
    """Actions are carried out clockwise from the starting player."""
    before, seat = step.before, step.action.by
    if before.acted >= 0 and _is_due(before, seat):
        distance = before.table.distance(before.starter, seat)
        if distance < before.acted:
            who, starter = person(before.table, seat), person(before.table, before.starter)
            facts = {"seat": seat, "starter": before.starter}
            return (Broken(f"{who} acted after a player further from {starter}, the starting player", facts),)
    return OK


@rule("SS-ACT-5", cite="ACTION 1", judges=Act, may_open=True, rests_on=("SS-Q5",))
def two_additions_from_one_player(step: ActStep) -> Answers:
    """Two addition cards are stolen from one other player, or taken from the pile if nobody else has two."""
    action, before = step.action, step.before
    if action.action != 1:
        return OK
    why = _wrong_theft(before, action)
    if why is None:
        return OK
    facts = {
        "seat": action.by,
        "from": action.from_,
        "n": action.n,
        "additions": before.additions,
        "supply": before.supply,
    }
    if before.unresolved:
        return (Open(f"{why}; a trick that was not fully noted may have changed that", facts, rests_on=()),)
    return (Broken(why, facts),)


def _wrong_theft(state: State, action: Act) -> str | None:
    others = {seat: count for seat, count in state.additions.items() if seat != action.by}
    rich = [seat for seat, count in others.items() if count >= 2]
    source, table = action.from_, state.table
    who = person(table, action.by)
    if source == "pile":
        due = min(2, max(0, state.supply))
        if rich:
            return f"{who} took from the pile, but {person(table, rich[0])} has at least two additions"
        took = number(action.n) if action.n is not None else "two"
        return None if action.n in (None, due) else f"{who} took {took} from the pile instead of {how_many(due)}"
    count = 2 if action.n is None else action.n
    if source not in others:
        return f"{who} stole from themselves"
    if count == 2 and others[source] >= 2:
        return None
    if state.table.readings["SS-Q5"] == "fewer" and not rich and count == 1 and others[source] == 1:
        return None
    return f"{who} stole {counted(count, 'addition')} from {person(table, source)}, who has {how_many(others[source])}"


@rule("SS-ACT-6", cite="ACTION 2", judges=Act)
def as_many_back_as_taken(step: ActStep) -> Iterable[Answer]:
    """The player takes two island cards and gives two back, or one and one (or none) if the victim has fewer."""
    return _uneven_swap(step) if step.action.action == 2 else OK


def _uneven_swap(step: ActStep) -> Iterator[Answer]:
    action, before = step.action, step.before
    if action.from_ is None:
        return
    if action.from_ == action.by:
        yield Broken(f"{person(before.table, action.by)} took cards from themselves", {"seat": action.by})
        return
    due = min(2, len(before.hands[action.from_]))
    for name, cards in (("took", action.took), ("gave", action.gave)):
        if isinstance(cards, list) and len(cards) != due:
            facts = {"seat": action.by, "from": action.from_, name: len(cards), "due": due}
            who = person(before.table, action.by)
            yield Broken(f"{who} {name} {counted(len(cards), 'card')} instead of {how_many(due)}", facts)


@rule("SS-ACT-7", cite="ACTION 2", judges=Act)
def the_cards_were_theirs(step: ActStep) -> Iterable[Answer]:
    """Cards taken come from the victim's hand; those given back from the taker's, including any just taken."""
    return _strange_cards(step) if step.action.action == 2 else OK


def _strange_cards(step: ActStep) -> Iterator[Answer]:
    action, before = step.action, step.before
    if action.from_ is None:
        return
    who = person(before.table, action.by)
    if isinstance(action.took, list):
        for card in action.took:
            if is_missing(before, before.hands, action.from_, card) or _is_named_twice(action.took, card):
                why = f"{who} took {card_words(card)}, which {person(before.table, action.from_)} did not have"
                yield Broken(why, {"seat": action.from_, "card": card})
    if isinstance(action.gave, list):
        hands = dict(before.hands)
        move_cards(hands, action.from_, action.by, moved_cards(before, action, action.took))
        for card in action.gave:
            if is_missing(before, hands, action.by, card) or _is_named_twice(action.gave, card):
                why = f"{who} gave {card_words(card)}, which was not in their hand"
                yield Broken(why, {"seat": action.by, "card": card})


def _is_named_twice(cards: list[str], card: str) -> bool:
    """Whether a card that exists once is named more often: it was not there a second time."""
    return card != UNKNOWN and cards.count(card) > 1


@rule("SS-ACT-8", cite="ACTION 3", judges=Act)
def three_treasures_put_back(step: ActStep) -> Iterable[Answer]:
    """The player looks at the top three face-down treasures of one deck and puts them back in any order."""
    return _put_back_wrongly(step) if step.action.action == 3 else OK


def _put_back_wrongly(step: ActStep) -> Iterator[Answer]:
    action, before = step.action, step.before
    deck = before.decks.get(action.deck or "")
    if deck is None:
        named = f"deck of {say(before.table, action.deck)}" if action.deck else "such deck"
        yield Broken(f"there is no {named} at this table", {"deck": action.deck, "decks": list(before.decks)})
        return
    top, who = list(deck.down[:3]), person(before.table, action.by)
    facts = {"deck": action.deck, "top": top, "saw": action.saw, "order": action.order}
    for name, cards in (("looked at", action.saw), ("put back", action.order)):
        if cards is not None and len(cards) != len(top):
            yield Broken(f"{who} {name} {counted(len(cards), 'treasure')} instead of {how_many(len(top))}", facts)
            return
    colours = deck_colours(action.deck or "")
    for treasure in dict.fromkeys((*(action.saw or ()), *(action.order or ()))):
        if treasure != UNKNOWN and colour_of(treasure) not in colours:
            why = f"{treasure_words(treasure)} does not belong to {deck_words(action.deck)}"
            yield Broken(why, {**facts, "treasure": treasure})
    if action.saw is not None and any(
        UNKNOWN not in pair and pair[0] != pair[1] for pair in zip(action.saw, top, strict=True)
    ):
        why = f"{who} saw {treasures_words(action.saw)}, but {treasures_words(top)} are known to be on top"
        yield Broken(why, facts)
    if action.order is not None and not same_cards(action.order, action.saw if action.saw is not None else top):
        yield Broken(f"{who} put back treasures other than those they looked at", facts)


@rule("SS-ACT-9", cite="ACTION 4", judges=Act, may_open=True, rests_on=("SS-Q6",))
def taken_from_this_trick(step: ActStep) -> Iterable[Answer]:
    """The card taken is one that was played in this trick."""
    return _taken_wrongly(step) if step.action.action == 4 else OK


def _taken_wrongly(step: ActStep) -> Iterator[Answer]:
    action, before = step.action, step.before
    take, who = action.take or UNKNOWN, person(before.table, action.by)
    owner = next((seat for seat, card in before.played.items() if card == take and take != UNKNOWN), None)
    facts = {"seat": action.by, "take": take, "played": before.played}
    if owner is None:
        if UNKNOWN in before.played.values() or take == UNKNOWN:
            yield Open(f"whether {card_words(take)} was played is not known: a card was not noted", facts, rests_on=())
        else:
            yield Broken(f"{who} took {card_words(take)}, which was not played in this trick", facts)
    elif owner == action.by and before.table.readings["SS-Q6"] == "others":
        yield Broken(f"{who} took back their own card, {card_words(take)}", facts)


@rule("SS-ACT-10", cite="ACTION 4", judges=Act)
def discarded_from_their_hand(step: ActStep) -> Answers:
    """The card discarded comes from the player's hand, which includes the card just taken."""
    action, before = step.action, step.before
    if action.action != 4 or action.discard is None:
        return OK
    hands = {**before.hands, action.by: (*before.hands[action.by], action.take or UNKNOWN)}
    if is_missing(before, hands, action.by, action.discard):
        why = f"{person(before.table, action.by)} discarded {card_words(action.discard)}, which was not in their hand"
        return (Broken(why, {"seat": action.by, "card": action.discard}),)
    return OK


RULES = (
    only_winners_without_a_treasure_act,
    every_winner_acts,
    the_action_face_up,
    actions_go_clockwise,
    two_additions_from_one_player,
    as_many_back_as_taken,
    the_cards_were_theirs,
    three_treasures_put_back,
    taken_from_this_trick,
    discarded_from_their_hand,
)
