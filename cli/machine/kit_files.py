"""Kit files: the inventory of a box, as TOML. They come from anywhere: whatever is in them, the answer is in words."""

import tomllib
from pathlib import Path
from typing import Any

from cli.machine.input_files import file_bytes
from records.canonical import check_profile
from records.errors import Refused
from records.limits import KIT_BYTES_MAX


def kit_from(path: Path) -> dict[str, Any]:
    """A kit file as plain data, of the kind that the header of a record can hold."""
    where = str(path)
    content = file_bytes(path, KIT_BYTES_MAX)
    try:
        raw = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        what, mend = f"the kit cannot be read: {error}", "a kit is a TOML file in UTF-8; mend the line that it names"
    except RecursionError:
        what, mend = "the kit cannot be read: it nests too deeply", "write it flatter"
    except ValueError:  # the only thing that Python refuses in TOML that is well-formed
        what, mend = "the kit cannot be read: a number in it is far too long", "kits hold small numbers"
    else:
        check_profile(raw, where)
        return raw
    raise Refused(what, where=where, mend=mend) from None
