"""Stratego Lost Island: dealt games with every variant, mutations by rule, twins, and what viewers can see."""

import os
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from records.canonical import canonical
from replay.game import Frame
from replay.library import game_of
from replay.playout import play_out
from replay.view import TABLE
from tests.games.lost_island.helpers import SEATS
from tests.games.lost_island.moments import Change, misreported_battle, moments
from tests.games.lost_island.mutations import AS_SEEN, FORBIDDEN_COINS, IN_FULL
from tests.helpers.slow import first_ones, many, shares
from tests.helpers.tools import Body, audit_of, dealt, found, timeline

GAME = game_of("lost-island")
GAMES = int(os.environ.get("QM_DEALT_GAMES", "100")) // 10
VARIANTS = [variant.id for variant in GAME.variants]
HONOURED = [
    (question.id, answer)
    for question in GAME.questions
    if question.honoured
    for answer in question.answers
    if answer != question.default
]


def prove(players: int, seed: int, **options: Any) -> None:
    """The dealt-games proof: no findings in full, none broken as seen, none once all is revealed, and an end."""
    simulated = dealt("lost-island", players, seed, **options)
    full = audit_of(simulated.header, simulated.full)
    scribe = audit_of(simulated.header, simulated.scribe)
    revealed = audit_of(simulated.header, simulated.revealed)

    assert full.findings == (), seed
    assert scribe.answers.broken == 0, seed
    assert revealed.findings == (), seed
    assert full.final.phase == "over", seed


@pytest.mark.parametrize("seeds", shares(2, GAMES))
@pytest.mark.parametrize("variant", VARIANTS)
def test_dealt_games_with_each_variant(variant: str, seeds: range) -> None:
    for players in (2, 3, 4):
        for seed in seeds:
            prove(players, seed, variants=[variant])


@pytest.mark.slow
def test_dealt_games_with_all_variants_that_go_together() -> None:
    for players in (2, 3, 4):
        for seed in range(GAMES):
            prove(players, seed, variants=[name for name in VARIANTS if name != "landscape"])


@pytest.mark.parametrize(("question", "answer"), HONOURED)
@pytest.mark.parametrize("seed", first_ones(range(3)))
def test_dealt_games_with_each_reading_that_is_honoured(question: str, answer: str, seed: int) -> None:
    prove(2 + seed, seed, readings={question: answer}, variants=["storm-sinks"] if question == "SL-Q37" else [])


def attempts(rule: str, change: Change, *, seen: bool = False, **options: Any) -> tuple[int, int]:
    """How many changes were made, and how many of them the audit named at their event."""
    made = named = 0
    for players, seed in ((2, 1), (3, 2), (4, 3), (2, 4), (3, 5), (4, 6), *((2 + n % 3, n) for n in range(7, 40))):
        for header, before, moment in islice(moments(players, seed, seen=seen, **options), 0, None, 2):
            wrong = change(moment)
            if wrong is None:
                continue
            made += 1
            after: list[Body] = [{"do": "end", "by": moment.seat}] if rule == "SL-BOMB-4" else []
            line = {key: value for key, value in wrong.items() if value is not None}
            named += [len(before) + 1, rule, "broken"] in found(header, [*before, line, *after])
            if made >= many(3, 6):
                return made, named
    return made, named


@pytest.mark.parametrize("rule", first_ones(sorted(IN_FULL), quick=20))
def test_one_illegal_change_is_named_by_its_rule(rule: str) -> None:
    made, named = attempts(rule, IN_FULL[rule])

    assert made > 0, "no dealt game has a moment for it"
    assert named == made


@pytest.mark.parametrize("rule", sorted(AS_SEEN))
def test_one_illegal_change_to_a_scribes_record_is_named_by_its_rule(rule: str) -> None:
    made, named = attempts(rule, AS_SEEN[rule], seen=True)

    assert made > 0
    assert named == made


