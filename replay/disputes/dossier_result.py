"""The result in a report: places and points, as ruled and by the count."""

from msgspec import UNSET

from replay.disputes.dossier_findings import Section
from replay.result import place_words
from replay.score import Score


def result_section(count: Score) -> Section:
    """The result, once the game is over or a ruling decided it; before that an empty section."""
    if not count.over and count.adjusted is UNSET:
        return Section("Result")
    rows = []
    for seat in count.seats:
        won = "winner" if seat.seat in count.winners else ""
        told = [word for word in (won or place_words(seat), seat.words) if word]
        rows.append((seat.seat if seat.name is UNSET else seat.name, ", ".join(told) or "not known"))
    if count.adjusted is not UNSET:
        rows.append(("adjusted", f"by the ruling of event {count.adjusted.ruling} ({count.adjusted.kind})"))
    return Section("Result", tuple(rows))
