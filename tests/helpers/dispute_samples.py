"""Small records with disputes, and cases for every rule of procedure."""

from typing import Any, NamedTuple

from records.keys import new_key
from records.record import of_bodies
from records.ruling_signature import signed_ruling
from records.seal import salt_of, seal
from records.signoff import SignText, key_id, sign

Body = dict[str, Any]

RECORD_ID = "01JCQ7Z0000000000000000001"
HEADER: Body = {
    "quartermaster": 1,
    "id": RECORD_ID,
    "game": "sea-or-shore",
    "players": [{"seat": "p1", "name": "Ann"}, {"seat": "p2", "name": "Bob"}, {"seat": "p3", "name": "Cleo"}],
    "options": {"kit": "demo"},
    "officials": [{"name": "Kim"}, {"name": "Lee", "level": "head"}, {"name": "Moa", "level": "committee"}],
}
START: Body = {"do": "setup", "position": {"decks": {"all": {"up": "red-4"}}}}
ANN = new_key("ann.example", bytes([1] * 32))
BOB = new_key("bob.example", bytes([2] * 32))
SALT = salt_of(bytes(range(16)))
PLAY = [
    START,
    {"do": "lay", "by": "p1", "shows": "red"},
    {"do": "lay", "by": "p2", "shows": 7},
]
"""Events 1 to 3."""


def lay(seat: str, shows: Any = 3) -> Body:
    return {"do": "lay", "by": seat, "shows": shows}


def dispute(about: Any = 2, **more: Any) -> Body:
    return {"do": "dispute", "by": "p3", "about": about, "claim": "that was another card", "kind": "illegal", **more}


def ruling(case: int = 4, by: str = "Kim", remedy: str = "stand", **more: Any) -> Body:
    body: Body = {"do": "ruling", "by": by, "dispute": case, "verdict": "upheld", "remedy": remedy}
    body["facts"] = {"standard": "agreed", "text": "all saw it"}
    return {**body, **more}


def appeal(of: int = 5, by: str = "p1", **more: Any) -> Body:
    return {"do": "appeal", "by": by, "ruling": of, "grounds": ["fact"], **more}


def sealed(value: str = "blue-3", seat: str = "p2", what: str = "pass", **more: Any) -> Body:
    return {"do": "seal", "by": seat, "what": what, "seal": seal(RECORD_ID, seat, what, SALT, value), **more}


def opened(value: str = "blue-3", by: str = "p2", what: str = "pass", **more: Any) -> Body:
    text = seal(RECORD_ID, "p2", "pass", SALT, "blue-3")
    return {"do": "reveal", "by": by, "what": what, "value": value, "seal": text, "salt": SALT, **more}


def key(seat: str = "p1", public: str = "", **more: Any) -> Body:
    return {"do": "key", "by": "scribe", "seat": seat, "key": public or ANN.public().text(), **more}


def head_after(bodies: list[Body]) -> str:
    """The head of the lines so far."""
    return of_bodies(HEADER, bodies).head().text()


def signed(before: list[Body], seat: str = "p1", statement: str = "accept", **more: Any) -> Body:
    """A tick on the scribe's device."""
    return {"do": "sign", "seat": seat, "head": head_after(before), "statement": statement, **more}


def signed_with_key(before: list[Body], seat: str = "p1", private: Any = ANN, **said: Any) -> Body:
    """A sign-off with a key; `said` changes what the signed text says."""
    head = head_after(before)
    fields: Body = {"record_id": RECORD_ID, "head": head, "seat": seat, "key": key_id(private.public().text())}
    fields |= {"result": "-", "statement": "accept", "time": "2026-11-15T21:00:00Z", **said}
    text = SignText(**fields).text()
    return {**signed(before, seat), "text": text, "signature": sign(text, private)}


def ruled_with_key(before: list[Body], private: Any = ANN) -> Body:
    """A ruling of Kim on the dispute of event 5, signed with a key."""
    return signed_ruling(RECORD_ID, of_bodies(HEADER, before).head(), ruling(5), private)