def test_sl_loot_1_stepping_onto_fresh_coins_is_named() -> None:
    made, named = attempts("SL-LOOT-1", FORBIDDEN_COINS["SL-LOOT-1"], readings={"SL-Q6": "forbid"})

    assert made > 0
    assert named == made


def test_sl_hid_4_a_misreported_battle_is_named() -> None:
    made = 0
    for seed in range(12):
        for header, before, moment in moments(3, seed, seen=True, variants=["secret-battles"]):
            wrong = misreported_battle(header, before, moment)
            if wrong is not None:
                made += 1
                assert [len(before) + 1, "SL-HID-4", "broken"] in found(header, [*before, wrong])
        if made >= 10:
            break
    assert made >= 10


SETUP_CHANGES: dict[str, Body] = {
    "SL-SET-2": {"stones": ["b2", "b5", "e5"]},
    "SL-SET-3": {"stones": ["b2", "b5", "e5", "d3"]},
    "SL-SET-4": {"start": {"red": {"a": "a1", "b": "a2"}}},
    "SL-SET-5": {"start": {"red": {"a": "a1", "b": "a2", "c": "a2"}}},
    "SL-SET-6": {"start": {"red": {"a": "a1", "b": "a2", "c": "d4"}}},
    "SL-SET-8": {"first": "green"},
}


@pytest.mark.parametrize("rule", sorted(SETUP_CHANGES))
def test_a_wrong_beginning_is_named_by_its_rule(rule: str) -> None:
    for players in (2, 3, 4):
        simulated = dealt("lost-island", players, 1)
        bodies = [{**simulated.full[0], **SETUP_CHANGES[rule]}, *simulated.full[1:]]
        assert [1, rule, "broken"] in found(simulated.header, bodies)


def test_sl_set_1_sl_set_7_sl_ring_3_and_sl_end_1_are_named() -> None:
    simulated = dealt("lost-island", 2, 1)
    strange = {**simulated.header, "players": [{"seat": "red"}, {"seat": "blue"}]}
    assert [1, "SL-SET-1", "broken"] in found(strange, simulated.full)

    middle = GAME.document(audit_of(simulated.header, simulated.full[:20]).final)
    too_rich = {**middle, "coins": {**middle["coins"], "red": middle["coins"]["red"] + 1}}
    assert found(simulated.header, [{"do": "setup", "position": middle}]) == []
    assert found(simulated.header, [{"do": "setup", "position": too_rich}]) == [[1, "SL-SET-7", "broken"]]

    worn = sum(len(letters) for letters in middle["rings"].values())
    no_rings = {**middle, "supply": {**middle["supply"], "rings": 0}, "lost": {**middle["lost"], "rings": 24 - worn}}
    seat, piece = next((seat, letter) for seat, letters in middle["explorers"].items() for letter in letters)
    ring = {"do": "ring", "by": seat, "piece": f"{seat}.{piece}"}
    assert [2, "SL-RING-3", "broken"] in found(simulated.header, [{"do": "setup", "position": no_rings}, ring])

    late = [*simulated.full, {"do": "end"}]
    assert [len(late), "SL-END-1", "broken"] in found(simulated.header, late)


def test_every_check_that_can_be_broken_has_a_mutation() -> None:
    others = {"SL-SET-1", "SL-SET-7", "SL-RING-3", "SL-END-1", "SL-HID-4"}
    covered = {*IN_FULL, *AS_SEEN, *FORBIDDEN_COINS, *SETUP_CHANGES, *others}

    assert {rule.id for rule in GAME.rules if rule.kind == "check" and rule.may_break} - covered == set()


