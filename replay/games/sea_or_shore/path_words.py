"""The places of the table that people talk about, and what they call them."""

from typing import Any

from replay.action import UNKNOWN
from replay.diff import difference
from replay.games.sea_or_shore.view import ACTION_WORDS
from replay.games.sea_or_shore.words import card_words, say, shown_words, value_words
from replay.path_words import PathWord
from replay.saying import counted, listed, owner, people, person
from replay.table import Table

_NOW = {
    "pass": "everybody passes a card",
    "lay": "cards are laid",
    "act": "the covers are off",
    "deal": "round 2 has to be dealt",
    "over": "the game is over",
}


def _phase(table: Table, value: Any) -> str:
    return _NOW.get(str(value), "not seen")


def _action(table: Table, value: Any) -> str:
    words = ACTION_WORDS.get(value) if isinstance(value, int) else None
    return f"{words} (action {value})" if words else "not seen"


def _hand(table: Table, old: Any, new: Any) -> str:
    """What left a hand and what came to it; a hand that is named for the first time, as a whole."""
    was, now = list(old or ()), list(new or ())
    if was and now and all(card == UNKNOWN for card in was) and UNKNOWN not in now:
        return listed([card_words(card) for card in now])
    gone, come = difference(was, now), difference(now, was)
    if all(card == UNKNOWN for card in (*gone, *come)):
        change = len(come) - len(gone)
        return f"{counted(abs(change), 'card')} {'more' if change > 0 else 'fewer'}" if change else ""
    parts = ((gone, "gone"), (come, "new"))
    return ", ".join(f"{value_words(cards)} {how}" for cards, how in parts if cards)


def _face_up(table: Table, old: Any, new: Any) -> str:
    return "none" if new is None else "not seen" if new == UNKNOWN else say(table, str(new))


def _played(table: Table, old: Any, new: Any) -> str:
    """The card that was unveiled. That it leaves the trick is told by where it goes."""
    return "" if new is None else "not seen" if new == UNKNOWN else say(table, str(new))


def _lays(table: Table, old: Any, new: Any) -> str:
    """The cards that were laid, or to which something was added. The end of a trick clears them all."""
    return listed([_lay(table, entry) for entry in difference(list(new or ()), list(old or ()))], "")


def _lay(table: Table, value: Any) -> str:
    """A card of the trick: `Ann's card showing 7 with two additions`."""
    if not isinstance(value, dict):
        return "not seen"
    shown = "unseen card" if value["shows"] == UNKNOWN else shown_words(value["shows"]).removeprefix("a ")
    added = f" with {counted(value['add'], 'addition')}" if value["add"] else ""
    return f"{owner(table, value['seat'])} {shown}{added}"


def _seat(entry: Any) -> str:
    return str(entry["seat"] if isinstance(entry, dict) else entry)


def _due(table: Table, value: Any) -> str:
    return person(table, _seat(value))


def _still_due(table: Table, old: Any, new: Any) -> str:
    """Who still has to act."""
    left = [_seat(entry) for entry in new or ()]
    return people(table, left) if left else "nobody"


def _turn(table: Table, old: Any, new: Any) -> str:
    return "nobody" if new is None else person(table, new)


def _points(table: Table, old: Any, new: Any) -> str:
    """The points of each finished round."""
    noted = [
        f"{'an unknown number' if points == UNKNOWN else points} in round {place}"
        for place, points in enumerate(new or (), 1)
    ]
    return listed(noted, "none noted")


def _winner(table: Table, value: Any) -> str:
    if isinstance(value, list):
        return people(table, value) if value else "nobody"
    return "nobody yet" if value is None else "not known" if value == UNKNOWN else person(table, str(value))


def _winners(table: Table, old: Any, new: Any) -> str:
    return _winner(table, new)


def _result(table: Table, value: Any) -> str:
    """Everybody's total, and who won."""
    if not isinstance(value, dict):
        return "none yet"
    known = {seat: "an unknown number" if points == UNKNOWN else points for seat, points in value["total"].items()}
    totals = listed([f"{person(table, seat)} {points}" for seat, points in known.items()])
    several = isinstance(value["winner"], list) and len(value["winner"]) > 1
    return f"{totals}; the {'winners are' if several else 'winner is'} {_winner(table, value['winner'])}"


def _ended(table: Table, old: Any, new: Any) -> str:
    return _result(table, new)


def _deck(name: str, words: str) -> tuple[PathWord, ...]:
    return (
        PathWord(f"decks.{name}.up", f"the face-up treasure of {words}", change=_face_up),
        PathWord(f"decks.{name}.down", words, "treasure"),
        PathWord(f"decks.{name}.count", f"face down in {words}", "treasure"),
    )


PATH_WORDS = (
    PathWord("round", "the round"),
    PathWord("trick", "the trick"),
    PathWord("phase", "what happens now", value=_phase, quiet=True),
    PathWord("starter", "the starting card"),
    PathWord("turn", "to lay", change=_turn),
    PathWord("hands.<seat>", "{seat's} hand", "card", change=_hand),
    PathWord("hands.<seat>.count", "{seat's} hand", "card"),
    PathWord("additions.<seat>", "in front of {seat}", "addition"),
    PathWord("supply", "the pile", "addition"),
    PathWord("piles.<seat>", "{seat's} treasures", "treasure"),
    PathWord("piles.<seat>.top", "{seat's} top treasure"),
    PathWord("piles.<seat>.count", "{seat's} treasures", "treasure"),
    *_deck("rb", "the red and blue deck"),
    *_deck("gp", "the green and purple deck"),
    *_deck("all", "the treasure deck"),
    PathWord("actions.rb", "the action for red and blue", value=_action),
    PathWord("actions.gp", "the action for green and purple", value=_action),
    PathWord("lays", "the cards laid", "card", value=_lay, change=_lays),
    PathWord("played.<seat>", "{seat's} card", change=_played),
    PathWord("pending", "still to act", "player", value=_due, change=_still_due),
    PathWord("discard", "the cards out of the round", "card"),
    PathWord("discard.count", "out of the round", "card"),
    PathWord("points.<seat>", "{seat's} points", change=_points),
    PathWord("result", "the result", value=_result, change=_ended),
    PathWord("result.total.<seat>", "{seat's} total", "point"),
    PathWord("result.winner", "the winner", value=_winner, change=_winners),
)
