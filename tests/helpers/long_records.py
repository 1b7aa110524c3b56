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


def told_afterwards(dealt: DealtGame, size: int) -> Bodies:
    """Behind a record of this size: what was hidden in it is revealed."""
    return dealt.revealed[len(dealt.scribe) :] or [{"do": "note", "text": "nothing is hidden"}] * 20


def replaced(dealt: DealtGame, size: int) -> Bodies:
    """Behind games that follow each other: events from the first one on, replaced by themselves."""
    played = game_after_game(dealt, size)
    return [amended(seq, body) for seq, body in enumerate(played, 1)]


def struck_first(dealt: DealtGame, size: int) -> Bodies:
    """Behind games that follow each other: events struck from the second one on, which changes the first game."""
    return [{"do": "amend", "target": seq, "action": None} for seq in range(2, size + 1)]


def struck_last(dealt: DealtGame, size: int) -> Bodies:
    """Behind games that follow each other: events struck from the last one back."""
    return [{"do": "amend", "target": seq, "action": None} for seq in range(size, 0, -1)]


def put_in(dealt: DealtGame, size: int) -> Bodies:
    """Notes put in between the first events."""
    return [{"do": "insert", "after": seq, "action": {"do": "note", "text": "x"}} for seq in range(1, size)]


def gone_back(dealt: DealtGame, size: int) -> Bodies:
    """The last event is taken back, and the one before it, and so on."""
    return [{"do": "rewind", "to": seq} for seq in range(size - 1, 0, -1)]


def taken_back(dealt: DealtGame, size: int) -> Bodies:
    """Every third event takes the two before it back."""
    return [
        {"do": "rewind", "to": seq - 2, "why": "misheard"} if seq > 2 and seq % 3 == 0 else {"do": "note", "text": "x"}
        for seq in range(1, size + 1)
    ]


BATCHES: dict[str, Fill] = {
    "reveals logged": told_afterwards,
    "replaced by the same": replaced,
    "struck at the beginning": struck_first,
    "struck at the end": struck_last,
    "put in": put_in,
    "taken back": gone_back,
}
"""What may be logged behind a record of some size."""
