"""Calls about the games, for anybody."""

from cli.serve.calls import Call, Incoming
from cli.serve.messages.wire_forms import Sent
from replay.library import game_ids, game_of


class GameOut(Sent, omit_defaults=False):
    """A game in short."""

    id: str
    title: str
    summary: str
    players: tuple[int, int]
    seats: list[str]
    version: int


class Games(Sent, omit_defaults=False):
    """All games."""

    games: list[GameOut]


class QuestionOut(Sent, omit_defaults=False):
    """A question that the rulebook leaves open; the first answer is the usual one."""

    id: str
    text: str
    answers: list[str]


class VariantOut(Sent, omit_defaults=False):
    """A way of playing."""

    id: str
    text: str


class GameDetails(GameOut, omit_defaults=False):
    """A game with what a table may agree on."""

    questions: list[QuestionOut]
    variants: list[VariantOut]


class RuleOut(Sent, omit_defaults=False):
    """A rule."""

    id: str
    text: str
    cite: str


class Rules(Sent, omit_defaults=False):
    """The rules of a game."""

    game: str
    rules: list[RuleOut]


def _short(game_id: str) -> GameOut:
    game = game_of(game_id)
    return GameOut(game.id, game.title, game.summary, game.players, list(game.seats), game.version)


async def get_games(asked: Incoming) -> Games:
    """All games."""
    return Games([_short(game_id) for game_id in game_ids()])


async def get_game(asked: Incoming) -> GameDetails:
    """One game."""
    game = game_of(asked.request.path_params["game"])
    return GameDetails(
        id=game.id,
        title=game.title,
        summary=game.summary,
        players=game.players,
        seats=list(game.seats),
        version=game.version,
        questions=[QuestionOut(one.id, one.text, list(one.answers)) for one in game.questions],
        variants=[VariantOut(one.id, one.text) for one in game.variants],
    )


async def get_rules(asked: Incoming) -> Rules:
    """The rules of a game, with where each is written."""
    game = game_of(asked.request.path_params["game"])
    return Rules(game.id, [RuleOut(rule.id, rule.text, str(rule.cite)) for rule in game.rules])


CALLS = (
    Call("GET", "/games", get_games, "", "All games.", gives=Games),
    Call("GET", "/games/{game}", get_game, "", "One game: seats, questions, variants.", gives=GameDetails),
    Call("GET", "/games/{game}/rules", get_rules, "", "The rules of a game.", gives=Rules),
)
