"""The places of the table that players talk about, what they call them, and how a change there is said."""

from typing import Any

from replay.action import UNKNOWN
from replay.games.loot_island.view import EVENT_WORDS
from replay.games.loot_island.words import FACINGS, PHASES, everybody, say, the_event, who, whose
from replay.path_words import PathWord
from replay.saying import counted, listed, number
from replay.table import Table


def _now(words: Any) -> Any:
    """The new value alone: what it was before says itself."""

    def change(table: Table, old: Any, new: Any) -> str:
        return str(words(table, new))

    return change


def _one_of(words: dict[str, str], otherwise: str = "not seen") -> Any:
    def value(table: Table, named: Any) -> str:
        return words.get(named, otherwise) if isinstance(named, str) else otherwise

    return value


def _player(table: Table, seat: Any) -> str:
    return "not known" if seat == UNKNOWN else who(table, seat)


def _players(table: Table, seats: Any) -> str:
    return everybody(table, seats) if isinstance(seats, list | tuple) else _player(table, seats)


def _corner(table: Table, corner: Any) -> str:
    return f"at the {say(table, corner)}"


def _event(table: Table, card: Any) -> str:
    if card is None:
        return "none"
    return f"{card} ({EVENT_WORDS[card]})" if card in EVENT_WORDS else the_event(table, card)


def _disc(table: Table, actor: Any) -> str:
    return f"{whose(table, actor)} disc"


def _discs(table: Table, old: Any, new: Any) -> str:
    """Discs that came, went, or changed places in their stack."""
    gone, come = [actor for actor in old if actor not in new], [actor for actor in new if actor not in old]
    if not gone and not come:
        return f"from the bottom now {listed([_disc(table, actor) for actor in new])}"
    parts = ((gone, "gone"), (come, "new"))
    return ", ".join(f"{listed([_disc(table, actor) for actor in names])} {how}" for names, how in parts if names)


def _segment(table: Table, segment: Any) -> str:
    pile, size = segment
    return f"{number(size)} of {'the renewed deck' if pile == 'mix' else f'pile {pile}'}"


def _treasure_deck(table: Table, old: Any, new: Any) -> str:
    change = sum(size for _, size in new) - sum(size for _, size in old)
    left = counted(sum(size for _, size in new), "treasure")
    return f"{left}, {number(abs(change))} {'more' if change > 0 else 'fewer'}" if change else f"{left} in other piles"


def _queued(table: Table, place: Any) -> str:
    landing, size = place
    return f"the {size} loot at {landing}"


def _queue(table: Table, old: Any, new: Any) -> str:
    return listed([_queued(table, place) for place in new], "no more")


def _loot(table: Table, old: Any, new: Any) -> str:
    if new is None:
        return ""
    return listed([_queued(table, place) for place in new["queue"]], "none") if isinstance(new, dict) else ""


def _searched(table: Table, loot: Any) -> str:
    return _loot(table, None, loot) or "none"


def _healer(table: Table, name: Any) -> str:
    return "none" if name is None else "not seen" if name == UNKNOWN else say(table, name)


def _dealt(table: Table, old: Any, new: Any) -> str:
    return "" if new is None else f"two for each of {everybody(table, new)}"


def points(table: Table, score: Any) -> str:
    """A score, or a part of one, that may not be certain."""
    if score == UNKNOWN:
        return "not known"
    if isinstance(score, dict) and set(score) == {"min", "max"}:
        low, high = score["min"], score["max"]
        return f"{low} to {high}" if low is not None else f"{high} at most"
    return "out" if score is None else str(score)


def _result(table: Table, result: Any) -> str:
    if not isinstance(result, dict):
        return "not counted yet"
    scores = [f"{who(table, seat)} {points(table, score)}" for seat, score in result.get("scores", {}).items()]
    return f"{listed(scores)}; {_wins(table, result.get('winner'))}"


def _wins(table: Table, winner: Any) -> str:
    return "who wins is not certain" if winner == UNKNOWN else f"{who(table, winner)} wins"


