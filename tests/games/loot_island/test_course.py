"""Loot Island: the less usual course of a game: cutoffs, readings, variants, Aaron, views and dealt games."""

import os
from collections import Counter
from random import Random

import pytest

from replay.action import Unreadable, body_of
from replay.game import Frame, Question
from replay.kit import shipped
from replay.library import game_of
from replay.playout import fold
from tests.games.loot_island.helpers import clean, event, header, island, loot, passes, play, position, state_of, take
from tests.helpers.slow import first_ones, shares
from tests.helpers.tools import audit_of, dealt, found, timeline

GAME = game_of("loot-island")
DEALT_GAMES = int(os.environ.get("QM_DEALT_GAMES", "100")) // 10
THREE = header(3)


def test_li_deck_2_a_loot_that_the_deck_cannot_give_ends_the_game() -> None:
    begin = position(
        phase="loot",
        round=2,
        event="B1",
        N1=("red-2 red-3 red-4 red-5", "blue red"),
        N2=("blue-2 blue-3-chest blue-4-chest blue-5", "white"),
        treasure={"deck": [["IV", 1]]},
    )
    state = clean(THREE, begin, loot("coins-24"))
    assert (state.cutoff, state.phase) == (True, "final")
    assert state.loot is not None
    assert (state.loot.queue, state.loot.takers) == ((), ("blue",))

    over = clean(
        THREE, begin, loot("coins-24"), take("blue"), {"do": "healers", "cards": ["healer-1", "healer-2", "?"]}
    )
    assert over.phase == "healer"
    assert found(THREE, [begin, loot("coins-24"), take("blue"), loot("")]) == [[4, "LI-SEQ-1", "broken"]]


def test_li_q32_a_failing_treasure_tile_ends_the_game_at_once_or_with_the_phase() -> None:
    begin = position(treasure={"deck": []})
    used = island("blue", "treasure", "red-3 red-5", reveal=None)
    at_once = clean(THREE, begin, used)
    assert (at_once.phase, at_once.turn, at_once.cutoff, at_once.cubes["blue"]) == ("final", None, True, 4)

    later = header(3, readings={"LI-Q32": "end-of-phase"})
    going_on = clean(later, begin, used)
    assert (going_on.phase, going_on.turn) == ("actions", "red")
    ended = clean(later, begin, used, passes("red"), passes("white"), passes("blue"), {"do": "healers"})
    assert ended.phase == "healer"


def test_li_deck_1_a_draw_in_the_middle_of_a_shuffle() -> None:
    state = clean(
        THREE,
        position(map={"deck": 1, "discard": ["blue-2", "blue-3"]}, N1=("red-2", "red white")),
        play("blue", "N1", "red-5-draw"),
    )
    assert (state.deck, state.discard) == (0, ())
    assert {seat: len(hand) for seat, hand in state.hands.items()} == {"blue": 7, "red": 8, "white": 8}


@pytest.mark.parametrize(
    ("order", "last"),
    [("actor-clockwise", "white"), ("stack", "blue")],
)
def test_li_q8_who_goes_without_when_the_cards_run_out(order: str, last: str) -> None:
    state = clean(
        header(3, readings={"LI-Q8": order}),
        position(map={"deck": 2, "discard": []}, N1=("red-2", "white red")),
        play("blue", "N1", "red-5-draw"),
    )
    held = {seat: len(hand) + (seat == "blue") for seat, hand in state.hands.items()}
    assert [seat for seat, number in held.items() if number == 7] == [last]


def test_li_b9_and_li_q23_who_passes_for_aaron() -> None:
    used = island("blue", "ship", "red-3", use=False, for_="aaron")
    two = ("blue", "red")
    assert clean(header(two), position(event="B9"), used).done
    passed = clean(header(two, readings={"LI-Q23": "actor-passes"}), position(event="B9"), used)
    assert (passed.passed, passed.done) == (("blue",), False)
    nobody = clean(header(two, readings={"LI-Q23": "nobody"}), position(event="B9"), used)
    assert (nobody.passed, nobody.done) == ((), False)


