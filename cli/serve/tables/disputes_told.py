"""Disputes as an official reads them: claim, finding, lines around, evidence, rulings, and who decides next."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from cli.desk.docket import Docket
from cli.desk.index.play_facts import halted_by
from cli.serve.messages.dispute_forms import AroundLine, DisputeOut, EvidenceOut, RulingTold, Rung
from cli.serve.tables.table_view import told_finding
from replay.disputes.cases import Case, Logged
from replay.disputes.ruling_words import penalty_words, remedy_words
from replay.disputes.words import LEVELS
from replay.finding_words import MARKS, kind_of
from replay.reel import Findings, Reel
from replay.saying import person
from replay.table import Table
from replay.tell import tell_shared

AROUND = (3, 2)
"""How many lines before and behind the contested one are told."""
_ABOUT = {"setup": "the setup", "result": "the result", "conduct": "conduct", "missing": "a missing line"}


class DisputesRead(NamedTuple):
    """A record that was read for its disputes."""

    docket: Docket
    table: Table
    reel: Reel
    findings: Findings
    times: Sequence[int]
    now: int
    me: str | None
    photos: Container[int] = ()
    """The lines whose photos are kept here."""

    @property
    def halted(self) -> int:
        """The claim that stopped play."""
        game, _ = self.docket.playable()
        return halted_by(game, self.docket.cases, self.docket.record.events)


def dispute_out(told: DisputesRead, case: Case) -> DisputeOut:
    """One dispute."""
    action, line = case.action, line_of(case)
    found = told.findings.get(line, []) if line is not None else []
    contested = next((event for event in told.docket.record.events if event.seq == line), None)
    since = (told.now - told.times[case.seq - 1]) // 1_000_000 if case.seq <= len(told.times) else None
    return DisputeOut(
        seq=case.seq,
        label=case.label,
        state=case.state,
        stopped=told.halted == case.seq,
        by=person(told.table, action.by) if action.by else "somebody",
        text=action.claim,
        kind=action.kind,
        about=_about(case),
        line=line,
        before=_before(told.reel, line),
        against=contested.by if contested is not None and contested.by in told.table.seats else None,
        at=action.at,
        since=since,
        window=case.window.words,
        late=case.window.late,
        findings=[told_finding(one) for one in found],
        around=_around(told, line if line is not None else case.seq),
        evidence=[_statement(told, entry) for entry in case.evidence],
        rulings=[_ruling(told, case, entry) for entry in case.rulings],
        ladder=_ladder(told.docket, case),
        may=_may(told, case),
    )


def line_of(case: Case) -> int | None:
    """The line that a dispute is about, if it is about one."""
    about = case.action.about
    return about if isinstance(about, int) else about[0] if isinstance(about, list) and about else None


def _about(case: Case) -> str:
    about = case.action.about
    if isinstance(about, int):
        return f"line {about}"
    if isinstance(about, list):
        return f"lines {' to '.join(map(str, about))}" if about else "no line"
    return _ABOUT.get(about, about)


def _before(reel: Reel, line: int | None) -> int | None:
    """The last line before the contested one that counts: where play goes back to."""
    if line is None:
        return None
    earlier = [step.seq for step in reel.steps if 0 < step.seq < line]
    return earlier[-1] if earlier else None


def _around(told: DisputesRead, line: int) -> list[AroundLine]:
    reel = told.reel
    places = [place for place, step in enumerate(reel.steps) if step.seq > 0]
    nearest = min(places, key=lambda place: abs(reel.seq(place) - line), default=0)
    shown = [place for place in places if nearest - AROUND[0] <= place <= nearest + AROUND[1]]
    return [
        AroundLine(reel.seq(place), reel.text(place), _mark(told.findings, reel.seq(place)), reel.seq(place) == line)
        for place in shown
    ]


def _mark(findings: Findings, seq: int) -> str:
    kinds = {kind_of(finding) for finding in findings.get(seq, [])}
    return next((MARKS[kind] for kind in ("broken", "open") if kind in kinds), "")


def _statement(told: DisputesRead, entry: Logged) -> EvidenceOut:
    action = entry.action
    file = (action.attachment or {}).get("name") if action.attachment else None
    return EvidenceOut(
        seq=entry.seq,
        by=person(told.table, action.by) if action.by else "",
        kind=action.kind,
        text=action.text or "",
        see=action.see or "public",
        at=action.at,
        file=file or (str(action.attachment.get("sha256", ""))[:12] if action.attachment else None),
        photo=entry.seq in told.photos,
    )


def _ruling(told: DisputesRead, case: Case, entry: Logged) -> RulingTold:
    action, standing = entry.action, case.standing
    facts = action.facts or {}
    return RulingTold(
        seq=entry.seq,
        by=str(action.by),
        level=action.level or told.docket.cases.level(action.by) or "",
        verdict=action.verdict,
        remedy=remedy_words(action),
        text=action.text or tell_shared(told.table, action),
        facts=str(facts.get("text", "")),
        penalties=[penalty_words({**one, "person": _name(told.table, one.get("person"))}) for one in action.penalties],
        deferred=action.deferred,
        stands=standing is not None and standing.seq == entry.seq,
        holds=entry.holds,
        until=action.appeal_until,
        at=action.at,
    )


def _name(table: Table, seat: object) -> str:
    return person(table, str(seat)) if seat in table.seats else str(seat)


def _ladder(docket: Docket, case: Case) -> list[Rung]:
    """Who decides at each level, and what they have said."""
    officials = {official.name: official.level for official in docket.cases.officials}
    rungs = []
    for level in LEVELS:
        names = [name for name, held in officials.items() if held == level]
        given = [entry for entry in case.rulings if (entry.action.level or docket.cases.level(entry.by)) == level]
        if given:
            last = given[-1]
            words = "play goes on, to be decided later" if last.action.deferred else remedy_words(last.action)
            rungs.append(Rung(level, f"{last.by}: {words}"))
        elif names and level == LEVELS[0]:
            rungs.append(Rung(level, f"{' or '.join(names)}: not ruled yet"))
        elif names:
            rungs.append(Rung(level, f"{' or '.join(names)} decides if somebody appeals in time"))
    standing = case.standing
    until = standing.action.appeal_until if standing is not None else None
    end = (
        "it is final"
        if case.state == "final"
        else "by itself when the time is over"
        if until
        else "when an official says so"
    )
    return [*rungs, Rung("final", end)]


def _may(told: DisputesRead, case: Case) -> dict[str, str]:
    """What this link may do in a dispute: nothing means that it may, words say why not."""
    stranger = "" if told.me else "Rulings are given from an official’s own link."
    ended = f"{case.label} is {case.state}." if case.is_ended else ""
    rule = stranger or ended
    final = stranger or ended or ("" if case.standing is not None else "Nobody has ruled yet.")
    appeal = ended or ("" if case.standing is not None else "Nobody has ruled yet.")
    reopen = stranger or ("" if case.is_ended else "It is not over.")
    return {"rule": rule, "defer": rule, "final": final, "appeal": appeal, "reopen": reopen}


def officials_words(docket: Docket) -> list[dict[str, str]]:
    """Who may rule, each with the level of their last appointment."""
    return [
        {"name": name, "level": level}
        for name, level in {one.name: one.level for one in docket.cases.officials}.items()
    ]
