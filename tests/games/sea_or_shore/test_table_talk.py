"""Sea or Shore: what is typed and told about cards laid open and second setups, and what may come next."""

import pytest

from replay.action import body_of
from replay.disputes.resync import resync
from replay.games.sea_or_shore import GAME
from replay.games.sea_or_shore.words import CARDS
from replay.playout import fold
from tests.games.sea_or_shore.bodies import PLAYED, ROUND, header, position
from tests.helpers.tools import Body, audit_of, final_state, found, look, timeline
from tests.helpers.typed import Pad

TURN: Body = {"do": "turn", "treasures": ["?", "?"]}
SETUP: Body = {"do": "setup", "starter": "p1", "treasures": ["red-4", "green-1"]}


def told(head: Body, lines: list[Body]) -> str:
    """The last event as a sentence."""
    game, table, line, _ = timeline(head, lines)
    return game.tell(list(fold(game, table, line))[-1])


def comes_next(head: Body, lines: list[Body]) -> list[Body]:
    """What may come after the last event."""
    return [body_of(action) for action in GAME.suggest(final_state(head, lines)[1])]


# --- a card laid open


def test_ss_lay_3_a_card_laid_open_is_typed_and_told_as_one() -> None:
    pad = Pad("sea-or-shore", 4, "setup p1 r4 g3", "* * * *")
    assert pad("r7") == {"do": "lay", "by": "p1", "shows": "red-7"}
    assert pad("g7+2") == {"do": "lay", "by": "p2", "shows": "green-7", "add": 2}
    assert pad("g") == {"do": "lay", "by": "p3", "shows": "green"}
    assert pad("p4 11") == {"do": "lay", "by": "p4", "shows": 11}
    assert pad("* g7 g2 b11")["do"] == "show"
    lay = {"do": "lay", "by": "p1", "shows": "red-7"}
    assert told(header(), [position(), lay]) == "p1 lays red 7 with nothing covered."
    more = {**lay, "add": 1}
    assert told(header(), [position(additions={"p1": 1}), more]) == (
        "p1 lays red 7 with nothing covered and with one addition."
    )


def test_a_card_laid_open_is_played_if_the_unveiling_does_not_name_it() -> None:
    lays = [{"do": "lay", "by": seat, "shows": card} for seat, card in PLAYED.items()]
    lines = [position(), *lays, {"do": "show", "cards": {}}]
    assert look(header(), lines, "piles.p1") == ["red-4"]
    assert look(header(), lines, "played.p4") == "purple-5"
    assert told(header(), lines).startswith("Unveiled: p1 red 9, p2 red 3, p3 green 2 and p4 purple 5;")
    assert {rule for _, rule, _ in found(header(), lines)} == {"SS-LAY-3"}


def test_hindsight_works_out_hands_from_cards_laid_open_too() -> None:
    """Five players play their nine cards; every card was seen only when it was laid."""
    colours = {"p1": "red", "p2": "blue", "p3": "green", "p4": "purple"}
    after = {seat: [f"{colour}-{number}" for number in range(1, 10)] for seat, colour in colours.items()}
    after["p5"] = ["red-12", "red-11", "red-10", "blue-12", "blue-11", "green-12", "green-11", "purple-12", "purple-11"]
    lines: list[Body] = [SETUP, {"do": "pass"}]
    for trick in range(9):
        order = [f"p{(trick + place) % 5 + 1}" for place in range(5)]
        lines += [{"do": "lay", "by": seat, "shows": after[seat][trick]} for seat in order]
        lines += [{"do": "show", "cards": {}}, {"do": "turn"} if trick == 8 else TURN]
    audited = audit_of(header(5), lines)
    assert {seat: sorted(hand) for seat, hand in audited.facts.after_pass[2].items()} == {
        seat: sorted(hand) for seat, hand in after.items()
    }


# --- a second setup


