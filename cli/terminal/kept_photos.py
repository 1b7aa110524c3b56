"""The files that a record's evidence names, and what of them lies beside the store."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from cli.desk.docket import Docket
from cli.desk.photos.photo_cleaning import ENDINGS, fits
from cli.machine.photo_folder import PhotoFolder

_SHA256 = re.compile(r"[0-9a-f]{64}")
WHOLE, EXCHANGED, ELSEWHERE = "whole", "exchanged", "elsewhere"


class NamedFile(NamedTuple):
    """A file that evidence names: where it is named, and what became of it here."""

    label: str
    seq: int
    attachment: dict[str, Any]
    state: str
    data: bytes | None

    @property
    def name(self) -> str:
        """A name to save it under."""
        return f"{self.label}-{self.seq}.{ENDINGS[self.attachment['type']]}"


def named_files(docket: Docket, folder: PhotoFolder) -> Iterator[NamedFile]:
    """Every file that evidence names, in the order of the log."""
    for case in docket.cases.cases:
        for entry in case.evidence:
            file = entry.action.attachment
            if file is not None:
                data = _bytes(folder, docket.record_id, file)
                state = ELSEWHERE if data is None else WHOLE if fits(data, file) else EXCHANGED
                yield NamedFile(case.label, entry.seq, file, state, data)


def kept_bytes(folder: PhotoFolder, record_id: str, file: dict[str, Any]) -> bytes | None:
    """The bytes of a photo that evidence names, if they are kept here and are those that it names."""
    data = _bytes(folder, record_id, file)
    return data if data is not None and fits(data, file) else None


def _bytes(folder: PhotoFolder, record_id: str, file: dict[str, Any]) -> bytes | None:
    digest, ending = file.get("sha256"), ENDINGS.get(str(file.get("type")))
    if not isinstance(digest, str) or not _SHA256.fullmatch(digest) or ending is None:
        return None
    return folder.get(record_id, digest, ending)
