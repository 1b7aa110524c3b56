"""The ruling as a document: everything about a dispute, in sections, before a form is chosen for it."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from records.event import Event
from records.record import Record
from replay.action import Ruling
from replay.disputes.cases import Case, Cases, Logged
from replay.disputes.dossier_corrections import corrections_section, waiting_section
from replay.disputes.dossier_findings import Section, findings_section
from replay.disputes.dossier_result import result_section
from replay.disputes.dossier_trust import access_section, signatures_section
from replay.disputes.line import line_of
from replay.disputes.log import log_of
from replay.disputes.ruling_words import (
    deviation_words,
    penalty_words,
    plain_words,
    reading_words,
    remedy_words,
)
from replay.disputes.signed_rulings import signature_words, signatures_of
from replay.disputes.windows import place_of
from replay.engine_rules import ENGINE_RULES
from replay.game import Frame, Game
from replay.playout import OFFICIAL, play_out
from replay.reel import Played
from replay.result import adjustments, with_adjustments
from replay.salting import head_for
from replay.scene import PHONE
from replay.table import Table, people_at
from replay.tell import tell, tell_shared
from replay.view import TABLE

OFFICIALS = "officials"
AUDIENCES = (OFFICIALS, "parties", "public")


class Document(msgspec.Struct, frozen=True):
    """A document in sections."""

    title: str
    sections: tuple[Section, ...]


class Source(msgspec.Struct, frozen=True):
    """What a document is made from."""

    record: Record
    record_id: str
    cases: Cases
    game: Game | None
    table: Table | None
    audience: str = OFFICIALS

    @property
    def viewer(self) -> str:
        """Officials see everything that was logged, others what everybody saw."""
        return OFFICIAL if self.audience == OFFICIALS else TABLE

    @property
    def found(self) -> Played | None:
        """Record, game and table, if the game is known."""
        if self.game is None or self.table is None:
            return None
        return Played(self.record, self.game, self.table)


def record_report(source: Source) -> Document:
    """The whole record: the occasion, all disputes, penalties and signatures."""
    sections = [_occasion(source), _people(source)]
    people = people_at(source.record.header)
    for case in source.cases.cases:
        rows = [("claim", tell_shared(people, case.action)), ("state", case.state), ("window", _window(case))]
        rows += [
            ("ruling", f"{tell_shared(people, entry.action)} ({_signature(source, entry)})")
            for entry in case.full_rulings
        ]
        sections.append(Section(case.label, tuple(rows)))
    if not source.cases.cases:
        sections.append(Section("Disputes", (("", "nobody has contested anything"),)))
    sections += [findings_section(source.found, source.viewer)] if source.found is not None else []
    sections += [
        _result_of(source),
        corrections_section(source.cases),
        waiting_section(source.cases),
        access_section(source.cases),
        signatures_section(source.cases, source.record.size),
    ]
    return Document(f"Report on {_name(source)}", tuple(section for section in sections if _has_content(section)))


def dispute_report(source: Source, case: Case) -> Document:
    """One dispute, from the claim to its present state."""
    sections = [
        _occasion(source),
        _people(source),
        _claim(source, case),
        _evidence(source, case),
        *_positions(source, case),
        *([findings_section(source.found, source.viewer, case)] if source.found is not None else []),
        *(section for entry in case.rulings for section in _ruling(source, case, entry)),
        _appeals(case),
        _timelines(source, case),
        _outcome(source, case),
        _result_of(source),
        signatures_section(source.cases, source.record.size),
    ]
    title = f"{case.label} in {_name(source)}"
    return Document(title, tuple(section for section in sections if _has_content(section)))


def _has_content(section: Section) -> bool:
    return bool(section.rows or section.drawing)


def _result_of(source: Source) -> Section:
    if source.game is None or source.table is None:
        return Section("Result")
    state = play_out(source.game, source.table, source.record.events, viewer=source.viewer).state_at()
    return result_section(with_adjustments(source.game, state, adjustments(source.cases)))


def _name(source: Source) -> str:
    return source.record.header.title or source.record_id


def _rows(**fields: Any) -> tuple[tuple[str, str], ...]:
    return tuple((name.replace("_", " "), str(value)) for name, value in fields.items() if value not in (None, "", []))


def _occasion(source: Source) -> Section:
    header, game = source.record.header, source.game
    known = f"{game.title}, rules version {header.rules or game.version}" if game else header.game
    kit = header.options.kit
    rows = _rows(
        event=header.event,
        round=header.round,
        table=header.table,
        place=header.place,
        game=known,
        kit=kit if isinstance(kit, str) else "the table's own",
        readings=", ".join(f"{name} {answer}" for name, answer in header.options.readings.items()),
        record=source.record_id,
        head_now=_head(source),
    )
    return Section("Occasion", rows)


def _head(source: Source, size: int | None = None) -> str | None:
    """The head now, or at a size, if these readers may be told it."""
    head = head_for(source.game, source.table, source.record, source.viewer, size)
    return f"{head.text()} (code {head.code})" if head else None


def _people(source: Source) -> Section:
    header = source.record.header
    rows = [("player", f"{player.seat}{f', {player.name}' if player.name else ''}") for player in header.players]
    rows += [("scribe", header.scribe)] if header.scribe else []
    for official in source.cases.officials:
        since = f", since event {official.since}" if official.since else ""
        rows.append(("official", f"{official.name}, {official.level}{since}"))
    return Section("People", tuple(rows))


def _claim(source: Source, case: Case) -> Section:
    action = case.action
    head = _head(source, case.seq)
    rows = _rows(
        claim=action.claim,
        made_by=action.by,
        brought_by=action.via,
        about=_about(source, case),
        kind=action.kind,
        rule=_rule_text(source, action.rule) if action.rule else None,
        asks=action.asks,
        made_at=f"event {case.seq}{f', {action.at}' if action.at else ''}",
        window=_window(case),
        head_at_the_freeze=head,
        position_at_the_freeze=(action.freeze or {}).get("state") if head else None,
    )
    return Section("Claim", rows)


def _about(source: Source, case: Case) -> str:
    about = case.action.about
    if isinstance(about, str):
        return about
    if isinstance(about, list):  # a claim is told whatever it names, be it nothing or what never was
        events = list(range(max(1, about[0]), min(about[-1], case.seq) + 1)) if about else []
    else:
        events = [about]
    return "; ".join(f"event {seq}: {words}" for seq, words in _told(source, events))


def _told(source: Source, wanted: Sequence[int]) -> list[tuple[int, str]]:
    """Events of the recorded timeline, in words: the game is played once for all of them."""
    if source.game is None or source.table is None:
        found = {event.seq: event.do for event in source.record.events}
    else:
        replay = play_out(source.game, source.table, source.record.events, timeline="recorded", viewer=source.viewer)
        found = {step.seq: tell(source.game, step) for step in replay.steps if step.seq in wanted}
    return [(seq, found.get(seq, "nothing")) for seq in wanted]


def _window(case: Case) -> str:
    window = case.window
    late = {True: f"; LATE, it ended at {_place(window.ended)}", None: "; the log does not show whether it was in time"}
    return f"{window.words}{late.get(window.late, '; in time')}"


def _place(place: int | str | None) -> str:
    return f"event {place}" if isinstance(place, int) else str(place)


def _evidence(source: Source, case: Case) -> Section:
    rows, files = [], []
    for entry in case.evidence:
        action = entry.action
        if source.audience != OFFICIALS and action.see not in (None, "public", source.audience):
            rows.append((f"event {entry.seq}", "not for these readers"))
            continue
        file = action.attachment
        digest = (
            f" [file {file.get('name', '')} {file.get('bytes')} bytes, SHA-256 {file.get('sha256')}]" if file else ""
        )
        by = f"{action.by}, " if action.by else ""
        rows.append((f"event {entry.seq}", f"{by}{action.kind}: {action.text or ''}{digest}"))
        files += [(f"event {entry.seq}", file)] if file else []
    return Section("Evidence", tuple(rows), files=tuple(files))


def _positions(source: Source, case: Case) -> Iterator[Section]:
    if source.game is None or source.table is None:
        return
    game, table, events = source.game, source.table, source.record.events
    about = case.action.about
    first = about[0] if isinstance(about, list) and about else about
    place = first if isinstance(first, int) else place_of(case.action, log_of(events), case.seq)
    width = 100
    moments = (
        (f"Position before event {place}", events[: case.seq - 1], max(0, place - 1)),
        (f"Position at the claim (event {case.seq})", events[: case.seq], None),
        ("Position now", events, None),
    )
    for title, upto, at in moments:
        replay = play_out(game, table, upto, viewer=source.viewer)
        state = replay.state_at(at)
        seat = None if source.viewer == OFFICIAL else TABLE
        scene = None if game.scene is None else game.scene(Frame(state, None, PHONE, seat))
        yield Section(title, (), tuple(game.render(Frame(state, None, width, seat))), scene)


def _rule_text(source: Source, id: str) -> str:
    rules = (*(source.game.rules if source.game else ()), *ENGINE_RULES)
    found = next((rule for rule in rules if rule.id == id), None)
    return f"{id}: {found.text} [{found.cite}]" if found else f"{id} (not known to this program)"


def _ruling(source: Source, case: Case, entry: Logged) -> Iterator[Section]:
    action: Ruling = entry.action
    standing = case.standing
    stands = standing is not None and standing.seq == entry.seq
    title = f"Ruling of event {entry.seq}"
    if not entry.holds:
        title += " (changes nothing: see the audit)"
    elif not stands and not action.deferred:
        title += " (no longer stands)"
    level = action.level or source.cases.level(action.by)
    if action.deferred:
        yield Section(
            title,
            _rows(
                by=f"{action.by}, {level}",
                decision="deferred: play goes on",
                text=action.text,
                signature=_signature(source, entry),
            ),
        )
        return
    facts = action.facts or {}
    rows = [
        *_rows(
            by=f"{action.by}, {level}",
            panel=", ".join(action.panel),
            at=action.at,
            facts=f"{facts.get('text', '')} ({facts.get('standard')})",
        ),
        *(("rule", _rule_text(source, id)) for id in action.rules),
        *_rows(
            verdict=action.verdict,
            remedy=remedy_words(action),
            reading=reading_words(action.reading),
            takes_effect=action.takes_effect,
            deviates=deviation_words(action.deviates),
            time_added=f"{action.time} seconds" if action.time else None,
        ),
        *(("penalty", penalty_words(penalty)) for penalty in action.penalties),
        *_rows(text=action.text, appeal_until=action.appeal_until, signature=_signature(source, entry)),
    ]
    yield Section(title, tuple(rows))


def _signature(source: Source, entry: Logged) -> str:
    return signature_words(signatures_of(source.record, source.record_id, source.cases).get(entry.seq))


def _appeals(case: Case) -> Section:
    rows = []
    for entry in case.appeals:
        grounds = entry.action.grounds if isinstance(entry.action.grounds, list) else [entry.action.grounds]
        with_ = f" with {', '.join(entry.action.concur)}" if entry.action.concur else ""
        text = f": {entry.action.text}" if entry.action.text else ""
        rows.append(
            (
                f"event {entry.seq}",
                f"{entry.by}{with_} against event {entry.action.ruling} ({', '.join(grounds)}){text}",
            )
        )
    return Section("Appeals", tuple(rows))


def _timelines(source: Source, case: Case) -> Section:
    """What the corrections in this dispute changed, with one line per event."""
    if not case.corrections:
        return Section("Timelines")
    events = source.record.events
    placed = line_of(source.record.header, events).placed()
    counted = {item.event.seq for item in placed}
    rows = [(f"event {seq}", words) for seq, words in _told(source, case.corrections)]
    gone = [event.seq for event in events if event.seq not in counted and event.seq not in case.corrections]
    ours = {item.corrected_by: item.event for item in placed if item.corrected_by in case.corrections}
    rows += [(f"by event {seq}", f"event {event.seq} is now: {_counts(source, event)}") for seq, event in ours.items()]
    if gone:
        rows.append(("no longer counts", ", ".join(f"event {seq}" for seq in gone)))
    rows.append(("recorded", f"{len(events)} events as logged"))
    rows.append(("effective", f"{len(placed)} events count"))
    return Section("Both timelines", tuple(rows))


def _counts(source: Source, event: Event) -> str:
    """An event of the effective timeline, in words."""
    if source.game is None or source.table is None:
        return plain_words(event.body())
    replay = play_out(source.game, source.table, source.record.events, viewer=source.viewer)
    return next((tell(source.game, step) for step in replay.steps if step.seq == event.seq), event.do)


def _outcome(source: Source, case: Case) -> Section:
    rows: list[tuple[str, str]] = [("state", case.state)]
    people = people_at(source.record.header)
    rows += [(f"event {entry.seq}", tell_shared(people, entry.action)) for entry in case.ended]
    standing = case.standing
    if standing is not None:
        rows.append(("stands", f"the ruling of event {standing.seq} by {standing.by}"))
    return Section("Outcome", tuple(rows))
