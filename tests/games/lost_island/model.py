"""A second model of the page: plain bookkeeping on lines as they are logged, written without the game's own code.

It knows full records only (every face noted, every value shown) and the default readings, with all variants. It counts
what lies where, and notes a fault wherever the page forbids a step.
"""

from itertools import pairwise

from tests.games.lost_island.book import CELLS, STEPS, Book, go, line, ring, sides
from tests.helpers.tools import Body

POINTS = {"move": 1, "swim": 1, "battle": 1, "flip": 1, "reinforce": 1}
PRICES = {"ring": 1, "spy": 1, "miner": 2}


class Model(Book):
    """A table, line by line."""

    def play(self, lines: list[Body]) -> "Model":
        for body in lines:
            self.event(body)
        return self

    def event(self, body: Body) -> None:
        do, by = body["do"], body.get("by", self.turn)
        if do in ("setup", "observe", "reveal", "note"):
            if do == "setup":
                self.setup(body)
            return
        self.demand(self.winner is None, "after the win")
        paid = do == "reinforce" and bool(body.get("pay"))
        buys = do in ("ring", "spy") or paid
        anytime = "anytime-power-ups" in self.variants
        if do not in ("blast", "miner"):
            self.demand(by == self.turn, "out of turn")
            self.demand(self.bomb is None or (anytime and buys), "a bomb is in progress")
        points = 0 if paid else POINTS.get(do, 0) + (do == "battle" and bool(body.get("swim")))
        self.demand(self.used + points <= 2, "too many actions")
        self.demand(not points or not self.bought or anytime, "an action after a power-up")
        self.used += points
        price = 1 if paid else PRICES.get(do, 0)
        self.demand(self.coins.get(by, 0) >= price, "too few coins")
        if price and by in self.coins:
            self.coins[by] -= min(price, self.coins[by])
            self.supply += price
        self.bought = self.bought or buys
        getattr(self, do)(body, by)
        self.judge_win()
        if do in ("shrink", "end"):
            self._new_turn(self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)])

    # actions

    def move(self, body: Body, by: str) -> None:
        cell = self.own(body, by)
        self.demand(cell is not None and body["to"] in sides(cell) and self.free(body["to"]), "a step onto a free tile")
        if cell is not None and body["to"] in CELLS:
            self.arrive(body["piece"], body["to"], body.get("stone"))

    def wet(self, origin: str, goal: str, via: list[str] | None) -> bool:
        if via:
            chain = [origin, *via, goal]
            return all(self.tiles.get(cell) == "water" for cell in via) and all(
                there in sides(here) for here, there in pairwise(chain)
            )
        reached = {cell for cell in sides(origin) if self.tiles[cell] == "water"}
        while True:
            more = {spot for cell in reached for spot in sides(cell) if self.tiles[spot] == "water"} - reached
            if not more:
                return any(goal in sides(cell) for cell in reached)
            reached |= more

    def swim(self, body: Body, by: str) -> None:
        cell, to = self.own(body, by), body["to"]
        self.demand(cell is not None and to != cell and self.free(to) and self.wet(cell, to, body.get("via")), "a swim")
        if cell is not None and to in CELLS:
            self.arrive(body["piece"], to, body.get("stone"))

    def battle(self, body: Body, by: str) -> None:
        piece, target = body["piece"], body["target"]
        origin = self.own(body, by)
        goal = self.where.get(target)
        self.demand(goal is not None and target[:-2] != by, "an opponent on the island")
        if origin is None or goal is None:
            return
        near = self.wet(origin, goal, body.get("via")) if body.get("swim") else goal in sides(origin)
        self.demand(near, "within reach")
        one, other = body["values"]
        self.show(piece, one)
        self.show(target, other)
        a, d = one + (piece in self.rings), other + (target in self.rings)
        right = "attacker" if a > d else "defender" if d > a else "draw"
        if {one, other} == {1, 6}:
            right = "attacker" if one == 1 else "defender"
        result = body.get("result", right)
        self.demand(result == right, "the result follows from the values")
        for fighter in (piece, target):
            self.use_ring(fighter)
        if result != "attacker":
            self.home(piece)
        if result != "defender":
            self.home(target)
        if self.flag in (piece, target):
            self.flag = {"attacker": piece, "defender": target, "draw": goal}[result]
        if result == "attacker":
            self.won = True
            self.arrive(piece, goal, body.get("stone"))
        else:
            self.demand(body.get("stone") is None, "nobody arrives")

    def flip(self, body: Body, by: str) -> None:
        cell, face = body["cell"], body.get("tile", "?")
        actors = [body["piece"]] if "piece" in body else [piece for piece in self.where if piece[:-2] == by]
        if "piece" in body:
            self.own(body, by)
        self.demand(any(cell in sides(self.where[piece]) for piece in actors if piece in self.where), "beside the tile")
        self.demand(self.tiles.get(cell) == "?" and self.free(cell) and self.flag != cell, "a free face-down tile")
        bomb = str(face).startswith("bomb-")
        self.demand(bomb or not (body.get("hits") or body.get("order") or body.get("axis")), "no bomb")
        self.demand(face == "storm" or not (body.get("dir") or body.get("stones")), "no storm")
        if cell not in CELLS:
            return
        self.turn_up(cell, face, stone=False)
        if str(face).startswith("loot-"):
            self.fresh.add(cell)
            self.loot[cell] = self.loot.get(cell, 0) + self.take(int(face[-1]))
        elif face == "storm":
            self.blow(body)
            if "storm-sinks" in self.variants:
                self.tiles[cell] = "water"
                self.lost_tiles.append("storm")
        elif bomb:
            self.light(body, str(face))

    def blow(self, body: Body) -> None:
        cell, way = body["cell"], body.get("dir")
        stones = dict(body.get("stones", {}))
        standing = any(spot in self.where.values() for one in "nesw" for spot in line(cell, one))
        self.demand(way in tuple("nesw") or (way is None and not standing), "which way it blew")
        for spot in reversed(line(cell, way) if way in STEPS else []):
            for piece in [piece for piece, place in self.where.items() if place == spot]:
                ahead = go(spot, str(way))
                if ahead is not None and self.land(ahead):
                    told = stones.pop(ahead, None)
                    self.demand(told is None or self.tiles[ahead] in ("stone", f"stone-{told}"), "a stone")
                    self.arrive(piece, ahead, told, "storm")
                else:
                    self.home(piece)
                    self.flag = spot if self.flag == piece else self.flag
        self.demand(not stones, "nobody was blown there")

    def light(self, body: Body, face: str) -> None:
        shape, value = face.split("-")[1], int(face.split("-")[2])
        order, axis = body.get("order") or [], body.get("axis")
        ways = {"cross": ["n", "e", "s", "w"], "diagonal": ["ne", "se", "sw", "nw"]}.get(shape)
        self.demand(ways is None or axis is None, "no axis")
        if ways is None:
            pairs = [["n", "s"], ["e", "w"]]
            ways = {"ns": pairs[0], "ew": pairs[1]}.get(axis or "", [])
            if axis is None:
                ways = next((pair for pair in pairs if set(order) and set(order) <= set(pair)), [])
            standing = any(spot in self.where.values() for one in "nesw" for spot in line(body["cell"], one))
            self.demand(bool(ways) or not (standing or axis or order), "which way it points")
        missing = [way for way in ways if way not in order]
        empty = all(spot not in self.where.values() for way in missing for spot in line(body["cell"], way))
        fits = not order or (len(set(order)) == len(order) and set(order) <= set(ways) and empty)
        self.demand(fits, "each direction once")
        spots = [spot for way in (*order, *missing) if way in ways for spot in line(body["cell"], way)]
        queue = [piece for spot in spots for piece, place in self.where.items() if place == spot]
        self.bomb = (body["cell"], value, queue)
        self.blast(body, "")

    def blast(self, body: Body, by: str) -> None:
        hits = body.get("hits", {})
        self.demand(self.bomb is not None, "a bomb in progress")
        if self.bomb is None:
            return
        cell, value, queue = self.bomb
        self.demand(set(hits) == set(queue[: len(hits)]), "the first in its lines")
        for piece in [piece for piece in queue if piece in hits]:
            self.show(piece, hits[piece])
            stays = hits[piece] + (piece in self.rings) > value
            self.use_ring(piece)
            if not stays:
                spot = self.home(piece)
                self.flag = spot if self.flag == piece else self.flag
        left = [piece for piece in queue if piece not in hits]
        self.bomb = (cell, value, left) if left else None

    def miner(self, body: Body, by: str) -> None:
        self.demand(by in self.seats and self.bomb is not None, "a bomb to stop")
        self.demand(body.get("piece") is None or body["piece"] in self.where, "a miner on the island")
        self.bomb = None

    def reinforce(self, body: Body, by: str) -> None:
        kind = "recruited" if body.get("pay") else "reinforced"
        self.demand(not getattr(self, kind), "one a turn")
        setattr(self, kind, True)
        near = [
            spot for piece, cell in self.where.items() if piece[:-2] == by for spot in sides(cell) if self.free(spot)
        ]
        self.demand(self.free(body["to"]) and (not near or body["to"] in near), "next to one's own")
        boat = self.boats.get(by, [])
        self.demand(bool(boat) and body.get("piece", f"{by}.{boat[0]}") == f"{by}.{boat[0]}", "the front of the boat")
        if boat and body["to"] in CELLS:
            self.arrive(f"{by}.{boat.pop(0)}", body["to"], body.get("stone"))

    def ring(self, body: Body, by: str) -> None:
        piece = body["piece"]
        self.own(body, by)
        self.demand(piece not in self.rings and self.spare_rings > 0, "a ring")
        self.spare_rings -= 1
        if piece in self.where:
            self.rings.add(piece)

    def spy(self, body: Body, by: str) -> None:
        goal = self.where.get(body["target"])
        self.demand(goal is not None and body["target"][:-2] != by, "an opponent on the island")
        if "from" in body:
            self.own(body, by, "from")
        eyes = [body["from"]] if "from" in body else [piece for piece in self.where if piece[:-2] == by]
        clear = False
        for way in "nesw":
            spots = line(goal, way) if goal is not None else []
            seen = next((piece for spot in spots for piece, cell in self.where.items() if cell == spot), None)
            clear = clear or seen in eyes
        self.demand(clear, "in view")
        self.show(body["target"], body.get("value"))

    def removable(self) -> list[str]:
        return [
            cell for cell in CELLS if self.land(cell) and cell != self.flag and not self.tiles[cell].startswith("stone")
        ]

    def end(self, body: Body, by: str) -> None:
        here = any(piece[:-2] == by for piece in self.where)
        self.demand(not (here and self.removable()), "a turn ends by shrinking")

    def shrink(self, body: Body, by: str) -> None:
        cell, taken = body["cell"], set(self.where.values())
        self.demand(any(piece[:-2] == by for piece in self.where), "an explorer on the island")
        self.demand(self.land(cell) and cell != self.flag, "a tile to take")
        if not self.land(cell):
            return
        tile, face, cells = self.tiles[cell], body.get("tile"), self.removable()
        self.demand(not tile.startswith("stone") or tile == "stone-flag", "stones stay")
        self.demand(all(ring(cell) <= ring(other) for other in cells), "from the outside in")
        same = [other for other in cells if ring(other) == ring(cell)]
        self.demand(cell not in taken or all(other in taken for other in same), "free tiles first")
        carried = self.where.get(self.flag, self.flag) == cell
        for piece in sorted([piece for piece, place in self.where.items() if place == cell]):
            self.home(piece)
        self.lost_coins += self.loot.pop(cell, 0)
        down = tile == "?"
        self.demand(face is not None if down else face in (None, tile), "the face is known")
        if down:
            self.turn_up(cell, face, stone=False)
        self.lost_tiles.append(self.tiles[cell])
        self.tiles[cell] = "water"
        if carried:
            self.flag_moves(cell, body.get("flagTo"))
        else:
            self.demand(body.get("flagTo") is None, "the flag is elsewhere")
        if down and str(face).startswith("loot-") and self.won and "bonus-loot" in self.variants:
            self.coins[by] += self.take(int(str(face)[-1]))
        if down and face == "storm" and "shrink-storms" in self.variants:
            self.blow(body)
        else:
            self.demand(not (body.get("dir") or body.get("stones")), "no storm")

    def flag_moves(self, cell: str, to: str | None) -> None:
        far = {
            other: abs(ord(other[0]) - ord(cell[0])) + abs(int(other[1:]) - int(cell[1:]))
            for other in CELLS
            if self.land(other)
        }
        near = [other for other in far if far[other] == min(far.values())]
        self.demand(to in near or (to is None and len(near) < 2), "the nearest tile")
        place = to if to in near else (near[0] if near else cell)
        self.flag = next((piece for piece, spot in self.where.items() if spot == place), str(place))
