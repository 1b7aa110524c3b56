"""The games behind a bar of the statistics, on a page that needs nothing from elsewhere."""

from html import escape

from cli.desk.index.index_games import GameBehind, GamesFound, GamesWanted
from cli.export.stats_words import behind_words, day_words, games_words
from replay.library import game_ids, game_of


def game_title(game_id: str) -> str:
    """What a game is called; one that is not known here by its id."""
    return game_of(game_id).title if game_id in game_ids() else game_id


def games_section(place: str, wanted: GamesWanted, found: GamesFound) -> str:
    """The games behind a bar, the newest first; each with its record, and the line where a rule was broken first."""
    shown = len(found.games)
    newest = f"the newest {shown} of " if shown < found.in_all else ""
    says = f"<p>“{escape(found.games[0].says)}” <small>{escape(wanted.rule)}</small></p>" if wanted.rule else ""
    head = "".join(f"<th>{name}" for name in ("when", "game", "occasion", "players", "won", "record"))
    return (
        f"<section class='panel scrolls behind' id={place}><h2>{escape(behind_words(wanted, game_title))}</h2>{says}"
        f"<p class=small>{newest}{games_words(found.in_all)} · <a href='#plots'>back to the plots</a></p>"
        f"<table><thead><tr>{head}<tbody>{''.join(map(_row, found.games))}</table></section>"
    )


def _row(game: GameBehind) -> str:
    line = "" if game.seq is None else f", line {game.seq}"
    told = (
        day_words(game.played[:10]),
        game_title(game.game),
        game.title or game.event or "–",
        ", ".join(game.players),
        game.winners or "–",
    )
    cells = "".join(f"<td>{escape(one)}" for one in told)
    return f"<tr>{cells}<td><code>{escape(game.record)}</code>{line}"
