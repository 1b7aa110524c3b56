"""`qm games`, `qm questions` and `qm rules` as people read them, and as lines for other programs."""

import pytest

from replay.library import game_ids, game_of
from tests.helpers.shell import Shell


def test_every_game_is_listed(qm: Shell) -> None:
    text, plain = qm("games").out, qm("games", "--plain").out.splitlines()

    assert [line.split("\t")[0] for line in plain] == list(game_ids())
    for game in map(game_of, game_ids()):
        assert game.title in text
        assert game.summary in text


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_tells_its_seats_variants_actions_and_paths(qm: Shell, game_id: str) -> None:
    game = game_of(game_id)
    text = qm("games", game_id).out

    assert f"seats: {', '.join(game.seats)}" in text
    assert "none" in text if not game.variants else all(variant.text in text for variant in game.variants)
    for path in game.paths:
        assert path.path in text
    setup = next(line for line in text.splitlines() if line.split()[:1] == ["setup"])
    assert "[position]" in setup, "a field that may be left out stands in brackets"


@pytest.mark.parametrize("game_id", game_ids())
def test_every_question_tells_its_answers_and_when_it_comes_up(qm: Shell, game_id: str) -> None:
    game = game_of(game_id)
    text, plain = qm("questions", game_id).out, qm("questions", game_id, "--plain").out

    for question in game.questions:
        assert question.text in text
        assert "\t".join((question.id, question.text, *question.answers)) in plain
        for answer, means in question.means.items():
            assert f"{answer}: {means}" in " ".join(text.split())
    assert text.count("(default)") == len(game.questions)
    assert text.count("comes up only") == len([one for one in game.questions if one.players or one.variant])
    assert text.count("these rules stay open") == len([one for one in game.questions if not one.honoured])
    for variant in game.variants:
        assert f"variant {variant.id}: {variant.text}" in text
        assert f"{variant.id}\t{variant.text}" in plain