def test_ss_set_7_hindsight_does_not_look_across_a_second_setup() -> None:
    """Eight tricks of one game and one of another are not the nine of a round."""
    cards = [{f"p{seat}": card for seat, card in enumerate(CARDS[trick::9][:5], 1)} for trick in range(9)]
    tricks: list[Body] = []
    for shown in cards:
        tricks += [{"do": "show", "cards": shown}, TURN]
    start = [SETUP, {"do": "pass"}]

    assert audit_of(header(5), [*start, *tricks]).facts.after_pass.keys() == {2}
    across = audit_of(header(5), [*start, *tricks[:-2], *start, *tricks[-2:]])
    assert across.facts is None
    assert [item.seq for item in across.findings if item.rule == "SS-SET-7"] == [19]
    assert (
        told(header(), [*start, SETUP])
        == "The game is set up anew; p1 starts, and the red treasure 4 and the green treasure 1 are face up."
    )
    assert told(header(), [SETUP, position()]) == "The position is set anew; p1 starts."


def test_a_position_can_be_set_from_a_count_after_the_end_of_the_game() -> None:
    start = position(round=2, trick=12, phase="act", played=PLAYED, points={f"p{seat}": [1] for seat in range(1, 5)})
    game, table, _, record = timeline(header(), [start, {"do": "turn"}])
    correction = resync(game, table, record.events, {"points.p1": [1, 7]})
    assert correction["action"]["position"]["points"]["p1"] == [1, 7]


# --- what may come next


def test_an_action_that_need_not_be_done_may_be_left_out() -> None:
    due = position(phase="act", played=PLAYED, trick=12, pending=[{"seat": "p1", "pair": "gp"}])
    assert {"do": "turn"} in comes_next(header(), [due])
    assert {"do": "turn"} not in comes_next(header(Q17="every"), [due])
    held = {"p1": 20, "p2": 1, "p3": 1, "p4": 0}
    pending = [{"seat": "p1", "pair": "rb"}]
    idle = position(phase="act", played=PLAYED, supply=0, additions=held, pending=pending)
    assert "turn" in [body["do"] for body in comes_next(header(), [idle])]
    act = {"do": "act", "by": "p1", "action": 1, "from": "pile"}
    assert act in comes_next(header(), [idle])
    assert told(header(), [idle, act]) == "p1 takes no additions from the pile."
    assert {**act, "from": "p2", "n": 1} in comes_next(header(Q5="fewer"), [idle])


def test_the_second_round_is_started_by_those_who_may() -> None:
    between = position(phase="deal", trick=12, starter="p2")
    assert [body["starter"] for body in comes_next(header(), [between])] == ["p1", "p2", "p3", "p4"]
    assert [body["starter"] for body in comes_next(header(Q13="next"), [between])] == ["p3"]


NO_STARTER = {"do": "round", "treasures": ["red-1", "green-2"]}
WITH_N = {"do": "act", "by": "p1", "action": 2, "from": "p2", "n": 2}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (NO_STARTER, "starter is missing; allowed: the seat that starts (p1, p2, p3, p4)"),
        (WITH_N, "n is 2; allowed: action 2 has only from, took, gave"),
        (position(decks={"all": {"up": "red-1"}}), "position.decks is 'all'; allowed: the decks rb and gp"),
        ({**position(), "starter": "p2"}, "position is 'with other fields'; allowed: a position alone"),
        (position(points={"p1": ["x"]}), "position.points is 'x'; allowed: a number, or \"?\""),
    ],
)
def test_what_would_be_dropped_in_silence_cannot_be_read(line: Body, why: str) -> None:
    (finding,) = audit_of(header(), [position(phase="deal", trick=12), line]).findings
    assert finding.rule == "QM-READ-2"
    assert why in finding.why


def test_ss_set_5_an_action_does_not_change_cards_between_the_rounds() -> None:
    lines = [position(phase="deal", trick=12, actions={"rb": 1, "gp": 3}), {**ROUND, "actions": {"gp": 1}}]
    (finding,) = audit_of(header(), lines).findings
    assert (finding.rule, finding.why) == ("SS-SET-5", "action 1 is on the card for red and blue, as round 1 showed")
