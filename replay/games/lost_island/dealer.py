"""The dealer: legal random games with shuffled tiles and values, played until somebody wins."""

from random import Random
from typing import Any

from msgspec.structs import replace

from replay.action import Action
from replay.dealer import Body, Dealer
from replay.games.lost_island.actions import (
    ACTIONS,
    Battle,
    Blast,
    End,
    Flip,
    Miner,
    Move,
    Reinforce,
    Ring,
    Setup,
    Shrink,
    Spy,
    Swim,
)
from replay.games.lost_island.blasts import queue_of, shielded
from replay.games.lost_island.board import EIGHT, SIDES
from replay.games.lost_island.draft import nearest
from replay.games.lost_island.outcome import battle_outcome, bomb_fate
from replay.games.lost_island.reducer import follow, reduce
from replay.games.lost_island.setup import start
from replay.games.lost_island.state import State
from replay.games.lost_island.suggest import endings, free_actions, power_ups
from replay.games.lost_island.words import LETTERS, STONE, WATER, Bomb, bomb_of
from replay.table import Table

LONG_GAME = 400
"""Turns after which the dealer gives up; no tested game comes near it."""


def deal(table: Table, rng: Random) -> list[Body]:
    """Play a legal random game, every line in full, `setup` first."""
    return _Dealer(table, rng).play()


