"""Gold Island: corners of the rules that only odd records reach."""

from tests.games.gold_island.helpers import act, header, position, reveal
from tests.helpers.tools import Body, found


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