def test_li_b8_and_li_q14_the_holder_passes_first() -> None:
    assert clean(THREE, position(event="B8"), passes("blue")).cubes == {"blue": 3, "red": 5, "white": 5}
    spared = clean(header(3, readings={"LI-Q14": "no"}), position(event="B8"), passes("blue"))
    assert spared.cubes == {"blue": 3, "red": 3, "white": 3}


def test_li_q18_a_loot_without_a_disc() -> None:
    begin = position(phase="loot", N1=("red-2 red-3 red-4 red-6-chest", ""))
    clean(THREE, begin, {"do": "cleanup"})

    turned = header(3, readings={"LI-Q18": "reveal-discard"})
    assert found(turned, [begin, {"do": "cleanup"}]) == [[2, "LI-CLEAN-1", "broken"]]
    state = clean(turned, begin, loot("coins-11"), {"do": "cleanup"})
    assert state.treasure_discard == ("coins-11",)


def test_li_q5_a_first_wild_may_not_count_as_a_1() -> None:
    begin = position(N1=("red-wild", "blue"))
    assert clean(THREE, begin, play("blue", "N1", "red-1")).columns["N1"] == ("red-wild", "red-1")
    inserted = clean(header(3, readings={"LI-Q5": "insert"}), begin, play("blue", "N1", "red-1"))
    assert inserted.columns["N1"] == ("red-1", "red-wild")
    assert set(inserted.cubes.values()) == {3}


def test_li_q15_b14_may_clean_up_one_coast_only() -> None:
    begin = position(phase="loot", event="B14", N1=("red-2", "blue"), E1=("red-3", "red"))
    assert clean(THREE, begin, {"do": "cleanup"}).columns["E1"] == ()
    assert clean(header(3, readings={"LI-Q15": "current"}), begin, {"do": "cleanup"}).columns["E1"] == ("red-3",)


def test_li_q16_and_q17_which_loot_is_the_big_one() -> None:
    level = {"N1": ("red-2 red-3 red-4 red-6-chest", "blue"), "N2": ("blue-2 blue-3 blue-4 blue-6-chest", "red")}
    near = state_of(THREE, position(phase="loot", event="B12", **level))
    far = state_of(header(3, readings={"LI-Q16": "bow-small"}), position(phase="loot", event="B12", **level))
    assert near.loot is not None
    assert far.loot is not None
    assert (near.loot.queue[0], far.loot.queue[0]) == (("N1", "big"), ("N2", "big"))

    plus = {"N1": ("red-2 red-3 red-4 red-6", "blue"), "N2": ("blue-2-plus blue-3 blue-4 blue-6-chest", "red")}
    twice = state_of(THREE, position(phase="loot", **plus))
    once = state_of(header(3, readings={"LI-Q17": "threshold-only"}), position(phase="loot", **plus))
    assert twice.loot is not None
    assert once.loot is not None
    assert (twice.loot.queue[0], once.loot.queue[0]) == (("N2", "big"), ("N1", "big"))


def test_li_q19_and_q20_events_and_small_loots() -> None:
    bare = {"N1": ("red-2 red-3 red-4 red-5 red-6", "blue"), "N2": ("blue-2 blue-3 blue-4 blue-6", "red")}
    one_more = state_of(THREE, position(phase="loot", event="A4", **bare))
    none = state_of(header(3, readings={"LI-Q19": "no"}), position(phase="loot", event="A4", **bare))
    assert one_more.loot is not None
    assert none.loot is not None
    assert (one_more.loot.queue, none.loot.queue) == ((("N2", "small"),), ())

    final = position(phase="final", round=5, event="B11", E1=("red-2 red-3 red-4 red-6-chest", "blue"))
    assert state_of(THREE, final).loot.queue == (("E1", "small"),)  # type: ignore[union-attr]  # the final has a plan
    still = state_of(header(3, readings={"LI-Q20": "yes"}), final)
    assert still.loot is not None
    assert still.loot.queue == ()


