"""The parts of a ruling in words: its remedy, the result it adjusts, the reading it sets, its penalties."""

from typing import Any

from replay.action import Ruling


def remedy_words(action: Ruling) -> str:
    """A remedy and what it applies to."""
    parts = [action.remedy]
    if action.targets:
        parts.append(f"of event {', '.join(map(str, action.targets))}")
    if action.to is not None:
        parts.append(f"to event {action.to}")
    if action.observe is not None:
        parts.append(f"from the count of event {action.observe}")
    if action.adjust:
        parts.append(f"({adjust_words(action.adjust)})")
    return " ".join(parts)


def adjust_words(adjust: dict[str, Any]) -> str:
    """An adjusted result: its kind, and what each outcome gives, with its weight if there are several."""
    outcomes = [item for item in adjust.get("outcomes", []) if isinstance(item, dict)]
    several = len(outcomes) > 1
    told = [
        (f"weight {item.get('weight', 1)}: " if several else "") + plain_words(item.get("result", item))
        for item in outcomes
    ]
    return f"{adjust.get('kind')}: {'; '.join(told)}"


def reading_words(reading: dict[str, Any] | None) -> str | None:
    """A reading that a ruling set: `SS-Q2 is read as wasted, from event 12 on`."""
    if reading is None:
        return None
    since = reading.get("from")
    when = "from here on" if since is None else f"from event {since} on"
    return f"{reading.get('question')} is read as {reading.get('answer')}, {when}"


def plain_words(value: Any) -> str:
    """Plain data as words and commas."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain_words(item)}" for key, item in value.items())
    return ", ".join(map(plain_words, value)) if isinstance(value, list) else str(value)


def deviation_words(deviates: dict[str, Any] | None) -> str | None:
    """What is usual, and why this ruling differs."""
    return f"usually {deviates.get('usual')}; {deviates.get('why')}" if deviates else None


def penalty_words(penalty: dict[str, Any]) -> str:
    """Who is penalised, how and for what."""
    usual = f"; usually {penalty['usual']}" if penalty.get("usual") else ""
    why = f": {penalty['why']}" if penalty.get("why") else ""
    return f"{penalty.get('person')}: {penalty.get('level')} for {penalty.get('infraction')}{usual}{why}"
