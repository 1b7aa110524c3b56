"""Legal random games dealt from a shuffled kit."""

from random import Random
from typing import Any

from msgspec.structs import replace

from replay.dealer import Body, Dealer
from replay.games.sea_or_shore.actions import ACTIONS, Act, Lay, Pass, Round, SeaAction, Setup, Show, Turn
from replay.games.sea_or_shore.reducer import reduce
from replay.games.sea_or_shore.rules.act import is_asked_for
from replay.games.sea_or_shore.rules.steal import is_beaten
from replay.games.sea_or_shore.setup import start
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.suggest import acts, legal_passes
from replay.games.sea_or_shore.trick import Group, card_values, groups_of
from replay.games.sea_or_shore.words import (
    CARDS,
    COLOUR_OF,
    HIGHEST,
    NUMBER_OF,
    PAIR_OF,
    cards_each,
    colour_of,
)
from replay.table import Table


def deal(table: Table, rng: Random) -> list[Body]:
    """Play both rounds, with every event written in full."""
    return _Dealer(table, rng).played()


class _Dealer(Dealer[State]):
    """The table, with the real order of its decks."""

    def __init__(self, table: Table, rng: Random) -> None:
        super().__init__(table, rng, start=start(table), reduce=reduce, actions=ACTIONS)
        self.decks: dict[str, list[str]] = {}

    def played(self) -> list[Body]:
        actions = self.rng.sample((1, 2, 3, 4), 2)
        first = self.rng.choice(self.table.seats)
        self.log(Setup(starter=first, actions={"rb": actions[0], "gp": actions[1]}, **self.dealt()))
        self.round()
        free = self.table.readings["SS-Q13"] == "free"
        second = self.rng.choice(self.table.seats) if free else self.table.next_seat(self.state.starter)
        self.log(Round(starter=second, **self.dealt()))
        self.round()
        return self.lines

    def dealt(self) -> dict[str, Any]:
        """A shuffled deal: hands and face-up treasures."""
        cards = self.shuffled(CARDS)
        size = cards_each(len(self.table.players))
        hands = {seat: cards[index * size : (index + 1) * size] for index, seat in enumerate(self.table.seats)}
        copies = sorted(self.table.kit.copies.items())
        treasures = self.shuffled(name for name, number in copies for _ in range(number))
        names = tuple(start(self.table).decks)
        self.decks = {name: [item for item in treasures if name in ("all", PAIR_OF[colour_of(item)])] for name in names}
        return {"hands": hands, "treasures": [deck.pop(0) for deck in self.decks.values()]}

    def round(self) -> None:
        if self.state.phase == "pass":
            legal = legal_passes(self.state)
            self.log(Pass(cards={seat: self.rng.choice(cards) for seat, cards in legal.items()}))
        while self.state.phase == "lay":
            self.trick()

    def trick(self) -> None:
        cards = {seat: self.rng.choice(hand) for seat, hand in self.state.hands.items()}
        added = {seat: self.additions_for(seat, card) for seat, card in cards.items()}
        # Now and then the scribe is in a hurry and skips the `lay` lines.
        late: dict[str, int] = {}
        if self.rng.random() < 0.1:
            late = {seat: count for seat, count in added.items() if count}
        else:
            while self.state.turn is not None:
                seat = self.state.turn
                half = COLOUR_OF[cards[seat]] if self.rng.random() < 0.5 else NUMBER_OF[cards[seat]]
                self.log(Lay(by=seat, shows=half, add=added[seat]))
        show = Show(cards=dict(cards), add=late)
        self.log(replace(show, steals=self.steals(show)))
        for entry in self.state.pending:
            if is_asked_for(self.state, entry) or self.rng.random() < 0.5:
                self.log(self.act(entry.seat, self.state.actions[entry.pair]))
        self.end_trick()

    def additions_for(self, seat: str, card: str) -> int:
        most = min(self.state.additions[seat], HIGHEST - NUMBER_OF[card])
        return self.rng.randint(0, most) if most > 0 and self.rng.random() < 0.6 else 0

    def steals(self, show: Show) -> dict[str, str]:
        """Where they may, some winners of a treasure steal one instead."""
        shown = replace(reduce(self.state, show), decks=self.state.decks)
        values = card_values(shown)
        steals = {}
        for group in groups_of(shown, values):
            victims = self.victims(shown, group, values) if group.deck is not None else []
            if victims and self.rng.random() < 0.5:
                steals[group.winner] = self.rng.choice(victims)
        return steals

    def victims(self, shown: State, group: Group, values: dict[str, int]) -> list[str]:
        assert group.deck is not None
        up = self.state.decks[group.deck].up
        assert up is not None
        colour = colour_of(up)
        piles, readings = self.state.piles, self.table.readings
        worth = {seat: (NUMBER_OF[shown.played[seat] or ""], values[seat]) for seat in group.seats}
        return [
            seat
            for seat in group.seats
            if seat != group.winner
            and is_beaten(readings, worth[group.winner], worth[seat])
            and piles[seat]
            and colour_of(piles[seat][-1]) == colour
        ]

    def act(self, seat: str, number: int) -> SeaAction:
        choice = self.rng.choice(acts(self.state, seat, number))
        assert isinstance(choice, Act)
        hands = self.state.hands
        if number == 2:
            victim = choice.from_ or ""
            took = self.rng.sample(hands[victim], min(2, len(hands[victim])))
            return replace(choice, took=took, gave=self.rng.sample([*hands[seat], *took], len(took)))
        if number == 3:
            deck = self.decks[choice.deck or ""]
            saw = deck[:3]
            order = self.rng.sample(saw, len(saw))
            deck[: len(saw)] = order
            return replace(choice, saw=saw, order=order)
        if number == 4:
            return replace(choice, discard=self.rng.choice([*hands[seat], choice.take or ""]))
        return choice

    def end_trick(self) -> None:
        for name, deck in self.state.decks.items():
            if deck.up is not None:
                self.decks[name].append(deck.up)
        if self.state.is_last_trick:
            self.log(Turn())
        else:
            self.log(Turn(treasures=[deck.pop(0) for deck in self.decks.values()]))