def test_li_q38_treasures_nobody_took_go_to_the_discard_pile_or_the_box() -> None:
    begin = position(event="A2", passed=["red", "white"], treasure={"offer": ["jewel-39", "amulet-1"]})
    last = passes("blue", take="amulet-1")
    assert clean(THREE, begin, last).treasure_discard == ("jewel-39",)
    assert clean(header(3, readings={"LI-Q38": "box"}), begin, last).treasure_discard == ()


def test_li_q41_a_crown_that_the_tile_turns_up_for_aaron() -> None:
    two = ("blue", "red")
    used = island("blue", "treasure", "red-3 red-5", reveal="crown-50", keep=False, for_="aaron")
    assert clean(header(two), position(), used).kept["aaron"] == ("crown-50",)
    assert clean(header(two, readings={"LI-Q41": "may-bury"}), position(), used).kept["aaron"] == ()


def test_li_q39_the_stack_tile_under_b13() -> None:
    begin = position(event="B13", N1=("", "red blue white"))
    down = island("blue", "bottom", "red-3 red-5", landing="N1", to="bottom")
    assert clean(THREE, begin, down).stacks["N1"] == ("red", "white", "blue")
    assert clean(header(3, readings={"LI-Q39": "either"}), begin, down).stacks["N1"] == ("blue", "red", "white")


def test_li_q22_aarons_1_may_spare_the_player_who_played_it() -> None:
    laid = play("blue", "N1", "red-1", for_="aaron")
    two = ("blue", "red")
    assert clean(header(two), position(), laid).cubes == {"blue": 4, "red": 4}
    assert clean(header(two, readings={"LI-Q22": "opponent"}), position(), laid).cubes == {"blue": 3, "red": 4}


def test_li_var_1_and_2_healers_open_and_dealt() -> None:
    ship = {"corner": "NW", "facing": "cw"}
    opened = header(3, variants=("healers-open",))
    setup = {"do": "setup", "first": "blue", "ship": ship, "healers": ["healer-1", "healer-2", "healer-3"]}
    assert clean(opened, setup).healers == ("healer-1", "healer-2", "healer-3")

    held = {"blue": ["healer-1", "healer-2"], "red": ["healer-3", "healer-4"], "white": ["healer-5", "healer-6"]}
    begin = position(phase="final", round=5, cubes={"blue": 1, "red": 2, "white": 3}, healers={"dealt": held})
    laid = {"do": "healers", "cards": {"blue": "healer-1", "red": "healer-4", "white": "healer-6"}}
    state = clean(header(3, variants=("healers-dealt",)), begin, laid)
    assert state.healers == ("healer-1", "healer-4", "healer-6")
    assert state.order == ("blue", "red", "white")


def test_li_var_4_opening_hands_are_put_away_face_up() -> None:
    setup = {"do": "setup", "first": "red", "ship": {"corner": "NW", "facing": "cw"}}
    state = clean(header(4, variants=("opening-hand",)), setup)

    assert len(state.discard) == 1 + 2 + 3
    assert state.deck == 88 - 4 * 7 - 6


def test_a_position_is_filled_up_as_the_page_says() -> None:
    state = clean(THREE, position(round=3, kept={"red": ["coins-11", "?"]}, N1=("red-2", "blue")))

    assert state.events == ("?", "?")
    assert state.compasses == {"blue": 2, "red": 3, "white": 3}
    assert state.deck == 88 - 21 - 1
    assert state.treasure_deck == (("I", 21), ("IV", 21))
    assert state.turn == "blue"
    assert clean(THREE, position(phase="ready")).turn is None
    assert clean(THREE, position(passed=["blue"])).turn == "red"
    assert clean(THREE, position(phase="healer", cubes={"blue": 13, "red": 0})).order == ("white",)


def test_the_document_of_any_state_is_a_position_to_go_on_from() -> None:
    for players in (2, 3, 5):
        simulated = dealt("loot-island", players, 4)
        game, table, line, _ = timeline(simulated.header, simulated.full)
        for step in list(fold(game, table, line))[::9]:
            document = game.document(step.after)
            begun = state_of(simulated.header, {"do": "setup", "position": document})
            assert game.document(begun) == document


