"""What is demanded of every game, found by its folder."""

import hashlib
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import msgspec
import pytest

from records.canonical import canonical, plain
from records.record import of_bodies
from replay.action import Observe, body_of
from replay.audit import audit
from replay.counting import CITE, TEXT
from replay.engine_rules import ENGINE_RULES
from replay.game import Frame, Game
from replay.library import game_ids, game_of, table_of
from replay.playout import digest, fold, play_out
from replay.reel import Eyes, Played, judged
from replay.snapshot import pack_state, unpack_state
from replay.tell import tell
from replay.view import TABLE
from replay.whole_record import score_of
from tests.helpers.slow import first_ones, many, shares, some
from tests.helpers.tools import Body, Case, audit_of, cases, dealt, found, shaken, timeline, well_formed
from tests.helpers.twins import hidden_from, with_another_value

GAMES = game_ids()
ALL_CASES = [(game_id, case) for game_id in GAMES for case in cases(game_id)]
DEALT_GAMES = int(os.environ.get("QM_DEALT_GAMES") or many(18, 35))


def counts(game: Game) -> list[int]:
    return list(game.player_counts)


TABLES = [(game_id, players) for game_id in GAMES for players in counts(game_of(game_id))]
SMALLEST = [(game_id, counts(game_of(game_id))[0]) for game_id in GAMES]
SLOWER = [pytest.param(*table, marks=pytest.mark.slow) for table in TABLES if table not in SMALLEST]
"""The other player counts, for proofs that take seconds with each."""
SECRETIVE = [table for table in SMALLEST if game_of(table[0]).has_secrets]
SLOWEST = [
    *(pytest.param(*table, marks=pytest.mark.slow) for table in SECRETIVE[:-1]),
    *(table for table in SLOWER if game_of(table.values[0]).has_secrets),
]
"""All tables with something to hide but the smallest of one game, for proofs that take even longer."""


@pytest.mark.parametrize("game_id", GAMES)
def test_rules_have_an_id_a_sentence_and_a_source(game_id: str) -> None:
    game = game_of(game_id)
    ids = [rule.id for rule in game.rules]

    assert len(set(ids)) == len(ids)
    for rule in game.rules:
        assert re.fullmatch(rf"{game.prefix}-[A-Z0-9]+-\d+", rule.id), rule.id
        assert rule.text.endswith("."), f"{rule.id} needs a whole sentence"
        assert str(rule.cite)


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_a_question_that_cannot_come_up_at_a_table_changes_nothing_there(game_id: str, players: int) -> None:
    game = game_of(game_id)
    idle = [question for question in game.questions if not question.comes_up(players, ())]
    for question in idle:
        assert {question.variant} <= {"", *(variant.id for variant in game.variants)}
    simulated = dealt(game_id, players, 3)
    usual = audit_of(simulated.header, simulated.full)
    others = {question.id: question.answers[-1] for question in idle if question.honoured}
    header = {**simulated.header, "options": {**simulated.header.get("options", {}), "readings": others}}
    unusual = audit_of(header, simulated.full)

    assert unusual.answers == usual.answers
    assert game.document(unusual.final) == game.document(usual.final)


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_the_table_keeps_to_the_width_it_is_given(game_id: str, players: int) -> None:
    simulated = dealt(game_id, players, 2)
    game, table, line, _ = timeline(simulated.header, simulated.full)
    for step in list(fold(game, table, line))[::9]:
        for width in (71, 77, 80, 97, 100, 120):  # a terminal of 80 or 100, and what the viewer leaves of it
            assert max(map(len, game.render(Frame(step.after, step.before, width)))) <= width


@pytest.mark.parametrize("game_id", GAMES)
def test_questions_name_rules_that_exist(game_id: str) -> None:
    game = game_of(game_id)
    known = {rule.id for rule in game.rules}

    for question in game.questions:
        assert question.answers, question.id
        assert set(question.bears_on) <= known, question.id
    for path in game.paths:
        assert set(path.rules) <= known, path.path


@pytest.mark.parametrize(
    ("game_id", "case"),
    ALL_CASES,
    ids=[f"{game_id}-{case.rule}-{case.answer}-{case.line}" for game_id, case in ALL_CASES],
)
def test_the_audit_of_each_case_finds_exactly_what_it_must(game_id: str, case: Case) -> None:
    assert found(case.record[0], case.record[1:], case.tables) == case.expect, case.why


