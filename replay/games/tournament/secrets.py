"""Who sees what: nothing in a tournament is hidden."""

from replay.game import HiddenPath, Secret

SECRETS: dict[str, tuple[Secret, ...]] = {}
HIDDEN_PATHS: tuple[HiddenPath, ...] = ()
