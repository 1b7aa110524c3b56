"""What the rulebook leaves open, the default first, and the variant it offers."""

from replay.game import Question, Variant

QUESTIONS = (
    Question(
        "GI-Q1",
        "For the second use of a robbery, must the captain stand apart from the victim's, or need he not stand with "
        "him? Whoever shares a field may rob by the first use anyway, so nothing hangs on it.",
        ("need-not", "must-not"),
        ("GI-ROB-1",),
    ),
    Question(
        "GI-Q2",
        "Which shared places are a ground for robbery? active: the same ring field (the lighthouse only while both "
        "ships are in port) or the same island; literal: the lighthouse always; away: the lighthouse never; "
        "literal-port: the lighthouse and the port always.",
        ("active", "literal", "away", "literal-port"),
        ("GI-ROB-1",),
    ),
    Question("GI-Q3", "Who picks the stolen island card?", ("thief-blind", "victim", "random")),
    Question(
        "GI-Q4",
        "Does a double robbery take both cards from one victim, or may each come from another?",
        ("one", "two"),
        ("GI-ROB-3",),
    ),
    Question("GI-Q5", "Must the action of a field be carried out?", ("optional", "required"), ("GI-NEST-6",)),
    Question(
        "GI-Q6",
        "Does the field from which the captain starts count as visited?",
        ("counts", "free"),
        ("GI-MOVE-4",),
    ),
    Question("GI-Q7", "How often may one movement change between captain and ship?", ("any", "one"), ("GI-MOVE-8",)),
    Question(
        "GI-Q8", "May the captain stop on the lighthouse field with the last point?", ("yes", "no"), ("GI-MOVE-8",)
    ),
    Question(
        "GI-Q9",
        "May a lighthouse card be played as movement while both figures are home?",
        ("stay", "not-allowed"),
        ("GI-MOVE-9",),
    ),
    Question(
        "GI-Q10",
        "What if a number cannot be used up? strict: the card cannot be played as movement; as-far: one goes as far "
        "as possible.",
        ("strict", "as-far"),
        ("GI-MOVE-3",),
    ),
    Question(
        "GI-Q11",
        "Does the relic that lengthens movements by one work with a lighthouse card?",
        ("no", "yes"),
        ("GI-MOVE-9",),
    ),
    Question(
        "GI-Q12",
        "When is the discard pile shuffled: when a card must be drawn and none is there, or as soon as the last one "
        "is drawn?",
        ("when-needed", "at-once"),
        ("GI-DRAW-3", "GI-MON-1"),
    ),
    Question(
        "GI-Q13",
        "May a monument use any property, or none that goes ashore?",
        ("any-property", "not-ashore"),
        ("GI-MON-1",),
    ),
    Question(
        "GI-Q14",
        "If the card that a monument would use is itself a monument: can it not be used, or is its use passed on?",
        ("no", "chain"),
        ("GI-MON-2",),
    ),
    Question("GI-Q15", "May a second card be played without effect?", ("no", "yes"), ("GI-PROP-2",)),
    Question(
        "GI-Q16",
        "May a player with three pirates take another if one goes back to its house at once?",
        ("forbidden", "drop"),
        ("GI-LIMIT-1", "GI-LIMIT-2"),
    ),
    Question(
        "GI-Q17",
        "A gambling win of which one part is not to be had: is the other still won?",
        ("each-alone", "both-or-none"),
        ("GI-GAMB-2",),
    ),
    Question(
        "GI-Q18",
        "Which permits count to the sixth: those on treasure islands, or also the own seven while it lies on the "
        "volcano?",
        ("ashore", "with-seven"),
        ("GI-END-2",),
    ),
    Question(
        "GI-Q19",
        "What if the coins run out? no-limit: gold is only a number; stock: 44 gold are paid out, island by island as "
        "turned up, by rank.",
        ("no-limit", "stock"),
        ("GI-SCORE-3",),
    ),
    Question(
        "GI-Q20",
        "A chest's value less the rank is nothing or below: does the player get nothing, or one gold?",
        ("nothing", "one"),
        ("GI-SCORE-3",),
    ),
    Question(
        "GI-Q21",
        "Equal permits behind the winner: is the one lying lower ahead, or do both get the lower amount?",
        ("lowest-first", "both-lower"),
        ("GI-SCORE-3",),
    ),
    Question(
        "GI-Q22",
        "Nobody has a permit on the gold island: are all out, or nobody?",
        ("nobody-wins", "highest-sum"),
        ("GI-SCORE-5",),
    ),
    Question(
        "GI-Q23",
        "Equal sums and equal permits on the gold island: is the win shared, or does the permit lying lower decide?",
        ("shared", "lowest-placed"),
        ("GI-SCORE-6",),
    ),
    Question(
        "GI-Q24",
        "May the seer look at any chest, or only at the one where the own ship lies?",
        ("anywhere", "own-island"),
        ("GI-SEER-1",),
    ),
    Question("GI-Q25", "Are pirates picked up at volcanic islands too?", ("yes", "no"), ("GI-PIR-1",)),
    Question(
        "GI-Q26",
        "Must one still draw in the last turn, when the cards are of no more use?",
        ("yes", "no"),
        ("GI-DRAW-2",),
    ),
)

VARIANTS = (
    Variant(
        "notes",
        "Players may write down what they know of island cards and chests; a player's own screen then keeps his list.",
    ),
)
