"""A second bookkeeping of Loot Island, written from the rules page alone: plain lists and numbers, lines in, state out.

It follows legal records of the default readings and shares no code with the reducer; only the kit file is read.
"""

from typing import Any

from tests.helpers.tools import Body

RING = ["N1", "N2", "E1", "E2", "S1", "S2", "W1", "W2"]
COAST = {"NWcw": "N", "NEcw": "E", "SEcw": "S", "SWcw": "W", "NWccw": "W", "NEccw": "N", "SEccw": "E", "SWccw": "S"}
CORNERS = ["NW", "NE", "SE", "SW"]
NEED = {2: 4, 3: 4, 4: 5, 5: 6}
PILES = {2: "I IV", 3: "I IV", 4: "I II IV", 5: "I II III IV"}


class Model:
    """The table, after some lines."""

    def __init__(self, seats: list[str], kit: dict[str, Any], variants: list[str]) -> None:
        self.seats, self.variants = seats, variants
        self.cards = {card["name"]: card for card in kit["map"]["cards"]}
        self.chests = {card["name"]: card for card in kit["treasure"]["cards"]}
        self.cures = {card["name"]: card for card in kit["healers"]["cards"]}
        self.tiles = {tile["name"]: tile for tile in kit["islands"]["tiles"]}
        self.bonus = kit["crowns"]["bonus"]
        self.two = len(seats) == 2
        self.actors = [*seats, "aaron"] if self.two else list(seats)
        self.size = 6 if self.two else 7
        self.cubes = dict.fromkeys(seats, 3)
        self.discs = dict.fromkeys(self.actors, 3)
        self.kept: dict[str, list[str]] = {actor: [] for actor in self.actors}
        self.hands: dict[str, list[str]] = {}
        self.columns: dict[str, list[str]] = {place: [] for place in RING}
        self.stacks: dict[str, list[str]] = {place: [] for place in RING}
        self.discard: list[str] = []
        self.buried: list[str] = []
        self.open: list[str] = []
        self.offer: list[str] = []
        self.queue: list[list[str]] | None = None
        self.takers: list[str] = []
        self.at: str | None = None
        self.renewed: list[str] | None = None
        self.renewed_chests: list[str] | None = None
        self.given: list[str] = []
        self.round = self.turns = self.unseen = 0
        self.phase = "ready"
        self.turn: str | None = None
        self.event: str | None = None
        self.first = self.corner = self.facing = ""
        self.passed: list[str] = []
        self.spent: list[str] = []
        self.out: list[str] = []
        self.order: list[str] = []
        self.taken: dict[str, str] = {}
        self.done = self.cutoff = False
        self.up = {name: True for name, tile in self.tiles.items() if len(seats) == 5 or not tile.get("five")}
        self.deck = sum(card.get("copies", 1) for card in self.cards.values())
        self.piles = [
            [pile, sum(chest["pile"] == pile for chest in self.chests.values())] for pile in PILES[len(seats)].split()
        ]
        self.healers: list[str] = []

    # --- small steps ---------------------------------------------------------------------------------------------

    def follow(self, body: Body) -> None:
        """One more line."""
        getattr(self, f"do_{body['do']}")(body)

    def round_table(self, start: str) -> list[str]:
        place = self.seats.index(start)
        return self.seats[place:] + self.seats[:place]

    def icons(self, name: str, icon: str) -> int:
        return list(self.cards[name].get("icons", [])).count(icon) if name != "?" else 0

    def value(self, column: list[str]) -> int:
        value: int = 0
        for name in column:
            number = self.cards[name]["value"]
            value = number if number != "wild" else max(value, 1)
        return value

    def count(self, place: str) -> int:
        return len(self.columns[place]) + sum(self.icons(name, "plus") for name in self.columns[place])

    def leave(self, actor: str, names: list[str]) -> None:
        for name in names:
            self.hands[actor].remove(name if name in self.hands[actor] else "?")

    def draw(self, actor: str, names: list[str]) -> None:
        for name in names:
            if self.deck == 0:
                self.deck, self.renewed, self.discard = len(self.discard), list(self.discard), []
            self.deck -= 1
            self.hands[actor].append(name)
            if self.renewed is not None and name in self.renewed:
                self.renewed.remove(name)

    def turn_up(self, names: list[str]) -> None:
        for name in names:
            if not self.piles:
                self.piles = [["mix", len(self.buried)]]
                self.renewed_chests, self.buried = list(self.buried), []
            self.piles[0][1] -= 1
            self.piles = [pile for pile in self.piles if pile[1]]
            if self.renewed_chests is not None and name in self.renewed_chests:
                self.renewed_chests.remove(name)

    def left(self) -> int:
        return sum(int(size) for _, size in self.piles) + len(self.buried)

    def gain(self, actor: str, name: str, keep: bool, shed: int | None) -> None:
        chest = self.chests[name]
        if actor == "aaron":
            (self.kept["aaron"] if chest["type"] == "crown" else self.buried).append(name)
            return
        if keep:
            allowed = chest.get("relief", 0)
            self.cubes[actor] += chest.get("curse", 0)
        else:
            allowed = 2 + sum(self.chests[own]["type"] == "amulet" for own in self.kept[actor])
        (self.kept[actor] if keep else self.buried).append(name)
        self.cubes[actor] -= min(allowed, self.cubes[actor]) if shed is None else shed

    def put_disc(self, actor: str, place: str, source: str | None) -> None:
        if actor in self.stacks[place]:
            return
        if source is not None:
            self.stacks[source].remove(actor)
        else:
            self.discs[actor] -= 1
        self.stacks[place].append(actor)

    def next_turn(self, by: str) -> None:
        waiting = [seat for seat in [*self.round_table(by)[1:], by] if seat not in self.passed]
        self.turn = waiting[0] if waiting else None

    def move_ship(self) -> None:
        step = 1 if self.facing == "cw" else -1
        self.corner = CORNERS[(CORNERS.index(self.corner) + step) % 4]

    def coasts(self) -> list[str]:
        ahead = COAST[self.corner + self.facing]
        step = 1 if self.facing == "cw" else -1
        return [ahead, "NESW"[("NESW".index(ahead) + step) % 4]] if self.event == "B14" else [ahead]

    # --- the lines -----------------------------------------------------------------------------------------------

    def do_setup(self, body: Body) -> None:
        self.first = body["first"]
        self.corner, self.facing = body["ship"]["corner"], body["ship"]["facing"]
        self.hands = {seat: list(body["hands"][seat]) for seat in self.seats}
        for seat in self.round_table(self.first) if "discards" in body else []:
            self.discard += body["discards"].get(seat, [])
        if self.two:
            self.hands["aaron"] = list(body["aaron"]["hand"])
        self.deck -= sum(map(len, self.hands.values())) + len(self.discard)
        if "healers-open" in self.variants:
            self.healers = list(body["healers"])

    def do_event(self, body: Body) -> None:
        self.round += 1
        self.spent += [self.event] if self.event else []
        self.event = body["card"]
        if self.round > 1:
            self.move_ship()
            self.up = dict.fromkeys(self.up, True)
        self.passed, self.turns, self.turn, self.queue, self.done = [], 0, None, None, False
        for seat in self.round_table(self.first):
            if seat in body.get("draw", {}):
                self.draw(seat, body["draw"][seat])
                self.cubes[seat] += 2 if body["draw"][seat] else 0
        if self.event == "A2":
            self.turn_up(body["reveal"])
            self.offer = list(body["reveal"])
        elif self.event == "B1":
            self.move_ship()
        elif self.event == "B2":
            self.facing = "ccw" if self.facing == "cw" else "cw"
        elif self.event == "B3":
            self.up[body["island"]] = False
        self.phase, self.turn = ("actions", self.first) if self.round == 1 else ("preparation", None)

    def do_refill(self, body: Body) -> None:
        target = self.size - (self.event == "B5")
        order = self.round_table(self.first)
        for seat in order:
            self.leave(seat, body.get("discard", {}).get(seat, []))
            self.discard += body.get("discard", {}).get(seat, [])
        if self.two:
            self.discard += self.hands["aaron"]
            self.hands["aaron"] = []
        for seat in order:
            assert len(body["draw"][seat]) <= max(0, target - len(self.hands[seat]))
            self.draw(seat, body["draw"][seat])
        if self.two:
            self.draw("aaron", body["aaron"])
        self.phase, self.turn = "actions", self.first

    def do_recall(self, body: Body) -> None:
        actor = str(body.get("for") or body["by"])
        self.stacks[body["landing"]].remove(actor)
        self.discs[actor] += 1

    def do_play(self, body: Body) -> None:
        actor, place = str(body.get("for") or body["by"]), body["landing"]
        column, cards = self.columns[place], body["cards"]
        before = self.value(column)
        self.leave(actor, cards)
        self.put_disc(actor, place, body.get("from"))
        ones = [name for name in cards if self.cards[name]["value"] == 1]
        copies = body.get("copy") or []
        copies = [copies] if isinstance(copies, str) else copies
        if before >= 2:
            self.columns[place] = ones + column + [name for name in cards if name not in ones]
        else:
            self.columns[place] = column + cards
            copies = []
            for seat in self.seats:
                self.cubes[seat] += len(ones) if seat != actor else 0
        for seat in self.seats:
            played = cards if seat in self.stacks[place] else []
            played = played + [name for name in copies if name is not None and seat == actor]
            may = sum(self.icons(name, "cube") for name in played) * (2 if self.event == "B6" else 1)
            self.cubes[seat] -= body.get("shed", {}).get(seat, min(may, self.cubes[seat]))
        for seat in self.round_table(body["by"]):
            self.draw(seat, body.get("draw", {}).get(seat, []))
        self.turns += 1
        self.next_turn(body["by"])

    def do_island(self, body: Body) -> None:
        actor, name = str(body.get("for") or body["by"]), body["island"]
        real = actor != "aaron"
        self.leave(actor, body["cards"])
        self.discard += body["cards"]
        if self.event == "A3" and real:
            self.cubes[actor] += 1
        if body.get("use", True):
            self.use(self.tiles[name], actor, body)
        self.up[name] = False
        self.turns += 1
        if self.event == "B9" and real:
            self.passes(actor)
        else:
            self.done = self.done or self.event == "B9"
            self.next_turn(body["by"])
        if self.cutoff:
            self.phase, self.turn, self.queue = "final", None, []

    def use(self, tile: dict[str, Any], actor: str, body: Body) -> None:
        """The action of a small island; without what it needs it was not done."""
        kind = tile["kind"]
        if (kind in ("place", "bottom") and "landing" not in body) or (kind == "treasure" and "reveal" not in body):
            return
        if kind == "cubes" and actor != "aaron":
            self.cubes[actor] -= body.get("shed", min(tile["n"], self.cubes[actor]))
        elif kind == "draw":
            self.draw(actor, body.get("draw", []))
        elif kind == "ship":
            self.move_ship()
        elif kind == "place":
            self.put_disc(actor, body["landing"], body.get("from"))
        elif kind == "bottom":
            stack = self.stacks[body["landing"]]
            stack.remove(actor)
            stack.insert(len(stack) if self.event == "B13" else 0, actor)
        elif kind == "treasure":
            if actor != "aaron":
                self.cubes[actor] += 1
            if body["reveal"] is None:
                self.cutoff = True
            else:
                self.turn_up([body["reveal"]])
                self.gain(actor, body["reveal"], body.get("keep", True), body.get("shed"))

    def do_pass(self, body: Body) -> None:
        if self.event == "A2" and self.offer:
            name = body.get("take", self.offer[0])
            self.offer.remove(name)
            self.gain(body["by"], name, True, body.get("shed"))
        self.turns += 1
        self.passes(body["by"])

    def passes(self, seat: str) -> None:
        """Somebody is done for the phase."""
        if not self.passed:
            self.first = seat
            for other in self.seats:
                self.cubes[other] += 2 if self.event == "B8" and other != seat else 0
        self.passed.append(seat)
        self.next_turn(seat)
        if len(self.passed) == len(self.seats):
            self.phase, self.turn = "loot", None
            self.buried += self.offer
            self.offer = []
            found = [place for coast in self.coasts() for place in self.sizes(coast)]
            self.queue = [place for place in found if self.stacks[place[0]] and self.due(*place)]

    def sizes(self, coast: str) -> list[list[str]]:
        """Big and small loot of a coast."""
        near = [f"{coast}1", f"{coast}2"] if self.facing == "cw" else [f"{coast}2", f"{coast}1"]
        enough = [place for place in near if self.count(place) >= NEED[len(self.seats)]]
        if len(enough) == 2:
            sign = 1 if self.event == "B12" else -1
            enough.sort(key=lambda place: sign * self.count(place))
        return [[place, size] for place, size in zip(enough, ("big", "small"), strict=False)]

    def due(self, place: str, size: str) -> int:
        number = sum(self.icons(name, "chest") for name in self.columns[place])
        event = self.event if self.phase != "final" else None
        if size == "big":
            number += len(self.stacks[place])
        number += {("A4", "big"): -1, ("A4", "small"): 1, ("B11", "big"): -1, ("B11", "small"): -1}.get(
            (event or "", size), 0
        )
        return max(0, number)

    def do_loot(self, body: Body) -> None:
        assert self.queue is not None
        place = body.get("landing") or self.queue[0][0]
        size = next((size for there, size in self.queue if there == place), None)
        short = size is not None and self.due(place, size) > self.left()
        self.given, self.open = [], list(body["reveal"])
        self.turn_up(self.open)
        line = self.stacks[place][::-1] if self.event == "B13" and self.phase == "loot" else self.stacks[place]
        self.takers = (line * len(self.open))[: len(self.open)]
        self.at = place if self.takers else None
        self.queue = [entry for entry in self.queue if entry[0] != place]
        if not self.takers:
            self.buried += self.open
            self.open = []
        if short:
            self.cutoff, self.phase, self.queue = True, "final", []
        self.aaron_takes()

    def aaron_takes(self) -> None:
        """What Aaron takes without a line."""
        while self.takers[:1] == ["aaron"]:
            best = max(self.open, key=lambda name: int(self.chests[name]["ref"]))
            self.open.remove(best)
            self.takers.pop(0)
            self.given.append(best)
            self.gain("aaron", best, True, None)
        if not self.open:
            self.at, self.takers = None, []

    def do_take(self, body: Body) -> None:
        if body["by"] == "aaron":
            self.given.pop(0)
            return
        self.given = []
        name = body.get("treasure", self.open[0])
        self.open.remove(name)
        self.takers.remove(body["by"])
        self.gain(body["by"], name, body.get("keep", True), body.get("shed"))
        self.aaron_takes()

    def do_cleanup(self, body: Body) -> None:
        if self.event == "B10":
            for place, size in [entry for coast in self.coasts() for entry in self.sizes(coast)]:
                for seat in self.stacks[place] if size == "small" else []:
                    if seat != "aaron":
                        self.cubes[seat] -= body.get("shed", {}).get(seat, min(2, self.cubes[seat]))
        for place in [f"{coast}{number}" for coast in self.coasts() for number in (1, 2)]:
            for actor in self.stacks[place]:
                self.discs[actor] += 1
            self.discard += self.columns[place]
            self.columns[place], self.stacks[place] = [], []
        self.phase, self.queue = "ready", None
        if self.round == 5:
            self.phase = "final"
            start = RING.index(COAST[self.corner + self.facing] + ("1" if self.facing == "cw" else "2"))
            step = 1 if self.facing == "cw" else -1
            walk = [RING[(start + step * place) % 8] for place in range(8)]
            enough = [place for place in walk if self.count(place) >= NEED[len(self.seats)]]
            self.queue = [[place, "small"] for place in enough if self.stacks[place] and self.due(place, "small")]

    def do_healers(self, body: Body) -> None:
        if self.queue:
            self.cutoff, self.queue = True, []
        cards = body.get("cards", self.healers)
        self.healers = list(cards.values()) if isinstance(cards, dict) else list(cards)
        self.out = [seat for seat in self.seats if self.cubes[seat] >= 13]
        choosing = [seat for seat in self.round_table(self.first) if seat not in self.out and self.cubes[seat]]
        self.order = sorted(choosing, key=lambda seat: self.cubes[seat])
        self.phase = "healer" if self.order else "over"

    def do_healer(self, body: Body) -> None:
        self.healers.remove(body["card"])
        self.taken[body["by"]] = body["card"]
        self.order.remove(body["by"])
        if not self.order:
            self.phase = "over"
