"""Legal random games dealt from a shuffled kit."""

from random import Random
from typing import Any

from msgspec.structs import replace

from replay.action import Reveal
from replay.dealer import Body, Dealer
from replay.games.gold_island.actions import ACTIONS, Draw, Gamble, Move, Redraw, Reshuffle, Setup, Take, Use
from replay.games.gold_island.kit import Kit
from replay.games.gold_island.kit_file import read_kit
from replay.games.gold_island.movement import POINTS_MAX, distances, ends
from replay.games.gold_island.reducer import reduce
from replay.games.gold_island.setup import start
from replay.games.gold_island.state import Owned, State, hand_limit
from replay.games.gold_island.suggest import (
    fares,
    field_actions,
    first_of_each,
    may_place,
    moves,
    redraws,
    reveals,
    uses,
)
from replay.games.gold_island.words import (
    COLOURS,
    CREW_LIMIT,
    HAND,
    LIGHTHOUSE,
    LOWER,
    PORT,
    SEVEN,
    UPPER,
    card_of,
    kind_of,
    property_of,
)
from replay.table import Table

TURNS_MAX = 2000
"""No dealt game comes near this; one that did would be a bug."""


def deal(table: Table, rng: Random) -> list[Body]:
    """A game played to its end by captains who pursue goals but often stray from them at random."""
    played = _Dealer(replace(table, kit=dealing_kit(table.kit)), rng)
    played.set_up()
    for _ in range(TURNS_MAX):
        if played.state.phase != "play":
            break
        played.turn()
    assert played.state.phase == "settle", "the game was not played to its end"
    played.settle()
    return played.lines


def dealing_kit(kit: Kit) -> Kit:
    """The kit, with anything it leaves out taken from the shipped one, so that a game can be played with it."""
    shipped = read_kit("demo", 0)
    own_name = dict(zip(shipped.islands, kit.islands, strict=True))
    changed: dict[str, Any] = {}
    board = kit.board
    if not kit.board.fields:
        board = replace(board, fields=shipped.board.fields)
    if not kit.board.joined:
        lines = tuple((own_name.get(one, one), own_name.get(other, other)) for one, other in shipped.board.joined)
        board = replace(board, joined=lines)
    changed |= {"board": board, "ring": board.ring(), "lines": board.lines()}
    changed["colours"] = {own_name[island]: colour for island, colour in shipped.colours.items()} | kit.colours
    changed["deck"] = kit.deck or shipped.deck
    changed["chests"] = kit.chests or shipped.chests
    changed["relics"] = shipped.relics | kit.relics
    return replace(kit, **changed)


def _names(take: Take) -> bool:
    """Whether a `take` says what was taken; otherwise it is what the captain's field offers."""
    return take.permit is not None or take.pirate is not None or take.card is not None