class RuleCase(NamedTuple):
    """Events after PLAY, and every finding of procedure: (seq, rule, answer)."""

    rule: str
    answer: str
    events: list[Body]
    expect: list[tuple[int, str, str]]
    why: str = ""


def broken(rule: str, events: list[Body], at: int, why: str = "") -> RuleCase:
    """The case breaks exactly this rule, at this event."""
    return RuleCase(rule, "broken", events, [(at, rule, "broken")], why)


def open_(rule: str, events: list[Body], at: int, why: str = "") -> RuleCase:
    return RuleCase(rule, "open", events, [(at, rule, "open")], why)


def ok(rule: str, events: list[Body]) -> RuleCase:
    return RuleCase(rule, "ok", events, [])


D = dispute()
D5 = dispute(3)
R = ruling()
PHOTO = {"sha256": "ab" * 32, "bytes": 12, "type": "image/jpeg"}


def evidence(**more: Any) -> Body:
    return {"do": "evidence", "by": "p1", "dispute": 4, "kind": "statement", "text": "I saw it", **more}


def settle(**more: Any) -> Body:
    return {"do": "settle", "dispute": 4, "seats": ["p1", "p3"], "outcome": "play on", **more}


WITHDRAW: Body = {"do": "withdraw", "dispute": 4, "by": "p3"}
FINAL: Body = {"do": "final", "dispute": 4, "by": "Kim"}
REOPEN: Body = {"do": "reopen", "dispute": 4, "by": "Lee", "why": "a new photograph"}
BACK: Body = {"do": "rewind", "to": 1, "ruling": 5, "by": "Kim"}
VOID: Body = {"do": "amend", "target": 3, "action": None, "ruling": 5, "by": "Kim"}
VOIDED = ruling(remedy="void", targets=[3])
ORDERED: Body = {"do": "amend", "target": 3, "action": lay("p2", 8), "ruling": 5, "by": "Kim"}
WARNING = {"person": "Bob", "infraction": "slow play", "level": "warning"}
LATE = [dispute(window={"until": "n-actions", "n": 1})]
SIX = [lay("p3"), lay("p1"), lay("p2"), lay("p3"), lay("p1")]
AMEND: Body = {"do": "amend", "target": 3, "action": lay("p2", 8)}

PUT_IN: Body = {"do": "insert", "after": 2, "action": lay("p3", 9), "ruling": 5, "by": "Kim"}
POSITION: Body = {"do": "setup", "position": {"decks": {"all": {"up": "red-4"}}}}
COUNT: Body = {"do": "observe", "facts": {}}
RESYNC = [COUNT, dispute(2), ruling(5, remedy="resync", observe=4)]
SET: Body = {"do": "insert", "after": 4, "action": POSITION, "ruling": 6, "by": "Kim"}
AMENDED = ruling(remedy="amend", targets=[3])
SAID = ruling(remedy="amend", targets=[3], action=lay("p2", 8))
OVERTURNED = [D, ruling(remedy="rewind", to=1), BACK, appeal(), ruling(by="Lee")]
"""Event 5 orders the rewind of event 6; event 8 lets play stand."""

