"""Gold Island: kits, what players see, and what they may do."""

import tomllib
from typing import Any

import msgspec
import pytest

from records.errors import Refused
from records.record import of_bodies
from replay.action import body_of
from replay.audit import audit
from replay.game import Frame
from replay.games.gold_island import GAME
from replay.games.gold_island.actions import Gamble, Take
from replay.games.gold_island.suggest import suggest
from replay.games.gold_island.words import PROPERTIES, read_card
from replay.kit import shipped
from replay.library import table_of
from replay.playout import fold, play_out
from tests.games.gold_island.helpers import act, document, header, moved, position, reveal
from tests.helpers.tools import Body, audit_of, cases, dealt, final_state, found, timeline

# --- kits ----------------------------------------------------------------------------------------------------------


def test_the_reason_for_an_open_answer_is_in_its_facts() -> None:
    step = act("move", card="ashore-2", path=["island-card-1", "permit-1"])
    by_kit = audit_of(header(kit="box"), [{"do": "setup"}, step]).findings
    hidden = audit_of(header(), [{"do": "setup"}, act("move", card="ashore-?", path=["isle-1"])]).findings
    log = audit_of(header(), [{"do": "setup"}, act("move", card="ashore-3")]).findings

    assert [item.facts["reason"] for item in (*by_kit, *hidden, *log)] == ["kit", "hidden", "log"]


@pytest.mark.parametrize(
    ("kit", "message"),
    [
        ({"chests": {"values": [3, 4]}}, "2 chests"),
        ({"sea": {"islands": [{"id": "isle-1", "pirate": "black"}]}}, "1 islands"),
        ({"sea": {"lines": [["port", "tortuga"]]}}, "no 'tortuga'"),
        ({"nest": {"ring": ["lighthouse", "tavern"]}}, "'tavern'"),
        ({"relics": {"cards": [{"id": "hand-5", "gold": 2}]}}, "relics.cards"),
        ({"pirate_cards": {"cards": [{"property": "seer", "move": 2, "copies": 16}]}}, "0 ashore"),
        ({"coins": {"ones": 18}}, "coins.ones"),
        ({"game": "loot-island"}, "loot-island"),
        ({"nest": {"ring": "round"}}, "Expected 'array'"),
        ({"coins": {"ones": [17]}}, r"coins.ones is \[17\], but the box has 17"),
    ],
)
def test_a_kit_that_contradicts_the_box_or_itself_is_refused(kit: Body, message: str) -> None:
    with pytest.raises(Refused, match=message):
        GAME.read_kit({"id": "club", **kit}, 2)


def test_the_kit_to_fill_in_is_a_kit_and_is_drawn() -> None:
    assert GAME.kit_template is not None and GAME.check_kit is not None and GAME.draw_kit is not None
    raw = tomllib.loads(GAME.kit_template())
    drawn = GAME.draw_kit(raw)

    assert GAME.check_kit(raw) == []
    assert GAME.read_kit(raw, 2).cards == GAME.read_kit("box", 2).cards
    assert any("isle-1 black ──" in line for line in drawn)
    assert any("still a guess: nest, sea" in line for line in drawn)


def test_a_slip_in_a_kit_is_seen() -> None:
    assert GAME.check_kit is not None and GAME.draw_kit is not None
    raw = shipped("replay.games.gold_island", "demo")
    raw["sea"]["lines"] = [line for line in raw["sea"]["lines"] if "isle-3" not in line]
    raw["nest"]["ring"] = raw["nest"]["ring"][:-2]
    drawn = GAME.draw_kit(raw)

    assert "look again: no line leads to isle-3" in drawn
    assert "look again: the ring has 11 fields; 12 or 13 were expected" in drawn
    assert "look again: no field gives pirate-natural" in drawn
    assert GAME.check_kit({**raw, "chest": {}}) == [
        "there is no table [chest]; the tables are nest, sea, pirate_cards, chests, relics"
    ]


def test_the_box_has_the_published_numbers_of_properties() -> None:
    deck = GAME.read_kit("box", 2).deck
    kinds = [card.property for name in deck if (card := read_card(name)) is not None]

    assert {kind: kinds.count(kind) for kind in PROPERTIES} == PROPERTIES


def test_a_board_with_too_many_routes_leaves_the_end_of_a_movement_open() -> None:
    islands = [f"isle-{number}" for number in range(1, 13)]
    lines = [[one, other] for place, one in enumerate(islands) for other in islands[place + 1 :]]
    kit = {
        "id": "maze",
        "nest": {"ring": shipped("replay.games.gold_island", "demo")["nest"]["ring"]},
        "sea": {"lines": lines},
    }
    moves = [position(ships={"red": "isle-1"}), act("move", card="ashore-7", to="volcano-upper")]
    findings = audit_of(header(kit=kit), moves).findings

    assert [(item.rule, item.answer, item.facts["reason"]) for item in findings] == [("GI-MOVE-3", "open", "kit")]


