"""A tournament has no kit of its own: the kits of its games stand in its set-up."""

from typing import Any

from records.errors import Refused


def read_kit(kit: str | dict[str, Any], players: int) -> None:
    """Nothing; a kit that is written out belongs into `setup`, beside its game."""
    if not isinstance(kit, str):
        raise Refused("a tournament has no kit", where="options.kit", mend="name the kits of its games in `setup`")