@pytest.mark.parametrize("seeds", shares(2, DEALT_GAMES))
@pytest.mark.parametrize("players", first_ones([4, 2, 3, 5]))
@pytest.mark.parametrize(
    "variants",
    [["healers-open"], ["healers-dealt"], ["events-known", "opening-hand"], ["healers-open", "opening-hand"]],
)
def test_dealt_games_of_every_variant_have_no_findings(players: int, variants: list[str], seeds: range) -> None:
    for seed in seeds:
        simulated = dealt("loot-island", players, 500 + seed, variants=variants)
        assert audit_of(simulated.header, simulated.full).findings == ()
        assert audit_of(simulated.header, simulated.scribe).answers.broken == 0
        assert audit_of(simulated.header, simulated.revealed).findings == ()


@pytest.mark.parametrize("question", first_ones(GAME.questions, quick=12), ids=lambda question: question.id)
def test_dealt_games_by_every_reading_have_no_findings(question: Question) -> None:
    for answer in question.answers[1:]:
        for players in (2, 4):
            simulated = dealt("loot-island", players, 7, readings={question.id: answer})
            assert audit_of(simulated.header, simulated.full).findings == ()


def test_dealt_games_with_the_published_box_have_no_findings() -> None:
    for players in (2, 3, 4, 5):
        for seed in range(max(4, DEALT_GAMES)):
            simulated = dealt("loot-island", players, 900 + seed, kit="box")
            assert audit_of(simulated.header, simulated.full).findings == ()
            assert audit_of(simulated.header, simulated.revealed).findings == ()


@pytest.mark.slow
def test_dealt_games_with_far_too_few_cards_run_out_of_everything_and_have_no_findings() -> None:
    kit = shipped("replay.games.loot_island", "demo")
    kit["treasure"]["cards"] = kit["treasure"]["cards"][::7]
    kit["map"]["cards"] = [card for card in kit["map"]["cards"] if card["color"] in ("red", "blue")]
    cut_short = shuffled = empty = 0
    for players in (2, 3, 4, 5):
        for seed in range(max(6, DEALT_GAMES)):
            simulated = dealt("loot-island", players, seed, kit=kit)
            full = audit_of(simulated.header, simulated.full)
            assert full.findings == ()
            assert audit_of(simulated.header, simulated.scribe).answers.broken == 0
            assert audit_of(simulated.header, simulated.revealed).findings == ()
            cut_short += full.final.cutoff
            game, table, line, _ = timeline(simulated.header, simulated.full)
            for step in fold(game, table, line):
                shuffled += any(pile == "mix" for pile, _ in step.after.treasure_deck)
                empty += step.after.deck == 0 and not step.after.discard
    assert min(cut_short, shuffled, empty) > 0


def test_dealt_games_meet_every_event_and_every_tile() -> None:
    seen: Counter[str] = Counter()
    for players in (2, 3, 5):
        for seed in range(25):
            for body in dealt("loot-island", players, seed).full:
                seen.update([body.get("card", ""), body.get("island", "")] if body["do"] in ("event", "island") else [])
    assert {f"A{n}" for n in range(1, 5)} | {f"B{n}" for n in range(1, 15)} <= set(seen)
    assert {"cubes-2", "cubes-3", "bottom", "place", "draw", "treasure", "ship"} <= set(seen)


def test_what_is_suggested_is_legal() -> None:
    for players in (2, 4):
        simulated = dealt("loot-island", players, 21)
        game, table, line, _ = timeline(simulated.header, simulated.full)
        for place, step in enumerate(fold(game, table, line)):
            if place % 12 == 0:
                for action in game.suggest(step.after)[::7]:
                    assert found(simulated.header, [*simulated.full[: place + 1], body_of(action)]) == [], action


