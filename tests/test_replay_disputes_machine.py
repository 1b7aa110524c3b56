"""A state machine against a plain list: play, undo, disputes, corrections, seals, signatures and crashes in any order.

What must hold: the recorded timeline only grows, the root of every prefix stays what it was, `verify` finds nothing,
the effective timeline is the model's (what was signed or closed waits for a ruling), and so is the state of every
dispute. 20 runs of 50 steps; the slow tests do 500 more (QM_MACHINE_RUNS), in two halves so that two processes share
them.
"""

import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from records.event import event_of, read_header
from records.ids import new_id
from records.record import Head, of_bodies
from records.seal import opening, salt_of
from records.store import Store, open_store
from records.tree import Peaks, leaf_hash
from records.verify import Known, verify_stored
from replay.audit import audit
from replay.disputes.judge import ProcedureJudge, judge_procedure
from replay.disputes.line import line_of
from replay.library import game_of, table_of
from replay.read import read_timeline
from tests.helpers.acceptance_model import Model
from tests.helpers.dispute_samples import HEADER
from tests.helpers.slow import many

FEW = 20
RUNS = int(os.environ.get("QM_MACHINE_RUNS", many(70, 500)))
STEPS = 50
GAME = game_of("sea-or-shore")
Body = dict[str, Any]
ABOVE = {"Kim": "Lee", "Lee": "Moa"}
"""Who hears an appeal against whom."""

_folder = tempfile.TemporaryDirectory(prefix="qm-machine-")
_path = str(Path(_folder.name) / "records.db")
_count = 0


def fresh_id() -> str:
    """Another id for every run; the store is shared by all of them."""
    global _count
    _count += 1
    return new_id(1_760_000_000_000_000, _count.to_bytes(10, "big"))


