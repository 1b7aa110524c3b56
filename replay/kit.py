"""Kits: the component inventory of a box, a TOML file whose lines give their basis."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from pkgutil import get_data
from typing import Any, TypeVar

import msgspec

from records.errors import Refused, Unavailable

Form = TypeVar("Form")
"""The fields of a game's kit file, as a Struct."""

BASES = ("known", "published", "derived", "assumed")
"""What a line of a kit can be based on. A line without a basis is the table's own count."""


@cache
def _text(package: str, name: str) -> str | None:
    try:
        data = get_data(package, f"{name}.toml")  # `importlib.resources` would take longer to load than the kit
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:  # what cannot be read just now must not be taken for what is not there
        why = (error.strerror or "unknown trouble").lower()
        raise Unavailable(
            f"the kit of the game cannot be read ({why}); nothing was written", mend="repeat it"
        ) from None
    return data.decode() if data is not None else None


def shipped(package: str, name: str) -> dict[str, Any]:
    """The kit file `<name>.toml` in a game's package, as plain data.

    If a game ships no `demo`, its box is used, as if the table had counted every line of it.
    """
    text = _text(package, name) if name.isidentifier() else None
    if text is None and name == "demo":
        return {**without_basis(shipped(package, "box")), "id": "demo"}
    if text is None:
        raise Refused(
            f"there is no kit {name!r}",
            where="options.kit",
            mend="name a shipped kit (box), or write the kit into the header",
        )
    return tomllib.loads(text)


def box_text(package: str) -> str:
    """The shipped box with its comments, to be corrected with the real one open on the table."""
    text = _text(package, "box")
    assert text is not None, f"{package} ships a box"
    return text


def box_with(package: str, own: dict[str, Any], *tables: str) -> dict[str, Any]:
    """A table's own kit, with what it leaves out filled in from the shipped box; in `tables`, line by line."""
    box = shipped(package, "box")
    merged = {**box, "id": "own", **own}
    for table in tables:
        if isinstance(own.get(table), dict):
            merged[table] = {**box[table], **own[table]}
    return merged


def refused(why: str) -> Refused:
    """The error for a kit that cannot be used."""
    mend = "`qm kit check FILE` says what a kit must contain"
    return Refused(f"the kit cannot be used: {why}", where="options.kit", mend=mend)


def in_words(error: msgspec.ValidationError) -> str:
    """What a field should have been, in words."""
    return str(error).replace("$.", "").replace("`", "'")


def check_form(data: Any, form: type[Form], faults: Callable[[Form], list[str]]) -> list[str]:
    """What is wrong with a kit file: a field that cannot be read, or else the faults the game finds."""
    try:
        return faults(msgspec.convert(data, form))
    except msgspec.ValidationError as error:
        return [in_words(error)]


def read_form(data: Any, form: type[Form], faults: Callable[[Form], list[str]]) -> Form:
    """A kit file with all its fields; a faulty one is refused with its first fault."""
    wrong = check_form(data, form, faults)
    if wrong:
        raise refused(wrong[0])
    return msgspec.convert(data, form)


def of_another_game(told: Any, game: str) -> list[str]:
    """The fault of a kit file that names another game; no fault if it names the right one."""
    return [] if told == game else [f"it is a kit for {told!r}"]


def twice(where: str, names: Iterable[Any]) -> list[str]:
    """The faults of a list that names something more than once."""
    return [f"{where} lists {name!r} twice" for name, number in Counter(names).items() if number > 1]


def without_basis(kit: Any) -> Any:
    """The same kit as if it were the table's own: without any `basis` line."""
    if isinstance(kit, dict):
        return {
            key: without_basis(value) for key, value in kit.items() if key != "basis" and not key.endswith("_basis")
        }
    if isinstance(kit, list):
        return [without_basis(item) for item in kit]
    return kit


def is_assumed(part: dict[str, Any], field: str | None = None, entry: dict[str, Any] | None = None) -> bool:
    """Whether a line rests on an assumption: the entry's own basis, the field's, or its part's, in that order."""
    if entry is not None and "basis" in entry:
        return bool(entry["basis"] == "assumed")
    if field is not None and f"{field}_basis" in part:
        return bool(part[f"{field}_basis"] == "assumed")
    return bool(part.get("basis") == "assumed")
