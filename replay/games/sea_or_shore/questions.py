"""What the rulebook leaves open, and the possible answers, the default first."""

from msgspec.structs import replace

from replay.game import Question

_NEAR = "the one nearest clockwise to the starting player"
_MEANS = {
    "SS-Q1": {"with-card": "together with the card", "later": "at any time until the unveiling"},
    "SS-Q2": {"illegal": "nobody may lay them", "wasted": "they may be laid; the value stays 12"},
    "SS-Q3": {"no": "they are safe, as their card is not lower", "yes": "they may be robbed like a lower card"},
    "SS-Q4": {"value": "numbers with their additions", "printed": "only the printed numbers"},
    "SS-Q5": {"pile": "takes two from the pile", "fewer": "may also steal a single one"},
    "SS-Q6": {"any": "any card of the trick", "others": "only the card of another player"},
    "SS-Q7": {"must": "yes, always", "may": "no, they can leave it"},
    "SS-Q8": {"each-round": "yes, both rounds begin with it", "once": "no, only the first round does"},
    "SS-Q9": {"near": _NEAR, "far": "the one farther from the starting player"},
    "SS-Q10": {"rest": "the player takes what is left", "none": "the player gets nothing"},
    "SS-Q11": {"returned": "they are counted and go back", "kept": "they are counted and kept"},
    "SS-Q12": {"near": f"{_NEAR} of the last trick", "shared": "all who are tied"},
    "SS-Q13": {"free": "whoever the table lets start", "next": "the seat after the last starting player"},
    "SS-Q14": {"open": "everybody sees it", "hidden": "nobody sees it"},
    "SS-Q15": {"each-round": "after each round", "end": "only after the second round"},
    "SS-Q16": {"yes": "they may earn additions as a loser", "no": "they earn nothing"},
    "SS-Q17": {"useful": "only action 1", "every": "all of them"},
    "SS-Q18": {"near": "the loser nearer to the starting player", "winner": "the colour whose winner is nearer"},
}

_ASKED = (
    Question("SS-Q1", "When are addition cards laid?", ("with-card", "later"), ("SS-ADD-3",)),
    Question("SS-Q2", "Can additions be laid beyond 12?", ("illegal", "wasted"), ("SS-ADD-2",)),
    Question(
        "SS-Q3",
        "May a player who tied for highest and lost the tie be robbed?",
        ("no", "yes"),
        ("SS-STEAL-2",),
    ),
    Question("SS-Q4", 'Does "lower" count additions?', ("value", "printed"), ("SS-STEAL-2",)),
    Question("SS-Q5", "What does action 1 do if nobody else has two additions?", ("pile", "fewer"), ("SS-ACT-5",)),
    Question("SS-Q6", "With action 4, may players take their own card?", ("any", "others"), ("SS-ACT-9",)),
    Question("SS-Q7", "Must a winner carry out the action?", ("must", "may"), ("SS-ACT-2",)),
    Question("SS-Q8", "Is the pass repeated in round 2?", ("each-round", "once"), ("SS-PASS-1",)),
    Question("SS-Q9", "If two losers tie for lowest, who earns the additions?", ("near", "far"), ("SS-ADD-11",)),
    Question("SS-Q10", "What if the supply has too few addition cards?", ("rest", "none"), ("SS-ADD-12",)),
    Question("SS-Q11", "What happens to additions between the rounds?", ("returned", "kept")),
    Question("SS-Q12", "Who wins if the final totals are tied?", ("near", "shared"), ("SS-SCORE-12",)),
    Question("SS-Q13", "Who starts round 2?", ("free", "next"), ("SS-ROUND-1",)),
    Question("SS-Q14", "Is the card discarded by action 4 shown?", ("open", "hidden"), ("SS-ACT-10",)),
    Question("SS-Q15", "When do addition cards score?", ("each-round", "end"), ("SS-SCORE-11",)),
    Question(
        "SS-Q16",
        "Does a player who tied for highest and lost the tie count as having lost the colour?",
        ("yes", "no"),
        ("SS-ADD-11",),
    ),
    Question(
        "SS-Q17",
        "Must actions be carried out in the last trick of a round, where only action 1 can still change anything?",
        ("useful", "every"),
        ("SS-ACT-2",),
    ),
    Question(
        "SS-Q18",
        "If two colours earn additions and the supply is short, who is served first?",
        ("near", "winner"),
        ("SS-ADD-12",),
    ),
)

QUESTIONS = tuple(replace(question, means=_MEANS[question.id]) for question in _ASKED)
