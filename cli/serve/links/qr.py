"""Links as QR codes: on a terminal, and as pictures to print."""

from io import BytesIO, StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode


def for_terminal(link: str) -> list[str]:
    """The code in half blocks, for a dark or a light terminal."""
    out = StringIO()
    _code(link).terminal(out, compact=True, border=2)
    return out.getvalue().splitlines()


def as_svg(link: str) -> str:
    """The code as a picture without size or colour of its own."""
    return str(_code(link).svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None))


def as_svg_file(link: str) -> str:
    """The same as a file of its own, which a browser shows by itself."""
    out = BytesIO()
    _code(link).save(out, kind="svg", border=2, omitsize=True, xmldecl=False, nl=False)
    return out.getvalue().decode()


def _code(link: str) -> "QRCode":
    import segno  # it brings 2 MB with it, and a service that is not asked for a code needs none of them

    return segno.make(link, error="m")
