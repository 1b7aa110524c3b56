"""A second model of Sea or Shore, written from the page alone: it keeps the books of a game whose cards are all named.

It shares no code with the game, knows every card, and stops at the first thing that is not allowed. So it says two
things about a record in full: what must lie on the table after each event, and whether the game is legal.
"""

from collections import Counter
from typing import Any

from tests.games.sea_or_shore.model_parts import Deck, Illegal, colour, need, number, pair_of

Body = dict[str, Any]

COLOURS = ("red", "blue", "green", "purple")
DEFAULTS = {
    "Q1": "with-card",
    "Q2": "illegal",
    "Q3": "no",
    "Q4": "value",
    "Q5": "pile",
    "Q6": "any",
    "Q7": "must",
    "Q8": "each-round",
    "Q9": "near",
    "Q10": "rest",
    "Q11": "returned",
    "Q12": "near",
    "Q13": "free",
    "Q14": "open",
    "Q15": "each-round",
    "Q16": "yes",
    "Q17": "useful",
    "Q18": "near",
}


class Model:
    """The table of one game."""

    def __init__(self, seats: list[str], readings: dict[str, str]) -> None:
        self.seats = seats
        self.read = {**DEFAULTS, **{name.removeprefix("SS-"): answer for name, answer in readings.items()}}
        self.each = 9 if len(seats) >= 5 else 12
        self.round, self.trick, self.phase = 0, 1, "none"
        self.starter = seats[0]
        self.first_actions: dict[str, int] = {}
        self.actions: dict[str, int] = {}
        self.additions = dict.fromkeys(seats, 0)
        self.supply = 22
        self.points: dict[str, list[int]] = {seat: [] for seat in seats}
        self.result: Body | None = None

    # --- the order of seats

    def clockwise(self) -> list[str]:
        here = self.seats.index(self.starter)
        return self.seats[here:] + self.seats[:here]

    def distance(self, seat: str) -> int:
        return self.clockwise().index(seat)

    @property
    def turn(self) -> str | None:
        waiting = [seat for seat in self.clockwise() if seat not in self.laid]
        return waiting[0] if self.phase == "lay" and waiting else None

    # --- events

    def play(self, line: Body) -> None:
        """Follow one event, or stop if it is not allowed."""
        getattr(self, f"on_{line['do']}")(line)

    def on_setup(self, line: Body) -> None:
        need(self.round == 0, "the game was set up before")
        need(3 <= len(self.seats) <= 5, "three to five players")
        self.deal(line, {"rb": 1, "gp": 3})
        self.first_actions = dict(line.get("actions", {}))

    def on_round(self, line: Body) -> None:
        need(self.phase == "deal" and self.round == 1, "round 1 has not ended")
        if self.read["Q13"] == "next":
            need(line["starter"] == self.clockwise()[1], "another player is next")
        for pair, action in line.get("actions", {}).items():
            need(self.first_actions.get("gp" if pair == "rb" else "rb") != action, "the action is on the other card")
        self.deal(line, self.actions)

    def deal(self, line: Body, actions: dict[str, int]) -> None:
        kit = [1, 3, 4, 5, 2] if len(self.seats) == 3 else [1, 2, 2, 3, 3, 4, 4, 5]
        self.round, self.trick, self.starter = self.round + 1, 1, line["starter"]
        names = ["all"] if len(self.seats) == 3 else ["rb", "gp"]
        every = [f"{name}-{points}" for name in COLOURS for points in kit]
        self.decks = {name: Deck(Counter(t for t in every if name in ("all", pair_of(t)))) for name in names}
        self.open_treasures(line["treasures"])
        self.actions = {**actions, **line.get("actions", {})}
        need(self.actions["rb"] != self.actions["gp"], "one action twice")
        self.hands = {seat: list(line["hands"][seat]) for seat in self.seats}
        need(all(len(hand) == self.each for hand in self.hands.values()), "a hand is too short or too long")
        need(max(Counter(card for hand in self.hands.values() for card in hand).values()) == 1, "a card twice")
        self.piles: dict[str, list[str]] = {seat: [] for seat in self.seats}
        if self.round == 1 or self.read["Q11"] == "returned":
            self.additions, self.supply = dict.fromkeys(self.seats, 0), 22
        self.discard: list[str] = []
        self.clear()
        self.phase = "lay" if self.round == 2 and self.read["Q8"] == "once" else "pass"

    def open_treasures(self, treasures: list[str]) -> None:
        need(len(treasures) == len(self.decks), "not one treasure for each deck")
        for treasure in treasures:
            deck = self.decks["all" if "all" in self.decks else pair_of(treasure)]
            need(deck.up is None, "two treasures of one deck")
            deck.turn_up(treasure)

    def clear(self) -> None:
        self.laid: dict[str, Any] = {}
        self.added: Counter[str] = Counter()
        self.played: dict[str, str | None] = {}
        self.pending: list[tuple[str, str]] = []

    def on_pass(self, line: Body) -> None:
        need(self.phase == "pass", "no pass now")
        for seat in self.seats:
            card, hand = line["cards"][seat], self.hands[seat]
            need(card in hand, "a passed card was not in hand")
            held = Counter(colour(other) for other in hand)
            need(held[colour(card)] == max(held.values()), "passed from a shorter colour")
            need(not any(colour(o) == colour(card) and number(o) > number(card) for o in hand), "not the highest")
        for place, seat in enumerate(self.seats):
            self.hands[seat].remove(line["cards"][seat])
            self.hands[self.seats[place - 1]].append(line["cards"][seat])
        self.phase = "lay"

    def on_lay(self, line: Body) -> None:
        need(self.phase == "lay" and line["by"] == self.turn, "out of turn")
        shows, add = line["shows"], line.get("add", 0)
        need(isinstance(shows, int) or shows in COLOURS, "no half was covered")
        self.laid[line["by"]] = shows
        self.add(line["by"], add)

    def add(self, seat: str, count: int) -> None:
        need(0 <= count <= self.additions[seat], "more additions than held")
        self.additions[seat] -= count
        self.added[seat] += count

    def on_show(self, line: Body) -> None:
        need(self.phase == "lay" and len(self.laid) in (0, len(self.seats)), "not everybody has laid")
        need(max(Counter(line["cards"].values()).values()) == 1, "a card twice in a trick")
        for seat, count in line.get("add", {}).items():
            need(not count or not self.laid or self.read["Q1"] == "later", "additions after the card")
            self.add(seat, count)
        for seat in self.seats:
            card = line["cards"][seat]
            need(card in self.hands[seat], "the card was not in hand")
            need(self.laid.get(seat, colour(card)) in (colour(card), number(card)), "another half was seen")
            too_much = number(card) + self.added[seat] > 12 and self.added[seat] > 0
            need(not too_much or self.read["Q2"] == "wasted", "above twelve")
            self.hands[seat].remove(card)
        self.played = dict(line["cards"])
        self.resolve(line.get("steals", {}))
        self.phase, self.acted = "act", -1

    # --- who wins what

    def value(self, seat: str) -> int:
        card = self.played[seat]
        assert card is not None
        return min(12, number(card) + self.added[seat])

    def groups(self) -> list[tuple[str, list[str]]]:
        """Groups by name, a colour or with three players a pair, each with its seats; the nearest winner first."""
        stakes = {colour(deck.up) for deck in self.decks.values() if deck.up is not None}
        found: dict[str, list[str]] = {}
        for seat in self.clockwise():
            card = self.played[seat]
            assert card is not None
            pair = pair_of(card)
            open_pair = any(pair_of(f"{stake}-1") == pair for stake in stakes)
            found.setdefault(colour(card) if open_pair or len(self.seats) > 3 else pair, []).append(seat)
        return sorted(found.items(), key=lambda group: self.distance(self.winner(group[1])))

    def winner(self, seats: list[str]) -> str:
        return min(seats, key=lambda seat: (-self.value(seat), self.distance(seat)))

    def resolve(self, steals: dict[str, str]) -> None:
        groups = self.groups()
        decks = {colour(deck.up): deck for deck in reversed(list(self.decks.values())) if deck.up is not None}
        before = {seat: list(pile) for seat, pile in self.piles.items()}
        thieves = dict(steals)
        self.pending = []
        for name, seats in groups:
            best = self.winner(seats)
            if name in decks:
                victim = thieves.pop(best, None)
                if victim is None:
                    up = decks[name].up
                    assert up is not None
                    self.piles[best].append(up)
                    decks[name].up = None
                else:
                    self.rob(best, victim, name, before)
            else:
                self.pending.append((best, name if name in ("rb", "gp") else pair_of(f"{name}-1")))
        need(not thieves, "who steals has won no treasure")
        self.earn(groups)

    def rob(self, thief: str, victim: str, name: str, before: dict[str, list[str]]) -> None:
        card, other = self.played[thief], self.played[victim]
        assert card is not None and other is not None
        need(thief != victim and colour(other) == colour(card), "robbed somebody of another colour")
        by_value = self.value(victim) < self.value(thief)
        lower = number(other) < number(card) if self.read["Q4"] == "printed" else by_value
        need(lower or (self.read["Q3"] == "yes" and self.value(victim) == self.value(thief)), "not lower")
        need(before[victim] and colour(before[victim][-1]) == name, "no such treasure on top")
        self.piles[thief].append(self.piles[victim].pop())

    def earn(self, groups: list[tuple[str, list[str]]]) -> None:
        served = []
        for _, seats in groups:
            best = self.winner(seats)
            losers = [seat for seat in seats if seat != best]
            if self.read["Q16"] == "no":
                losers = [seat for seat in losers if self.value(seat) < self.value(best)]
            if losers:
                lowest = min(self.value(seat) for seat in losers)
                tied = [seat for seat in losers if self.value(seat) == lowest]
                served.append((best, tied[0] if self.read["Q9"] == "near" else tied[-1], len(seats)))
        served.sort(key=lambda item: self.distance(item[1] if self.read["Q18"] == "near" else item[0]))
        for _, seat, count in served:
            count = count if count <= self.supply else self.supply if self.read["Q10"] == "rest" else 0
            self.additions[seat] += count
            self.supply -= count

    # --- actions

    def on_act(self, line: Body) -> None:
        due = [pair for seat, pair in self.pending if seat == line["by"]]
        need(self.phase == "act" and due, "no action was won")
        need(line["action"] == self.actions[due[0]], "another action is face up")
        need(self.distance(line["by"]) >= self.acted, "actions go clockwise")
        self.acted = self.distance(line["by"])
        self.pending.remove((line["by"], due[0]))
        getattr(self, f"act_{line['action']}")(line["by"], line)

    def rich(self, seat: str) -> list[str]:
        return [other for other in self.seats if other != seat and self.additions[other] >= 2]

    def act_1(self, seat: str, line: Body) -> None:
        source = line["from"]
        if source == "pile":
            count = min(2, self.supply)
            need(not self.rich(seat) and line.get("n", count) == count, "not from the pile")
            self.supply -= count
        else:
            count = line.get("n", 2)
            fewer = self.read["Q5"] == "fewer" and not self.rich(seat) and count == 1 == self.additions[source]
            need(source != seat and (fewer or (count == 2 and source in self.rich(seat))), "not from that player")
            self.additions[source] -= count
        self.additions[seat] += count

    def act_2(self, seat: str, line: Body) -> None:
        victim, took, gave = line["from"], line["took"], line["gave"]
        count = min(2, len(self.hands[victim]))
        need(victim != seat and len(took) == len(gave) == count, "not as many back as taken")
        self.move(victim, seat, took)
        self.move(seat, victim, gave)

    def move(self, giver: str, taker: str, cards: list[str]) -> None:
        for card in cards:
            need(card in self.hands[giver], "a card was not in hand")
            self.hands[giver].remove(card)
        self.hands[taker] += cards

    def act_3(self, seat: str, line: Body) -> None:
        need(line["deck"] in self.decks, "no such deck")
        self.decks[line["deck"]].look(line["saw"], line["order"])

    def act_4(self, seat: str, line: Body) -> None:
        owner = next((other for other, card in self.played.items() if card == line["take"]), None)
        need(owner is not None and (self.read["Q6"] == "any" or owner != seat), "not played in this trick")
        assert owner is not None
        self.played[owner] = None
        self.hands[seat].append(line["take"])
        need(line["discard"] in self.hands[seat], "put away a card not in hand")
        self.hands[seat].remove(line["discard"])
        self.discard.append(line["discard"])

    # --- the end of a trick and of a round

    def on_turn(self, line: Body) -> None:
        need(self.phase == "act", "the trick was not unveiled")
        last = self.trick == self.each
        for seat, pair in self.pending:
            moves = self.supply > 0 or self.rich(seat)
            useful = moves if self.actions[pair] == 1 else not last or self.read["Q17"] == "every"
            need(self.read["Q7"] == "may" or not useful, "an action was left out")
        for deck in self.decks.values():
            deck.put_under()
        self.discard += [card for card in self.played.values() if card is not None]
        self.supply += self.added.total()
        self.clear()
        if last:
            need(not line.get("treasures"), "treasures after the last trick")
            self.end_round()
        else:
            self.open_treasures(line["treasures"])
            self.trick, self.starter, self.phase = self.trick + 1, self.clockwise()[1], "lay"

    def end_round(self) -> None:
        for seat in self.seats:
            counts = self.read["Q15"] == "each-round" or self.round == 2
            extra = self.additions[seat] // 2 if counts else 0
            self.points[seat].append(sum(number(treasure) for treasure in self.piles[seat]) + extra)
        self.phase = "deal" if self.round == 1 else "over"
        if self.phase == "over":
            total = {seat: sum(points) for seat, points in self.points.items()}
            best = [seat for seat in self.clockwise() if total[seat] == max(total.values())]
            winner = best if self.read["Q12"] == "shared" else best[:1]
            self.result = {"total": total, "winner": [seat for seat in self.seats if seat in winner]}

    def facts(self) -> Body:
        """What can be counted on the table, by observable path."""
        found: Body = {"round": self.round, "trick": self.trick, "phase": self.phase, "starter": self.starter}
        found |= {"turn": self.turn, "supply": self.supply, "discard.count": len(self.discard)}
        found["pending"] = [seat for seat, _ in self.pending]
        found["result.winner"] = self.result["winner"] if self.result else None
        for seat in self.seats:
            pile = self.piles[seat]
            found |= {f"hands.{seat}": sorted(self.hands[seat]), f"hands.{seat}.count": len(self.hands[seat])}
            found |= {f"piles.{seat}": pile, f"piles.{seat}.count": len(pile)}
            found |= {f"piles.{seat}.top": pile[-1] if pile else None, f"played.{seat}": self.played.get(seat)}
            found |= {f"additions.{seat}": self.additions[seat], f"points.{seat}": self.points[seat]}
            found[f"result.total.{seat}"] = self.result["total"][seat] if self.result else None
        for name, deck in self.decks.items():
            found |= {f"decks.{name}.up": deck.up, f"decks.{name}.count": deck.count}
        return found


def model_of(header: Body) -> Model:
    """The table that a header describes."""
    readings = header.get("options", {}).get("readings", {})
    return Model([player["seat"] for player in header["players"]], readings)


def is_legal(header: Body, lines: list[Body]) -> bool:
    """Whether a game in full is legal, as this model reads the page."""
    model = model_of(header)
    try:
        for line in lines:
            model.play(line)
    except (Illegal, KeyError):  # or a field is missing
        return False
    return True
