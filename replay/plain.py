"""Values as plain data, exactly as a line of JSON would hold them."""

from typing import Any

import msgspec


def plain(value: Any) -> Any:
    """The value with lists for tuples and objects for Structs. Via JSON: `to_builtins` would keep the tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))
