"""What the reducer carries out by itself; cited when the table did otherwise."""

from replay.rule import Rule, derived

DERIVED: tuple[Rule, ...] = (
    derived("SL-SET-11", "Each seat begins with one coin; all else is in the supply, the flag hidden.", "Set up 6–7"),
    derived("SL-TURN-11", "Shrinking, or ending without it, passes the turn on clockwise.", "How to play; Step 3"),
    derived("SL-TURN-12", "Whoever acts out of turn opens a turn of their own at once.", "How to play"),
    derived("SL-MOVE-11", "Arriving on an ordinary face-down tile does not turn it.", "Visit stones"),
    derived("SL-MOVE-12", "Whoever arrives turns a stone, then picks up the flag, then coins.", "Visit stones; Loot"),
    derived("SL-STONE-11", "A stone that was turned stays face up and is walked on like any tile.", "Visit stones"),
    derived("SL-STONE-12", "Whoever turns the flag carries it.", "Visit stones"),
    derived(
        "SL-STONE-13", "Loot under a stone is taken from the supply at once.", "FAQ (blown onto a stone)", ("SL-Q4",)
    ),
    derived("SL-FLAG-11", "Whoever arrives where the flag lies picks it up.", "Storm; FAQ"),
    derived("SL-LOOT-11", "A loot tile that is turned gets its coins from the supply.", "Loot"),
    derived("SL-LOOT-12", "Whoever arrives where coins lie takes them all.", "Loot; Storm; FAQ"),
    derived(
        "SL-LOOT-13",
        "Coins laid this turn stay, unless a storm brings somebody to them.",
        "Loot; Storm",
        ("SL-Q6", "SL-Q7", "SL-Q8"),
    ),
    derived("SL-LOOT-14", "Coins that are paid go to the supply.", "Step 2", ("SL-Q26",)),
    derived("SL-FLAG-17", "Flag and ring go with their explorer, also through water.", "FAQ (swimming)"),
    derived("SL-BATTLE-11", "The higher value stays, a ring counting one more.", "Battle; Power Ring", ("SL-Q25",)),
    derived("SL-BATTLE-12", "The loser goes home; an attacker that wins takes the tile.", "Battle"),
    derived("SL-BATTLE-13", "Equal values send both home.", "Battle"),
    derived("SL-BATTLE-14", "A 1 beats a 6, attacking or defending.", "Battle"),
    derived("SL-BATTLE-15", "A battle out of the water costs two actions.", "Swim"),
    derived("SL-RING-11", "A ring is used up by the first battle or bomb.", "Power Ring", ("SL-Q24", "SL-Q25")),
    derived("SL-RING-12", "Rings play no part when a 1 meets a 6.", "Power Ring"),
    derived("SL-RING-13", "A 5 with a ring is no 6: it beats a 1.", "Power Ring (note)"),
    derived("SL-RING-14", "The ring of an explorer that goes home is out of the game.", "Power Ring"),
    derived("SL-BOAT-11", "Whoever goes home joins the back of the boat.", "Battle; FAQ"),
    derived("SL-BOAT-12", "The order in a boat never changes otherwise.", "FAQ (order)"),
    derived("SL-FLAG-12", "Whoever beats the bearer becomes the bearer.", "Battle"),
    derived("SL-FLAG-13", "A draw with the bearer leaves the flag on the defender's tile.", "Battle", ("SL-Q23",)),
    derived("SL-BOMB-11", "A bomb works along the row and column, the diagonals, or one line.", "Bomb"),
    derived(
        "SL-BOMB-12", "It meets explorers from near to far, over water, to the edge.", "Bomb", ("SL-Q12", "SL-Q13")
    ),
    derived("SL-BOMB-13", "Only a value above the bomb's survives.", "Bomb (example)"),
    derived("SL-BOMB-14", "A 1 has no advantage over a bomb.", "FAQ (bomb)"),
    derived("SL-BOMB-15", "A spent bomb stays face up and is plain land.", "Bomb", ("SL-Q14",)),
    derived("SL-BOMB-16", "Explorers of all seats are met, those of the one who turned it included.", "Bomb"),
    derived("SL-BOMB-17", "A bomb that turns up while shrinking does nothing.", "Advanced play", ("SL-Q40",)),
    derived("SL-MINE-11", "A miner stops the bomb: whoever was still to be met stays.", "Miner", ("SL-Q18",)),
    derived("SL-FLAG-15", "A bearer that a bomb sends home leaves the flag on its tile.", "Bomb; Storm", ("SL-Q15",)),
    derived("SL-STORM-11", "A storm moves all in its line one cell, the farthest first.", "Storm"),
    derived("SL-STORM-12", "Whoever is blown into water or off the board goes home.", "Storm; FAQ"),
    derived("SL-STORM-13", "Whoever is blown onto land arrives there.", "Storm; FAQ"),
    derived("SL-STORM-14", "A spent storm stays face up and is plain land.", "Storm"),
    derived("SL-FLAG-14", "A bearer that is blown off leaves the flag where it stood.", "Storm"),
    derived("SL-SHRINK-11", "The tile that is taken lies face up beside the board.", "Step 3"),
    derived("SL-SHRINK-12", "Coins on it are out of the game.", "Step 3"),
    derived("SL-SHRINK-13", "Explorers on it go home.", "Step 3"),
    derived("SL-FLAG-16", "A flag on it goes to the nearest tile, to whoever stands there.", "Step 3"),
    derived(
        "SL-END-11", "Whoever carries the flag with no other seat on the island wins.", "Winning the game", ("SL-Q35",)
    ),
)
