"""What the rulebook leaves open, the possible answers, and the default (first)."""

from replay.game import Question

QUESTIONS = (
    Question("SS-Q1", "When are addition cards laid?", ("with-card", "later"), ("SS-ADD-3",)),
    Question("SS-Q2", "May additions go beyond 12?", ("illegal", "wasted"), ("SS-ADD-2",)),
    Question(
        "SS-Q3",
        "May a player be robbed who tied for the highest card and lost the tie?",
        ("no", "yes"),
        ("SS-STEAL-2",),
    ),
    Question(
        "SS-Q4", "Is a lower card one with a lower value, additions counted?", ("value", "printed"), ("SS-STEAL-2",)
    ),
    Question("SS-Q5", "Action 1 when nobody else has two additions?", ("pile", "fewer"), ("SS-ACT-5",)),
    Question("SS-Q6", "Action 4: may one take one's own card?", ("any", "others"), ("SS-ACT-9",)),
    Question("SS-Q7", "Must a winner carry out the action?", ("must", "may"), ("SS-ACT-2",)),
    Question("SS-Q8", "Is the pass repeated in round 2?", ("each-round", "once"), ("SS-PASS-1",)),
    Question("SS-Q9", "Two losers tie for the lowest card: who earns the additions?", ("near", "far"), ("SS-ADD-11",)),
    Question("SS-Q10", "The supply of additions is short?", ("rest", "none"), ("SS-ADD-12",)),
    Question("SS-Q11", "What becomes of additions between the rounds?", ("returned", "kept")),
    Question("SS-Q12", "A tie in the final total?", ("near", "shared"), ("SS-SCORE-12",)),
    Question("SS-Q13", "Who starts round 2?", ("free", "next"), ("SS-ROUND-1",)),
    Question("SS-Q14", "Is the card put away by action 4 shown?", ("open", "hidden"), ("SS-ACT-10",)),
    Question("SS-Q15", "When do addition cards score?", ("each-round", "end"), ("SS-SCORE-11",)),
    Question(
        "SS-Q16",
        "Has a player who tied for the highest card, and lost the tie, lost the colour?",
        ("yes", "no"),
        ("SS-ADD-11",),
    ),
)
