"""What the rulebook leaves open, with the default answer first, and the variants a table may agree on.

Questions with `honoured=False` are only played by their default; with another answer the rules they bear on stay open.
Their texts say why the other answer is not carried out.
"""

from replay.game import Question, Variant
from replay.games.lost_island.meanings import MEANS


def _kept(id: str, text: str, *answers: str, variant: str = "") -> Question:
    return Question(id, text, answers, variant=variant, means=MEANS[id])


def _doubt(id: str, text: str, answers: tuple[str, str], *rules: str, why: str, variant: str = "") -> Question:
    said = f"{text} Only {answers[0]} is carried out: {why}."
    return Question(id, said, answers, rules, False, variant=variant, means=MEANS[id])


QUESTIONS: tuple[Question, ...] = (
    _kept(
        "SL-Q1",
        "If setup does not say, where do the stone tiles and the first explorers go? No rule asks: what a setup names "
        "is followed with either answer, and the rest comes from the kit.",
        "kit",
        "setup",
    ),
    _kept("SL-Q2", "Does “adjacent” in Reinforce include diagonals?", "side", "round"),
    _kept("SL-Q3", "May the action Reveal turn a stone tile?", "no", "yes"),
    _kept("SL-Q4", "When is loot under a stone taken?", "at-once", "later"),
    Question(
        "SL-Q5",
        "Is a turned stone still a stone tile for shrinking? With flag-goes the turned flag tile may be taken, and "
        "need not be: the rulebook, in all four languages, says of it alone that it is then like any other tile.",
        ("flag-goes", "never", "turned-go"),
        defaults_before={2: "never"},
        means=MEANS["SL-Q5"],
    ),
    _kept("SL-Q6", "What if a player chooses to arrive on coins laid this turn?", "stay", "take", "forbid"),
    _kept("SL-Q7", "What if a storm blows an explorer onto coins laid this turn?", "take", "stay"),
    _doubt(
        "SL-Q8",
        "How does an explorer that already stands on coins get them?",
        ("arrive-again", "next-turn"),
        "SL-OBS-1",
        why="nothing says at which moment of the next turn the coins are taken",
    ),
    _kept("SL-Q9", "May a swimmer pass between water cells that touch only at a corner?", "side", "corner"),
    _doubt(
        "SL-Q10",
        "Are entering, swimming and leaving one action?",
        ("one", "two"),
        "SL-TURN-2",
        why="nothing says what a swim into a battle would then cost",
    ),
    _kept("SL-Q11", "How far does a bomb reach?", "line", "next"),
    _kept("SL-Q12", "Does an explorer that survives shield those behind it?", "no", "yes"),
    _kept("SL-Q13", "Does a two-sided bomb hit both sides?", "both", "one"),
    _kept("SL-Q14", "What does a bomb's tile become when it has exploded?", "island", "water"),
    _kept("SL-Q15", "Where does the flag go when a bomb removes its bearer?", "tile", "nearest"),
    _kept("SL-Q16", "Is the value of an explorer that meets a bomb shown?", "shown", "hidden"),
    _doubt(
        "SL-Q17",
        "Must one direction be finished before the next?",
        ("by-direction", "free"),
        "SL-BOMB-6",
        why="the log does not say in which order the results of one event came",
    ),
    _kept("SL-Q18", "Does a miner bring back those already removed?", "rest", "all"),
    _kept("SL-Q19", "Must one explorer be named as the miner?", "any", "named"),
    _kept("SL-Q20", "May a storm blow diagonally?", "side", "eight"),
    _doubt(
        "SL-Q21",
        "In what order are explorers blown?",
        ("far-first", "near-first"),
        "SL-OBS-1",
        why="nothing says what stops an explorer that is in the way of another",
    ),
    _kept("SL-Q22", "Does a storm blow across a gap of water?", "whole", "to-water"),
    _kept("SL-Q23", "Where does the flag fall when an attacking bearer draws?", "battle-tile", "origin"),
    _doubt(
        "SL-Q24",
        "Is a ring that had no effect used up?",
        ("used", "kept"),
        "SL-OBS-1",
        "SL-BATTLE-3",
        "SL-BOMB-5",
        why="which rings had an effect depends on values that are often secret",
    ),
    _kept("SL-Q25", "Does a ring help in defence?", "both", "attack"),
    _kept("SL-Q26", "Where do paid coins go?", "supply", "out"),
    _doubt(
        "SL-Q27",
        "What if the supply has too few coins?",
        ("part", "owed"),
        "SL-OBS-1",
        why="nothing says when a debt is paid",
    ),
    _kept("SL-Q28", "“No free tiles”: on the ring or on the whole island?", "ring", "island"),
    _kept("SL-Q29", "What is “outside”?", "rings", "coast"),
    _kept("SL-Q30", "Must a player shrink?", "must", "may"),
    _doubt(
        "SL-Q31",
        "What if none of the tiles can be removed?",
        ("skip", "stones-too"),
        "SL-SHRINK-1",
        "SL-SHRINK-3",
        why="nothing says which stones would go first",
    ),
    _kept("SL-Q32", "How is “nearest” measured?", "steps", "king"),
    _kept(
        "SL-Q33",
        "Who chooses between equally near tiles? No rule asks: the log says where the flag was put, not who chose.",
        "shrinker",
        "owner",
    ),
    _kept("SL-Q34", "How do removed tiles lie beside the board?", "up", "down"),
    _kept("SL-Q35", "Must the flag be carried to win?", "carried", "there"),
    _kept("SL-Q36", "When is the win judged?", "at-once", "turn-end"),
    _kept("SL-Q37", "Variant storm-sinks: what is left of the tile?", "shallow", "deep", variant="storm-sinks"),
    _kept("SL-Q38", "Does a flag that lies on a tile block a spy's view?", "no", "yes"),
    _doubt(
        "SL-Q39",
        "Variant bonus-loot: what is “just won”?",
        ("turn", "last"),
        "SL-OBS-1",
        variant="bonus-loot",
        why="nothing says whether a power-up bought after the battle comes in between",
    ),
    _doubt(
        "SL-Q40",
        "Does a bomb that turns up while shrinking explode?",
        ("inert", "explode"),
        "SL-OBS-1",
        why="a shrink does not say which way the bomb points or whom it met",
    ),
    _kept("SL-Q41", "Whose explorer must be on the island to shrink?", "own", "any"),
    _kept(
        "SL-Q42",
        "May a reinforcement next to one of the player's own explorers land on a stone?",
        "yes",
        "fallback-only",
    ),
    _doubt(
        "SL-Q43",
        "Does reinforcing onto a face-down stone turn it?",
        ("turn", "leave"),
        "SL-STONE-1",
        why="nothing says how a stone that somebody stands on is turned later",
    ),
    _doubt(
        "SL-Q44",
        "Variant anytime-power-ups: also after shrinking, or in other players' turns? (While a bomb is in progress is "
        "within the turn.)",
        ("before-shrink", "after-too"),
        "SL-TURN-1",
        variant="anytime-power-ups",
        why="nothing says whose turn it is while others buy",
    ),
    _doubt(
        "SL-Q45",
        "Does a player whose explorers are all gone miss turns?",
        ("no", "yes"),
        "SL-TURN-1",
        why="nothing says how many turns are missed",
    ),
    _doubt(
        "SL-Q46",
        "Does a loot tile that turns up while shrinking cost the supply its coins?",
        ("lying", "printed"),
        "SL-OBS-1",
        why="nothing says what happens when the supply has fewer coins than the tile shows",
    ),
    _doubt(
        "SL-Q47",
        "Who may take coins that lie on a tile?",
        ("anyone", "finder"),
        "SL-OBS-1",
        why="nothing says whose the coins of a tile are that a position lays",
    ),
    _doubt(
        "SL-Q48",
        "Variant shrink-storms: is the tile there while the storm blows?",
        ("gone", "there"),
        "SL-OBS-1",
        variant="shrink-storms",
        why="nothing says what becomes of an explorer on the tile from which the storm blows",
    ),
    _kept("SL-Q49", "May the bearer's tile be taken like any tile with an explorer?", "yes", "last"),
    _kept(
        "SL-Q50",
        "Does a reinforcement that lands on coins laid this turn take them? With same, SL-Q6 decides.",
        "same",
        "take",
        "stay",
    ),
)

