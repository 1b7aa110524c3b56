"""Record files with the names that are kept beside the record. They can be taken back here, and not out of a file: so
no file has them unless somebody asks for them.
"""

from collections.abc import Mapping

import msgspec

from cli.serve.messages.problems import WebProblem
from records.canonical import canonical
from records.record import Record


def with_names(record: Record, names: Mapping[str, str]) -> Record:
    """The record with these names in its first line, by seat. With another first line it has another head."""
    if not names:
        return record
    if any("head" in event.fields for event in record.events):
        raise WebProblem(
            "refused",
            "what was signed in this record is the record without these names: with them no signature would hold",
            mend="take it without names, or take another form",
        )
    header = msgspec.json.decode(record.lines[0])
    for player in header["players"]:
        if player["seat"] in names:
            player["name"] = names[player["seat"]]
    return msgspec.structs.replace(record, lines=(canonical(header), *record.lines[1:]))
