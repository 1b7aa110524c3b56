"""Who stays: the outcome of a battle, and of meeting a bomb."""

from typing import Literal

Outcome = Literal["attacker", "defender", "draw"]
Fate = Literal["stay", "out"]


def battle_outcome(attacker: int, ring: int, defender: int, other_ring: int) -> Outcome:
    """Who stays. A 1 beats a 6 whatever rings they wear (a 5 with a ring is not a 6); else the higher sum stays."""
    if attacker == 1 and defender == 6:
        return "attacker"
    if attacker == 6 and defender == 1:
        return "defender"
    difference = attacker + ring - defender - other_ring
    if difference == 0:
        return "draw"
    return "attacker" if difference > 0 else "defender"


def bomb_fate(value: int, ring: int, bomb: int) -> Fate:
    """Whether an explorer survives a bomb: only with more than the bomb's value. A 1 has no advantage."""
    return "stay" if value + ring > bomb else "out"
