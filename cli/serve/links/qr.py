"""Links as QR codes: on a terminal, and as pictures to print."""

from io import BytesIO, StringIO

import segno


def for_terminal(link: str) -> list[str]:
    """The code in half blocks, for a dark or a light terminal."""
    out = StringIO()
    segno.make(link, error="m").terminal(out, compact=True, border=2)
    return out.getvalue().splitlines()


def as_svg(link: str) -> str:
    """The code as a picture without size or colour of its own."""
    return str(segno.make(link, error="m").svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None))


def as_svg_file(link: str) -> str:
    """The same as a file of its own, which a browser shows by itself."""
    out = BytesIO()
    segno.make(link, error="m").save(out, kind="svg", border=2, omitsize=True, xmldecl=False, nl=False)
    return out.getvalue().decode()
