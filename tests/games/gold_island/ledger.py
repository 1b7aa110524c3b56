"""A second, small model of Gold Island: a ledger of a game whose every fact is logged, kept by the rules page alone.

It knows nothing of the reducer or the rules. It says what lies where, and it notes as a fault whatever its books do not
allow: a card drawn that is not in the pile, a permit that is not in the nest, and so on.
"""

from collections import Counter
from typing import Any

Body = dict[str, Any]

COLOURS = ("black", "white", "violet", "natural")
KINDS = ("lighthouse", "permit", "island-card", "gamble", *(f"pirate-{colour}" for colour in COLOURS))
EFFECTS = {
    "rob": ("robbery", "double-robbery"),
    "seer": ("seer",),
    "pick up": ("pirate", "double-pirate"),
    "ashore": ("ashore",),
}


def base(card: str) -> str:
    return card.removesuffix("-poker")


def property_of(card: str) -> str:
    return base(card).rpartition("-")[0]


def flag(card: str) -> str:
    return base(card).rpartition("-")[2]


def kind(place: str) -> str | None:
    """The kind of a ring field; None for a place at sea."""
    head, _, last = place.rpartition("-")
    name = head if last.isdigit() else place
    return name if name in KINDS else None


class Ledger:
    """The books of one game. `kit` is the plain inventory of the box."""

    def __init__(self, seats: list[str], kit: Body) -> None:
        self.seats = seats
        self.kit = kit
        self.faults: list[str] = []
        self.missing: list[str] = []
        """Cards that must have come out of a pile and did not; no rule of the page asks for what is not shown."""
        self.copies: Counter[str] = Counter()
        for line in kit["pirate_cards"]["cards"]:
            self.copies[f"{line['property']}-{line['move'] or 'light'}"] += line.get("copies", 1)
        self.colour = {isle["id"]: isle["pirate"] for isle in kit["sea"]["islands"]}
        self.printed = {relic["id"]: relic["gold"] for relic in kit["relics"]["cards"]}

    def fault(self, wrong: bool, what: str) -> None:
        """Note what the books do not allow."""
        if wrong:
            self.faults.append(what)

    # --- setup

    def setup(self, body: Body) -> None:
        seats, number = self.seats, len(self.seats)
        self.turn: str | None = body["first"]
        self.moved = self.used = False
        self.captain = dict.fromkeys(seats, "lighthouse")
        self.ship = dict.fromkeys(seats, "port")
        self.hand = {seat: list(body["hands"][seat]) for seat in seats}
        self.pile = {seat: Counter(self.copies) for seat in seats}
        self.discard: dict[str, list[str]] = {seat: [] for seat in seats}
        self.houses = dict.fromkeys(COLOURS, number)
        self.crew = {seat: dict.fromkeys(COLOURS, 0) for seat in seats}
        self.nest = {seat: set(range(1, 7)) for seat in seats}
        self.gained: dict[str, list[int]] = {seat: [] for seat in seats}
        self.front: dict[str, list[int]] = {seat: [] for seat in seats}
        self.volcano = dict.fromkeys(seats, 1)
        self.cards: dict[str, list[str]] = {seat: [] for seat in seats}
        self.deck = set(self.colour) - {body["gold"]}
        self.named: list[str] = []
        self.gold = body["gold"]
        self.chests = dict(body["chests"])
        self.owner = dict.fromkeys(self.printed, "volcano")
        self.worth = dict(self.printed) | (body.get("relics") or {})
        self.stack: dict[str, list[list[Any]]] = {isle: [] for isle in self.colour}
        self.ashore = {isle: dict.fromkeys(COLOURS, 0) for isle in (*self.colour, "volcano-upper", "volcano-lower")}
        self.peeked: dict[str, dict[str, int]] = {isle: {} for isle in self.colour}
        self.by: str | None = None
        self.left: list[str] = []
        self.phase = "play"
        self.fault(sorted(self.chests.values()) != sorted(self.kit["chests"]["values"]), "the chests are not the box's")
        self.fault(self.gold not in self.colour, "no such gold island")
        self.fault(self.worth != self.printed, "the relics are not the box's")
        for seat in seats:
            self.draw_cards(seat, self.hand[seat])
            self.receive(seat, body["permits"][seat])
            self.deal(seat, body["islandCards"][seat])

    def draw_cards(self, seat: str, cards: list[str]) -> None:
        """Cards leave the draw pile, named in any order; when it is empty, the discards are shuffled into it."""
        pile, wanted = self.pile[seat], Counter(base(card) for card in cards)
        if pile.total() < len(cards):
            if pile - wanted:
                self.missing.append(f"{seat} drew the last cards of the pile, and {dict(pile - wanted)} did not come")
            pile = pile + Counter(base(card) for card in self.discard[seat])
            self.discard[seat] = []
        self.fault(bool(wanted - pile), f"{seat} drew {dict(wanted - pile)}, which is not in the pile")
        size = pile.total() - len(cards)
        pile = pile - wanted
        for card in list(pile.elements())[size:]:
            pile[card] -= 1
        self.pile[seat] = +pile

    def receive(self, seat: str, value: int) -> None:
        """A permit comes out of the nest."""
        self.fault(value not in self.nest[seat], f"{seat} received {value}, which is not in the nest")
        self.nest[seat].discard(value if value in self.nest[seat] else min(self.nest[seat], default=0))
        self.gained[seat].append(value)
        self.front[seat].append(value)

    def deal(self, seat: str, card: str) -> None:
        """An island card comes from the deck."""
        self.fault(card not in self.deck, f"{seat} was dealt {card}, which is not in the deck")
        self.deck.discard(card if card in self.deck else min(self.deck, default=""))
        self.cards[seat].append(card)
        if card not in self.named:
            self.named.append(card)

    # --- turns

    def play(self, seat: str, card: str) -> None:
        """A card leaves the hand for the discard pile."""
        names = [base(name) for name in self.hand[seat]]
        self.fault(base(card) not in names, f"{seat} played {card}, which is not in the hand")
        if names:
            del self.hand[seat][names.index(base(card)) if base(card) in names else 0]
        self.discard[seat].append(card)

    def redraw(self, seat: str, body: Body) -> None:
        self.fault(self.owner["redraw"] != seat, f"{seat} does not own the relic")
        for card in body["discard"]:
            self.play(seat, card)
        self.draw_cards(seat, body["cards"])
        self.hand[seat] += body["cards"]

    def move(self, seat: str, body: Body) -> None:
        card = body["card"]
        self.fault(not self.may_move(seat, body), f"{seat} cannot move so with {card}")
        self.play(seat, card)
        if "path" in body:
            for place in body["path"]:
                (self.ship if kind(place) is None else self.captain)[seat] = place
        elif "to" in body:
            at_sea = kind(body["to"]) is None
            self.captain[seat] = "lighthouse" if at_sea else body["to"]
            self.ship[seat] = body["to"] if at_sea else "port"
        else:
            self.captain[seat], self.ship[seat] = "lighthouse", "port"
        self.moved = True

    def may_move(self, seat: str, body: Body) -> bool:
        points = flag(body["card"])
        if points == "light":
            return "path" not in body and "to" not in body
        if "path" not in body and "to" not in body:
            return False
        more = self.owner["move-plus-1"] == seat
        lengths = [int(points), int(points) + 1] if more else [int(points)]
        ways = [way for length in lengths for way in self.ways(self.captain[seat], self.ship[seat], length, (), ())]
        if "path" in body:
            return tuple(body["path"]) in ways
        return any(way[-1] == body["to"] for way in ways)

    def ways(self, captain: str, ship: str, points: int, been: tuple[str, ...], used: tuple[Any, ...]) -> Any:
        """Every way of exactly this many points."""
        if points == 0:
            yield ()
            return
        been = been or (captain,)
        if ship == "port":
            ring = self.kit["nest"]["ring"]
            at = ring.index(captain)
            for field in dict.fromkeys((ring[at - 1], ring[(at + 1) % len(ring)])):
                if field not in been:
                    yield from ((field, *rest) for rest in self.ways(field, ship, points - 1, (*been, field), used))
        if captain == "lighthouse":
            for line in self.kit["sea"]["lines"]:
                if ship in line and frozenset(line) not in used:
                    to = line[1] if line[0] == ship else line[0]
                    after = (*used, frozenset(line))
                    yield from ((to, *rest) for rest in self.ways(captain, to, points - 1, been, after))

    def take(self, seat: str, body: Body) -> None:
        offered = kind(self.captain[seat]) or ""
        if "permit" in body:
            self.fault(offered != "permit", "no permit field")
            self.receive(seat, body["permit"])
        elif "card" in body:
            self.fault(offered != "island-card", "no island-card field")
            self.deal(seat, body["card"])
        else:
            self.pirate(seat, body.get("pirate") or offered.removeprefix("pirate-"))

    def pirate(self, seat: str, colour: str) -> None:
        self.fault(self.houses.get(colour, 0) < 1 or sum(self.crew[seat].values()) > 2, f"no {colour} pirate to be had")
        self.houses[colour] -= 1
        self.crew[seat][colour] += 1

    def gamble(self, seat: str, body: Body) -> None:
        card = body["card"]
        self.draw_cards(seat, [card])
        self.discard[seat].append(card)
        lines = self.kit["pirate_cards"]["cards"]
        icons = {line.get("poker", False) for line in lines if self.is_card(line, card)}
        self.fault(card.endswith("-poker") not in icons, f"no {card} in the box")
        won = card.endswith("-poker")
        permit, pirate = body.get("permit"), body.get("pirate")
        self.fault(not won and (permit is not None or pirate is not None), "a prize without a win")
        self.fault(won and "permit" not in body and bool(self.nest[seat]), "a permit won and not named")
        if permit is not None:
            self.receive(seat, permit)
        if pirate is not None:
            self.pirate(seat, pirate)

    @staticmethod
    def is_card(line: Body, card: str) -> bool:
        return f"{line['property']}-{line['move'] or 'light'}" == base(card)

    def use(self, seat: str, body: Body) -> None:
        own = property_of(body["card"])
        pile = self.discard.get(body.get("copy", ""), [])
        worth = property_of(pile[-1]) if own == "monument" and pile else own
        self.play(seat, body["card"])
        effects = self.effects(body, worth)
        self.fault(not all(worth in EFFECTS[effect] for effect in effects), f"{worth} does not give {effects}")
        done = {"rob": self.rob, "seer": self.look, "pick up": self.pick_up, "ashore": self.land}
        for effect in effects:
            done[effect](seat, body, worth)
        self.used = True

    @staticmethod
    def effects(body: Body, worth: str) -> list[str]:
        found = [effect for field, effect in (("rob", "rob"), ("island", "seer")) if field in body]
        if any(field in body for field in ("permit", "relic", "shown")) or ("pirates" in body and worth == "ashore"):
            return [*found, "ashore"]
        return [*found, "pick up"] if "pirates" in body else found

    def rob(self, seat: str, body: Body, worth: str) -> None:
        taken = [(victim, card) for victim, cards in body["rob"].items() for card in cards]
        self.fault(len(taken) > (1 if worth == "robbery" else 2), "too many cards taken")
        for victim, card in taken:
            mine = self.cards[victim]
            self.fault(card not in mine, f"{victim} does not have {card}")
            if mine:
                mine.remove(card if card in mine else mine[0])
            self.cards[seat].append(card)
            if card not in self.named:
                self.named.append(card)

    def look(self, seat: str, body: Body, worth: str) -> None:
        island = body["island"]
        value = body.get("value")
        self.fault(self.chests.get(island) != value, f"{seat} saw another chest on {island}")
        if island in self.peeked and value is not None:
            self.peeked[island][seat] = value

    def pick_up(self, seat: str, body: Body, worth: str) -> None:
        here = self.ashore.get(self.ship[seat], {})
        self.fault(len(body["pirates"]) > (1 if worth == "pirate" else 2), "too many picked up")
        for colour in body["pirates"]:
            self.fault(here.get(colour, 0) < 1, f"no {colour} pirate there")
            here[colour] = here.get(colour, 0) - 1
            self.crew[seat][colour] += 1
        self.fault(sum(self.crew[seat].values()) > 3, f"{seat} has more than three")

    def land(self, seat: str, body: Body, worth: str) -> None:
        place, pirates = self.ship[seat], body.get("pirates", [])
        for colour in pirates:
            self.fault(self.crew[seat][colour] < 1, f"{seat} has no {colour} pirate")
            self.crew[seat][colour] -= 1
            if place in self.ashore:
                self.ashore[place][colour] += 1
        if place == "volcano-upper":
            self.fault(len(pirates) != 1 or self.volcano[seat] != 1, "no seven to be had")
            self.volcano[seat] -= 1
            self.gained[seat].append(7)
            self.front[seat].append(7)
        elif place == "volcano-lower" and "relic" not in body:
            self.fault(True, "no relic named")
        elif place == "volcano-lower":
            relic = body["relic"]
            self.fault(len(pirates) != 1 or self.owner[relic] != "volcano" or seat in self.owner.values(), "no relic")
            self.fault(body.get("gold", self.printed[relic]) != self.printed[relic], f"{relic} is worth something else")
            self.owner[relic] = seat
            self.worth[relic] = body.get("gold", self.worth[relic])
        elif place in self.stack and "permit" in body:
            self.place(seat, body, place, pirates)
        else:
            self.fault(True, "ashore where there is no island, or with no permit named")

    def place(self, seat: str, body: Body, island: str, pirates: list[str]) -> None:
        value, colour = body["permit"], self.colour[island]
        paid = len(pirates) == 2 or (len(pirates) == 1 and (pirates == [colour] or self.owner["any-colour"] == seat))
        self.fault(not paid, f"{island} was not paid")
        self.fault(body.get("shown", colour) != colour, f"{island} shows {colour}")
        self.fault(value not in self.front[seat], f"{seat} has no {value} in front")
        self.fault(any(other == seat for other, _ in self.stack[island]), f"{seat} is on {island} twice")
        if self.front[seat]:
            self.front[seat].remove(value if value in self.front[seat] else self.front[seat][0])
        self.stack[island].append([seat, value])
        if self.by is None and sum(other == seat for each in self.stack.values() for other, _ in each) >= 6:
            at = self.seats.index(seat)
            self.by, self.left = seat, self.seats[at + 1 :] + self.seats[:at]

    def draw(self, seat: str, body: Body) -> None:
        self.draw_cards(seat, body["cards"])
        self.hand[seat] += body["cards"]
        self.fault(len(self.hand[seat]) != (5 if self.owner["hand-5"] == seat else 4), f"{seat} has no full hand")
        self.moved = self.used = False
        if self.by is None:
            self.turn = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]
            return
        self.left = [other for other in self.left if other != seat]
        self.turn = self.left[0] if self.left else None
        self.phase = "play" if self.left else "settle"

    def reshuffle(self, seat: str, body: Body) -> None:
        self.fault(bool(self.pile[seat].total() and self.discard[seat]), "shuffled too early")
        self.pile[seat].update(base(card) for card in self.discard[seat])
        self.discard[seat] = []

    # --- what is turned up and shown

    def reveal(self, seat: str, body: Body) -> None:
        what, _, of = body["what"].partition(".")
        value = body["value"]
        if what == "chest":
            self.fault(self.chests.get(of) != value, f"another chest on {of}")
        elif what == "permits":
            self.fault([number for _, number in self.stack[of]] != value, f"other permits on {of}")
        elif what == "gold":
            self.fault(value != self.gold, "another gold island")
            self.phase = "over"
        elif what == "held":
            self.fault(sorted(value) != sorted(self.front[of]), f"other permits in front of {of}")
        elif what == "islandCards":
            self.fault(sorted(value) != sorted(self.cards[of]), f"other island cards of {of}")
        else:
            shown, mine = (sorted(map(base, cards)) for cards in (value, self.hand[of]))
            self.fault(shown != mine, f"another hand of {of}")

    def follow(self, body: Body) -> None:
        """Keep the books of one event."""
        if body["do"] == "setup":
            self.setup(body)
            return
        seat = body.get("by", "")
        if body["do"] not in ("reveal", "reshuffle"):
            self.fault(seat != self.turn, f"{seat} is not in turn")
        getattr(self, body["do"])(seat, body)