@pytest.mark.parametrize("game_id", GAMES)
def test_every_check_has_a_record_that_breaks_exactly_it(game_id: str) -> None:
    broken = {case.rule for case in cases(game_id) if _broken(case) == [case.rule]}
    lacking = [rule.id for rule in game_of(game_id).rules if rule.kind == "check" and rule.may_break]

    assert [rule for rule in lacking if rule not in broken] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_derived_rule_has_a_record_in_which_the_table_did_something_else_and_is_named_there(game_id: str) -> None:
    game = game_of(game_id)
    derived = {rule.id for rule in game.rules if rule.kind == "derived"}
    named = {
        case.rule
        for case in cases(game_id)
        if case.rule in derived and f"{game.prefix}-OBS-1" in _broken(case) and case.rule in _cited(case)
    }

    assert sorted(derived - named) == []


def _cited(case: Case) -> set[str]:
    findings = audit_of(case.record[0], case.record[1:], case.tables).findings
    return {cited.rule for finding in findings if finding.answer == "broken" for cited in finding.cites}


@pytest.mark.parametrize("game_id", GAMES)
def test_every_derived_rule_belongs_to_a_path_and_every_path_names_what_exists(game_id: str) -> None:
    game = game_of(game_id)
    derived = {rule.id: rule for rule in game.rules if rule.kind == "derived"}
    questions = {question.id for question in game.questions}

    assert {id for doc in game.paths for id in doc.rules} == set(derived)
    assert {id for doc in game.paths for id in doc.questions} <= questions
    assert {id for rule in game.rules for id in rule.questions} <= questions


@pytest.mark.parametrize("game_id", GAMES)
def test_the_counting_rule_is_the_same_in_every_game(game_id: str) -> None:
    game = game_of(game_id)
    rule = game.rule(f"{game.prefix}-OBS-1")

    assert rule is not None
    assert (rule.text, rule.cite) == (TEXT, CITE)
    assert Observe in rule.judges


@pytest.mark.parametrize("game_id", GAMES)
def test_what_an_observation_cites_is_also_said_for_each_path(game_id: str) -> None:
    game = game_of(game_id)
    prefix = f"{game.prefix}-OBS-1"
    found = [
        finding
        for case in cases(game_id)
        if any(rule == prefix for _, rule, _ in case.expect)
        for finding in audit_of(case.record[0], case.record[1:], case.tables).findings
        if finding.rule == prefix and "differences" in finding.facts
    ]

    assert found
    for finding in found:
        of_paths = [rule for item in finding.facts["differences"] for rule in item["rules"]]
        assert [cited.rule for cited in finding.cites] == list(dict.fromkeys(of_paths))
        assert all(item["known"] or not item["rules"] for item in finding.facts["differences"])


@pytest.mark.parametrize("game_id", GAMES)
def test_every_check_has_a_record_that_obeys_it(game_id: str) -> None:
    obeyed = {case.rule for case in cases(game_id) if case.answer == "ok" and _is_asked_and_silent(game_id, case)}

    assert [rule.id for rule in game_of(game_id).rules if rule.kind == "check" and rule.id not in obeyed] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_every_check_that_may_stay_open_has_a_record_that_leaves_it_open(game_id: str) -> None:
    left_open = {
        case.rule for case in cases(game_id) if any(rule == case.rule and how == "open" for _, rule, how in case.expect)
    }

    assert [rule.id for rule in game_of(game_id).rules if rule.may_open and rule.id not in left_open] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_no_check_is_open_in_a_case_unless_it_says_so(game_id: str) -> None:
    may_open = {rule.id for rule in (*game_of(game_id).rules, *ENGINE_RULES) if rule.may_open}
    opened = {rule for case in cases(game_id) for _, rule, answer in case.expect if answer == "open"}

    assert opened - may_open == set()


def _broken(case: Case) -> list[str]:
    return [rule for _, rule, answer in case.expect if answer == "broken"]


def _is_asked_and_silent(game_id: str, case: Case) -> bool:
    game, _, line, _ = timeline(case.record[0], case.record[1:], case.tables)
    rule = game.rule(case.rule)
    assert rule is not None
    asked = any(isinstance(action, rule.judges) for _, action in line)
    return asked and all(name != case.rule for _, name, _ in case.expect)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seed", first_ones(range(many(25, 60)), quick=3))
def test_the_reducer_takes_any_sequence_of_actions_and_changes_nothing_it_was_given(game_id: str, seed: int) -> None:
    header, bodies = shaken(game_id, seed)
    game, table, line = well_formed(header, bodies)

    states = [step.after for step in fold(game, table, line)]
    again = [step.after for step in fold(game, table, line)]

    assert states == again
    documents = [canonical(game.document(state)) for state in states]
    for step in fold(game, table, line):
        before = canonical(game.document(step.before))
        tell(game, step)
        game.render(Frame(step.after, step.before, 80))
        game.suggest(step.after)
        game.score(step.after)
        assert canonical(game.document(step.before)) == before
    assert documents == [canonical(game.document(state)) for state in again]
    audit(game, table, line)
    audit(game, table, line, forward=True)