FIX_2 = [
    ok("QM-FIX-2", [D, VOIDED, VOID]),
    ok("QM-FIX-2", [D, settle(), {**VOID, "by": "scribe"}]),
    ok("QM-FIX-2", [D, AMENDED, ORDERED]),
    ok("QM-FIX-2", [D, SAID, ORDERED]),
    ok("QM-FIX-2", [D, ruling(remedy="insert", targets=[2]), PUT_IN]),
    ok("QM-FIX-2", [*RESYNC, SET]),
    ok("QM-FIX-2", [*OVERTURNED, {"do": "amend", "target": 6, "action": None, "ruling": 8, "by": "Lee"}]),
    ok("QM-FIX-2", [D, VOIDED, VOID, {**VOID, "target": 6}, VOID]),
    broken("QM-FIX-2", [D, {**AMEND, "ruling": 4}], 5),
    broken("QM-FIX-2", [D, WITHDRAW, {**AMEND, "ruling": 5}], 6, "taking a claim back orders nothing"),
    broken("QM-FIX-2", [D, R, BACK], 6, "the ruling let it stand"),
    broken("QM-FIX-2", [D, VOIDED, VOID, ORDERED], 7, "replaced, not struck out"),
    broken("QM-FIX-2", [D, AMENDED, ORDERED, VOID], 7, "struck out, not replaced"),
    broken("QM-FIX-2", [D, SAID, ORDERED, {**ORDERED, "action": lay("p2", 9)}], 7, "another event than ordered"),
    broken("QM-FIX-2", [D, ruling(remedy="rewind", to=1), BACK, {**BACK, "to": 2}], 7),
    broken("QM-FIX-2", [D, VOIDED, VOID, {**VOID, "target": 2}], 7),
    broken("QM-FIX-2", [D, VOIDED, VOID, VOID], 7, "it was carried out already"),
    broken("QM-FIX-2", [D, VOIDED, {**VOID, "by": "scribe"}, VOID], 6, "only the one who ruled"),
    broken("QM-FIX-2", [*RESYNC, SET, {**SET, "after": 7}], 8, "one position for one ruling"),
    broken("QM-FIX-2", [*RESYNC, {**SET, "after": 3}, SET], 7, "not behind the last event that counts"),
    broken("QM-FIX-2", [*OVERTURNED[:2], *OVERTURNED[3:], BACK], 8, "overturned"),
]
"""What a remedy orders, and what it does not."""

SIGNED = [signed(PLAY, "p1"), signed([*PLAY, signed(PLAY, "p1")], "p2")]
"""Events 4 and 5: p1 and p2 accept the play."""
CLOSE: Body = {"do": "close", "result": "finished"}
ABOUT_6 = dispute(6)
"""Event 7, about the correction that is event 6."""


def again(*bodies: Body, seats: tuple[str, ...] = ("p1", "p2")) -> list[Body]:
    """The events, and these seats accept what there is then."""
    made = list(bodies)
    for seat in seats:
        made.append(signed([*PLAY, *made], seat))
    return made


FIX_4 = [
    open_("QM-FIX-4", [*SIGNED, AMEND], 6),
    open_("QM-FIX-4", [CLOSE, lay("p3"), AMEND], 6, "a close covers what was logged before it, for everybody"),
    open_("QM-FIX-4", [*SIGNED, {"do": "insert", "after": 1, "action": lay("p3")}], 6),
    open_("QM-FIX-4", [*SIGNED, {"do": "rewind", "to": 2}], 6),
    open_("QM-FIX-4", again(*SIGNED, AMEND, seats=("p1",)), 6, "p2 has not accepted again"),
    open_("QM-FIX-4", [*SIGNED, AMEND, ABOUT_6, settle(dispute=7)], 6, "a settlement is not enough"),
    open_("QM-FIX-4", [*SIGNED, AMEND, ABOUT_6, ruling(7, confirms=[6], takes_effect="when-final")], 6),
    ok("QM-FIX-4", again(*SIGNED, AMEND)),
    ok("QM-FIX-4", [*SIGNED, lay("p3"), {"do": "amend", "target": 6, "action": lay("p3", 5)}]),
    ok("QM-FIX-4", [*SIGNED, AMEND, ABOUT_6, ruling(7, confirms=[6])]),
    ok("QM-FIX-4", [*SIGNED, AMEND, ABOUT_6, ruling(7), {**FINAL, "dispute": 7}]),
    ok("QM-FIX-4", [*SIGNED, AMEND, {"do": "amend", "target": 6, "action": None}]),
    ok("QM-FIX-4", [CLOSE, {"do": "amend", "target": 4, "action": None}]),
]
"""Corrections of what was signed or closed; a ruling that is final without confirming one refuses it."""