_SIDES = _one_of({"up": "face up", "down": "face down"})
_BOW = _one_of(FACINGS)
_STAGE = _one_of(PHASES)


def _done(table: Table, done: Any) -> str:
    return "done for this round" if done is True else "in play"


PATH_WORDS: tuple[PathWord, ...] = (
    PathWord("round", "round"),
    PathWord("phase", "stage", value=_STAGE, change=_now(_STAGE)),
    PathWord("ship.corner", "the ship", value=_corner, change=_now(_corner)),
    PathWord("ship.facing", "the bow", value=_BOW, change=_now(_BOW)),
    PathWord("first", "first-player tile", value=_player),
    PathWord("turn", "to play", value=_player, change=_now(_player)),
    PathWord("turns", "turns taken in this phase", "turn", quiet=True),
    PathWord("passed", "passed so far", value=_players, change=_now(_players)),
    PathWord("event", "event in force", value=_event, change=_now(_event)),
    PathWord("events", "event deck", "card"),
    PathWord("spent", "used events", "card"),
    PathWord("islands.<tile>", "{tile}", value=_SIDES, change=_now(_SIDES)),
    PathWord("hands.aaron", "Aaron's hand", "card"),
    PathWord("hands.aaron.count", "Aaron's hand", "card"),
    PathWord("hands.<seat>", "{seat's} hand", "card"),
    PathWord("hands.<seat>.count", "{seat's} hand", "card"),
    PathWord("cubes.<seat>", "{seat}", "cube"),
    PathWord("compasses.aaron", "Aaron's area", "disc"),
    PathWord("compasses.<seat>", "{seat's} area", "disc"),
    PathWord("kept.aaron", "Aaron's treasures", "treasure"),
    PathWord("kept.<seat>", "{seat's} treasures", "treasure"),
    PathWord("landings.<landing>.cards", "{landing}", "card"),
    PathWord("landings.<landing>.stack", "{landing}", "disc", value=_disc, change=_discs),
    PathWord("map.deck", "map deck", "card"),
    PathWord("map.discard", "map discard pile", "card"),
    PathWord("treasure.deck", "treasure deck", "treasure", value=_segment, change=_treasure_deck),
    PathWord("treasure.discard", "treasure discard pile", "treasure"),
    PathWord("treasure.open", "treasures turned up", "treasure"),
    PathWord("treasure.offer", "treasures laid out", "treasure"),
    PathWord("renewed.map", "what went into the renewed map deck", "card", quiet=True),
    PathWord("renewed.treasure", "what went into the renewed treasure deck", "treasure", quiet=True),
    PathWord("loot", "loot to be found", value=_searched, change=_loot),
    PathWord("loot.queue", "loot to be found", "landing", value=_queued, change=_queue),
    PathWord("loot.at", "loot being shared out", value=_healer, change=_now(_healer)),
    PathWord("loot.takers", "next to take", value=_players, change=_now(_players)),
    PathWord("healers.pile", "healers face down", "healer"),
    PathWord("healers.open", "healers on the table", "healer"),
    PathWord("healers.order", "to choose a healer", value=_players, change=_now(_players)),
    PathWord("healers.taken.<seat>", "{seat's} healer", value=_healer),
    PathWord("healers.dealt", "healers dealt", change=_dealt),
    PathWord("healers.dealt.<seat>", "healers dealt to {seat}", "healer"),
    PathWord("out", "out of the game", value=_players, change=_now(_players)),
    PathWord("cutoff", "treasures have run out"),
    PathWord("aaron.color", "Aaron's colour"),
    PathWord("aaron.done", "Aaron", value=_done, change=_now(_done)),
    PathWord("aaron.given", "what Aaron has just taken", "treasure", quiet=True),
    PathWord("aaron.unseen", "what Aaron took unseen", "treasure"),
    PathWord("result", "the count", value=_result, change=_now(_result)),
    PathWord("result.scores.<seat>", "{seat's} score", value=points),
    PathWord("result.parts.<seat>.<part>", "{seat's} points for {part}", value=points),
    PathWord("result.ranking", "the players left, best first", value=_players),
    PathWord("result.winner", "the winner", value=_player),
)
