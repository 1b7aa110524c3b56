"""Options that hold more than a word: JSON objects, files of them, and penalties."""

from pathlib import Path
from typing import Any

from cli.machine.input_files import file_text
from records.errors import Refused
from records.strict import read_json

Body = dict[str, Any]


def read_object(text: str | None, where: str) -> Body | None:
    """A JSON object from an option."""
    if text is None:
        return None
    try:
        value = read_json(text.encode("utf-8", "surrogatepass"))[0]
    except Refused as error:
        raise Refused(error.what, where=where, mend=error.mend) from None
    if not isinstance(value, dict):
        raise Refused("this is not a JSON object", where=where, mend='write it as {"do":"pass","by":"blue"}')
    return value


def read_object_file(path: str | None, where: str) -> Body | None:
    """A JSON object from a file."""
    if path is None:
        return None
    not_text = Refused("this is not UTF-8", where=path, mend="give the file that qm state --json wrote")
    return read_object(file_text(Path(path), not_text), where)


def penalties_of(texts: list[str]) -> list[Body]:
    """`PERSON:LEVEL:INFRACTION`, and perhaps `:USUAL:WHY` for an unusual one."""
    penalties = []
    for text in texts:
        parts = text.split(":")
        if not 3 <= len(parts) <= 5:
            raise Refused(f"--penalty {text!r}", mend="write it as Bob:warning:slow play (and :usual:why if unusual)")
        names = ("person", "level", "infraction", "usual", "why")
        penalties.append(dict(zip(names, (part.strip() for part in parts), strict=False)))
    return penalties