class _Dealer(Dealer[State]):
    """The table including what nobody sees: the order of all piles."""

    def __init__(self, table: Table, rng: Random) -> None:
        super().__init__(table, rng, start=start(table), reduce=reduce, actions=ACTIONS)
        self.kit: Kit = table.kit
        self.piles = {seat: self.shuffled(self.kit.deck) for seat in table.seats}
        self.nests = {seat: self.shuffled(range(1, SEVEN)) for seat in table.seats}
        self.deck = self.shuffled(self.kit.islands)
        self.gold = self.deck.pop()
        self.chests = dict(zip(self.kit.islands, self.shuffled(self.kit.chests), strict=True))
        self.brief = rng.random() < 0.3
        """Whether this scribe writes down only where a movement ended."""

    def set_up(self) -> None:
        seats = self.table.seats
        self.log(
            Setup(
                first=self.rng.choice(seats),
                hands={seat: [self.piles[seat].pop() for _ in range(HAND)] for seat in seats},
                permits={seat: self.nests[seat].pop() for seat in seats},
                islandCards={seat: self.deck.pop() for seat in seats},
                gold=self.gold,
                chests=dict(self.chests),
                relics=dict(self.kit.relics) if self.rng.random() < 0.5 else None,
            )
        )

    def turn(self) -> None:
        assert self.state.turn is not None, "it is somebody's turn until the game is over"
        seat = self.state.turn.seat
        self._redraw(seat)
        self._move(seat)
        self._field(seat)
        self._second_card(seat)
        owned = self.state.owned[seat]
        if not self.piles[seat] and owned.draw == 0 and owned.discard and self.rng.random() < 0.5:
            self.piles[seat] = self.shuffled(owned.discard)
            self.log(Reshuffle(by=seat))
        missing = hand_limit(self.state, seat) - len(self.state.owned[seat].hand)
        self.log(Draw(by=seat, cards=self._drawn(seat, missing, self.state.owned[seat].discard)))

    def _drawn(self, seat: str, number: int, discard: tuple[str, ...]) -> list[Any]:
        """The top cards of a pile; the discard pile is shuffled in when needed."""
        pile, rest = self.piles[seat], list(discard)
        drawn = self.draw(pile, number, rest)
        if not pile and self.table.readings["GI-Q12"] == "at-once":
            self.piles[seat] = self.shuffled(rest)
        return drawn

    def _redraw(self, seat: str) -> None:
        options = list(redraws(self.state, seat))
        if options and self.rng.random() < 0.5:
            faces = first_of_each(self.state.owned[seat].hand)
            discard = self.rng.sample(faces, min(len(faces), self.rng.choice((1, 1, 2))))
            pile = (*self.state.owned[seat].discard, *discard)
            self.log(Redraw(by=seat, discard=discard, cards=self._drawn(seat, len(discard), pile)))

    def _move(self, seat: str) -> None:
        owned = self.state.owned[seat]
        options = list(moves(self.state, seat))
        assert options, f"{seat} cannot move"
        goals = [island for island in self.state.islands if self._is_goal(owned, seat, island)]
        best = max(options, key=lambda move: self._worth(owned, move, goals) + 3 * self.rng.random())
        if best.path is None or card_of(best.card).points is None:
            self.log(best)
            return
        path = self._some_path(owned, best)
        if self.brief and self.rng.random() < 0.8:
            self.log(replace(best, path=None, to=path[-1]))
        else:
            self.log(replace(best, path=path))

    def _some_path(self, owned: Owned, move: Move) -> tuple[str, ...]:
        assert move.path is not None, "only movements with points get here"
        points = min(len(move.path), POINTS_MAX)
        return self.rng.choice(ends(self.state, owned.captain, owned.ship, points)[move.path[-1]])

    def _worth(self, owned: Owned, move: Move, goals: list[str]) -> float:
        """How much a captain likes where a movement ends."""
        rest = list(owned.hand)
        rest.remove(move.card)
        kinds = {card_of(name).property for name in rest}
        lands, picks_up = "ashore" in kinds, bool(kinds & {"pirate", "double-pirate"})
        cost = 1.5 if card_of(move.card).property == "ashore" else 0
        end = move.path[-1] if move.path else LIGHTHOUSE
        return self._liking(owned, end, goals, lands, picks_up) - cost

    def _liking(self, owned: Owned, end: str, goals: list[str], lands: bool, picks_up: bool) -> float:
        crew = sum(owned.crew.values())
        if kind_of(end) is not None or end == PORT:
            return self._liking_nest(owned, kind_of(end) or LIGHTHOUSE, crew)
        if end in goals:
            return 10 if lands else 5
        stranded = [island for island, isle in self.state.islands.items() if any(isle.pirates.values())]
        if end in stranded and crew < CREW_LIMIT and picks_up:
            return 6
        if goals:
            return 1 - min(self._far(end, goal) for goal in goals)
        if any(self.state.houses.values()) or not stranded or not owned.held:
            return -self._far(end, PORT)
        return 3 - min(self._far(end, island) for island in stranded)

    def _is_goal(self, owned: Owned, seat: str, island: str) -> bool:
        """Whether going ashore here would gain anything."""
        if not any(owned.crew.values()):
            return False
        if island == UPPER:
            return owned.volcano > 0
        if island == LOWER:
            return all(relic.at != seat for relic in self.state.relics.values())
        payable = next(fares(self.state, seat, island), None) is not None
        return payable and may_place(self.state, seat, owned, island)

    def _far(self, one: str, other: str) -> int:
        return distances(self.kit.board, one).get(other, 9)

    def _liking_nest(self, owned: Owned, kind: str, crew: int) -> float:
        wanted = {
            LIGHTHOUSE: 4.0 if (crew >= 2 or not any(self.state.houses.values())) and owned.held else 1.0,
            "permit": 5.0 if owned.nest and owned.held < 3 else 1.0,
            "island-card": 3.0 if self.state.deck else 0.5,
            "gamble": 3.5 if owned.nest and crew < CREW_LIMIT else 1.0,
        }
        may_swap = self.table.readings["GI-Q16"] == "drop"
        for colour in COLOURS:
            liking = 5.0 if crew < CREW_LIMIT else 3.0 if may_swap else 0.0
            wanted[f"pirate-{colour}"] = liking if self.state.houses[colour] else 0.0
        return wanted[kind]

    def _field(self, seat: str) -> None:
        turn = self.state.turn
        assert turn is not None, "the turn goes on"
        options = field_actions(self.state, turn)
        required = self.table.readings["GI-Q5"] == "required"
        if not options or (not required and self.rng.random() < 0.04):
            return
        # Where a field's action is required, it is that of the field where the captain ended.
        own = turn.field is not None and (required or len(options) == 1)
        chosen = options[0] if own else self.rng.choice(options)
        if isinstance(chosen, Gamble):
            self._gamble(seat)
            return
        assert isinstance(chosen, Take), "what is not a gamble is taken"
        kind = None if _names(chosen) else kind_of(turn.field or "")
        if kind == "permit" or chosen.permit is not None:
            self.log(Take(by=seat, permit=self.nests[seat].pop()))
        elif kind == "island-card" or chosen.card is not None:
            self.log(Take(by=seat, card=self.deck.pop()))
        else:
            self.log(chosen)

    def _gamble(self, seat: str) -> None:
        owned = self.state.owned[seat]
        [card] = self.draw(self.piles[seat], 1, list(owned.discard))
        fields: dict[str, Any] = {}
        houses = [colour for colour in COLOURS if self.state.houses[colour]]
        if card_of(card).poker:
            pirate = bool(houses) and sum(owned.crew.values()) < CREW_LIMIT
            permit = bool(self.nests[seat])
            if self.table.readings["GI-Q17"] == "both-or-none":
                pirate = permit = pirate and permit
            fields["pirate"] = self.rng.choice(houses) if pirate else None
            fields["permit"] = self.nests[seat].pop() if permit else None
        self.log(Gamble(by=seat, card=card, **fields))
        if not self.piles[seat] and self.table.readings["GI-Q12"] == "at-once":
            self.piles[seat] = self.shuffled((*owned.discard, card))

    def _second_card(self, seat: str) -> None:
        options = list(uses(self.state, seat))
        landings = [
            use for use in options if use.permit is not None or use.relic is not None or self._fetches(use, seat)
        ]
        landings = [use for use in landings if len(use.pirates or ()) == 1] or landings
        if not options or (not landings and self.rng.random() < 0.25):
            self._dump_a_card(seat)
            return
        use = self.rng.choice(landings if landings and self.rng.random() < 0.95 else options)
        self.log(self._filled(use, seat))

    def _dump_a_card(self, seat: str) -> None:
        """If the table allows it, play a second card without effect (not a monument, which must name a pile)."""
        idle = [name for name in first_of_each(self.state.owned[seat].hand) if property_of(name) != "monument"]
        if self.table.readings["GI-Q15"] == "yes" and self.rng.random() < 0.5:
            self.log(Use(by=seat, card=self.rng.choice(idle)))

    def _fetches(self, use: Use, seat: str) -> bool:
        return use.pirates is not None and self.state.owned[seat].ship == UPPER and self.state.owned[seat].volcano > 0

    def _filled(self, use: Use, seat: str) -> Use:
        """The second card, with everything filled in that only the players see."""
        if use.rob is not None:
            rob = {
                victim: self.rng.sample(list(self.state.owned[victim].cards), number)
                for victim, number in use.rob.items()
                if isinstance(number, int)
            }
            return replace(use, rob=rob)
        if use.island is not None:
            return replace(use, value=self.chests[use.island])
        if use.relic is not None:
            return replace(use, gold=self.kit.relics[use.relic])
        if use.permit is None:
            return use
        ship = self.state.owned[seat].ship
        shown = self.kit.colours[ship] if self.rng.random() < 0.5 else None
        return replace(use, permit=self.rng.choice(self._held(seat)), shown=shown)

    def _held(self, seat: str) -> list[int]:
        placed = [permit.value for isle in self.state.islands.values() for permit in isle.stack if permit.seat == seat]
        return [value for value in self.state.owned[seat].gained if isinstance(value, int) and value not in placed]

    def settle(self) -> None:
        """Turn up everything in the order the rules require."""
        while True:
            options = list(reveals(self.state))
            if not options:
                return
            what = self.rng.choice(options).what
            kind, _, island = what.partition(".")
            if kind == "gold":
                self.log(Reveal(what="gold", value=self.gold))
                continue
            stack = self.state.islands[island].stack
            if len(stack) > 1:
                self.log(Reveal(what=f"permits.{island}", value=[permit.value for permit in stack]))
            self.log(Reveal(what=f"chest.{island}", value=self.chests[island]))