@pytest.mark.slow
@pytest.mark.parametrize("variants", first_ones([[], ["secret-battles"]]))
def test_a_swap_of_two_values_nobody_was_shown_changes_no_view_of_another_seat(variants: list[str]) -> None:
    """Twins: equal except for two values of one seat that were never compared with anything."""
    pairs = 0
    for seed in range(40):
        simulated = dealt("lost-island", 3, seed, variants=variants)
        seen = Counter(piece for body in simulated.full for piece in _named(body))
        values = simulated.full[0]["values"]
        for owner in SEATS[:3]:
            unseen = [letter for letter in "abcdef" if not seen[f"{owner}.{letter}"]]
            if len(unseen) < 2:
                continue
            one, other = Random(seed).sample(unseen, 2)
            swapped = {**values[owner], one: values[owner][other], other: values[owner][one]}
            twin = [{**simulated.full[0], "values": {**values, owner: swapped}}, *simulated.full[1:]]
            for viewer in (*SEATS[:3], TABLE):
                pairs += viewer != owner
                same = views(simulated.header, simulated.full, viewer) == views(simulated.header, twin, viewer)
                assert same == (viewer != owner)
        if pairs >= 9:
            return
    assert pairs >= 6


def _named(body: Body) -> list[str]:
    """The pieces whose values a line shows or uses."""
    if body["do"] == "battle":
        return [body["piece"], body["target"]]
    if body["do"] == "spy":
        return [body["target"]]
    return list(body.get("hits", {}))


def views(header: Body, bodies: list[Body], viewer: str) -> bytes:
    """Everything a viewer can be shown: documents, sentences, boards and what can be inferred."""
    _, table, _, record = timeline(header, bodies)
    replay = play_out(GAME, table, record.events, viewer=viewer)
    from replay.read import read_timeline
    from replay.view import mask

    line = mask(GAME, table, read_timeline(GAME, table, record.events), viewer)
    assert GAME.knowledge is not None
    known = GAME.knowledge(table, line, viewer if viewer != TABLE else None)
    shown = [
        [GAME.document(step.after), GAME.tell(step), GAME.render(Frame(step.after, step.before, 80, viewer))]
        for step in replay.steps
    ]
    return canonical([shown, known])


def test_a_view_of_a_secret_battle_tells_how_it_ended_though_the_log_has_only_the_values() -> None:
    header = dealt("lost-island", 3, 1, variants=["secret-battles"]).header
    bodies: list[Body] = [
        {
            "do": "setup",
            "position": {"explorers": {"red": {"a": "b3"}, "purple": {"a": "c3"}, "orange": {"a": "f5"}}},
        },
        {"do": "battle", "piece": "red.a", "target": "purple.a", "values": [5, 3]},
        {"do": "spy", "target": "orange.a", "value": 2},
    ]
    _, table, _, record = timeline(header, bodies)

    orange = play_out(GAME, table, record.events, viewer="orange").state_at()
    red = play_out(GAME, table, record.events, viewer="red").state_at()
    purple = play_out(GAME, table, record.events, viewer="purple").state_at()

    assert orange.where == red.where == purple.where == {"red.a": "c3", "orange.a": "f5"}
    assert orange.values == {"orange.a": 2}
    assert red.values == {"red.a": 5, "purple.a": 3, "orange.a": 2}
    assert purple.values == {"red.a": 5, "purple.a": 3}
    assert orange.seen == red.seen == {"red.a": ("purple",), "purple.a": ("red",), "orange.a": ("red",)}


def test_dealt_games_see_every_effect() -> None:
    """Bombs of each shape with and without a miner, storms, stones, loot, rings, swims into battles, the flag moved."""
    seen: Counter[str] = Counter()
    for players in (2, 3, 4):
        for seed in range(30):
            for body in dealt("lost-island", players, seed).full:
                seen[body["do"]] += 1
                seen.update(key for key in body if key in ("stone", "stones", "flagTo", "axis", "order", "swim", "pay"))
                face = body.get("tile", "")
                seen["-".join(face.split("-")[:2])] += body["do"] == "flip"

    wanted = ["stone", "stones", "flagTo", "axis", "order", "swim", "pay", "miner", "blast", "storm", "plain"]
    wanted += ["bomb-line", "bomb-cross", "bomb-diagonal", "loot-1", "loot-2", "loot-3", "spy", "ring", "end"]
    assert [name for name in wanted if not seen[name]] == []
