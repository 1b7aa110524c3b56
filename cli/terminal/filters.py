"""Which records of a store are meant: the filters of `qm list`, which other commands take too."""

from cli.desk.written import number_or_text
from records.clock import from_text
from records.errors import Refused
from records.store import Filter


def filter_of(
    *,
    game: str | None = None,
    title: str | None = None,
    since: str | None = None,
    until: str | None = None,
    open_: bool = False,
    closed: bool = False,
    place: str | None = None,
    event: str | None = None,
    round_: str | None = None,
    table: str | None = None,
    last: int | None = None,
) -> Filter:
    """The filter that options ask for."""
    if open_ and closed:
        raise Refused("--open and --closed exclude each other", mend="give one of them, or neither for all records")
    return Filter(
        game=game,
        title=title,
        since=_moment(since, "--since"),
        until=_moment(until, "--until", end_of_day=True),
        closed=closed or (False if open_ else None),
        place=place,
        event=event,
        round=number_or_text(round_),
        table=number_or_text(table),
        last=last,
    )


def _moment(text: str | None, option: str, *, end_of_day: bool = False) -> int | None:
    """A time, or the beginning (or end) of a day, in microseconds."""
    if text is None:
        return None
    day = len(text) == 10
    try:
        moment = from_text(f"{text}T00:00:00Z" if day else text)
    except Refused as error:
        raise Refused(error.what, where=option, mend="write 2026-11-15 or 2026-11-15T18:00:00Z (UTC)") from None
    return moment + 24 * 3600 * 1_000_000 if day and end_of_day else moment
