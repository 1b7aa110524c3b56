"""Gold Island: corners of the rules that only odd records reach."""

import pytest

from replay.games.gold_island import GAME
from tests.games.gold_island.helpers import act, document, header, moved, position, reveal
from tests.games.gold_island.spoken import with_names
from tests.helpers.tools import Body, audit_of, found


def answers(*bodies: Body) -> set[tuple[int, str, str]]:
    return {(seq, rule.removeprefix("GI-"), answer) for seq, rule, answer in found(header(), list(bodies))}


def test_gi_ash_2_the_colour_named_last_counts_even_if_it_is_the_kits() -> None:
    start = position(ships={"red": "isle-3", "blue": "isle-3"}, crew={"red": {"natural": 1}, "blue": {"violet": 1}})
    use = act("use", card="ashore-3", pirates=["natural"], shown="natural")

    assert (2, "ASH-2", "broken") in answers(start, use, reveal("colour.isle-3", "violet"))


def test_gi_seer_2_what_is_turned_up_last_counts_even_if_setup_says_the_same() -> None:
    bodies = [
        {"do": "setup", "chests": {"isle-4": 5}},
        reveal("chest.isle-4", 6),
        act("use", card="seer-2", island="isle-4", value=5),
        reveal("chest.isle-4", 5),
    ]

    assert not {entry for entry in answers(*bodies) if entry[1] == "SEER-2"}


def test_gi_permit_2_a_permit_in_a_position_counts_as_what_it_turns_out_to_be() -> None:
    settled = {
        "phase": "settle",
        "end": {"by": "red", "left": []},
        "permits": {"red": {"held": 0}, "blue": {"held": 0}},
    }
    differing = {"isle-1": {"stack": [["red", 3]]}, "isle-2": {"stack": [["red", 4]]}}
    same = {"isle-1": {"stack": [["red", 3]]}, "isle-2": {"stack": [["red", 3]]}}
    told = reveal("permit.isle-1.red", 4)

    turned = answers(position(**settled, islands=differing), told)
    assert (1, "PERMIT-2", "broken") in turned
    assert (2, "KIT-2", "broken") in turned, "the position had named another value"
    assert (1, "PERMIT-2", "broken") not in answers(position(**settled, islands=same), told)


def test_gi_card_2_a_pile_is_looked_at_before_it_is_shuffled() -> None:
    pile = ["monument-light", *["?"] * 11]
    start = position(draw={"red": 0}, relics={"redraw": {"at": "red"}}, discard={"red": pile})

    assert (2, "CARD-2", "broken") in answers(start, act("redraw", discard=["monument-light"]))


def test_gi_isle_1_an_island_card_of_a_position_is_one_of_the_twelve() -> None:
    assert (1, "ISLE-1", "broken") in answers(position(islandCards={"held": {"red": ["atoll"]}}))
    assert (1, "ISLE-1", "broken") not in answers(position(islandCards={"held": {"red": ["isle-1"]}}))


def test_gi_obs_1_a_name_that_is_not_a_card_is_not_the_top_of_a_pile() -> None:
    start = position(discard={"red": ["ashore-3"]})

    assert (2, "OBS-1", "broken") in answers(start, {"do": "observe", "facts": {"discardTop.red": "xyz"}})
    assert answers(start, {"do": "observe", "facts": {"discardTop.red": "ashore-3"}}) == set()


def test_gi_obs_1_a_list_that_was_named_as_empty_is_not_filled() -> None:
    move = act("move", card="ashore-2", path=["island-card-1", "pirate-black"])
    drawn = act("draw", cards=[])

    assert (4, "OBS-1", "broken") in answers({"do": "setup"}, move, drawn, reveal("@3.cards", ["seer-2"]))


# --- the words of a finding, and of a sentence -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"permits": {"red": {"held": 7}}}, "Ann has 8 permits on the volcano, in front and on islands, there are 7"),
        ({"hands": {"red": ["?"] * 17}}, "Ann has 17 cards in hand and discard pile, there are 16"),
        ({"islandCards": {"held": {"red": ["?"] * 12}}}, "players hold 13 island cards, there are 11"),
        ({"crew": {"red": {"black": 3}}}, "there are three black pirates in crews and on islands, and two in all"),
        ({"draw": {"red": -1}}, "Ann has -1 cards in the draw pile"),
        ({"houses": {"black": -1}}, "the nest has -1 black pirates"),
        ({"crew": {"red": {"black": -1}}}, "Ann's crew has -1 black pirates"),
        ({"islandCards": {"deck": -2}}, "the deck has -2 island cards"),
        ({"islandCards": {"deck": 8}}, "deck and players have 10 island cards between them, there are 11"),
        ({"relics": {"hand-5": {"at": "red"}, "redraw": {"at": "red"}}}, "Ann has two relics"),
    ],
)
def test_gi_setup_6_the_reason_names_the_real_fault(given: Body, why: str) -> None:
    (finding,) = audit_of(with_names(header()), [position(**given)]).findings

    assert (finding.rule, finding.why) == ("GI-SETUP-6", why)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"what": "gold", "value": "?", "to": ["red"]}, "Ann looks at the gold-island card."),
        ({"what": "gold", "value": "isle-3", "to": ["red"]}, "Ann looks at the gold-island card: isle 3."),
        ({"what": "gold", "value": "isle-3"}, "The gold island is isle 3."),
        ({"what": "held.red", "value": [2, 5], "to": []}, "Shown to nobody at the table: Ann shows the permits "),
        ({"what": "permit.isle-4.red", "value": 3, "to": ["red"]}, "Shown to Ann: Ann's permit on isle 4 is a 3."),
    ],
)
def test_a_sentence_says_to_whom_something_was_shown(fields: Body, sentence: str) -> None:
    step = audit_of(with_names(header()), [position(), {"do": "reveal", **fields}]).steps[-1]

    assert GAME.tell(step).startswith(sentence)


def test_gi_card_1_it_is_not_known_which_of_two_partly_seen_cards_was_played() -> None:
    hand = ["?-5", "ashore-?", "seer-2", "seer-4"]
    lines = [{"do": "setup", "hands": {"red": hand}}, act("move", card="ashore-5")]

    assert document(*lines)["hands"]["red"] == ["?", "seer-2", "seer-4"]


def test_section_5_a_permit_shown_after_the_last_move_closes_the_last_turn() -> None:
    last: Body = {"end": {"by": "blue", "left": ["red"]}}

    for what in ("held.red", "islandCards.red"):
        shown = reveal(what, ["?"])
        assert document(moved(**last), shown)["phase"] == "settle"
        assert document(moved(**last), {**shown, "to": ["red"]})["phase"] == "play"


def test_gi_ash_2_the_reveal_of_a_colour_is_what_closes_it() -> None:
    lines = [
        moved(ships={"red": "isle-2"}, crew={"red": {"black": 1}}, permits={"red": {"gained": [3]}}),
        act("use", card="ashore-4", pirates=["black"], permit=3),
        reveal("chest.isle-9", 4),
        reveal("colour.isle-2", "white"),
    ]
    judged = [item for item in audit_of(header(kit="box"), lines).findings if item.rule == "GI-ASH-2"]

    assert [(item.answer, item.closed_by) for item in judged] == [("broken", 4)]
