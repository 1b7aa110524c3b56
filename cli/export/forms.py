"""What can be made of a record besides a record file: a page, a table of its events, a play for an app."""

from cli.desk.views import eyes_of
from cli.export.bgstats import bgstats, bgstats_of_all
from cli.export.csv_tables import steps_csv
from cli.export.html.page import page
from records.record import Record
from replay.reel import Reel, judged, played


def made(record: Record, record_id: str, form: str, seat: str | None, timeline: str) -> bytes:
    """The file in the form `html`, `csv` or `bgstats`, through the eyes of a viewer."""
    found = played(record)
    eyes = eyes_of(found, seat, timeline, False)
    if form == "html":
        return page(found, record_id, seat)
    if form == "csv":
        return steps_csv(*judged(found, eyes))
    assert form == "bgstats", form
    return bgstats(Reel(found, eyes), record_id)


def plays(records: list[tuple[Record, str]], seat: str | None) -> bytes:
    """The plays of many records in one file, without those that only collect others."""
    every = [(played(record), record_id) for record, record_id in records]
    reels = [
        (Reel(found, eyes_of(found, seat, "effective", False)), record_id)
        for found, record_id in every
        if not found.game.is_linked
    ]
    return bgstats_of_all(reels)