class Machine(RuleBasedStateMachine):
    """One record in a store, and a plain list beside it."""

    store: Store

    @initialize()
    def begin(self) -> None:
        self.store = open_store(_path, create=True)
        self.id = fresh_id()
        self.header = {**HEADER, "id": self.id}
        self.store.create(self.header, record_id=self.id, at=1)
        self.lines: list[Body] = []
        self.peaks = Peaks()
        self.peaks.add(leaf_hash(of_bodies(self.header, []).lines[0]))
        self.heads = [Head(1, self.peaks.root())]
        self.cases: dict[int, Body] = {}
        self.sealed: list[Any] = []
        self.opened: set[str] = set()
        self.desk = ProcedureJudge(read_header(self.header), self.id, [], None, None)
        self._add({"do": "setup", "starter": "p1", "treasures": ["red-4"]})

    def teardown(self) -> None:
        if not hasattr(self, "store"):
            return
        try:
            self._whole()
        finally:
            self.store.close()

    def _add(self, *bodies: Body) -> int:
        """Append to the store and to the list; return the seq of the first."""
        first = len(self.lines) + 1
        answer = self.store.append(self.id, bodies, at=first, expect=first)
        assert (answer.first, answer.last) == (first, first + len(bodies) - 1)
        for seq, body in enumerate(bodies, first):
            self.lines.append(body)
            event = event_of(body, seq)
            self.desk.add(event)
            self.peaks.add(leaf_hash(event.data()))
            self.heads.append(Head(self.peaks.size, self.peaks.root()))
        return first

    def _plays(self, *more: Body) -> list[int]:
        """The cards that lie, perhaps after some more events."""
        events = [event_of(body, seq) for seq, body in enumerate((*self.lines, *more), 1)]
        line = line_of(read_header(self.header), events)
        return [event.seq for event in line.events_that_count() if event.do == "lay"]

    def _some_case(self, choice: int, *states: str) -> int | None:
        found = [seq for seq, case in self.cases.items() if case["state"] in states]
        return found[choice % len(found)] if found else None

    # --- play

    @rule(seat=st.sampled_from(("p1", "p2", "p3")), shows=st.sampled_from(("red", "blue", 3, 7)))
    def play(self, seat: str, shows: Any) -> None:
        self._add({"do": "lay", "by": seat, "shows": shows})

    @rule()
    def undo(self) -> None:
        plays = self._plays()
        if plays:
            self._add({"do": "amend", "target": plays[-1], "action": None, "why": "a slip"})

    @rule(choice=st.integers(0, 99), shows=st.sampled_from(("green", 9)), insert=st.booleans())
    def correct(self, choice: int, shows: Any, insert: bool) -> None:
        plays = self._plays()
        if plays:
            key = (
                {"do": "insert", "after": plays[choice % len(plays)]}
                if insert
                else {"do": "amend", "target": plays[choice % len(plays)]}
            )
            self._add({**key, "action": {"do": "lay", "by": "p2", "shows": shows}})

    # --- disputes

    @rule(choice=st.integers(0, 99))
    def dispute(self, choice: int) -> None:
        about = choice % len(self.lines) + 1
        seq = self._add({"do": "dispute", "by": "p1", "about": about, "claim": "no", "kind": "illegal"})
        self.cases[seq] = {"state": "open", "standing": None, "made": [], "appealed": False, "by": None}

    @rule(choice=st.integers(0, 99))
    def evidence(self, choice: int) -> None:
        case = self._some_case(choice, "open", "deferred", "ruled", "appealed", "reopened")
        if case is not None:
            self._add({"do": "evidence", "dispute": case, "kind": "statement", "text": "I saw it"})

    @rule(choice=st.integers(0, 99), remedy=st.sampled_from(("stand", "void", "amend", "rewind", "defer")))
    def rule_on(self, choice: int, remedy: str) -> None:
        """The corrections of the ruling that is replaced are taken back first, then those of the new one follow."""
        case = self._some_case(choice, "open", "deferred", "reopened", "appealed")
        if case is None:
            return
        mine = self.cases[case]
        by = ABOVE[mine["by"]] if mine["appealed"] else mine["by"] or "Kim"
        body: Body = {"do": "ruling", "by": by, "dispute": case, "verdict": "upheld", "remedy": remedy}
        body["facts"] = {"standard": "probable", "text": "so it seems"}
        if remedy == "defer":
            self._add({**body, "remedy": "stand", "deferred": True})
            mine["state"] = "deferred"
            return
        ruling = len(self.lines) + 1
        waiting = [held.seq for held in self.desk.cases.waiting]
        body |= {"confirms": waiting} if choice % 2 else {}
        named: Body = {"ruling": ruling, "by": by}
        back = [{"do": "amend", "target": seq, "action": None, **named} for seq in reversed(mine["made"])]
        plays = self._plays(body, *back)
        target = plays[choice % len(plays)] if plays else 1
        fixes: dict[str, list[Body]] = {
            "stand": [],
            "void": [{"do": "amend", "target": target, "action": None}] if plays else [],
            "amend": [{"do": "amend", "target": target, "action": {"do": "lay", "by": "p3", "shows": 1}}]
            if plays
            else [],
            "rewind": [{"do": "rewind", "to": target}],
        }
        body |= {"targets": [target]} if remedy in ("void", "amend") else {"to": target} if remedy == "rewind" else {}
        made = [{**fix, **named} for fix in fixes[remedy]]
        self._add(body, *back, *made)
        first = ruling + 1 + len(back)
        mine |= {
            "appealed": False,
            "by": by,
            "state": "ruled",
            "standing": ruling,
            "made": list(range(first, first + len(made))),
        }

    @rule(choice=st.integers(0, 99))
    def appeal(self, choice: int) -> None:
        case = self._some_case(choice, "ruled")
        if case is not None and self.cases[case]["by"] in ABOVE:
            self._add({"do": "appeal", "by": "p2", "ruling": self.cases[case]["standing"], "grounds": ["fact"]})
            self.cases[case] |= {"state": "appealed", "appealed": True}

    @rule(choice=st.integers(0, 99), how=st.sampled_from(("settle", "withdraw", "final")))
    def end(self, choice: int, how: str) -> None:
        case = self._some_case(choice, *(("ruled",) if how == "final" else ("open", "reopened")))
        if case is None:
            return
        bodies: dict[str, Body] = {
            "settle": {"do": "settle", "dispute": case, "seats": ["p1", "p2"], "outcome": "peace"},
            "withdraw": {"do": "withdraw", "dispute": case, "by": "p1"},
            "final": {"do": "final", "dispute": case, "by": "Kim"},
        }
        self._add(bodies[how])
        self.cases[case]["state"] = {"settle": "settled", "withdraw": "withdrawn", "final": "final"}[how]

    @rule(choice=st.integers(0, 99))
    def reopen(self, choice: int) -> None:
        case = self._some_case(choice, "settled", "withdrawn", "final")
        if case is not None:
            self._add({"do": "reopen", "dispute": case, "by": "Lee", "why": "a new witness"})
            self.cases[case]["state"] = "reopened"

    # --- trust

    @rule(value=st.sampled_from(("blue-3", "red-7")))
    def seal(self, value: str) -> None:
        number = len(self.sealed)
        made = opening(self.id, "p2", f"card-{number}", salt_of(number.to_bytes(16, "big")), value)
        self.store.add_openings([made])
        self.sealed.append(made)
        self._add({"do": "seal", "by": "p2", "what": made.what, "seal": made.seal})

    @precondition(lambda self: len(getattr(self, "opened", ())) < len(getattr(self, "sealed", ())))
    @rule()
    def reveal(self) -> None:
        kept = {item.seal: item for item in self.store.openings(self.id)}
        made = next(kept[item.seal] for item in self.sealed if item.seal not in self.opened)
        self.opened.add(made.seal)
        self._add(
            {"do": "reveal", "by": "p2", "what": made.what, "value": made.value, "seal": made.seal, "salt": made.salt}
        )

    @rule(seat=st.sampled_from(("p1", "p2", "p3")))
    def sign(self, seat: str) -> None:
        waiting = any(case["state"] not in ("settled", "withdrawn", "final") for case in self.cases.values())
        fields: Body = {"statement": "refuse"} if waiting else {"statement": "accept"}
        self._add({"do": "sign", "seat": seat, "head": self.heads[-1].text(), **fields})

    @precondition(lambda self: len(getattr(self, "lines", ())) > 25)
    @rule()
    def close(self) -> None:
        self._add({"do": "close", "result": "finished"})

    @rule()
    def crash(self) -> None:
        """The process is gone; another opens the store and finds everything that was acknowledged."""
        lost = self.store
        self.store = open_store(_path, create=False)
        lost.close()
        assert self.store.head(self.id) == self.heads[-1]

    # --- what always holds

    @invariant()
    def the_store_holds_the_head_of_the_list(self) -> None:
        if hasattr(self, "heads"):
            assert self.store.head(self.id) == self.heads[-1]

    @invariant()
    def every_dispute_is_in_the_state_the_model_says(self) -> None:
        if hasattr(self, "cases"):
            assert {case.seq: case.state for case in self.desk.cases.cases} == {
                seq: case["state"] for seq, case in self.cases.items()
            }

    def _whole(self) -> None:
        """Everything once more from the store: lines, roots of all prefixes, verify, both timelines, disputes."""
        record = self.store.load(self.id)
        assert [event.body() for event in record.events] == self.lines
        peaks = Peaks()
        for line, head in zip(record.lines, self.heads, strict=True):
            peaks.add(leaf_hash(line))
            assert (peaks.size, peaks.root()) == head
        report = verify_stored(self.id, self.store.leaves(self.id), self.heads[-1], Known(heads=tuple(self.heads)))
        assert report.ok, report.problems
        places = line_of(record.header, record.events)
        model = Model(self.header, list(record.events))
        assert [(event.seq, event.body()) for event in places.events_that_count()] == model.line()
        assert places.idle == model.waiting
        judged = judge_procedure(record.header, self.id, record.events)
        assert judged.cases == self.desk.cases
        assert [item for item in judged.findings if item.answer == "broken"] == []
        standing = {case.seq: case.standing.seq if case.standing else None for case in judged.cases.cases}
        assert standing == {
            seq: None if case["state"] in ("settled", "withdrawn") else case["standing"]
            for seq, case in self.cases.items()
        }
        table = table_of(GAME, record.header)
        audited = audit(GAME, table, read_timeline(GAME, table, record.events))
        assert not any(item.rule.startswith("QM-READ") for item in audited.findings)
        assert msgspec.json.encode(GAME.document(audited.final))


class FirstHalf(Machine):
    """The same machine, run longer."""


class SecondHalf(Machine):
    """The same machine, for another process."""


def runs(count: int) -> settings:
    return settings(
        max_examples=count,
        stateful_step_count=STEPS,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


Machine.TestCase.settings = runs(FEW)
FirstHalf.TestCase.settings = SecondHalf.TestCase.settings = runs(RUNS // 2)
TestMachine = Machine.TestCase
TestFirstHalf = pytest.mark.slow(FirstHalf.TestCase)
TestSecondHalf = pytest.mark.slow(SecondHalf.TestCase)
