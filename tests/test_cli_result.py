"""An organiser's cases: results adjusted by ruling, readings set by ruling, and what every export says of them."""

import json
from typing import Any

import pytest

from replay.simulation import simulate
from replay.whole_record import score_of
from tests.helpers.disputes import RULED, events, rules_named
from tests.helpers.shell import Shell

FOUR = simulate("sea-or-shore", players=4, seed=3)
COUNTED = [seat.total for seat in score_of(FOUR).seats]


def imported(qm: Shell, record: Any, **header: Any) -> str:
    """A dealt game in the store, with names and officials."""
    first, *rest = [json.loads(line) for line in record.lines]
    names = ("Ann", "Bob", "Cleo", "Dan")
    first["players"] = [{**player, "name": name} for player, name in zip(first["players"], names, strict=False)]
    first |= {"officials": [{"name": "Kim"}, {"name": "Lee", "level": "head"}], **header}
    lines = [json.dumps(body) for body in (first, *rest)]
    qm("import", qm.write("game.jsonl", "\n".join(lines) + "\n"))
    return str(qm("list", "--json").json["id"])


@pytest.fixture
def disputed(qm: Shell) -> str:
    """A finished game whose result is contested."""
    record = imported(qm, FOUR)
    claim = ("--by", "p2", "--about", "result", "--kind", "score", "--claim", "counted wrongly")
    assert qm("dispute", "open", record, *claim).code == 0
    return record


FORTY = ("--score", "p1=40", "--score", "Bob=0", "--score", "p3=30", "--score", "p4=20")


@pytest.mark.slow
def test_an_assigned_result_is_the_result_everywhere(qm: Shell, disputed: str) -> None:
    ruling = FOUR.size + 1
    assert qm("rule", "adjust", disputed, "--by", "Kim", *FORTY, *RULED).code == 0

    told = qm("score", disputed, "--json").json
    assert [seat["total"] for seat in told["seats"]] == [40, 0, 30, 20]
    assert [seat["counted"] for seat in told["seats"]] == COUNTED
    assert [(seat["name"], seat["place"]) for seat in told["seats"]] == [
        ("Ann", 1),
        ("Bob", 4),
        ("Cleo", 2),
        ("Dan", 3),
    ]
    assert (told["winners"], told["adjusted"]) == (["p1"], {"ruling": ruling, "kind": "assigned"})
    words = f"40 as ruled (event {ruling}), {COUNTED[0]} by the count"
    assert words in qm("score", disputed).out
    assert f"Ann\t{words}\twinner\t1" in qm("score", disputed, "--plain").out
    play = json.loads(qm("export", disputed, "--format", "bgstats").out)["plays"][0]
    assert [(one["score"], one["rank"], one["winner"]) for one in play["playerScores"]] == [
        ("40", 1, True),
        ("0", 4, False),
        ("30", 2, False),
        ("20", 3, False),
    ]
    assert words in play["comments"]
    assert words in qm("export", disputed, "--format", "html").out
    assert words in qm("report", disputed).out
    assert words in qm("report", disputed, "D1").out
    assert words in qm("whatif", disputed, "--void", FOUR.size - 1).out
    assert f"adjusted by the ruling of event {ruling} (assigned)" in qm("show", disputed).out


def test_a_ruling_on_appeal_gives_the_count_back(qm: Shell, disputed: str) -> None:
    qm("rule", "adjust", disputed, "--by", "Kim", *FORTY, *RULED)
    qm("appeal", disputed, "--by", "p3", "--grounds", "fact")
    assert qm("rule", "stand", disputed, "--by", "Lee", *RULED).code == 0

    told = qm("score", disputed, "--json").json
    assert [seat["total"] for seat in told["seats"]] == COUNTED
    assert "adjusted" not in told
    assert "counted" not in told["seats"][0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--score", "nobody=4"), "QM-RULE-7: nobody has no seat"),
        (("--score", "p1=many"), "write it as --score p1=40"),
        (("--place", "p1=1"), "places leave out"),
        (("--adjust", '{"kind":"assigned","outcomes":[{"result":{"nobody":"many"}}]}'), "QM-RULE-7"),
        (("--outcome", "p1=3"), "the weight first"),
        (("--outcome", "2: p1=3"), "two outcomes or more"),
        (("--outcome", "2: p1=3", "--score", "p1=3"), "stands alone"),
        ((), "names no result"),
        (("--score", "p1=4", "--reading-from", "3"), "--reading-from needs --reading"),
        (("--score", "p1=4", "--reading", "SS-Q2"), "write it as --reading"),
        (("--score", "p1=4", "--reading", "SS-Q2=perhaps"), "QM-RULE-8"),
    ],
)
def test_a_result_that_cannot_be_counted_is_refused(
    qm: Shell, disputed: str, options: tuple[str, ...], words: str
) -> None:
    refused = qm("rule", "adjust", disputed, "--by", "Kim", *options, *RULED)
    assert refused.code == 2
    assert words in refused.err
    assert len(events(qm, disputed)) == FOUR.size


