"""The dealer: plays legal random games with a properly shuffled kit, and logs every card."""

from random import Random

import msgspec

from replay.dealer import Body, Dealer
from replay.games.loot_island.actions import AARON, ACTIONS, Play, Recall
from replay.games.loot_island.dealer_choices import choose_island, choose_play, fewer
from replay.games.loot_island.effects import cube_worth, cursed_by, drawing_seats, effects_of
from replay.games.loot_island.geometry import CORNERS, FACINGS
from replay.games.loot_island.plan import bare_loots, due, small_loot_seats
from replay.games.loot_island.reducer import reduce
from replay.games.loot_island.rules.order import EVENTS_A, EVENTS_B
from replay.games.loot_island.setup import put_away_due, start
from replay.games.loot_island.state import (
    COLORS,
    State,
    hand_size,
    has_aaron,
    healer_count,
    kit_of,
    nothing_left_to_find,
    reading,
    target_of,
    treasures_left,
)
from replay.games.loot_island.suggest import actors_for, recalls_due
from replay.games.loot_island.turns import drawing_order, offered
from replay.table import Table


def deal(table: Table, rng: Random) -> list[Body]:
    """Play a whole game."""
    return _Dealer(table, rng).play()


class _Dealer(Dealer[State]):
    """The table with its shuffled decks; it decides for every player."""

    def __init__(self, table: Table, rng: Random) -> None:
        super().__init__(table, rng, start=start(table), reduce=reduce, actions=ACTIONS)
        self.kit = kit_of(self.state)
        self.maps = self.shuffled(name for name, card in self.kit.map.items() for _ in range(card.copies))
        self.chests = [name for pile, _ in self.kit.piles[::-1] for name in self.shuffled(self._pile(pile))]
        self.events = rng.sample(EVENTS_B, 4)

    def _pile(self, pile: str) -> list[str]:
        return [name for name, treasure in self.kit.treasure.items() if treasure.pile == pile]

    def draw_maps(self, number: int, discard: list[str]) -> list[str]:
        """Cards off the map deck; when it runs out, the discard pile at that moment is shuffled in."""
        return self.draw(self.maps, number, discard)

    def turn_up(self, number: int) -> list[str]:
        """Treasures off their deck, likewise."""
        return self.draw(self.chests, number, list(self.state.treasure_discard))

    def play(self) -> list[Body]:
        """The game from set-up to count."""
        self._set_up()
        while self.state.phase == "ready":
            self._open_round()
            if self.state.phase == "preparation":
                self._refill()
            self._recall()
            while self.state.phase == "actions":
                self._turn()
            self._explore()
            if self.state.phase == "loot" and not nothing_left_to_find(self.state):
                self._clean_up()
        if self.state.phase == "final":
            self._explore()
        self._end()
        return self.lines

    # --- rounds ----------------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        rng, table = self.rng, self.table
        first = rng.choice(table.seats)
        body: Body = {
            "do": "setup",
            "first": first,
            "ship": {"corner": rng.choice(CORNERS), "facing": rng.choice(FACINGS)},
            "hands": {},
        }
        aside = put_away_due(table, first)
        for seat in table.clockwise(first):
            dealt = self.draw_maps(hand_size(table) + aside[seat], [])
            body["hands"][seat] = dealt[: hand_size(table)]
            if "opening-hand" in table.variants:
                body.setdefault("discards", {})[seat] = dealt[hand_size(table) :]
        if has_aaron(table):
            color = rng.choice([color for color in COLORS if color not in table.seats])
            body["aaron"] = {"color": color, "hand": self.draw_maps(6, [])}
        body["events"] = self.shuffled(self.events) if "events-known" in table.variants else list(self.events)
        names = self.shuffled(self.kit.healers)
        if "healers-dealt" in table.variants:
            body["healers"] = {seat: [names.pop(), names.pop()] for seat in table.seats}
        else:
            body["healers"] = names[: healer_count(table)]
        self.log(body)

    def _open_round(self) -> None:
        card = self.rng.choice(EVENTS_A) if self.state.round == 0 else self.events.pop(0)
        body: Body = {"do": "event", "card": card}
        if card == "A1":
            discard = list(self.state.discard)
            takers = [seat for seat in self.table.clockwise(self.state.first) if self.rng.random() < 0.5]
            body["draw"] = {seat: self.draw_maps(2, discard) for seat in takers}
        elif card == "A2":
            body["reveal"] = self.turn_up(offered(self.state))
        elif card == "B3":
            body["island"] = self.rng.choice(list(self.kit.in_play))
        self.log(body)

    def _refill(self) -> None:
        state, rng = self.state, self.rng
        body: Body = {"do": "refill", "discard": {}, "draw": {}}
        order = drawing_order(state)
        cut = reading(state, 11) == "cut" or (reading(state, 10) == "reduce" and state.event == "B5")
        for seat in self.table.seats:
            away = [name for name in state.hands[seat] if rng.random() < 0.2]
            if cut and len(state.hands[seat]) - len(away) > target_of(state):
                away = list(state.hands[seat][target_of(state) :])
            if away:
                body["discard"][seat] = away
        at_once = reading(state, 31) == "all-discard-first"
        piles = {seat: list(state.hands[AARON] if seat == AARON else body["discard"].get(seat, ())) for seat in order}
        discard = [*state.discard, *(name for names in piles.values() for name in names if at_once)]
        for seat in order:
            if not at_once:
                discard += piles[seat]
            held = 0 if seat == AARON else len(state.hands[seat]) - len(piles[seat])
            drawn = self.draw_maps(max(0, target_of(state) - held), discard)
            if seat == AARON:
                body["aaron"] = drawn
            else:
                body["draw"][seat] = drawn
        self.log(body)

    def _recall(self) -> None:
        moves = recalls_due(self.state)
        while moves:
            move = self.rng.choice(moves)
            assert isinstance(move, Recall)
            body: Body = {"do": "recall", "by": move.by, "landing": move.landing}
            self.log(body if move.for_ is None else {**body, "for": move.for_})
            moves = recalls_due(self.state)

    # --- turns -----------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        state, rng = self.state, self.rng
        seat = state.turn
        assert seat is not None
        actor = rng.choice(actors_for(state, seat))
        chance = rng.random()
        body: Body | None = None
        if chance < 0.66:
            body = choose_play(state, rng, seat, actor)
        elif chance < 0.86:
            body = choose_island(state, rng, seat, actor)
        if body is None and rng.random() < 0.55:
            body = choose_play(state, rng, seat, seat)
        if body is None:
            self._pass(seat)
        elif body["do"] == "play":
            self._effects(body)
        else:
            self._tile(body, actor)

    def _effects(self, body: Body) -> None:
        """A play with the cards drawn for it; sometimes less is shed or drawn than allowed."""
        state, rng = self.state, self.rng
        action = msgspec.convert(body, Play)
        effects = effects_of(state, action)
        discard = list(state.discard)
        draw: dict[str, list[str]] = {}
        for seat in drawing_seats(state, action, effects):
            number = effects.may_draw(seat)
            if number:
                draw[seat] = self.draw_maps(number if rng.random() < 0.9 else number - 1, discard)
        if draw:
            body["draw"] = draw
        each, cursed = cube_worth(state), cursed_by(state, action, effects)
        taken_first = reading(state, 40) == "card-order"
        for seat in self.table.seats:
            cubes = state.cubes[seat] + (effects.cursing if seat in cursed and taken_first else 0)
            most = min(effects.may_shed(seat, each=each), cubes)
            if most and rng.random() < 0.2:
                whole = each == 2 and reading(state, 9) == "all-or-none"
                body.setdefault("shed", {})[seat] = rng.choice((0, most)) if whole else rng.randint(0, most)
        self.log(body)

    def _tile(self, body: Body, actor: str) -> None:
        """A small island with the cards or treasure that come up."""
        rng = self.rng
        kind = self.kit.islands[body["island"]].kind
        if body.get("use", True) and kind == "draw" and actor != AARON:
            body["draw"] = self.draw_maps(2 if rng.random() < 0.9 else 1, [*self.state.discard, *body["cards"]])
        elif body.get("use", True) and kind == "treasure":
            shown = self.turn_up(1)
            body["reveal"] = shown[0] if shown else None
            if actor != AARON and rng.random() < 0.4:
                body["keep"] = False
        self.log(body)

    def _pass(self, seat: str) -> None:
        body: Body = {"do": "pass", "by": seat}
        if self.state.event == "A2" and self.state.offer:
            body["take"] = self.rng.choice(self.state.offer)
            relief = self.kit.treasure[body["take"]].relief if reading(self.state, 36) == "yes" else 0
            fewer(self.rng, body, relief, self.state.cubes[seat] + self.kit.treasure[body["take"]].curse)
        self.log(body)

    # --- loot and end ----------------------------------------------------------------------------------------

    def _explore(self) -> None:
        """Turn up and hand out every loot that is due, sometimes also one that is in nobody's way."""
        may_turn_up = reading(self.state, 18) == "either" and self.state.loot is not None and not self.state.cutoff
        for landing, size in bare_loots(self.state) if may_turn_up else ():
            number = due(self.state, landing, size)
            if self.rng.random() < 0.3 and number <= treasures_left(self.state):
                self.log({"do": "loot", "reveal": self.turn_up(number), "landing": landing})
        while self.state.loot is not None and (self.state.loot.queue or self.state.open):
            if self.state.open:
                self._take(self.state.loot.takers[0])
            elif nothing_left_to_find(self.state) and self.rng.random() < 0.5:
                return
            else:
                landing, size = self.state.loot.queue[0]
                body: Body = {"do": "loot", "reveal": self.turn_up(due(self.state, landing, size))}
                if self.rng.random() < 0.3:
                    body["landing"] = landing
                self.log(body)
                self._tell_of_aaron()

    def _tell_of_aaron(self) -> None:
        """Some scribes log Aaron's takes too."""
        given = self.state.memory.given
        if given and self.rng.random() < 0.1:
            self.log({"do": "take", "by": AARON, "treasure": given[0]})

    def _take(self, seat: str) -> None:
        state, rng = self.state, self.rng
        name = rng.choice(state.open)
        treasure = self.kit.treasure[name]
        body: Body = {"do": "take", "by": seat, "treasure": name}
        if len(state.open) == 1 and rng.random() < 0.3:
            del body["treasure"]
        if rng.random() < (0.75 if state.cubes[seat] + treasure.curse > 11 else 0.2):
            body["keep"] = False
            own = [self.kit.treasure[kept].type for kept in state.kept[seat]]
            fewer(rng, body, 2 + own.count("amulet"), state.cubes[seat])
        else:
            fewer(rng, body, treasure.relief, state.cubes[seat] + treasure.curse)
        self.log(body)
        self._tell_of_aaron()

    def _clean_up(self) -> None:
        body: Body = {"do": "cleanup"}
        if self.state.event == "B10":
            for seat in small_loot_seats(self.state):
                if seat != AARON and self.rng.random() < 0.4:
                    most = min(2, self.state.cubes[seat])
                    body.setdefault("shed", {})[seat] = self.rng.randint(0, most)
        self.log(body)

    def _end(self) -> None:
        body: Body = {"do": "healers"}
        if self.state.dealt is not None:
            body["cards"] = {seat: self.rng.choice(cards) for seat, cards in self.state.dealt.items()}
        elif "healers-open" not in self.table.variants:
            body["cards"] = list(self.state.pile)
        self.log(body)
        while self.state.phase == "healer":
            self.log({"do": "healer", "by": self.state.order[0], "card": self.rng.choice(self.state.healers)})
