"""The paths that can be observed at the table, and what is counted there."""

from typing import Any

from replay.action import Reveal
from replay.counting import Counting
from replay.games.sea_or_shore.document import document
from replay.games.sea_or_shore.hindsight import Facts
from replay.games.sea_or_shore.scoring import lacks_points
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import revealed_words, value_words
from replay.observe import Difference
from replay.paths import Lookup, PathDoc
from replay.rule import OK, Answers, broken
from replay.step import Step

_WON = ("SS-TRE-11", "SS-TRE-12")

PATHS = (
    PathDoc("round", "number of the round"),
    PathDoc("trick", "number of the trick", ("SS-START-11", "SS-END-11")),
    PathDoc("phase", "pass, lay, act, deal or over", ("SS-END-11",)),
    PathDoc("starter", "who has the starting card", ("SS-START-11",)),
    PathDoc("turn", "who lays next, or null"),
    PathDoc("hands.<seat>", "the cards in hand, in any order", ordered=False),
    PathDoc("hands.<seat>.count", "how many cards are in hand"),
    PathDoc(
        "additions.<seat>",
        "addition cards in front of a player",
        ("SS-ADD-11", "SS-ADD-12"),
        ("SS-Q9", "SS-Q10", "SS-Q11", "SS-Q16", "SS-Q18"),
    ),
    PathDoc(
        "supply",
        "addition cards in the common pile",
        ("SS-ADD-12", "SS-ADD-13"),
        ("SS-Q10", "SS-Q11", "SS-Q16", "SS-Q18"),
    ),
    PathDoc("piles.<seat>", "treasures won, bottom to top", _WON),
    PathDoc("piles.<seat>.top", "the treasure on top, or null", _WON),
    PathDoc("piles.<seat>.count", "how many treasures are in the pile", _WON),
    PathDoc(
        "decks.<deck>.up", "the face-up treasure of a deck (rb, gp; with three players all)", ("SS-TRE-11", "SS-TRE-13")
    ),
    PathDoc("decks.<deck>.count", "face-down treasures of a deck", ("SS-TRE-13",)),
    PathDoc("played.<seat>", "the card played in this trick"),
    PathDoc(
        "pending",
        "the seats still to act, in order",
        ("SS-ACT-11", "SS-WIN-11", "SS-WIN-12", "SS-WIN-13", "SS-WIN-14"),
    ),
    PathDoc("discard.count", "island cards out of this round"),
    PathDoc("points.<seat>", "points in each finished round", ("SS-SCORE-11",), ("SS-Q11", "SS-Q15")),
    PathDoc("result.total.<seat>", "the sum of both rounds", ("SS-SCORE-12",), ("SS-Q11", "SS-Q15")),
    PathDoc("result.winner", "the winners", ("SS-SCORE-12",), ("SS-Q11", "SS-Q12", "SS-Q15")),
)


def _extras(state: State) -> dict[str, Any]:
    """What can be counted but has another form in the document."""
    return {
        **{f"hands.{seat}": sorted(hand) for seat, hand in state.hands.items()},
        **{f"piles.{seat}.top": pile[-1] if pile else None for seat, pile in state.piles.items()},
        **{f"decks.{name}.count": len(deck.down) for name, deck in state.decks.items()},
        "pending": [entry.seat for entry in state.pending],
    }


LOOK = Lookup(PATHS, document, _extras, null_where_absent=True)

_NOT_YET_KNOWN = ("additions", "supply", "piles", "decks", "pending")


def _doubt(state: State, path: str) -> str | None:
    """Why the state may be behind the table at this path: an unresolved trick, or points that were never noted."""
    zone = path.split(".", 1)[0]
    if zone in ("points", "result") and lacks_points(state):
        return "the points of an earlier round are not known"
    behind = state.unresolved_ever if zone in ("points", "result") else state.unresolved and zone in _NOT_YET_KNOWN
    return "a card or treasure of an earlier trick is not known" if behind else None


def _bears(state: State, item: Difference, id: str) -> bool:
    """Whether a rule or question listed for a path affected its value. A question did only if it came up."""
    match id:
        case "SS-Q11":
            return state.round >= 2
        case "SS-Q12":
            return state.result is not None and _is_shared(list(state.result.total.values()))
        case "SS-Q15":
            seat = item.path.rpartition(".")[2]
            any_seat = item.path == "result.winner"
            return any(came.startswith("SS-Q15.") and (any_seat or came == f"SS-Q15.{seat}") for came in state.came_up)
        case "SS-Q9" | "SS-Q10" | "SS-Q16" | "SS-Q18":
            return id in state.came_up
        case _:
            return True


def _is_shared(totals: list[int | str]) -> bool:
    """Whether two players have the highest total."""
    known = [total for total in totals if isinstance(total, int)]
    return len(known) == len(totals) and known.count(max(known)) > 1


def _reveals(step: Step[State, Reveal]) -> Answers:
    facts = step.facts
    if not isinstance(facts, Facts) or step.seq not in facts.contradictions:
        return OK
    named, told = facts.contradictions[step.seq]
    what = revealed_words(step.before.table, step.action.what)
    why = f"{what} was logged as {value_words(named)} but shown as {value_words(told)}"
    return broken(why, named=named, told=told)


COUNTING = Counting(doubt=_doubt, bears=_bears, reveals=_reveals)