class _Dealer(Dealer[State]):
    """One game at a table whose hidden faces and values the dealer knows."""

    def __init__(self, table: Table, rng: Random) -> None:
        super().__init__(table, rng, start=start(table), reduce=reduce, actions=ACTIONS)
        self.values: dict[str, int] = {}
        self.faces: dict[str, str] = {}
        self.hero = rng.choice(table.seats)
        """The seat that hunts the others once the game has gone on long enough."""

    def play(self) -> list[Body]:
        """Play until the win."""
        self._set_up()
        while self.state.phase == "play" and self.state.turn.n < LONG_GAME:
            self._take_turn()
        return self.lines

    @property
    def _late(self) -> bool:
        return self.state.turn.n > 8 * len(self.table.seats)

    # the beginning

    def _set_up(self) -> None:
        rng, kit = self.rng, self.table.kit
        told: dict[str, dict[str, int | str]] = {}
        for seat in self.table.seats:
            values = self.shuffled((1, 2, 3, 4, 5, 6))
            told[seat] = dict(zip(LETTERS, values, strict=True))
            self.values.update({f"{seat}.{letter}": value for letter, value in zip(LETTERS, values, strict=True)})
        stones = list(kit.stones)
        starts: dict[str, dict[str, str]] = {}
        if "landscape" in self.table.variants:
            stones = rng.sample(kit.board.cells, 4)
        if {"landscape", "free-landing"} & set(self.table.variants):
            free = [cell for cell in kit.board.cells if cell not in stones]
            cells = rng.sample(free, 3 * len(self.table.seats))
            for index, seat in enumerate(self.table.seats):
                starts[seat] = dict(zip(LETTERS, cells[3 * index : 3 * index + 3], strict=False))
        boats = {seat: self.shuffled(LETTERS[3:]) for seat in self.table.seats}
        setup = Setup(stones=stones, start=starts, boats=boats, first=rng.choice(self.table.seats), values=told)
        self._shuffle_tiles(stones)
        self.log(setup)

    def _shuffle_tiles(self, stones: list[str]) -> None:
        kit = self.table.kit
        for group, cells in (
            ("stone", list(stones)),
            ("ordinary", [cell for cell in kit.board.cells if cell not in stones]),
        ):
            faces = self.shuffled(face for face, count in kit.deal.get(group, {}).items() for _ in range(count))
            spare = "loot-1" if group == "stone" else "plain"
            faces += [spare] * (len(cells) - len(faces))
            self.faces.update(zip(cells, faces, strict=False))

    # a turn

    def _take_turn(self) -> None:
        rng, seat = self.rng, self.state.turn.seat
        hunts = seat == self.hero and self._late
        anytime = self.state.plays("anytime-power-ups")
        if anytime and rng.random() < 0.3:
            self._buy()
        for _ in range(2):
            if not hunts and rng.random() < 0.12:
                break
            action = self._choose(free_actions(self.state))
            if action is None:
                break
            self._act(action)
            if self._is_over(seat):
                return
            if anytime and rng.random() < 0.2:
                self._buy()
                if self._is_over(seat):
                    return
        while rng.random() < 0.45:
            if not self._buy() or self._is_over(seat):
                break
        if not self._is_over(seat):
            self._end_turn()

    def _is_over(self, seat: str) -> bool:
        return self.state.phase != "play" or self.state.turn.seat != seat

    def _buy(self) -> bool:
        options = power_ups(self.state)
        if self._late and self.state.turn.seat != self.hero:
            options = [option for option in options if not isinstance(option, Reinforce)]
        kinds = sorted({type(option).__name__ for option in options})
        if not kinds:
            return False
        kind = self.rng.choice(kinds)
        self._act(self.rng.choice([option for option in options if type(option).__name__ == kind]))
        return True

    def _choose(self, options: list[Action]) -> Action | None:
        weights = [self._weight(option) for option in options]
        if not options or not sum(weights):
            return None
        return self.rng.choices(options, weights)[0]

    def _weight(self, action: Action) -> int:
        seat = self.state.turn.seat
        hunts = seat == self.hero and self._late
        if isinstance(action, Battle):
            return self._battle_weight(action, hunts)
        if isinstance(action, Flip):
            return 1 if self._late else 6
        if isinstance(action, Reinforce):
            if self._late and not hunts:
                return 0
            return 30 if hunts else 2
        assert isinstance(action, Move | Swim)
        if not hunts:
            return 3 if self.state.tiles[action.to] == STONE or action.to in self.state.loot else 1
        goals = self._goals()
        here, board = self.state.where[action.piece], self.state.board
        if not goals:
            return 1
        nearer = min(board.steps(action.to, goal) for goal in goals) < min(board.steps(here, goal) for goal in goals)
        return 20 if nearer else 2

    def _battle_weight(self, action: Battle, hunts: bool) -> int:
        result = self._result(action)
        if hunts:
            return {"attacker": 200, "draw": 60, "defender": 2}[result]
        if self._late:
            return {"attacker": 1, "draw": 10, "defender": 12}[result]
        return {"attacker": 12, "draw": 4, "defender": 4}[result]

    def _goals(self) -> list[str]:
        """Where the hunter wants to be: at the flag, where it may be, or at the others."""
        state = self.state
        if state.flag == "hidden":
            return [cell for cell, tile in state.tiles.items() if tile == STONE]
        flag = state.flag_cell()
        if flag is not None and state.flag[:-2] != self.hero:
            return [flag]
        return [cell for piece, cell in state.where.items() if piece[:-2] != self.hero]

    def _result(self, action: Battle) -> str:
        rings, helps = self.state.rings, not self.state.reads("SL-Q25", "attack")
        one, other = self.values[action.piece], self.values[action.target]
        return battle_outcome(one, int(action.piece in rings), other, int(helps and action.target in rings))

    # what chance adds

    def _act(self, action: Action) -> None:
        match action:
            case Move() | Swim() | Reinforce():
                face = self.faces[action.to] if self.state.tiles[action.to] == STONE else None
                self.log(replace(action, stone=face))
            case Battle():
                self.log(self._fought(action))
            case Flip():
                self._flip(action)
            case Spy():
                self.log(replace(action, value=self.values[action.target]))
            case _:
                assert isinstance(action, Ring)
                self.log(action)

    def _fought(self, action: Battle) -> Battle:
        values = (self.values[action.piece], self.values[action.target])
        told: Any = self._result(action)
        if not self.state.plays("secret-battles") and self.rng.random() < 0.5:
            told = None
        return replace(action, values=values, result=told)

    def _flip(self, action: Flip) -> None:
        face = self.faces[action.cell]
        flip = replace(action, tile=face)
        if self.rng.random() < 0.5:
            seat = self.state.turn.seat
            beside = self.state.board.sides[action.cell]
            near = [piece for piece, cell in self.state.where.items() if piece[:-2] == seat and cell in beside]
            flip = replace(flip, piece=self.rng.choice(sorted(near)))
        bomb = bomb_of(face)
        if face == "storm":
            self.log(self._blown(flip))
        elif bomb is not None:
            self._explode(replace(flip, axis=self.rng.choice(("ns", "ew")) if bomb.shape == "line" else None))
        else:
            self.log(flip)

    def _blown(self, action: Flip | Shrink) -> Flip | Shrink:
        """The storm with a direction, and the faces of the stones that explorers are blown onto."""
        ways = EIGHT if self.state.reads("SL-Q20", "eight") else SIDES
        aimed = replace(action, dir=self.rng.choice(ways))
        stones = {cell: face for cell, face in self.faces.items() if self.state.tiles[cell] == STONE}
        after = follow(self.state, replace(aimed, stones=stones))
        turned = after.evidence.turned if after.evidence is not None else ()
        onto = {tile.cell: stones[tile.cell] for tile in turned if tile.was == STONE and tile.cell != action.cell}
        return replace(aimed, stones=onto)

    def _explode(self, flip: Flip) -> None:
        bomb = bomb_of(flip.tile)
        assert bomb is not None
        flip = self._aimed(flip, bomb)
        queue = queue_of(self.state, self.state.where, bomb, flip)
        miner = self._miner(queue, bomb.value)
        stop = self.rng.randrange(len(queue)) if miner is not None else len(queue)
        first = stop if self.rng.random() < 0.7 else self.rng.randint(0, stop)
        met = self._hits(queue, flip.cell, bomb.value, first)
        self.log(replace(flip, hits=met))
        left = stop - len(met)
        anytime = self.state.plays("anytime-power-ups")
        while self.state.fuse is not None and left > 0:
            if anytime and self.rng.random() < 0.5:
                self._buy()
            most = self.rng.randint(1, left) if anytime else left
            met = self._hits(self.state.fuse.queue, flip.cell, bomb.value, most)
            self.log(Blast(hits=met))
            left -= len(met)
        if self.state.fuse is not None and miner is not None:
            piece = self.rng.choice(sorted(self.state.where))
            named = self.state.reads("SL-Q19", "named") or self.rng.random() < 0.3
            self.log(Miner(by=miner, piece=piece if named else None))

    def _aimed(self, flip: Flip, bomb: Bomb) -> Flip:
        """The bomb pointed somewhere, with or without the order of its directions."""
        ways = bomb.ways(flip.axis)
        assert ways is not None
        one = bomb.shape == "line" and self.state.reads("SL-Q13", "one")
        if not one and self.rng.random() >= 0.5:
            return flip
        order = self.rng.sample(ways, len(ways))[: 1 if one else None]
        # every fifth turn the order alone says how it points
        return replace(flip, order=order, axis=flip.axis if self.state.turn.n % 5 else None)

    def _hits(self, queue: tuple[str, ...], origin: str, bomb: int, most: int) -> dict[str, int | str]:
        """What the first pieces of a queue show; with hidden values, only what became of them."""
        state, shown = self.state, not self.state.reads("SL-Q16", "hidden")
        hits: dict[str, int | str] = {}
        safe: set[str] = set()
        for piece in queue:
            if piece in safe or len(hits) == most:
                continue
            fate = bomb_fate(self.values[piece], int(piece in state.rings), bomb)
            hits[piece] = self.values[piece] if shown else fate
            if fate == "stay":
                safe |= shielded(state, state.where, origin, piece, queue)
        return hits

    def _miner(self, queue: tuple[str, ...], bomb: int) -> str | None:
        """A seat that pays to save one of its own."""
        threatened = sorted({piece[:-2] for piece in queue if self.values[piece] <= bomb})
        rich = [seat for seat in threatened if self.state.coins[seat] >= 2]
        return self.rng.choice(rich) if rich and self.rng.random() < 0.6 else None

    def _end_turn(self) -> None:
        options = endings(self.state)
        if self.state.turn.seat == self.hero and self._late:
            taken = {cell: piece[:-2] for piece, cell in self.state.where.items()}
            hostile: list[Action] = [
                one for one in options if isinstance(one, Shrink) and taken.get(one.cell, self.hero) != self.hero
            ]
            options = hostile or options
        action = self.rng.choice(options)
        if isinstance(action, End):
            self.log(action)
            return
        assert isinstance(action, Shrink)
        self.log(self._taken(action))

    def _taken(self, action: Shrink) -> Shrink:
        state, cell = self.state, action.cell
        down = state.tiles[cell] == "?"
        if down:
            action = replace(action, tile=self.faces[cell])
        if state.flag_cell() == cell:
            near = nearest(state, {**state.tiles, cell: WATER}, cell)
            action = replace(action, flag_to=self.rng.choice(near) if near else None)
        if down and self.faces[cell] == "storm" and state.plays("shrink-storms"):
            blown = self._blown(action)
            assert isinstance(blown, Shrink)
            return blown
        return action
