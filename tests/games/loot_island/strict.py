"""A strict player of Loot Island: the second bookkeeping with real decks, which stops at the first thing that is not
allowed. It shares no code with the rules of the game."""

from collections import Counter
from typing import Any

from tests.games.loot_island.model import NEED, RING, Model
from tests.helpers.tools import Body

FACE_DOWN_EVENTS = "not one of the four that were named face down"
FACE_DOWN_HEALERS = "not the healers that were named face down"
COLORS = ("blue", "red", "white", "yellow", "black")
PHASES = {
    "event": "ready",
    "refill": "preparation",
    "recall": "actions",
    "play": "actions",
    "island": "actions",
    "pass": "actions",
    "loot": "loot final",
    "take": "loot final",
    "cleanup": "loot",
    "healers": "final",
    "healer": "healer",
}


class Illegal(Exception):
    """Something that is not allowed, in a few words."""


class Vague(Exception):
    """The record does not say what was drawn, so that it cannot be followed strictly."""


def check(allowed: bool, what: str) -> None:
    if not allowed:
        raise Illegal(what)


class Strict(Model):
    """The table with the cards that are really in its decks."""

    def __init__(self, seats: list[str], kit: dict[str, Any], variants: list[str]) -> None:
        super().__init__(seats, kit, variants)
        self.pool = Counter({name: card.get("copies", 1) for name, card in self.cards.items()})
        self.bare: list[str] = []
        """Landings without a disc that were explored."""
        self.four: list[str] = []
        self.pile: Any = None
        in_use = [pile for pile, _ in self.piles]
        self.chest_pools = {
            pile: {name for name, chest in self.chests.items() if chest["pile"] == pile} for pile in in_use
        }

    def follow(self, body: Body) -> None:
        """One more line, if it is allowed."""
        if body["do"] != "setup":
            phases = PHASES[body["do"]].split()
            straight = body["do"] == "healers" and self.phase == "loot" and bool(self.queue) and not self.left()
            check(self.phase in phases or straight, "phase")
            check(not (body["do"] == "loot" and self.cutoff), "no more loot")
        getattr(self, f"check_{body['do']}")(body)
        super().follow(body)

    # --- decks ---------------------------------------------------------------------------------------------------

    def draw(self, actor: str, names: list[str]) -> None:
        for name in names:
            check(self.deck > 0 or bool(self.discard), "no card left")
            if self.deck == 0:
                self.pool = Counter(self.discard)
            check(name in self.cards and self.pool[name] > 0, f"{name} is not in the deck")
            self.pool[name] -= 1
            super().draw(actor, [name])

    def turn_up(self, names: list[str]) -> None:
        left = list(names)
        while left:  # those of one pile come in any order
            check(bool(self.piles) or bool(self.buried), "no treasure left")
            if not self.piles:
                self.chest_pools["mix"] = set(self.buried)
            pile, size = self.piles[0] if self.piles else ("mix", len(self.buried))
            here = [name for name in left if name in self.chest_pools[pile]][: min(size, len(left))]
            check(len(here) == min(size, len(left)), f"the next treasures are of {pile}")
            check(len(set(here)) == len(here), "a treasure twice")
            self.chest_pools[pile] -= set(here)
            super().turn_up(here)
            for name in here:
                left.remove(name)

    def holds(self, actor: str, names: list[str]) -> bool:
        held = self.hands[actor]
        return all(names.count(name) <= held.count(name) for name in names)

    def leave(self, actor: str, names: list[str]) -> None:
        check(self.holds(actor, names), "not in the hand")
        super().leave(actor, names)

    # --- set-up and rounds ---------------------------------------------------------------------------------------

    def check_setup(self, body: Body) -> None:
        check(body["first"] in self.seats, "first player")
        hands = [*body["hands"].values(), *([body["aaron"]["hand"]] if self.two else [])]
        aside = list(body.get("discards", {}).values())
        check(all(len(hand) == self.size for hand in hands), "size of a hand")
        self.pool.subtract(name for cards in (*hands, *aside) for name in cards)
        check(set(self.pool) == set(self.cards) and min(self.pool.values()) >= 0, "more cards than there are")
        events = body["events"]
        check(len(set(events)) == 4 and all(card[0] == "B" for card in events), "events")
        if self.two:
            check(body["aaron"]["color"] in COLORS and body["aaron"]["color"] not in self.seats, "Aaron's colour")
        self.check_healers_named(body["healers"])
        self.four = list(events)
        self.pile = body["healers"]

    def check_healers_named(self, told: Any) -> None:
        names = [name for cards in told.values() for name in cards] if isinstance(told, dict) else list(told)
        check(len(set(names)) == len(names) and set(names) <= set(self.cures), "healers")
        if not isinstance(told, dict):
            check(len(names) == len(self.seats), "a healer for each player")

    def check_event(self, body: Body) -> None:
        card = body["card"]
        check(self.round < 5 and card[0] == ("A" if self.round == 0 else "B"), "letter of the event")
        check(card not in (*self.spent, self.event), "an event twice")
        check(("reveal" in body) == (card == "A2"), "fields of the event")
        check("draw" not in body or card == "A1", "fields of the event")  # without it, everybody declined
        check(("island" in body) == (card == "B3"), "fields of the event")
        shown = "events-known" in self.variants
        check(self.round == 0 or card in self.four, "not one of the four" if shown else FACE_DOWN_EVENTS)
        check(all(len(cards) in (0, 2) for cards in body.get("draw", {}).values()), "two cards for A1")
        check(len(body.get("reveal", self.seats)) == len(self.seats), "a treasure for each")
        check(body.get("island", next(iter(self.up))) in self.up, "a tile in play")

    def check_refill(self, body: Body) -> None:
        target = self.size - (self.event == "B5")
        away = {seat: len(body.get("discard", {}).get(seat, [])) for seat in self.seats}
        left = self.deck + len(self.discard) + sum(away.values()) + len(self.hands.get("aaron", []))
        for seat in [*self.round_table(self.first), *(["aaron"] if self.two else [])]:
            held = 0 if seat == "aaron" else len(self.hands[seat]) - away[seat]
            drawn = len(body["aaron"] if seat == "aaron" else body["draw"][seat])
            check(drawn == min(left, max(0, target - held)), "refill to the target")
            left -= drawn

    def check_recall(self, body: Body) -> None:
        actor = str(body.get("for") or body["by"])
        check(self.event == "B4" and self.turns == 0 and self.on(actor) >= 3, "recall")
        check(actor in self.stacks[body["landing"]], "no disc there")
        check(actor != "aaron" or body["by"] == self.first, "who takes back Aaron's disc")

    def on(self, actor: str) -> int:
        return sum(actor in stack for stack in self.stacks.values())

    # --- turns ---------------------------------------------------------------------------------------------------

    def check_turn(self, body: Body) -> str:
        check(body["by"] == self.turn, "not their turn")
        if self.event == "B4" and self.turns == 0:
            check(all(self.on(actor) < 3 for actor in self.actors), "three discs under B4")
        actor = str(body.get("for") or body["by"])
        check(actor != "aaron" or (self.two and not self.done), "acting for Aaron")
        return actor

    def check_disc(self, actor: str, place: str, source: str | None) -> None:
        if actor in self.stacks[place]:
            check(source is None, "a second disc")
        elif self.on(actor) < (2 if self.event == "B4" else 3):
            check(source is None, "from the area first")
        else:
            check(source is not None and actor in self.stacks[source], "one is moved")

    def check_play(self, body: Body) -> None:
        actor = self.check_turn(body)
        place, cards = body["landing"], body["cards"]
        check(bool(cards) and set(cards) <= set(self.cards), "cards of the kit")
        check(self.holds(actor, cards), "not in the hand")
        colors = {self.cards[name]["color"] for name in cards}
        check(len(colors) == 1, "one colour")
        column, beside = self.columns[place], self.columns[place[0] + ("2" if place[1] == "1" else "1")]
        if column:
            check(colors == {self.cards[column[0]]["color"]}, "colour of the column")
        elif beside:
            check(colors != {self.cards[beside[0]]["color"]}, "colour next door")
        before = self.value(column)
        numbers = [self.cards[name]["value"] for name in cards if self.cards[name]["value"] != "wild"]
        check(numbers == sorted(numbers), "rising order")
        check(all(number == 1 or number >= before for number in numbers), "a number on a higher one")
        self.check_disc(actor, place, body.get("from"))
        self.check_effects(body, actor, before, numbers.count(1))

    def check_effects(self, body: Body, actor: str, before: int, ones: int) -> None:
        copies = body.get("copy") or []
        copies = [copies] if isinstance(copies, str) else copies
        copied = [name for name in copies if name is not None]
        check(not copied or (before >= 2 and len(copies) <= ones), "copies")
        lay = self.columns[body["landing"]]
        check(all(name in lay and self.icons(name, "cube") + self.icons(name, "draw") for name in copied), "copied")
        left = self.deck + len(self.discard)
        there = {*self.stacks[body["landing"]], actor}
        check(not {"aaron"} & {*body.get("draw", {}), *body.get("shed", {})}, "Aaron draws and sheds nothing")
        for seat in self.round_table(body["by"]):
            played = [*(body["cards"] if seat in there else []), *(copied if seat == actor else [])]
            may_draw = min(left, sum(self.icons(name, "draw") for name in played))
            drawn = body.get("draw", {}).get(seat)
            if drawn is None and may_draw:
                raise Vague
            check(len(drawn or []) <= may_draw, "draws too much")
            left -= len(drawn or [])
            cubes = self.cubes[seat] + (ones if before < 2 and seat != actor else 0)
            may_shed = sum(self.icons(name, "cube") for name in played) * (2 if self.event == "B6" else 1)
            check(body.get("shed", {}).get(seat, 0) <= min(may_shed, cubes), "sheds too much")

    def check_island(self, body: Body) -> None:
        actor, name, cards = self.check_turn(body), body["island"], body["cards"]
        check(self.up.get(name, False), "a tile that is face up")
        check(len(cards) == {"B7": 3, "B9": 1}.get(self.event or "", 2), "price")
        check(set(cards) <= set(self.cards) and self.holds(actor, cards), "not in the hand")
        colors = Counter(self.cards[card]["color"] for card in cards)
        check(self.event == "B9" or max(colors.values()) >= 2, "a pair")
        if not body.get("use", True):
            return
        kind = self.tiles[name]["kind"]
        place = body.get("landing")
        if kind in ("bottom", "place") and place is not None:
            check((actor in self.stacks[place]) == (kind == "bottom"), "where the disc is")
        if kind == "place" and place is not None:
            self.check_disc(actor, place, body.get("from"))
        if kind == "draw" and actor != "aaron":
            if "draw" not in body:
                raise Vague
            check(len(body["draw"]) <= min(2, self.deck + len(self.discard) + len(cards)), "two cards")
        check(actor != "aaron" or not (body.get("draw") or body.get("shed")), "Aaron draws and sheds nothing")
        self.check_shed_by_tile(body, actor, kind)

    def check_shed_by_tile(self, body: Body, actor: str, kind: str) -> None:
        toll = 1 if self.event == "A3" else 0
        if kind == "cubes" and actor != "aaron":
            most = min(self.tiles[body["island"]]["n"], self.cubes[actor] + toll)
            check(body.get("shed", 0) <= most, "sheds too much")
        if kind == "treasure" and "reveal" in body:
            if body["reveal"] is None:
                check(not self.left(), "a treasure is left")
            elif actor != "aaron":
                self.check_relief(actor, body["reveal"], body, 1 + toll)

    def check_relief(self, seat: str, name: str, body: Body, taken: int) -> None:
        check(name in self.chests, "a treasure of the kit")
        keep = body.get("keep", True)
        amulets = sum(self.chests[own]["type"] == "amulet" for own in self.kept[seat])
        allowed = self.chests[name].get("relief", 0) if keep else 2 + amulets
        cubes = self.cubes[seat] + taken + (self.chests[name].get("curse", 0) if keep else 0)
        check(body.get("shed", 0) <= min(allowed, cubes), "sheds too much")

    def check_pass(self, body: Body) -> None:
        self.check_turn(body)
        if self.event == "A2" and self.offer:
            name = body.get("take", self.offer[0])
            check(name in self.offer and ("take" in body or len(self.offer) == 1), "one of those laid out")
            check(body.get("keep", True), "must be kept")
            self.check_relief(body["by"], name, body, 0)

    # --- loot and end --------------------------------------------------------------------------------------------

    def check_loot(self, body: Body) -> None:
        check(not self.open, "one loot at a time")
        assert self.queue is not None
        queue: dict[str, str] = dict(self.queue)
        place = body.get("landing") or next(iter(queue), None)
        number = len(body["reveal"])
        if place is None:
            check(not number, "no landing")
            return
        enough = self.count(place) >= NEED[len(self.seats)]
        check(enough or not number, "too few cards")
        if place in queue:
            check(place == next(iter(queue)), "order of the landings")
            check(number == min(self.due(place, queue[place]), self.left()), "number of treasures")
        elif number:
            found = [entry for coast in self.coasts() for entry in self.sizes(coast)]
            explored: dict[str, str] = dict(found)
            sizes = explored if self.phase == "loot" else dict.fromkeys(RING, "small")
            check(place in sizes and not self.stacks[place] and place not in self.bare, "nothing is due there")
            check(number == self.due(place, sizes[place]), "number of treasures")
            self.bare.append(place)

    def check_take(self, body: Body) -> None:
        if body["by"] == "aaron":
            check(bool(self.given) and body.get("treasure", self.given[0]) == self.given[0], "what Aaron took")
            return
        check(self.takers[:1] == [body["by"]], "who takes next")
        check("treasure" in body or len(self.open) == 1, "which treasure")
        name = body.get("treasure", self.open[0])
        check(name in self.open, "one that is there")
        self.check_relief(body["by"], name, body, 0)

    def check_cleanup(self, body: Body) -> None:
        check(not self.queue and not self.open, "nothing left over")
        self.bare = []
        small = [place for coast in self.coasts() for place, size in self.sizes(coast) if size == "small"]
        for seat, number in body.get("shed", {}).items():
            there = self.event == "B10" and any(seat in self.stacks[place] for place in small)
            check(number <= (min(2, self.cubes.get(seat, 0)) if there else 0), "sheds too much")

    def check_healers(self, body: Body) -> None:
        check(not self.open and (not self.queue or not self.left()), "exploration to the end")
        cards = body.get("cards")
        if isinstance(cards, dict):
            self.check_healers_named({seat: [name] for seat, name in cards.items()})
            check(set(cards) == set(self.seats), "one each")
            check(all(name in self.pile[seat] for seat, name in cards.items()), "one of their two")
        elif cards is not None:
            self.check_healers_named(cards)
            check(set(cards) == set(self.pile), FACE_DOWN_HEALERS)

    def check_healer(self, body: Body) -> None:
        check(self.order[:1] == [body["by"]], "who chooses")
        check(body["card"] in self.healers, "a healer that is there")