@pytest.mark.parametrize("game_id", GAMES)
def test_states_and_actions_survive_being_written_and_read(game_id: str) -> None:
    game = game_of(game_id)
    for players in counts(game):
        simulated = dealt(game_id, players, 11)
        _, table, line, _ = timeline(simulated.header, simulated.full)
        for step in fold(game, table, line):
            assert unpack_state(game, table, pack_state(game, step.after)) == step.after
            assert msgspec.convert(body_of(step.action), type(step.action)) == step.action


@pytest.mark.parametrize("seeds", shares(3, DEALT_GAMES))
@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_dealt_games_have_no_finding_in_full_and_nothing_broken_as_the_scribe_saw_them(
    game_id: str, players: int, seeds: range
) -> None:
    for seed in seeds:
        simulated = dealt(game_id, players, seed)
        full = audit_of(simulated.header, simulated.full)
        scribe = audit_of(simulated.header, simulated.scribe)
        revealed = audit_of(simulated.header, simulated.revealed)

        assert full.findings == (), f"seed {seed}"
        assert scribe.answers.broken == 0, (
            f"seed {seed}: {[item for item in scribe.findings if item.answer == 'broken'][:3]}"
        )
        assert revealed.findings == (), f"seed {seed}: {revealed.findings[:3]}"
        game = game_of(game_id)
        assert game.score(full.final).over, f"seed {seed}: the game was not played to its end"


@pytest.mark.parametrize("game_id", GAMES)
def test_dealt_games_use_every_action(game_id: str) -> None:
    game = game_of(game_id)
    named = {body["do"] for case in cases(game_id) for body in case.record[1:]}
    unused = {str(kind.__struct_config__.tag) for kind in game.actions} - named
    for seed, players in product(range(30), counts(game)):
        unused -= {body["do"] for body in dealt(game_id, players, seed).full} if unused else set()

    assert unused == set()


@pytest.mark.parametrize("games", [many(1, 4)])
@pytest.mark.parametrize(("game_id", "players"), [SECRETIVE[-1], *some(SLOWEST, 3)])
def test_no_view_of_a_seat_tells_what_it_may_not_know(game_id: str, players: int, games: int) -> None:
    """Twin games, equal except for one hidden value: whoever may not know it sees the same bytes."""
    rng = Random(players)
    pairs = 0
    for seed in range(16):
        if pairs >= 8 and seed >= games:
            break
        simulated = dealt(game_id, players, seed)
        game, table, line, _ = timeline(simulated.header, simulated.full)
        for viewer in (*table.seats, TABLE):
            hidden = hidden_from(game, table, line, viewer)
            seen = _seen(simulated.header, simulated.full, viewer)
            for place in rng.sample(hidden, min(2, len(hidden))):
                twin = with_another_value(simulated.full, place, hidden, rng)
                if twin is None:
                    continue
                pairs += 1
                assert _seen(simulated.header, twin, viewer) == seen, place[:2]
    assert pairs >= 8


def _seen(header: Body, bodies: list[Body], viewer: str) -> bytes:
    """Everything these eyes are shown: each step, the result, and what is said of a result that was declared."""
    first = header["players"][0]["seat"]
    declared = {"winners": [first], "scores": {first: 10}, "places": {first: 1}}
    record = of_bodies(header, [*bodies, {"do": "close", "result": declared}])
    game = game_of(record.header.game)
    table = table_of(game, record.header)
    _, findings = judged(Played(record, game, table), Eyes(viewer))
    told = [plain([*findings.items()]), plain(score_of(record, eyes=viewer))]
    replay = play_out(game, table, record.events, viewer=viewer)
    shown = [
        [game.document(step.after), tell(game, step), game.render(Frame(step.after, step.before, 100, viewer))]
        for step in replay.steps[:-1]
    ]
    return canonical([shown, told])


@pytest.mark.slow
@pytest.mark.parametrize("games", [many(1, 3)])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_log_gives_the_same_bytes_in_another_process(game_id: str, games: int) -> None:
    here = fingerprint(game_id, games)
    script = f"from tests.test_games import fingerprint; print(fingerprint({game_id!r}, {games}))"
    for hash_seed in ("1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(__file__).parent.parent,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == here


def fingerprint(game_id: str, games: int) -> str:
    """A digest over dealt games for each number of players, their audits and all their states."""
    total = hashlib.sha256()
    game = game_of(game_id)
    for players in counts(game):
        for seed in range(games):
            simulated = dealt(game_id, players, seed)
            for bodies in (simulated.full, simulated.scribe, simulated.revealed):
                _, table, line, record = timeline(simulated.header, bodies)
                audited = audit(game, table, line)
                total.update(record.head().root)
                total.update(canonical(msgspec.to_builtins([audited.answers, audited.findings, audited.changes])))
                for step in fold(game, table, line):
                    total.update(digest(game, step.after).encode())
    return total.hexdigest()
