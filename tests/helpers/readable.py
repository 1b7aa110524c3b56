"""What a sentence for players must not hold: leftovers of the program, wrong numbers, empty places."""

import re

_FAULTS = {
    "a word of the program": re.compile(r"\b(None|True|False|null|Struct|tuple|dict)\b"),
    "a bracket of the program": re.compile(r"[\[\]{}<>]"),
    "an underscore": re.compile(r"\w_\w|\b_|_\b"),
    "a path": re.compile(r"\b[a-z]+[a-zA-Z]*\.(p\d|[a-z]+\b)(?!\w*\()"),
    "a wire name": re.compile(
        r"\b(red|blue|green|purple|violet|orange|turquoise|white|yellow|black|natural|grey)[-.](\d|[a-z]\b|[a-z]+-)"
    ),
    "a change in signs": re.compile(r"[−+]\?|→|:=|!=|=="),
    "one of many": re.compile(
        r"(?<![\d.,#–-])\b(1|one) (cards|coins|tiles|points|discs|cubes|rings|permits|treasures|answers|additions)\b"
    ),
    "many of one": re.compile(
        r"\b(\d*[02-9]|1\d|no|two|three|four|five|six) (card|coin|tile|disc|cube|permit|treasure|answer)\b(?!-)"
    ),
    "a space before a stop": re.compile(r" [.,;](?:\s|$)"),
    "a stop after a stop": re.compile(r"[,;:][.,;]|(?<!\.)\.\.(?!\.)|\(\)|: *(?:[.;]|$)"),
    "two spaces": re.compile(r"\S  +\S"),
    "a doubled word": re.compile(r"\b([a-z]+) \1\b", re.IGNORECASE),
}


def unreadable(text: str) -> list[str]:
    """What is wrong with a sentence, each with the place; nothing if it can be read."""
    return [
        f"{what}: {found.group()!r} in {text!r}" for what, fault in _FAULTS.items() if (found := fault.search(text))
    ]
