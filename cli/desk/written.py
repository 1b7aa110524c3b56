"""Small things as people write them: a round or a table, a player at a seat, an official."""


def number_or_text(text: str | None) -> int | str | None:
    """A round or a table: a number where it is written as one."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) <= 15 else text


def player_of(text: str) -> dict[str, str]:
    """`blue=Ann`, or a seat alone."""
    seat, equals, name = text.partition("=")
    return {"seat": seat, "name": name} if equals else {"seat": seat}


def official_of(text: str) -> dict[str, str]:
    """`Kim:head`, or a name alone."""
    name, colon, level = text.rpartition(":")
    return {"name": name, "level": level} if colon else {"name": text}
