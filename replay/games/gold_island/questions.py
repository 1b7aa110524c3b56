"""What the rulebook leaves open, the default first, and the variant it offers."""

from msgspec.structs import replace

from replay.game import Question, Variant

_MEANS = {
    "GI-Q1": {
        "need-not": "it does not matter where the victim's captain is",
        "must-not": "only somebody whose captain is elsewhere can be robbed this way",
    },
    "GI-Q2": {
        "literal": "the same ring field, the lighthouse always included, or the same island, but not the port, where "
        "each ship has its own pier",
        "active": "as literal, but the lighthouse only while both ships are in port",
        "away": "as literal, but the lighthouse never",
        "literal-port": "as literal, and the port counts too",
    },
    "GI-Q3": {
        "thief-blind": "the thief draws one without seeing it",
        "victim": "the victim chooses which one to give",
        "random": "the cards are mixed and one is drawn",
    },
    "GI-Q4": {"one": "both come from the same player", "two": "each may come from another player"},
    "GI-Q5": {"optional": "a player may do without it", "required": "whoever can carry it out must do so"},
    "GI-Q6": {
        "counts": "the captain may not come back to it in the same movement",
        "free": "the captain may walk all the way round and come back to it",
    },
    "GI-Q7": {"any": "as often as the points allow", "one": "once in a movement"},
    "GI-Q8": {"yes": "the movement may end there", "no": "the captain may only pass it, on the way to the ship"},
    "GI-Q9": {"stay": "yes, and nobody moves", "not-allowed": "no, another card must be played"},
    "GI-Q10": {
        "strict": "the card cannot be played for movement",
        "as-far": "the figure goes as far as it can",
    },
    "GI-Q11": {"no": "the figure only goes home", "yes": "the figure goes home and one step further"},
    "GI-Q12": {
        "when-needed": "when a card must be drawn and there is none",
        "at-once": "as soon as the last card is drawn",
    },
    "GI-Q13": {"any-property": "whatever card is on top", "not-ashore": "not a card for going ashore"},
    "GI-Q14": {
        "no": "that monument cannot be used",
        "chain": "it is used in turn, for the top card of another pile",
    },
    "GI-Q15": {"no": "a card must do something", "yes": "a card may be played only to be rid of it"},
    "GI-Q16": {
        "forbidden": "a player with three pirates takes no further one",
        "drop": "the new one is taken, and another goes back to its house",
    },
    "GI-Q17": {
        "each-alone": "the player takes what is there",
        "both-or-none": "without a permit there is no pirate, and the other way round",
    },
    "GI-Q18": {
        "ashore": "only those on treasure islands",
        "with-seven": "those on treasure islands, and the seven while it is on the volcano",
    },
    "GI-Q19": {
        "no-limit": "gold is only a number, everybody is paid",
        "stock": "44 gold is paid out, island by island as turned up, by rank; then there is none",
    },
    "GI-Q20": {"nothing": "the player gets nothing", "one": "the player gets one gold"},
    "GI-Q21": {
        "lowest-first": "the permit lower in the stack is ahead",
        "both-lower": "both get the lower sum",
    },
    "GI-Q22": {
        "nobody-wins": "everybody is out, and nobody wins",
        "highest-sum": "nobody is out, and the highest total wins",
    },
    "GI-Q23": {"shared": "they share the win", "lowest-placed": "the permit lower in the stack wins"},
    "GI-Q24": {"anywhere": "any chest on the board", "own-island": "only the chest where their ship is"},
    "GI-Q25": {"yes": "at every island", "no": "only at treasure islands"},
    "GI-Q26": {"yes": "every turn ends with drawing", "no": "the drawing may be left out"},
    "GI-Q27": {
        "end": "the field where the captain ends the movement",
        "passed": "any one field that the captain entered in this movement",
    },
}