def test_an_artificial_result_with_a_disqualification(qm: Shell, disputed: str) -> None:
    places = ("--place", "p1=4", "--place", "p2=1", "--place", "p3=1", "--place", "p4=3")
    penalty = ("--penalty", "Ann:disqualification:cheating")
    assert qm("rule", "adjust", disputed, "--by", "Kim", "--kind", "artificial", *places, *penalty, *RULED).code == 0

    told = qm("score", disputed, "--json").json
    assert told["winners"] == ["p2", "p3"]
    assert [seat["place"] for seat in told["seats"]] == [4, 1, 1, 3]
    assert [seat["total"] for seat in told["seats"]] == COUNTED
    assert "artificial" in qm("report", disputed, "D1").out


def test_time_may_be_given_back(qm: Shell, disputed: str) -> None:
    assert qm("rule", "stand", disputed, "--by", "Kim", "--time", 300, *RULED).code == 0
    assert events(qm, disputed)[-1]["time"] == 300


# --- case C: an unclear rule


ADDED = [
    {"do": "setup", "position": {"decks": {"all": {"up": "red-4"}}, "additions": {"p1": 6, "p2": 6, "p3": 6}}},
    {"do": "lay", "by": "p1", "shows": 11, "add": 3},
]


@pytest.fixture
def unclear(qm: Shell) -> str:
    """A table that disputes additions beyond 12 (SS-Q2)."""
    header = {
        "quartermaster": 1,
        "game": "sea-or-shore",
        "players": [{"seat": "p1"}, {"seat": "p2"}, {"seat": "p3"}],
        "options": {"kit": "demo"},
        "officials": [{"name": "Kim"}],
    }
    qm("import", qm.write("unclear.jsonl", "\n".join(map(json.dumps, (header, *ADDED))) + "\n"))
    record = str(qm("list", "--json").json["id"])
    claim = ("--by", "p2", "--about", 2, "--kind", "rules-question", "--claim", "may they be wasted?")
    assert qm("dispute", "open", record, *claim).code == 0
    return record


def _about_additions(qm: Shell, record: str) -> list[tuple[int, str, str]]:
    return [one for one in rules_named(qm, record) if one[1] == "SS-ADD-2"]


def test_a_reading_set_by_ruling_turns_the_finding_away(qm: Shell, unclear: str) -> None:
    assert _about_additions(qm, unclear) == [(2, "SS-ADD-2", "broken")]
    ruled = qm("rule", "stand", unclear, "--by", "Kim", "--reading", "SS-Q2=wasted", "--reading-from", 1, *RULED)
    assert ruled.code == 0, ruled.err
    assert events(qm, unclear)[-1]["reading"] == {"question": "SS-Q2", "answer": "wasted", "from": 1}
    assert _about_additions(qm, unclear) == []
    assert "SS-Q2 is read as wasted, from event 1 on" in qm("report", unclear, "D1").out


def test_a_reading_from_now_on_is_followed_while_logging(qm: Shell, unclear: str) -> None:
    assert qm("rule", "stand", unclear, "--by", "Kim", "--reading", "SS-Q2=wasted", *RULED).code == 0
    assert _about_additions(qm, unclear) == [(2, "SS-ADD-2", "broken")]
    told = qm("log", unclear, stdin='{"do":"lay","by":"p2","shows":11,"add":3}')
    assert told.code == 0
    assert "SS-ADD-2" not in told.out + told.err
    assert _about_additions(qm, unclear) == [(2, "SS-ADD-2", "broken")]
    assert qm("verify", unclear, "--replay").code == 0, "the states that were noted come out the same"


# --- BG Stats


def test_a_ruling_weeks_later_makes_no_game_longer(qm: Shell, disputed: str) -> None:
    late = ("--at", "2026-12-20T18:00:00Z")
    before = json.loads(qm("export", disputed, "--format", "bgstats").out)["plays"][0]["durationMin"]
    assert qm("rule", "stand", disputed, "--by", "Kim", *late, *RULED).code == 0
    play = json.loads(qm("export", disputed, "--format", "bgstats").out)["plays"][0]
    assert play["durationMin"] == before < 24 * 60


@pytest.mark.parametrize("game_id", ["gold-island", "loot-island", "lost-island", "sea-or-shore"])
def test_everybody_has_a_rank_and_only_winners_are_first(qm: Shell, game_id: str) -> None:
    for seed in range(3):
        record = simulate(game_id, players=4, seed=seed)
        text = "\n".join(line.decode() for line in record.lines) + "\n"
        scores = json.loads(qm("export", qm.write("dealt.jsonl", text), "--format", "bgstats").out)["plays"][0]
        ranks = [one["rank"] for one in scores["playerScores"]]
        winners = [one["winner"] for one in scores["playerScores"]]
        assert all(1 <= rank <= 4 for rank in ranks), f"seed {seed}"
        assert not any(winners) or [rank == 1 for rank in ranks] == winners, f"seed {seed}"


def test_an_abandoned_game_is_not_counted(qm: Shell, disputed: str) -> None:
    assert qm("close", disputed, "--end", "abandoned").code == 0
    assert json.loads(qm("export", disputed, "--format", "bgstats").out)["plays"][0]["ignored"]
