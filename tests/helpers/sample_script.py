"""A script as a user would write it: audit every record below a folder, and print which rules were broken.

It uses only what `records` and `replay` export; mypy checks it, and a test runs it with the installed packages.
"""

import sys
from collections import Counter
from pathlib import Path
from typing import Any, assert_type

import records
import replay


def broken_rules(folder: Path) -> Counter[str]:
    """How often each rule was broken in the records below a folder. What cannot be read is named and skipped."""
    broken: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.jsonl")):
        try:
            audit = replay.audit_of(records.read(path))
        except records.QuartermasterError as error:
            print(f"{error} ({error.mend})", file=sys.stderr)
            continue
        broken.update(finding.rule for finding in audit.findings if finding.answer == "broken")
    return broken


def copy_into_store(path: Path, database: Path, at: int) -> records.Appended:
    """Keep a record in a store, and note there that it was copied."""
    record = records.read(path)
    with records.open_store(database) as store:
        assert_type(store, records.Store)
        info, _ = store.import_record(record, record_id=records.id_of(record), at=at)
        answer = store.append(info.id, [{"do": "note", "text": f"copied from {path.name}"}], at=at, expect=record.size)
        assert_type(store.load(info.id), records.Record)
        assert_type(records.verify_in_store(store, info.id, head=answer.head), records.Report)
        assert_type([found.header for found in store.records(records.Filter(game="x"))], list[records.Header])
    return answer


def types_of_a_record(path: Path) -> None:
    """Every function, with the type that a checker must see for it."""
    record = records.read(path)
    assert_type(record, records.Record)
    assert_type(record.events, tuple[records.Event, ...])
    assert_type(record.header.players, list[records.Player])
    assert_type(record.head(), records.Head)
    assert_type(records.from_bytes(path.read_bytes()), records.Record)
    header = {"quartermaster": 1, "game": "draughts", "players": [{"seat": "black"}]}
    assert_type(records.of_bodies(header, [{"do": "move", "by": "black", "to": 15}]), records.Record)
    assert_type(records.new_id(0, bytes(10)), str)
    assert_type(records.verify_file(path, code=record.head().code).problems, list[records.Defect])

    assert_type(replay.audit_of(record), replay.Audit)
    assert_type(replay.audit_of(record, timeline="recorded", hindsight=False).findings, tuple[replay.Finding, ...])
    assert_type([finding.cite for finding in replay.audit_of(record).findings], list[replay.Cite])
    assert_type(replay.steps_of(record, eyes="table"), list[replay.ToldStep])
    assert_type(replay.steps_of(record)[0].changes, tuple[replay.Changed, ...])
    assert_type(replay.state_at(record, 1, eyes=replay.Eyes(hindsight=False)), dict[str, Any])
    assert_type(replay.score_of(record), replay.Score)
    assert_type(replay.score_of(record).seats, tuple[replay.SeatScore, ...])
    assert_type(replay.game_of(replay.game_ids()[0]), replay.Game)
    assert_type(replay.game_of(record.header.game).rules, tuple[replay.Rule, ...])
    assert_type(replay.simulate(record.header.game, seed=2, form="scribe"), records.Record)


if __name__ == "__main__":
    for rule, times in sorted(broken_rules(Path(sys.argv[1])).items()):
        print(rule, times)