_ASKED = (
    Question(
        "GI-Q1",
        "For the second use of a robbery, must the captain be apart from the victim's, or may the two be together? "
        "Sharing a field allows the first use anyway, so nothing depends on the answer.",
        ("need-not", "must-not"),
        ("GI-ROB-1",),
    ),
    Question(
        "GI-Q2",
        "Which shared places allow a robbery?",
        ("literal", "active", "away", "literal-port"),
        ("GI-ROB-1",),
        defaults_before={2: "active"},
    ),
    Question(
        "GI-Q3",
        "Who picks the stolen island card? The log names the card that was taken, whoever picked it, so no rule "
        "depends on the answer.",
        ("thief-blind", "victim", "random"),
    ),
    Question(
        "GI-Q4",
        "Must a double robbery take both cards from one victim, or may each come from a different one?",
        ("one", "two"),
        ("GI-ROB-3",),
    ),
    Question("GI-Q5", "Must a field's action be carried out?", ("optional", "required"), ("GI-NEST-6",)),
    Question(
        "GI-Q6",
        "Does the captain's starting field count as visited?",
        ("counts", "free"),
        ("GI-MOVE-4",),
    ),
    Question("GI-Q7", "How often may a movement switch between captain and ship?", ("any", "one"), ("GI-MOVE-8",)),
    Question(
        "GI-Q8", "May the captain stop on the lighthouse field with the last point?", ("yes", "no"), ("GI-MOVE-8",)
    ),
    Question(
        "GI-Q9",
        "May a lighthouse card be played for movement while both figures are home?",
        ("stay", "not-allowed"),
        ("GI-MOVE-9",),
    ),
    Question(
        "GI-Q10",
        "What if not all points can be used?",
        ("strict", "as-far"),
        ("GI-MOVE-3",),
    ),
    Question(
        "GI-Q11",
        "Does the relic for one extra movement point work with a lighthouse card?",
        ("no", "yes"),
        ("GI-MOVE-9",),
    ),
    Question(
        "GI-Q12",
        "When is the discard pile shuffled: when a card must be drawn and there is none, or as soon as the last one is "
        "drawn?",
        ("when-needed", "at-once"),
        ("GI-DRAW-3", "GI-MON-1"),
    ),
    Question(
        "GI-Q13",
        "May a monument use any property, or any except going ashore?",
        ("any-property", "not-ashore"),
        ("GI-MON-1",),
    ),
    Question(
        "GI-Q14",
        "If a monument's target is itself a monument, is it unusable, or may its use be passed on?",
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
        "If one part of a gambling win is not available, is the other part still won?",
        ("each-alone", "both-or-none"),
        ("GI-GAMB-2",),
    ),
    Question(
        "GI-Q18",
        "Which permits count towards six: those on treasure islands, or also the player's seven while it is on the "
        "volcano?",
        ("ashore", "with-seven"),
        ("GI-END-1", "GI-END-2"),
    ),
    Question(
        "GI-Q19",
        "What if the coins run out?",
        ("no-limit", "stock"),
        ("GI-SCORE-3",),
    ),
    Question(
        "GI-Q20",
        "If the chest's value less the deduction is zero or less, does the player get nothing or one gold?",
        ("nothing", "one"),
        ("GI-SCORE-3",),
    ),
    Question(
        "GI-Q21",
        "If permits behind the winner are equal, is the lower one in the stack ahead, or do both get the lower sum?",
        ("lowest-first", "both-lower"),
        ("GI-SCORE-3",),
    ),
    Question(
        "GI-Q22",
        "If nobody has a permit on the gold island, is everybody out or nobody?",
        ("nobody-wins", "highest-sum"),
        ("GI-SCORE-5",),
    ),
    Question(
        "GI-Q23",
        "If totals and gold-island permits are equal, is the win shared, or does the permit lower in the stack win?",
        ("shared", "lowest-placed"),
        ("GI-SCORE-6",),
    ),
    Question(
        "GI-Q24",
        "May the seer look at any chest, or only at the one where the player's ship is?",
        ("anywhere", "own-island"),
        ("GI-SEER-1",),
    ),
    Question("GI-Q25", "Can pirates also be picked up at volcanic islands?", ("yes", "no"), ("GI-PIR-1",)),
    Question(
        "GI-Q26",
        "Must players still draw in their last turn, when the cards are of no further use?",
        ("yes", "no"),
        ("GI-DRAW-2",),
    ),
    Question(
        "GI-Q27",
        "Which field's action may be used?",
        ("end", "passed"),
        ("GI-NEST-1", "GI-NEST-2"),
    ),
)

QUESTIONS = tuple(replace(question, means=_MEANS[question.id]) for question in _ASKED)

VARIANTS = (
    Variant(
        "notes",
        "Players may write down what they know about island cards and chests; their own screen then keeps the list.",
    ),
)
