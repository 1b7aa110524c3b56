"""Whether the game of a record has rules here. Any game can be recorded; only a known one is judged."""

from records.errors import NotFound, Refused
from records.event import Header
from replay.game import Game
from replay.library import game_ids, game_of, table_of


def known_game(header: Header) -> Game | None:
    """The game of a record, or None where there are no rules for it here."""
    try:
        return game_of(header.game)
    except NotFound:
        return None


def version_of(game_id: str) -> str:
    """The version of a game's rules as text: `-` if there are none here, `!` if they cannot be loaded."""
    try:
        return str(game_of(game_id).version)
    except NotFound:
        return "-"
    except Refused:
        return "!"


def is_rule(rule_id: str) -> bool:
    """Whether a game has a rule with this id, or every game has. A game that cannot be loaded has none."""
    from replay.engine_rules import ENGINE_RULES  # here, so that whoever logs does not load the rules of the procedure

    games = [game_of(name) for name in game_ids() if version_of(name) != "!"]
    return any(rule.id == rule_id for rules in (ENGINE_RULES, *(game.rules for game in games)) for rule in rules)


def check_header(header: Header) -> bool:
    """Refuse a header whose variants, readings or kit its game does not know. False for a game without rules here."""
    game = known_game(header)
    if game is not None:
        table_of(game, header)
    return game is not None
