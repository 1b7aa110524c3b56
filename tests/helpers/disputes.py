"""A game with a dispute in it, for the tests of the commands."""

import json
from typing import Any

from tests.helpers.shell import Shell

PLAY = "\n".join(
    [
        '{"do":"setup","starter":"p1","treasures":["red-4"]}',
        '{"do":"pass"}',
        '{"do":"lay","by":"p1","shows":"red"}',
        '{"do":"lay","by":"p3","shows":7}',
        '{"do":"lay","by":"p2","shows":3}',
    ]
)
"""Event 4 is out of turn."""
RULED = ("--facts", "all agree", "--verdict", "upheld")


def events(qm: Shell, record: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in qm("export", record, "-o", "-").out.splitlines()[1:]]


def turn(qm: Shell, record: str) -> Any:
    return qm("state", record, "--get", "turn").json["turn"]


def rules_named(qm: Shell, record: str) -> list[tuple[int, str, str]]:
    return [(item["seq"], item["rule"], item["answer"]) for item in qm("audit", record, "--json").json["findings"]]