WHILE_RINGS_ARE_LOST = frozenset({("SL-Q24", "SL-BATTLE-3"), ("SL-Q24", "SL-BOMB-5")})
"""Doubts that arise only once a ring is out of the game."""

OBSERVED: dict[str, tuple[str, ...]] = {
    "SL-Q8": ("coins", "loot"),
    "SL-Q24": ("rings",),
    "SL-Q27": ("coins", "loot"),
    "SL-Q39": ("coins",),
    "SL-Q46": ("supply", "lost"),
    "SL-Q47": ("coins",),
}
"""The first words of the paths that a question puts in doubt; a question not listed puts all of them in doubt."""

VARIANTS: tuple[Variant, ...] = (
    Variant(
        "landscape",
        "The players agree where the stones lie; the first explorers stand in any pattern.",
        excludes=("free-landing",),
    ),
    Variant(
        "free-landing",
        "The players take turns placing their first explorers anywhere but on stones.",
        excludes=("landscape",),
    ),
    Variant("shrink-storms", "A storm that turns up while shrinking blows from the cell of its tile."),
    Variant("bonus-loot", "A player who won a battle this turn takes the coins of a loot tile found while shrinking."),
    Variant("face-down-discards", "Removed tiles lie face down once everybody has seen them."),
    Variant("secret-battles", "The two players in a battle show their values only to each other."),
    Variant("storm-sinks", "A storm's tile is removed once it has blown."),
    Variant(
        "anytime-power-ups",
        "Players may buy power-ups at any time in their own turn before shrinking, also while a bomb is in progress.",
    ),
)

DOUBTS: dict[str, tuple[tuple[str, str], ...]] = {
    rule: tuple(
        (question.id, question.default) for question in QUESTIONS if not question.honoured and rule in question.bears_on
    )
    for question in QUESTIONS
    for rule in question.bears_on
}
"""For each rule, the questions that may leave it open, with the answers that do not."""


def doubts(readings: dict[str, str], rule: str, rings_lost: int = 0) -> list[str]:
    """The questions that bear on a rule and on which the table agreed on an answer we cannot judge."""
    found: list[str] = []
    for id, default in DOUBTS.get(rule, ()):
        if readings[id] != default and (rings_lost > 0 or (id, rule) not in WHILE_RINGS_ARE_LOST):
            found.append(id)
    return found
