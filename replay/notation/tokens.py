"""A typed line, cut into its words: `[seat] [verb] args [<spot] [!|?] [# note]`."""

import json
from typing import NamedTuple

SPLITTING = "<>+"
"""Signs that start a new word, even inside another: `N1<E2`."""

_decoder = json.JSONDecoder()


class Typed(NamedTuple):
    """The words of a line, the mark at its end, and the note after `#`."""

    words: tuple[str, ...]
    mark: str
    """`!`: seen, although the rules object. `?`: not sure. `!!`: keep it even if it cannot be read."""
    note: str | None


def split(text: str) -> Typed:
    """Cut a line into words. JSON inside it stays whole."""
    words: list[str] = []
    word, index = "", 0
    note: str | None = None
    while index < len(text):
        char = text[index]
        if char == "#" and not word:
            note = text[index + 1 :].strip()
            break
        if char in '{["' and (not word or word[-1] in "=:,"):
            end = _json_end(text, index)
            word += text[index:end]
            index = end
            continue
        if char.isspace() or (char in SPLITTING and word and word[-1] not in "=:,"):
            words.append(word)
            word = ""
        if not char.isspace():
            word += char
        index += 1
    words.append(word)
    kept = [cut for word in words if (cut := word.rstrip(",") if word.strip(",") else "")]
    mark = kept.pop() if kept and kept[-1] in ("!", "?", "!!") else ""
    return Typed(tuple(kept), mark, note)


def _json_end(text: str, start: int) -> int:
    try:
        return _decoder.raw_decode(text, start)[1]
    except ValueError:
        return start + 1


def statements(line: str) -> list[str]:
    """The statements of a line, separated by `;`. A note runs to the end of the line; a note alone is only a remark."""
    found: list[str] = []
    start, index, fresh = 0, 0, True
    while index < len(line):
        char = line[index]
        if char == "#" and fresh:
            break
        if char in '{["':
            index = _json_end(line, index)
            fresh = False
            continue
        if char == ";":
            found.append(line[start:index])
            start = index + 1
        fresh = char.isspace() or char == ";"
        index += 1
        if fresh and _is_prose(line[start:index]):
            break
    found.append(line[start:])
    return [part for text in found if (part := text.strip()) and not part.startswith("#")]


def _is_prose(beginning: str) -> bool:
    """Whether the rest of the line is free text: a note or a claim."""
    words = beginning.lower().split()[:2]
    return words[:1] == ["n"] or "note" in words or "dispute" in words
