"""What the reducer does by itself; cited when the table did something else."""

from replay.rule import derived

DERIVED = (
    derived("SS-WIN-11", "The only card in a group wins it.", "WIN"),
    derived("SS-WIN-12", "Otherwise the highest value in a group wins it.", "WIN"),
    derived("SS-WIN-13", "A tie goes to the player closer to the starting player, counting clockwise.", "ADDITION"),
    derived(
        "SS-WIN-14",
        "With three players, the two colours of a pair count as one if neither has a face-up treasure.",
        "EXCEPTION",
    ),
    derived("SS-TRE-11", "The winner of a colour with a face-up treasure takes that treasure.", "WIN"),
    derived("SS-TRE-12", "Or they steal a beaten player's top treasure, and the face-up one stays.", "WIN"),
    derived("SS-TRE-13", "Face-up treasures that nobody took go under their decks.", "TRICK END"),
    derived("SS-ADD-11", "The lowest loser in a group earns one addition card for each card in the group.", "LOSE"),
    derived("SS-ADD-12", "Nobody can earn more addition cards than the supply holds.", "LOSE"),
    derived("SS-ADD-13", "Addition cards that were used return to the supply after the trick.", "ADDITION"),
    derived("SS-ACT-11", "The winner of a colour with no face-up treasure has an action to carry out.", "ACTIVATE"),
    derived("SS-START-11", "The starting card passes clockwise to the next player.", "TRICK END"),
    derived("SS-END-11", "A round ends when all hands have been played; the second one ends the game.", "GAME END"),
    derived(
        "SS-SCORE-11", "A round scores the points on treasures, plus one for every two addition cards.", "GAME END"
    ),
    derived("SS-SCORE-12", "The points of both rounds are added up; most points wins.", "GAME END"),
)
