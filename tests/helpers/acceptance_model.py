"""Which corrections count after a signature or a close, once more: as the page says it, plainly and slowly.

The log is gone through again for every prefix. Appeals and clocks are left out; everything else of the page is here,
with sets of events where the program works with one number.
"""

from typing import Any, NamedTuple

from records.event import Event
from records.record import of_bodies
from tests.helpers.timeline_model import PROCEDURE, Effect, counts, effect_of, order_of, puts_in, stands, told

Body = dict[str, Any]
LEVELS = {"floor": 1, "head": 2, "committee": 3}
SEATS = ("p1", "p2", "p3")
Official = tuple[str, int, int, str | None]
"""Name, level, since which event, and by whom."""
PLAYERS = {"p1", "p2", "p3", "ann", "bob", "cleo"}


class Accepted(NamedTuple):
    """At which event, up to which number, by which seat (None: all, by a close), with their own key."""

    seq: int
    upto: int
    seat: str | None
    own_key: bool


class Model:
    """A log, and for each correction what it does, whom it concerns and which ruling it carries out."""

    def __init__(self, header: Body, events: list[Event]) -> None:
        self.header, self.events = header, events
        self.effects: dict[int, Effect | None] = {}
        self.concerns: dict[int, list[Accepted]] = {}
        self.carries: dict[int, tuple[int, str]] = {}
        self._heads: dict[int, str] = {}
        self._known_matters: dict[int, list[Body]] = {}
        self._known_accepted: dict[int, list[Accepted]] = {}
        for event in events:
            if event.do in ("amend", "insert", "rewind"):
                self._log(event)
        self.waiting = self._waiting(len(events))

    def line(self) -> list[tuple[int, Body]]:
        """Number and facts of each event that counts."""
        order = order_of(self.events, self.effects)
        found = [told(seq, self.events, self.effects, self.waiting) for seq in order]
        return [one for one in found if one is not None]

    def _log(self, event: Event) -> None:
        seq, log = event.seq, self.events[: event.seq - 1]
        idle = self._waiting(seq - 1)
        order = order_of(log, self.effects)
        ordered = self._ordered(event, order, idle)
        effect = self.effects[seq] = effect_of(event, log, self.effects, order, idle)
        if ordered is not None:
            self.carries[seq] = ordered
        before = [one for one in self._accepted(seq - 1) if one.seq < seq]
        self.concerns[seq] = [one for one in before if effect and self._touches(seq, effect, one, order, idle)]

    def _touches(self, seq: int, effect: Effect, one: Accepted, order: list[int], idle: frozenset[int]) -> bool:
        kind, what, _ = effect
        if kind == "back":
            free = self.effects[what] is None or what in idle
            return not free and (what <= one.upto or one in self.concerns[what])
        then = {at: done for at, done in self.effects.items() if at < seq}
        line = [at for at in order if stands(at, then, idle) and self.events[at - 1].do not in PROCEDURE]
        line = [at for at in line if at not in self.effects or puts_in(self.effects[at])]
        last = max((place for place, at in enumerate(line) if at <= one.upto), default=-1)
        covered = {at for place, at in enumerate(line) if at <= one.upto or (place < last and at in self.effects)}
        if kind == "in":
            here = order_of(self.events[:seq], self.effects)
            return bool(covered & set(here[here.index(seq) + 1 :]))
        return bool(covered & ({what} if kind == "put" else what))

    def _waiting(self, size: int) -> frozenset[int]:
        """The corrections among the first events that do not count: begin with all of them, until nothing changes."""
        idle = frozenset(seq for seq in self.effects if seq <= size and self.concerns.get(seq))
        for _ in range(len(self.effects) + 2):
            now = frozenset(seq for seq in self.effects if seq <= size and not self._may_count(seq, size, idle))
            if now == idle:
                break
            idle = now
        return idle

    def _may_count(self, seq: int, size: int, idle: frozenset[int]) -> bool:
        event, matters = self.events[seq - 1], self._matters(size)
        shut = [one for one in self.concerns.get(seq, ()) if self._in_force(one, event, size, idle | {seq})]
        if not shut:
            return True
        for case in matters:
            ruling, named = case["stands"], case["stands"] and seq in case["stands"].fields.get("targets", [])
            if ruling and named and ruling.fields["remedy"] == "void":
                return False
            about = named or (ruling and case["about"] == seq)
            if about and case["state"] == "final" and seq not in ruling.fields.get("confirms", []):
                return False
        first = min(one.seq for one in shut)
        for case in matters:
            ruling = case["stands"]
            waits = ruling and ruling.fields.get("takes_effect") == "when-final" and case["state"] != "final"
            if not ruling or waits or not self._known(ruling.by, ruling.seq, first):
                continue
            if seq in ruling.fields.get("confirms", []) or self.carries.get(seq, (0,))[0] == ruling.seq:
                return True
        need = SEATS if any(one.seat is None for one in shut) else {one.seat for one in shut}
        return all(self._again(seat, seq, shut, size) for seat in need)

    def _again(self, seat: str | None, seq: int, shut: list[Accepted], size: int) -> bool:
        own = any(one.own_key for one in shut if one.seat == seat)
        signs = [one for one in self._accepted(size) if one.seat is not None and one.upto >= seq]
        return any(one.seat == seat and (one.own_key or not own) for one in signs)

    def _in_force(self, one: Accepted, event: Event, size: int, idle: frozenset[int]) -> bool:
        if one.seat is not None:
            return True
        slip = event.do == "amend" and event.fields["action"] is None and event.fields["target"] == one.seq
        if slip and event.seq == one.seq + 1 and event.by in (None, "scribe"):
            return False
        effects = {seq: effect for seq, effect in self.effects.items() if seq <= size}
        now = told(one.seq, self.events, effects, idle)
        return now is not None and now[1]["do"] == "close"

    def _accepted(self, size: int) -> list[Accepted]:
        if size not in self._known_accepted:
            self._known_accepted[size] = self._all_accepted(size)
        return self._known_accepted[size]

    def _all_accepted(self, size: int) -> list[Accepted]:
        found, last, keys = [], 0, set()
        for event in self.events[:size]:
            fields = event.fields
            if event.do == "close":
                found.append(Accepted(event.seq, event.seq, None, False))
            elif event.do == "key":
                keys.add(fields["seat"])
            elif event.do in ("amend", "insert", "rewind"):
                last = event.seq
            elif (
                event.do == "sign" and fields["statement"] != "refuse" and event.by in (None, fields["seat"], "scribe")
            ):
                upto = int(fields["head"].split(":")[0]) - 1
                fits = upto < event.seq and self._head(upto) == fields["head"]
                holds = "signature" not in fields or fields["seat"] in keys
                if fits and holds and last <= upto and fields["seat"] in SEATS:
                    found.append(Accepted(event.seq, upto, fields["seat"], "signature" in fields))
        return found

    def _head(self, upto: int) -> str:
        if upto not in self._heads:
            self._heads[upto] = of_bodies(self.header, [event.body() for event in self.events[:upto]]).head().text()
        return self._heads[upto]

    def _officials(self, size: int) -> list[Official]:
        found: list[Official] = [
            (one["name"], LEVELS[one.get("level", "floor")], 0, None) for one in self.header["officials"]
        ]
        for event in self.events[:size]:
            if event.do != "appoint":
                continue
            by = self._level(event.by, found)
            may = by >= 2 or (event.by == "scribe" and all(level < 2 for _, level, _, _ in found))
            if may and event.fields["name"].lower() not in PLAYERS:
                found.append((event.fields["name"], LEVELS[event.fields.get("level", "floor")], event.seq, event.by))
        return found

    @staticmethod
    def _level(name: str | None, officials: list[Official]) -> int:
        return next((level for who, level, _, _ in reversed(officials) if who == name), 0)

    def _known(self, name: str | None, before: int, first: int) -> bool:
        return any(
            since in range(first) or self._known(by, since, first)
            for who, _, since, by in self._officials(len(self.events))
            if who == name and since < before
        )

    def _matters(self, size: int) -> list[Body]:
        """Every dispute: its claim, its state, and the ruling that stands."""
        if size not in self._known_matters:
            self._known_matters[size] = self._all_matters(size)
        return self._known_matters[size]

    def _all_matters(self, size: int) -> list[Body]:
        cases: dict[int, Body] = {}
        for event in self.events[:size]:
            fields, case = event.fields, cases.get(event.fields.get("dispute", -1))
            if event.do == "dispute":
                cases[event.seq] = {
                    "about": fields["about"],
                    "by": event.by,
                    "state": "open",
                    "last": None,
                    "over": False,
                }
            if case is None:
                continue
            level = self._level(event.by, self._officials(event.seq - 1))
            ended = case["state"] in ("settled", "withdrawn", "final")
            if event.do == "ruling" and level >= LEVELS[fields.get("level", "floor")] and not ended:
                full = {"state": "ruled", "last": event, "over": False}
                case |= {"state": "deferred"} if fields.get("deferred") else full
            elif event.do == "settle" and not ended and len(fields["seats"]) > 1 and case["by"] in fields["seats"]:
                case |= {"state": "settled", "over": True}
            elif event.do == "withdraw" and not ended and event.by == case["by"]:
                case |= {"state": "withdrawn", "over": True}
            elif event.do == "final" and level and case["state"] not in ("open", "reopened", "deferred"):
                case["state"] = "final"
            elif event.do == "reopen" and level >= 2 and ended and fields.get("why"):
                case |= {"state": "reopened", "over": False}
        return [{**case, "seq": seq, "stands": None if case["over"] else case["last"]} for seq, case in cases.items()]

    def _ordered(self, event: Event, order: list[int], idle: frozenset[int]) -> tuple[int, str] | None:
        """The ruling that a correction carries out, or by which it takes back what was ordered."""
        log = self.events[: event.seq - 1]
        ruling = next((one for one in log if one.seq == event.fields.get("ruling") and one.do == "ruling"), None)
        matters = self._matters(event.seq - 1)
        if ruling is None or event.by != ruling.by or ruling not in [case["stands"] for case in matters]:
            return None
        fields, said = event.fields, ruling.fields
        target, action = next(fields[key] for key in ("target", "after", "to") if key in fields), fields.get("action")
        earlier = [one.seq for one in log if one.do == "ruling" and one.fields["dispute"] == said["dispute"]]
        if event.do == "amend" and action is None and self.carries.get(target, (0,))[0] in earlier:
            return ruling.seq, "back"
        remedy, targets = said["remedy"], said.get("targets", [])
        fits = {
            "amend": event.do == "amend" and target in targets and action is not None,
            "void": event.do == "amend" and target in targets and action is None,
            "insert": event.do == "insert" and target in targets,
            "rewind": event.do == "rewind"
            and target == said.get("to")
            and fields.get("also", []) == said.get("also", []),
        }
        same = said.get("action") in (None, action)
        if not fits.get(remedy) or not same or self._done(ruling.seq, remedy, target, idle):
            return None
        return ruling.seq, "does"

    def _done(self, ruling: int, remedy: str, target: int, idle: frozenset[int]) -> bool:
        """Whether a ruling was carried out there already, and that was not taken back."""
        for seq, (named, how) in self.carries.items():
            fields = self.events[seq - 1].fields
            at = next(fields[key] for key in ("target", "after", "to") if key in fields)
            if named == ruling and how == "does" and (remedy == "rewind" or at == target):
                last: Effect | None = None
                for by, effect in self.effects.items():
                    if effect and effect[1] == seq and effect[0] in ("put", "back") and counts(by, self.effects, idle):
                        last = effect if last is None or last[0] != "back" else last
                if last is None or (last[0] == "put" and last[2] is not None):
                    return True
        return False