@pytest.mark.parametrize("width", [80, 100])
def test_the_table_keeps_to_its_width_and_marks_what_changed(width: int) -> None:
    for players in (2, 5):
        simulated = dealt("loot-island", players, 2)
        game, table, line, _ = timeline(simulated.header, simulated.full)
        for step in fold(game, table, line):
            lines = game.render(Frame(step.after, step.before, width))
            assert max(len(text) for text in lines) <= width

    begin = position(N1=("red-2", "red"))
    before, after = state_of(THREE, begin), state_of(THREE, begin, play("blue", "N1", "red-7-cube"))
    text = "\n".join(GAME.render(Frame(after, before, 100)))
    assert "N1 red 2/4*" in text
    assert "red blue*" in text
    assert "*" not in "\n".join(GAME.render(Frame(after, after, 100)))


def test_a_step_is_told_in_words() -> None:
    record = [
        position(N1=("red-5-draw", "red")),
        play("blue", "N1", "red-1 red-7-cube", copy="red-5-draw"),
        island("red", "treasure", "red-3 red-5", reveal="coins-14"),
        passes("white"),
    ]
    game, table, line, _ = timeline(THREE, record)
    told = [game.tell(step) for step in fold(game, table, line)]

    assert told[1] == (
        "The blue player lays a red 1 and a red 7 with a cube at N1 (the 1 at the beginning), copies the red 5 with a "
        "draw icon, draws one card and sheds one cube; the red player sheds one cube."
    )
    assert told[2] == (
        "The red player pays a red 3 and a red 5 for the treasure tile, turns up coin bag 14, keeps it and takes two "
        "cubes."
    )
    assert told[3] == "The white player passes first and takes the first-player tile."
    opened = timeline(THREE, [position(phase="ready", event="A3", ship="NE cw"), event("B3", island="ship")])[2]
    last = list(fold(game, table, opened))[-1]
    assert game.tell(last) == (
        "Round 2 opens with event B3 (one tile is closed); the ship explores the south coast; the ship tile is closed."
    )


def test_a_refill_is_told_with_what_was_put_away_and_that_the_deck_was_renewed() -> None:
    begin = position(phase="preparation", round=2, hands={"blue": ["?"] * 3}, map={"deck": 2, "discard": ["red-3"] * 6})
    game, table, line, _ = timeline(THREE, [begin, {"do": "refill", "discard": {"blue": ["red-5"]}}])
    assert game.tell(list(fold(game, table, line))[-1]) == (
        "Hands are refilled: the blue player puts one card away and draws five cards; the discard pile becomes the new "
        "deck."
    )


def test_the_ship_tile_and_what_b9_does_to_aaron_are_told() -> None:
    game, table, line, _ = timeline(
        header(("blue", "red")),
        [position(event="B9", ship="SE ccw"), island("red", "ship", "red-3", **{"for": "aaron"})],
    )
    assert game.tell(list(fold(game, table, line))[-1]) == (
        "The red player pays a red 3 for the ship tile for Aaron and moves the ship to the north-east corner to "
        "explore the north coast; Aaron is done for this round."
    )


@pytest.mark.parametrize("seed", first_ones(range(12), quick=4))
def test_any_position_that_can_be_read_can_be_played_on(seed: int) -> None:
    """Documents of dealt games with keys left out and values from elsewhere: findings may follow, nothing fails."""
    rng = Random(seed)
    players = rng.randint(2, 5)
    simulated = dealt("loot-island", players, seed)
    game, table, line, _ = timeline(simulated.header, simulated.full)
    steps = list(fold(game, table, line))
    documents = [game.document(rng.choice(steps).after) for _ in range(4)]
    for _ in range(4):
        mixed = {
            key: rng.choice(documents)[key]
            for key in documents[0]
            if rng.random() < 0.7 and (key != "result" or rng.random() < 0.3)
        }
        mixed["phase"] = rng.choice(["ready", "preparation", "actions", "loot", "final", "healer", "over"])
        record = [{"do": "setup", "position": mixed}, *rng.sample(simulated.full[1:], 12)]
        _, _, read, _ = timeline(simulated.header, record)
        audited = audit_of(simulated.header, record)
        for step in fold(game, table, [placed for placed in read if not isinstance(placed.action, Unreadable)]):
            game.tell(step)
            game.render(Frame(step.after, step.before, 80))
            game.score(step.after)
            game.suggest(step.after)
        assert audited.answers.ok > 0
