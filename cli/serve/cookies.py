"""The cookie that holds a session."""

from starlette.responses import Response

from cli.serve.dispatch import cookie_name
from cli.serve.service import Service

SECONDS = 12 * 3600


def with_cookie(service: Service, response: Response, secret: str) -> Response:
    """The answer with a session for this browser; no script can read it, no other site can use it."""
    response.set_cookie(
        cookie_name(service),
        secret,
        max_age=SECONDS,
        path="/",
        secure=service.settings.secure,
        httponly=True,
        samesite="strict",
    )
    return response


def without_cookie(service: Service, response: Response) -> Response:
    """The answer that lets the browser forget its session."""
    response.delete_cookie(
        cookie_name(service), path="/", secure=service.settings.secure, httponly=True, samesite="strict"
    )
    return response