# --- what players see, and what they may do --------------------------------------------------------------------------


def shown(viewer: str, variants: list[str]) -> str:
    lines = [
        moved(islandCards={"held": {"blue": ["isle-3"]}}),
        act("use", card="seer-2", island="isle-8", value=5),
        act("draw"),
    ]
    record = of_bodies(header(variants=variants), lines)
    replay = play_out(GAME, table_of(GAME, record.header), record.events, viewer=viewer)
    return "\n".join(GAME.render(Frame(replay.state_at(), None, 100, viewer)))


def test_players_have_to_remember_what_they_saw_unless_the_table_keeps_notes() -> None:
    assert "R:5" not in shown("red", [])
    assert "R:5" in shown("red", ["notes"])
    assert "R:5" not in shown("blue", ["notes"])
    assert "isle-3 ·" in shown("blue", []) and "isle-3 ·" not in shown("red", [])


@pytest.mark.slow
@pytest.mark.parametrize("width", [80, 100])
def test_the_table_keeps_within_its_width(width: int) -> None:
    for players in (2, 3, 4):
        simulated = dealt("gold-island", players, 2)
        game, table, line, _ = timeline(simulated.header, simulated.full)
        for step in fold(game, table, line):
            assert max(map(len, game.render(Frame(step.after, step.before, width)))) <= width


def test_every_suggested_action_breaks_no_rule() -> None:
    simulated = dealt("gold-island", 3, 8)
    bodies = simulated.full
    for size in range(1, len(bodies), 21):
        _, state = final_state(simulated.header, bodies[:size])
        for action in suggest(state)[:12]:
            lines = [*bodies[:size], body_of(action)]
            assert [item for item in found(simulated.header, lines) if item[2] == "broken"] == [], action


def test_rules_left_out_by_the_gate_would_have_nothing_to_say() -> None:
    """The gate only saves time: with every rule checked, the audit finds the same."""
    open_gate = msgspec.structs.replace(GAME, gate=None)
    records = [(case.record[0], case.record[1:]) for case in cases("gold-island")]
    for players in (2, 4):
        simulated = dealt("gold-island", players, 4)
        records += [(simulated.header, simulated.full), (simulated.header, simulated.scribe)]

    for head, bodies in records:
        _, table, line, _ = timeline(head, bodies)
        assert audit(GAME, table, line).findings == audit(open_gate, table, line).findings


def test_eleven_cards_seen_name_the_gold_island() -> None:
    held = {"red": [f"isle-{number}" for number in range(1, 7)], "blue": [f"isle-{number}" for number in range(7, 12)]}
    _, table, line, _ = timeline(header(), [position(islandCards={"held": held})])
    assert GAME.knowledge is not None

    assert GAME.knowledge(table, line, None)["gold"] == "isle-12"
    assert GAME.knowledge(table, line, "red")["possible"] == [f"isle-{number}" for number in range(7, 13)]


def test_a_victim_knows_the_card_that_was_stolen_from_them() -> None:
    lines = [
        moved(islandCards={"held": {"blue": ["isle-3"]}}, permits={"blue": {"gained": [4]}}),
        act("use", card="robbery-3", rob={"blue": ["isle-3"]}),
    ]
    _, table, line, _ = timeline(header(3), lines)
    assert GAME.knowledge is not None

    assert GAME.knowledge(table, line, "red")["excluded"] == ["isle-3"]
    assert GAME.knowledge(table, line, "blue")["excluded"] == ["isle-3"]
    assert GAME.knowledge(table, line, "green")["excluded"] == []
    assert GAME.knowledge(table, line, None)["permits"]["blue"] == [1, 2, 3, 5, 6]
    assert GAME.knowledge(table, line, "red")["permits"]["blue"] == [1, 2, 3, 4, 5, 6]


