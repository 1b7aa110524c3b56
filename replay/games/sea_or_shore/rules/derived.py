"""What the reducer carries out by itself; cited when the table did otherwise."""

from replay.rule import derived

DERIVED = (
    derived("SS-WIN-11", "A card that is alone in its group wins.", "WIN"),
    derived("SS-WIN-12", "Otherwise the highest value of a group wins.", "WIN"),
    derived("SS-WIN-13", "A tie goes to the player nearer to the starting player, clockwise.", "ADDITION"),
    derived(
        "SS-WIN-14",
        "With three players, two colours of one pair compete as one when no treasure of either lies open.",
        "EXCEPTION",
    ),
    derived("SS-TRE-11", "The winner of a colour whose treasure lies open takes it.", "WIN"),
    derived("SS-TRE-12", "Or steals the top treasure of a beaten player; the open one then stays.", "WIN"),
    derived("SS-TRE-13", "Open treasures that nobody took go under their decks.", "TRICK END"),
    derived("SS-ADD-11", "The lowest loser of a group earns as many addition cards as the group has cards.", "LOSE"),
    derived("SS-ADD-12", "More addition cards than the supply holds cannot be earned.", "LOSE"),
    derived("SS-ADD-13", "Addition cards that were laid go back to the supply after the trick.", "ADDITION"),
    derived("SS-ACT-11", "The winner of a colour without an open treasure has an action to carry out.", "ACTIVATE"),
    derived("SS-START-11", "The starting card goes to the next player clockwise.", "TRICK END"),
    derived("SS-END-11", "A round ends when all hands are played; the second ends the game.", "GAME END"),
    derived("SS-SCORE-11", "A round scores the points on treasures and one for two addition cards.", "GAME END"),
    derived("SS-SCORE-12", "The totals of both rounds are added; most points win.", "GAME END"),
)
