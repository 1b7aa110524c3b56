"""Which events need a salt, and who may be shown what is made from the hashes of a record.

A head, a code, a proof and a checkpoint are hashes over whole events. Without a salt, whoever has the masked events
could find a hidden value by trying all that it can be. Salts are made where events are appended, never here.
"""

from collections import defaultdict
from collections.abc import Sequence

from records.event import Event
from records.record import Head, Record
from records.salt import is_salt
from records.timeline import CORRECTIONS
from records.tree import root_of
from replay.disputes.line import line_of
from replay.game import Game, Whole
from replay.read import TimelineName, read_event, read_timeline
from replay.step import Placed
from replay.table import Table
from replay.view import is_salt_due, mask

OFFICIAL = "official"
"""The viewer who sees everything that was logged."""

HASHES = frozenset({"sign", "dispute", "ruling"})
"""The events that hold something made from a head or a state."""


def unsalted(game: Game, table: Table, events: Sequence[Event]) -> list[int]:
    """The events in which something is hidden, and which have no salt that is theirs alone (QM-SALT-1)."""
    shared = _shared_salts(events)
    return [
        event.seq
        for event in events
        if (not is_salt(event.salt) or event.salt in shared)
        and is_salt_due(game, table, read_event(game, table, event))
    ]


def _shared_salts(events: Sequence[Event]) -> set[str]:
    """The salts of several events; reveals of one seal may have that of the seal in common."""
    found: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if is_salt(event.salt):
            found[str(event.salt)].append(event)
    return {salt for salt, bearers in found.items() if len(bearers) > 1 and not _open_one_seal(bearers)}


def _open_one_seal(events: Sequence[Event]) -> bool:
    seals = {str(event.fields.get("seal")) if event.do == "reveal" else "" for event in events}
    return len(seals) == 1 and seals.isdisjoint({"", "None"})


def uncounted(table: Table, events: Sequence[Event]) -> frozenset[int]:
    """The events that do not count as logged, and the corrections whose version does not."""
    if not any(event.do in CORRECTIONS for event in events):
        return frozenset()
    placed = line_of(table.header, events).placed()
    as_logged = {one.event.seq for one in placed if one.corrected_by is None}
    by_correction = {one.corrected_by for one in placed}
    return frozenset(
        event.seq for event in events if event.seq not in (by_correction if event.do in CORRECTIONS else as_logged)
    )


def sees_all(game: Game, table: Table, events: Sequence[Event], viewer: str) -> bool:
    """Whether nothing in the record is hidden from a viewer, so that they may hold it."""
    if viewer == OFFICIAL:
        return True
    line = read_timeline(game, table, events, "recorded")
    if game.spell_out is not None:  # what everybody saw is not hidden for being only implied
        line = game.spell_out(table, line)
    return mask(game, table, line, viewer, uncounted=uncounted(table, events)) == line


def may_see_head(game: Game, table: Table, events: Sequence[Event], viewer: str) -> bool:
    """Whether a viewer may be given head, code, checkpoint, or the proof of an event that they see whole.

    They may if the record tells them everything anyway, or if every salt that is due is there.
    """
    return viewer == OFFICIAL or not unsalted(game, table, events) or sees_all(game, table, events, viewer)


def head_for(
    game: Game | None, table: Table | None, record: Record, viewer: str, size: int | None = None
) -> Head | None:
    """The head of a record, or of its first lines, as a viewer may be told it; None if it is kept back.

    In a game without rules here nothing is hidden from anybody.
    """
    if game is not None and table is not None and not may_see_head(game, table, record.events, viewer):
        return None
    return record.head() if size is None else Head(size, root_of(record.leaves()[:size]))


def seen_line(game: Game, table: Table, events: Sequence[Event], timeline: TimelineName, viewer: str) -> list[Placed]:
    """A timeline as a viewer sees it. What counts is decided from the whole record, and masked then."""
    return mask_line(game, table, read_timeline(game, table, events, timeline), events, timeline, viewer)


def mask_line(
    game: Game,
    table: Table,
    line: list[Placed],
    events: Sequence[Event],
    timeline: TimelineName,
    viewer: str,
    whole: Whole = None,
) -> list[Placed]:
    """A timeline of these events, or its beginning, as a viewer sees it. `whole` are its states, if it was folded."""
    if viewer == OFFICIAL:
        return line
    gone = uncounted(table, events) if timeline == "recorded" else frozenset()
    heads = not any(event.do in HASHES for event in events) or may_see_head(game, table, events, viewer)
    return mask(game, table, line, viewer, uncounted=gone, heads=heads, whole=whole)
