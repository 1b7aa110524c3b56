"""Tables for a spreadsheet: the events of a record, and the findings of an audit."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from replay.finding_words import cite_text, short_words
from replay.reel import Findings, Reel

FINDING_COLUMNS = (
    "target",
    "record",
    "game",
    "seq",
    "rule",
    "answer",
    "why",
    "text",
    "cite",
    "closed_by",
    "opened_by",
    "cites",
    "rests_on",
    "dispute",
    "settled_by",
    "settled",
    "occasion",
    "players",
)


def steps_csv(reel: Reel, findings: Findings) -> bytes:
    """One row for each event: what happened in words, and what the rules say about it."""
    rows = []
    for place, step in enumerate(reel.steps):
        event = reel.event(place)
        told = findings.get(step.seq, [])
        facts = {key: value for key, value in event.items() if key not in ("do", "at", "by")}
        rows.append(
            (
                step.seq,
                event.get("at", ""),
                event.get("by", ""),
                event["do"],
                reel.text(place),
                "; ".join(str(change) for change in reel.changes(place)),
                "; ".join(map(short_words, told)),
                json.dumps(facts, ensure_ascii=False, separators=(",", ":")) if facts else "",
            )
        )
    return table(("seq", "at", "by", "do", "text", "changes", "findings", "fields"), rows)


def audits_csv(answers: list[dict[str, Any]]) -> bytes:
    """One row for each finding of the audits, in the order of `FINDING_COLUMNS`."""
    return table(
        FINDING_COLUMNS, [_finding_row(answer, finding) for answer in answers for finding in answer["findings"]]
    )


def csv_begin() -> bytes:
    """The first line of `audits_csv`, for rows that come one after the other."""
    return table(FINDING_COLUMNS, ())


def csv_rows(answers: list[dict[str, Any]]) -> bytes:
    """The rows of `audits_csv`, without its first line."""
    return audits_csv(answers)[len(csv_begin()) :]


def _finding_row(answer: dict[str, Any], finding: dict[str, Any]) -> tuple[Any, ...]:
    own = (answer["target"], answer["record"], answer["game"])
    told = tuple(finding[key] for key in ("seq", "rule", "answer", "why", "text"))
    rests = _readings(finding.get("rests_on", {}))
    read = {question: answer for cited in finding["cites"] for question, answer in cited.get("readings", {}).items()}
    cites = "; ".join(filter(None, (" ".join(cited["rule"] for cited in finding["cites"]), _readings(read))))
    since = (finding["closed_by"], finding["opened_by"])
    settled = finding.get("settled", {})
    ruled = (finding.get("dispute"), settled.get("ruling"), settled.get("how"))
    return (
        *own,
        *told,
        cite_text(finding["cite"]),
        *since,
        cites,
        rests,
        *ruled,
        answer["occasion"],
        answer["players"],
    )


def _readings(readings: dict[str, str]) -> str:
    return " ".join(f"{question}={answer}" for question, answer in readings.items())


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """A table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe before it."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return out.getvalue().encode()


def _cell(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value
