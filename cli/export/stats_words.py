"""What statistics say in words, on the terminal, the page and the desk alike."""

from collections.abc import Callable, Sequence

from cli.desk.index.index_games import GamesWanted
from cli.desk.index.index_rounds import LastRounds
from cli.desk.index.index_stats import Statistics
from cli.desk.index.index_stats_games import OrderStats
from records.clock import from_text
from records.errors import Refused
from replay.saying import listed

FEW = 10
"""A mean of fewer games is drawn hollow, and says nothing of chance."""
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
NAMES_MOST = 4
"""People who are named in the summary; of the others only how many there are is said."""
DAYS_MOST = 6
"""With more games than this a plot names their months."""
_PLACES = ("starts", "second", "third", "fourth", "fifth")


def stats_title(found: Statistics, title: Callable[[str], str] = str) -> str:
    """`Ann`, `Loot Island, Autumn Open`, or `All games`; `title` says what a game is called."""
    game = title(found.game) if found.game else None
    return ", ".join(part for part in (found.player, game, found.event) if part) or "All games"


def stats_summary(found: Statistics, *, year: bool = True) -> str:
    """`41 games since March 2026 · Ann, Bob, Cleo, Dee and 3 others · worked out from the records, nothing typed in`.

    Without the `year` where that is asked for anyway.
    """
    month = _month(found.first_day, year)
    since = f"{games_words(found.total)} since {month}" if found.total and month else games_words(found.total)
    return " · ".join(part for part in (since, _who(found), "worked out from the records, nothing typed in") if part)


def stats_notes(found: Statistics) -> str:
    """What counts, what hindsight changed, and what was left out."""
    turned = (
        f"hindsight changed {found.turned} {'answer' if found.turned == 1 else 'answers'}, in"
        f" {games_words(found.turned_games)}"
        if found.turned
        else "hindsight changed no answer"
    )
    return f"Only games that are over count; {turned}.{_twice(found.told_twice)}"


def _who(found: Statistics) -> str:
    """The first of the people, and how many others there are; of a player, those they played with."""
    names = [one.name for one in found.people if one.name != found.player]
    first = names[:NAMES_MOST]
    others = found.people_in_all - len(first) - (found.player is not None)
    parts = [*first, *([f"{others} {'other' if others == 1 else 'others'}"] if others > 0 else [])]
    return f"{'with ' if found.player is not None else ''}{listed(parts, '')}" if parts else ""


def _month(day: str, year: bool) -> str:
    if not _is_day(day):
        return ""
    month = MONTHS[int(day[5:7]) - 1]
    return f"{month} {day[:4]}" if year else month


def _twice(amount: int) -> str:
    """That a table with records of two scribes counts once."""
    if not amount:
        return ""
    records = "1 record is" if amount == 1 else f"{amount} records are"
    return (
        f" {records} not counted: another record tells of the same table. The closed one counts, or else the one that"
        " was begun first."
    )


def games_words(amount: int) -> str:
    """`1 game`, `3 games`."""
    return "1 game" if amount == 1 else f"{amount} games"


def place_words(order: int) -> str:
    """A place in the order of play at the start: `starts`, `second`."""
    return _PLACES[order - 1] if order <= len(_PLACES) else f"{order}th"


def behind_words(wanted: GamesWanted, title: Callable[[str], str] = str) -> str:
    """What the games behind a bar are: `Games that Ann won`."""
    if wanted.winner is not None:
        return f"Games that {wanted.winner} won"
    if wanted.order is not None:
        came = "started" if wanted.order == 1 else f"came {place_words(wanted.order)}"
        return f"Games won by whoever {came}"
    if wanted.rule is not None:
        return "Games with a line against a rule"
    if wanted.person is not None:
        return f"Games with {wanted.person}"
    return f"Games of {title(wanted.game)}" if wanted.game is not None else "Games"


def chance_words(order: Sequence[OrderStats], total: int) -> str:
    """Whether it matters who starts, beside what chance would give."""
    first = order[0]
    if first.chance is None:
        return "by their place in the order of play at the start"
    figures = f"{first.wins} of {first.games}, chance would give {first.chance:.1f}"
    silent = total - first.games
    left = f"; {games_words(silent)} {'does' if silent == 1 else 'do'} not say who started" if silent > 0 else ""
    if first.games < FEW:
        return f"who starts won {figures}; so few games say little{left}"
    spread = 2 * (first.chance * (1 - first.chance / first.games)) ** 0.5
    if abs(first.wins - first.chance) <= spread:
        return f"who starts has no edge here: {figures}{left}"
    more = "more" if first.wins > first.chance else "less"
    return f"who starts wins {more} often than by chance: {figures}{left}"


def rounds_note(last: LastRounds, title: Callable[[str], str] = str) -> str:
    """Which game it was, and what its rounds tell: `Loot Island, 13 November 2026: who carried the curse`."""
    return f"{title(last.game)}, {day_words(last.day)}: {last.note}"


def day_words(day: str) -> str:
    """`13 November 2026` for `2026-11-13`; what is no day stays as it is."""
    if not _is_day(day):
        return day
    return f"{int(day[8:])} {MONTHS[int(day[5:7]) - 1]} {day[:4]}"


def day_labels(days: Sequence[str]) -> list[str]:
    """What stands below games in a plot: the day where there are few, else each month once."""
    if not all(map(_is_day, days)):
        return ["" for _ in days]
    long = len({day[:7] for day in days}) > 2 or len(days) > DAYS_MOST < len(set(days))
    parts = [MONTHS[int(day[5:7]) - 1][:3] for day in days]
    if long and len({day[:7] for day in days}) > 1:
        labels = [f"{month} {day[2:4]}" if _years(days) > 1 else month for day, month in zip(days, parts, strict=True)]
    else:
        labels = [f"{int(day[8:])} {month}" for day, month in zip(days, parts, strict=True)]
    return [label if not place or label != labels[place - 1] else "" for place, label in enumerate(labels)]


def _years(days: Sequence[str]) -> int:
    return len({day[:4] for day in days})


def _is_day(day: str) -> bool:
    try:
        from_text(f"{day}T00:00:00Z")
    except Refused:
        return False
    return True


def shown_of(shown: int, in_all: int, how: str = "") -> str:
    """`12 of 20`, and how to see more; empty if all are shown."""
    return "" if shown >= in_all else f"{shown} of {in_all}{how}"
