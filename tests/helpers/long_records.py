"""Records of any length, by what they are full of: to see how work grows with the length."""

from collections.abc import Callable
from typing import Any

from replay.deal import DealtGame

Bodies = list[dict[str, Any]]
Fill = Callable[[DealtGame, int], Bodies]


def game_after_game(dealt: DealtGame, size: int) -> Bodies:
    """The table is set up again after each game."""
    return ([*dealt.scribe] * (size // len(dealt.scribe) + 1))[:size]


def reveals(dealt: DealtGame, size: int) -> Bodies:
    """One game, and what was hidden in it, told over and over."""
    told = dealt.revealed[len(dealt.scribe) :] or [{"do": "note", "text": "nothing is hidden"}]
    return [*dealt.scribe, *told * (size // len(told) + 1)][:size]


def wrong_counts(dealt: DealtGame, size: int) -> Bodies:
    """One event in ten is a count that differs from the record."""
    right, wrong = ({"do": "observe", "facts": {"round": number}} for number in (1, 2))
    return [*dealt.full[:10], *[wrong, *[right] * 9] * (size // 10)][:size]


def played_twice(dealt: DealtGame, size: int) -> Bodies:
    """Every tenth line is logged a second time, which is against the rules most of the time."""
    played = game_after_game(dealt, size)
    return [body for place, body in enumerate(played) for _ in range(2 if place % 10 == 9 else 1)][:size]


def corrections(dealt: DealtGame, size: int) -> Bodies:
    """Half of the events are replaced by themselves, one after the other."""
    played = game_after_game(dealt, size // 2)
    return played + [amended(seq, body) for seq, body in enumerate(played, 1)]


def amended(seq: int, body: dict[str, Any]) -> dict[str, Any]:
    """A correction that replaces an event by this one."""
    return {"do": "amend", "target": seq, "action": dict(body), "why": "slip"}


def taken_back(dealt: DealtGame, size: int) -> Bodies:
    """Every third event takes the two before it back."""
    return [
        {"do": "rewind", "to": seq - 2, "why": "misheard"} if seq > 2 and seq % 3 == 0 else {"do": "note", "text": "x"}
        for seq in range(1, size + 1)
    ]