def test_sealed_values_are_judged_as_unseen() -> None:
    sealed = {"seal": "b64"}
    lines = [
        {"do": "setup", "hands": {"red": sealed, "blue": [sealed] * 4}, "permits": {"red": sealed}, "gold": sealed,
         "islandCards": {"red": sealed, "blue": sealed}, "chests": {"isle-1": sealed}, "first": "red"},
        act("move", card="ashore-3", path=["island-card-1", "pirate-black", "permit-1"]),
        act("take", permit=sealed),
        act("use", card="seer-2", island="isle-8", value=sealed),
        act("draw", cards=[sealed, sealed]),
        act("move", "blue", card="ashore-3", path=["island-card-1", "pirate-black", "permit-1"]),
        act("use", "blue", card="robbery-3", rob={"red": sealed}),
        act("draw", "blue", cards=sealed),
        {"do": "reveal", "what": "@3.permit", "value": 5, "seal": "b64", "salt": "AAAAAAAAAAAAAAAAAAAAAA"},
    ]  # fmt: skip
    state = document(*lines)

    assert found(header(), lines) == []
    assert state["hands"] == {"red": ["?"] * 4, "blue": ["?"] * 4}
    assert state["permits"]["red"]["gained"] == ["?", 5]
    assert state["islandCards"]["held"] == {"red": [], "blue": ["?", "?"]}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (act("move", "purple", card="ashore-3"), "by"),
        (act("move", card="ashore"), "card"),
        (act("move", card="ashore-3", path=["?"]), "path"),
        (act("take", pirate="pink"), "pirate"),
        (act("take", permit="five"), "permit"),
        (act("use", card="ashore-3", relic="compass"), "relic"),
        (act("use", card="robbery-3", rob={"blue": -1}), "rob.blue"),
        (act("use", card="?", **{"as": "flying"}), "as"),
        (act("draw", count=-2), "count"),
        (reveal("treasure.isle-1", 3), "what"),
        (reveal("hand.purple", []), "what"),
        (reveal("permits.isle-1", 3), "value"),
        (position(hands={"red": ["joker"]}), "position.hands.red"),
        (position(crew={"red": {"pink": 1}}), "position.crew.red"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_field(line: Body, field: str) -> None:
    findings = audit_of(header(), [{"do": "setup"}, line]).findings

    assert [item.rule for item in findings] == ["QM-READ-2"]
    assert findings[0].facts["field"] == field


@pytest.mark.parametrize("kit", ["box", {"id": "club"}, "demo"])
def test_the_table_is_drawn_whatever_the_kit_says_and_whatever_the_islands_are_called(kit: Any) -> None:
    names = ["tortuga", "nassau", "roatan", "saba", "nevis", "aruba", "bonaire", "curacao", "utila", "jamaica", "cuba"]
    for islands in (None, [*names, "cozumel"]):
        lines = [{"do": "setup", "islands": islands}, act("move", card="ashore-2", path=["madagascar"])]
        game, state = final_state(header(4, kit=kit), lines)
        drawn = game.render(Frame(state, None, 80))

        assert max(map(len, drawn)) <= 80
        assert any("madagascar <R>" in line for line in drawn)
        assert any((islands or ["isle-1"])[0] in line for line in drawn)


def test_in_a_position_players_see_what_is_face_up_and_what_is_theirs() -> None:
    lines = [
        position(
            hands={"red": ["ashore-5", "seer-2"], "blue": ["pirate-5", "pirate-3"]},
            permits={"red": {"held": 1, "gained": [3, 4]}},
            islandCards={
                "held": {"red": ["isle-1"], "blue": ["isle-2"]},
                "named": ["isle-1", "isle-2"],
                "gold": "isle-9",
            },
            islands={"isle-5": {"stack": [["red", 3]], "chest": 6, "peeked": {"red": 6, "blue": 5}}},
            result={"winners": ["red"]},
        )
    ]
    record = of_bodies(header(), lines)
    replay = play_out(GAME, table_of(GAME, record.header), record.events, viewer="blue")
    state = GAME.document(replay.state_at())

    assert state["hands"] == {"red": ["?", "?"], "blue": ["pirate-5", "pirate-3"]}
    assert state["permits"]["red"]["gained"] == ["?", "?"]
    assert state["islandCards"] == {
        "deck": 9,
        "gold": "?",
        "held": {"red": ["?"], "blue": ["isle-2"]},
        "named": [],
    }
    assert state["islands"]["isle-5"]["stack"] == [["red", "?"]]
    assert state["islands"]["isle-5"]["chest"] == "?"
    assert state["islands"]["isle-5"]["peeked"] == {}


def test_gi_q27_the_fields_that_were_passed_are_offered_too() -> None:
    passing = act("move", card="ashore-3", path=["permit-1", "gamble-1", "pirate-white"])
    lines = [position(captains={"red": "pirate-black"}), passing]
    offers = {}
    for answer in ("end", "passed"):
        game, state = final_state(header(Q27=answer), lines)
        offers[answer] = [body_of(action) for action in game.suggest(state) if isinstance(action, Take | Gamble)]
        headline = "\n".join(game.render(Frame(state, None, 100)))[:200]
        assert ("permit field 1 or gambling field 1" in headline) == (answer == "passed")

    assert offers["end"] == [{"by": "red", "do": "take"}]
    assert offers["passed"] == [
        {"by": "red", "do": "take"},
        {"by": "red", "do": "take", "permit": "?"},
        {"by": "red", "do": "gamble", "card": "?"},
    ]
