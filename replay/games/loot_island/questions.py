"""What the rulebook leaves open, with the answer that applies if the table agreed on no other; and the variants."""

from replay.game import Question, Variant
from replay.games.loot_island.answers import MEANS

_LAST_PLACES = 2
_WITH_AARON = (21, 22, 23, 24, 25, 26, 28, 29, 41)
_IN_VARIANT = {29: "opening-hand", 30: "healers-dealt"}
_DEFAULTS_BEFORE = {18: {2: "none"}}


def _question(number: int, text: str, answers: str, bears_on: str = "") -> Question:
    return Question(
        f"LI-Q{number}",
        text,
        tuple(answers.split()),
        tuple(f"LI-{rule}" for rule in bears_on.split()),
        players=(2,) if number in _WITH_AARON else (4, 5) if number == _LAST_PLACES else (),
        variant=_IN_VARIANT.get(number, ""),
        defaults_before=_DEFAULTS_BEFORE.get(number, {}),
        means=MEANS[number],
    )


QUESTIONS: tuple[Question, ...] = (
    _question(
        1,
        "Ties go to the player nearest clockwise to the holder of the tile: does the holder come first?",
        "holder-first holder-last",
        "HEAL-3 WIN-2",
    ),
    _question(2, "What crown bonus do fourth and fifth place get: the kit's, or none?", "kit three", "VAL-4"),
    _question(
        3,
        "Which way does the final exploration go: where the bow points, or clockwise?",
        "bow clockwise",
        "END-2 LOOT-1",
    ),
    _question(
        4,
        "Does the final exploration begin at the landing ahead of the bow, or beside the ship on the other coast?",
        "ahead adjacent",
        "END-2 LOOT-1",
    ),
    _question(
        5,
        "If the last card is a wild that stands for 1, is a 1 added at the end, or inserted?",
        "value insert",
        "ONE-1 ONE-2 ONE-3",
    ),
    _question(6, "If two 1s are inserted in one play, may both copy the same card?", "same-ok distinct", "ONE-4"),
    _question(
        7,
        "Which cards may an inserted 1 copy: only those from before the play, or any that lie there now?",
        "before-play any",
        "ONE-4",
    ),
    _question(8, "In what order do several players draw for one icon?", "actor-clockwise stack", "DECK-1 FX-4"),
    _question(
        9,
        "Under B6, may a player shed one of the two cubes? If not, each icon is used in full or not at all; with an "
        "odd number of cubes, fewer than the icons allow, all of them may go.",
        "up-to all-or-none",
        "FX-3",
    ),
    _question(
        10,
        "Under B5, is only the refill smaller, or must a larger hand be reduced too?",
        "refill-less reduce",
        "REF-2 B5-1",
    ),
    _question(
        11, "If a hand is above the target when hands are refilled, is it kept, or cut down?", "keep cut", "REF-2"
    ),
    _question(12, "Does the cube of A3 come before or after the tile's action?", "before after", "A3-1 ISL-4 TAKE-3"),
    _question(13, "Under B9, is the price of one card, with its pass, compulsory?", "must may", "ISL-2 ISL-3 B9-1"),
    _question(
        14, "If the holder of the tile is the first to pass under B8, do the others take two cubes?", "yes no", "B8-1"
    ),
    _question(15, "Are both coasts cleaned up under B14?", "both current", "CLEAN-2"),
    _question(
        16,
        "If both landings have equal numbers of cards under B12, is the one nearest the bow the big loot or the small?",
        "bow-big bow-small",
        "B12-1 LOOT-1 LOOT-2 LOOT-5",
    ),
    _question(
        17,
        "Does a +1 card also count twice when the two landings are compared?",
        "double threshold-only",
        "LOOT-5 LOOT-1 LOOT-2 B10-1 B12-1",
    ),
    _question(
        18,
        "If treasures are due at a landing without a disc, must they be turned up and discarded, must they not, or is "
        "either right?",
        "either none reveal-discard",
        "LOOT-1 LOOT-2 CLEAN-1 END-1",
    ),
    _question(19, "Does a small loot without a chest give the extra treasure of A4?", "yes no", "A4-1 LOOT-2 CLEAN-1"),
    _question(
        20, "Is the event of round 5 in force in the final exploration?", "no yes", "END-2 END-1 LOOT-2 LOOT-7 TAKE-1"
    ),
    _question(
        21,
        "How many treasures does A2 lay out with two players: two, or one for Aaron too?",
        "players with-aaron",
        "A2-1",
    ),
    _question(22, "Who takes a cube when a 1 of Aaron's is added at the end?", "both opponent", "AAR-6"),
    _question(
        23, "Who passes when a small island is used for Aaron under B9?", "aaron-done actor-passes nobody", "AAR-4 B9-1"
    ),
    _question(24, "Who takes back Aaron's third disc under B4?", "first-player any", "B4-1"),
    _question(25, "May Aaron draw two more cards for A1?", "no yes", "AAR-2"),
    _question(
        26,
        "If a player ties with Aaron for crowns, does Aaron take a share of the places?",
        "shares players-first",
        "VAL-4 AAR-7",
    ),
    _question(
        27,
        "If a player is out because they cannot pay, are crowns ranked again without them?",
        "once recount",
        "VAL-4 HEAL-6",
    ),
    _question(
        28,
        "How many healers are there with two players: two, or one for Aaron too?",
        "players with-aaron",
        "HEAL-1 SET-6",
    ),
    _question(
        29,
        "With opening hands and two players, is the second player dealt 8 cards, or one more than the first?",
        "literal plus-one",
        "VAR-4",
    ),
    _question(30, "With dealt healers, do players who are out lay down a card too?", "all survivors", "VAR-2"),
    _question(31, "Does everybody discard before anybody draws?", "all-discard-first one-by-one", "DECK-1 REF-1"),
    _question(
        32,
        "If the treasure deck fails in the action phase, when does the game end?",
        "at-once end-of-phase",
        "DECK-3 SEQ-1",
    ),
    _question(33, "May the placing tile put a disc on a landing without cards?", "yes no", "ISL-6"),
    _question(
        34,
        "Under B4, with two discs on the island, may one move to a third landing although another lies in the area?",
        "move blocked",
        "DISC-3",
    ),
    _question(35, "Does B10 apply if the small loot landing gave no treasures?", "yes no", "B10-1"),
    _question(36, "Do the crossed cubes count on a treasure taken under A2?", "yes no", "A2-3 TAKE-3"),
    _question(
        37,
        "May a card drawn by an effect be played in the same turn? A play is one line, so no record can show it, and "
        "no rule asks.",
        "no yes",
    ),
    _question(
        38, "Where do treasures of A2 that nobody took go: to the discard pile, or to the box?", "discard box", "A2-2"
    ),
    _question(39, "May the stack tile still move a disc to the bottom under B13?", "top-only either", "B13-1"),
    _question(
        40,
        "If a play both gives a player cubes and lets them shed some, do they take cubes before they shed any?",
        "card-order shed-first",
        "FX-3",
    ),
    _question(
        41,
        "If the treasure tile turns up a crown for Aaron, may the player acting for Aaron bury it?",
        "keeps may-bury",
        "AAR-5",
    ),
)

VARIANTS: tuple[Variant, ...] = (
    Variant("healers-open", "The healers lie face up from the start.", ("healers-dealt",)),
    Variant(
        "healers-dealt", "Each player is dealt two healers and lays down one of them at the end.", ("healers-open",)
    ),
    Variant(
        "events-known",
        "The four B events are shown at set-up and shuffled again.",
    ),
    Variant("opening-hand", "Later players choose their first hand from more cards: 8, 9, 10, 11."),
)
