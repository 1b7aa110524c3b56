"""Windows: how long something may be claimed or corrected. They are data; the log says when they ended."""

import re
from itertools import islice
from typing import Any

from records.clock import from_text, to_text
from records.errors import Refused
from replay.action import Dispute
from replay.disputes.cases import Cases, Window
from replay.disputes.log import Log

UNTIL = ("next-action-of-opponent", "n-actions", "turn-end", "round-end", "sign", "close", "never")
"""Windows that depend on the game; `after: result, for: PT30M` depends on the clock."""

UNDO: dict[str, Any] = {"until": "n-actions", "n": 5}
"""How long a scribe may correct an entry: until the fifth action after it."""

CLAIM: dict[str, Any] = {"until": "sign"}
NEVER: dict[str, Any] = {"until": "never"}
AFTER_RESULT: dict[str, Any] = {"after": "result", "for": "PT30M"}

DEFAULTS: dict[str, dict[str, Any]] = {
    "undo": UNDO,
    "claim": CLAIM,
    "score": AFTER_RESULT,
    "hidden": NEVER,
    "conduct": NEVER,
}

_DURATION = re.compile(r"P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?", re.ASCII)


def windows_of(given: dict[str, Any] | list[Any] | None) -> dict[str, dict[str, Any]]:
    """The windows of a header: by name (`undo`, `claim`, or a kind of claim), or a list of objects with `kind`."""
    if isinstance(given, list):
        given = {str(item["kind"]): item for item in given if isinstance(item, dict) and "kind" in item}
    return {name: policy for name, policy in (given or {}).items() if isinstance(policy, dict)}


def policy_for(windows: dict[str, dict[str, Any]], kind: str) -> dict[str, Any]:
    """The window of a kind of claim: its own, else the one for all claims, else the usual one."""
    for name in (kind, "claim"):
        if name in windows:
            return windows[name]
    return DEFAULTS.get(kind, CLAIM)


def problem_with(policy: dict[str, Any]) -> str | None:
    """Why a window cannot be read."""
    if "after" in policy:
        if policy["after"] not in ("result", "scores-posted"):
            return f"after is {policy['after']!r}; it must be result"
        return (
            None
            if seconds_of(policy.get("for")) is not None
            else f"for is {policy.get('for')!r}, not a time like PT30M"
        )
    until = policy.get("until")
    if until not in UNTIL:
        return f"until is {until!r}; it must be one of {', '.join(UNTIL)}"
    if until == "n-actions" and (type(policy.get("n")) is not int or policy["n"] < 1):
        return f"n is {policy.get('n')!r}, not a number of actions"
    return None


def seconds_of(duration: Any) -> int | None:
    """The seconds in an ISO 8601 duration of days, hours, minutes and seconds."""
    found = _DURATION.fullmatch(duration) if isinstance(duration, str) else None
    if found is None or not any(found.groups()):
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def in_words(policy: dict[str, Any]) -> str:
    """The window in words."""
    if problem_with(policy):
        return f"a window that cannot be read ({problem_with(policy)})"
    if "after" in policy:
        return f"until {policy['for']} after the result"
    words = {
        "next-action-of-opponent": "until somebody else acts",
        "n-actions": f"until {policy.get('n')} more actions were taken",
        "turn-end": "until the turn ends",
        "round-end": "until the round ends",
        "sign": "until the claimant signs",
        "close": "until the record is closed",
        "never": "at any time",
    }
    return words[policy["until"]]


def place_of(action: Dispute, log: Log, seq: int) -> int:
    """The event from which a claim's window runs: the last one it names, or the last play before the claim."""
    about = action.about
    if isinstance(about, list):
        return max(about, default=0)
    if isinstance(about, int):
        return about
    if about == "setup":
        return 1
    earlier = [play.seq for play in log.plays if play.seq < seq]
    return earlier[-1] if earlier else 0


def claim_window(cases: Cases, log: Log, seq: int, action: Dispute) -> Window:
    """The window of a claim made at the event `seq`, and whether it came too late."""
    policy = action.window if action.window is not None else policy_for(cases.table.windows, action.kind)
    words = in_words(policy)
    if problem_with(policy):
        return Window(policy, words, None, None)
    if "after" in policy:
        return _by_clock(policy, words, cases, action)
    ended, known = _ended(policy, cases, log, place_of(action, log, seq), seq, action.by)
    return Window(policy, words, ended, (ended is not None) if known else None)


def undo_window(cases: Cases, log: Log, seq: int, target: int) -> tuple[bool, str]:
    """Whether the scribe may still correct the event `target`, and the window in words."""
    policy = cases.table.windows.get("undo", UNDO)
    if problem_with(policy) or "after" in policy:
        policy = UNDO
    ended, known = _ended(policy, cases, log, target, seq, log.by.get(target))
    return known and ended is None, in_words(policy)


def _by_clock(policy: dict[str, Any], words: str, cases: Cases, action: Dispute) -> Window:
    if cases.closed is None:
        return Window(policy, words)
    if cases.closed_at is None:
        return Window(policy, words, None, None)
    end = from_text(cases.closed_at) + (seconds_of(policy["for"]) or 0) * 1_000_000
    if action.at is None:
        return Window(policy, words, to_text(end), None)
    late = from_text(action.at) > end
    return Window(policy, words, to_text(end), late)


def _ended(
    policy: dict[str, Any], cases: Cases, log: Log, place: int, before: int, who: str | None
) -> tuple[int | None, bool]:
    """The event at which the window ended before `before`, if it did; and whether the log can tell."""
    plays = log.plays_between(place, before)
    match policy["until"]:
        case "next-action-of-opponent":
            offender = log.by.get(place)
            return next((play.seq for play in plays if play.by is not None and play.by != offender), None), True
        case "n-actions":
            last = next(islice(plays, policy["n"] - 1, None), None)
            return (None if last is None else last.seq), True
        case "turn-end":
            return _changed(log, place, before, "turn", log.by.get(place))
        case "round-end":
            return _changed(log, place, before, "round", None)
        case "sign":
            signs = [sign.seq for sign in cases.signs if sign.seat == who or who not in cases.table.seats]
            later = [seq for seq in signs if seq > place]
            return (later[0] if later else None), True
        case "close":
            return cases.closed, True
        case _:
            return None, True


def _changed(log: Log, place: int, before: int, what: str, actor: str | None) -> tuple[int | None, bool]:
    """Where the game says that turn or round changed; if it cannot say, a turn ends when somebody else acts."""
    marks = [mark for mark in log.marks or () if mark.seq <= before]
    here = [mark for mark in marks if mark.seq <= place]
    if here and getattr(here[-1], what) is not None:
        value = getattr(here[-1], what)
        # The event itself may end the turn: the window then runs until the next turn ends.
        return next(
            (mark.seq for mark in marks if place < mark.seq < before and getattr(mark, what) != value), None
        ), True
    if what == "turn":
        plays = log.plays_between(place, before)
        return next((play.seq for play in plays if play.by is not None and play.by != actor), None), True
    return None, False


def has_passed(limit: str | None, at: str | None) -> bool:
    """Whether a time is before `at`. What is not a time never passes."""
    if limit is None or at is None:
        return False
    try:
        return from_text(at) > from_text(limit)
    except Refused:
        return False
