"""Long proofs in parts: some rounds are always run, more with the slow tests (`pytest -m slow`), all with $QM_PROOF.

`QM_PROOF=1 python -m pytest -q -m slow` takes an hour or two.
"""

import os
from collections.abc import Sequence
from typing import Any

import pytest


def many(rounds: int, proof: int) -> int:
    """How many rounds a slow test takes: a share that a check before every change can afford, or all of its proof."""
    return proof if os.environ.get("QM_PROOF") else rounds


def shares(few: int, all_rounds: int) -> list[Any]:
    """Parameters for a test that takes a range of rounds: the first few, and all others in a slow test."""
    others = range(few, all_rounds)
    return [
        pytest.param(range(min(few, all_rounds)), id="few"),
        *([pytest.param(others, id="others", marks=pytest.mark.slow)] if others else []),
    ]


def first_ones(values: Sequence[Any], quick: int = 1) -> list[Any]:
    """Parameters for a test that takes one value at a time: after the first ones slow tests, some or (proof) all."""
    return [*values[:quick], *(pytest.param(value, marks=pytest.mark.slow) for value in some(values[quick:]))]


def some(values: Sequence[Any], most: int = 1) -> Sequence[Any]:
    """So many of the values, spread over all of them; in a proof every one."""
    if os.environ.get("QM_PROOF") or len(values) <= most:
        return values
    return [values[place * len(values) // most] for place in range(most)]
