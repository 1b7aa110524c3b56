"""Beginning a tournament: its header, and its format as an event."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from cli.desk.headers import begun, readings_of
from records.errors import NotFound, Refused
from records.store import Info
from replay.library import game_ids, game_of

Body = dict[str, Any]


class FormatWords(NamedTuple):
    """A format as people write it."""

    rounds: int
    games: Sequence[str]
    """Ids, or several with commas for one round each."""
    scoring: str | None = None
    system: str | None = None
    size: str | None = None
    breaks: str | None = None
    bye: int | None = None
    minutes: int | None = None
    readings: Sequence[str] = ()
    kits: Sequence[str] = ()
    more: Body | None = None
    """Fields of the setup as they are."""


def check_name(title: str, tournaments: Iterable[Info]) -> None:
    """One name is for one tournament that goes on: commands and tables find it by that name."""
    for info in tournaments:
        if not info.closed and (info.header.title or "").casefold() == title.casefold():
            mend = "go on with it, or give another name"
            raise Refused(f"{title} has begun already; nothing was written", where="title", mend=mend)


def header_of(
    game: str, title: str, officials: Sequence[Body], scribe: str | None, moment: int, random: Callable[[int], bytes]
) -> Body:
    """The header of a new tournament. Who takes part enters by events, so it names nobody."""
    if not title.strip():
        raise Refused("a tournament needs a name", mend='qm tournament new "Harbour Open"')
    body: Body = {"quartermaster": 1, "game": game, "title": title.strip(), "players": []}
    body |= {"officials": list(officials)} if officials else {}
    body |= {"scribe": scribe} if scribe is not None else {}
    return begun(body, moment, random)[0]


def setup_of(words: FormatWords) -> Body:
    """The first event: the format. What is left out is as usual."""
    games = [_round_games(text) for text in words.games]
    per_round = any("," in text for text in words.games)
    given: Body = {
        "rounds": words.rounds,
        "games": games if per_round else [name for row in games for name in row],
        "size": None if words.size is None else size_of(words.size),
        "system": words.system,
        "scoring": words.scoring,
        "breaks": None if words.breaks is None else [one.strip() for one in words.breaks.split(",") if one.strip()],
        "bye": words.bye,
        "minutes": words.minutes,
        "readings": _readings(words.readings) or None,
        "kits": _kits(words.kits) or None,
    }
    return {"do": "setup", **{name: value for name, value in given.items() if value is not None}, **(words.more or {})}


def _round_games(text: str) -> list[str]:
    return [_known(name.strip()) for name in text.split(",") if name.strip()]


def _known(name: str) -> str:
    try:
        game = game_of(name)
    except NotFound:
        game = None
    if game is None or game.is_linked:
        playable = [one for one in game_ids() if not game_of(one).is_linked]
        raise NotFound(f"there is no game {name!r}", mend=f"the games are: {', '.join(playable)}")
    return name


def size_of(text: str) -> dict[str, int]:
    """`3-4-5`: the fewest, the number that is wanted, and the most at a table; `4` alone for exactly that."""
    parts = [part.strip() for part in text.split("-")]
    if len(parts) not in (1, 3) or not all(part.isascii() and part.isdigit() and len(part) < 3 for part in parts):
        raise Refused(f"--size {text!r}", mend="write the fewest, the usual and the most: --size 3-4-5")
    least, want, most = (int(part) for part in (parts if len(parts) == 3 else parts * 3))
    if not 2 <= least <= want <= most:
        raise Refused(f"--size {text!r}", mend="they rise, from 2 on: --size 3-4-5")
    return {"want": want, "min": least, "max": most}


def _readings(texts: Sequence[str]) -> dict[str, dict[str, str]]:
    """`SS-Q2=wasted`, each under the game whose question it is."""
    found: dict[str, dict[str, str]] = {}
    for question, answer in readings_of(list(texts), "--reading").items():
        games = [name for name in game_ids() if game_of(name).question(question) is not None]
        if not games:
            raise NotFound(f"no game has a question {question!r}", mend="`qm questions GAME` lists them")
        if answer not in (allowed := game_of(games[0]).question(question).answers):  # type: ignore[union-attr]  # it has the question
            raise Refused(f"{answer!r} does not answer {question}", mend=f"allowed: {', '.join(allowed)}")
        found.setdefault(games[0], {})[question] = answer
    return found


def _kits(texts: Sequence[str]) -> dict[str, str]:
    """`loot-island=box`, one for each game."""
    kits: dict[str, str] = {}
    for text in texts:
        game, equals, kit = text.partition("=")
        if not equals or not kit:
            raise Refused(f"--kit {text!r}", mend="write it as --kit loot-island=NAME")
        kits[_known(game.strip())] = kit.strip()
    return kits
