"""What the reducer carries out by itself; cited when the table did something else."""

from replay.rule import Rule, derived

_ADVANCED = "Advanced play"

DERIVED: tuple[Rule, ...] = (
    derived(
        "SL-SET-11",
        "Each player begins with one coin; all other coins and the rings are in the supply, and the flag is hidden.",
        "Set up 6–7",
    ),
    derived("SL-TURN-11", "Shrinking, or ending without it, passes the turn clockwise.", "How to play; Step 3"),
    derived("SL-TURN-12", "A player who acts out of turn starts a turn of their own at once.", "the log (bookkeeping)"),
    derived("SL-MOVE-11", "Arriving on an ordinary face-down tile does not turn it.", "Visit stones"),
    derived(
        "SL-MOVE-12",
        "An explorer that arrives turns a stone, then picks up the flag, then coins.",
        "Visit stones; Loot",
    ),
    derived("SL-STONE-11", "A turned stone stays face up and is walked on like any other tile.", "Visit stones"),
    derived("SL-STONE-12", "An explorer that turns up the flag carries it.", "Visit stones"),
    derived(
        "SL-STONE-13", "Loot under a stone is taken from the supply at once.", "FAQ (blown onto a stone)", ("SL-Q4",)
    ),
    derived("SL-FLAG-11", "An explorer that arrives where the flag lies picks it up.", "Storm; FAQ"),
    derived("SL-LOOT-11", "A loot tile gets its coins from the supply when it is turned.", "Loot"),
    derived("SL-LOOT-12", "An explorer that arrives where coins lie takes them all.", "Loot; Storm; FAQ"),
    derived(
        "SL-LOOT-13",
        "Coins laid this turn stay, unless a storm blows an explorer onto them.",
        "Loot; Storm",
        ("SL-Q6", "SL-Q7", "SL-Q50", "SL-Q8"),
    ),
    derived("SL-LOOT-14", "Coins paid go to the supply.", "Step 2 (silent)", ("SL-Q26",)),
    derived("SL-FLAG-17", "The flag and a ring go with their explorer, even through water.", "FAQ (swimming)"),
    derived("SL-BATTLE-11", "The higher value stays; a ring adds one.", "Battle; Power Ring", ("SL-Q25",)),
    derived("SL-BATTLE-12", "The loser goes home; a winning attacker takes the tile.", "Battle"),
    derived("SL-BATTLE-13", "Equal values send both home.", "Battle"),
    derived("SL-BATTLE-14", "A 1 beats a 6, attacking or defending.", "Battle"),
    derived("SL-BATTLE-15", "A battle from the water costs two actions.", "Swim"),
    derived("SL-RING-11", "A ring is used up by its first battle or bomb.", "Power Ring", ("SL-Q24", "SL-Q25")),
    derived("SL-RING-12", "Rings play no part when a 1 meets a 6.", "Power Ring"),
    derived("SL-RING-13", "A 5 with a ring is not a 6: it beats a 1.", "Power Ring (note)"),
    derived("SL-RING-14", "The ring of an explorer that goes home is out of the game.", "Power Ring"),
    derived("SL-BOAT-11", "An explorer that goes home joins the back of its boat.", "Battle; FAQ"),
    derived("SL-BOAT-12", "Nothing else changes the order in a boat.", "FAQ (order)"),
    derived("SL-FLAG-12", "An explorer that beats the flag bearer becomes the bearer.", "Battle"),
    derived("SL-FLAG-13", "A draw with the bearer leaves the flag on the defender's tile.", "Battle", ("SL-Q23",)),
    derived("SL-BOMB-11", "A bomb works along its row and column, its diagonals, or one line.", "Bomb"),
    derived(
        "SL-BOMB-12",
        "A bomb meets explorers from near to far, across water, to the edge.",
        "Bomb",
        ("SL-Q11", "SL-Q12", "SL-Q13"),
    ),
    derived("SL-BOMB-13", "Only an explorer with a value above the bomb's survives.", "Bomb (example)"),
    derived("SL-BOMB-14", "A 1 has no advantage over a bomb.", "FAQ (bomb)"),
    derived("SL-BOMB-15", "A spent bomb stays face up and is plain land.", "Bomb", ("SL-Q14",)),
    derived("SL-BOMB-16", "A bomb meets explorers of all players, including the one who turned it.", "Bomb"),
    derived(
        "SL-BOMB-17", "A bomb that turns up while shrinking does nothing.", "Advanced play (inferred)", ("SL-Q40",)
    ),
    derived("SL-MINE-11", "A miner stops the bomb: explorers it has yet to meet stay.", "Miner", ("SL-Q18",)),
    derived("SL-FLAG-15", "A bearer that a bomb sends home leaves the flag on its tile.", "Bomb (silent)", ("SL-Q15",)),
    derived(
        "SL-STORM-11",
        "A storm moves every explorer in its line one cell, the farthest first.",
        "Storm",
        ("SL-Q21", "SL-Q22"),
    ),
    derived("SL-STORM-12", "An explorer blown into water or off the board goes home.", "Storm; FAQ"),
    derived("SL-STORM-13", "An explorer blown onto land arrives there.", "Storm; FAQ"),
    derived("SL-STORM-14", "A spent storm stays face up and is plain land.", "Storm"),
    derived("SL-FLAG-14", "A bearer blown off the island leaves the flag where it stood.", "Storm"),
    derived("SL-SHRINK-11", "A tile that is taken lies face up beside the board.", "Step 3"),
    derived("SL-SHRINK-12", "Coins on a tile that is taken are out of the game.", "Step 3"),
    derived("SL-SHRINK-13", "Explorers on a tile that is taken go home.", "Step 3"),
    derived(
        "SL-FLAG-16",
        "A flag on a tile that is taken goes to the nearest tile, and to any explorer there.",
        "Step 3",
        ("SL-Q32",),
    ),
    derived(
        "SL-END-11",
        "The player carrying the flag wins when no other player is on the island.",
        "Winning the game",
        ("SL-Q35", "SL-Q36"),
    ),
    derived("SL-VAR-11", "Variant landscape: stones and first explorers stand where the players agreed.", _ADVANCED),
    derived(
        "SL-VAR-12", "Variant free-landing: players place their first explorers anywhere but on stones.", _ADVANCED
    ),
    derived(
        "SL-VAR-13",
        "Variant shrink-storms: a storm that turns up while shrinking blows from its cell, after the tile is gone.",
        _ADVANCED,
        ("SL-Q48",),
    ),
    derived(
        "SL-VAR-14",
        "Variant bonus-loot: a player who won a battle this turn takes the coins of a loot tile found while shrinking.",
        _ADVANCED,
        ("SL-Q39",),
    ),
    derived("SL-VAR-15", "Variant face-down-discards: removed tiles lie face down once all have seen them.", _ADVANCED),
    derived("SL-VAR-16", "Variant secret-battles: the two values are shown to the two owners only.", _ADVANCED),
    derived(
        "SL-VAR-17",
        "Variant storm-sinks: the tile of a storm is removed once it has blown.",
        _ADVANCED,
        ("SL-Q37",),
    ),
    derived(
        "SL-VAR-18",
        "Variant anytime-power-ups: a bomb stays in progress while the player on turn buys something.",
        _ADVANCED,
        ("SL-Q44",),
    ),
)

VARIANT_OF: dict[str, str] = {
    "SL-VAR-11": "landscape",
    "SL-VAR-12": "free-landing",
    "SL-VAR-13": "shrink-storms",
    "SL-VAR-14": "bonus-loot",
    "SL-VAR-15": "face-down-discards",
    "SL-VAR-16": "secret-battles",
    "SL-VAR-17": "storm-sinks",
    "SL-VAR-18": "anytime-power-ups",
}
"""The variant that each of these rules belongs to; without it the rule is not cited."""
