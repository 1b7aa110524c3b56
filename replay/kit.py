"""Kits: the component inventory of a box, a TOML file whose lines say on what they rest."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from records.errors import Refused

BASES = ("known", "published", "derived", "assumed")
"""On what a line of a kit can rest. A line without a basis is the table's own count."""


@cache
def _text(package: str, name: str) -> str | None:
    file = files(package) / f"{name}.toml"
    return file.read_text("utf-8") if file.is_file() else None


def shipped(package: str, name: str) -> dict[str, Any]:
    """The kit file `<name>.toml` in a game's package, as plain data."""
    text = _text(package, name) if name.isidentifier() else None
    if text is None:
        raise Refused(
            f"there is no kit {name!r}",
            where="options.kit",
            mend="name a shipped kit (box), or write the kit into the header",
        )
    return tomllib.loads(text)


def without_basis(kit: Any) -> Any:
    """The same kit as the table's own: every `basis` line left out."""
    if isinstance(kit, dict):
        return {
            key: without_basis(value) for key, value in kit.items() if key != "basis" and not key.endswith("_basis")
        }
    if isinstance(kit, list):
        return [without_basis(item) for item in kit]
    return kit


def is_assumed(part: dict[str, Any], field: str | None = None, entry: dict[str, Any] | None = None) -> bool:
    """Whether a line rests on an assumption: the entry's own basis, the field's, or its part's, in this order."""
    if entry is not None and "basis" in entry:
        return bool(entry["basis"] == "assumed")
    if field is not None and f"{field}_basis" in part:
        return bool(part[f"{field}_basis"] == "assumed")
    return bool(part.get("basis") == "assumed")