CASES = [
    ok("QM-CLAIM-1", [dispute([1, 2])]),
    ok("QM-CLAIM-1", [dispute("conduct", kind="conduct")]),
    broken("QM-CLAIM-1", [dispute(9)], 4, "an event that is not there yet"),
    broken("QM-CLAIM-1", [dispute([3, 2])], 4, "a range backwards"),
    broken("QM-CLAIM-1", [dispute("the weather")], 4),
    ok("QM-CLAIM-2", [D]),
    open_("QM-CLAIM-2", LATE, 4),
    open_("QM-CLAIM-2", [dispute(window={"until": "full moon"})], 4),
    ok("QM-CLAIM-2", [*LATE, R]),
    ok("QM-CLAIM-3", [D]),
    broken("QM-CLAIM-3", [dispute(kind="gossip")], 4),
    ok("QM-CLAIM-4", [dispute(by="Mr Looker-on", via="Kim")]),
    broken("QM-CLAIM-4", [dispute(by="Mr Looker-on")], 4),
    ok("QM-CLAIM-5", [dispute(rule="SS-LAY-1")]),
    ok("QM-CLAIM-5", [dispute(rule="SS-ADD-12")]),
    ok("QM-CLAIM-5", [dispute(rule="QM-FIX-1")]),
    ok("QM-CLAIM-5", [dispute(rule="QM-SALT-1")]),
    ok("QM-CLAIM-5", [dispute(rule="SS-Q2", kind="rules-question")]),
    ok("QM-CLAIM-5", [dispute(rule="SS-LAY-1", kind="rules-question")]),
    broken("QM-CLAIM-5", [dispute(rule="XX-NOPE-9")], 4),
    broken("QM-CLAIM-5", [dispute(rule="SS-Q2")], 4, "a question is no rule"),
    broken("QM-CLAIM-5", [dispute(rule="SS-Q99", kind="rules-question")], 4),
    broken("QM-CLAIM-5", [dispute(rule="QM-NOPE-1")], 4),
    broken("QM-CLAIM-5", [dispute(rule="LI-PLACE-1")], 4, "a rule of another game"),
    ok("QM-CASE-1", [D, evidence()]),
    broken("QM-CASE-1", [D, evidence(dispute=2)], 5),
    broken("QM-CASE-1", [ruling(3)], 4),
    ok("QM-CASE-2", [D, R, evidence()]),
    broken("QM-CASE-2", [D, R, FINAL, evidence()], 7),
    broken("QM-CASE-2", [D, WITHDRAW, R], 6, "a ruling after the claim was taken back"),
    broken("QM-CASE-2", [D, R, FINAL, ruling(by="Lee")], 7, "a ruling after final"),
    ok("QM-CASE-2", [D, R, FINAL, REOPEN, ruling(by="Lee")]),
    ok("QM-EVID-1", [D, evidence(text=None, attachment=PHOTO, kind="photo")]),
    broken("QM-EVID-1", [D, evidence(kind="rumour")], 5),
    broken("QM-EVID-1", [D, {"do": "evidence", "dispute": 4, "kind": "photo"}], 5),
    broken("QM-EVID-1", [D, evidence(attachment={"sha256": "xy", "bytes": 1})], 5),
    broken("QM-EVID-1", [D, evidence(see="everybody")], 5),
    ok("QM-SETTLE-1", [D, settle()]),
    broken("QM-SETTLE-1", [D, settle(seats=["p1", "p2"])], 5, "the claimant is not among them"),
    broken("QM-SETTLE-1", [D, settle(seats=["p3"])], 5),
    broken("QM-SETTLE-1", [D, settle(seats=["p3", "p9"])], 5),
    ok("QM-WITHDRAW-1", [D, WITHDRAW]),
    broken("QM-WITHDRAW-1", [D, {**WITHDRAW, "by": "p1"}], 5),
    ok("QM-RULE-1", [D, R]),
    broken("QM-RULE-1", [D, ruling(by="Max")], 5),
    ok("QM-RULE-1", [D, {"do": "appoint", "by": "Lee", "name": "Max"}, ruling(by="Max")]),
    broken("QM-RULE-2", [D, ruling(panel=["bob"])], 5, "Bob plays, however the name is spelled"),
    ok("QM-RULE-2", [D, ruling(panel=["Lee"])]),
    ok("QM-RULE-3", [D, ruling(by="Lee", level="floor")]),
    broken("QM-RULE-3", [D, ruling(level="head")], 5),
    broken("QM-RULE-3", [D, ruling(level="pope")], 5),
    ok("QM-RULE-4", [D, ruling(facts={"standard": "undetermined"}, verdict="none")]),
    ok("QM-RULE-4", [D, {**ruling(deferred=True), "facts": None}]),
    broken("QM-RULE-4", [D, ruling(verdict="guilty")], 5),
    broken("QM-RULE-4", [D, ruling(facts={"text": "so"})], 5),
    broken("QM-RULE-4", [D, ruling(remedy="forgive")], 5),
    broken("QM-RULE-4", [D, ruling(remedy="adjust")], 5),
    broken("QM-RULE-4", [D, ruling(takes_effect="tomorrow")], 5),
    ok("QM-RULE-5", [D, ruling(remedy="rewind", to=1), BACK]),
    open_("QM-RULE-5", [D, ruling(remedy="rewind", to=1)], 5),
    ok("QM-RULE-5", [D, ruling(remedy="rewind", to=1, takes_effect="when-final")]),
    ok("QM-RULE-6", [D, ruling(penalties=[WARNING])]),
    broken("QM-RULE-6", [D, ruling(penalties=[{**WARNING, "person": "Zoe"}])], 5),
    broken("QM-RULE-6", [D, ruling(penalties=[{**WARNING, "level": "gallows"}])], 5),
    broken("QM-RULE-6", [D, ruling(penalties=[{**WARNING, "usual": "caution"}])], 5),
    broken("QM-RULE-6", [D, ruling(penalties=[{**WARNING, "infraction": ""}])], 5),
    ok("QM-RULE-9", [D, ruling(rules=["SS-LAY-1", "SS-ADD-12", "QM-CLAIM-2"])]),
    ok("QM-RULE-9", [dispute(kind="rules-question"), ruling(rules=["SS-Q2"])]),
    broken("QM-RULE-9", [D, ruling(rules=["SS-LAY-1", "XX-NOPE-9"])], 5),
    broken("QM-RULE-9", [D, ruling(rules=["SS-Q2"])], 5, "a question is no rule"),
    broken("QM-RULE-9", [dispute(kind="rules-question"), ruling(rules=["SS-Q99"])], 5),
    ok("QM-FINAL-1", [D, R, FINAL]),
    broken("QM-FINAL-1", [D, FINAL], 5),
    broken("QM-FINAL-1", [D, R, {**FINAL, "by": "p1"}], 6),
    broken("QM-FINAL-1", [D, R, appeal(), FINAL], 7, "an appeal is open"),
    ok("QM-FINAL-2", [D, R, FINAL, REOPEN]),
    broken("QM-FINAL-2", [D, R, FINAL, {**REOPEN, "by": "Kim"}], 7),
    broken("QM-FINAL-2", [D, R, FINAL, {"do": "reopen", "dispute": 4, "by": "Lee"}], 7),
    broken("QM-FINAL-2", [D, R, REOPEN], 6),
    ok("QM-OFFICIAL-1", [{"do": "appoint", "by": "Lee", "name": "Max"}]),
    broken("QM-OFFICIAL-1", [{"do": "appoint", "by": "Kim", "name": "Max"}], 4),
    broken("QM-OFFICIAL-1", [{"do": "appoint", "by": "scribe", "name": "Max"}], 4, "there is a head official"),
    broken("QM-OFFICIAL-1", [{"do": "appoint", "by": "Lee", "name": "Ann"}], 4),
    broken("QM-OFFICIAL-1", [{"do": "appoint", "by": "Lee", "name": "Max", "level": "king"}], 4),
    ok("QM-APPEAL-1", [D, R, appeal()]),
    broken("QM-APPEAL-1", [D, R, appeal(4)], 6),
    broken("QM-APPEAL-1", [D, ruling(deferred=True), appeal()], 6),
    broken("QM-APPEAL-1", [D, R, appeal(), ruling(by="Lee"), appeal(5)], 8, "the first ruling no longer stands"),
    ok("QM-APPEAL-2", [D, ruling(appeal_until="2026-11-15T19:00:00Z"), appeal(at="2026-11-15T18:59:00Z")]),
    broken("QM-APPEAL-2", [D, ruling(appeal_until="2026-11-15T19:00:00Z"), appeal(at="2026-11-15T19:01:00Z")], 6),
    broken("QM-APPEAL-2", [D, R, FINAL, appeal()], 7),
    ok("QM-APPEAL-3", [D, R, appeal(), ruling(by="Lee"), appeal(7)]),
    broken("QM-APPEAL-3", [D, R, appeal(), appeal(by="p2")], 7),
    ok("QM-APPEAL-4", [D, R, appeal(grounds="penalty")]),
    broken("QM-APPEAL-4", [D, R, appeal(grounds=["spite"])], 6),
    broken("QM-APPEAL-4", [D, R, appeal(by="Kim")], 6),
    ok("QM-APPEAL-5", [D, R, appeal(), ruling(by="Lee")]),
    ok("QM-APPEAL-5", [D, R, appeal(), ruling(by="Moa")]),
    broken("QM-APPEAL-5", [D, R, appeal(), ruling(by="Lee", level="floor")], 7),
    broken(
        "QM-APPEAL-5",
        [D, R, appeal(), ruling(by="Lee", deferred=True), ruling(by="Lee", level="floor")],
        8,
        "play went on, the appeal is still open",
    ),
    ok("QM-APPEAL-6", [D, R, appeal(), ruling(by="Lee", panel=["Moa"])]),
    broken("QM-APPEAL-6", [D, R, appeal(), ruling(by="Lee", panel=["Kim"])], 7),
    ok("QM-FIX-1", [AMEND]),
    open_("QM-FIX-1", [*SIX, AMEND], 9),
    ok("QM-FIX-1", [*SIX, AMEND, dispute(9), ruling(10)]),
    ok("QM-FIX-1", [{"do": "unread", "said": "b7?"}, *SIX, {"do": "amend", "target": 4, "action": None}]),
    *FIX_2,
    *FIX_4,
    ok("QM-RULE-10", [AMEND, dispute(4), ruling(5, confirms=[4])]),
    broken("QM-RULE-10", [D, ruling(confirms=[3])], 5, "play is no correction"),
    broken("QM-RULE-10", [D, ruling(confirms=[6]), AMEND], 5, "not logged before it"),
    broken("QM-RULE-10", [AMEND, {"do": "amend", "target": 4, "action": None}, D, ruling(6, confirms=[4])], 7),
    open_("QM-FIX-1", [{**AMEND, "by": "p1"}], 4, "only the scribe corrects alone"),
    ok("QM-FIX-1", [*SIX, AMEND, dispute(2), ruling(10, confirms=[9])]),
    ok("QM-FIX-1", [*SIX, AMEND, {"do": "amend", "target": 9, "action": None}]),
    open_("QM-FIX-1", [*SIX, {"do": "rewind", "to": 2}], 9, "the window runs from event 3, which falls away"),
    ok("QM-FIX-1", [*SIX, {"do": "rewind", "to": 3}]),
    ok("QM-FIX-3", [{**AMEND, "by": "scribe"}]),
    broken("QM-FIX-3", [{**AMEND, "by": "a passer-by"}], 4),
    ok("QM-SEAL-1", [sealed(), opened()]),
    broken("QM-SEAL-1", [sealed(), opened("blue-7")], 5),
    broken("QM-SEAL-1", [sealed(), opened(what="deal")], 5),
    ok("QM-SEAL-2", [D, sealed(), opened(by="Kim", dispute=4, why="to see what was passed")]),
    broken("QM-SEAL-2", [D, sealed(), opened(by="Kim", dispute=4)], 6, "no reason"),
    broken("QM-SEAL-2", [D, sealed(), opened(by="Kim", why="curious")], 6, "no dispute"),
    broken("QM-SEAL-2", [D, sealed(), opened(by="p1", dispute=4, why="I want to know")], 6),
    broken(
        "QM-SEAL-2",
        [D, sealed(), {"do": "access", "by": "p1", "seat": "p2", "what": "pass", "dispute": 4, "why": "hm"}],
        6,
    ),
    broken("QM-SEAL-2", [D, WITHDRAW, sealed(), opened(by="Kim", dispute=4, why="still curious")], 7),
    ok("QM-SEAL-3", [sealed(open_by="game-end"), opened(), {"do": "close", "result": "finished"}]),
    broken("QM-SEAL-3", [sealed(open_by="game-end"), {"do": "close", "result": "finished"}], 4),
    ok("QM-SEAL-4", [sealed(), opened()]),
    open_("QM-SEAL-4", [sealed(), opened(salt=None)], 5),
    ok("QM-SEAL-5", [sealed(open_by="dispute")]),
    broken("QM-SEAL-5", [sealed(open_by="midnight")], 4),
    broken("QM-SEAL-5", [sealed(), sealed()], 5),
    broken("QM-SEAL-5", [{**sealed(), "by": "Kim"}], 4),
    ok("QM-KEY-1", [key()]),
    ok("QM-KEY-1", [key("Kim", BOB.public().text(), by="Lee")]),
    broken("QM-KEY-1", [key("Max")], 4, "neither a seat nor an official"),
    broken("QM-KEY-1", [key("Kim"), key("Lee")], 5, "two officials, one key"),
    broken("QM-KEY-1", [key("p9")], 4),
    broken("QM-KEY-1", [key(public="my key")], 4),
    broken("QM-KEY-1", [key(by="p1")], 4),
    broken("QM-KEY-1", [key(), key("p2")], 5, "two seats, one key"),
    ok("QM-SIGN-1", [signed(PLAY)]),
    broken("QM-SIGN-1", [signed(PLAY, by="p2")], 4),
    broken("QM-SIGN-1", [signed(PLAY, "p9")], 4),
    broken("QM-SIGN-1", [signed(PLAY, statement="whatever")], 4),
    broken("QM-SIGN-1", [{**signed(PLAY), "head": "9:" + head_after(PLAY)[2:]}], 4),
    broken("QM-SIGN-1", [{**signed(PLAY), "head": "3:" + head_after(PLAY)[2:]}], 4, "the root of other lines"),
    ok("QM-SIGN-1", [signed(PLAY, by="scribe")]),
    ok("QM-SIGN-1", [lay("p3"), signed(PLAY)]),
    ok("QM-SIGN-2", [signed(PLAY)]),
    open_("QM-SIGN-2", [D, signed([*PLAY, D])], 5),
    ok("QM-SIGN-2", [D, signed([*PLAY, D]), R, FINAL]),
    ok("QM-SIGN-3", [key(), signed_with_key([*PLAY, key()])]),
    broken("QM-SIGN-3", [key(), signed_with_key([*PLAY, key()], private=BOB)], 5, "a key the seat was never given"),
    broken("QM-SIGN-3", [key(), signed_with_key([*PLAY, key()], statement="refuse")], 5),
    broken("QM-SIGN-3", [key(), signed_with_key([*PLAY, key()], record_id="01JCQ7Z0000000000000000002")], 5),
    broken("QM-SIGN-3", [key(), key(revoked=True), signed_with_key([*PLAY, key(), key(revoked=True)])], 6),
    ok("QM-SIGN-3", [key("Kim"), D5, ruled_with_key([*PLAY, key("Kim"), D5])]),
    broken("QM-SIGN-3", [key("Kim"), D5, ruled_with_key([*PLAY, key("Kim"), D5], private=BOB)], 6, "a foreign key"),
    broken("QM-SIGN-3", [key("p1"), D5, ruled_with_key([*PLAY, key("p1"), D5])], 6, "the key of a player"),
    broken("QM-SIGN-3", [key("Kim"), D5, ruled_with_key([*PLAY, key("Kim")])], 6, "made for an earlier place"),
    broken("QM-SIGN-3", [key("Kim"), D5, {**ruled_with_key([*PLAY, key("Kim"), D5]), "verdict": "none"}], 6, "changed"),
    ok("QM-SIGN-4", [D, signed([*PLAY, D], statement="accept-with", disputes=[4]), R, FINAL]),
    broken("QM-SIGN-4", [signed(PLAY, statement="accept-with")], 4),
]
