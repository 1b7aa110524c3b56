"""Does the program still make the same states of the same log? `qm verify --replay` asks."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from records.errors import Damaged, Refused

if TYPE_CHECKING:
    from cli.machine.target import Loaded


class Told(NamedTuple):
    """A state that was noted earlier: after how many lines, its digest, and by which program."""

    size: int
    digest: str
    program: str


class Replayed(NamedTuple):
    """How many noted states were compared, and the first that differs: (noted, what it is now)."""

    compared: int
    first: tuple[Told, str] | None

    def words(self) -> str:
        """The outcome in a sentence."""
        if self.first is not None:
            told, _ = self.first
            return (
                f"the program changed, not the record: after event {told.size - 1} the state is another than "
                f"{told.program} made of the same log"
            )
        return f"{self.compared} noted states come out the same" if self.compared else "no state was noted to compare"


def replayed(loaded: "Loaded", file: Path | None) -> Replayed:
    """Compare the states noted beside a stored record, or in a file that `qm steps --json` wrote."""
    from records.timeline import CORRECTIONS
    from replay.playout import digest, fold
    from replay.read import read_timeline
    from replay.reel import played

    found = played(loaded.record)
    told = _from_file(file) if file is not None else _from_store(loaded)
    events = found.record.events
    plain = not any(event.do in CORRECTIONS for event in events)
    states = [found.game.start(found.table)]
    if plain:
        states += [step.after for step in fold(found.game, found.table, read_timeline(found.game, found.table, events))]
    for entry in told:
        count = entry.size - 1
        if not 0 <= count <= len(events):
            raise Refused(f"a state was noted after event {count}, the record ends at {len(events)}", where=loaded.name)
        if plain:
            state = states[count]
        else:
            line = read_timeline(found.game, found.table, events[:count])
            state = [*states, *(step.after for step in fold(found.game, found.table, line))][-1]
        now = digest(found.game, state)
        if now != entry.digest:
            return Replayed(len(told), (entry, now))
    return Replayed(len(told), None)


def _from_store(loaded: "Loaded") -> list[Told]:
    from cli.desk.kept_states import DIGEST

    if loaded.store is None or loaded.record_id is None:
        raise Refused(
            "a file has no states noted beside it",
            where=loaded.name,
            mend="give --digests FILE, written by qm steps --json",
        )
    notes = loaded.store.notes(loaded.record_id, DIGEST)
    return [Told(size, fields["digest"], fields["program"]) for size, fields in ((n, json.loads(d)) for n, d in notes)]


def _from_file(file: Path) -> list[Told]:
    from cli.machine.os_errors import from_os

    try:
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        raise from_os(error, str(file)) from None
    return [_from_line(line, f"{file} line {number}") for number, line in enumerate(lines, 1)]


def _from_line(line: str, where: str) -> Told:
    try:
        entry = json.loads(line)
        return Told(entry["seq"] + 1, entry["digest"], "the program that wrote the file")
    except (ValueError, KeyError, TypeError):
        raise Damaged(
            "this is no step with a digest", where=where, mend="write the file with qm steps --json"
        ) from None
