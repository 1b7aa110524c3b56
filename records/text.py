"""Text for people: what may reach a screen, and how many of a thing there are."""


def printable(text: str) -> str:
    """The text without anything that could steer a terminal: such characters are shown as their number."""
    return text if text.isprintable() else "".join(_shown(char) for char in text)


def counted(amount: int, word: str) -> str:
    """`1 event`, `2 events`"""
    return f"{amount} {word}" if amount == 1 else f"{amount:,} {word}s"


def _shown(char: str) -> str:
    return char if char.isprintable() else char.encode("unicode_escape").decode()
