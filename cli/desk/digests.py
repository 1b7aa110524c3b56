"""Does the program still make the same states from the same log? `qm verify --replay` asks."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from cli.desk.kept_states import DIGEST
from records.errors import Damaged, Refused
from records.record import Record
from records.store import Store
from records.timeline import CORRECTIONS
from replay.disputes.readings import sets_reading
from replay.playout import digest, fold
from replay.read import read_timeline
from replay.reel import played


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
                f"the program changed, not the record: after event {told.size - 1} the state is not the one that "
                f"{told.program} made from the same log"
            )
        return f"{self.compared} noted states come out the same" if self.compared else "no state was noted to compare"


def replayed(record: Record, name: str, told: Sequence[Told]) -> Replayed:
    """Replay the record and compare its states with those that were noted."""
    found = played(record)
    events = found.record.events
    plain = not any(event.do in CORRECTIONS or sets_reading(event) for event in events)
    states = [found.game.start(found.table)]
    if plain:
        states += [step.after for step in fold(found.game, found.table, read_timeline(found.game, found.table, events))]
    for entry in told:
        count = entry.size - 1
        if not 0 <= count <= len(events):
            raise Refused(f"a state was noted after event {count}, the record ends at {len(events)}", where=name)
        if plain:
            state = states[count]
        else:
            line = read_timeline(found.game, found.table, events[:count])
            state = [*states, *(step.after for step in fold(found.game, found.table, line))][-1]
        now = digest(found.game, state)
        if now != entry.digest:
            return Replayed(len(told), (entry, now))
    return Replayed(len(told), None)


def told_beside(store: Store, record_id: str) -> list[Told]:
    """The states that were noted beside a stored record while it was logged."""
    notes = store.notes(record_id, DIGEST)
    return [Told(size, fields["digest"], fields["program"]) for size, fields in ((n, json.loads(d)) for n, d in notes)]


def told_by_steps(text: str, name: str) -> list[Told]:
    """The states in a text that `qm steps --json` wrote; `name` says where the text came from."""
    return [_from_line(line, f"{name} line {number}") for number, line in enumerate(text.splitlines(), 1)]


def _from_line(line: str, where: str) -> Told:
    try:
        entry = json.loads(line)
        return Told(entry["seq"] + 1, entry["digest"], "the program that wrote the file")
    except (ValueError, KeyError, TypeError):
        raise Damaged(
            "this is not a step with a digest", where=where, mend="write the file with qm steps --json"
        ) from None
