"""Judging the procedure while logging: claims, rulings, corrections, seals and signatures, as they come."""

from typing import TYPE_CHECKING, Any

from records.errors import Refused

if TYPE_CHECKING:
    from cli.desk.batch import Batch
    from records.event import Event
    from records.store import Store
    from replay.audit import Finding
    from replay.disputes.judge import ProcedureJudge
    from replay.game import Game
    from replay.session import Judged
    from replay.table import Table


class Counter:
    """Judges the events of a procedure, and reads the log for it only once one comes."""

    def __init__(self, store: "Store", record_id: str, game: "Game | None", table: "Table | None") -> None:
        self._store = store
        self._record_id = record_id
        self._game = (game, table)
        self._desk: ProcedureJudge | None = None
        self._size = store.head(record_id).size
        self._before: list[Event] = []

    def add(self, event: "Event") -> "list[Finding]":
        """What the rules of the procedure say of the event."""
        from cli.desk.logbook import events_of
        from replay.disputes.judge import ProcedureJudge
        from replay.disputes.log import PROCEDURE

        if self._desk is None:
            if event.do not in PROCEDURE:
                self._before.append(event)
                return []
            header = self._store.info(self._record_id).header
            stored = events_of(self._store, self._record_id, 1, self._size)
            self._desk = ProcedureJudge(header, self._record_id, [*stored, *self._before], *self._game)
        return self._desk.add(event)

    def judged(self, one: "Judged", body: dict[str, Any]) -> "Judged":
        """What the game said of an event, and with it what the rules of the procedure say."""
        from cli.desk.logbook import event_at
        from replay.session import Judged

        return Judged(one.step, [*one.findings, *self.add(event_at(body, one.step.seq))])


def judge_disputes(store: "Store", record_id: str, batch: "Batch", *, strict: bool, hint: str) -> "list[list[Finding]]":
    """A game that nobody knows still has disputes."""
    from cli.desk.logbook import event_at

    counter = Counter(store, record_id, None, None)
    found = []
    for seq, entry in enumerate(batch.entries, start=store.head(record_id).size):
        findings = counter.add(event_at(batch.stamped(entry.body), seq))
        if strict:
            refuse_broken(findings, entry.where, hint)
        found.append(findings)
    return found


def refuse_broken(findings: "list[Finding]", where: str, hint: str, told: str = "") -> None:
    """Refuse an event that breaks a rule; with `hint`, only rules of the procedure count."""
    for finding in findings:
        if finding.answer == "broken" and (not hint or finding.rule.startswith("QM-")):
            how = f"With {hint}" if hint else "Without --strict"
            mend = f"{finding.text} {how} it is recorded all the same."
            raise Refused(f"{told}{finding.rule}: {finding.why}", where=where, mend=mend)
